import { useTheme } from '@mui/material/styles';
import { FolderOpen, SearchX } from 'lucide-react';
import { useDeferredValue, useRef } from 'react';
import { create } from 'zustand';
import { useWords } from '../app/locale/i18n.ts';
import { EmptyState } from '../parts/EmptyState.tsx';
import { ErrorState } from '../parts/ErrorState.tsx';
import { ListSearch } from '../parts/ListSearch.tsx';
import { NothingOpen } from '../parts/NothingOpen.tsx';
import { ListHead, Panes } from '../parts/Panes.tsx';
import { ListSkeleton } from '../parts/Skeletons.tsx';
import { useSteps } from '../parts/useSteps.ts';
import { VirtualList } from '../parts/VirtualList.tsx';
import { ClaimRowLink } from './ClaimRowLink.tsx';
import { DossierDetail } from './DossierDetail.tsx';
import { dossierPath, openedDossier } from './paths.ts';
import { type ListedClaim, useClaimList } from './useClaimList.ts';

const base = '/claims';
const hrefOf = (row: { id: string }) => dossierPath('claimNumber', row.id);
const idOf = (row: ListedClaim) => row.id;

/** What is searched for, kept while the window is open. */
export const useClaimSearch = create<{ text: string }>(() => ({ text: '' }));

/** The claims that records carry, with the dossier of one beside them. */
export function ClaimsScreen({ by, value }: { by: string | undefined; value: string | undefined }) {
  const { t, format } = useWords();
  const theme = useTheme();
  const text = useClaimSearch((state) => state.text);
  const search = useDeferredValue(text.trim());
  const list = useClaimList(search);
  const scroller = useRef<HTMLDivElement>(null);
  const open = openedDossier(by, value);
  const selected = open?.by === 'claimNumber' ? open.value : null;
  useSteps(list.rows, selected, hrefOf, base);
  const title = t('claims.title');
  const count = list.capped ? t('common.rowsMany', { count: list.total }) : format.count(list.total);
  return (
    <Panes
      open={open !== null}
      list={
        <>
          <ListHead title={title} {...(list.query.isSuccess ? { count } : {})}>
            <ListSearch
              label={t('claims.search')}
              placeholder={t('claims.searchPlaceholder')}
              value={text}
              onChange={(wanted) => useClaimSearch.setState({ text: wanted })}
            />
          </ListHead>
          {list.query.isError && <ErrorState query={list.query} />}
          {list.query.isPending ? (
            <ListSkeleton />
          ) : list.rows.length === 0 && !list.query.isError ? (
            <EmptyState
              icon={search === '' ? FolderOpen : SearchX}
              title={t(search === '' ? 'claims.empty.title' : 'claims.empty.searchTitle')}
              text={t(search === '' ? 'claims.empty.text' : 'claims.empty.searchText')}
            />
          ) : (
            <VirtualList
              label={title}
              rows={list.rows}
              rowHeight={theme.perito.sizes.listRow}
              idOf={idOf}
              selected={selected}
              total={list.total}
              onNearEnd={list.nearEnd}
              scroller={scroller}
              render={(row) => <ClaimRowLink row={row} href={hrefOf(row)} selected={row.id === selected} />}
            />
          )}
        </>
      }
      detail={
        open === null ? (
          <NothingOpen rows={list.rows.length} />
        ) : (
          <DossierDetail key={`${open.by} ${open.value}`} by={open.by} value={open.value} back={base} />
        )
      }
    />
  );
}
