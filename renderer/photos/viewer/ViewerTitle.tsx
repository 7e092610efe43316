import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { CloudOff, TriangleAlert } from 'lucide-react';
import type { Attachment } from '#shared/contract/attachments.ts';
import { useConnectionState } from '../../app/live/connection-state.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import { StateChip } from '../../components/StateChip.tsx';
import { VisuallyHidden } from '../../components/VisuallyHidden.tsx';
import { contentProblemText } from '../../downloads/download-state.ts';
import { useCaption } from '../caption.ts';
import { stateOf, styleOf, useStateText } from '../photo-state.ts';

type Props = { photo: Attachment | null; number: string | null; place: number; count: number };

/** What the photo is of, whose it is, and which one of how many. */
export function ViewerTitle({ photo, number, place, count }: Props) {
  const { t, format } = useI18n();
  const captionOf = useCaption();
  const wordsOf = useStateText();
  const link = useConnectionState();
  if (photo === null) return null;
  const caption = captionOf(photo);
  const state = stateOf(photo);
  const odd = photo.content?.problem ?? null;
  const where = t('photos.viewer.place', { place, count });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minWidth: 0 }}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3" component="h1" noWrap title={caption}>
          {caption}
        </Typography>
        <Typography variant="caption" component="p" noWrap sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {number === null ? where : `${where} · ${number}`}
        </Typography>
      </Box>
      {state !== 'shown' && <StateChip {...styleOf(state)} label={wordsOf(photo).label} />}
      {state === 'shown' && odd !== null && (
        <StateChip tone="waiting" icon={TriangleAlert} label={t(contentProblemText(odd.code).what)} />
      )}
      {link.state === 'lost' && (
        <StateChip
          tone="refusal"
          icon={CloudOff}
          label={t('photos.viewer.lost', {
            time: format.time(new Date(link.since ?? Date.now()).toISOString()),
          })}
        />
      )}
      <VisuallyHidden>
        <span role="status">{t('photos.viewer.spoken', { place, count, caption })}</span>
      </VisuallyHidden>
    </Box>
  );
}
