import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { findAll, firstFrom, type Match, wanted } from './find-text.ts';
import type { Pdf } from './pdf.ts';
import { type PaperText, usePaperText } from './usePaperText.ts';

export type PaperSearch = {
  open: boolean;
  query: string;
  needle: string | null;
  matches: readonly Match[];
  /** Which of the matches is looked at. */
  index: number | null;
  /** Where to look, and how often somewhere was looked, so that the same place can be gone to again. */
  looked: { match: Match; visit: number } | null;
  text: PaperText;
  setOpen: (open: boolean) => void;
  setQuery: (query: string, page: number) => void;
  step: (by: 1 | -1) => void;
};

/** Search over the whole text of a paper, from the page that is read. */
export function usePaperSearch(pdf: Pdf): PaperSearch {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [from, setFrom] = useState(0);
  const [chosen, setChosen] = useState<number | null>(null);
  const [visit, setVisit] = useState(0);
  const text = usePaperText(pdf, open);
  const needle = useDeferredValue(open ? wanted(query) : null);
  const matches = useMemo(() => (needle === null ? [] : findAll(text.pages, needle)), [needle, text.pages]);
  const index = useMemo(() => {
    if (chosen !== null && chosen < matches.length) return chosen;
    const ahead = matches.some(({ page }) => page >= from);
    // While pages are still read, one further on may come.
    if (matches.length === 0 || !(ahead || text.done)) return null;
    return firstFrom(matches, from);
  }, [chosen, matches, from, text.done]);
  const match = index === null ? undefined : matches[index];
  const looked = useMemo(() => (match === undefined ? null : { match, visit }), [match, visit]);
  return {
    open,
    query,
    needle,
    matches,
    index,
    looked,
    text,
    setOpen,
    setQuery: useCallback((next: string, page: number) => {
      setQuery(next);
      setFrom(page);
      setChosen(null);
      setVisit((count) => count + 1);
    }, []),
    step: (by) => {
      if (matches.length === 0) return;
      setChosen(((index ?? (by > 0 ? -1 : 0)) + by + matches.length) % matches.length);
      setVisit((count) => count + 1);
    },
  };
}
