import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import {
  ArrowRightLeft,
  BookDashed,
  CircleAlert,
  CirclePause,
  CloudOff,
  FileKey2,
  FlaskConical,
  HardDrive,
  Hourglass,
  ListChecks,
  RefreshCw,
} from 'lucide-react';
import type { EngineAway, EngineEnd } from '#shared/contract/status.ts';
import { shortEngineNames } from '#shared/engine-names.ts';
import { AbsenceBanner } from '../../absences/AbsenceBanner.tsx';
import { ArchiveBanner } from '../../archives/ArchiveProgress.tsx';
import { BackupBanner } from '../../backups/BackupBanner.tsx';
import { RestoreBanner } from '../../backups/RestoreBanner.tsx';
import { downloadsPath } from '../../downloads/download-state.ts';
import { useDownloads } from '../../downloads/useDownloads.ts';
import { ExportBanners } from '../../exports/ExportBanners.tsx';
import { useFirstRun } from '../../first-run/steps.ts';
import { DamagedDatabaseBanner, RebuildOutcomeBanner } from '../../rebuild/RebuildBanners.tsx';
import { navigate, useOfPath } from '../hash-location.ts';
import { Link } from '../Link.tsx';
import { retryNow } from '../live/changes.ts';
import { useConnectionState } from '../live/connection-state.ts';
import { useI18n } from '../locale/i18n.ts';
import { Acts, useMay } from '../read-only.tsx';
import { useSettings, useStatus } from '../status.ts';
import { Banner } from './Banner.tsx';
import { type BandCause, isPanelCause, panelCauseOf } from './panel-cause.ts';
import { useReceiverText } from './ReceiverState.tsx';
import { useReadNotice } from './read-notice.ts';
import { secondsBetween, useSpokenDuration, useSpokenTime } from './spoken-time.ts';
import { databasePath, useTakeOverText } from './take-over.ts';

/** Banners for the whole screen: no connection, what is not received or not listed, sample data, an unfinished set-up. */
export function Banners() {
  const { t, format } = useI18n();
  const link = useConnectionState();
  const status = useStatus();
  const settings = useSettings();
  const setPutOff = useFirstRun((state) => state.setPutOff);
  const maySetUp = useMay('administrator');
  const queries = useQueryClient();
  const retry = () => {
    retryNow();
    void queries.invalidateQueries();
  };
  const resume = () => {
    setPutOff(false);
    navigate('/first-run/company');
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
          {link.lastHeard === null
            ? t('frame.link.never')
            : t('frame.link.lost', { time: format.time(new Date(link.since ?? Date.now()).toISOString()) })}
        </Banner>
      )}
      {panelCauseOf(link.away) === null && <EngineBanners />}
      {link.away === null && <ArchiveBanner />}
      {link.away === null && <ExportBanners />}
      {status.data?.sampleData === true && (
        <Banner tone="neutral" icon={FlaskConical}>
          {t('frame.sample')}
        </Banner>
      )}
      {settings.data?.firstRunDoneAt === null && maySetUp && panelCauseOf(link.away) === null && (
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

/** What the engine does, or does not; where a panel says it, these would say it twice. */
function EngineBanners() {
  const away = useConnectionState((link) => link.away);
  const [interruption, forget] = useInterruption();
  const told = away === null ? interruption : null;
  return (
    <>
      {away !== null && !isPanelCause(away.cause) && <AwayBanner {...away} cause={away.cause} />}
      <ReceiverBanner />
      <CertificateBanner />
      {away === null && <AbsenceBanner />}
      {told !== null && <InterruptionBanner {...told} onRead={forget} />}
      {away === null && <TakeOverBanner />}
      {away === null && <RebuildOutcomeBanner />}
      {away === null && <RestoreBanner />}
      <DatabaseBanner />
      <DatabaseRiskBanner />
      <DamageBanners />
      <BookBanner />
      <DownloadsBanner />
      <BackupBanner />
      <BacklogBanner arrivalsAreSaid={told !== null} />
    </>
  );
}

/** That the engine is away; what is shown stays, and what arrives is kept. */
function AwayBanner({
  since,
  cause,
  receiver,
}: Pick<EngineAway, 'since' | 'receiver'> & { cause: BandCause }) {
  const { t } = useI18n();
  const spoken = useSpokenTime();
  const takes = receiver === 'listening' ? 'receiving' : 'notReceiving';
  const isShowing = useStatus().data !== undefined;
  return (
    <Banner
      tone={cause === 'cannotStart' || takes === 'notReceiving' ? 'refusal' : 'waiting'}
      icon={RefreshCw}
    >
      {t(`frame.engine.away.${cause}`, { at: spoken(since) })} {t(`frame.engine.away.${takes}`)}{' '}
      {isShowing && t('frame.engine.away.shown')}
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
          <Acts of="administrator">
            <Button size="small" component={Link} href="/settings/connection">
              {t('common.see')}
            </Button>
          </Acts>
        )
      }
    >
      {explain} {errorMessage}
    </Banner>
  );
}

/** From 30 days before its end, since a certificate is renewed by somebody who does not look here every day. */
function CertificateBanner() {
  const { t } = useI18n();
  const isThere = useOfPath((path) => path === '/settings/receiver');
  const found = useStatus().data?.receiver.certificate ?? null;
  // Without one nothing is received, which is said in its own band.
  if (found === null || found.certificate === null) return null;
  const ofTime = found.warnings.find(({ code }) => ['expired', 'notYetValid', 'expiresSoon'].includes(code));
  const text =
    ofTime?.code === 'expiresSoon'
      ? t('certificate.band.expiresSoon', { count: ofTime.days })
      : ofTime?.code === 'expired' || ofTime?.code === 'notYetValid'
        ? t(`certificate.band.${ofTime.code}`)
        : found.problem === null
          ? null
          : t('certificate.band.problem');
  if (text === null) return null;
  return (
    <Banner
      tone={ofTime === undefined || ofTime.code === 'expiresSoon' ? 'waiting' : 'refusal'}
      icon={FileKey2}
      action={
        !isThere && (
          <Acts of="administrator">
            <Button size="small" component={Link} href="/settings/receiver">
              {t('certificate.band.see')}
            </Button>
          </Acts>
        )
      }
    >
      {text}
    </Banner>
  );
}

type Interruption = {
  from: string;
  until: string;
  cause: Exclude<EngineEnd, 'rebuilding' | 'restoring'>;
  restarts: number;
  waiting: number;
};

/** The last interruption as long as nobody has read of it, and what has it read; what came of a rebuild or a restore is told by itself. */
function useInterruption(): [Interruption | null, () => void] {
  const { data } = useStatus();
  const last = data?.engine.lastInterruption ?? null;
  const [isRead, read] = useReadNotice('interruptionRead', last?.until ?? null);
  if (data === undefined || last === null || isRead) return [null, read];
  const { from, until, cause } = last;
  if (cause === 'rebuilding' || cause === 'restoring') return [null, read];
  return [{ from, until, cause, restarts: data.engine.restarts, waiting: data.arrivals.waiting }, read];
}

/** So many are no accident any more. */
const oftenInterrupted = 3;

/** What happened while nobody could look: the engine was away, and what arrived then. */
function InterruptionBanner(props: Interruption & { onRead: () => void }) {
  const { from, until, cause, restarts, waiting, onRead } = props;
  const { t, format } = useI18n();
  const spoken = useSpokenTime();
  const long = useSpokenDuration();
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
      {t(`frame.engine.back.${cause}`, { at: spoken(from), long: long(secondsBetween(from, until)) })}{' '}
      {waiting === 0
        ? t('frame.engine.back.listed')
        : t('frame.engine.back.listing', { count: waiting, records: format.count(waiting) })}{' '}
      {restarts >= oftenInterrupted && t('frame.engine.back.often', { times: format.count(restarts) })}
    </Banner>
  );
}

/** Whose place the engine took, as long as nobody at this desk has read of it. */
function TakeOverBanner() {
  const { t } = useI18n();
  const textOf = useTakeOverText();
  const isThere = useOfPath((path) => path === databasePath);
  const mayLook = useMay('administrator');
  const takeOver = useStatus().data?.engine.takeOver ?? null;
  const [isRead, read] = useReadNotice('takeOverRead', takeOver?.at ?? null);
  // The list of the engines says it there.
  if (takeOver === null || isRead || isThere) return null;
  return (
    <Banner
      tone={takeOver.isPlanned ? 'neutral' : 'waiting'}
      icon={ArrowRightLeft}
      action={
        <>
          {mayLook && (
            <Button size="small" component={Link} href={databasePath}>
              {t('database.takeOver.see')}
            </Button>
          )}
          <Button size="small" onClick={read}>
            {t('database.takeOver.read')}
          </Button>
        </>
      }
    >
      {textOf({ ...takeOver, ...shortEngineNames(takeOver) })}{' '}
      {!mayLook && !takeOver.isPlanned && t('database.takeOver.where')}
    </Banner>
  );
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

/** What would be lost with the server of the data, or that it takes nothing, for whoever can do something about it. */
function DatabaseRiskBanner() {
  const { t } = useI18n();
  const isThere = useOfPath((path) => path === databasePath);
  const mayMend = useMay('administrator');
  const risk = useStatus().data?.databaseRisk ?? null;
  if (risk === null || isThere || !mayMend) return null;
  return (
    <Banner
      tone="refusal"
      icon={HardDrive}
      action={
        <Button size="small" component={Link} href={databasePath}>
          {t('database.band.see')}
        </Button>
      }
    >
      {t(`database.band.${risk}`)}
    </Banner>
  );
}

/** Where it is said what is damaged. */
const verificationPath = '/settings/verification';

/** What was found damaged while Perito worked goes on being damaged until somebody does what the band says. */
function DamageBanners() {
  const { t } = useI18n();
  const isThere = useOfPath((path) => path === verificationPath);
  const { data } = useStatus();
  return data?.engine.damaged.map((damaged) =>
    damaged === 'database' ? (
      <DamagedDatabaseBanner key={damaged} />
    ) : (
      <Banner
        key={damaged}
        tone="refusal"
        icon={HardDrive}
        action={
          !isThere && (
            <Acts of="administrator">
              <Button size="small" component={Link} href={verificationPath}>
                {t('settings.section.verification')}
              </Button>
            </Acts>
          )
        }
      >
        {t(`frame.engine.damaged.${damaged}`)}
      </Banner>
    ),
  );
}

/** Lookups fail until somebody imports the book anew, which the marketplace's users notice before anybody here. */
function BookBanner() {
  const { t } = useI18n();
  const isThere = useOfPath((path) => path.startsWith('/policies/import'));
  const { data } = useStatus();
  if (data?.policyBookIsIncomplete !== true) return null;
  return (
    <Banner
      tone="refusal"
      icon={BookDashed}
      action={
        !isThere && (
          <Acts of="policyImports.begin">
            <Button size="small" component={Link} href="/policies/import">
              {t('frame.book.import')}
            </Button>
          </Acts>
        )
      }
    >
      {t('frame.book.incomplete')}
    </Banner>
  );
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
  const isThere = useOfPath((path) => path.startsWith(downloadsPath));
  const downloads = useDownloads();
  const { diskLow = false, placeAway = false, paused = false } = downloads.data ?? {};
  if ((!diskLow && !placeAway && !paused) || isThere) return null;
  const why = diskLow ? 'diskLow' : placeAway ? 'placeAway' : 'paused';
  return (
    <Banner
      tone={why === 'paused' ? 'waiting' : 'refusal'}
      icon={{ diskLow: HardDrive, placeAway: CloudOff, paused: CirclePause }[why]}
      action={
        <Button size="small" component={Link} href={downloadsPath}>
          {t('downloads.band.see')}
        </Button>
      }
    >
      {t(`downloads.band.${why}`)}
    </Banner>
  );
}
