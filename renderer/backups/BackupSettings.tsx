import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { DatabaseBackup } from 'lucide-react';
import { useId, useState } from 'react';
import { type BackupPlace, maxBackupPlaces } from '#shared/contract/backups.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { notify } from '../app/snackbar.ts';
import { Box } from '../components/Box.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { FormSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { FirstStep } from '../settings/FirstStep.tsx';
import { SettingsPart } from '../settings/SettingsForm.tsx';
import type { Backups } from './backup-state.ts';
import { FolderForm } from './FolderForm.tsx';
import { PlaceCard } from './PlaceCard.tsx';
import { ScheduleForm } from './ScheduleForm.tsx';
import { SecondCopy } from './SecondCopy.tsx';
import { backupPaths, useBackups, useConfigure, useStartBackup } from './use-backups.ts';

/** Where copies of all that Perito keeps go, how they stand, and the way to restore one. */
export function BackupSettings() {
  const { t } = useI18n();
  const backups = useBackups({ isWatched: true });
  const { data } = backups;
  return (
    <SettingsPart title={t('settings.section.backups')} about={t('backups.about')}>
      {backups.isError && <ErrorState query={backups} />}
      {data === undefined ? (
        !backups.isError && <FormSkeleton />
      ) : (
        <>
          {data.isOnServer && <OnServer />}
          <Places backups={data} lookedAt={backups.dataUpdatedAt} />
          {!data.isOnServer && (data.places.length > 0 || data.secondCopy !== null) && (
            <SecondCopy configuration={data.configuration} status={data.secondCopy} />
          )}
          {data.places.length > 0 && <ScheduleForm configuration={data.configuration} />}
        </>
      )}
      {data?.isOnServer !== true && <RestoreLink />}
    </SettingsPart>
  );
}

/** Who backs a database of a server up, and what the copies below are. */
function OnServer() {
  const { t } = useI18n();
  return (
    <Alert
      severity="info"
      action={
        <Button component={Link} href="/settings/database">
          {t('backups.onServer.open')}
        </Button>
      }
    >
      <strong>{t('backups.onServer.title')}.</strong> {t('backups.onServer.text')}
      <br />
      {t('backups.onServer.restore')}
    </Alert>
  );
}

/** A backup that was asked for is seen running within this. */
const beginsWithinMilliseconds = 3000;

type PlacesProps = { backups: Backups /** In milliseconds since 1970. */; lookedAt: number };

function Places({ backups, lookedAt }: PlacesProps) {
  const { t } = useI18n();
  const titleId = useId();
  const configure = useConfigure();
  const start = useStartBackup();
  const [isAdding, setAdding] = useState(false);
  const [askedAt, setAskedAt] = useState(Number.NEGATIVE_INFINITY);
  const { configuration, places, running } = backups;
  const isBusy = running !== null || start.isPending || lookedAt < askedAt + beginsWithinMilliseconds;
  const backUp = (placeId: string | null) => {
    setAskedAt(Date.now());
    start.mutate({ placeId });
  };
  const add = (folder: string) => {
    const id = crypto.randomUUID();
    configure.mutate(
      { ...configuration, places: [...configuration.places, { id, folder }] },
      {
        onSuccess: () => {
          setAdding(false);
          notify({ tone: 'done', text: t('backups.places.added') });
          backUp(id);
        },
      },
    );
  };
  const remove = ({ id, folder }: BackupPlace) =>
    configure.mutate(
      { ...configuration, places: configuration.places.filter((place) => place.id !== id) },
      {
        onSuccess: () =>
          notify({
            tone: 'done',
            text: t('backups.places.removed', { folder }),
            undo: () => configure.mutate(configuration),
          }),
      },
    );
  const form = (
    <FolderForm
      title={t('backups.places.addTitle')}
      use={t('backups.places.use')}
      taken={places.map(({ folder }) => folder)}
      sameDisk={t('backups.sameDisk.text')}
      pending={configure.isPending}
      onUse={add}
      onClose={() => setAdding(false)}
    />
  );
  if (places.length === 0)
    return isAdding ? form : <Empty isCopied={backups.secondCopy !== null} onBegin={() => setAdding(true)} />;
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ display: 'grid', gap: 4 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 4 }}>
        <Typography variant="h3" component="h2" id={titleId} sx={{ flex: 1 }}>
          {t('backups.places.title')}
        </Typography>
        <Button
          variant="contained"
          disabled={isBusy || places.every(({ problem }) => problem !== null)}
          onClick={() => backUp(null)}
        >
          {t(places.length === 1 ? 'backups.places.now' : 'backups.places.nowAll')}
        </Button>
      </Box>
      <Box component="ul" sx={{ display: 'grid', gap: 3 }}>
        {places.map((place) => (
          <PlaceCard
            key={place.id}
            place={place}
            running={running}
            isBusy={isBusy}
            onBackUp={places.length === 1 ? null : () => backUp(place.id)}
            onRemove={() => remove(place)}
          />
        ))}
      </Box>
      {isAdding ? (
        form
      ) : (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
          <Button disabled={places.length >= maxBackupPlaces} onClick={() => setAdding(true)}>
            {t('backups.places.add')}
          </Button>
          {places.length >= maxBackupPlaces && (
            <Typography variant="quiet">{t('backups.places.full', { count: maxBackupPlaces })}</Typography>
          )}
        </Box>
      )}
    </Box>
  );
}

/** Why there should be backups, and the button to begin. `isCopied`: all is on a second disk already. */
function Empty({ isCopied, onBegin }: { isCopied: boolean; onBegin: () => void }) {
  const { t } = useI18n();
  const what = t('backups.empty.what');
  return (
    <FirstStep
      icon={<DatabaseBackup size={20} strokeWidth={1.5} aria-hidden />}
      title={t('backups.empty.title')}
      text={isCopied ? what : `${t('backups.empty.why')} ${what}`}
      act={t('backups.empty.begin')}
      onBegin={onBegin}
    />
  );
}

function RestoreLink() {
  const { t } = useI18n();
  const titleId = useId();
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{ display: 'flex', alignItems: 'center', gap: 4, pt: 5, borderTop: 1 }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="h3" component="h2" id={titleId}>
          {t('backups.restore.title')}
        </Typography>
        <Typography variant="quiet" sx={{ mt: 0.5 }}>
          {t('backups.restore.about')}
        </Typography>
      </Box>
      <Button component={Link} href={backupPaths.restore}>
        {t('backups.restore.open')}
      </Button>
    </Box>
  );
}
