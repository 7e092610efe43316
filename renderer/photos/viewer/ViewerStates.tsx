import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import { useI18n } from '../../app/locale/i18n.ts';

/** Photo and strip, before anything is known of them. */
export function ViewerSkeleton() {
  const { t } = useI18n();
  const { perito } = useTheme();
  return (
    <Box
      role="status"
      aria-label={t('photos.viewer.loading')}
      sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
    >
      <Box sx={{ flex: 1, minHeight: 0, display: 'grid', placeItems: 'center', p: 4 }}>
        <Skeleton sx={{ height: '100%', aspectRatio: '4 / 3', maxWidth: '100%' }} />
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
