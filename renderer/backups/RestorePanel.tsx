import Button from '@mui/material/Button';
import { RotateCcw, Square } from 'lucide-react';
import { useEffect } from 'react';
import type { RestoreProgress } from '#shared/contract/backups.ts';
import { useSpokenTime } from '../app/frame/spoken-time.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { PhaseProgress, PhaseSteps, Preparing } from '../components/PhaseSteps.tsx';
import { Typography } from '../components/Typography.tsx';
import { Points, WorkConsequences, WorkPanel } from '../components/WorkPanel.tsx';
import { useFirstRun } from '../first-run/steps.ts';
import { restorePhases } from './restore-state.ts';
import { useStopRestore } from './use-backups.ts';

type Props = {
  /** Null before it begins. */
  progress: RestoreProgress | null;
  /** Whether whoever looks at it may end it. */
  mayStop: boolean;
};

/** What stands in place of the screens while a copy is restored. */
export function RestorePanel({ progress, mayStop }: Props) {
  const { t } = useI18n();
  const spoken = useSpokenTime();
  const stop = useStopRestore();
  const setPutOff = useFirstRun((state) => state.setPutOff);
  // After it people see first what came of it; a band leads to the set-up, where the copy had none.
  useEffect(() => setPutOff(true), [setPutOff]);
  const isStoppable = progress?.phase !== 'replacing' && progress?.phase !== 'opening';
  const isEnding = progress?.isEnding === true || stop.isPending;
  return (
    <WorkPanel
      tone="waiting"
      icon={RotateCcw}
      title={t('backups.restoring.title')}
      meaning={t('backups.restoring.meaning')}
      caption={progress !== null && t('backups.restoring.began', { at: spoken(progress.since) })}
      phase={progress === null ? null : t(`backups.restoring.phase.${progress.phase}`)}
    >
      <Box sx={{ px: 6, pb: 6, display: 'grid', gap: 4 }}>
        <Steps progress={progress} />
        {mayStop && (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 4, flexWrap: 'wrap' }}>
            {isStoppable && (
              <Button
                startIcon={<Square size={12} />}
                disabled={isEnding}
                onClick={() => stop.mutate(undefined)}
              >
                {t(isEnding ? 'common.progress.stopping' : 'common.progress.stop')}
              </Button>
            )}
            <Typography variant="quiet">
              {t(isStoppable ? 'backups.restoring.stopAbout' : 'backups.restoring.stopsNoMore')}
            </Typography>
          </Box>
        )}
      </Box>
      <WorkConsequences>
        <Points title={t('backups.restoring.meanwhile')}>
          <li>{t('backups.restoring.notReceiving')}</li>
          <li>{t('backups.restoring.nothingLost')}</li>
        </Points>
        <Points title={t('backups.restoring.what')}>
          <li>{t('backups.restoring.aside')}</li>
          <li>{t('backups.restoring.last')}</li>
        </Points>
      </WorkConsequences>
    </WorkPanel>
  );
}

const bytesKnown: ReadonlySet<RestoreProgress['phase']> = new Set(['journal', 'database', 'attachments']);

function Steps({ progress }: { progress: RestoreProgress | null }) {
  const { t, format } = useI18n();
  if (progress === null) return <Preparing label={t('backups.restoring.title')} />;
  return (
    <PhaseSteps
      phases={restorePhases}
      nameOf={(phase) => t(`backups.restoring.phase.${phase}`)}
      now={progress.phase}
    >
      {progress.isChecking && <Typography variant="quiet">{t('backups.restoring.checking')}</Typography>}
      <PhaseProgress
        label={t(`backups.restoring.phase.${progress.phase}`)}
        // How long the last two take nobody knows.
        progress={bytesKnown.has(progress.phase) ? progress : { done: 0, all: 0 }}
        figure={format.bytes}
      />
    </PhaseSteps>
  );
}
