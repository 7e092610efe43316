import InputAdornment from '@mui/material/InputAdornment';
import LinearProgress from '@mui/material/LinearProgress';
import OutlinedInput from '@mui/material/OutlinedInput';
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { type RefObject, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { ToolButton } from '../components/ToolButton.tsx';
import { Typography } from '../components/Typography.tsx';
import { findAll, firstFrom, foldText, type Match, maxMatches, searchNeedle } from './find-text.ts';
import type { Pdf } from './open-pdf.ts';
import { maxPages } from './usePageView.ts';

type Props = {
  search: DocumentSearch;
  page: number;
  field: RefObject<HTMLInputElement | null>;
  onClose: () => void;
};

/** The search bar of a document: the text, the current match and how many there are, and which pages have no text. */
export function SearchBar({ search, page, field, onClose }: Props) {
  const { t } = useI18n();
  const { text } = search;
  const status = useSearchText(search);
  return (
    <Box
      role="search"
      aria-label={t('documentViewer.search.open')}
      sx={{
        position: 'absolute',
        top: 8,
        right: 24,
        zIndex: 2,
        width: 420,
        maxWidth: 'calc(100% - 48px)',
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'lineStrong',
        borderRadius: 1,
        overflow: 'hidden',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 2 }}>
        <OutlinedInput
          inputRef={field}
          autoFocus
          fullWidth
          value={search.query}
          placeholder={t('documentViewer.search.placeholder')}
          onChange={(event) => search.setQuery(event.target.value, page)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') search.step(event.shiftKey ? -1 : 1);
            if (event.key === 'Escape') {
              event.stopPropagation();
              onClose();
            }
          }}
          startAdornment={
            <InputAdornment position="start">
              <Search size={15} aria-hidden />
            </InputAdornment>
          }
          inputProps={{ 'aria-label': t('documentViewer.search.open'), maxLength: 200 }}
        />
        <ToolButton
          icon={ChevronUp}
          label={t('documentViewer.search.previous')}
          hotkey="Shift+Enter"
          disabled={search.matches.length === 0}
          onClick={() => search.step(-1)}
        />
        <ToolButton
          icon={ChevronDown}
          label={t('documentViewer.search.next')}
          hotkey="Enter"
          disabled={search.matches.length === 0}
          onClick={() => search.step(1)}
        />
        <ToolButton icon={X} label={t('documentViewer.search.close')} hotkey="Esc" onClick={onClose} />
      </Box>
      <Typography
        variant="caption"
        component="p"
        role="status"
        sx={{ px: 3, pb: status === '' ? 0 : 2, fontVariantNumeric: 'tabular-nums' }}
      >
        {status}
      </Typography>
      {!text.done && (
        <LinearProgress
          variant="determinate"
          value={(text.pages.length / Math.max(1, text.total)) * 100}
          aria-label={t('documentViewer.search.reading', { read: text.pages.length, total: text.total })}
          sx={{ height: 2 }}
        />
      )}
    </Box>
  );
}

/** The result of a search in words. */
function useSearchText({ needle, matches, index, text }: DocumentSearch): string {
  const { t, format } = useI18n();
  if (text.done && text.withoutText === text.pages.length) return t('documentViewer.search.noText');
  const parts = [];
  if (needle !== null && matches.length > 0) {
    const place = {
      place: index === null ? '–' : format.count(index + 1),
      total: format.count(matches.length),
    };
    parts.push(
      t(
        matches.length >= maxMatches ? 'documentViewer.search.placeMany' : 'documentViewer.search.place',
        place,
      ),
    );
  }
  if (needle !== null && matches.length === 0 && text.done) parts.push(t('documentViewer.search.none'));
  if (!text.done)
    parts.push(t('documentViewer.search.reading', { read: text.pages.length, total: text.total }));
  if (text.done && text.withoutText > 0)
    parts.push(t('documentViewer.search.someText', { count: text.withoutText }));
  return parts.join(' · ');
}

type DocumentSearch = {
  open: boolean;
  query: string;
  needle: string | null;
  matches: readonly Match[];
  /** The index of the active match. */
  index: number | null;
  /** The active match; `visit` counts the steps, so that the same match can be scrolled to again. */
  active: { match: Match; visit: number } | null;
  text: DocumentText;
  setOpen: (open: boolean) => void;
  setQuery: (query: string, page: number) => void;
  step: (by: 1 | -1) => void;
};

/** Searches the whole text of a document, beginning with the current page. */
export function useDocumentSearch(pdf: Pdf): DocumentSearch {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [from, setFrom] = useState(0);
  const [chosen, setChosen] = useState<number | null>(null);
  const [visit, setVisit] = useState(0);
  const text = useDocumentText(pdf, open);
  const needle = useDeferredValue(open ? searchNeedle(query) : null);
  const matches = useMemo(() => (needle === null ? [] : findAll(text.pages, needle)), [needle, text.pages]);
  const index = useMemo(() => {
    if (chosen !== null && chosen < matches.length) return chosen;
    const ahead = matches.some(({ page }) => page >= from);
    // A page that is not read yet may have a match further on.
    if (matches.length === 0 || !(ahead || text.done)) return null;
    return firstFrom(matches, from);
  }, [chosen, matches, from, text.done]);
  const match = index === null ? undefined : matches[index];
  const active = useMemo(() => (match === undefined ? null : { match, visit }), [match, visit]);
  return {
    open,
    query,
    needle,
    matches,
    index,
    active,
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

type DocumentText = {
  /** The folded text of each page read so far. */
  pages: readonly string[];
  /** The number of pages to read. */
  total: number;
  /** How many of the pages read have no text, since they are images. */
  withoutText: number;
  done: boolean;
};

/** Characters that are searched; no real document has more. */
const maxTextLength = 30_000_000;
/** Milliseconds between two reports of progress, at least. */
const reportMs = 150;

/** The text of a page as its text layer has it, with the ends of lines. */
async function textOf(pdf: Pdf, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  let text = '';
  for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
  return text;
}

/** Reads the text of a document page by page, once it is `wanted`. */
function useDocumentText(pdf: Pdf, wanted: boolean): DocumentText {
  const total = Math.min(pdf.numPages, maxPages);
  const [text, setText] = useState<DocumentText>({ pages: [], total, withoutText: 0, done: false });
  const begin = wanted || text.pages.length > 0;
  useEffect(() => {
    if (!begin) return undefined;
    let mounted = true;
    const pages: string[] = [];
    let withoutText = 0;
    let length = 0;
    let reportedAt = 0;
    const report = (done: boolean) => {
      if (!mounted) return;
      reportedAt = Date.now();
      setText({ pages: pages.slice(), total, withoutText, done });
    };
    const read = async () => {
      for (let number = 1; number <= total && mounted && length < maxTextLength; number++) {
        const folded = foldText(await textOf(pdf, number).catch(() => ''));
        if (folded.trim() === '') withoutText++;
        pages.push(folded);
        length += folded.length;
        if (Date.now() - reportedAt > reportMs) report(false);
      }
      report(true);
    };
    void read();
    return () => {
      mounted = false;
    };
  }, [pdf, begin, total]);
  return text;
}
