import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import {
  CirclePause,
  CloudOff,
  FlaskConical,
  HardDrive,
  Hourglass,
  ListChecks,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { downloadsPath } from '../../downloads/download-state.ts';
import { useDownloads } from '../../downloads/useDownloads.ts';
import { useFirstRun } from '../../first-run/steps.ts';
import { retryNow } from '../live/changes.ts';
import { useConnectionState } from '../live/connection-state.ts';
import { useI18n } from '../locale/i18n.ts';
import { useSettings, useStatus } from '../status.ts';

type BannerProps = {
  tone: 'refusal' | 'waiting' | 'neutral';
  icon: LucideIcon;
  children: ReactNode;
  action?: ReactNode;
};

function Banner({ tone, icon: Icon, children, action }: BannerProps) {
  return (
    <Box
      role="status"
      sx={{
        typography: 'body2',
        display: 'flex',
        alignItems: 'center',
        gap: 2.5,
        px: 4,
        minHeight: 34,
        flex: 'none',
        bgcolor: `${tone}.soft`,
        borderBottom: 1,
        borderColor: `${tone}.edge`,
        '& > svg': { color: `${tone}.main`, flex: 'none' },
      }}
    >
      <Icon size={16} aria-hidden />
      <Box component="span" sx={{ flex: 1 }}>
        {children}
      </Box>
      {action}
    </Box>
  );
}

/** Banners for the whole screen: no connection, sample data, an unfinished set-up. */
export function Banners() {
  const { t, format } = useI18n();
  const link = useConnectionState();
  const status = useStatus();
  const settings = useSettings();
  const setPutOff = useFirstRun((state) => state.setPutOff);
  const [, go] = useLocation();
  const queries = useQueryClient();
  const retry = () => {
    retryNow();
    void queries.invalidateQueries();
  };
  const resume = () => {
    setPutOff(false);
    go('/first-run/company');
  };
  return (
    <>
      {link.state === 'signedOut' && (
        <Banner tone="refusal" icon={CloudOff}>
          {t('frame.link.signedOut')}
        </Banner>
      )}
      {link.state === 'lost' && (
        <Banner
          tone="refusal"
          icon={CloudOff}
          action={
            <Button size="small" onClick={retry}>
              {t('frame.link.retry')}
            </Button>
          }
        >
          {t('frame.link.lost', { time: format.time(new Date(link.since ?? Date.now()).toISOString()) })}
        </Banner>
      )}
      <DownloadsBanner />
      <ExaminingBanner />
      {status.data?.sampleData === true && (
        <Banner tone="neutral" icon={FlaskConical}>
          {t('frame.sample')}
        </Banner>
      )}
      {settings.data?.firstRunDoneAt === null && (
        <Banner
          tone="neutral"
          icon={ListChecks}
          action={
            <Button size="small" onClick={resume}>
              {t('frame.firstRun.resume')}
            </Button>
          }
        >
          {t('frame.firstRun.band')}
        </Banner>
      )}
    </>
  );
}

/** The banner appears after so long, since shorter work is over before anybody reads it. */
const shownAfterMilliseconds = 5000;

/** Warns that figures may be wrong until the newest records are examined. */
function ExaminingBanner() {
  const { t, format } = useI18n();
  const { data } = useStatus();
  const { since = null, revisions = 0 } = data?.examination ?? {};
  if (data === undefined || since === null) return null;
  if (Date.parse(data.now) - Date.parse(since) < shownAfterMilliseconds) return null;
  return (
    <Banner tone="waiting" icon={Hourglass}>
      {t('frame.examining.band', { count: revisions, revisions: format.count(revisions) })}
    </Banner>
  );
}

/** That no photo arrives is told wherever photos are missed; where downloads are shown, they tell it themselves. */
function DownloadsBanner() {
  const { t } = useI18n();
  const [path] = useLocation();
  const downloads = useDownloads();
  const { diskLow = false, paused = false } = downloads.data ?? {};
  if ((!diskLow && !paused) || path.startsWith(downloadsPath)) return null;
  return (
    <Banner
      tone={diskLow ? 'refusal' : 'waiting'}
      icon={diskLow ? HardDrive : CirclePause}
      action={
        <Button size="small" component={Link} href={downloadsPath}>
          {t('downloads.band.see')}
        </Button>
      }
    >
      {t(diskLow ? 'downloads.band.diskLow' : 'downloads.band.paused')}
    </Banner>
  );
}
