import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import { Inbox, SearchX } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { Link } from 'wouter';
import type { RecordRow } from '#shared/contract/records.ts';
import { useWords } from '../app/locale/i18n.ts';
import { EmptyState } from '../parts/EmptyState.tsx';
import { ErrorState } from '../parts/ErrorState.tsx';
import { ListSkeleton } from '../parts/Skeletons.tsx';
import { VirtualList } from '../parts/VirtualList.tsx';
import { OrderRow } from './OrderRow.tsx';
import type { RecordList, RecordQuery } from './useRecordList.ts';

type Props = {
  label: string;
  list: RecordList;
  query: RecordQuery;
  selected: number | null;
  hrefOf: (row: RecordRow) => string;
  scroller: RefObject<HTMLDivElement | null>;
};

const idOf = (row: RecordRow) => row.id;

/** The rows of a queue in every state a list can have. */
export function OrderList({ label, list, query, selected, hrefOf, scroller }: Props) {
  const theme = useTheme();
  const { pages, fresh, pull } = list;
  // While nobody reads (nothing open, list at its top) new rows come in by themselves.
  useEffect(() => {
    if (fresh > 0 && selected === null && (scroller.current?.scrollTop ?? 0) === 0) void pull();
  }, [fresh, selected, pull, scroller]);
  if (pages.isPending) return <ListSkeleton />;
  return (
    <>
      {pages.isError && <ErrorState query={pages} />}
      {list.rows.length === 0 && !pages.isError ? (
        <EmptyList query={query} />
      ) : (
        <VirtualList
          label={label}
          rows={list.rows}
          rowHeight={theme.perito.sizes.listRow}
          idOf={idOf}
          selected={selected}
          total={list.total}
          onNearEnd={list.nearEnd}
          scroller={scroller}
          render={(row) => <OrderRow row={row} href={hrefOf(row)} selected={row.id === selected} />}
        />
      )}
    </>
  );
}

function EmptyList({ query }: { query: RecordQuery }) {
  const { t } = useWords();
  if (query.search !== undefined)
    return (
      <EmptyState
        icon={SearchX}
        title={t('orders.empty.search.title')}
        text={t('orders.empty.search.text')}
      />
    );
  if (query.filter !== 'all')
    return (
      <EmptyState
        icon={Inbox}
        title={t(`orders.empty.${query.filter}.title`)}
        text={t(`orders.empty.${query.filter}.text`)}
      />
    );
  const kind = query.kind === 'serviceOrder' ? 'serviceOrder' : 'purchaseOrder';
  return (
    <EmptyState icon={Inbox} title={t(`orders.empty.${kind}.title`)} text={t(`orders.empty.${kind}.text`)}>
      <Button component={Link} href="/settings/receiver" sx={{ mt: 2 }}>
        {t('orders.empty.settings')}
      </Button>
    </EmptyState>
  );
}
