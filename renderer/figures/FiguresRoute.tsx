import { lazy, Suspense } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { Typography } from '../components/Typography.tsx';
import { FigureSkeleton } from './FigureSkeleton.tsx';

/** What draws charts comes with the first figure. */
const FiguresScreen = lazy(() =>
  import('./FiguresScreen.tsx').then(({ FiguresScreen: screen }) => ({ default: screen })),
);

/** The figures, `part` of them, or of one `party`. */
export function FiguresRoute(props: { part: string | undefined; party: string | undefined }) {
  const { t } = useI18n();
  return (
    <Suspense
      fallback={
        <Box sx={{ px: 6, pt: 4 }}>
          <Typography variant="h1" sx={{ mb: 6 }}>
            {t('figures.title')}
          </Typography>
          <FigureSkeleton />
        </Box>
      }
    >
      <FiguresScreen {...props} />
    </Suspense>
  );
}
