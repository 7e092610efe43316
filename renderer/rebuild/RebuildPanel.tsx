import Button from '@mui/material/Button';
import { DatabaseZap, HardDrive, Square, Wrench } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { RebuildProgress } from '#shared/contract/database.ts';
import type { EngineAway } from '#shared/contract/status.ts';
import type { RebuildCause } from '../app/frame/panel-cause.ts';
import { useSpokenDuration, useSpokenTime } from '../app/frame/spoken-time.ts';
import { Link } from '../app/Link.tsx';
import { serverNow } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { RestoreFailureNote } from '../backups/PlaceProblem.tsx';
import { backupPaths } from '../backups/use-backups.ts';
import { Box } from '../components/Box.tsx';
import { SystemWords } from '../components/Fields.tsx';
import { PhaseProgress, PhaseSteps, Preparing } from '../components/PhaseSteps.tsx';
import { roughly, secondsLeftOfPhase } from '../components/progress.ts';
import { Typography } from '../components/Typography.tsx';
import { Points, WorkConsequences, WorkPanel } from '../components/WorkPanel.tsx';
import { useFirstRun } from '../first-run/steps.ts';
import { FailureReason } from './FailureReason.tsx';
import { rebuildPhases } from './rebuild-state.ts';
import { useBeginRebuild, useStopRebuild } from './use-rebuild.ts';

type Props = { away: EngineAway; cause: RebuildCause };

/** What stands in place of the screens while there is no database: what that means, and how it is made anew. */
export function RebuildPanel({ away, cause }: Props) {
  const { t } = useI18n();
  const spoken = useSpokenTime();
  const setPutOff = useFirstRun((state) => state.setPutOff);
  // After a rebuild without the settings people see what came of that first; a band leads to the set-up.
  useEffect(() => setPutOff(true), [setPutOff]);
  const { rebuild, rebuildFailure, detail } = away;
  const isRebuilding = cause === 'rebuilding';
  return (
    <WorkPanel
      tone={isRebuilding ? 'waiting' : 'refusal'}
      icon={isRebuilding ? DatabaseZap : HardDrive}
      title={t(`rebuild.panel.title.${cause}`)}
      meaning={
        <>
          {t(`rebuild.panel.meaning.${cause}`)}{' '}
          {!isRebuilding && rebuildFailure?.code !== 'journalDamaged' && t('rebuild.panel.canBeMade')}
        </>
      }
      caption={
        <>
          {rebuild !== null && t('rebuild.panel.began', { at: spoken(rebuild.since) })}
          {!isRebuilding && t('rebuild.panel.noticed', { at: spoken(away.since) })}
        </>
      }
      phase={rebuild === null ? null : t(`rebuild.phase.${rebuild.phase}`)}
    >
      {isRebuilding ? (
        <Underway progress={rebuild} mayStop={away.mayRepair} />
      ) : away.mayRepair ? (
        <Offer away={away} cause={cause} />
      ) : (
        <Box sx={{ px: 6, pb: 6 }}>
          <Typography variant="body1">{t('recovery.elsewhere')}</Typography>
        </Box>
      )}
      <Consequences away={away} cause={cause} />
      {detail !== '' && rebuildFailure === null && !isRebuilding && (
        <Box sx={{ px: 6, pb: 4, borderTop: 1, display: 'grid' }}>
          <SystemWords text={detail} />
        </Box>
      )}
    </WorkPanel>
  );
}

/** What to do, and the button that does it. */
function Offer({ away, cause }: { away: EngineAway; cause: Exclude<RebuildCause, 'rebuilding'> }) {
  const { t } = useI18n();
  const begin = useBeginRebuild();
  // Until the shell has said what became of it.
  const [askedAt, setAskedAt] = useState<EngineAway | null>(null);
  const isAsked = begin.isPending || askedAt === away;
  const failure = away.rebuildFailure;
  // Trying again is not the way out of these.
  const isLikely = failure?.code !== 'journalDamaged' && failure?.code !== 'otherVersion';
  return (
    <Box sx={{ px: 6, pb: 6, display: 'grid', gap: 4 }}>
      {failure !== null && <FailureReason failure={failure} />}
      {away.restoreFailure !== null && <RestoreFailureNote failure={away.restoreFailure} />}
      {cause === 'databaseLost' && <Typography variant="body1">{t('rebuild.panel.backup')}</Typography>}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 4, flexWrap: 'wrap' }}>
        <Button
          variant={isLikely ? 'contained' : 'outlined'}
          startIcon={<Wrench size={14} />}
          disabled={isAsked}
          onClick={() => begin.mutate(undefined, { onSuccess: () => setAskedAt(away) })}
        >
          {t(failure === null ? 'rebuild.panel.begin' : 'rebuild.failure.retry')}
        </Button>
        <Button component={Link} href={backupPaths.restore}>
          {t('rebuild.panel.restore')}
        </Button>
        {failure === null && <Typography variant="quiet">{t('rebuild.panel.pace')}</Typography>}
      </Box>
    </Box>
  );
}

type UnderwayProps = { progress: RebuildProgress | null; mayStop: boolean };

/** How far the rebuild is, and the button that ends it; `progress` null before it begins and after its end. */
function Underway({ progress, mayStop }: UnderwayProps) {
  const { t } = useI18n();
  const stop = useStopRebuild();
  const isEnding = progress?.isEnding === true || stop.isPending;
  return (
    <Box sx={{ px: 6, pb: 6, display: 'grid', gap: 4 }}>
      <Steps progress={progress} />
      {mayStop && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 4, flexWrap: 'wrap' }}>
          <Button
            startIcon={<Square size={12} />}
            disabled={progress === null || isEnding}
            onClick={() => stop.mutate(undefined)}
          >
            {t(isEnding ? 'common.progress.stopping' : 'common.progress.stop')}
          </Button>
          <Typography variant="quiet">{t('rebuild.progress.stopAbout')}</Typography>
        </Box>
      )}
    </Box>
  );
}

function Steps({ progress }: { progress: RebuildProgress | null }) {
  const { t, format } = useI18n();
  const long = useSpokenDuration();
  // At the moment of the report: until the next one nothing more is known.
  const left = useMemo(
    () => (progress === null ? null : secondsLeftOfPhase(progress, serverNow())),
    [progress],
  );
  if (progress === null) return <Preparing label={t('rebuild.panel.title.rebuilding')} />;
  return (
    <PhaseSteps phases={rebuildPhases} nameOf={(phase) => t(`rebuild.phase.${phase}`)} now={progress.phase}>
      <PhaseProgress
        label={t(`rebuild.phase.${progress.phase}`)}
        progress={progress}
        figure={format.count}
        left={left === null ? null : t('rebuild.progress.left', { long: long(roughly(left)) })}
      />
    </PhaseSteps>
  );
}

/** What goes on meanwhile, and what a rebuild keeps. */
function Consequences({ away: { receiver }, cause }: Props) {
  const { t } = useI18n();
  const isReceiving = receiver === 'listening';
  return (
    <WorkConsequences>
      <Points title={t('rebuild.panel.meanwhile')}>
        {isReceiving ? (
          <>
            <li>{t('rebuild.panel.receives')}</li>
            <li>{t('rebuild.panel.cancellations')}</li>
            <li>{t(cause === 'rebuilding' ? 'rebuild.panel.lookupsGoOn' : 'rebuild.panel.lookups')}</li>
          </>
        ) : (
          <Box component="li" sx={{ color: 'refusal.main', fontWeight: 500 }}>
            {t('rebuild.panel.notReceiving', { why: t(`frame.receiver.explain.${receiver}`, { url: '' }) })}
          </Box>
        )}
      </Points>
      <Points title={t('rebuild.panel.what')}>
        <li>{t('rebuild.panel.anew')}</li>
        <li>{t(cause === 'databaseLost' ? 'rebuild.panel.keptLost' : 'rebuild.panel.kept')}</li>
        {cause !== 'databaseLost' && <li>{t('rebuild.panel.aside')}</li>}
      </Points>
    </WorkConsequences>
  );
}
