import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { CircleAlert, RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import type { Restored } from '#shared/contract/backups.ts';
import { Banner } from '../app/frame/Banner.tsx';
import { useReadNotice } from '../app/frame/read-notice.ts';
import { useSpokenTime } from '../app/frame/spoken-time.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useStatus } from '../app/status.ts';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { Field, Fields } from '../components/Fields.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { instantOfName } from './backup-state.ts';
import { RestoreFailureNote } from './PlaceProblem.tsx';
import { PlanView } from './PlanView.tsx';
import { losesSomething, type RestoreOutcome, restoreOutcomeOf } from './restore-state.ts';
import { useMoment } from './use-backups.ts';

/** What came of the last restore, until somebody has read it. */
export function RestoreBanner() {
  const { t } = useI18n();
  const spoken = useSpokenTime();
  const name = useRestoredName();
  const { data } = useStatus();
  const outcome = data === undefined ? null : restoreOutcomeOf(data.engine);
  const [isRead, read] = useReadNotice('restoreRead', outcome?.at ?? null);
  const [isOpen, setOpen] = useState(false);
  if (outcome === null || isRead) return null;
  const buttons = (
    <Box sx={{ display: 'flex', gap: 2 }}>
      {outcome.type !== 'stopped' && (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('backups.restored.see')}
        </Button>
      )}
      <Button size="small" onClick={read}>
        {t('frame.engine.back.read')}
      </Button>
    </Box>
  );
  if (outcome.type === 'stopped')
    return (
      <Banner tone="neutral" icon={RotateCcw} action={buttons}>
        {t('backups.restored.stopped', { at: spoken(outcome.at) })}
      </Banner>
    );
  const report = <Report outcome={outcome} open={isOpen} onClose={() => setOpen(false)} />;
  if (outcome.type === 'failed')
    return (
      <Banner tone="refusal" icon={CircleAlert} action={buttons}>
        {t('backups.restored.failed', { at: spoken(outcome.at) })}{' '}
        {t(`backups.problem.${outcome.failure.problem.code}`)}
        {report}
      </Banner>
    );
  const isLossy = losesSomething(outcome.restored.plan);
  return (
    <Banner tone={isLossy ? 'waiting' : 'neutral'} icon={RotateCcw} action={buttons}>
      {name(outcome.restored)} {isLossy && <strong>{t('backups.restored.lost')}</strong>}
      {report}
    </Banner>
  );
}

function useRestoredName(): (restored: Restored) => string {
  const { t } = useI18n();
  const moment = useMoment();
  return ({ name }) =>
    name === null
      ? t('backups.restored.band.secondCopy')
      : t('backups.restored.band.backup', { when: moment(instantOfName(name)) });
}

type ReportProps = {
  outcome: Exclude<RestoreOutcome, { type: 'stopped' }>;
  open: boolean;
  onClose: () => void;
};

/** What came of it, with all that is known. */
function Report({ outcome, open, onClose }: ReportProps) {
  const { t } = useI18n();
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} variant="h2" component="h2">
        {t(outcome.type === 'made' ? 'backups.restored.title' : 'backups.restored.failedTitle')}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        {outcome.type === 'made' ? (
          <Made restored={outcome.restored} />
        ) : (
          <RestoreFailureNote failure={outcome.failure} />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 6, pb: 5 }}>
        <Button variant="contained" autoFocus onClick={onClose}>
          {t('backups.restored.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Made({ restored }: { restored: Restored }) {
  const { t } = useI18n();
  const { at, folder, plan, aside } = restored;
  return (
    <>
      <PlanView plan={plan} isDone />
      <Fields>
        <Field label={t('backups.restored.at')}>
          <RelativeTime at={at} />
        </Field>
        <Field label={t('backups.restored.from')}>
          <Code value={folder} label={t('backups.folder.path')} />
        </Field>
        <Field label={t('backups.restored.aside')} wide>
          {aside === null ? (
            t('backups.restored.asideNone')
          ) : (
            <>
              <Code value={aside} label={t('backups.folder.path')} />
              <Typography variant="caption" component="p" sx={{ mt: 0.5 }}>
                {t('backups.restored.asideAbout')}
              </Typography>
            </>
          )}
        </Field>
      </Fields>
    </>
  );
}
