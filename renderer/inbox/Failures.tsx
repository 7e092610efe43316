import {
  DatabaseBackup,
  Download,
  FileX2,
  FolderX,
  ListX,
  type LucideIcon,
  ShieldQuestionMark,
} from 'lucide-react';
import { Link } from '../app/Link.tsx';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useStatus } from '../app/status.ts';
import { warningOf } from '../backups/backup-state.ts';
import { backupPaths, useBackups } from '../backups/use-backups.ts';
import { Box } from '../components/Box.tsx';
import { downloadsPath, hostsPath } from '../downloads/download-state.ts';

interface Failure {
  icon: LucideIcon;
  text: string;
  path: string;
  /** Somebody only has to decide. */
  isWaiting?: boolean;
}

/** What failed, each in words and with its screen: none of it is any one claim's, so it stands above them all. */
function useFailures(): Failure[] {
  const { t, format } = useI18n();
  const { data: status } = useStatus();
  const { data: backups } = useBackups();
  const now = useMinuteClock();
  if (status === undefined) return [];
  const { needs, watchedFolder } = status;
  const counted = (
    what: 'downloads' | 'hosts' | 'rejected' | 'lists',
    count: number,
    icon: LucideIcon,
    path: string,
  ): Failure[] =>
    count === 0
      ? []
      : [{ icon, path, text: t(`inbox.failed.${what}`, { count, number: format.count(count) }) }];
  const isFolderAway = watchedFolder.state !== 'none' && watchedFolder.state !== 'watched';
  const isBackupIll = backups !== undefined && !status.sampleData && warningOf(backups, now) !== null;
  return [
    ...counted('downloads', needs.attachmentsFailed, Download, downloadsPath),
    ...counted('hosts', needs.attachmentHostsPending, ShieldQuestionMark, hostsPath).map((one) => ({
      ...one,
      isWaiting: true,
    })),
    ...counted('rejected', needs.rejectedUnseen, FileX2, '/rejected'),
    ...counted('lists', needs.referenceListsFailed, ListX, '/settings/platform'),
    ...(isFolderAway
      ? [{ icon: FolderX, text: t('inbox.failed.folder'), path: '/settings/policyBook' }]
      : []),
    ...(isBackupIll
      ? [{ icon: DatabaseBackup, text: t('inbox.failed.backup'), path: backupPaths.settings }]
      : []),
  ];
}

export function Failures({ isCentered = false }: { isCentered?: boolean }) {
  const { t } = useI18n();
  const failures = useFailures();
  if (failures.length === 0) return null;
  return (
    <Box
      component="section"
      aria-label={t('inbox.failed.label')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ...(isCentered ? { justifyContent: 'center' } : {}) }}
    >
      {failures.map(({ icon: Icon, text, path, isWaiting = false }) => (
        <Box
          key={path}
          component={Link}
          href={path}
          sx={{
            typography: 'caption',
            fontWeight: 500,
            display: 'inline-flex',
            alignItems: 'center',
            gap: 1.5,
            minHeight: 24,
            px: 2,
            borderRadius: 1,
            border: 1,
            borderColor: isWaiting ? 'waiting.edge' : 'refusal.edge',
            bgcolor: isWaiting ? 'waiting.soft' : 'refusal.soft',
            color: isWaiting ? 'waiting.main' : 'refusal.main',
            textDecoration: 'none',
            '&:hover': { textDecoration: 'underline' },
          }}
        >
          <Icon size={13} aria-hidden />
          {text}
        </Box>
      ))}
    </Box>
  );
}
