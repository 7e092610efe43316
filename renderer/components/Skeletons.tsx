import Skeleton from '@mui/material/Skeleton';
import { type Theme, useTheme } from '@mui/material/styles';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from './Box.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const indices = (count: number) => Array.from({ length: count }, (_, index) => index);

/** As many as the highest screens have room for; those beyond a window's are not seen. */
export const skeletonRows = 40;

/** Placeholder rows while a list is loading. */
export function ListSkeleton() {
  const { t } = useI18n();
  const { perito } = useTheme();
  return (
    <Box role="status" aria-label={t('common.loading')} sx={{ flex: 1, minHeight: 0, overflow: 'hidden' }}>
      {indices(skeletonRows).map((row) => (
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

/** Placeholder for the frame and its first list, before it is known who is here. */
export function FrameSkeleton() {
  const { t } = useI18n();
  const { breakpoints, perito } = useTheme();
  return (
    <Box
      component="main"
      aria-busy
      aria-label={t('common.loading')}
      sx={{ height: '100%', display: 'flex', overflow: 'hidden' }}
    >
      <Box
        sx={{
          width: perito.sizes.rail,
          flex: 'none',
          borderRight: 1,
          bgcolor: 'background.default',
          [breakpoints.down('lg')]: { width: perito.sizes.railNarrow },
        }}
      >
        <Box sx={{ height: perito.sizes.topBar, display: 'flex', alignItems: 'center', px: 4.5 }}>
          <Box component="h1" sx={{ m: 0 }}>
            <VisuallyHidden>{t('frame.product')}</VisuallyHidden>
          </Box>
          <img src="./mark.svg" width={22} height={22} alt="" />
        </Box>
        <Box sx={{ px: 4.25, pt: 2 }}>
          {indices(10).map((place) => (
            <Box key={place} sx={{ height: 38, display: 'flex', alignItems: 'center' }}>
              <Skeleton
                height={16}
                sx={{ width: `${62 + (place % 3) * 14}%`, bgcolor: perito.scheme.line }}
              />
            </Box>
          ))}
        </Box>
      </Box>
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'flex',
          flexDirection: 'column',
          bgcolor: 'background.paper',
        }}
      >
        <Box
          sx={{
            ...{ height: perito.sizes.topBar, flex: 'none', px: 4, borderBottom: 1 },
            ...{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 6 },
          }}
        >
          <Skeleton height={32} sx={{ width: 'min(520px, 45%)' }} />
          <Skeleton width={180} height={20} />
        </Box>
        <Box
          sx={{
            ...{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' },
            width: `clamp(${perito.sizes.list}px, 18%, ${perito.sizes.listWidest}px)`,
            borderRight: 1,
            [breakpoints.down('md')]: { width: '100%', borderRight: 0 },
          }}
        >
          <Box sx={{ px: 4, pt: 3.5, pb: 3, borderBottom: 1 }}>
            <Skeleton width={140} height={22} />
          </Box>
          <ListSkeleton />
        </Box>
      </Box>
    </Box>
  );
}

/** Placeholder for a detail while it is loading: a head with its acts, and parts below. */
export function DetailSkeleton() {
  const { t } = useI18n();
  const across = { pl: 6, pr: ({ perito }: Theme) => perito.gutter };
  return (
    <Box
      role="status"
      aria-label={t('common.loading')}
      sx={{ flex: 1, minHeight: 0, overflow: 'hidden', display: 'flex', flexDirection: 'column' }}
    >
      <Box sx={{ ...across, py: 4 }}>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 4, mb: 2 }}>
          <Skeleton width={220} height={24} />
          <Skeleton width={120} height={24} />
        </Box>
        <Skeleton width="min(340px, 60%)" height={14} sx={{ mb: 3 }} />
        <Box sx={{ display: 'flex', gap: 2 }}>
          {[116, 124, 132].map((width) => (
            <Skeleton key={width} width={width} height={28} />
          ))}
        </Box>
      </Box>
      {[6, 9].map((fields) => (
        <Box key={fields} sx={{ ...across, py: 4, borderTop: 1 }}>
          <Skeleton width={150} height={16} sx={{ mb: 4 }} />
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: 'repeat(auto-fill, minmax(168px, 1fr))',
              columnGap: 5,
              rowGap: 3,
            }}
          >
            {indices(fields).map((field) => (
              <Box key={field}>
                <Skeleton width={`${40 + (field % 3) * 8}%`} height={12} sx={{ mb: 1.5 }} />
                <Skeleton width={`${78 - (field % 2) * 16}%`} height={14} />
              </Box>
            ))}
          </Box>
        </Box>
      ))}
      <Box sx={{ ...across, py: 4, borderTop: 1 }}>
        <Skeleton width={110} height={16} sx={{ mb: 4 }} />
        {indices(8).map((line) => (
          <Box key={line} sx={{ display: 'flex', gap: 6, py: 2.5, borderBottom: 1 }}>
            <Skeleton width={`${46 - (line % 3) * 8}%`} height={14} />
            <Skeleton width={64} height={14} sx={{ ml: 'auto' }} />
            <Skeleton width={88} height={14} />
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** Placeholder for a form while its values are loading. */
export function FormSkeleton() {
  const { t } = useI18n();
  return (
    <Box role="status" aria-label={t('common.loading')} sx={{ maxWidth: 680 }}>
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
