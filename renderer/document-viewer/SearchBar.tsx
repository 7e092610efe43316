import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import LinearProgress from '@mui/material/LinearProgress';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import type { RefObject } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { maxMatches } from './find-text.ts';
import { ToolButton } from './ToolButton.tsx';
import type { PaperSearch } from './usePaperSearch.ts';

type Props = {
  search: PaperSearch;
  page: number;
  field: RefObject<HTMLInputElement | null>;
  onClose: () => void;
};

/** The search within a paper: how many, which one, and what of it has no text to search. */
export function SearchBar({ search, page, field, onClose }: Props) {
  const { t } = useI18n();
  const { text } = search;
  const said = useSearchText(search);
  return (
    <Box
      role="search"
      aria-label={t('papers.search.open')}
      sx={(theme) => ({
        position: 'absolute',
        top: 8,
        right: 24,
        zIndex: 2,
        width: 420,
        maxWidth: 'calc(100% - 48px)',
        background: theme.perito.scheme.surface,
        border: `1px solid ${theme.perito.scheme.lineStrong}`,
        borderRadius: 1,
        overflow: 'hidden',
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 2 }}>
        <OutlinedInput
          inputRef={field}
          autoFocus
          fullWidth
          value={search.query}
          placeholder={t('papers.search.placeholder')}
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
          inputProps={{ 'aria-label': t('papers.search.open'), maxLength: 200 }}
        />
        <ToolButton
          icon={ChevronUp}
          label={t('papers.search.previous')}
          hotkey="Shift+Enter"
          disabled={search.matches.length === 0}
          onClick={() => search.step(-1)}
        />
        <ToolButton
          icon={ChevronDown}
          label={t('papers.search.next')}
          hotkey="Enter"
          disabled={search.matches.length === 0}
          onClick={() => search.step(1)}
        />
        <ToolButton icon={X} label={t('papers.search.close')} hotkey="Esc" onClick={onClose} />
      </Box>
      <Typography
        variant="caption"
        component="p"
        role="status"
        sx={{ px: 3, pb: said === '' ? 0 : 2, fontVariantNumeric: 'tabular-nums' }}
      >
        {said}
      </Typography>
      {!text.done && (
        <LinearProgress
          variant="determinate"
          value={(text.pages.length / Math.max(1, text.total)) * 100}
          aria-label={t('papers.search.reading', { read: text.pages.length, total: text.total })}
          sx={{ height: 2 }}
        />
      )}
    </Box>
  );
}

/** What there is to say of a search as it stands. */
function useSearchText({ needle, matches, index, text }: PaperSearch): string {
  const { t, format } = useI18n();
  if (text.done && text.withoutText === text.pages.length) return t('papers.search.noText');
  const parts = [];
  if (needle !== null && matches.length > 0) {
    const place = {
      place: index === null ? '–' : format.count(index + 1),
      total: format.count(matches.length),
    };
    parts.push(t(matches.length >= maxMatches ? 'papers.search.placeMany' : 'papers.search.place', place));
  }
  if (needle !== null && matches.length === 0 && text.done) parts.push(t('papers.search.none'));
  if (!text.done) parts.push(t('papers.search.reading', { read: text.pages.length, total: text.total }));
  if (text.done && text.withoutText > 0) parts.push(t('papers.search.someText', { count: text.withoutText }));
  return parts.join(' · ');
}
