import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import type { ArchivesState } from '#shared/contract/archives.ts';
import { useNotDone } from '../app/error-message.ts';
import { Banner } from '../app/frame/Banner.tsx';
import { useOfPath } from '../app/hash-location.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Acts } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { TechnicalDetail } from '../components/Fields.tsx';
import { percentOf } from '../components/progress.ts';
import { Typography } from '../components/Typography.tsx';
import { useArchiving } from './archiving.ts';

type Running = NonNullable<ArchivesState['running']>;

function useRunningText(): (running: Running) => string {
  const { t, format } = useI18n();
  return ({ phase, file, records, total, done }) =>
    phase === 'checking'
      ? t('archiveSettings.running.checking', { file })
      : t(total === null ? 'archiveSettings.running.writing' : 'archiveSettings.running.writingOf', {
          ...{ file, records: format.count(records), size: format.bytes(done) },
          total: format.count(total ?? 0),
        });
}

function StopButton() {
  const { t } = useI18n();
  const notDone = useNotDone();
  const stop = useMutation(useApi().archives.stop.mutationOptions({ onError: notDone }));
  return (
    <Acts of="archives.stop">
      <Button size="small" disabled={stop.isPending} onClick={() => stop.mutate(undefined)}>
        {t('archiveSettings.running.stop')}
      </Button>
    </Acts>
  );
}

/** How far the archive is that is being made, or why the last one was not. */
export function ArchiveProgress({ state: { running, failure } }: { state: ArchivesState }) {
  const { t } = useI18n();
  const textOf = useRunningText();
  if (running !== null) {
    const percent =
      running.phase === 'checking'
        ? percentOf(running)
        : running.total === null
          ? null
          : percentOf({ done: running.records, all: running.total });
    const text = textOf(running);
    return (
      <Box role="status" sx={{ display: 'grid', gap: 2 }}>
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {text}
        </Typography>
        <LinearProgress
          aria-label={text}
          {...(percent === null ? {} : { variant: 'determinate', value: percent })}
        />
        <Box>
          <StopButton />
        </Box>
      </Box>
    );
  }
  if (failure === null) return null;
  return (
    <Alert severity={failure.code === 'stopped' ? 'info' : 'error'}>
      {t(`archiveSettings.failure.${failure.code}`, { file: failure.file })}
      <TechnicalDetail text={failure.code === 'other' ? failure.detail : ''} />
    </Alert>
  );
}

/** The same on every other screen, while one is being made. */
export function ArchiveBanner() {
  const textOf = useRunningText();
  const isThere = useOfPath((path) => path === archivesPath);
  const isShown = useArchiving(({ wanted }) => wanted !== null) || isThere;
  const running = useQuery(useApi().archives.get.queryOptions()).data?.running ?? null;
  if (running === null || isShown) return null;
  return (
    <Banner tone="neutral" icon={Archive} action={<StopButton />}>
      {textOf(running)}
    </Banner>
  );
}

const archivesPath = '/settings/archives';
