import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import type { Attachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import { percentOf, stateOf, styleOf, useStateText } from '../photo-state.ts';

/** In the place of a photo that cannot be seen: how it stands, why, and how far it is. */
export function TileState({ photo }: { photo: Attachment }) {
  const { t } = useI18n();
  const wordsOf = useStateText();
  const state = stateOf(photo);
  const { tone, icon: Icon } = styleOf(state);
  const { label, why } = wordsOf(photo);
  // Whose files these are is what decides, and there is room for little.
  const short = state === 'awaitingApproval' ? photo.host : why;
  const percent = percentOf(photo);
  return (
    <Box
      title={why === null ? label : `${label}. ${why}`}
      sx={(theme) => ({
        ...theme.typography.caption,
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'center',
        gap: 1,
        px: 1.5,
        '& .words': {
          display: 'flex',
          alignItems: 'flex-start',
          gap: 1,
          fontWeight: 550,
          color: theme.perito.scheme[tone].main,
        },
        '& svg': { flex: 'none', mt: '1px' },
        '& .why': {
          display: '-webkit-box',
          WebkitLineClamp: 2,
          WebkitBoxOrient: 'vertical',
          overflowWrap: 'anywhere',
          overflow: 'hidden',
        },
      })}
    >
      <span className="words">
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
        short !== null && <span className="why">{short}</span>
      )}
    </Box>
  );
}
