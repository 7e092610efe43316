import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import { useI18n } from '../app/locale/i18n.ts';
import { PaperBoundary } from './PaperBoundary.tsx';
import { PaperCover } from './PaperCover.tsx';
import { PaperHead } from './PaperHead.tsx';
import { PaperError } from './PaperMessage.tsx';
import { PaperSkeleton } from './PaperSkeleton.tsx';
import { paperPlaceOf } from './paths.ts';
import { useClosePaper } from './useClosePaper.ts';

/** Read only when the first paper is opened: the reader of PDFs is as large as half the program. */
const PaperViewer = lazy(() =>
  import('./PaperViewer.tsx').then(({ PaperViewer: viewer }) => ({ default: viewer })),
);

/** The paper that the address names, over the screen it was opened from. */
export function PaperLayer() {
  const { t } = useI18n();
  const [path] = useLocation();
  const close = useClosePaper();
  const place = paperPlaceOf(path);
  if (place === null) return null;
  return (
    <PaperCover label={t('papers.viewer.papersLabel')} onClose={close}>
      <PaperBoundary
        key={place.paper}
        fallback={(again) => (
          <>
            <PaperHead attachment={null} onClose={close} />
            <PaperError why="crashed" id={place.paper} onRetry={again} />
          </>
        )}
      >
        <Suspense
          fallback={
            <>
              <PaperHead attachment={null} onClose={close} />
              <PaperSkeleton label={t('papers.viewer.loading')} />
            </>
          }
        >
          <PaperViewer paper={place.paper} onClose={close} />
        </Suspense>
      </PaperBoundary>
    </PaperCover>
  );
}
