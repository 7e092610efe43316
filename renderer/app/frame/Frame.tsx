import { type ReactNode, useMemo, useState } from 'react';
import type { EngineAway } from '#shared/contract/status.ts';
import { ArchiveBands } from '../../archives/ArchiveBands.tsx';
import { ArchiveDialog } from '../../archives/ArchiveDialog.tsx';
import { RestorePanel } from '../../backups/RestorePanel.tsx';
import { backupPaths } from '../../backups/use-backups.ts';
import { Box } from '../../components/Box.tsx';
import { type KeyGroup, ShortcutsDialog } from '../../components/ShortcutsDialog.tsx';
import { useRefreshOnCounts } from '../../downloads/useDownloads.ts';
import { ExportedPdf } from '../../exports/ExportedPdf.tsx';
import { NotedRecent, Palette } from '../../palette/Palette.tsx';
import { RebuildPanel } from '../../rebuild/RebuildPanel.tsx';
import { navigate, useOfPath } from '../hash-location.ts';
import { focusWhenThere, useKeptFocus } from '../keys/focus.ts';
import { commandsNow, useKeys } from '../keys/keys.ts';
import { printedKeys } from '../keys/printed.ts';
import { useConnectionState } from '../live/connection-state.ts';
import { useI18n } from '../locale/i18n.ts';
import { isReadOnly } from '../read-only.tsx';
import { useStatus } from '../status.ts';
import { LeaveDialog } from '../UnsavedChanges.tsx';
import { Banners } from './Banners.tsx';
import { navItemsOf } from './nav-items.ts';
import { panelCauseOf } from './panel-cause.ts';
import { Rail } from './Rail.tsx';
import { Snackbar, useWideRail } from './Snackbar.tsx';
import { TopBar } from './TopBar.tsx';
import { WindowTitle } from './useHeldCallAlert.ts';

/** Rail, top bar, banners, and the screen; while there is no database, what is known of that in the screen's place. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  const [sheet, setSheet] = useState(false);
  const isRestoring = useOfPath((path) => path === backupPaths.restore);
  const isWide = useWideRail();
  const away = useConnectionState((link) => link.away);
  const panel = panelOf(away, isRestoring);
  const items = navItemsOf(useStatus().data?.archive);
  useRefreshOnCounts();
  useKeptFocus();
  const goTo = (to: string) => {
    navigate(to);
    focusWhenThere('list');
  };
  useKeys({
    '/': {
      label: t('frame.keys.search'),
      run: () => document.querySelector<HTMLInputElement>('header input[type="search"]')?.focus(),
    },
    '?': { label: t('frame.keys.open'), run: () => setSheet(true) },
    ...Object.fromEntries(
      items.map(({ letter, label, path: to }) => [
        `g ${letter}`,
        { label: t(`frame.rail.${label}`), run: () => goTo(to) },
      ]),
    ),
  });
  return (
    <Box sx={{ height: '100%', display: 'flex' }}>
      <WindowTitle />
      <SkipLink />
      <Rail onKeys={() => setSheet(true)} />
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <TopBar />
        {isReadOnly() ? <ArchiveBands /> : <Banners />}
        {!isWide && <Snackbar isBand />}
        <Box
          component="main"
          id="main"
          tabIndex={-1}
          sx={{ flex: 1, minHeight: 0, outline: 'none', position: 'relative' }}
        >
          {panel}
          {/* What is typed there stays, and so does its place. */}
          <Box sx={{ height: '100%', visibility: panel === null ? 'visible' : 'hidden' }}>{children}</Box>
        </Box>
      </Box>
      <LeaveDialog />
      {!isReadOnly() && <ArchiveDialog />}
      {!isReadOnly() && <ExportedPdf />}
      <Palette />
      <NotedRecent />
      <AppShortcuts open={sheet} onClose={() => setSheet(false)} />
    </Box>
  );
}

/** What stands in place of the screens; the one on which a copy is restored is a way out, and works with no engine. */
function panelOf(away: EngineAway | null, isRestoring: boolean): ReactNode {
  const cause = panelCauseOf(away);
  if (away === null || cause === null) return null;
  if (cause === 'restoring') return <RestorePanel progress={away.restore} mayStop={away.mayRepair} />;
  if (cause !== 'rebuilding' && isRestoring && away.mayRepair) return null;
  return <RebuildPanel away={away} cause={cause} />;
}

/** The link that skips the rail and the top bar, for keyboard users. */
function SkipLink() {
  const { t } = useI18n();
  return (
    <Box
      component="button"
      type="button"
      onClick={() => document.getElementById('main')?.focus()}
      sx={(theme) => ({
        typography: 'button',
        position: 'absolute',
        top: 8,
        left: 8,
        zIndex: theme.zIndex.tooltip,
        px: 3,
        py: 1.5,
        color: 'text.primary',
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'lineStrong',
        borderRadius: 1,
        '&:not(:focus)': { transform: 'translateY(-200%)' },
      })}
    >
      {t('frame.skip')}
    </Box>
  );
}

type NamedKey = ReturnType<typeof commandsNow>[number];

/** The keys that the frame has on every screen. */
const framesOwn = new Set(['/', '?', 'mod k']);

/** The dialog of shortcuts that `?` opens: how one moves everywhere, what can be done here now, and where one can go. */
function AppShortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useI18n();
  // What was there when it opened: behind it nothing is done.
  const here = useMemo(() => (open ? commandsNow() : []), [open]);
  const linesOf = (among: readonly NamedKey[]) => {
    const labels = new Map(among.map(({ key, label }) => [key, label]));
    return among.flatMap(({ key, label }) =>
      // Where it does the same with Shift as without, it stands once.
      key === null || (key.startsWith('shift ') && labels.get(key.slice(6)) === label)
        ? []
        : [{ keys: printedKeys(key, t), label }],
    );
  };
  const isGo = ({ key }: NamedKey) => key?.startsWith('g ') === true;
  const isEverywhere = ({ key }: NamedKey) => key !== null && framesOwn.has(key);
  const groups: readonly KeyGroup[] = [
    {
      title: t('frame.keys.move'),
      lines: [
        { keys: ['J', '↓'], label: t('frame.keys.next') },
        { keys: ['K', '↑'], label: t('frame.keys.previous') },
        { keys: [t('frame.keys.enter'), '→'], label: t('frame.keys.detail') },
        { keys: ['Esc'], label: t('frame.keys.back') },
        { keys: [t('frame.keys.space'), 'PgDn', 'PgUp'], label: t('frame.keys.pages') },
        ...(isReadOnly() ? [] : [{ keys: ['Ctrl', t('frame.keys.enter')], label: t('frame.keys.send') }]),
        ...linesOf(here.filter(isEverywhere)),
      ],
    },
    {
      title: t('frame.keys.here'),
      lines: linesOf(here.filter((command) => !isGo(command) && !isEverywhere(command))),
    },
    { title: t('frame.keys.go'), lines: linesOf(here.filter(isGo)) },
  ].filter(({ lines }) => lines.length > 0);
  return <ShortcutsDialog open={open} onClose={onClose} title={t('frame.keys.title')} groups={groups} />;
}
