import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useMemo, useState } from 'react';
import { type RecordKind, recordKinds } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { RecordDetail } from '../records/RecordDetail.tsx';
import { RecordQueue } from '../records/RecordQueue.tsx';
import { useRecordList } from '../records/useRecordList.ts';
import { AnyRow, faceOf } from './any-kind.tsx';
import { Elsewhere } from './Elsewhere.tsx';

/** What the words of the search field match, over all records. */
export function SearchScreen({ query: text, id }: { query: string; id: number | null }) {
  const { t } = useI18n();
  const [kind, setKind] = useState<RecordKind | 'all'>('all');
  const search = useMemo(() => plain(text), [text]);
  const query = useMemo(
    () => ({ filter: 'all' as const, search, ...(kind === 'all' ? {} : { kind }) }),
    [search, kind],
  );
  const list = useRecordList(query);
  const base = `/search/${encodeURIComponent(search)}`;
  const hrefOf = (row: { id: number }) => `${base}/${row.id}`;
  const kindLabels: Record<RecordKind, string> = {
    purchaseOrder: t('frame.rail.purchaseOrders'),
    serviceOrder: t('frame.rail.serviceOrders'),
    incidentReport: t('frame.rail.incidents'),
    financialDocument: t('frame.rail.documents'),
  };
  return (
    <RecordQueue
      title={t('search.label', { query: search })}
      list={list}
      query={query}
      selected={id}
      path={base}
      hrefOf={hrefOf}
      Row={AnyRow}
      filters={
        <>
          <Select<RecordKind | 'all'>
            size="small"
            value={kind}
            onChange={(event) => setKind(event.target.value)}
            inputProps={{ 'aria-label': t('search.kinds') }}
          >
            <MenuItem value="all">{t('search.allKinds')}</MenuItem>
            {recordKinds.map((value) => (
              <MenuItem key={value} value={value}>
                {kindLabels[value]}
              </MenuItem>
            ))}
          </Select>
          <Elsewhere search={search} />
        </>
      }
      detail={id === null ? null : <RecordDetail key={id} id={id} back={base} faceOf={faceOf} />}
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
