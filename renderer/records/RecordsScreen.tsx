import { useCallback, useMemo } from 'react';
import type { RecordKind } from '#shared/terms.ts';
import { navigate } from '../app/hash-location.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { adjacentRow } from '../components/list/useListNavigation.ts';
import { useColumns } from './columns.tsx';
import { FilterBar } from './FilterBar.tsx';
import { useFilterSentence } from './filter-words.ts';
import { recordBases } from './paths.ts';
import {
  addressOf,
  type Condition,
  type QueueFilter,
  type QueueOrder,
  recordsAsked,
} from './queue-filter.ts';
import { useKeptOpen } from './queue-place.ts';
import { useQueueTable } from './queue-table.ts';
import { useQueueFilter } from './queue-view.ts';
import { RecordDetail } from './RecordDetail.tsx';
import { RecordQueue } from './RecordQueue.tsx';
import { kindsOnScreen } from './record-kinds.ts';
import { TableMenu } from './TableMenu.tsx';
import { useFilterNames } from './useFilterNames.ts';
import { useRecordList } from './useRecordList.ts';
import { ViewMenu } from './ViewMenu.tsx';

const ofAll = [
  ...([
    'party',
    'reviewed',
    'withFindings',
    'severity',
    'finding',
    'assigned',
    'flagged',
    'received',
  ] as const),
  ...(['dated', 'claim', 'policy', 'make', 'vehicle'] as const),
];
const ofOrders = [...ofAll, 'amount', 'cancellation'] as const;
/** What the queue of each kind can be filtered by. */
const offered: Record<RecordKind, readonly Condition[]> = {
  purchaseOrder: [...ofOrders, 'workshop'],
  serviceOrder: ofOrders,
  incidentReport: ofAll,
  financialDocument: [...ofAll, 'decision', 'amount'],
};

/** A queue of one kind of record, as a list or a table, with the open one beside it. */
export function RecordsScreen({ kind, id }: { kind: RecordKind; id: number | null }) {
  const { t } = useI18n();
  const { label } = kindsOnScreen[kind];
  const { filter, order, query: inAddress, set, place } = useQueueFilter(kind);
  const query = useMemo(() => ({ kind, ...recordsAsked(filter, order) }), [kind, filter, order]);
  const list = useRecordList(query);
  const onOrder = useCallback((next: QueueOrder) => set({ order: next }), [set]);
  const onFilter = useCallback((next: QueueFilter) => set({ filter: next }), [set]);
  const queueTable = useQueueTable(kind, useColumns(kind), order, onOrder);
  const names = useFilterNames(filter);
  const sentenceOf = useFilterSentence(kind, names);
  const base = recordBases[kind];
  const back = addressOf(base, inAddress);
  const hrefOf = (row: { id: number }) => addressOf(`${base}/${row.id}`, inAddress);
  useKeptOpen(place, id, list.rows, list.query.isSuccess, (open) =>
    navigate(hrefOf({ id: open }), { replace: true }),
  );
  // Where only what is unreviewed is shown, a review moves on to the next record.
  const onReviewed = () => {
    const next = filter.reviewed === false ? adjacentRow(list.rows, id, 1) : null;
    if (next !== null) navigate(hrefOf(next), { replace: true });
  };
  const title = t(`frame.rail.${label}`);
  const now = useMemo(() => ({ filter, order, set }), [filter, order, set]);
  return (
    <RecordQueue
      title={title}
      heading={<ViewMenu kind={kind} title={title} now={now} />}
      sentence={sentenceOf(title, filter)}
      list={list}
      query={query}
      selected={id}
      path={back}
      hrefOf={hrefOf}
      place={place}
      table={queueTable.isTable ? queueTable.setup : null}
      tools={<TableMenu queueTable={queueTable} />}
      filters={
        <FilterBar kind={kind} filter={filter} offered={offered[kind]} names={names} onChange={onFilter} />
      }
      detail={
        id === null ? null : (
          <RecordDetail
            key={id}
            id={id}
            kind={kind}
            back={back}
            onReviewed={onReviewed}
            next={adjacentRow(list.rows, id, 1)?.id ?? null}
          />
        )
      }
    />
  );
}
