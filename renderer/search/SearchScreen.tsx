import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useMemo, useState } from 'react';
import { type RecordKind, recordKinds } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { textOfPath } from '../app/path-text.ts';
import { RecordDetail } from '../records/RecordDetail.tsx';
import { RecordQueue } from '../records/RecordQueue.tsx';
import { kindsOnScreen } from '../records/record-kinds.ts';
import { useRecordList } from '../records/useRecordList.ts';
import { Elsewhere } from './Elsewhere.tsx';

/** What the words of the search field match, over all records. */
export function SearchScreen({ query: text, id }: { query: string; id: number | null }) {
  const { t } = useI18n();
  const [kind, setKind] = useState<RecordKind | 'all'>('all');
  const search = useMemo(() => textOfPath(text), [text]);
  const query = useMemo(() => ({ filter: {}, search, ...(kind === 'all' ? {} : { kind }) }), [search, kind]);
  const list = useRecordList(query);
  const base = `/search/${encodeURIComponent(search)}`;
  const hrefOf = (row: { id: number }) => `${base}/${row.id}`;
  return (
    <RecordQueue
      title={t('search.label', { query: search })}
      list={list}
      query={query}
      selected={id}
      path={base}
      hrefOf={hrefOf}
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
                {t(`frame.rail.${kindsOnScreen[value].label}`)}
              </MenuItem>
            ))}
          </Select>
          <Elsewhere search={search} />
        </>
      }
      detail={id === null ? null : <RecordDetail key={id} id={id} back={base} />}
    />
  );
}
