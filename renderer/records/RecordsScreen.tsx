import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { create } from 'zustand';
import type { RecordKind } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { recordBases } from '../claims/paths.ts';
import { ToggleGroup } from '../components/FormFields.tsx';
import { adjacentRow } from '../components/list/useListNavigation.ts';
import { genderOf } from './gender.ts';
import { RecordDetail, type RecordFace } from './RecordDetail.tsx';
import { RecordQueue, type RowFace } from './RecordQueue.tsx';
import { type RecordFilter, useRecordList } from './useRecordList.ts';

/** The filter of each queue, kept while the window is open. */
const useFilters = create<Record<RecordKind, RecordFilter>>(() => ({
  purchaseOrder: 'all',
  serviceOrder: 'all',
  incidentReport: 'all',
  financialDocument: 'all',
}));

type Props = { kind: RecordKind; id: number | null; title: string; Row: RowFace; face: RecordFace };

/** A queue of one kind of record, with the open one beside it. */
export function RecordsScreen({ kind, id, title, Row, face }: Props) {
  const { t } = useI18n();
  const filter = useFilters((state) => state[kind]);
  const query = useMemo(() => ({ kind, filter }), [kind, filter]);
  const list = useRecordList(query);
  const base = recordBases[kind];
  const hrefOf = (row: { id: number }) => `${base}/${row.id}`;
  const [, go] = useLocation();
  // In the queue of what is not reviewed, reviewing one moves on to the next.
  const onReviewed = () => {
    const next = filter === 'unreviewed' ? adjacentRow(list.rows, id, 1) : null;
    if (next !== null) go(hrefOf(next), { replace: true });
  };
  const choices: { value: RecordFilter; label: string }[] = [
    { value: 'all', label: t(`records.of.${genderOf[kind]}.all`) },
    { value: 'unreviewed', label: t('records.filter.unreviewed') },
    { value: 'withFindings', label: t('records.filter.withFindings') },
  ];
  return (
    <RecordQueue
      title={title}
      list={list}
      query={query}
      selected={id}
      path={base}
      hrefOf={hrefOf}
      Row={Row}
      filters={
        <ToggleGroup
          label={t('records.filter.label')}
          value={filter}
          options={choices}
          onChange={(value) => useFilters.setState({ [kind]: value })}
        />
      }
      detail={
        id === null ? null : (
          <RecordDetail
            key={id}
            id={id}
            kind={kind}
            back={base}
            faceOf={() => face}
            onReviewed={onReviewed}
          />
        )
      }
    />
  );
}
