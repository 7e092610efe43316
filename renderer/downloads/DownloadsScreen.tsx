import Button from '@mui/material/Button';
import type { UseQueryResult } from '@tanstack/react-query';
import {
  ChevronRight,
  CircleCheck,
  CirclePause,
  Clock,
  CloudOff,
  Download,
  FileText,
  HardDrive,
  ImageIcon,
  type LucideIcon,
  Pause,
  Play,
  RotateCw,
  Server,
  ShieldQuestionMark,
} from 'lucide-react';
import { useState } from 'react';
import type { Downloads, WaitingAttachment } from '#shared/contract/attachments.ts';
import { Link } from '../app/Link.tsx';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { ToggleGroup } from '../components/FormFields.tsx';
import { ListScreen } from '../components/list/ListScreen.tsx';
import { RowLink } from '../components/list/VirtualList.tsx';
import { Typography } from '../components/Typography.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { ExportButton } from '../exports/ExportButton.tsx';
import { AttachmentStateChip, DownloadDetail } from './DownloadDetail.tsx';
import {
  cappedCount,
  downloadPath,
  downloadsPath,
  hostsPath,
  nextTry,
  type OverallState,
  overallState,
  problemText,
  progressOf,
  shareOf,
  type WaitingState,
  waitingStates,
} from './download-state.ts';
import { HostsPane } from './HostApproval.tsx';
import { useDownloads, useHosts, useRetry, useSetPaused, useWaitingList } from './useDownloads.ts';

const hrefOf = (row: WaitingAttachment) => downloadPath(row.id);

/** The downloads that are not finished, and the servers that files come from. */
export function DownloadsScreen({ id: open }: { id: number | 'hosts' | null }) {
  const { t } = useI18n();
  const [state, setState] = useState<WaitingState | 'all'>('all');
  const list = useWaitingList(state);
  const downloads = useDownloads();
  const id = open === 'hosts' ? null : open;
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
      <DownloadsHeader query={downloads} state={state} onState={setState} isSaid={list.query.isError} />
      <Box sx={{ flex: 1, minHeight: 0 }}>
        <ListScreen
          title={t('downloads.title')}
          list={list}
          path={downloadsPath}
          hrefOf={hrefOf}
          selected={id}
          header={<PendingHostsLink open={id === null} />}
          empty={
            <EmptyState
              icon={CircleCheck}
              title={t(`downloads.empty.${state}.title`)}
              text={t(`downloads.empty.${state}.text`)}
            />
          }
          renderRow={(row, isOpen) => (
            <DownloadRowLink row={row} downloads={downloads.data} href={hrefOf(row)} selected={isOpen} />
          )}
          detail={id === null ? <HostsPane /> : <DownloadDetail key={id} id={id} />}
          isOpen={open !== null}
        />
      </Box>
    </Box>
  );
}

const chipStyles: Record<
  OverallState,
  { icon: LucideIcon; tone: 'matched' | 'waiting' | 'refusal' | 'accent' | 'neutral' }
> = {
  idle: { icon: CircleCheck, tone: 'matched' },
  idleWaiting: { icon: Clock, tone: 'neutral' },
  paused: { icon: CirclePause, tone: 'waiting' },
  pausing: { icon: CirclePause, tone: 'waiting' },
  diskLow: { icon: HardDrive, tone: 'refusal' },
  placeAway: { icon: CloudOff, tone: 'refusal' },
  downloading: { icon: Download, tone: 'accent' },
};

type DownloadsHeaderProps = {
  query: UseQueryResult<Downloads>;
  state: WaitingState | 'all';
  onState: (state: WaitingState | 'all') => void;
  /** Whether the list below says already that nothing could be loaded. */
  isSaid: boolean;
};

/** The state of all downloads, the buttons that pause and retry them, and a filter with the count of each state. */
function DownloadsHeader({ query, state, onState, isSaid }: DownloadsHeaderProps) {
  const { t, format } = useI18n();
  const counts = query.data?.counts;
  const label = (filter: WaitingState | 'all') => {
    const count = filter === 'all' ? 0 : (counts?.[filter] ?? 0);
    const name = t(`downloads.filter.${filter}`);
    return count === 0 ? name : `${name} ${cappedCount(count, format.count)}`;
  };
  return (
    <Box sx={{ px: 4, pt: 3, pb: 2.5, flex: 'none', borderBottom: 1, bgcolor: 'background.paper' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 2, minHeight: 32, flexWrap: 'wrap' }}>
        <Typography variant="h2" component="h1">
          {t('downloads.title')}
        </Typography>
        {query.data !== undefined && (
          <>
            <StatusLine downloads={query.data} />
            <Box sx={{ flex: 1 }} />
            <ExportButton source={{ of: 'downloads', filter: state === 'all' ? {} : { state } }} />
            <DownloadControls downloads={query.data} />
          </>
        )}
      </Box>
      {query.isError && !isSaid && <ErrorState query={query} />}
      <ToggleGroup
        label={t('downloads.filter.label')}
        value={state}
        options={['all', ...waitingStates]}
        labelOf={label}
        onChange={onState}
      />
    </Box>
  );
}

function StatusLine({ downloads }: { downloads: Downloads }) {
  const { t, format } = useI18n();
  const state = overallState(downloads);
  const { icon: Icon, tone } = chipStyles[state];
  const { downloading, unexamined } = downloads.counts;
  const text =
    state === 'downloading'
      ? t('downloads.summary.downloading', {
          count: downloading,
          figure: cappedCount(downloading, format.count),
        })
      : t(`downloads.summary.${state}`);
  return (
    <Typography
      variant="body2"
      role="status"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        color: 'text.secondary',
        '& svg': { color: `${tone}.main`, flex: 'none' },
      }}
    >
      <Icon size={15} aria-hidden />
      {text}
      {unexamined > 0 &&
        ` · ${t('downloads.summary.unexamined', { count: unexamined, figure: cappedCount(unexamined, format.count) })}`}
    </Typography>
  );
}

function DownloadControls({ downloads: { paused, counts } }: { downloads: Downloads }) {
  const { t } = useI18n();
  const { setPaused, pending } = useSetPaused();
  const { retry, isPending } = useRetry();
  const mayRetry = useMay('attachments.retry');
  return (
    <>
      {counts.failed > 0 && mayRetry && (
        <Button
          size="small"
          startIcon={<RotateCw size={14} />}
          disabled={isPending}
          onClick={() => retry({ all: 'failed' })}
        >
          {t('downloads.retry.all')}
        </Button>
      )}
      <Acts of="attachments.setPaused">
        <Button
          size="small"
          variant={paused ? 'contained' : 'outlined'}
          startIcon={paused ? <Play size={14} /> : <Pause size={14} />}
          disabled={pending}
          onClick={() => setPaused(!paused)}
        >
          {t(paused ? 'downloads.summary.resume' : 'downloads.summary.pause')}
        </Button>
      </Acts>
    </>
  );
}

/** The link to the servers above the list, with how many wait for a decision. */
function PendingHostsLink({ open }: { open: boolean }) {
  const { t } = useI18n();
  const hosts = useHosts();
  const pending = hosts.data?.filter(({ decision }) => decision === 'pending').length ?? 0;
  const waits = pending > 0;
  const Icon = waits ? ShieldQuestionMark : Server;
  return (
    <Box
      component={Link}
      href={hostsPath}
      {...(open ? { 'aria-current': 'true' as const } : {})}
      sx={{
        typography: 'body2',
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        px: 4,
        minHeight: 36,
        flex: 'none',
        fontWeight: 500,
        color: waits ? 'waiting.main' : open ? 'text.primary' : 'text.secondary',
        textDecoration: 'none',
        bgcolor: waits ? 'waiting.soft' : open ? 'action.selected' : 'transparent',
        borderBottom: 1,
        borderColor: waits ? 'waiting.edge' : 'divider',
        '&:hover span': { textDecoration: 'underline' },
        '&:focus-visible': { outlineOffset: '-2px !important' },
        '& svg': { flex: 'none' },
      }}
    >
      <Icon size={15} aria-hidden />
      <Box component="span" sx={{ flex: 1 }}>
        {waits ? t('downloads.hosts.pending', { count: pending }) : t('downloads.hosts.title')}
      </Box>
      <ChevronRight size={15} aria-hidden />
    </Box>
  );
}

type DownloadRowLinkProps = {
  row: WaitingAttachment;
  downloads: Downloads | undefined;
  href: string;
  selected: boolean;
};

/** A file in the list: its name and state, its record, why it is not stored, and when it is retried. */
function DownloadRowLink({ row, downloads, href, selected }: DownloadRowLinkProps) {
  const { t } = useI18n();
  const Icon = row.role === 'picture' ? ImageIcon : FileText;
  const reason =
    row.problem === null || row.state === 'awaitingApproval' || row.state === 'downloading'
      ? (row.host ?? t('downloads.row.noHost'))
      : t(problemText(row.problem).explanation);
  return (
    <RowLink href={href} selected={selected} loud={row.state === 'failed'}>
      <span className="first">
        <span className="sign" style={{ alignSelf: 'center' }}>
          <Icon size={14} aria-hidden />
          <VisuallyHidden>{t(`downloads.role.${row.role}`)}</VisuallyHidden>
        </span>
        <span className="grow">{row.filename}</span>
        <AttachmentStateChip state={row.state} />
      </span>
      <span className="second">
        <span className="grow">
          {row.record.number} · {reason}
        </span>
        <Aside row={row} downloads={downloads} />
      </span>
    </RowLink>
  );
}

/** The progress of a file, or when it is retried. */
function Aside({ row, downloads }: Pick<DownloadRowLinkProps, 'row' | 'downloads'>) {
  const { t, format } = useI18n();
  const now = useMinuteClock();
  const progress = progressOf(row, downloads);
  if (progress !== null) {
    const share = shareOf(progress);
    return (
      <span>
        {share === null ? format.bytes(progress.bytes) : format.percent(String(Math.floor(share * 100)))}
      </span>
    );
  }
  if (row.nextAttemptAt === null || row.attempts === 0) return null;
  const next = nextTry(row.nextAttemptAt, now, format);
  if (next === null) return <span>{t('downloads.row.soon')}</span>;
  return <span>{'when' in next ? t('downloads.row.nextAt', next) : t('downloads.row.next', next)}</span>;
}
