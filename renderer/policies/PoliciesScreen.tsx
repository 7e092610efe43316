import { useDeferredValue } from 'react';
import { create } from 'zustand';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { ListDetailLayout, NoSelection } from '../components/list/ListDetailLayout.tsx';
import { useListNavigation } from '../components/list/useListNavigation.ts';
import { AddPolicy } from './AddPolicy.tsx';
import { useDraft } from './drafts.ts';
import { PolicyBookList } from './PolicyBookList.tsx';
import { PolicyDetail } from './PolicyDetail.tsx';
import { bookPath, policyPath } from './paths.ts';
import { type PolicyFilter, usePolicyList } from './usePolicyList.ts';

/** What the book is narrowed to, kept while the window is open. */
export const usePolicyView = create<{ text: string; filter: PolicyFilter }>(() => ({
  text: '',
  filter: 'all',
}));

const hrefOf = (row: { id: number }) => policyPath(row.id);

/** The policy book, with the open vehicle, or the one being added, beside it. */
export function PoliciesScreen({ id }: { id: number | 'new' | null }) {
  const { text, filter } = usePolicyView();
  const search = useDeferredValue(text.trim());
  const list = usePolicyList(search, filter);
  const today = dominicanDay(useMinuteClock());
  const editing = useDraft(id ?? 'new') !== undefined && id !== null;
  // Whoever is writing is not stepped away from it.
  useListNavigation(editing ? [] : list.rows, typeof id === 'number' ? id : null, hrefOf, bookPath);
  return (
    <ListDetailLayout
      open={id !== null}
      list={
        <PolicyBookList
          list={list}
          text={text}
          filter={filter}
          isWhole={search === '' && filter === 'all'}
          selected={typeof id === 'number' ? id : null}
          today={today}
          onText={(wanted) => usePolicyView.setState({ text: wanted })}
          onFilter={(wanted) => usePolicyView.setState({ filter: wanted })}
        />
      }
      detail={
        id === null ? (
          <NoSelection rows={list.rows.length} />
        ) : id === 'new' ? (
          <AddPolicy />
        ) : (
          <PolicyDetail key={id} id={id} today={today} />
        )
      }
    />
  );
}
