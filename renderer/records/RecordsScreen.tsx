import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { create } from 'zustand';
import type { RecordKind } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { ToggleGroup } from '../components/FormFields.tsx';
import { adjacentRow } from '../components/list/useListNavigation.ts';
import { recordBases } from './paths.ts';
import { RecordDetail } from './RecordDetail.tsx';
import { RecordQueue } from './RecordQueue.tsx';
import { kindsOnScreen } from './record-kinds.ts';
import { type RecordFilter, useRecordList } from './useRecordList.ts';

/** The filter of each queue, kept while the window is open. */
const useFilters = create<Record<RecordKind, RecordFilter>>(() => ({
  purchaseOrder: 'all',
  serviceOrder: 'all',
  incidentReport: 'all',
  financialDocument: 'all',
}));

/** A queue of one kind of record, with the open one beside it. */
export function RecordsScreen({ kind, id }: { kind: RecordKind; id: number | null }) {
  const { t } = useI18n();
  const { label, gender } = kindsOnScreen[kind];
  const filter = useFilters((state) => state[kind]);
  const query = useMemo(() => ({ kind, filter }), [kind, filter]);
  const list = useRecordList(query);
  const base = recordBases[kind];
  const hrefOf = (row: { id: number }) => `${base}/${row.id}`;
  const [, go] = useLocation();
  // In the unreviewed queue a review moves on to the next record.
  const onReviewed = () => {
    const next = filter === 'unreviewed' ? adjacentRow(list.rows, id, 1) : null;
    if (next !== null) go(hrefOf(next), { replace: true });
  };
  return (
    <RecordQueue
      title={t(`frame.rail.${label}`)}
      list={list}
      query={query}
      selected={id}
      path={base}
      hrefOf={hrefOf}
      filters={
        <ToggleGroup
          label={t('records.filter.label')}
          value={filter}
          options={['all', 'unreviewed', 'withFindings']}
          labelOf={(option) => t(option === 'all' ? `records.of.${gender}.all` : `records.filter.${option}`)}
          onChange={(value) => useFilters.setState({ [kind]: value })}
        />
      }
      detail={
        id === null ? null : <RecordDetail key={id} id={id} kind={kind} back={base} onReviewed={onReviewed} />
      }
    />
  );
}
