import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { EngineAway } from '#shared/contract/status.ts';
import { ArchiveBands } from '../../archives/ArchiveBands.tsx';
import { ArchiveDialog } from '../../archives/ArchiveDialog.tsx';
import { RestorePanel } from '../../backups/RestorePanel.tsx';
import { backupPaths } from '../../backups/use-backups.ts';
import { type KeyGroup, ShortcutsDialog } from '../../components/ShortcutsDialog.tsx';
import { useRefreshOnCounts } from '../../downloads/useDownloads.ts';
import { ExportedPdf } from '../../exports/ExportedPdf.tsx';
import { RebuildPanel } from '../../rebuild/RebuildPanel.tsx';
import { focusWhenThere, useKeptFocus } from '../keys/focus.ts';
import { useKeys } from '../keys/keys.ts';
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
  const [sheet, setSheet] = useState(false);
  const [path, go] = useLocation();
  const isWide = useWideRail();
  const away = useConnectionState((link) => link.away);
  const panel = panelOf(away, path);
  const items = navItemsOf(useStatus().data?.archive);
  useRefreshOnCounts();
  useKeptFocus();
  const goTo = (to: string) => {
    go(to);
    focusWhenThere('list');
  };
  useKeys({
    '?': () => setSheet(true),
    '/': () => document.querySelector<HTMLInputElement>('input[type="search"]')?.focus(),
    ...Object.fromEntries(items.map(({ letter, path: to }) => [`g ${letter}`, () => goTo(to)])),
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
      <AppShortcuts open={sheet} onClose={() => setSheet(false)} />
    </Box>
  );
}

/** What stands in place of the screens; the one on which a copy is restored is a way out, and works with no engine. */
function panelOf(away: EngineAway | null, path: string): ReactNode {
  const cause = panelCauseOf(away);
  if (away === null || cause === null) return null;
  if (cause === 'restoring') return <RestorePanel progress={away.restore} />;
  if (cause !== 'rebuilding' && path === backupPaths.restore) return null;
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

/** The dialog of shortcuts that `?` opens. */
function AppShortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useI18n();
  const items = navItemsOf(useStatus().data?.archive);
  const acting = [
    { keys: ['E'], label: t('frame.keys.reviewed') },
    { keys: ['Shift', t('frame.keys.space')], label: t('frame.keys.reviewed') },
    { keys: ['A'], label: t('frame.keys.approve') },
    { keys: ['R'], label: t('frame.keys.refuse') },
    { keys: ['U'], label: t('frame.keys.urgent') },
    { keys: ['N'], label: t('frame.keys.note') },
    { keys: ['M'], label: t('frame.keys.assignToMe') },
    { keys: ['Shift', 'M'], label: t('work.assign.to') },
    { keys: ['B'], label: t('work.flag.flag') },
    { keys: ['H'], label: t('work.reminder.add') },
    { keys: ['Ctrl', t('frame.keys.enter')], label: t('frame.keys.send') },
    { keys: ['X'], label: t('frame.keys.select') },
    { keys: ['Shift', '↓'], label: t('frame.keys.selectRange') },
    { keys: ['Ctrl', 'A'], label: t('frame.keys.selectAll') },
  ];
  const groups: readonly KeyGroup[] = [
    {
      title: t('frame.keys.move'),
      lines: [
        { keys: ['J', '↓'], label: t('frame.keys.next') },
        { keys: ['K', '↑'], label: t('frame.keys.previous') },
        { keys: [t('frame.keys.enter'), '→'], label: t('frame.keys.detail') },
        { keys: ['Esc'], label: t('frame.keys.back') },
        { keys: [t('frame.keys.space'), 'PgDn', 'PgUp'], label: t('frame.keys.pages') },
        { keys: ['/'], label: t('frame.keys.search') },
        { keys: ['F', 'Shift F'], label: t('queue.filter.label') },
        { keys: ['T'], label: t('queue.table.asTable') },
        { keys: ['?'], label: t('frame.keys.sheet') },
      ],
    },
    {
      title: t('frame.keys.act'),
      lines: [...(isReadOnly() ? [] : acting), { keys: ['F'], label: t('photos.grid.open') }],
    },
    {
      title: t('frame.keys.go'),
      lines: items.map(({ letter, label }) => ({
        keys: ['G', letter.toUpperCase()],
        label: t(`frame.rail.${label}`),
      })),
    },
  ];
  return <ShortcutsDialog open={open} onClose={onClose} title={t('frame.keys.title')} groups={groups} />;
}
