import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { CircleCheck, CircleX, HardDrive, Hourglass, Images, RefreshCw, Unplug } from 'lucide-react';
import { useId, useState } from 'react';
import type { BackupConfiguration, SecondCopyStatus } from '#shared/contract/backups.ts';
import { serverNow } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { notify } from '../app/snackbar.ts';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { Field, Fields } from '../components/Fields.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { Typography } from '../components/Typography.tsx';
import { type Backups, type Chip, chipOf, type SecondCopyState, stateOfSecondCopy } from './backup-state.ts';
import { FolderForm } from './FolderForm.tsx';
import { PlaceProblemNote } from './PlaceProblem.tsx';
import { useConfigure, useSince } from './use-backups.ts';

const chips: Record<SecondCopyState, Chip> = {
  starting: { tone: 'neutral', icon: RefreshCw },
  following: { tone: 'matched', icon: CircleCheck },
  attachments: { tone: 'waiting', icon: Images },
  catchingUp: { tone: 'waiting', icon: Hourglass },
  away: { tone: 'refusal', icon: Unplug },
  unusable: { tone: 'refusal', icon: CircleX },
};

type Props = { configuration: BackupConfiguration; status: Backups['secondCopy'] };

/** The copy that is made all the time: where, how far behind, and where it is set up. */
export function SecondCopy({ configuration, status }: Props) {
  const { t } = useI18n();
  const titleId = useId();
  const configure = useConfigure();
  const [isChoosing, setChoosing] = useState(false);
  const folder = status?.folder ?? configuration.secondCopy?.folder ?? null;
  const use = (next: string) =>
    configure.mutate(
      { ...configuration, secondCopy: { folder: next } },
      {
        onSuccess: () => {
          setChoosing(false);
          notify({ tone: 'done', text: t('backups.secondCopy.used') });
        },
      },
    );
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ display: 'grid', gap: 4, pt: 5, borderTop: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 4 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h3" component="h2" id={titleId}>
            {t('backups.secondCopy.title')}
          </Typography>
          <Typography variant="quiet" sx={{ mt: 0.5 }}>
            {t('backups.secondCopy.about')}
          </Typography>
        </Box>
        {folder === null && !isChoosing && (
          <Button onClick={() => setChoosing(true)}>{t('backups.secondCopy.begin')}</Button>
        )}
      </Box>
      {status !== null && (
        <Card
          status={status}
          configuration={configuration}
          onChange={isChoosing ? null : () => setChoosing(true)}
        />
      )}
      {isChoosing && (
        <FolderForm
          title={t('backups.secondCopy.newTitle')}
          use={t('backups.secondCopy.use')}
          taken={folder === null ? [] : [folder]}
          sameDisk={t('backups.sameDisk.copyText')}
          pending={configure.isPending}
          onUse={use}
          onClose={() => setChoosing(false)}
        />
      )}
    </Box>
  );
}

type CardProps = {
  status: NonNullable<Backups['secondCopy']>;
  configuration: BackupConfiguration;
  onChange: (() => void) | null;
};

function Card({ status, configuration, onChange }: CardProps) {
  const { t, format } = useI18n();
  const configure = useConfigure();
  // Null before it was asked: who says no is led back to where it was asked.
  const [isSure, setSure] = useState<boolean | null>(null);
  const state = stateOfSecondCopy(status, serverNow());
  const { folder, problem, isSameDisk, freeBytes, copiedAt } = status;
  const remove = () =>
    configure.mutate(
      { ...configuration, secondCopy: null },
      {
        onSuccess: () =>
          notify({
            tone: 'done',
            text: t('backups.secondCopy.removed', { folder }),
            undo: () => configure.mutate({ ...configuration, secondCopy: { folder } }),
          }),
      },
    );
  return (
    <Box sx={{ p: 4, borderRadius: 1, border: 1, display: 'grid', gap: 3 }}>
      <Box
        sx={{ display: 'flex', gap: 3, alignItems: 'center', flexWrap: 'wrap', '& > svg': { flex: 'none' } }}
      >
        <HardDrive size={16} aria-hidden />
        <Typography variant="h3" component="p" sx={{ flex: 1, minWidth: 200 }}>
          <Code value={folder} label={t('backups.folder.path')} />
        </Typography>
        <span role="status">
          <StateChip {...chipOf(chips[state], isSameDisk)} label={t(`backups.secondCopy.state.${state}`)} />
        </span>
        {isSameDisk === true && (
          <StateChip tone="waiting" icon={HardDrive} label={t('backups.sameDisk.chip')} />
        )}
      </Box>
      {problem !== null && <PlaceProblemNote problem={problem} isGrave />}
      {isSameDisk === true && <Alert severity="warning">{t('backups.sameDisk.copyText')}</Alert>}
      <Fields>
        <Behind status={status} />
        <Field label={t('backups.secondCopy.copied')}>
          {copiedAt === null ? t('backups.secondCopy.notYet') : <RelativeTime at={copiedAt} />}
        </Field>
        {freeBytes !== null && <Field label={t('backups.secondCopy.free')}>{format.bytes(freeBytes)}</Field>}
      </Fields>
      {(state === 'away' || state === 'unusable' || state === 'catchingUp') && (
        <Typography variant="quiet">{t('backups.secondCopy.waits')}</Typography>
      )}
      {status.isForThisRun ? (
        <Typography variant="quiet">{t('backups.secondCopy.fromCommandLine')}</Typography>
      ) : isSure ? (
        <Alert severity="warning">
          {t('backups.secondCopy.removeText')}
          <Box sx={{ display: 'flex', gap: 2, mt: 2 }}>
            <Button autoFocus onClick={() => setSure(false)}>
              {t('common.cancel')}
            </Button>
            <Button color="error" disabled={configure.isPending} onClick={remove}>
              {t('backups.secondCopy.removeConfirm')}
            </Button>
          </Box>
        </Alert>
      ) : (
        <Box sx={{ display: 'flex', gap: 2 }}>
          {onChange !== null && <Button onClick={onChange}>{t('backups.secondCopy.change')}</Button>}
          <Button color="error" variant="text" autoFocus={isSure === false} onClick={() => setSure(true)}>
            {t('backups.secondCopy.remove')}
          </Button>
        </Box>
      )}
    </Box>
  );
}

/** What is not there yet, in words. */
function Behind({ status: { arrivals, database, attachments, state } }: { status: SecondCopyStatus }) {
  const { t, format } = useI18n();
  const since = useSince();
  const isKnown = state !== 'starting';
  const complete = isKnown ? t('backups.secondCopy.complete') : t('common.none');
  const { behind } = arrivals;
  const entries = format.count(behind);
  return (
    <>
      <Field label={t('backups.secondCopy.arrivals')}>
        {behind === 0
          ? complete
          : arrivals.since === null
            ? t('backups.secondCopy.behindNoTime', { count: behind, entries })
            : t('backups.secondCopy.behind', { count: behind, entries, since: since(arrivals.since) })}
      </Field>
      <Field label={t('backups.secondCopy.database')}>
        {database.since === null
          ? complete
          : t('backups.secondCopy.databaseBehind', { since: since(database.since) })}
      </Field>
      <Field label={t('backups.secondCopy.attachments')}>
        {attachments.behind === 0
          ? complete
          : t('backups.secondCopy.files', {
              count: attachments.behind,
              files: format.count(attachments.behind),
            })}
      </Field>
    </>
  );
}
