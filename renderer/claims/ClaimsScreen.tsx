import { FolderOpen, SearchX } from 'lucide-react';
import { useDeferredValue } from 'react';
import { create } from 'zustand';
import { useI18n } from '../app/locale/i18n.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ListDetailLayout, ListHeader, NoSelection } from '../components/list/ListDetailLayout.tsx';
import { ListBody, ListSearch } from '../components/list/ListScreen.tsx';
import { useListNavigation } from '../components/list/useListNavigation.ts';
import { countOf } from '../components/list/useListQuery.ts';
import { ClaimRowLink } from './ClaimRowLink.tsx';
import { DossierDetail } from './DossierDetail.tsx';
import { dossierPath, openedDossier } from './paths.ts';
import { useClaimList } from './useClaimList.ts';

const base = '/claims';
const hrefOf = (row: { id: string }) => dossierPath('claimNumber', row.id);

/** What is searched for, kept while the window is open. */
export const useClaimSearch = create<{ text: string }>(() => ({ text: '' }));

/** The claims that records carry, with the dossier of one beside them. */
export function ClaimsScreen({ by, value }: { by: string | undefined; value: string | undefined }) {
  const { t } = useI18n();
  const text = useClaimSearch((state) => state.text);
  const search = useDeferredValue(text.trim());
  const list = useClaimList(search);
  const open = openedDossier(by, value);
  const selected = open?.by === 'claimNumber' ? open.value : null;
  useListNavigation(list.rows, selected, hrefOf, base);
  const title = t('claims.title');
  return (
    <ListDetailLayout
      open={open !== null}
      list={
        <>
          <ListHeader title={title} {...countOf(list)}>
            <ListSearch
              label={t('claims.search')}
              placeholder={t('claims.searchPlaceholder')}
              value={text}
              onChange={(wanted) => useClaimSearch.setState({ text: wanted })}
            />
          </ListHeader>
          <ListBody
            label={title}
            list={list}
            selected={selected}
            empty={
              <EmptyState
                icon={search === '' ? FolderOpen : SearchX}
                title={t(search === '' ? 'claims.empty.title' : 'claims.empty.searchTitle')}
                text={t(search === '' ? 'claims.empty.text' : 'claims.empty.searchText')}
              />
            }
            render={(row, isOpen) => <ClaimRowLink row={row} href={hrefOf(row)} selected={isOpen} />}
          />
        </>
      }
      detail={
        open === null ? (
          <NoSelection rows={list.rows.length} />
        ) : (
          <DossierDetail key={`${open.by} ${open.value}`} by={open.by} value={open.value} back={base} />
        )
      }
    />
  );
}
