import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Tooltip from '@mui/material/Tooltip';
import { KeyRound, Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Kbd } from '../../components/Kbd.tsx';
import { PaletteButton } from '../../palette/Palette.tsx';
import { PersonMenu } from '../../people/PersonMenu.tsx';
import { useI18n } from '../locale/i18n.ts';
import { Acts } from '../read-only.tsx';
import { useStatus } from '../status.ts';
import { firstPath, queryOfPath } from './nav-items.ts';
import { ReceiverState } from './ReceiverState.tsx';

/** Search, the receiver's state, and the person at this computer. */
export function TopBar() {
  return (
    <Box
      component="header"
      sx={(theme) => ({
        height: theme.perito.sizes.topBar,
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        px: 4,
        borderBottom: 1,
        bgcolor: 'background.paper',
      })}
    >
      <SearchField />
      <PaletteButton />
      <Box sx={{ flex: 1 }} />
      <Acts>
        <KeychainWarning />
        <ReceiverState />
        <PersonMenu />
      </Acts>
    </Box>
  );
}

const settleMs = 200;

/** The search over everything. Its results are a screen of their own; leaving that screen empties the field. */
function SearchField() {
  const { t } = useI18n();
  const [path, go] = useLocation();
  const shown = queryOfPath(path);
  const [text, setText] = useState(shown ?? '');
  const from = useRef(firstPath());
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
        width: { xs: 220, lg: 290, xl: 420 },
        // What is said beside it is cut last.
        flexShrink: 100,
        minWidth: { xs: 120, md: 160 },
        color: 'text.secondary',
        '& input': { color: 'text.primary', textOverflow: 'ellipsis' },
      }}
    />
  );
}

/** Shown where the keychain fails; leads to the advice about it. */
function KeychainWarning() {
  const { t } = useI18n();
  const status = useStatus();
  const state = status.data?.keychain.state;
  if (state === undefined || state === 'works') return null;
  return (
    <Tooltip title={t(`frame.keychain.explain.${state}`)}>
      <Box
        component={Link}
        href="/settings/about"
        aria-label={t(`frame.keychain.${state}`)}
        sx={{
          typography: 'body2',
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          px: 2,
          minHeight: 30,
          borderRadius: 1,
          minWidth: 0,
          whiteSpace: 'nowrap',
          textDecoration: 'none',
          color: 'warning.main',
          '& svg': { flex: 'none' },
          '& span': { overflow: 'hidden', textOverflow: 'ellipsis', display: { xs: 'none', md: 'inline' } },
          flex: { xs: 'none', md: '0 1 auto' },
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <KeyRound size={14} aria-hidden />
        <span>{t(`frame.keychain.${state}`)}</span>
      </Box>
    </Tooltip>
  );
}
