import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import {
  Building2,
  FileText,
  FolderOpen,
  History,
  type LucideIcon,
  Search,
  ShieldCheck,
  SpellCheck,
  Tag,
} from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { MarkedText, Suggestion } from '#shared/contract/search.ts';
import { navItemsOf } from '../app/frame/nav-items.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { claimFilePath } from '../claims/paths.ts';
import { recordPath } from '../records/paths.ts';
import { kindsOnScreen } from '../records/record-kinds.ts';
import { useRecentSearches } from './recent-searches.ts';

export interface SearchOption {
  id: string;
  label: string;
  about: string;
  hit: MarkedText | null;
  /** In which field of it that was found; null where its text says so itself. */
  hitField: string | null;
  icon: LucideIcon;
  path: string;
  /** Where one goes on from there. */
  pane: 'list' | 'detail';
  /** What stands in the field then; null where nothing does. */
  text: string | null;
}

const settleMs = 100;
const most = 8;

/** What is offered below the field: suggestions for a text, or without one what was searched for last; null is closed. */
export function useSearchOptions(text: string | null): {
  options: readonly SearchOption[];
  isSettled: boolean;
  failed: boolean;
} {
  const { t } = useI18n();
  const recent = useRecentSearches();
  const suggested = useSuggestions(text ?? '', most);
  const options = useMemo(() => {
    if (text === null) return [];
    if (text === '') return recent.map((words) => toResults(words, History, words));
    return [...suggested.options, toResults(text, Search, t('search.all', { query: text }))];
  }, [text, recent, suggested.options, t]);
  const isAsked = text !== null && text !== '';
  return { options, isSettled: !isAsked || suggested.isSettled, failed: isAsked && suggested.failed };
}

const toResults = (words: string, icon: LucideIcon, label: string): SearchOption => ({
  id: `search-${words}`,
  ...{ label, icon, about: '', hit: null, hitField: null },
  path: `/search/${encodeURIComponent(words)}`,
  pane: 'list',
  text: words,
});

/** What a text may mean, the likeliest first, once nobody has typed for a moment; nothing of an empty one. */
export function useSuggestions(
  text: string,
  limit: number,
): { options: readonly SearchOption[]; isSettled: boolean; failed: boolean } {
  const api = useApi();
  const query = useSettled(text);
  const { data, isFetching, isError } = useQuery({
    ...api.search.suggest.queryOptions({ input: query === '' ? skipToken : { query, limit } }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const optionOf = useOption();
  const { t } = useI18n();
  const options = useMemo(() => {
    if (query === '' || data === undefined) return [];
    const { suggestions, didYouMean } = data;
    if (didYouMean === null) return suggestions.map(optionOf);
    return [toResults(didYouMean, SpellCheck, t('search.didYouMean', { query: didYouMean }))];
  }, [query, data, optionOf, t]);
  return { options, isSettled: query === text && !isFetching, failed: query !== '' && isError };
}

function useOption(): (suggestion: Suggestion) => SearchOption {
  const { t } = useI18n();
  return useMemo(() => {
    const plain = { about: '', hit: null, hitField: null, pane: 'detail', text: null } as const;
    return (one) => {
      switch (one.of) {
        case 'record': {
          const about = [one.about, one.partyName].filter((part) => part !== null).join(' · ');
          // What is marked in what stands there already is not said twice.
          const isSaid = one.hit === null || ['number', 'item', 'party', 'vehicle'].includes(one.hit.field);
          return {
            ...plain,
            id: `record-${one.id}`,
            label: one.number,
            about,
            hit: isSaid ? null : one.hit,
            hitField: isSaid || one.hit === null ? null : t(`search.field.${one.hit.field}`),
            icon: iconOf(one.kind),
            path: recordPath(one.kind, one.id),
          };
        }
        case 'claim':
          return {
            ...plain,
            id: `claim-${one.claimNumber}`,
            label: one.claimNumber,
            about: t('claims.by.claimNumber'),
            icon: FolderOpen,
            path: claimFilePath('claimNumber', one.claimNumber),
          };
        case 'policy':
          return {
            ...plain,
            id: `policy-${one.id}`,
            label: one.number,
            about: [one.ownerName, one.vehicle].filter((part) => part !== '').join(' · '),
            hit: one.vin,
            hitField: one.vin === null ? null : t('search.field.vin'),
            icon: ShieldCheck,
            path: `/policies/${one.id}`,
          };
        case 'party':
          return {
            ...plain,
            id: `party-${one.taxId}`,
            label: one.name,
            about: one.taxId,
            icon: Building2,
            path: `/search/${one.taxId}`,
            pane: 'list',
            text: one.taxId,
          };
        case 'item':
          return {
            ...plain,
            id: `item-${one.text}`,
            label: one.text,
            icon: Tag,
            path: `/search/${encodeURIComponent(one.text)}`,
            pane: 'list',
            text: one.text,
          };
      }
    };
  }, [t]);
}

/** As the rail has it. */
function iconOf(kind: keyof typeof kindsOnScreen): LucideIcon {
  const { label } = kindsOnScreen[kind];
  return navItemsOf(undefined).find((item) => item.label === label)?.icon ?? FileText;
}

/** A text once nobody has typed for a moment; none at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}
