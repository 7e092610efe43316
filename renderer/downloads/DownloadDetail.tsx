import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { Link } from 'wouter';
import type { AttachmentDetail } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { recordPath } from '../claims/paths.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { BackButton, Scroll } from '../components/list/ListDetailLayout.tsx';
import { DetailSkeleton } from '../components/Skeletons.tsx';
import { AttachmentStateChip } from './AttachmentStateChip.tsx';
import { canRetry } from './can-retry.ts';
import { DownloadFile } from './DownloadFile.tsx';
import { DownloadStatus } from './DownloadStanding.tsx';
import { HostOfDownload } from './HostOfDownload.tsx';
import { downloadsPath } from './paths.ts';
import { useRetry } from './useSteer.ts';

/** One file that is not here, or was not a moment ago: why, what to do, and where it comes from. */
export function DownloadDetail({ id }: { id: number }) {
  const api = useApi();
  const query = useQuery(api.attachments.get.queryOptions({ input: { id } }));
  if (query.data === undefined)
    return query.isError ? <ErrorState query={query} back={downloadsPath} /> : <DetailSkeleton />;
  return (
    <>
      {query.isError && <ErrorState query={query} />}
      <Loaded attachment={query.data} />
    </>
  );
}

function Loaded({ attachment }: { attachment: AttachmentDetail }) {
  const { t } = useI18n();
  const { filename, state, role, record } = attachment;
  const retry = useRetry();
  const label = t('downloads.detail.label', { name: filename });
  return (
    <Box component="article" aria-label={label} sx={{ display: 'contents' }}>
      <Box
        sx={{
          pl: 6,
          pr: ({ perito }) => perito.gutter,
          pt: 4,
          pb: 4,
          flex: 'none',
          display: 'flex',
          gap: 3,
          alignItems: 'flex-start',
        }}
      >
        <BackButton href={downloadsPath} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h1" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            {filename}
          </Typography>
          <Typography
            variant="body2"
            component="div"
            sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 1, color: 'text.secondary' }}
          >
            <AttachmentStateChip state={state} />
            <span>
              {t(`downloads.role.${role}`)} ·{' '}
              <MuiLink component={Link} underline="always" href={recordPath(record.kind, record.id)}>
                {record.number}
              </MuiLink>
            </span>
          </Typography>
        </Box>
        {canRetry(attachment) && (
          <Button
            startIcon={<RotateCw size={14} />}
            disabled={retry.isPending}
            onClick={() => retry.mutate({ id: attachment.id })}
          >
            {t('downloads.retry.one')}
          </Button>
        )}
      </Box>
      <Scroll label={label}>
        <DownloadStatus attachment={attachment} />
        <HostOfDownload attachment={attachment} />
        <DownloadFile attachment={attachment} />
      </Scroll>
    </Box>
  );
}
