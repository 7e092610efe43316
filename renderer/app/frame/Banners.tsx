import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import {
  CircleAlert,
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
import type { EngineAway, Status } from '#shared/contract/status.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { useWhen } from '../../components/RelativeTime.tsx';
import { downloadsPath } from '../../downloads/download-state.ts';
import { useDownloads } from '../../downloads/useDownloads.ts';
import { useFirstRun } from '../../first-run/steps.ts';
import { retryNow } from '../live/changes.ts';
import { useConnectionState } from '../live/connection-state.ts';
import { useI18n } from '../locale/i18n.ts';
import { useSettings, useStatus } from '../status.ts';
import { useReceiverText } from './ReceiverState.tsx';

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
        py: 0.5,
        minHeight: 34,
        flex: 'none',
        bgcolor: `${tone}.soft`,
        borderBottom: 1,
        borderColor: `${tone}.edge`,
        '& > svg': { color: `${tone}.main`, flex: 'none' },
      }}
    >
      <Icon size={16} aria-hidden />
      <Box component="span" sx={{ flex: 1, py: 1 }}>
        {children}
      </Box>
      {action}
    </Box>
  );
}

/** Banners for the whole screen: no connection, what is not received or not listed, sample data, an unfinished set-up. */
export function Banners() {
  const { t, format } = useI18n();
  const link = useConnectionState();
  const status = useStatus();
  const settings = useSettings();
  const setPutOff = useFirstRun((state) => state.setPutOff);
  const [, go] = useLocation();
  const queries = useQueryClient();
  const [interruption, forget] = useInterruption();
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
      <ReceiverBanner />
      {interruption !== null && <InterruptionBanner {...interruption} onRead={forget} />}
      <DatabaseBanner />
      <DamageBanner />
      <DownloadsBanner />
      <BacklogBanner arrivalsAreSaid={interruption !== null} />
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

/** Says when it was that something began: by the clock where it was today. */
function useBegan(): (at: string) => string {
  const { t, format } = useI18n();
  const when = useWhen();
  return (at) => {
    const time = format.time(at);
    if (dominicanDay(Date.parse(at)) !== dominicanDay(Date.now())) return when(at);
    // "A la 1:05", "a las 2:05".
    return t(/^1\D/.test(time) ? 'frame.engine.atOne' : 'frame.engine.at', { time });
  };
}

/** That the engine is away; what is shown stays, and what arrives is kept. */
function AwayBanner({ since, cause, receiver }: EngineAway) {
  const { t } = useI18n();
  const began = useBegan();
  const takes = receiver === 'listening' ? 'receiving' : 'notReceiving';
  return (
    <Banner
      tone={cause === 'cannotStart' || takes === 'notReceiving' ? 'refusal' : 'waiting'}
      icon={RefreshCw}
    >
      {t(`frame.engine.away.${cause}`, { at: began(since) })} {t(`frame.engine.away.${takes}`)}
    </Banner>
  );
}

/** That nothing is received, why, and what to do; a small mark in the top bar is no word about that. */
function ReceiverBanner() {
  const { t } = useI18n();
  const { data } = useStatus();
  const link = useConnectionState(({ state }) => state);
  const label = useReceiverText();
  const state = data?.receiver.state;
  if (data === undefined || link !== 'live' || (state !== 'notStoring' && state !== 'failed')) return null;
  const { explain, errorMessage } = label(data.receiver);
  return (
    <Banner
      tone="refusal"
      icon={CircleAlert}
      action={
        state === 'failed' && (
          <Button size="small" component={Link} href="/settings/receiver">
            {t('common.see')}
          </Button>
        )
      }
    >
      {explain} {errorMessage}
    </Banner>
  );
}

/** Until somebody has read it, also after the page is opened anew. */
const readKey = 'perito.interruptionRead';

type Interruption = {
  engine: Status['engine'];
  last: NonNullable<Status['engine']['lastInterruption']>;
  waiting: number;
};

/** The last interruption as long as nobody has read of it, and what has it read. */
function useInterruption(): [Interruption | null, () => void] {
  const { data } = useStatus();
  const away = useConnectionState((link) => link.away);
  const [read, setRead] = useState(() => readInterruption());
  const last = data?.engine.lastInterruption ?? null;
  const isShown = data !== undefined && last !== null && away === null && last.until !== read;
  const forget = () => {
    if (last === null) return;
    rememberInterruption(last.until);
    setRead(last.until);
  };
  return [isShown ? { engine: data.engine, last, waiting: data.arrivals.waiting } : null, forget];
}

/** So many are no accident any more. */
const oftenInterrupted = 3;

/** What happened while nobody could look: the engine was away, and what arrived then. */
function InterruptionBanner({ engine, last, waiting, onRead }: Interruption & { onRead: () => void }) {
  const { t, format } = useI18n();
  const began = useBegan();
  const seconds = Math.max(1, Math.round((Date.parse(last.until) - Date.parse(last.from)) / 1000));
  return (
    <Banner
      tone="neutral"
      icon={RefreshCw}
      action={
        <Button size="small" onClick={onRead}>
          {t('frame.engine.back.read')}
        </Button>
      }
    >
      {t(`frame.engine.back.${last.cause}`, {
        at: began(last.from),
        long:
          seconds < 120
            ? t('frame.engine.back.seconds', { seconds })
            : t('frame.engine.back.minutes', { minutes: Math.round(seconds / 60) }),
      })}{' '}
      {waiting === 0
        ? t('frame.engine.back.listed')
        : t('frame.engine.back.listing', { count: waiting, records: format.count(waiting) })}{' '}
      {engine.restarts >= oftenInterrupted &&
        t('frame.engine.back.often', { times: format.count(engine.restarts) })}
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

/** What was found damaged while Perito worked goes on being damaged until somebody does what the band says. */
function DamageBanner() {
  const { t } = useI18n();
  const { data } = useStatus();
  return data?.engine.damaged.map((damaged) => (
    <Banner key={damaged} tone="refusal" icon={HardDrive}>
      {t(`frame.engine.damaged.${damaged}`)}
    </Banner>
  ));
}

/** What is listed within this needs no word. */
const rushMilliseconds = 2000;
/** Examining is told of after so long, since shorter work is over before anybody reads it. */
const examiningMilliseconds = 5000;

/** In a rush arrivals are counted first and listed as there is time; until they are examined, figures may be wrong. */
function BacklogBanner({ arrivalsAreSaid }: { arrivalsAreSaid: boolean }) {
  const { t, format } = useI18n();
  const { data } = useStatus();
  if (data === undefined) return null;
  const { arrivals, examination, engine } = data;
  const lasts = (since: string | null, milliseconds: number) =>
    since !== null && Date.parse(data.now) - Date.parse(since) >= milliseconds;
  const isRush = !arrivalsAreSaid && engine.database === null && lasts(arrivals.since, rushMilliseconds);
  const isExamining = lasts(examination.since, examiningMilliseconds);
  if (!isRush && !isExamining) return null;
  const { waiting } = arrivals;
  const { revisions } = examination;
  return (
    <Banner tone="waiting" icon={Hourglass}>
      {isRush && t('frame.arrivals.band', { count: waiting, records: format.count(waiting) })}{' '}
      {isExamining && t('frame.examining.band', { count: revisions, revisions: format.count(revisions) })}
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
