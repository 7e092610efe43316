import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import {
  CircleCheck,
  CirclePause,
  Clock,
  Download,
  HardDrive,
  type LucideIcon,
  Pause,
  Play,
  RotateCw,
} from 'lucide-react';
import type { Downloads } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { ToggleGroup } from '../components/FormFields.tsx';
import {
  type DownloadsState,
  downloadsState,
  figureOf,
  type WaitingState,
  waitingStates,
} from './summary.ts';
import { useRetry, useSetPaused } from './useSteer.ts';

const chipStyles: Record<
  DownloadsState,
  { icon: LucideIcon; tone: 'matched' | 'waiting' | 'refusal' | 'accent' | 'neutral' }
> = {
  idle: { icon: CircleCheck, tone: 'matched' },
  idleWaiting: { icon: Clock, tone: 'neutral' },
  paused: { icon: CirclePause, tone: 'waiting' },
  pausing: { icon: CirclePause, tone: 'waiting' },
  diskLow: { icon: HardDrive, tone: 'refusal' },
  downloading: { icon: Download, tone: 'accent' },
};

type Props = {
  query: UseQueryResult<Downloads>;
  state: WaitingState | 'all';
  onState: (state: WaitingState | 'all') => void;
};

/** How the downloads stand, what can be done to all of them, and how many are in each state. */
export function DownloadsHead({ query, state, onState }: Props) {
  const { t, format } = useI18n();
  const counts = query.data?.counts;
  const label = (of: WaitingState) => {
    const count = counts?.[of] ?? 0;
    const name = t(`downloads.filter.${of}`);
    return count === 0 ? name : `${name} ${figureOf(count, format.count)}`;
  };
  return (
    <Box
      sx={(theme) => ({
        px: 4,
        pt: 3,
        pb: 2.5,
        flex: 'none',
        borderBottom: `1px solid ${theme.perito.scheme.line}`,
        background: theme.perito.scheme.surface,
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 2, minHeight: 32, flexWrap: 'wrap' }}>
        <Typography variant="h2" component="h1">
          {t('downloads.title')}
        </Typography>
        {query.data !== undefined && (
          <>
            <StatusLine downloads={query.data} />
            <Box sx={{ flex: 1 }} />
            <Steer downloads={query.data} />
          </>
        )}
      </Box>
      {query.isError && <ErrorState query={query} />}
      <ToggleGroup
        label={t('downloads.filter.label')}
        value={state}
        options={[
          { value: 'all', label: t('downloads.filter.all') },
          ...waitingStates.map((value) => ({ value, label: label(value) })),
        ]}
        onChange={onState}
      />
    </Box>
  );
}

function StatusLine({ downloads }: { downloads: Downloads }) {
  const { t, format } = useI18n();
  const standing = downloadsState(downloads);
  const { icon: Icon, tone } = chipStyles[standing];
  const { downloading, unexamined } = downloads.counts;
  const said =
    standing === 'downloading'
      ? t('downloads.summary.downloading', {
          count: downloading,
          figure: figureOf(downloading, format.count),
        })
      : t(`downloads.summary.${standing}`);
  return (
    <Typography
      variant="body2"
      role="status"
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        color: 'text.secondary',
        '& svg': { color: theme.perito.scheme[tone].main, flex: 'none' },
      })}
    >
      <Icon size={15} aria-hidden />
      {said}
      {unexamined > 0 &&
        ` · ${t('downloads.summary.unexamined', { count: unexamined, figure: figureOf(unexamined, format.count) })}`}
    </Typography>
  );
}

function Steer({ downloads: { paused, counts } }: { downloads: Downloads }) {
  const { t } = useI18n();
  const { setPaused, pending } = useSetPaused();
  const retry = useRetry();
  return (
    <>
      {counts.failed > 0 && (
        <Button
          size="small"
          startIcon={<RotateCw size={14} />}
          disabled={retry.isPending}
          onClick={() => retry.mutate({ all: 'failed' })}
        >
          {t('downloads.retry.all')}
        </Button>
      )}
      <Button
        size="small"
        variant={paused ? 'contained' : 'outlined'}
        startIcon={paused ? <Play size={14} /> : <Pause size={14} />}
        disabled={pending}
        onClick={() => setPaused(!paused)}
      >
        {t(paused ? 'downloads.summary.resume' : 'downloads.summary.pause')}
      </Button>
    </>
  );
}
