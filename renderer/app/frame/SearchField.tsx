import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Kbd } from '../../components/Kbd.tsx';
import { useI18n } from '../locale/i18n.ts';
import { queryOfPath } from './query-of-path.ts';

const settleMs = 200;

/** Search over everything: the results are a screen of their own, and leaving it empties the field. */
export function SearchField() {
  const { t } = useI18n();
  const [path, go] = useLocation();
  const shown = queryOfPath(path);
  const [text, setText] = useState(shown ?? '');
  const from = useRef('/cancellations');
  const typed = useRef(shown ?? '');
  useEffect(() => {
    if (shown === null) from.current = path;
    if ((shown ?? '') !== typed.current) {
      typed.current = shown ?? '';
      setText(shown ?? '');
    }
  }, [shown, path]);
  useEffect(() => {
    const query = text.trim();
    if (query === typed.current) return;
    const timer = setTimeout(() => {
      typed.current = query;
      go(query === '' ? from.current : `/search/${encodeURIComponent(query)}`, { replace: shown !== null });
    }, settleMs);
    return () => clearTimeout(timer);
  }, [text, go, shown]);
  return (
    <OutlinedInput
      size="small"
      type="search"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        setText('');
        if (event.target instanceof HTMLElement) event.target.blur();
      }}
      placeholder={t('frame.search.placeholder')}
      inputProps={{ 'aria-label': t('frame.search.label'), 'aria-keyshortcuts': '/', maxLength: 200 }}
      startAdornment={<Search size={16} aria-hidden />}
      endAdornment={
        text === '' ? (
          <Kbd>/</Kbd>
        ) : (
          <IconButton size="small" aria-label={t('frame.search.clear')} onClick={() => setText('')}>
            <X size={14} />
          </IconButton>
        )
      }
      sx={{
        width: { xs: 220, lg: 340, xl: 420 },
        flexShrink: 1,
        minWidth: 160,
        color: 'text.secondary',
        '& input': { color: 'text.primary', textOverflow: 'ellipsis' },
      }}
    />
  );
}
