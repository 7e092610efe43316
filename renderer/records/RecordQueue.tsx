import Button from '@mui/material/Button';
import { Inbox, SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Acts } from '../app/read-only.tsx';
import { ArchiveButton } from '../archives/ArchiveButton.tsx';
import { archiveName, useArchivingChosen } from '../archives/archiving.ts';
import { EmptyArrivals, EmptyState } from '../components/EmptyState.tsx';
import { ListScreen, NewItemsButton } from '../components/list/ListScreen.tsx';
import { useSelection } from '../components/list/useSelection.ts';
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
};

/** A list of records, whose header counts new ones, with the open record beside it. */
export function RecordQueue({ list, query, selected, hrefOf, ...props }: Props) {
  const { t } = useI18n();
  const scroller = useRef<HTMLDivElement>(null);
  const { fresh, pull } = list;
  const selection = useSelection(list, JSON.stringify(query));
  const isChoosing = selection !== null && selection.rows.size > 0;
  // While nobody reads or chooses (nothing open, list at its top) new rows come in by themselves.
  useEffect(() => {
    if (fresh > 0 && selected === null && !isChoosing && (scroller.current?.scrollTop ?? 0) === 0)
      void pull();
  }, [fresh, selected, isChoosing, pull]);
  const gender = query.kind === undefined ? 'masculine' : kindsOnScreen[query.kind].gender;
  const label = t(`records.of.${gender}.${list.more ? 'freshMany' : 'fresh'}`, { count: fresh });
  const title = [props.title, query.filter === 'all' ? null : t(`records.filter.${query.filter}`)]
    .filter((part) => part !== null)
    .join(' · ');
  const wanted = {
    words: title,
    choice: choiceOf(query),
    name: archiveName(props.title, dominicanDay(Date.now())),
  };
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
          <NewItemsButton label={fresh > 0 ? label : null} onPull={pullFromTop} />
        </>
      }
      renderRow={(row, isOpen) => {
        const { Row } = kindsOnScreen[row.kind].view;
        return <Row row={row} href={hrefOf(row)} selected={isOpen} />;
      }}
      choosing={
        selection && {
          selection,
          gender,
          nameOf: ({ number }) => number,
          actions: (
            <ArchiveButton
              wanted={archivingOf({
                ...{ title: props.title, gender },
                names: [...selection.rows.values()].map(({ number }) => number),
                choice: { ids: [...selection.rows.keys()] },
              })}
            />
          ),
        }
      }
      empty={
        <EmptyArrivals waitsForExamination={query.filter === 'withFindings'}>
          <NoRecords query={query} />
        </EmptyArrivals>
      }
    />
  );
}

/** The records that a list has, all of them. */
const choiceOf = ({ kind, ...query }: RecordQuery) => {
  const { search, reviewed, withFindings } = filterOf(query);
  return {
    ...(kind === undefined ? {} : { kinds: [kind] }),
    ...(search === undefined ? {} : { search }),
    ...(reviewed === undefined ? {} : { reviewed }),
    ...(withFindings === undefined ? {} : { withFindings }),
  };
};

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
      <Acts>
        <Button component={Link} href="/settings/connection" sx={{ mt: 2 }}>
          {t('records.empty.settings')}
        </Button>
      </Acts>
    </EmptyState>
  );
}
