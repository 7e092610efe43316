import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useLocation } from 'wouter';
import type { SimilarPhoto } from '#shared/contract/attachments.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import { useCaption } from '../caption.ts';
import { PhotoLink } from '../PhotoLink.tsx';
import { besidePath } from '../paths.ts';

/** The same photo, or one that looks like it, in other reports: each is seen beside this one with one click. */
export function LikePhotos({ photo, like }: { photo: number; like: readonly SimilarPhoto[] }) {
  const { t } = useI18n();
  const [path] = useLocation();
  const captionOf = useCaption();
  const title = t('photos.info.section.like');
  return (
    <Box
      component="section"
      aria-label={title}
      sx={(theme) => ({ px: 4, py: 3, borderTop: `1px solid ${theme.perito.scheme.line}` })}
    >
      <Typography variant="caption" component="h3" sx={{ fontWeight: 600, mb: 1.5 }}>
        {title}
      </Typography>
      {like.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('photos.info.likeNone')}
        </Typography>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
        {like.map((one) => (
          <Box component="li" key={one.attachmentId} sx={{ display: 'flex', gap: 3, alignItems: 'center' }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="body2" noWrap sx={{ fontWeight: 500 }}>
                {one.number}
              </Typography>
              <Typography variant="caption" component="p" noWrap>
                {captionOf(one)} ·{' '}
                {one.distance === null
                  ? t('photos.info.likeSame')
                  : t('photos.info.likeSimilar', { distance: one.distance })}
              </Typography>
            </Box>
            <Box
              component={PhotoLink}
              href={besidePath(path, photo, one.attachmentId)}
              aria-label={t('photos.info.compareWith', { number: one.number })}
              sx={(theme) => ({
                ...theme.typography.body2,
                flex: 'none',
                py: 1,
                color: theme.perito.scheme.accent.main,
                fontWeight: 500,
                textDecoration: 'none',
                '&:hover': { textDecoration: 'underline' },
              })}
            >
              {t('photos.info.compare')}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
