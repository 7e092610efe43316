import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import MuiLink from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { AttachmentProblemCode, AttachmentState } from '#shared/attachment-terms.ts';
import type { AttachmentDetail } from '#shared/contract/attachments.ts';
import { Link } from '../app/Link.tsx';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Acts, useMay } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { Code, PlainCode } from '../components/Code.tsx';
import { QueryDetail } from '../components/ErrorState.tsx';
import { Field, Fields, Section, TechnicalData, TechnicalDetail } from '../components/Fields.tsx';
import { useFileType } from '../components/file-type.ts';
import { DetailHeader, ScrollRegion } from '../components/list/ListDetailLayout.tsx';
import { RelativeTime } from '../components/RelativeTime.tsx';
import { StateChip } from '../components/StateChip.tsx';
import { Typography } from '../components/Typography.tsx';
import { recordPath } from '../records/paths.ts';
import {
  canRetry,
  downloadsPath,
  nextTry,
  problemText,
  progressOf,
  shareOf,
  stateStyle,
} from './download-state.ts';
import { HostOfDownload } from './HostApproval.tsx';
import { useDownloads, useRetry } from './useDownloads.ts';

/** One download: its state, what can be done about it, its server and its file. */
export function DownloadDetail({ id }: { id: number }) {
  const api = useApi();
  const query = useQuery(api.attachments.get.queryOptions({ input: { id } }));
  return (
    <QueryDetail query={query} back={downloadsPath}>
      {(attachment) => <Loaded attachment={attachment} />}
    </QueryDetail>
  );
}

function Loaded({ attachment }: { attachment: AttachmentDetail }) {
  const { t } = useI18n();
  const { filename, state, role, record } = attachment;
  const { retry, isPending } = useRetry();
  const label = t('downloads.detail.label', { name: filename });
  return (
    <Box component="article" aria-label={label} sx={{ display: 'contents' }}>
      <DetailHeader back={downloadsPath}>
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
          <Acts of="attachments.retry">
            <Button
              startIcon={<RotateCw size={14} />}
              disabled={isPending}
              onClick={() => retry({ id: attachment.id })}
            >
              {t('downloads.retry.attachment')}
            </Button>
          </Acts>
        )}
      </DetailHeader>
      <ScrollRegion label={label}>
        <DownloadStatus attachment={attachment} />
        <HostOfDownload attachment={attachment} />
        <DownloadFile attachment={attachment} />
      </ScrollRegion>
    </Box>
  );
}

/** The settings that may solve a problem. */
const remedies: Partial<Record<AttachmentProblemCode, 'limits' | 'platform'>> = {
  tooLarge: 'limits',
  timeout: 'limits',
  tooManyOfRecord: 'limits',
  relativeAddress: 'platform',
};
const remedyPaths = { limits: '/settings/attachments', platform: '/settings/platform' } as const;
const remedyText = {
  limits: 'downloads.detail.toSettings',
  platform: 'downloads.detail.toPlatform',
} as const;

/** Why the file is not stored and what to do, its progress, or that it is stored by now. */
function DownloadStatus({ attachment }: { attachment: AttachmentDetail }) {
  const { t } = useI18n();
  const mayRemedy = useMay('administrator');
  const { state, problem, record, host } = attachment;
  if (state === 'stored')
    return (
      <Box sx={{ pl: 6, pr: ({ perito }) => perito.gutter, pb: 4 }}>
        <Alert severity="success">
          {t('downloads.detail.stored')}{' '}
          <MuiLink component={Link} underline="always" href={recordPath(record.kind, record.id)}>
            {t('downloads.detail.seeIn', { number: record.number })}
          </MuiLink>
        </Alert>
      </Box>
    );
  if (state === 'downloading') return <InProgress attachment={attachment} />;
  if (problem === null) return <Queued />;
  const { explanation, advice } = problemText(problem);
  const remedy = mayRemedy ? remedies[problem.code] : undefined;
  return (
    <Section title={t('downloads.detail.section.reason')}>
      <Box sx={{ display: 'grid', gap: 1.5, maxWidth: 680 }}>
        <Typography variant="body1" sx={{ fontWeight: 550 }}>
          {t(explanation)}
        </Typography>
        <Typography variant="body1">{t(advice)}</Typography>
        {problem.detail !== host && <TechnicalDetail text={problem.detail ?? ''} />}
        {remedy !== undefined && (
          <Typography variant="body2">
            <MuiLink component={Link} href={remedyPaths[remedy]}>
              {t(remedyText[remedy])}
            </MuiLink>
          </Typography>
        )}
      </Box>
    </Section>
  );
}

function Queued() {
  const { t } = useI18n();
  const downloads = useDownloads();
  const paused = downloads.data?.paused === true;
  return (
    <Section title={t('downloads.detail.section.now')}>
      <Typography variant="body1">
        {t(paused ? 'downloads.detail.waitsPaused' : 'downloads.detail.waits')}
      </Typography>
    </Section>
  );
}

function InProgress({ attachment }: { attachment: AttachmentDetail }) {
  const { t, format } = useI18n();
  const downloads = useDownloads();
  const progress = progressOf(attachment, downloads.data);
  if (progress === null) return null;
  const share = shareOf(progress);
  const done = format.bytes(progress.bytes);
  return (
    <Section title={t('downloads.detail.section.now')}>
      <Box sx={{ display: 'grid', gap: 2, maxWidth: 480 }}>
        <LinearProgress
          aria-label={t('downloads.detail.downloading')}
          {...(share === null
            ? { variant: 'indeterminate' as const }
            : { variant: 'determinate' as const, value: Math.round(share * 100) })}
          sx={{ borderRadius: 1 }}
        />
        <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {progress.total === null
            ? t('downloads.detail.bytesOpen', { done })
            : t('downloads.detail.bytes', { done, total: format.bytes(progress.total) })}
        </Typography>
      </Box>
    </Section>
  );
}

/** The address of the file, what its sender declared, and its attempts. */
function DownloadFile({ attachment }: { attachment: AttachmentDetail }) {
  const { t, format } = useI18n();
  const { address, addressSource, state, problem, attempts, caption, declaredType, declaredSize } =
    attachment;
  const typeOf = useFileType();
  const declared = [typeOf(declaredType), declaredSize === null ? null : format.bytes(declaredSize)]
    .filter(Boolean)
    .join(' · ');
  return (
    <Section title={t('downloads.detail.section.file')}>
      <Fields>
        <Field label={t('downloads.detail.address')} wide>
          {address === null ? (
            t('downloads.detail.addressNone')
          ) : (
            <Code value={address} label={t('downloads.detail.address')} />
          )}
        </Field>
        {addressSource !== null && (
          <Field label={t('downloads.detail.source')} wide>
            {t(`downloads.source.${addressSource}`)}
          </Field>
        )}
        <Field label={t('downloads.detail.attempts')}>{format.count(attempts)}</Field>
        {problem !== null && attempts > 0 && state !== 'downloading' && (
          <Field label={t('downloads.detail.last')}>
            <RelativeTime at={problem.at} />
          </Field>
        )}
        <NextTry attachment={attachment} />
        {caption !== null && <Field label={t('downloads.detail.caption')}>{caption}</Field>}
        <Field label={t('downloads.detail.declaredType')}>
          {declared === '' ? t('downloads.detail.notDeclared') : declared}
        </Field>
      </Fields>
      <TechnicalData>
        <Fields>
          <Field label={t('downloads.detail.pointer')} wide>
            <PlainCode value={attachment.pointer} />
          </Field>
          {declaredType !== null && (
            <Field label={t('downloads.detail.mediaType')} wide>
              <PlainCode value={declaredType} />
            </Field>
          )}
        </Fields>
      </TechnicalData>
    </Section>
  );
}

function NextTry({ attachment: { state, nextAttemptAt } }: { attachment: AttachmentDetail }) {
  const { t, format } = useI18n();
  const now = useMinuteClock();
  if (state === 'stored' || state === 'downloading') return null;
  const label = () => {
    if (nextAttemptAt === null) return t('downloads.detail.nextNever');
    const next = nextTry(nextAttemptAt, now, format);
    if (next === null) return t('downloads.detail.nextSoon');
    return 'when' in next ? next.when : t('downloads.detail.nextIn', next);
  };
  return <Field label={t('downloads.detail.next')}>{label()}</Field>;
}

/** The state of an attachment. */
export function AttachmentStateChip({ state }: { state: AttachmentState }) {
  const { t } = useI18n();
  const { tone, icon } = stateStyle[state];
  return <StateChip tone={tone} icon={icon} label={t(`downloads.state.${state}`)} />;
}
