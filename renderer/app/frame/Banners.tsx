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
  RefreshCw,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { EngineAway } from '#shared/contract/status.ts';
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

/** Banners for the whole screen: no connection, an engine that is away or was, sample data, an unfinished set-up. */
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
      {link.away !== null && <AwayBanner {...link.away} />}
      <InterruptionBanner />
      <DatabaseBanner />
      <DownloadsBanner />
      <ArrivalsBanner />
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

/** That the engine is away; what is shown stays, and what arrives is kept. */
function AwayBanner({ since, cause, receiver }: EngineAway) {
  const { t, format } = useI18n();
  const takes = receiver === 'listening' ? 'receiving' : 'notReceiving';
  return (
    <Banner
      tone={cause === 'cannotStart' || takes === 'notReceiving' ? 'refusal' : 'waiting'}
      icon={RefreshCw}
    >
      {t(`frame.engine.away.${cause}`, { time: format.time(since) })} {t(`frame.engine.away.${takes}`)}
    </Banner>
  );
}

/** Until somebody has read it, also after the page is opened anew. */
const readKey = 'perito.interruptionRead';

/** What happened while nobody could look: the engine was away, and what arrived then. */
function InterruptionBanner() {
  const { t, format } = useI18n();
  const { data } = useStatus();
  const away = useConnectionState((link) => link.away);
  const [read, setRead] = useState(() => readInterruption());
  const interruption = data?.engine.lastInterruption ?? null;
  if (data === undefined || interruption === null || away !== null || interruption.until === read)
    return null;
  const seconds = Math.max(
    1,
    Math.round((Date.parse(interruption.until) - Date.parse(interruption.from)) / 1000),
  );
  const { waiting } = data.arrivals;
  return (
    <Banner
      tone="neutral"
      icon={RefreshCw}
      action={
        <Button
          size="small"
          onClick={() => {
            rememberInterruption(interruption.until);
            setRead(interruption.until);
          }}
        >
          {t('frame.engine.back.read')}
        </Button>
      }
    >
      {t(`frame.engine.back.${interruption.cause}`, {
        time: format.time(interruption.from),
        long:
          seconds < 120
            ? t('frame.engine.back.seconds', { seconds })
            : t('frame.engine.back.minutes', { minutes: Math.round(seconds / 60) }),
      })}{' '}
      {waiting === 0
        ? t('frame.engine.back.listed')
        : t('frame.engine.back.listing', { count: waiting, records: format.count(waiting) })}
    </Banner>
  );
}

function readInterruption(): string | null {
  try {
    return localStorage.getItem(readKey);
  } catch {
    return null;
  }
}

function rememberInterruption(until: string) {
  try {
    localStorage.setItem(readKey, until);
  } catch {
    // Storage may be off in this browser; the banner stays away until the page is opened anew.
  }
}

/** Where the engine can write nothing more, what arrives is kept by the receiver and seen by nobody. */
function DatabaseBanner() {
  const { t } = useI18n();
  const { data } = useStatus();
  const database = data?.engine.database ?? null;
  if (database === null) return null;
  return (
    <Banner tone="refusal" icon={HardDrive}>
      {t(`frame.engine.database.${database}`)}
    </Banner>
  );
}

/** In a rush arrivals are counted first, and listed as there is time. */
function ArrivalsBanner() {
  const { t, format } = useI18n();
  const { data } = useStatus();
  const { since = null, waiting = 0 } = data?.arrivals ?? {};
  if (data === undefined || since === null || data.engine.database !== null) return null;
  if (Date.parse(data.now) - Date.parse(since) < rushMilliseconds) return null;
  return (
    <Banner tone="waiting" icon={Hourglass}>
      {t('frame.arrivals.band', { count: waiting, records: format.count(waiting) })}
    </Banner>
  );
}

/** What is listed within this needs no word. */
const rushMilliseconds = 2000;

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
