import { lazy, Suspense } from 'react';
import { Box } from '../components/Box.tsx';
import { FigureSkeleton } from './FigureSkeleton.tsx';

/** What draws charts comes with the first figure. */
const FiguresScreen = lazy(() =>
  import('./FiguresScreen.tsx').then(({ FiguresScreen: screen }) => ({ default: screen })),
);

/** The figures, `part` of them, or of one `party`. */
export function FiguresRoute(props: { part: string | undefined; party: string | undefined }) {
  return (
    <Suspense
      fallback={
        <Box sx={{ p: 6 }}>
          <FigureSkeleton />
        </Box>
      }
    >
      <FiguresScreen {...props} />
    </Suspense>
  );
}
