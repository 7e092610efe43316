import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import { Inbox, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { ExportSource } from '#shared/contract/exports.ts';
import type { RecordRow } from '#shared/contract/records.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { Acts } from '../app/read-only.tsx';
import { ArchiveButton } from '../archives/ArchiveButton.tsx';
import { archiveName, useArchivingChosen } from '../archives/archiving.ts';
import { Box } from '../components/Box.tsx';
import { EmptyArrivals, EmptyState } from '../components/EmptyState.tsx';
import { ListScreen, NewItemsButton } from '../components/list/ListScreen.tsx';
import type { TableSetup } from '../components/list/TableView.tsx';
import { useSelection } from '../components/list/useSelection.ts';
import { ExportButton } from '../exports/ExportButton.tsx';
import { BulkActs } from './BulkActs.tsx';
import { totalsOf } from './chosen-totals.ts';
import { conditionsOf, type QueueFilter } from './queue-filter.ts';
import { useKeptTop } from './queue-place.ts';
import { kindsOnScreen } from './record-kinds.ts';
import { filterOf, type RecordList, type RecordQuery } from './useRecordList.ts';

type Props = {
  title: string;
  list: RecordList;
  query: RecordQuery;
  selected: number | null;
  path: string;
  hrefOf: (row: { id: number }) => string;
  filters: ReactNode;
  detail: ReactNode;
  /** The list in words, with its filter; its title where nothing is filtered. */
  sentence?: string;
  /** Stands in the header in place of the title. */
  heading?: ReactNode;
  /** Beside what a list offers of its own. */
  tools?: ReactNode;
  /** Shows the rows in a table. */
  table?: TableSetup<RecordRow> | null;
  /** Under which the browser keeps where the list was left. */
  place?: string | null;
};

/** A list of records, whose header counts new ones, with the open record beside it. */
export function RecordQueue({
  list,
  query,
  selected,
  hrefOf,
  tools,
  table = null,
  place = null,
  ...props
}: Props) {
  const { t, format } = useI18n();
  const scroller = useRef<HTMLDivElement>(null);
  const { fresh, pull } = list;
  const { listRow } = useTheme().perito.sizes;
  useKeptTop(place, list, scroller, table?.rowHeight ?? listRow);
  const selection = useSelection(list, JSON.stringify(query));
  const isChoosing = selection !== null && selection.rows.size > 0;
  // While nobody reads or chooses (nothing open, list at its top) new rows come in by themselves.
  useEffect(() => {
    if (fresh > 0 && selected === null && !isChoosing && (scroller.current?.scrollTop ?? 0) === 0)
      void pull();
  }, [fresh, selected, isChoosing, pull]);
  const gender = query.kind === undefined ? 'masculine' : kindsOnScreen[query.kind].gender;
  const label = t(`records.of.${gender}.${list.more ? 'freshMany' : 'fresh'}`, { count: fresh });
  const { title, sentence = title } = props;
  const wanted = useMemo(
    () => ({
      words: sentence,
      choice: choiceOf(query),
      name: archiveName(title, dominicanDay(Date.now())),
    }),
    [sentence, query, title],
  );
  const source = useMemo(() => ({ of: 'records' as const, filter: exportedOf(query) }), [query]);
  const archivingOf = useArchivingChosen();
  const pullFromTop = () => {
    scroller.current?.scrollTo({ top: 0 });
    void pull();
  };
  return (
    <ListScreen
      {...props}
      list={list}
      selected={selected}
      hrefOf={hrefOf}
      scroller={scroller}
      aside={
        <>
          {list.rows.length > 0 && <ArchiveButton isIcon wanted={wanted} />}
          {list.rows.length > 0 && <ExportButton source={source} />}
          {tools}
          <NewItemsButton
            label={fresh > 0 ? label : null}
            short={`${format.count(fresh)}${list.more ? '+' : ''}`}
            onPull={pullFromTop}
          />
        </>
      }
      renderRow={(row, isOpen) => {
        const { Row } = kindsOnScreen[row.kind].view;
        return <Row row={row} href={hrefOf(row)} selected={isOpen} />;
      }}
      table={
        table && {
          setup: table,
          loudOf: ({ reviewedAt }) => (reviewedAt === null ? t('records.row.unreviewed') : null),
        }
      }
      choosing={
        selection && {
          selection,
          gender,
          nameOf: ({ number }) => number,
          about: <ChosenTotals rows={selection.rows.values()} />,
          actions: (
            <>
              <BulkActs rows={[...selection.rows.values()]} gender={gender} onDone={selection.clear} />
              <ExportButton ofChosen source={chosenOf(query, [...selection.rows.keys()])} />
              <ArchiveButton
                isIcon
                wanted={archivingOf({
                  ...{ title: props.title, gender },
                  names: [...selection.rows.values()].map(({ number }) => number),
                  choice: { ids: [...selection.rows.keys()] },
                })}
              />
            </>
          ),
        }
      }
      empty={
        <EmptyArrivals waitsForExamination={query.filter.withFindings === true}>
          <NoRecords query={query} />
        </EmptyArrivals>
      }
    />
  );
}

/** What the chosen rows come to, each currency and the credit notes by themselves. */
export function ChosenTotals({ rows }: { rows: Iterable<RecordRow> }) {
  const { t, format } = useI18n();
  const totals = totalsOf(rows);
  if (totals.length === 0) return null;
  return (
    <Box component="span" sx={{ typography: 'body2', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
      {totals
        .map(({ currency, isCredit, total }) =>
          isCredit
            ? t('queue.chosen.credit', { total: format.money(total, currency) })
            : format.money(total, currency),
        )
        .join(' · ')}
    </Box>
  );
}

/** What a list shows, in its order. */
const exportedOf = (query: RecordQuery) => ({
  ...filterOf(query),
  ...(query.order === undefined ? {} : { order: query.order }),
});

/** Some rows of a list in its order, whatever its filter would say of them by now. */
const chosenOf = ({ kind, order }: RecordQuery, ids: number[]): ExportSource => ({
  of: 'records',
  filter: { ...(kind === undefined ? {} : { kind }), ...(order === undefined ? {} : { order }), ids },
});

/** The records that a list has, all of them. */
const choiceOf = (query: RecordQuery) => {
  const { kind, ...filter } = filterOf(query);
  return { ...(kind === undefined ? {} : { kinds: [kind] }), ...filter };
};

const hasOwnWords = ({ reviewed, withFindings }: QueueFilter) => reviewed === false || withFindings === true;

/** The text of an empty list. */
function NoRecords({ query }: { query: RecordQuery }) {
  const { t } = useI18n();
  if (query.search !== undefined)
    return (
      <EmptyState
        icon={SearchX}
        title={t('records.empty.search.title')}
        text={t('records.empty.search.text')}
      />
    );
  const { kind = 'purchaseOrder', filter } = query;
  const gender = kindsOnScreen[kind].gender;
  const conditions = conditionsOf(filter);
  if (conditions.length > 1 || (conditions.length === 1 && !hasOwnWords(filter)))
    return <EmptyState icon={SearchX} title={t('queue.empty.title')} text={t('queue.empty.text')} />;
  if (filter.reviewed === false)
    return (
      <EmptyState
        icon={Inbox}
        title={t('records.empty.unreviewed.title')}
        text={t('records.empty.unreviewed.text')}
      />
    );
  if (filter.withFindings === true)
    return (
      <EmptyState
        icon={Inbox}
        title={t(`records.of.${gender}.noneWithFindings`)}
        text={t(`records.of.${gender}.oddOnes`)}
      />
    );
  return (
    <EmptyState icon={Inbox} title={t(`records.empty.${kind}.title`)} text={t(`records.empty.${kind}.text`)}>
      <Acts of="administrator">
        <Button component={Link} href="/settings/connection" sx={{ mt: 2 }}>
          {t('records.empty.settings')}
        </Button>
      </Acts>
    </EmptyState>
  );
}
