import { useTheme } from '@mui/material/styles';
import { type ReactNode, useRef } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { ListSkeleton } from './Skeletons.tsx';
import type { Listed } from './useListed.ts';
import { VirtualList } from './VirtualList.tsx';

type Props<Row> = {
  label: string;
  list: Listed<Row>;
  selected: Row extends { id: infer Id } ? Id | null : never;
  /** What stands where no row is. */
  empty: ReactNode;
  render: (row: Row, selected: boolean) => ReactNode;
};

/** Below a list's head: its rows, in every state that a list can have. */
export function ListBody<Row extends { id: number | string }>(props: Props<Row>) {
  const { list, selected } = props;
  const theme = useTheme();
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <>
      {list.query.isError && <ErrorState query={list.query} />}
      {list.query.isPending ? (
        <ListSkeleton />
      ) : list.rows.length === 0 && !list.query.isError ? (
        props.empty
      ) : (
        <VirtualList
          label={props.label}
          rows={list.rows}
          rowHeight={theme.perito.sizes.listRow}
          idOf={(row) => row.id}
          selected={selected}
          total={list.total}
          onNearEnd={list.onNearEnd}
          scroller={scroller}
          render={(row) => props.render(row, row.id === selected)}
        />
      )}
    </>
  );
}
