import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Ref } from 'react';
import type { AttachmentDetail } from '#shared/contract/attachments.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import { useCaption } from '../caption.ts';
import { incidentAtOf } from '../facts/incident-at.ts';
import { daysAfterIncident } from '../facts/taken.ts';
import { useTakenText } from '../facts/useTakenWords.ts';
import { Warned } from '../facts/Warned.tsx';
import { stateOf } from '../photo-state.ts';
import { usePhotoView } from '../photo-views.ts';
import type { Seen, StageControls } from '../stage/controls.ts';
import { PhotoStage } from '../stage/PhotoStage.tsx';
import type { Side } from '../stage/zoom-percent.ts';
import { usePhotoRecord } from '../usePhotoSet.ts';
import { NotShown } from '../viewer/NotShown.tsx';

type Props = {
  side: Side;
  photo: AttachmentDetail;
  active: boolean;
  onActive: () => void;
  controls: Ref<StageControls>;
  onSeen: (seen: Seen) => void;
};

/** One of two: the photo, of what report it is, what it shows and when it was taken. */
export function BesidePane({ side, photo, active, onActive, controls, onSeen }: Props) {
  const { t, format } = useI18n();
  const captionOf = useCaption();
  const takenWords = useTakenText();
  const view = usePhotoView(photo.id);
  const record = usePhotoRecord(photo.record.id);
  const takenAt = photo.content?.photo?.takenAt ?? null;
  const far = takenWords(daysAfterIncident(takenAt, incidentAtOf(record.data ?? null)));
  const taken =
    takenAt === null ? t('photos.beside.noDate') : t('photos.beside.takenAt', { at: format.local(takenAt) });
  return (
    <Box
      component="section"
      aria-label={`${t(`photos.beside.${side}`)}: ${captionOf(photo)}, ${photo.record.number}`}
      aria-current={active ? 'true' : undefined}
      tabIndex={0}
      onFocus={onActive}
      onPointerDownCapture={onActive}
      sx={(theme) => ({
        flex: 1,
        minWidth: 0,
        display: 'flex',
        flexDirection: 'column',
        outlineOffset: '-2px !important',
        '& + &': { borderLeft: `1px solid ${theme.perito.scheme.line}` },
      })}
    >
      <Box
        sx={(theme) => ({
          flex: 'none',
          px: 4,
          py: 2,
          background: theme.perito.scheme.surface,
          borderBottom: '2px solid',
          borderColor: active ? theme.perito.scheme.accent.main : theme.perito.scheme.surface,
        })}
      >
        <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 3 }}>
          <Typography variant="body2" component="h2" noWrap sx={{ fontWeight: 600, flex: 1 }}>
            {captionOf(photo)} · {photo.record.number}
          </Typography>
          {active && (
            <Typography variant="caption" noWrap sx={{ flex: 'none' }}>
              {t('photos.beside.active')}
            </Typography>
          )}
        </Box>
        <Typography variant="caption" component="div" sx={{ display: 'flex', gap: 3, minHeight: 20 }}>
          <span>{taken}</span>
          {far !== null && <Warned>{far}</Warned>}
        </Typography>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, position: 'relative' }}>
        {stateOf(photo) === 'shown' ? (
          <PhotoStage photo={photo} view={view} side={side} controls={controls} onSeen={onSeen} />
        ) : (
          <NotShown photo={photo} />
        )}
      </Box>
    </Box>
  );
}
