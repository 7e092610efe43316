import { type ReactNode, useRef } from 'react';
import type { RecordRow } from '#shared/contract/records.ts';
import { useWords } from '../app/locale/i18n.ts';
import { FreshPill } from '../parts/FreshPill.tsx';
import { ListHead } from '../parts/Panes.tsx';
import { OrderList } from './OrderList.tsx';
import type { RecordList, RecordQuery } from './useRecordList.ts';

type Props = {
  title: string;
  list: RecordList;
  query: RecordQuery;
  selected: number | null;
  hrefOf: (row: RecordRow) => string;
  /** What narrows the list. */
  children: ReactNode;
};

/** A list of orders under its head, which says how many there are and how many have come since. */
export function OrderQueue({ title, list, query, selected, hrefOf, children }: Props) {
  const { t, format } = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  const count = list.capped ? t('common.rowsMany', { count: list.total }) : format.count(list.total);
  const pull = () => {
    scroller.current?.scrollTo({ top: 0 });
    void list.pull();
  };
  return (
    <>
      <ListHead
        title={title}
        {...(list.pages.isSuccess ? { count } : {})}
        aside={<FreshPill count={list.fresh} more={list.more} onPull={pull} />}
      >
        {children}
      </ListHead>
      <OrderList
        label={title}
        list={list}
        query={query}
        selected={selected}
        hrefOf={hrefOf}
        scroller={scroller}
      />
    </>
  );
}
