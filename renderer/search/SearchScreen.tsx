import { useMemo, useState } from 'react';
import type { RecordRow } from '#shared/contract/records.ts';
import type { OrderKind } from '#shared/terms.ts';
import { useWords } from '../app/locale/i18n.ts';
import { OrderDetail } from '../orders/OrderDetail.tsx';
import { OrderQueue } from '../orders/OrderQueue.tsx';
import { useRecordList } from '../orders/useRecordList.ts';
import { Choices } from '../parts/Choices.tsx';
import { NothingOpen } from '../parts/NothingOpen.tsx';
import { Panes } from '../parts/Panes.tsx';
import { useSteps } from '../parts/useSteps.ts';

/** What the words of the search field match, over all records. */
export function SearchScreen({ query: text, id }: { query: string; id: number | null }) {
  const { t } = useWords();
  const [kind, setKind] = useState<OrderKind | 'all'>('all');
  const search = useMemo(() => plain(text), [text]);
  const query = useMemo(
    () => ({ filter: 'all' as const, search, ...(kind === 'all' ? {} : { kind }) }),
    [search, kind],
  );
  const list = useRecordList(query);
  const base = `/search/${encodeURIComponent(search)}`;
  const hrefOf = (row: RecordRow) => `${base}/${row.id}`;
  useSteps(list.rows, id, hrefOf, base);
  const label = t('search.label', { query: search });
  return (
    <Panes
      open={id !== null}
      list={
        <OrderQueue title={label} list={list} query={query} selected={id} hrefOf={hrefOf}>
          <Choices
            label={t('search.kinds')}
            value={kind}
            options={[
              { value: 'all', words: t('common.all') },
              { value: 'purchaseOrder', words: t('frame.rail.purchaseOrders') },
              { value: 'serviceOrder', words: t('frame.rail.serviceOrders') },
            ]}
            onChange={setKind}
          />
        </OrderQueue>
      }
      detail={
        id === null ? <NothingOpen rows={list.rows.length} /> : <OrderDetail key={id} id={id} back={base} />
      }
    />
  );
}

const plain = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
