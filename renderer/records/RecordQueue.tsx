import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import { Inbox, SearchX } from 'lucide-react';
import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { RecordRow } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { ListHeader } from '../components/list/ListDetailLayout.tsx';
import { NewItemsButton } from '../components/list/ListScreen.tsx';
import { VirtualList } from '../components/list/VirtualList.tsx';
import { ListSkeleton } from '../components/Skeletons.tsx';
import { genderOf } from './gender.ts';
import type { RecordQuery, RecordList as Records } from './useRecordList.ts';

type Props = {
  title: string;
  list: Records;
  query: RecordQuery;
  selected: number | null;
  hrefOf: (row: RecordRow) => string;
  Row: RowFace;
  /** What narrows the list. */
  children: ReactNode;
};

/** A list of records under its head, which says how many there are and how many have come since. */
export function RecordQueue({ title, list, query, selected, hrefOf, Row, children }: Props) {
  const { t, format } = useI18n();
  const scroller = useRef<HTMLDivElement>(null);
  const count = list.capped ? t('common.rowsMany', { count: list.total }) : format.count(list.total);
  const gender = query.kind === undefined ? 'masculine' : genderOf[query.kind];
  const fresh = t(`records.of.${gender}.${list.more ? 'freshMany' : 'fresh'}`, { count: list.fresh });
  const pull = () => {
    scroller.current?.scrollTo({ top: 0 });
    void list.pull();
  };
  return (
    <>
      <ListHeader
        title={title}
        {...(list.pages.isSuccess ? { count } : {})}
        aside={<NewItemsButton label={list.fresh > 0 ? fresh : null} onPull={pull} />}
      >
        {children}
      </ListHeader>
      <RecordList
        label={title}
        list={list}
        query={query}
        selected={selected}
        hrefOf={hrefOf}
        Row={Row}
        scroller={scroller}
      />
    </>
  );
}

/** How a record of a kind looks in a list. */
export type RowFace = ComponentType<{ row: RecordRow; href: string; selected: boolean }>;

type RecordListProps = {
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
function RecordList({ label, list, query, selected, hrefOf, Row, scroller }: RecordListProps) {
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

/** Why a list is empty, and what would come here. */
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
  const gender = genderOf[kind];
  if (filter === 'unreviewed')
    return (
      <EmptyState
        icon={Inbox}
        title={t('records.empty.unreviewed.title')}
        text={t('records.empty.unreviewed.text')}
      />
    );
  if (filter === 'withFindings')
    return (
      <EmptyState
        icon={Inbox}
        title={t(`records.of.${gender}.noneWithFindings`)}
        text={t(`records.of.${gender}.oddOnes`)}
      />
    );
  return (
    <EmptyState icon={Inbox} title={t(`records.empty.${kind}.title`)} text={t(`records.empty.${kind}.text`)}>
      <Button component={Link} href="/settings/receiver" sx={{ mt: 2 }}>
        {t('records.empty.settings')}
      </Button>
    </EmptyState>
  );
}
