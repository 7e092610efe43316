import { useTheme } from '@mui/material/styles';
import { type ComponentType, type RefObject, useEffect } from 'react';
import type { RecordRow } from '#shared/contract/records.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { VirtualList } from '../components/list/VirtualList.tsx';
import { ListSkeleton } from '../components/Skeletons.tsx';
import { NoRecords } from './NoRecords.tsx';
import type { RecordQuery, RecordList as Records } from './useRecordList.ts';

/** How a record of a kind looks in a list. */
export type RowFace = ComponentType<{ row: RecordRow; href: string; selected: boolean }>;

type Props = {
  label: string;
  list: Records;
  query: RecordQuery;
  selected: number | null;
  hrefOf: (row: RecordRow) => string;
  Row: RowFace;
  scroller: RefObject<HTMLDivElement | null>;
};

const idOf = (row: RecordRow) => row.id;

/** The rows of a queue in every state a list can have. */
export function RecordList({ label, list, query, selected, hrefOf, Row, scroller }: Props) {
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
        <NoRecords query={query} />
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
          render={(row) => <Row row={row} href={hrefOf(row)} selected={row.id === selected} />}
        />
      )}
    </>
  );
}
