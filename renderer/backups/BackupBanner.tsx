import Button from '@mui/material/Button';
import { DatabaseBackup } from 'lucide-react';
import type { PlaceProblem } from '#shared/contract/backups.ts';
import { Banner } from '../app/frame/Banner.tsx';
import { useOfPath } from '../app/hash-location.ts';
import { Link } from '../app/Link.tsx';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Acts } from '../app/read-only.tsx';
import { useStatus } from '../app/status.ts';
import { type BackupWarning, warningOf } from './backup-state.ts';
import { backupPaths, useAge, useBackups, useSince } from './use-backups.ts';

/** The gravest of what is wrong with the copies; where they are shown, they tell it themselves. */
export function BackupBanner() {
  const { t } = useI18n();
  const isThere = useOfPath((path) => path.startsWith(backupPaths.settings));
  const { data } = useBackups();
  const status = useStatus();
  const now = useMinuteClock();
  const words = useWarningText();
  // Nobody backs up what is not real.
  if (data === undefined || status.data?.sampleData === true || isThere) return null;
  const warning = warningOf(data, now);
  if (warning === null) return null;
  return (
    <Banner
      tone={warning.tone}
      icon={DatabaseBackup}
      action={
        <Acts of="administrator">
          <Button size="small" component={Link} href={backupPaths.settings}>
            {t(warning.type === 'none' ? 'backups.band.setUp' : 'backups.band.see')}
          </Button>
        </Acts>
      }
    >
      {words(warning)}
    </Banner>
  );
}

function useWarningText(): (warning: BackupWarning) => string {
  const { t, format } = useI18n();
  const age = useAge();
  const since = useSince();
  const why = (problem: PlaceProblem | null) =>
    problem === null ? '' : t(`backups.problem.${problem.code}`);
  return (warning) => {
    switch (warning.type) {
      case 'none':
      case 'neverGood':
        return t(`backups.band.${warning.type}`);
      case 'tooOld':
        return t('backups.band.tooOld', { age: age(warning.at) });
      case 'onePlaceTooOld':
        return t('backups.band.onePlaceTooOld', { folder: warning.folder, age: age(warning.at) });
      case 'onePlaceNeverGood':
        return t('backups.band.onePlaceNeverGood', { folder: warning.folder });
      case 'placeProblem':
      case 'lastFailed':
        return t(`backups.band.${warning.type}`, { folder: warning.folder, why: why(warning.problem) });
      case 'secondCopyDatabase':
        return t('backups.band.secondCopyDatabase', { since: since(warning.since) });
      case 'secondCopyBehind':
        return t('backups.band.secondCopyBehind', {
          count: warning.behind,
          entries: format.count(warning.behind),
          since: since(warning.since),
        });
      case 'secondCopyAway':
        return warning.behind === 0
          ? t('backups.band.secondCopyAwayComplete', { why: why(warning.problem) })
          : t('backups.band.secondCopyAway', {
              count: warning.behind,
              entries: format.count(warning.behind),
              why: why(warning.problem),
            });
    }
  };
}
