import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Redirect } from 'wouter';
import type { EngineAway } from '#shared/contract/status.ts';
import { ListDetailLayout } from '../components/list/ListDetailLayout.tsx';
import { ListSkeleton } from '../components/Skeletons.tsx';
import { FirstRun } from '../first-run/FirstRun.tsx';
import { useFirstRun } from '../first-run/steps.ts';
import { usePerson } from '../people/me.ts';
import { RecoveryScreen } from '../recovery/RecoveryScreen.tsx';
import { useLook } from './appearance.ts';
import { useAskAhead } from './ask-ahead.ts';
import { Frame } from './frame/Frame.tsx';
import { firstPath } from './frame/nav-items.ts';
import { navigate, useOfPath } from './hash-location.ts';
import { useChanges } from './live/changes.ts';
import { useConnectionState } from './live/connection-state.ts';
import { nameMarketplace, setLocale, systemLocale } from './locale/i18n.ts';
import { useMay } from './read-only.tsx';
import { Routes } from './routes.tsx';
import { useSettings } from './status.ts';
import { makeTheme } from './theme/theme.ts';

const firstRunPath = '/first-run/company';

const placeOf = (path: string): 'start' | 'firstRun' | 'screens' => {
  if (path === '/' || path === '') return 'start';
  return path.startsWith('/first-run') ? 'firstRun' : 'screens';
};

/** The first run until it is done or put off, then the frame with its screens; what there is to recover in place of both. */
export function App() {
  useChanges();
  useAskAhead();
  const settings = useSettings();
  const away = useConnectionState((link) => link.away);
  const putOff = useFirstRun((state) => state.putOff);
  const place = useOfPath(placeOf);
  const isOwnSkeleton = useOfPath(waitsItself);
  const maySetUp = useMay('administrator');
  const isBarred = usePerson() !== null && !maySetUp;
  const due = settings.data !== undefined && settings.data.firstRunDoneAt === null && !putOff && maySetUp;
  useEffect(() => {
    if (place === 'start') navigate(due ? firstRunPath : firstPath(), { replace: true });
    else if (due && place !== 'firstRun') navigate(firstRunPath, { replace: true });
  }, [place, due]);
  // While the engine is away every screen says so, but those of the set-up, which have nothing without the settings.
  const isIll = useIsIll(away);
  const isLoading = away === null ? settings.error === null : place === 'firstRun';
  const isDrawn = isOwnSkeleton || (place === 'firstRun' && away === null);
  if (away !== null && isIll) return <RecoveryScreen away={away} />;
  if (settings.data === undefined && isLoading && !isDrawn)
    return (
      <Frame>
        <ListDetailLayout open={false} list={<ListSkeleton />} detail={null} />
      </Frame>
    );
  if (place === 'firstRun' && isBarred) return <Redirect to={firstPath()} replace />;
  if (place === 'firstRun') return <FirstRun />;
  return (
    <Frame>
      <Routes />
    </Frame>
  );
}

/** Screens that are no list: they are drawn in their own places until the settings are there. */
const waitsItself = (path: string) => /^\/(settings|figures)(\/|$)/.test(path);

/** Whether the data directory is ill, or was and what was done about it has not come to its end. */
function useIsIll(away: EngineAway | null): boolean {
  const [wasIll, setIll] = useState(false);
  const isIll =
    away !== null && (away.illness !== null || (wasIll && (away.isTriedAgain || away.cause === 'restoring')));
  if (isIll !== wasIll) setIll(isIll);
  return isIll;
}

/** Language, theme and density, and the marketplace's name in all texts. */
export function Appearance({ children }: { children: ReactNode }) {
  const settings = useSettings();
  const look = useLook();
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)');
  const mode = look.theme === 'system' ? (systemDark ? 'dark' : 'light') : look.theme;
  const theme = useMemo(() => makeTheme(mode, look.density), [mode, look.density]);
  const locale = look.locale === 'system' ? systemLocale() : look.locale;
  useEffect(() => {
    void setLocale(locale);
  }, [locale]);
  const marketplaceName = settings.data?.company.marketplaceName ?? '';
  useEffect(() => nameMarketplace(marketplaceName), [marketplaceName]);
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline enableColorScheme />
      {children}
    </ThemeProvider>
  );
}
