import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useMemo, useState } from 'react';
import type { RecordRow } from '#shared/contract/records.ts';
import { type RecordKind, recordKinds } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { ListDetailLayout, NoSelection } from '../components/list/ListDetailLayout.tsx';
import { useListNavigation } from '../components/list/useListNavigation.ts';
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
  const hrefOf = (row: RecordRow) => `${base}/${row.id}`;
  useListNavigation(list.rows, id, hrefOf, base);
  const label = t('search.label', { query: search });
  const kindLabels: Record<RecordKind, string> = {
    purchaseOrder: t('frame.rail.purchaseOrders'),
    serviceOrder: t('frame.rail.serviceOrders'),
    incidentReport: t('frame.rail.incidents'),
    financialDocument: t('frame.rail.documents'),
  };
  return (
    <ListDetailLayout
      open={id !== null}
      list={
        <RecordQueue title={label} list={list} query={query} selected={id} hrefOf={hrefOf} Row={AnyRow}>
          <Select<RecordKind | 'all'>
            size="small"
            value={kind}
            onChange={(event) => setKind(event.target.value)}
            inputProps={{ 'aria-label': t('search.kinds') }}
          >
            <MenuItem value="all">{t('search.allKinds')}</MenuItem>
            {recordKinds.map((one) => (
              <MenuItem key={one} value={one}>
                {kindLabels[one]}
              </MenuItem>
            ))}
          </Select>
          <Elsewhere search={search} />
        </RecordQueue>
      }
      detail={
        id === null ? (
          <NoSelection rows={list.rows.length} />
        ) : (
          <RecordDetail key={id} id={id} back={base} faceOf={faceOf} />
        )
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
