import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useLocation } from 'wouter';
import type { Attachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import { placeInBody, shows } from '../../components/field-anchors.ts';
import { VisuallyHidden } from '../../components/VisuallyHidden.tsx';
import { useCaption } from '../caption.ts';
import { fileAddress } from '../file-address.ts';
import { PhotoLink } from '../PhotoLink.tsx';
import { photoPath } from '../paths.ts';
import { stateOf } from '../photo-state.ts';
import type { Likeness } from './likeness.ts';
import { TileAction } from './TileAction.tsx';
import { TileBadges } from './TileBadges.tsx';
import { TileState } from './TileState.tsx';

type Props = {
  photo: Attachment;
  place: number;
  count: number;
  inTabOrder: boolean;
  onFocus: () => void;
  likeness: Likeness | null;
};

/** One photograph, or how it stands while it is not here. Its size is the same in every state. */
export function PhotoTile({ photo, place, count, inTabOrder, onFocus, likeness }: Props) {
  const { t } = useI18n();
  const [path] = useLocation();
  const captionOf = useCaption();
  const state = stateOf(photo);
  const caption = captionOf(photo);
  const extras = [
    ...(photo.markCount > 0 ? [t('photos.grid.marks', { count: photo.markCount })] : []),
    ...(likeness === null ? [] : [t(`photos.grid.${likeness}`)]),
  ];
  return (
    <Box
      component="li"
      {...shows(placeInBody(photo.pointer))}
      sx={(theme) => ({
        minWidth: 0,
        // A tile out of sight costs nothing; its size is known beforehand.
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
          background: theme.perito.scheme.raised,
          border: `1px solid ${theme.perito.scheme.line}`,
          borderRadius: 1,
          mb: 1,
          transition: theme.transitions.create('border-color'),
          '&:hover': { borderColor: theme.perito.scheme.lineStrong },
          '& img': { width: '100%', height: '100%', objectFit: 'cover', display: 'block' },
        })}
      >
        <VisuallyHidden>{t('photos.grid.tile', { place, count, caption })}. </VisuallyHidden>
        {state === 'shown' ? (
          <img
            src={fileAddress(photo, 'thumbnail')}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
          />
        ) : (
          <TileState photo={photo} />
        )}
        <TileBadges marks={photo.markCount} likeness={likeness} />
        {extras.length > 0 && <VisuallyHidden>{`. ${extras.join('. ')}`}</VisuallyHidden>}
      </Box>
      <Typography variant="body2" component="p" noWrap sx={{ fontWeight: 500 }} title={caption}>
        {caption}
      </Typography>
      <TileAction photo={photo} />
    </Box>
  );
}
