import { useTheme } from '@mui/material/styles';
import { ScanSearch, SearchX } from 'lucide-react';
import { useDeferredValue, useRef } from 'react';
import { useWords } from '../app/locale/i18n.ts';
import { EmptyState } from '../parts/EmptyState.tsx';
import { ErrorState } from '../parts/ErrorState.tsx';
import { ListSearch } from '../parts/ListSearch.tsx';
import { NothingOpen } from '../parts/NothingOpen.tsx';
import { ListHead, Panes } from '../parts/Panes.tsx';
import { ListSkeleton } from '../parts/Skeletons.tsx';
import { useSteps } from '../parts/useSteps.ts';
import { VirtualList } from '../parts/VirtualList.tsx';
import { PolicyTabs } from '../policies/PolicyTabs.tsx';
import { lookupPath, lookupsPath } from '../policies/paths.ts';
import { LookupDetail } from './LookupDetail.tsx';
import { LookupRowLink } from './LookupRowLink.tsx';
import { useLookupList } from './useLookupList.ts';
import { useLookupView } from './useLookupView.ts';

const hrefOf = (row: { id: number }) => lookupPath(row.id);
const idOf = (row: { id: number }) => row.id;

/** What the marketplace asked of the policy book, with one lookup beside it. */
export function LookupsScreen({ id }: { id: number | null }) {
  const { t, format } = useWords();
  const theme = useTheme();
  const { text } = useLookupView();
  const wanted = useDeferredValue(text.trim());
  const list = useLookupList(wanted);
  const scroller = useRef<HTMLDivElement>(null);
  useSteps(list.rows, id, hrefOf, lookupsPath);
  const title = t('policies.tabs.lookups');
  const count = list.capped ? t('common.rowsMany', { count: list.total }) : format.count(list.total);
  return (
    <Panes
      open={id !== null}
      list={
        <>
          <PolicyTabs current="lookups" />
          <ListHead title={title} {...(list.query.isSuccess ? { count } : {})}>
            <ListSearch
              label={t('policies.lookups.search')}
              placeholder={t('policies.lookups.searchPlaceholder')}
              value={text}
              onChange={(value) => useLookupView.setState({ text: value })}
            />
          </ListHead>
          {list.query.isError && <ErrorState query={list.query} />}
          {list.query.isPending ? (
            <ListSkeleton />
          ) : list.rows.length === 0 && !list.query.isError ? (
            <EmptyState
              icon={wanted === '' ? ScanSearch : SearchX}
              title={t(wanted === '' ? 'policies.lookups.emptyTitle' : 'policies.lookups.noneTitle')}
              text={t(wanted === '' ? 'policies.lookups.emptyText' : 'policies.lookups.noneText')}
            />
          ) : (
            <VirtualList
              label={title}
              rows={list.rows}
              rowHeight={theme.perito.sizes.listRow}
              idOf={idOf}
              selected={id}
              total={list.total}
              onNearEnd={list.nearEnd}
              scroller={scroller}
              render={(row) => <LookupRowLink row={row} href={hrefOf(row)} selected={row.id === id} />}
            />
          )}
        </>
      }
      detail={id === null ? <NothingOpen rows={list.rows.length} /> : <LookupDetail key={id} id={id} />}
    />
  );
}
