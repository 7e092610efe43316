import { ScanSearch, SearchX } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ListDetailLayout, ListHeader, NoSelection } from '../components/list/ListDetailLayout.tsx';
import { ListBody, ListSearch } from '../components/list/ListScreen.tsx';
import { useListNavigation } from '../components/list/useListNavigation.ts';
import { countOf } from '../components/list/useListQuery.ts';
import { PolicyTabs } from '../policies/PolicyTabs.tsx';
import { lookupPath, lookupsPath } from '../policies/paths.ts';
import { LookupDetail } from './LookupDetail.tsx';
import { LookupRowLink } from './LookupRowLink.tsx';
import { useLookupList } from './useLookupList.ts';
import { useLookupView } from './useLookupView.ts';

const hrefOf = (row: { id: number }) => lookupPath(row.id);

/** What the marketplace asked of the policy book, with one lookup beside it. */
export function LookupsScreen({ id }: { id: number | null }) {
  const { t } = useI18n();
  const { text } = useLookupView();
  const wanted = useDeferredValue(text.trim());
  const list = useLookupList(wanted);
  useListNavigation(list.rows, id, hrefOf, lookupsPath);
  const title = t('policies.tabs.lookups');
  return (
    <ListDetailLayout
      open={id !== null}
      list={
        <>
          <PolicyTabs current="lookups" />
          <ListHeader title={title} {...countOf(list)}>
            <ListSearch
              label={t('policies.lookups.search')}
              placeholder={t('policies.lookups.searchPlaceholder')}
              value={text}
              onChange={(value) => useLookupView.setState({ text: value })}
            />
          </ListHeader>
          <ListBody
            label={title}
            list={list}
            selected={id}
            empty={
              <EmptyState
                icon={wanted === '' ? ScanSearch : SearchX}
                title={t(wanted === '' ? 'policies.lookups.emptyTitle' : 'policies.lookups.noneTitle')}
                text={t(wanted === '' ? 'policies.lookups.emptyText' : 'policies.lookups.noneText')}
              />
            }
            render={(row, isOpen) => <LookupRowLink row={row} href={hrefOf(row)} selected={isOpen} />}
          />
        </>
      }
      detail={id === null ? <NoSelection rows={list.rows.length} /> : <LookupDetail key={id} id={id} />}
    />
  );
}
