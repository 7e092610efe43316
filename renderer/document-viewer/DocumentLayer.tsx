import Box from '@mui/material/Box';
import Modal from '@mui/material/Modal';
import { Component, lazy, type ReactNode, Suspense, useCallback } from 'react';
import { useLocation } from 'wouter';
import { useI18n } from '../app/locale/i18n.ts';
import { wentOver } from '../photos/photo-navigation.tsx';
import { PaperHead } from './DocumentHeader.tsx';
import { PaperError, PaperSkeleton } from './DocumentMessage.tsx';
import { paperPlaceOf, screenBehindPaper } from './paths.ts';

/** Read only when the first paper is opened: the reader of PDFs is as large as half the program. */
const PaperViewer = lazy(() =>
  import('./DocumentViewer.tsx').then(({ PaperViewer: viewer }) => ({ default: viewer })),
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

/** Fills the window over the screen that stays behind; Escape closes it. */
export function PaperCover(props: { label: string; onClose: () => void; children: ReactNode }) {
  return (
    <Modal open hideBackdrop onClose={props.onClose} disableScrollLock>
      <Box
        component="main"
        aria-label={props.label}
        tabIndex={-1}
        sx={(theme) => ({
          position: 'absolute',
          inset: 0,
          display: 'flex',
          flexDirection: 'column',
          background: theme.perito.scheme.app,
          outline: 'none',
        })}
      >
        {props.children}
      </Box>
    </Modal>
  );
}

type Props = { fallback: (again: () => void) => ReactNode; children: ReactNode };

/** What fails while a paper is shown ends here: the rest of the program goes on. */
export class PaperBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback(() => this.setState({ failed: false }));
  }
}

/** Back to the screen behind: by the way that led here, so that "back" does not lead to the paper again. */
export function useClosePaper(): () => void {
  const [path, go] = useLocation();
  return useCallback(() => {
    if (wentOver()) window.history.back();
    else go(screenBehindPaper(path), { replace: true });
  }, [path, go]);
}
