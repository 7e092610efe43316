import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { create } from 'zustand';
import type { OrderKind } from '#shared/terms.ts';
import { useWords } from '../app/locale/i18n.ts';
import { Choices } from '../parts/Choices.tsx';
import { NothingOpen } from '../parts/NothingOpen.tsx';
import { neighbour } from '../parts/neighbour.ts';
import { Panes } from '../parts/Panes.tsx';
import { useSteps } from '../parts/useSteps.ts';
import { OrderDetail } from './OrderDetail.tsx';
import { OrderQueue } from './OrderQueue.tsx';
import { type RecordFilter, useRecordList } from './useRecordList.ts';

/** The filter of each queue, kept while the window is open. */
const useFilters = create<Record<OrderKind, RecordFilter>>(() => ({
  purchaseOrder: 'all',
  serviceOrder: 'all',
}));

const bases: Record<OrderKind, string> = {
  purchaseOrder: '/purchase-orders',
  serviceOrder: '/service-orders',
};
const titles = { purchaseOrder: 'purchaseOrders', serviceOrder: 'serviceOrders' } as const;
const filters: readonly RecordFilter[] = ['all', 'unreviewed', 'withFindings'];

/** A queue of orders with the open one beside it. */
export function OrdersScreen({ kind, id }: { kind: OrderKind; id: number | null }) {
  const { t } = useWords();
  const filter = useFilters((state) => state[kind]);
  const query = useMemo(() => ({ kind, filter }), [kind, filter]);
  const list = useRecordList(query);
  const base = bases[kind];
  const hrefOf = (row: { id: number }) => `${base}/${row.id}`;
  const [, go] = useLocation();
  useSteps(list.rows, id, hrefOf, base);
  const title = t(`frame.rail.${titles[kind]}`);
  // In the queue of what is not reviewed, reviewing one moves on to the next.
  const onReviewed = () => {
    const next = filter === 'unreviewed' ? neighbour(list.rows, id, 1) : null;
    if (next !== null) go(hrefOf(next), { replace: true });
  };
  return (
    <Panes
      open={id !== null}
      list={
        <OrderQueue title={title} list={list} query={query} selected={id} hrefOf={hrefOf}>
          <Choices
            label={t('orders.filter.label')}
            value={filter}
            options={filters.map((value) => ({ value, words: t(`orders.filter.${value}`) }))}
            onChange={(value) => useFilters.setState({ [kind]: value })}
          />
        </OrderQueue>
      }
      detail={
        id === null ? (
          <NothingOpen rows={list.rows.length} />
        ) : (
          <OrderDetail key={id} id={id} back={base} onReviewed={onReviewed} />
        )
      }
    />
  );
}
