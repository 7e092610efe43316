import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { ArrowUp, Search, X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useI18n } from '../../app/locale/i18n.ts';
import { Box } from '../Box.tsx';
import { ErrorState } from '../ErrorState.tsx';
import { ListSkeleton } from '../Skeletons.tsx';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import { ListDetailLayout, NoSelection } from './ListDetailLayout.tsx';
import { NeighbourProvider } from './Neighbours.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { type TableSetup, TableSkeleton, TableView } from './TableView.tsx';
import { useListNavigation } from './useListNavigation.ts';
import type { List } from './useListQuery.ts';
import type { Choosing } from './useSelection.ts';
import { VirtualList } from './VirtualList.tsx';

type Props<Row extends { id: number | string }> = {
  title: string;
  list: List<Row>;
  /** The path of the list with nothing open, where Escape leads. */
  path: string;
  hrefOf: (row: Row) => string;
  selected: Row['id'] | null;
  /** Shown above the list's header: the tabs of related screens. */
  tabs?: ReactNode;
  /** Replaces the header with the title and the count. */
  header?: ReactNode;
  /** Stands in the header in place of the title. */
  heading?: ReactNode;
  /** Shown at the end of the header's first line. */
  aside?: ReactNode;
  /** The list's search and filter fields. */
  filters?: ReactNode;
  renderRow: (row: Row, isSelected: boolean) => ReactNode;
  /** Pixels of a row that is higher than the others. */
  heightOf?: (row: Row) => number;
  /** Where rows can be chosen. */
  choosing?: Choosing<Row> | null;
  /** Shown when the list is empty. */
  empty: ReactNode;
  /** Null while nothing is open. */
  detail: ReactNode;
  /** Whether a narrow window shows the detail; as a rule when there is one. */
  isOpen?: boolean;
  /** Whether the keyboard goes through the rows: not while somebody writes in the detail. */
  hasRowKeys?: boolean;
  /** A changed key scrolls the list to its top. */
  listKey?: string;
  scroller?: RefObject<HTMLDivElement | null>;
  /** Shows the rows in a table; `loudOf` says of a row why it is marked, null where it is not. */
  table?: { setup: TableSetup<Row>; loudOf: (row: Row) => string | null } | null;
};

/** A list in every state that it can have, with its header, its keyboard, and the detail of the open row beside it. */
export function ListScreen<Row extends { id: number | string }>(props: Props<Row>) {
  const { title, list, selected, detail, hasRowKeys = true, choosing = null, table = null } = props;
  const { t, format } = useI18n();
  useListNavigation(
    hasRowKeys ? list.rows : [],
    selected,
    props.hrefOf,
    props.path,
    choosing?.selection ?? null,
  );
  const chosen = choosing?.selection.rows.size ?? 0;
  const header = props.header ?? (
    <ListHeader title={props.heading ?? title} count={list.count} aside={props.aside}>
      {props.filters}
    </ListHeader>
  );
  return (
    <ListDetailLayout
      open={props.isOpen ?? detail !== null}
      isTable={table !== null}
      list={
        <>
          {props.tabs}
          {choosing === null ? (
            header
          ) : (
            // Both in one place, so that no row moves when the first is chosen.
            <Box sx={{ display: 'grid', flex: 'none' }}>
              <Box sx={{ gridArea: '1 / 1', minWidth: 0, visibility: chosen > 0 ? 'hidden' : 'visible' }}>
                {header}
              </Box>
              {chosen > 0 && (
                <SelectionBar
                  title={title}
                  list={list}
                  selection={choosing.selection}
                  gender={choosing.gender}
                  about={choosing.about}
                >
                  {choosing.actions}
                </SelectionBar>
              )}
              <Box aria-live="polite">
                <VisuallyHidden>
                  {chosen > 0 &&
                    t(`common.selection.${choosing.gender}`, { count: chosen, rows: format.count(chosen) })}
                </VisuallyHidden>
              </Box>
            </Box>
          )}
          {list.query.isError && <ErrorState query={list.query} inset="list" />}
          <Rows {...props} />
          {list.looking != null && <Looking looking={list.looking} />}
        </>
      }
      detail={
        <NeighbourProvider list={list} selected={selected} hrefOf={props.hrefOf}>
          {detail ?? <NoSelection rows={list.rows.length} />}
        </NeighbourProvider>
      }
    />
  );
}

/** The rows, as a list or a table; a skeleton while they are fetched, and words where there are none. */
function Rows<Row extends { id: number | string }>(props: Props<Row>) {
  const { list, table = null, choosing = null } = props;
  const { isError, isPending } = list.query;
  if (isPending) return table === null ? <ListSkeleton /> : <TableSkeleton table={table.setup} />;
  // Of a list that failed nothing is known: no headings stand over nothing.
  if (list.rows.length === 0 && list.looking == null) return isError ? null : props.empty;
  const shared = {
    label: props.title,
    rows: list.rows,
    selected: props.selected,
    total: list.total,
    onNearEnd: list.onNearEnd,
    choosing,
    ...(props.scroller === undefined ? {} : { scroller: props.scroller }),
  };
  return table === null ? (
    <VirtualList key={props.listKey} {...shared} renderRow={props.renderRow} heightOf={props.heightOf} />
  ) : (
    <TableView
      key={props.listKey}
      {...shared}
      table={table.setup}
      loudOf={table.loudOf}
      hrefOf={props.hrefOf}
    />
  );
}

/** Says that what lies deeper is still looked through, and lets somebody stop that. */
function Looking({ looking }: { looking: NonNullable<List<unknown>['looking']> }) {
  const { t } = useI18n();
  return (
    <Box
      role="status"
      sx={{
        typography: 'caption',
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        px: 4,
        py: 1.5,
        borderTop: 1,
      }}
    >
      {t(looking.isStopped ? 'common.looking.stopped' : 'common.looking.now')}
      <Button
        size="small"
        variant="text"
        onClick={looking.isStopped ? looking.goOn : looking.stop}
        sx={{ ml: 'auto', minHeight: 24, py: 0 }}
      >
        {t(looking.isStopped ? 'common.looking.goOn' : 'common.progress.stop')}
      </Button>
    </Box>
  );
}

/** The header of a list: its title, row count, button for new rows, and filter. */
function ListHeader(props: {
  title: ReactNode;
  count: string | null;
  aside: ReactNode;
  children: ReactNode;
}) {
  return (
    <Box sx={{ px: 4, pt: 3, pb: 2.5, borderBottom: 1, flex: 'none' }}>
      <Box
        sx={{
          // A narrow list says of new rows how many: its title needs the room.
          containerType: 'inline-size',
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          mb: props.children === undefined ? 0 : 2,
          // As high as its buttons, which come with the rows.
          minHeight: 28,
        }}
      >
        <Box component="h1" sx={{ typography: 'h2', m: 0, minWidth: 0 }}>
          {props.title}
        </Box>
        {props.count !== null && (
          <Box component="span" sx={{ typography: 'caption' }}>
            {props.count}
          </Box>
        )}
        {props.aside}
      </Box>
      {props.children}
    </Box>
  );
}

/** A search field that narrows the list below it while it is typed. */
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

/** "3 nuevas": the button that adds rows that arrived since the list was read; null while there are none. */
export function NewItemsButton({
  label,
  short,
  onPull,
}: {
  label: string | null;
  /** Their number, which stands for the label where the list is narrow; the label is its name all the same. */
  short?: string;
  onPull: () => void;
}) {
  return (
    <Box role="status" sx={{ ml: 'auto', height: 24, flex: 'none' }}>
      {label !== null && (
        <Button
          size="small"
          variant="contained"
          startIcon={<ArrowUp size={14} />}
          onClick={onPull}
          aria-label={label}
          title={label}
          sx={{
            ...{ minHeight: 24, minWidth: 0, py: 0, px: 2, borderRadius: 3, whiteSpace: 'nowrap' },
            '& .short': { display: 'none' },
            ...(short !== undefined && {
              '@container (max-width: 420px)': {
                '& .MuiButton-startIcon': { mr: 0.5 },
                '& .long': { display: 'none' },
                '& .short': { display: 'inline' },
              },
            }),
          }}
        >
          <span className="long">{label}</span>
          {short !== undefined && <span className="short">{short}</span>}
        </Button>
      )}
    </Box>
  );
}
