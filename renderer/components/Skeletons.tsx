import Skeleton from '@mui/material/Skeleton';
import { useTheme } from '@mui/material/styles';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from './Box.tsx';

const indices = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Placeholder rows while a list is loading. */
export function ListSkeleton() {
  const { t } = useI18n();
  const { perito } = useTheme();
  return (
    <Box role="status" aria-label={t('common.loading')}>
      {indices(9).map((row) => (
        <Box key={row} sx={{ height: perito.sizes.listRow, px: 4, py: 2.5, borderBottom: 1 }}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', mb: 1.5 }}>
            <Skeleton width={`${62 - (row % 3) * 9}%`} height={14} />
            <Skeleton width={74} height={14} />
          </Box>
          <Skeleton width={`${44 - (row % 2) * 8}%`} height={12} />
        </Box>
      ))}
    </Box>
  );
}

/** Placeholder for a detail while it is loading. */
export function DetailSkeleton() {
  const { t } = useI18n();
  return (
    <Box role="status" aria-label={t('common.loading')} sx={{ p: 6 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', mb: 2 }}>
        <Skeleton width={260} height={24} />
        <Skeleton width={120} height={24} />
      </Box>
      <Skeleton width={340} height={14} />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: 6, mt: 8 }}>
        {indices(9).map((field) => (
          <Box key={field}>
            <Skeleton width="40%" height={12} sx={{ mb: 1 }} />
            <Skeleton width="75%" height={14} />
          </Box>
        ))}
      </Box>
      <Box sx={{ mt: 10 }}>
        {indices(5).map((line) => (
          <Skeleton key={line} height={28} sx={{ mb: 2 }} />
        ))}
      </Box>
    </Box>
  );
}

/** Placeholder for a form while its values are loading. */
export function FormSkeleton() {
  const { t } = useI18n();
  return (
    <Box role="status" aria-label={t('common.loading')} sx={{ maxWidth: 560 }}>
      {indices(3).map((field) => (
        <Box key={field} sx={{ mb: 6 }}>
          <Skeleton width={140} height={12} sx={{ mb: 2 }} />
          <Skeleton height={32} />
        </Box>
      ))}
    </Box>
  );
}

/** Placeholder for a line of a detail while it is loading. `height` in pixels. */
export function LineSkeleton({ height, label }: { height: number; label: string }) {
  return (
    <Box role="status" aria-label={label}>
      <Skeleton height={height} />
    </Box>
  );
}
