import Modal from '@mui/material/Modal';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { Box } from '../components/Box.tsx';
import { DocumentHeader } from '../document-viewer/DocumentHeader.tsx';
import { DocumentSkeleton } from '../document-viewer/DocumentMessage.tsx';
import { exportUrl, useExporting } from './exporting.ts';

/** pdf.js comes with the first document. */
const PdfViewer = lazy(() =>
  import('../document-viewer/PdfViewer.tsx').then(({ PdfViewer: viewer }) => ({ default: viewer })),
);

/** An exported PDF over the screen, where it is read, printed and saved: what one sees is the paper. */
export function ExportedPdf() {
  const { t } = useI18n();
  const shown = useExporting((state) => state.shown);
  const entry = useQuery(useApi().exports.list.queryOptions()).data?.find(({ id }) => id === shown);
  const close = () => useExporting.setState({ shown: null });
  if (entry === undefined || entry.state !== 'done') return null;
  const saved = { title: entry.title, file: entry.name, href: exportUrl(entry.id, 'download') };
  const header = { attachment: null, saved, onClose: close };
  return (
    <Modal open hideBackdrop onClose={close} disableScrollLock>
      <Box
        component="main"
        aria-label={t('exports.viewer')}
        tabIndex={-1}
        sx={{
          ...{ position: 'absolute', inset: 0, display: 'flex', flexDirection: 'column' },
          ...{ bgcolor: 'background.default', outline: 'none' },
        }}
      >
        <CloseKey onClose={close} />
        <Suspense
          fallback={
            <>
              <DocumentHeader {...header} />
              <DocumentSkeleton label={t('documentViewer.viewer.loading')} />
            </>
          }
        >
          <PdfViewer
            key={entry.id}
            id={0}
            address={exportUrl(entry.id, 'original')}
            bytes={entry.bytes}
            name={entry.name}
            header={header}
          />
        </Suspense>
      </Box>
    </Modal>
  );
}

/** Escape closes it, and the screen behind it takes no keys. */
function CloseKey({ onClose }: { onClose: () => void }) {
  useKeys({ Escape: onClose }, { alone: true });
  return null;
}
