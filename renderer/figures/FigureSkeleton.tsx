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
const columns = ['orders', 'invoiced', 'findings', 'refused', 'days'];

/** Placeholder of a figure, a chart or a table, while it is worked out. */
export function FigureSkeleton({ isTable = false }: { isTable?: boolean }) {
  const { t } = useI18n();
  return (
    <Box role="status" aria-label={t('figures.loading')} sx={panelStyle}>
      <Skeleton width={160} height={12} sx={{ mb: 2 }} />
      <Skeleton width="52%" height={20} sx={{ mb: 6 }} />
      {isTable ? (
        bars.map((share) => (
          <Box key={share} sx={{ display: 'flex', gap: 8, py: 2.5, borderTop: 1 }}>
            <Skeleton width={`${12 + share / 6}%`} height={14} sx={{ mr: 'auto' }} />
            {columns.map((column) => (
              <Skeleton key={column} width="7%" height={14} />
            ))}
          </Box>
        ))
      ) : (
        <Box sx={{ height: 280, display: 'flex', alignItems: 'flex-end', gap: 4 }}>
          {bars.map((share) => (
            <Skeleton key={share} sx={{ flex: 1, height: `${share}%` }} />
          ))}
        </Box>
      )}
    </Box>
  );
}
