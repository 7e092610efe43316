import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useRefreshOnCounts } from '../../downloads/useDownloads.ts';
import { focusWhenThere, useKeptFocus } from '../keys/focus.ts';
import { KeySheet } from '../keys/KeySheet.tsx';
import { useKeys } from '../keys/keys.ts';
import { LeaveDialog } from '../Unsaved.tsx';
import { Bands } from './Banners.tsx';
import { Notices, useWideRail } from './Notices.tsx';
import { places } from './nav-items.ts';
import { Rail } from './Rail.tsx';
import { SkipLink } from './SkipLink.tsx';
import { TopBar } from './TopBar.tsx';
import { WindowTitle } from './useWaiting.ts';

/** Rail, top bar, bands, and the screen. */
export function Frame({ children }: { children: ReactNode }) {
  const [sheet, setSheet] = useState(false);
  const [, go] = useLocation();
  const isWide = useWideRail();
  useRefreshOnCounts();
  useKeptFocus();
  const goTo = (to: string) => {
    go(to);
    focusWhenThere('list');
  };
  useKeys({
    '?': () => setSheet(true),
    '/': () => document.querySelector<HTMLInputElement>('input[type="search"]')?.focus(),
    ...Object.fromEntries(places.map(({ letter, path: to }) => [`g ${letter}`, () => goTo(to)])),
  });
  return (
    <Box sx={{ height: '100%', display: 'flex' }}>
      <WindowTitle />
      <SkipLink />
      <Rail onKeys={() => setSheet(true)} />
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <TopBar />
        <Bands />
        {!isWide && <Notices isBand />}
        <Box component="main" id="main" tabIndex={-1} sx={{ flex: 1, minHeight: 0, outline: 'none' }}>
          {children}
        </Box>
      </Box>
      <LeaveDialog />
      <KeySheet open={sheet} onClose={() => setSheet(false)} />
    </Box>
  );
}
