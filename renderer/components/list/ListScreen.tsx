import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTheme } from '@mui/material/styles';
import { ArrowUp, Search, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useI18n } from '../../app/locale/i18n.ts';
import { ErrorState } from '../ErrorState.tsx';
import { ListSkeleton } from '../Skeletons.tsx';
import type { Listed } from './useListQuery.ts';
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

/** Narrows the list below it while it is typed. */
export function ListSearch(props: {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const { t } = useI18n();
  return (
    <OutlinedInput
      fullWidth
      type="search"
      value={props.value}
      placeholder={props.placeholder}
      onChange={(event) => props.onChange(event.target.value)}
      inputProps={{ 'aria-label': props.label, maxLength: 200 }}
      startAdornment={<Search size={14} aria-hidden />}
      endAdornment={
        props.value !== '' && (
          <IconButton size="small" aria-label={t('frame.search.clear')} onClick={() => props.onChange('')}>
            <X size={14} />
          </IconButton>
        )
      }
    />
  );
}

/** "3 nuevas": what arrived since, pulled in when the reader wants it; null while nothing did. In the list's head, over no row. */
export function NewItemsButton({ label, onPull }: { label: string | null; onPull: () => void }) {
  return (
    <Box role="status" sx={{ ml: 'auto', height: 24 }}>
      {label !== null && (
        <Button
          size="small"
          variant="contained"
          startIcon={<ArrowUp size={14} />}
          onClick={onPull}
          sx={{ minHeight: 24, py: 0, borderRadius: 3 }}
        >
          {label}
        </Button>
      )}
    </Box>
  );
}
