import Modal from '@mui/material/Modal';
import { Component, lazy, type ReactNode, Suspense, useCallback } from 'react';
import { useLocation } from 'wouter';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { goBackOnce, openedOverScreen } from '../photos/photo-navigation.tsx';
import { DocumentHeader } from './DocumentHeader.tsx';
import { DocumentError, DocumentSkeleton } from './DocumentMessage.tsx';
import { parseDocumentPath, screenBehindDocument } from './paths.ts';

/** A chunk of its own, loaded with the first document: pdf.js is as large as half of the program. */
const DocumentViewer = lazy(() =>
  import('./DocumentViewer.tsx').then(({ DocumentViewer: viewer }) => ({ default: viewer })),
);

/** The document that the address names, over the screen that it was opened from. */
export function DocumentLayer() {
  const { t } = useI18n();
  const [path] = useLocation();
  const close = useCloseDocument();
  const location = parseDocumentPath(path);
  if (location === null) return null;
  return (
    <DocumentCover label={t('documentViewer.viewer.recordDocuments')} onClose={close}>
      <DocumentBoundary
        key={location.attachmentId}
        fallback={(again) => (
          <>
            <DocumentHeader attachment={null} onClose={close} />
            <DocumentError error="crashed" id={location.attachmentId} onRetry={again} />
          </>
        )}
      >
        <Suspense
          fallback={
            <>
              <DocumentHeader attachment={null} onClose={close} />
              <DocumentSkeleton label={t('documentViewer.viewer.loading')} />
            </>
          }
        >
          <DocumentViewer id={location.attachmentId} onClose={close} />
        </Suspense>
      </DocumentBoundary>
    </DocumentCover>
  );
}

/** Covers the window; Escape closes it. */
function DocumentCover(props: { label: string; onClose: () => void; children: ReactNode }) {
  return (
    <Modal open hideBackdrop onClose={props.onClose} disableScrollLock>
      <Box
        component="main"
        aria-label={props.label}
        tabIndex={-1}
        sx={{
          position: 'absolute',
          inset: 0,
          display: 'flex',
          flexDirection: 'column',
          bgcolor: 'background.default',
          outline: 'none',
        }}
      >
        {props.children}
      </Box>
    </Modal>
  );
}

type Props = { fallback: (again: () => void) => ReactNode; children: ReactNode };

/** Catches errors of the viewer, so that the rest of the program goes on. */
class DocumentBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback(() => this.setState({ failed: false }));
  }
}

/** Closes the document: goes back in the history where that leads to the screen behind, else to its address. */
function useCloseDocument(): () => void {
  const [path, go] = useLocation();
  return useCallback(() => {
    if (openedOverScreen()) goBackOnce();
    else go(screenBehindDocument(path), { replace: true });
  }, [path, go]);
}
