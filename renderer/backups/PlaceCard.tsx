import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { CircleAlert, CircleCheck, CircleX, Clock, HardDrive, RefreshCw, Square, Unplug } from 'lucide-react';
import { useState } from 'react';
import type { BackupPlace, BackupProgress, BackupSummary } from '#shared/contract/backups.ts';
import { serverNow } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { Field, Fields } from '../components/Fields.tsx';
import { PhaseProgress } from '../components/PhaseSteps.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { Tooltip } from '../components/Tooltip.tsx';
import { Typography } from '../components/Typography.tsx';
import { type Chip, chipOf, nextOf, type PlaceState, stateOfPlace } from './backup-state.ts';
import { PlaceProblemNote } from './PlaceProblem.tsx';
import { useAge, useMoment, useStopBackup } from './use-backups.ts';

const chips: Record<PlaceState, Chip> = {
  running: { tone: 'accent', icon: RefreshCw },
  away: { tone: 'waiting', icon: Unplug },
  unusable: { tone: 'refusal', icon: CircleX },
  none: { tone: 'refusal', icon: CircleAlert },
  first: { tone: 'waiting', icon: Clock },
  tooOld: { tone: 'refusal', icon: CircleAlert },
  failed: { tone: 'waiting', icon: CircleAlert },
  partial: { tone: 'waiting', icon: CircleAlert },
  good: { tone: 'matched', icon: CircleCheck },
};

type Props = {
  place: BackupPlace;
  running: BackupProgress | null;
  /** Backs up to this place alone; null where another button does. */
  onBackUp: (() => void) | null;
  isBusy: boolean;
  onRemove: () => void;
};

/** A place of backups: how it stands, its last good backup, and what can be done with it. */
export function PlaceCard({ place, running, onBackUp, isBusy, onRemove }: Props) {
  const { t, format } = useI18n();
  const when = useWhen();
  // Null before it was asked: who says no is led back to where it was asked.
  const [isSure, setSure] = useState<boolean | null>(null);
  const state = stateOfPlace(place, running);
  const next = nextOf(place, state, serverNow());
  const { folder, problem, lastGood, lastFailure, isSameDisk, freeBytes } = place;
  return (
    <Box component="li" sx={{ p: 4, borderRadius: 1, border: 1, display: 'grid', gap: 3 }}>
      <Box
        sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap', '& > svg': { flex: 'none' } }}
      >
        <HardDrive size={16} aria-hidden />
        <Typography variant="h3" component="p" sx={{ flex: 1, minWidth: 200 }}>
          <Code value={folder} label={t('backups.folder.path')} />
        </Typography>
        <StateChip {...chipOf(chips[state], isSameDisk)} label={t(`backups.places.state.${state}`)} />
        {isSameDisk === true && (
          <StateChip tone="waiting" icon={HardDrive} label={t('backups.sameDisk.chip')} />
        )}
      </Box>
      {running !== null && state === 'running' && <Running folder={folder} progress={running} />}
      {problem !== null && <PlaceProblemNote problem={problem} />}
      {problem === null && lastFailure !== null && state !== 'running' && (
        <PlaceProblemNote problem={lastFailure.problem}>
          {t(lastGood === null ? 'backups.places.failedFirst' : 'backups.places.failed', {
            when: when(lastFailure.at),
          })}{' '}
        </PlaceProblemNote>
      )}
      {isSameDisk === true && <Alert severity="warning">{t('backups.sameDisk.text')}</Alert>}
      <Fields>
        <LastGood backup={lastGood} />
        <Field label={t('backups.places.next')}>
          {typeof next === 'string' ? t(`backups.places.nextWhen.${next}`) : when(next.at)}
        </Field>
        {freeBytes !== null && <Field label={t('backups.places.free')}>{format.bytes(freeBytes)}</Field>}
      </Fields>
      {lastGood?.hasDatabase === false && <Alert severity="warning">{t('backups.places.noDatabase')}</Alert>}
      {lastGood !== null && lastGood.missing > 0 && (
        <Typography variant="quiet">
          {t('backups.places.missing', { count: lastGood.missing, files: format.count(lastGood.missing) })}
        </Typography>
      )}
      {isSure ? (
        <Alert severity="warning">
          {t('backups.places.removeText')}
          <Box sx={{ display: 'flex', gap: 2, mt: 2 }}>
            <Button autoFocus onClick={() => setSure(false)}>
              {t('common.cancel')}
            </Button>
            <Button color="error" onClick={onRemove}>
              {t('backups.places.removeConfirm')}
            </Button>
          </Box>
        </Alert>
      ) : (
        <Box sx={{ display: 'flex', gap: 2 }}>
          {onBackUp !== null && (
            <Button disabled={isBusy || problem !== null} onClick={onBackUp}>
              {t('backups.places.now')}
            </Button>
          )}
          <Button
            color="error"
            variant="text"
            disabled={state === 'running'}
            autoFocus={isSure === false}
            onClick={() => setSure(true)}
            // A text stands below texts, a button beside buttons.
            sx={onBackUp === null ? { ml: -3 } : {}}
          >
            {t('backups.places.remove')}
          </Button>
        </Box>
      )}
    </Box>
  );
}

/** The last backup that was found good, by its age. */
function LastGood({ backup }: { backup: BackupSummary | null }) {
  const { t, format } = useI18n();
  const age = useAge();
  const moment = useMoment();
  if (backup === null) return <Field label={t('backups.places.lastGood')}>{t('backups.places.never')}</Field>;
  return (
    <>
      <Field label={t('backups.places.lastGood')}>
        <Tooltip title={t('backups.places.lastGoodAbout')}>
          <span>
            <strong>{age(backup.madeAt)}</strong>
            {'\n'}
            {moment(backup.madeAt)}
          </span>
        </Tooltip>
      </Field>
      <Field label={t('backups.places.has')}>
        {t('backups.places.contents', {
          records: format.count(backup.records),
          attachments: format.count(backup.attachments),
        })}
      </Field>
      <Field label={t('backups.places.size')}>
        {t('backups.places.sizes', {
          bytes: format.bytes(backup.bytes),
          fresh: format.bytes(backup.newBytes),
        })}
      </Field>
    </>
  );
}

function Running({ folder, progress }: { folder: string; progress: BackupProgress }) {
  const { t, format } = useI18n();
  const stop = useStopBackup();
  const isEnding = progress.isEnding || stop.isPending;
  return (
    <Box
      role="group"
      aria-label={t('backups.progress.label', { folder })}
      sx={{ p: 3, borderRadius: 1, border: 1, bgcolor: 'background.raised' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 4 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="body2" role="status" sx={{ fontWeight: 600 }}>
            {t(`backups.phase.${progress.phase}`)}
          </Typography>
          <PhaseProgress
            label={t(`backups.phase.${progress.phase}`)}
            progress={progress}
            figure={format.bytes}
          />
        </Box>
        <Button startIcon={<Square size={12} />} disabled={isEnding} onClick={() => stop.mutate(undefined)}>
          {t(isEnding ? 'common.progress.stopping' : 'common.progress.stop')}
        </Button>
      </Box>
      <Typography variant="caption" component="p">
        {t('backups.progress.about')}
      </Typography>
    </Box>
  );
}
