import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link } from 'wouter';
import type { AttachmentProblemCode } from '#shared/attachment-terms.ts';
import type { AttachmentDetail } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { recordPath } from '../claims/paths.ts';
import { Section, TechnicalDetail } from '../components/Fields.tsx';
import { problemText } from './problem-words.ts';
import { progressOf, shareOf } from './progress.ts';
import { useDownloads } from './useDownloads.ts';

/** Where something can be done about it, besides its server. */
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

/** Why it is not here and what to do, how far it is, or that it is here by now. */
export function DownloadStatus({ attachment }: { attachment: AttachmentDetail }) {
  const { t } = useI18n();
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
  if (state === 'downloading') return <UnderWay attachment={attachment} />;
  if (problem === null) return <Queued />;
  const { what, advice } = problemText(problem);
  const remedy = remedies[problem.code];
  return (
    <Section title={t('downloads.detail.section.why')}>
      <Box sx={{ display: 'grid', gap: 1.5, maxWidth: 680 }}>
        <Typography variant="body1" sx={{ fontWeight: 550 }}>
          {t(what)}
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

function UnderWay({ attachment }: { attachment: AttachmentDetail }) {
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
