import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link } from 'wouter';
import type { Attachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import { useCaption } from '../caption.ts';
import { fileAddress } from '../file-address.ts';
import { stateOf } from '../photo-state.ts';
import { useRetry } from '../useRetry.ts';

/** The second line of a tile: what can be done about one that is not here, else its file's name. */
export function TileAction({ photo }: { photo: Attachment }) {
  const { t } = useI18n();
  const caption = useCaption()(photo);
  const retry = useRetry();
  const state = stateOf(photo);
  if (state === 'failed' || state === 'refused')
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
  if (state === 'awaitingApproval')
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
          href={fileAddress(photo, 'download')}
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
            // As high as the line, whatever its own room.
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
