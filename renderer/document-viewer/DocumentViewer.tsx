import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useQuery } from '@tanstack/react-query';
import { FileQuestion, ImageOff, RotateCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { Attachment, AttachmentDetail } from '#shared/contract/attachments.ts';
import { errorKind } from '../app/error-message.ts';
import { useKeys } from '../app/keys/keys.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { isReadOnly, useMay } from '../app/read-only.tsx';
import { Box } from '../components/Box.tsx';
import { LayerError } from '../components/ErrorState.tsx';
import { type KeyGroup, ShortcutsDialog } from '../components/ShortcutsDialog.tsx';
import { contentProblemText, problemText } from '../downloads/download-state.ts';
import { attachmentUrl, photoPath, saveOriginal } from '../photos/paths.ts';
import { openedOverScreen, over } from '../photos/photo-navigation.tsx';
import { type PhotoState, percentOf, stateOf, styleOf } from '../photos/photo-state.ts';
import { attachmentsOfLatestRevision, pollWhileDownloading, useRetryDownload } from '../photos/usePhotos.ts';
import { DocumentHeader, type Neighbours } from './DocumentHeader.tsx';
import { DocumentMessage, DocumentSkeleton, SaveLink } from './DocumentMessage.tsx';
import { useDocumentName } from './document-name.ts';
import { PdfViewer } from './PdfViewer.tsx';
import { documentPath, screenBehindDocument } from './paths.ts';

/** A document and its tools: its pages, its picture, or why it cannot be shown. */
export function DocumentViewer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useI18n();
  const api = useApi();
  const query = useQuery({
    ...api.attachments.get.queryOptions({ input: { id } }),
    refetchInterval: pollWhileDownloading,
  });
  const attachment = query.data ?? null;
  const neighbours = useNeighbours(attachment);
  const [sheet, setSheet] = useState(false);
  useKeys(
    {
      ',': () => neighbours.step(-1),
      '.': () => neighbours.step(1),
      d: () => {
        if (attachment !== null && attachment.content !== null) saveOriginal(attachment);
      },
      '?': () => setSheet(true),
      Escape: onClose,
    },
    { alone: true },
  );
  const keySheet = <DocumentShortcuts open={sheet} onClose={() => setSheet(false)} />;
  const header = { attachment, onClose, neighbours, onKeys: () => setSheet(true) };
  if (attachment === null)
    return (
      <>
        <DocumentHeader attachment={null} onClose={onClose} />
        {!query.isError && <DocumentSkeleton label={t('documentViewer.viewer.loading')} />}
        {query.isError && errorKind(query.error) === 'notFound' && (
          <DocumentMessage icon={FileQuestion} title={t('documentViewer.state.gone')} />
        )}
        {query.isError && errorKind(query.error) !== 'notFound' && <LayerError query={query} />}
      </>
    );
  const shownAs = attachment.state === 'stored' ? (attachment.content?.shownAs ?? null) : null;
  if (shownAs === 'pdf' && attachment.content !== null)
    return (
      <>
        {keySheet}
        <PdfViewer
          key={attachment.content.sha256}
          id={attachment.id}
          address={attachmentUrl(attachment, 'original')}
          bytes={attachment.content.bytes}
          name={attachment.filename}
          header={header}
        />
      </>
    );
  return (
    <>
      {keySheet}
      <DocumentHeader {...header}>{shownAs === 'image' && <AsPhoto id={attachment.id} />}</DocumentHeader>
      {shownAs === 'image' ? (
        <ImageDocument attachment={attachment} />
      ) : (
        <DocumentStatus attachment={attachment} />
      )}
    </>
  );
}

/** Opens a document that is an image in the photo viewer, which can zoom. */
function AsPhoto({ id }: { id: number }) {
  const { t } = useI18n();
  const [path, go] = useLocation();
  const show = () =>
    go(photoPath(screenBehindDocument(path), id), {
      replace: true,
      ...(openedOverScreen() ? { state: over } : {}),
    });
  return <Button onClick={show}>{t('documentViewer.image.asPhoto')}</Button>;
}

/** The documents of its record that the latest delivery names, or all where this one is older; itself alone where it is not among them. */
function useNeighbours(attachment: AttachmentDetail | null): Neighbours {
  const api = useApi();
  const [path, go] = useLocation();
  const list = useQuery({
    ...api.attachments.list.queryOptions({ input: { recordId: attachment?.recordId ?? 0 } }),
    enabled: attachment !== null,
  });
  const documents: readonly Pick<Attachment, 'id'>[] = useMemo(() => {
    const all = attachmentsOfLatestRevision(
      list.data ?? [],
      ({ role }) => role === 'document',
      attachment?.id ?? null,
    );
    return all.some(({ id }) => id === attachment?.id) || attachment === null ? all : [attachment];
  }, [list.data, attachment]);
  const index = documents.findIndex(({ id }) => id === attachment?.id);
  const step = (by: 1 | -1) => {
    const next = index < 0 ? undefined : documents[index + by];
    if (next !== undefined)
      go(documentPath(path, next.id), { replace: true, ...(openedOverScreen() ? { state: over } : {}) });
  };
  return { index: Math.max(0, index), total: documents.length, step };
}

/** A document that is an image. */
function ImageDocument({ attachment }: { attachment: AttachmentDetail }) {
  const { t } = useI18n();
  const nameOf = useDocumentName();
  if (attachment.content?.hasPreviews !== true)
    return <DocumentMessage icon={ImageOff} title={t('documentViewer.image.noPreview')} />;
  return (
    <Box sx={{ flex: 1, minHeight: 0, p: 4, display: 'grid', placeItems: 'center' }}>
      <Box
        component="img"
        src={attachmentUrl(attachment, 'preview')}
        alt={t('documentViewer.image.alt', { name: nameOf(attachment).title })}
        sx={{ maxWidth: '100%', maxHeight: '100%', minHeight: 0, objectFit: 'contain', border: 1 }}
      />
    </Box>
  );
}

const titles = {
  preparing: 'documentViewer.state.unexamined',
  downloadOnly: 'documentViewer.state.downloadOnly',
  shown: 'documentViewer.state.unexamined',
  pdf: 'documentViewer.state.unexamined',
  queued: 'documentViewer.state.queued',
  awaitingApproval: 'documentViewer.state.awaitingApproval',
  downloading: 'documentViewer.state.downloading',
  failed: 'documentViewer.state.failed',
  refused: 'documentViewer.state.refused',
} as const satisfies Record<PhotoState, string>;

/** A document that cannot be opened: its state, why, and what can be done. */
function DocumentStatus({ attachment }: { attachment: AttachmentDetail }) {
  const { t } = useI18n();
  const retry = useRetryDownload();
  const mayRetry = useMay('attachments.retry');
  const mayDecide = useMay('attachments.decideHost');
  const state = stateOf(attachment);
  const percent = percentOf(attachment);
  return (
    <DocumentMessage {...styleOf(state)} title={t(titles[state])} text={useReason(attachment)}>
      {state === 'downloading' && (
        <LinearProgress
          {...(percent === null ? {} : { variant: 'determinate' as const, value: percent })}
          aria-label={t(titles.downloading)}
          sx={{ flex: '0 0 100%', mb: 2 }}
        />
      )}
      {attachment.content !== null && <SaveLink file={attachment} main />}
      {(state === 'failed' || state === 'refused') && attachment.address !== null && mayRetry && (
        <Button startIcon={<RotateCw size={15} aria-hidden />} onClick={() => retry(attachment)}>
          {t('documentViewer.retry')}
        </Button>
      )}
      {attachment.state !== 'stored' && !isReadOnly() && (state !== 'awaitingApproval' || mayDecide) && (
        <Button
          component={Link}
          href={state === 'awaitingApproval' ? '/downloads/hosts' : `/downloads/${attachment.id}`}
        >
          {t(state === 'awaitingApproval' ? 'documentViewer.decide' : 'documentViewer.toDownloads')}
        </Button>
      )}
    </DocumentMessage>
  );
}

/** Why it cannot be opened, and what that means; undefined where there is nothing to say. */
function useReason({ content, problem, host, state }: AttachmentDetail): string | undefined {
  const { t } = useI18n();
  const sentences = [];
  if (state === 'awaitingApproval' && host !== null)
    sentences.push(t('documentViewer.state.named', { host }));
  if (state === 'queued' || state === 'downloading') sentences.push(t('documentViewer.state.after'));
  if (state === 'stored' && content?.problem == null) sentences.push(t('documentViewer.state.soon'));
  if (problem !== null && state !== 'stored') {
    const label = problemText(problem);
    sentences.push(t(label.explanation), t(label.advice));
  }
  if (content?.problem != null) {
    const label = contentProblemText(content.problem.code);
    sentences.push(t(label.explanation), t(label.advice));
  }
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** The list of the keys for documents, which `?` opens. */
function DocumentShortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useI18n();
  const enter = t('documentViewer.keys.enter');
  const groups: readonly KeyGroup[] = [
    {
      title: t('documentViewer.keys.move'),
      lines: [
        { keys: ['J', 'K', '→', '←'], label: t('documentViewer.keys.page') },
        {
          keys: [t('documentViewer.keys.home'), t('documentViewer.keys.end')],
          label: t('documentViewer.keys.ends'),
        },
        { keys: ['.', ','], label: t('documentViewer.keys.document') },
        { keys: ['Esc'], label: t('documentViewer.viewer.close') },
        { keys: ['?'], label: t('documentViewer.keys.sheet') },
      ],
    },
    {
      title: t('documentViewer.keys.view'),
      lines: [
        { keys: ['+', '-'], label: t('documentViewer.keys.zoom') },
        { keys: ['0'], label: t('documentViewer.zoom.page') },
        { keys: ['1'], label: t('documentViewer.zoom.actual') },
        { keys: ['W'], label: t('documentViewer.zoom.width') },
        { keys: ['R', '⇧R'], label: t('documentViewer.keys.rotate') },
        { keys: ['T'], label: t('documentViewer.pages.thumbnails') },
      ],
    },
    {
      title: t('documentViewer.keys.act'),
      lines: [
        { keys: ['/', 'Ctrl F'], label: t('documentViewer.search.open') },
        { keys: [enter, `⇧${enter}`], label: t('documentViewer.keys.found') },
        { keys: ['P', 'Ctrl P'], label: t('documentViewer.print.open') },
        { keys: ['D'], label: t('documentViewer.saveOriginal') },
      ],
    },
  ];
  return (
    <ShortcutsDialog open={open} onClose={onClose} title={t('documentViewer.keys.title')} groups={groups} />
  );
}
