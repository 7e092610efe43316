import LinearProgress from '@mui/material/LinearProgress';
import MuiLink from '@mui/material/Link';
import { Images, type LucideIcon, MessageSquareText } from 'lucide-react';
import { useLocation } from 'wouter';
import type { Attachment } from '#shared/contract/attachments.ts';
import type { Finding } from '#shared/contract/records.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useMay } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { placeInBody, shows } from '../components/field-anchors.ts';
import { Typography } from '../components/Typography.tsx';
import { VisuallyHidden } from '../components/VisuallyHidden.tsx';
import { attachmentUrl, photoPath } from './paths.ts';
import { PhotoLink } from './photo-navigation.tsx';
import { percentOf, stateOf, styleOf, useStateText } from './photo-state.ts';
import { useCaption, useRetryDownload } from './usePhotos.ts';

type Props = {
  photo: Attachment;
  place: number;
  count: number;
  inTabOrder: boolean;
  onFocus: () => void;
  similarity: Similarity | null;
};

/** A photo or its state, with its caption and file. The size of the tile is the same in every state. */
export function PhotoTile({ photo, place, count, inTabOrder, onFocus, similarity }: Props) {
  const { t } = useI18n();
  const [path] = useLocation();
  const captionOf = useCaption();
  const state = stateOf(photo);
  const caption = captionOf(photo);
  const extras = [
    ...(photo.annotationCount > 0 ? [t('photos.grid.annotations', { count: photo.annotationCount })] : []),
    ...(similarity === null ? [] : [t(`photos.grid.${similarity}`)]),
  ];
  return (
    <Box
      component="li"
      {...shows(placeInBody(photo.pointer))}
      sx={(theme) => ({
        minWidth: 0,
        // A tile out of sight is not laid out; its size is known.
        contentVisibility: 'auto',
        containIntrinsicSize: `auto ${theme.perito.sizes.photoTile * 0.75 + 44}px`,
      })}
    >
      <Box
        component={PhotoLink}
        href={photoPath(path, photo.id)}
        tabIndex={inTabOrder ? 0 : -1}
        onFocus={onFocus}
        data-photo={photo.id}
        sx={(theme) => ({
          display: 'block',
          position: 'relative',
          aspectRatio: '4 / 3',
          overflow: 'hidden',
          color: 'text.primary',
          textDecoration: 'none',
          bgcolor: 'background.raised',
          border: 1,
          borderRadius: 1,
          mb: 1,
          transition: theme.transitions.create('border-color'),
          '&:hover': { borderColor: 'lineStrong' },
          '& img': { width: '100%', height: '100%', objectFit: 'cover', display: 'block' },
        })}
      >
        <VisuallyHidden>{t('photos.grid.tile', { place, count, caption })}. </VisuallyHidden>
        {state === 'shown' ? (
          <img
            src={attachmentUrl(photo, 'thumbnail')}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
          />
        ) : (
          <UnavailableTile photo={photo} />
        )}
        <TileBadges annotationCount={photo.annotationCount} similarity={similarity} />
        {extras.length > 0 && <VisuallyHidden>{`. ${extras.join('. ')}`}</VisuallyHidden>}
      </Box>
      <Typography variant="body2" component="p" noWrap sx={{ fontWeight: 500 }} title={caption}>
        {caption}
      </Typography>
      <TileAction photo={photo} />
    </Box>
  );
}

export type Similarity = 'same' | 'similar';

/** The photos that findings name as the same as or similar to one of another report, by pointer; `same` wins. */
export function similarityByPointer(findings: readonly Finding[]): ReadonlyMap<string, Similarity> {
  const found = new Map<string, Similarity>();
  for (const { code, places } of findings) {
    for (const { pointer } of places) {
      if (code === 'photo.same') found.set(pointer, 'same');
      else if (code === 'photo.similar' && !found.has(pointer)) found.set(pointer, 'similar');
    }
  }
  return found;
}

/** Shown in place of a photo that is not stored: its state, why, and the progress of its download. */
function UnavailableTile({ photo }: { photo: Attachment }) {
  const { t } = useI18n();
  const stateTextOf = useStateText();
  const state = stateOf(photo);
  const { tone, icon: Icon } = styleOf(state);
  const { label, reason } = stateTextOf(photo);
  // The host is what somebody decides about, and there is room for one line.
  const short = state === 'awaitingApproval' ? photo.host : reason;
  const percent = percentOf(photo);
  return (
    <Box
      title={reason === null ? label : `${label}. ${reason}`}
      sx={{
        typography: 'caption',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'center',
        gap: 1,
        px: 1.5,
        '& .label': {
          display: 'flex',
          alignItems: 'flex-start',
          gap: 1,
          fontWeight: 550,
          color: `${tone}.main`,
        },
        '& svg': { flex: 'none', mt: '1px' },
        '& .reason': {
          ...(state === 'awaitingApproval'
            ? { textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
            : {
                display: '-webkit-box',
                WebkitLineClamp: 2,
                WebkitBoxOrient: 'vertical',
                overflowWrap: 'anywhere',
              }),
          overflow: 'hidden',
          maxWidth: '100%',
        },
      }}
    >
      <span className="label">
        <Icon size={14} aria-hidden />
        {label} {state === 'downloading' && percent !== null && t('photos.grid.percent', { percent })}
      </span>
      {state === 'downloading' ? (
        <LinearProgress
          aria-hidden
          variant={percent === null ? 'indeterminate' : 'determinate'}
          value={percent ?? 0}
        />
      ) : (
        short !== null && <span className="reason">{short}</span>
      )}
    </Box>
  );
}

/** The number of annotations, and a sign that the photo is in another report too. The tile's name says both. */
function TileBadges({
  annotationCount,
  similarity,
}: {
  annotationCount: number;
  similarity: Similarity | null;
}) {
  const { t, format } = useI18n();
  if (annotationCount === 0 && similarity === null) return null;
  return (
    <Box aria-hidden sx={{ position: 'absolute', top: 4, right: 4, display: 'flex', gap: 1 }}>
      {similarity !== null && <Badge tone="waiting" icon={Images} title={t(`photos.grid.${similarity}`)} />}
      {annotationCount > 0 && (
        <Badge
          tone="neutral"
          icon={MessageSquareText}
          title={t('photos.grid.annotations', { count: annotationCount })}
          label={format.count(annotationCount)}
        />
      )}
    </Box>
  );
}

type BadgeProps = { tone: 'waiting' | 'neutral'; icon: LucideIcon; title: string; label?: string };

function Badge({ tone, icon: Icon, title, label }: BadgeProps) {
  return (
    <Box
      component="span"
      title={title}
      sx={{
        typography: 'caption',
        display: 'inline-flex',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 0.75,
        minWidth: 20,
        height: 20,
        px: 1,
        borderRadius: 1,
        fontWeight: 550,
        color: `${tone}.main`,
        bgcolor: `${tone}.soft`,
        border: 1,
        borderColor: `${tone}.edge`,
      }}
    >
      <Icon size={12} />
      {label}
    </Box>
  );
}

/** The second line of a tile: what can be done about a photo that is not stored, else the name of its file. */
function TileAction({ photo }: { photo: Attachment }) {
  const { t } = useI18n();
  const caption = useCaption()(photo);
  const retry = useRetryDownload();
  const mayRetry = useMay('attachments.retry');
  const mayDecide = useMay('attachments.decideHost');
  const state = stateOf(photo);
  if ((state === 'failed' || state === 'refused') && mayRetry)
    return (
      <Line>
        <MuiLink
          component="button"
          type="button"
          variant="caption"
          onClick={() => retry(photo)}
          aria-label={t('photos.grid.retryOf', { caption })}
        >
          {t('photos.grid.retry')}
        </MuiLink>
      </Line>
    );
  if (state === 'awaitingApproval' && mayDecide)
    return (
      <Line title={photo.host ?? ''}>
        <MuiLink
          component={Link}
          href={`/downloads/${photo.id}`}
          aria-label={t('photos.grid.approveOf', { host: photo.host ?? '' })}
        >
          {t('photos.grid.approve')}
        </MuiLink>
      </Line>
    );
  if (state === 'downloadOnly')
    return (
      <Line>
        <MuiLink
          href={attachmentUrl(photo, 'download')}
          download
          aria-label={t('photos.grid.saveOf', { caption })}
        >
          {t('photos.grid.save')}
        </MuiLink>
      </Line>
    );
  return (
    <Line title={photo.filename}>{photo.filename === '' ? t('photos.grid.noName') : photo.filename}</Line>
  );
}

function Line({ title, children }: { title?: string; children: React.ReactNode }) {
  return (
    <Typography variant="caption" component="p" noWrap {...(title === undefined ? {} : { title })}>
      {/* A target of 24 pixels, however small the letters. */}
      <Box
        component="span"
        sx={{
          '& a, & button': {
            display: 'inline-block',
            // The padding must not make the line higher.
            py: 1,
            my: -1,
            fontWeight: 550,
            lineHeight: 'inherit',
            verticalAlign: 'baseline',
          },
        }}
      >
        {children}
      </Box>
    </Typography>
  );
}
