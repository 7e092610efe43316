import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import { useI18n } from '../../app/locale/i18n.ts';

/** As many tiles as photos were named, before anything is known of them. */
export function GridSkeleton({ count }: { count: number }) {
  const { t } = useI18n();
  const { perito } = useTheme();
  return (
    <Box
      role="status"
      aria-label={t('photos.grid.preparing')}
      sx={{
        display: 'grid',
        gridTemplateColumns: `repeat(auto-fill, minmax(max(${perito.sizes.photoTile}px, 10%), 1fr))`,
        columnGap: 3,
        rowGap: 3.5,
      }}
    >
      {Array.from({ length: count }, (_, index) => index).map((tile) => (
        <Box key={tile}>
          <Skeleton sx={{ aspectRatio: '4 / 3', height: 'auto', mb: 1 }} />
          <Skeleton width="70%" height={14} sx={{ my: '3px' }} />
          <Skeleton width="50%" height={12} sx={{ my: '2px' }} />
        </Box>
      ))}
    </Box>
  );
}
