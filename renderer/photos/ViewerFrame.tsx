import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import { FileDown, FileText, RotateCw, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Attachment } from '#shared/contract/attachments.ts';
import { useKeys } from '../app/keys/keys.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useMay } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { useWhen } from '../components/RelativeTime.tsx';
import { Typography } from '../components/Typography.tsx';
import { documentPath } from '../document-viewer/paths.ts';
import { contentProblemText, problemText } from '../downloads/download-state.ts';
import { closeCommand } from './commands.tsx';
import { Toolbar } from './PhotoToolbar.tsx';
import { attachmentUrl, screenBehindPhoto } from './paths.ts';
import { usePhotoNavigation } from './photo-navigation.tsx';
import { percentOf, stateOf, styleOf, useStateText } from './photo-state.ts';
import { useRetryDownload } from './usePhotos.ts';

/** The layout of the viewer: a toolbar above, the filmstrip below, between them the photo and beside it a panel. */
export function ViewerFrame(props: { head: ReactNode; stage: ReactNode; side: ReactNode; strip: ReactNode }) {
  return (
    <>
      {props.head}
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex' }}>
        <Box sx={{ flex: 1, minWidth: 0, position: 'relative' }}>{props.stage}</Box>
        {props.side}
      </Box>
      {props.strip}
    </>
  );
}

/** The viewer without a photo: `children` say why, and the toolbar has the way back. */
export function EmptyViewer({ children }: { children: ReactNode }) {
  const { leave } = usePhotoNavigation();
  const close = closeCommand(leave);
  useKeys({ Escape: close.act }, { alone: true });
  return (
    <>
      <Toolbar title={null} groups={[[close]]} />
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>{children}</Box>
    </>
  );
}

/** The photo, or both of a comparison, and the filmstrip while they are loaded. */
export function ViewerSkeleton({ count = 1 }: { count?: 1 | 2 }) {
  const { t } = useI18n();
  const { perito } = useTheme();
  return (
    <Box
      role="status"
      aria-label={t('photos.viewer.loading')}
      sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
    >
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex' }}>
        {['left', 'right'].slice(0, count).map((side) => (
          <Box key={side} sx={{ flex: 1, minWidth: 0, display: 'grid', placeItems: 'center', p: 4 }}>
            <Skeleton
              sx={{
                ...{ aspectRatio: '4 / 3', maxWidth: '100%' },
                ...(count === 1 ? { height: '100%' } : { width: '100%', height: 'auto', maxHeight: '100%' }),
              }}
            />
          </Box>
        ))}
      </Box>
      <Box sx={{ display: 'flex', gap: 1.5, px: 3, py: 2, borderTop: `1px solid ${perito.scheme.line}` }}>
        {Array.from({ length: 8 }, (_, index) => index).map((tile) => (
          <Skeleton
            key={tile}
            sx={{ width: perito.sizes.photoStrip, height: 'auto', aspectRatio: '4 / 3' }}
          />
        ))}
      </Box>
    </Box>
  );
}

/** Shown in place of a photo that cannot be seen: its state, why, and what can be done. */
export function UnavailablePhoto({ photo }: { photo: Attachment }) {
  const stateTextOf = useStateText();
  const state = stateOf(photo);
  const { icon: Icon, tone } = styleOf(state);
  const { label } = stateTextOf(photo);
  const percent = percentOf(photo);
  return (
    <Box
      sx={{
        position: 'absolute',
        inset: 0,
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        textAlign: 'center',
        gap: 2,
        p: 8,
        bgcolor: 'background.default',
        '& > svg': { color: `${tone}.main` },
      }}
    >
      <Icon size={28} strokeWidth={1.5} aria-hidden />
      <Typography variant="h2" component="p">
        {label}
      </Typography>
      <Typography variant="body2" component="div" sx={{ maxWidth: 440, color: 'text.secondary' }}>
        <Reason photo={photo} />
      </Typography>
      {state === 'downloading' && (
        <LinearProgress
          aria-label={label}
          variant={percent === null ? 'indeterminate' : 'determinate'}
          value={percent ?? 0}
          sx={{ width: 240 }}
        />
      )}
      <Actions photo={photo} />
    </Box>
  );
}

function Reason({ photo }: { photo: Attachment }): ReactNode {
  const { t, format } = useI18n();
  const when = useWhen();
  const state = stateOf(photo);
  const contentProblem = photo.content?.problem ?? null;
  if (state === 'downloadOnly') {
    if (contentProblem === null) return null;
    const label = contentProblemText(contentProblem.code);
    return `${t(label.explanation)} ${t(label.advice)}`;
  }
  if (state === 'pdf' || state === 'preparing') return t(`photos.explain.${state}`);
  if (state === 'awaitingApproval') return t('photos.explain.awaitingApproval', { host: photo.host ?? '' });
  if (state === 'downloading') {
    const { progress } = photo;
    return progress === null || progress.total === null
      ? t('photos.explain.downloading')
      : t('photos.explain.downloadingOf', {
          bytes: format.bytes(progress.bytes),
          total: format.bytes(progress.total),
        });
  }
  const again =
    photo.nextAttemptAt === null ? '' : t('photos.explain.queuedUntil', { when: when(photo.nextAttemptAt) });
  if (photo.problem === null) return state === 'queued' ? t('photos.explain.queued') : again;
  const label = problemText(photo.problem);
  return [t(label.explanation), state === 'queued' ? again : t(label.advice)].join(' ');
}

function Actions({ photo }: { photo: Attachment }) {
  const { t } = useI18n();
  const { path, replace } = usePhotoNavigation();
  const retry = useRetryDownload();
  const mayRetry = useMay('attachments.retry');
  const mayDecide = useMay('attachments.decideHost');
  const state = stateOf(photo);
  if ((state === 'failed' || state === 'refused') && mayRetry)
    return (
      <Button startIcon={<RotateCw size={14} />} onClick={() => retry(photo)}>
        {t('photos.grid.retry')}
      </Button>
    );
  if (state === 'awaitingApproval' && mayDecide)
    return (
      <Button component={Link} href={`/downloads/${photo.id}`} startIcon={<ShieldCheck size={14} />}>
        {t('photos.explain.toDownloads')}
      </Button>
    );
  if (state === 'pdf')
    return (
      <Button
        onClick={() => replace(documentPath(screenBehindPhoto(path), photo.id))}
        startIcon={<FileText size={14} />}
      >
        {t('photos.explain.toPdf')}
      </Button>
    );
  if (state === 'downloadOnly')
    return (
      <Button
        component="a"
        href={attachmentUrl(photo, 'download')}
        download
        startIcon={<FileDown size={14} />}
      >
        {t('photos.grid.save')}
      </Button>
    );
  return null;
}
