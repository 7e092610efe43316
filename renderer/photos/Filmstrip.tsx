import ButtonBase from '@mui/material/ButtonBase';
import { useEventCallback } from '@mui/material/utils';
import { memo, useEffect, useRef } from 'react';
import type { Attachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { attachmentUrl } from './paths.ts';
import { stateOf, styleOf, useStateText } from './photo-state.ts';
import { useCaption } from './usePhotos.ts';

type Props = {
  label: string;
  photos: readonly Attachment[];
  current: number | null;
  /** The other photo of a pair. */
  paired?: number | null;
  onChoose: (id: number) => void;
};

/** All photos of the report, small. The current one is marked and scrolled into sight. */
export function Filmstrip({ label, photos, current, paired = null, onChoose }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const choose = useEventCallback(onChoose);
  useEffect(() => {
    if (current === null) return;
    list.current
      ?.querySelector(`[data-strip="${current}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
  }, [current]);
  return (
    <Box component="nav" aria-label={label} sx={{ flex: 'none', bgcolor: 'background.paper', borderTop: 1 }}>
      <Box component="ol" ref={list} sx={{ py: 2, px: 3, display: 'flex', gap: 1.5, overflowX: 'auto' }}>
        {photos.map((photo, index) => (
          <StripTile
            key={photo.id}
            photo={photo}
            place={index + 1}
            count={photos.length}
            emphasis={photo.id === current ? 'current' : photo.id === paired ? 'paired' : 'none'}
            onChoose={choose}
          />
        ))}
      </Box>
    </Box>
  );
}

type TileProps = {
  photo: Attachment;
  place: number;
  count: number;
  emphasis: 'current' | 'paired' | 'none';
  onChoose: (id: number) => void;
};

/** Memoised: a flip changes two tiles. */
const StripTile = memo(function StripTile({ photo, place, count, emphasis, onChoose }: TileProps) {
  const { t } = useI18n();
  const caption = useCaption()(photo);
  const stateTextOf = useStateText();
  const state = stateOf(photo);
  const { icon: Icon, tone } = styleOf(state);
  const name = t('photos.viewer.spoken', { place, count, caption });
  return (
    <Box component="li" sx={{ flex: 'none', contentVisibility: 'auto', containIntrinsicSize: '76px 57px' }}>
      <ButtonBase
        data-strip={photo.id}
        // The arrows move between photos; Tab reaches the current one only.
        tabIndex={emphasis === 'current' ? 0 : -1}
        aria-label={state === 'shown' ? name : `${name}. ${stateTextOf(photo).label}`}
        {...(emphasis === 'current' ? { 'aria-current': 'true' as const } : {})}
        onClick={() => onChoose(photo.id)}
        sx={(theme) => ({
          width: theme.perito.sizes.photoStrip,
          aspectRatio: '4 / 3',
          overflow: 'hidden',
          borderRadius: 1,
          color: `${tone}.main`,
          bgcolor: 'background.raised',
          border: '2px solid',
          borderColor:
            emphasis === 'current' ? 'primary.main' : emphasis === 'paired' ? 'lineStrong' : 'transparent',
          opacity: emphasis === 'none' ? 0.72 : 1,
          transition: theme.transitions.create(['opacity', 'border-color']),
          '&:hover': { opacity: 1 },
          '& img': { width: '100%', height: '100%', objectFit: 'cover', display: 'block' },
        })}
      >
        {state === 'shown' ? (
          <img
            src={attachmentUrl(photo, 'thumbnail')}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
          />
        ) : (
          <Icon size={18} aria-hidden />
        )}
      </ButtonBase>
    </Box>
  );
});
