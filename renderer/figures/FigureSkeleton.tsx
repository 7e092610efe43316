import Skeleton from '@mui/material/Skeleton';
import type { Theme } from '@mui/material/styles';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';

export const panelStyle = {
  border: 1,
  borderRadius: ({ perito }: Theme) => `${perito.sizes.radiusLarge}px`,
  bgcolor: 'background.paper',
  p: 5,
  minWidth: 0,
} as const;

/** Shares of the height. */
const bars = [38, 62, 45, 80, 54, 70, 92, 60, 76, 48, 84, 66];

/** Placeholder of a figure while it is worked out. */
export function FigureSkeleton() {
  const { t } = useI18n();
  return (
    <Box role="status" aria-label={t('figures.loading')} sx={panelStyle}>
      <Skeleton width={160} height={12} sx={{ mb: 2 }} />
      <Skeleton width="52%" height={20} sx={{ mb: 6 }} />
      <Box sx={{ height: 280, display: 'flex', alignItems: 'flex-end', gap: 4 }}>
        {bars.map((share) => (
          <Skeleton key={share} sx={{ flex: 1, height: `${share}%` }} />
        ))}
      </Box>
    </Box>
  );
}
