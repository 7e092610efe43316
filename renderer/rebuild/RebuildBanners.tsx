import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { CircleAlert, DatabaseZap, HardDrive } from 'lucide-react';
import { useId, useState } from 'react';
import { Banner } from '../app/frame/Banner.tsx';
import { useReadNotice } from '../app/frame/read-notice.ts';
import { secondsBetween, useSpokenDuration, useSpokenTime } from '../app/frame/spoken-time.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { useStatus } from '../app/status.ts';
import { Box } from '../components/Box.tsx';
import { Typography } from '../components/Typography.tsx';
import { RebuildReport } from './RebuildReport.tsx';
import { keptOf, outcomeOf } from './rebuild-state.ts';
import { useBeginRebuild } from './use-rebuild.ts';

/** That the database was found damaged while the engine works with it, and the way to make it anew. */
export function DamagedDatabaseBanner() {
  const { t } = useI18n();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Banner
        tone="refusal"
        icon={HardDrive}
        action={
          <Acts of="database.rebuild">
            <Button size="small" onClick={() => setAsking(true)}>
              {t('rebuild.ask.open')}
            </Button>
          </Acts>
        }
      >
        {t('rebuild.ask.band')}
      </Banner>
      <AskRebuildDialog open={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

/** What happens, before it does. */
export function AskRebuildDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useI18n();
  const titleId = useId();
  const begin = useBeginRebuild();
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} maxWidth="sm">
      <DialogTitle id={titleId} variant="h2" component="h2">
        {t('rebuild.ask.title')}
      </DialogTitle>
      <DialogContent>
        <Box component="ul" sx={{ typography: 'body1', display: 'grid', gap: 2.5 }}>
          <li>
            {t('rebuild.ask.away')} {t('rebuild.panel.pace')}
          </li>
          <li>
            {t('rebuild.panel.receives')} {t('rebuild.panel.cancellations')}
          </li>
          <li>{t('rebuild.panel.kept')}</li>
          <li>
            {t('rebuild.panel.aside')} {t('rebuild.ask.stop')}
          </li>
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 6, pb: 5 }}>
        <Button variant="text" color="inherit" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          variant="contained"
          autoFocus
          disabled={begin.isPending}
          onClick={() => begin.mutate(undefined, { onSuccess: onClose })}
        >
          {t('rebuild.panel.begin')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What came of the last rebuild, until somebody has read it. */
export function RebuildOutcomeBanner() {
  const { t } = useI18n();
  const spoken = useSpokenTime();
  const long = useSpokenDuration();
  const { data } = useStatus();
  const outcome = data === undefined ? null : outcomeOf(data.engine);
  const [isRead, read] = useReadNotice('rebuildRead', outcome?.at ?? null);
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const mayRebuild = useMay('database.rebuild');
  if (outcome === null || isRead) return null;
  const at = spoken(outcome.at);
  const buttons = (
    <Box sx={{ display: 'flex', gap: 2 }}>
      {outcome.type !== 'made' && mayRebuild && (
        <Button size="small" onClick={() => setAsking(true)}>
          {t('rebuild.ask.open')}
        </Button>
      )}
      {outcome.type !== 'stopped' && (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('rebuild.band.see')}
        </Button>
      )}
      <Button size="small" onClick={read}>
        {t('frame.engine.back.read')}
      </Button>
    </Box>
  );
  const ask = <AskRebuildDialog open={isAsking} onClose={() => setAsking(false)} />;
  if (outcome.type === 'stopped')
    return (
      <Banner tone="neutral" icon={DatabaseZap} action={buttons}>
        {t('rebuild.band.stopped', { at })}
        {ask}
      </Banner>
    );
  const report = <RebuildReport outcome={outcome} open={isOpen} onClose={() => setOpen(false)} />;
  if (outcome.type === 'failed')
    return (
      <Banner tone="refusal" icon={CircleAlert} action={buttons}>
        {t('rebuild.band.failed', { at })} {t(`rebuild.failure.${outcome.failure.code}`)}
        {report}
        {ask}
      </Banner>
    );
  const { rebuilt } = outcome;
  const kept = keptOf(rebuilt);
  return (
    <Banner tone={kept === 'all' ? 'neutral' : 'waiting'} icon={DatabaseZap} action={buttons}>
      {t('rebuild.band.made', { at, long: long(secondsBetween(rebuilt.since, rebuilt.at)) })}{' '}
      <Typography component="span" variant="body2" sx={{ fontWeight: kept === 'all' ? 400 : 600 }}>
        {t(`rebuild.band.${kept}`)}
      </Typography>
      {report}
    </Banner>
  );
}
