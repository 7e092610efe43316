import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { CircleSlash, FileOutput, FolderInput, HardDrive, RotateCcw, RotateCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { DatabaseFault } from '#shared/contract/database.ts';
import type { EngineAway, IllnessCode } from '#shared/contract/status.ts';
import { useNotDone } from '../app/error-message.ts';
import { Snackbar } from '../app/frame/Snackbar.tsx';
import { useSpokenTime } from '../app/frame/spoken-time.ts';
import { retryNow } from '../app/live/changes.ts';
import { useConnectionState } from '../app/live/connection-state.ts';
import { serverNow } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useKeptTitle } from '../app/window-title.ts';
import { OpenArchive } from '../archives/OpenArchive.tsx';
import { RestoreFailureNote } from '../backups/PlaceProblem.tsx';
import { RestoreSteps } from '../backups/RestorePage.tsx';
import { RestorePanel } from '../backups/RestorePanel.tsx';
import { useBackups } from '../backups/use-backups.ts';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { SystemWords, TechnicalDetail } from '../components/Fields.tsx';
import { Preparing } from '../components/PhaseSteps.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { Typography } from '../components/Typography.tsx';
import { Points, WorkConsequences, WorkPanel } from '../components/WorkPanel.tsx';
import { useDatabasePassword } from './DatabasePassword.tsx';
import { useDatabaseFaultText } from './database-fault.ts';
import { FolderFailure, OtherFolder } from './OtherFolder.tsx';
import { SalvageForm, SalvageNote } from './Salvage.tsx';

/** What stands in place of the whole program while its data directory is ill: what was found, and the ways on. */
export function RecoveryScreen({ away }: { away: EngineAway }) {
  const attempt = useAttempt(away);
  const { illness } = away;
  const { t } = useI18n();
  return (
    <Surroundings isReceiving={away.receiver === 'listening'}>
      {away.cause === 'restoring' ? (
        <RestorePanel progress={away.restore} mayStop={away.mayRepair} />
      ) : illness === null ? (
        <Opening />
      ) : (
        <Illness away={away} illness={illness}>
          {away.mayRepair ? (
            <WaysOut away={away} illness={illness} attempt={attempt} />
          ) : (
            <Box sx={{ px: 6, pb: 6 }}>
              <Typography variant="body1">{t('recovery.elsewhere')}</Typography>
            </Box>
          )}
        </Illness>
      )}
    </Surroundings>
  );
}

/** The program's name, and that nothing is received; there is nowhere to go from here. */
function Surroundings({ isReceiving, children }: { isReceiving: boolean; children: ReactNode }) {
  const { t } = useI18n();
  useKeptTitle({ waiting: null, section: null, archive: null });
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
      <Box
        component="header"
        sx={({ perito }) => ({
          height: perito.sizes.topBar,
          flex: 'none',
          display: 'flex',
          alignItems: 'center',
          gap: 2.5,
          px: 4.5,
          borderBottom: 1,
          bgcolor: 'background.paper',
          typography: 'h2',
        })}
      >
        <img src="./mark.svg" width={22} height={22} alt="" />
        <span>{t('frame.product')}</span>
        <Box sx={{ flex: 1 }} />
        {!isReceiving && <StateChip tone="refusal" icon={CircleSlash} label={t('recovery.receiver')} />}
      </Box>
      <Snackbar isBand />
      <Box component="main" id="main" sx={{ flex: 1, minHeight: 0, position: 'relative' }}>
        {children}
      </Box>
    </Box>
  );
}

/** The receiver is there again, and the lists will be soon. */
function Opening() {
  const { t } = useI18n();
  const title = t('recovery.opening.title');
  return (
    <WorkPanel
      tone="waiting"
      icon={RotateCw}
      title={title}
      meaning={t('recovery.opening.meaning')}
      caption={null}
      phase={null}
    >
      <Box sx={{ px: 6, pb: 6 }}>
        <Preparing label={title} />
      </Box>
    </WorkPanel>
  );
}

/** Whether what is in the way now is what was before. */
const isSame = (before: EngineAway | null, now: EngineAway): boolean =>
  before?.illness === now.illness && before.fault?.code === now.fault?.code;

type Attempt = {
  isUnderWay: boolean;
  /** Of the last one that has come to its end without success; null where there was none. */
  outcome: { at: string; isSame: boolean } | null;
  begin: () => void;
};

/** Starts on the data directory again; what came of it is known by what the shell says after that. */
function useAttempt(away: EngineAway): Attempt {
  const notDone = useNotDone();
  const [last, setLast] = useState<{ at: string; before: EngineAway | null } | null>(null);
  const { isPending, mutate } = useMutation(
    useApi().recovery.tryAgain.mutationOptions({
      onSuccess: () => {
        const before = useConnectionState.getState().away;
        setLast({ at: new Date(serverNow()).toISOString(), before });
        retryNow();
      },
      onError: notDone,
    }),
  );
  const isUnderWay = isPending || away.isTriedAgain || (last !== null && last.before === away);
  return {
    isUnderWay,
    outcome: last === null || isUnderWay ? null : { at: last.at, isSame: isSame(last.before, away) },
    begin: () => mutate(undefined),
  };
}

/** What a copy does not put right, or puts right at a loss: what is tried again is offered first. */
const isForRestoring = (illness: IllnessCode): boolean => illness === 'corrupt' || illness === 'databaseLost';

/** What a database of a server has as well as files have: it is put right there, or by another Perito. */
const ofServers = ['notAccessible', 'newerSchema', 'diskFull'] as const;
/** What the folder on this computer can have where the data are in a database of a server. */
const ofFolders: readonly IllnessCode[] = ['notAccessible', 'diskFull'];

/** What is said of an illness. */
function useIllnessText(illness: IllnessCode, fault: DatabaseFault | null) {
  const { t } = useI18n();
  const isOnServer = useBackups().data?.isOnServer === true || fault !== null;
  const faultText = useDatabaseFaultText();
  if (fault !== null) {
    const ofServer = ofServers.find((one) => one === illness) ?? 'notAccessible';
    return { isOnServer, title: t(`recovery.onServer.title.${ofServer}`), ...faultText(fault) };
  }
  const isRestored = isOnServer && !ofFolders.includes(illness);
  return {
    isOnServer,
    title: t(`recovery.title.${illness}`),
    meaning: t(`recovery.meaning.${illness}`),
    wayOut: t(isRestored ? 'recovery.onServer.restore' : `recovery.wayOut.${illness}`),
  };
}

/** Where a newer version wrote the database: what it kept of the one before. */
function BackToVersionBefore(props: { before: NonNullable<EngineAway['versionBefore']>; isBusy: boolean }) {
  const { t, format } = useI18n();
  const notDone = useNotDone();
  const { version, madeAt, bytes } = props.before;
  const { isPending, mutate } = useMutation(
    useApi().recovery.putBackVersionBefore.mutationOptions({ onSuccess: retryNow, onError: notDone }),
  );
  return (
    <Alert
      severity="info"
      action={
        <Button variant="outlined" disabled={props.isBusy || isPending} onClick={() => mutate(undefined)}>
          {t('recovery.versionBefore.button')}
        </Button>
      }
    >
      {t('recovery.versionBefore.about', {
        version:
          version === null
            ? t('recovery.versionBefore.unknown')
            : t('recovery.versionBefore.of', { version }),
        at: format.exact(madeAt),
        bytes: format.bytes(bytes),
      })}
    </Alert>
  );
}

type Props = { away: EngineAway; illness: IllnessCode };

/** What was found and what it means meanwhile; `children` are what is done about it. */
function Illness({ away, illness, children }: Props & { children: ReactNode }) {
  const { t } = useI18n();
  const { isOnServer, title, meaning } = useIllnessText(illness, away.fault);
  const spoken = useSpokenTime();
  return (
    <WorkPanel
      tone="refusal"
      icon={HardDrive}
      title={title}
      meaning={meaning}
      caption={t('recovery.noticed', { at: spoken(away.since) })}
      phase={null}
    >
      {children}
      <WorkConsequences>
        <Points title={t('recovery.meanwhile')}>
          <li>{t('recovery.notReceiving')}</li>
          <li>{t('recovery.nothingAnswered')}</li>
        </Points>
        <Untouched isOnServer={isOnServer} />
      </WorkConsequences>
      {away.mayRepair && <Where away={away} />}
    </WorkPanel>
  );
}

/** What whoever looks after it does about it. */
function WaysOut({ away, illness, attempt }: Props & { attempt: Attempt }) {
  const { t } = useI18n();
  const { fault } = away;
  const { isOnServer, wayOut } = useIllnessText(illness, fault);
  const spoken = useSpokenTime();
  const [open, setOpen] = useState<Way | null>(null);
  const isRestoring = open === 'restore';
  const { outcome, begin } = attempt;
  const isSalvaging = away.salvage.running !== null;
  const isUnderWay = attempt.isUnderWay || isSalvaging || away.folder?.isChanging === true;
  const password = useDatabasePassword(fault, isUnderWay);
  const restore = (
    <Button
      key="restore"
      variant={isForRestoring(illness) && open === null ? 'contained' : 'outlined'}
      startIcon={<RotateCcw size={14} />}
      aria-expanded={isRestoring}
      disabled={isUnderWay}
      onClick={() => setOpen(isRestoring ? null : 'restore')}
    >
      {t(isRestoring ? 'recovery.hideRestore' : 'recovery.restore')}
    </Button>
  );
  const again = (
    <Button
      key="again"
      variant={isForRestoring(illness) || open !== null || password.isWanted ? 'outlined' : 'contained'}
      startIcon={<RotateCw size={14} />}
      disabled={isUnderWay}
      onClick={begin}
    >
      {t(attempt.isUnderWay ? 'recovery.trying' : 'recovery.tryAgain')}
    </Button>
  );
  return (
    <>
      <Box sx={{ px: 6, pb: 6, display: 'grid', gap: 4 }}>
        {away.restoreFailure !== null && <RestoreFailureNote failure={away.restoreFailure} />}
        <Box role="status" sx={{ '&:empty': { mb: -4 } }}>
          {outcome !== null && (
            <Alert severity="warning">
              {t(`recovery.tried.${outcome.isSame ? 'same' : 'other'}`, { at: spoken(outcome.at) })}
            </Alert>
          )}
        </Box>
        <Typography variant="body1">{wayOut}</Typography>
        {password.note}
        {fault !== null && <TechnicalDetail text={fault.detail} />}
        {away.versionBefore !== null && !isOnServer && (
          <BackToVersionBefore before={away.versionBefore} isBusy={isUnderWay} />
        )}
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, flexWrap: 'wrap' }}>
          {password.button}
          {isOnServer ? again : isForRestoring(illness) ? [restore, again] : [again, restore]}
          {!isOnServer && (
            <Button
              variant="outlined"
              startIcon={<FileOutput size={14} />}
              aria-expanded={open === 'salvage'}
              disabled={isUnderWay}
              onClick={() => setOpen(open === 'salvage' ? null : 'salvage')}
            >
              {t(open === 'salvage' ? 'recovery.salvage.hide' : 'recovery.salvage.button')}
            </Button>
          )}
          {away.folder !== null && (
            <Button
              variant="outlined"
              startIcon={<FolderInput size={14} />}
              aria-expanded={open === 'folder'}
              disabled={isUnderWay}
              onClick={() => setOpen(open === 'folder' ? null : 'folder')}
            >
              {t(open === 'folder' ? 'recovery.folder.hide' : 'recovery.folder.button')}
            </Button>
          )}
          <OpenArchive label={t('recovery.openArchive')} />
        </Box>
      </Box>
      <Came away={away} />
      {open !== null && !isSalvaging && (
        <Opened open={open} away={away} isBusy={isUnderWay} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

function Untouched({ isOnServer }: { isOnServer: boolean }) {
  const { t } = useI18n();
  return (
    <Points title={t('recovery.untouched')}>
      <li>{t(isOnServer ? 'recovery.onServer.nothingChanged' : 'recovery.nothingChanged')}</li>
      {!isOnServer && <li>{t('recovery.aside')}</li>}
    </Points>
  );
}

/** What is done about it beside trying again. */
type Way = 'restore' | 'salvage' | 'folder';

/** What came of the ways that were tried, and how far one is. */
function Came({ away: { salvage, folder } }: { away: EngineAway }) {
  const hasSalvage = salvage.running !== null || salvage.done !== null || salvage.failure !== null;
  const failure = folder?.failure ?? null;
  if (!hasSalvage && failure === null) return null;
  return (
    <Box sx={{ px: 6, pb: 6, display: 'grid', gap: 4 }}>
      {hasSalvage && <SalvageNote salvage={salvage} />}
      {folder !== null && failure !== null && <FolderFailure folder={folder} />}
    </Box>
  );
}

type OpenedProps = { open: Way; away: EngineAway; isBusy: boolean; onClose: () => void };

/** The way that somebody opened. */
function Opened({ open, away, isBusy, onClose }: OpenedProps) {
  return (
    <Box sx={{ px: 6, pb: 6, display: 'grid', gap: 5 }}>
      {open === 'restore' && <RestoreSteps />}
      {open === 'salvage' && <SalvageForm isBusy={isBusy} onBegun={onClose} />}
      {open === 'folder' && away.folder !== null && <OtherFolder folder={away.folder} isBusy={isBusy} />}
    </Box>
  );
}

/** Where the data lie, and what the system says. */
function Where({ away: { folder, detail, fault } }: { away: EngineAway }) {
  const { t } = useI18n();
  return (
    <Box sx={{ px: 6, py: 4, borderTop: 1, display: 'grid', gap: 2 }}>
      {folder !== null && (
        <Typography variant="quiet" component="p">
          {t('recovery.folder.now')}: <Code value={folder.path} label={t('backups.folder.path')} />
        </Typography>
      )}
      {fault === null && <SystemWords text={detail} />}
    </Box>
  );
}
