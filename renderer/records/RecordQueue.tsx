import { type ReactNode, useRef } from 'react';
import type { RecordRow } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { ListHeader } from '../components/list/ListDetailLayout.tsx';
import { NewItemsButton } from '../components/list/ListScreen.tsx';
import { genderOf } from './gender.ts';
import { RecordList, type RowFace } from './RecordList.tsx';
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
