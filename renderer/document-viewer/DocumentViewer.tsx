import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useQuery } from '@tanstack/react-query';
import { FileQuestion, ImageOff, RotateCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Attachment, AttachmentDetail } from '#shared/contract/attachments.ts';
import { errorKind } from '../app/error-message.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { type KeyGroup, ShortcutsDialog } from '../components/ShortcutsDialog.tsx';
import { contentProblemText, problemText } from '../downloads/download-state.ts';
import { fileAddress, photoPath } from '../photos/paths.ts';
import { over, wentOver } from '../photos/photo-navigation.tsx';
import { type PhotoState, percentOf, stateOf, styleOf } from '../photos/photo-state.ts';
import { isMoving, ofLatest, progressEveryMs, useRetry } from '../photos/usePhotos.ts';
import { type Neighbours, PaperHead } from './DocumentHeader.tsx';
import { PaperMessage, PaperSkeleton, SaveLink } from './DocumentMessage.tsx';
import { usePaperName } from './document-name.ts';
import { PdfPaper } from './PdfViewer.tsx';
import { paperPath, screenBehindPaper } from './paths.ts';

/** One paper and its tools: its pages, its picture, or why it is neither. */
export function PaperViewer({ paper, onClose }: { paper: number; onClose: () => void }) {
  const { t } = useI18n();
  const api = useApi();
  const query = useQuery({
    ...api.attachments.get.queryOptions({ input: { id: paper } }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isMoving([state.data]) ? progressEveryMs : false,
  });
  const attachment = query.data ?? null;
  const neighbours = useNeighbours(attachment);
  const [sheet, setSheet] = useState(false);
  useKeys(
    {
      ',': () => neighbours.step(-1),
      '.': () => neighbours.step(1),
      d: () => save(attachment),
      '?': () => setSheet(true),
      Escape: onClose,
    },
    { alone: true },
  );
  const keySheet = <PaperKeySheet open={sheet} onClose={() => setSheet(false)} />;
  const head = { attachment, onClose, neighbours, onKeys: () => setSheet(true) };
  if (attachment === null)
    return (
      <>
        <PaperHead attachment={null} onClose={onClose} />
        {!query.isError && <PaperSkeleton label={t('papers.viewer.loading')} />}
        {query.isError && errorKind(query.error) === 'notFound' && (
          <PaperMessage icon={FileQuestion} title={t('papers.standing.gone')} />
        )}
        {query.isError && errorKind(query.error) !== 'notFound' && <ErrorState query={query} />}
      </>
    );
  const shownAs = attachment.state === 'stored' ? (attachment.content?.shownAs ?? null) : null;
  if (shownAs === 'pdf' && attachment.content !== null)
    return (
      <>
        {keySheet}
        <PdfPaper
          key={attachment.content.sha256}
          id={attachment.id}
          address={fileAddress(attachment, 'original')}
          bytes={attachment.content.bytes}
          name={attachment.filename}
          head={head}
        />
      </>
    );
  return (
    <>
      {keySheet}
      <PaperHead {...head}>{shownAs === 'image' && <AsPhoto id={attachment.id} />}</PaperHead>
      {shownAs === 'image' ? <ImagePaper attachment={attachment} /> : <PaperStatus attachment={attachment} />}
    </>
  );
}

/** A picture of a paper is looked at more closely where photos are. */
function AsPhoto({ id }: { id: number }) {
  const { t } = useI18n();
  const [path, go] = useLocation();
  const show = () =>
    go(photoPath(screenBehindPaper(path), id), { replace: true, ...(wentOver() ? { state: over } : {}) });
  return <Button onClick={show}>{t('papers.image.asPhoto')}</Button>;
}

/** The papers of its record that the latest delivery names, or all where it is older; itself alone where it is none. */
function useNeighbours(attachment: AttachmentDetail | null): Neighbours {
  const api = useApi();
  const [path, go] = useLocation();
  const list = useQuery({
    ...api.attachments.list.queryOptions({ input: { recordId: attachment?.recordId ?? 0 } }),
    enabled: attachment !== null,
  });
  const papers: readonly Pick<Attachment, 'id'>[] = useMemo(() => {
    const all = ofLatest(list.data ?? [], ({ role }) => role === 'document', attachment?.id ?? null);
    return all.some(({ id }) => id === attachment?.id) || attachment === null ? all : [attachment];
  }, [list.data, attachment]);
  const index = papers.findIndex(({ id }) => id === attachment?.id);
  const step = (by: 1 | -1) => {
    const next = index < 0 ? undefined : papers[index + by];
    if (next !== undefined)
      go(paperPath(path, next.id), { replace: true, ...(wentOver() ? { state: over } : {}) });
  };
  return { index: Math.max(0, index), total: papers.length, step };
}

function save(attachment: AttachmentDetail | null) {
  if (attachment === null || attachment.content === null) return;
  const link = document.createElement('a');
  link.href = fileAddress(attachment, 'download');
  link.download = '';
  link.click();
}

/** A paper that is a picture of one. */
export function ImagePaper({ attachment }: { attachment: AttachmentDetail }) {
  const { t } = useI18n();
  const nameOf = usePaperName();
  if (attachment.content?.hasPreviews !== true)
    return <PaperMessage icon={ImageOff} title={t('papers.image.noPreview')} />;
  return (
    <Box sx={{ flex: 1, minHeight: 0, p: 4, display: 'grid', placeItems: 'center' }}>
      <Box
        component="img"
        src={fileAddress(attachment, 'preview')}
        alt={t('papers.image.alt', { name: nameOf(attachment).title })}
        sx={(theme) => ({
          maxWidth: '100%',
          maxHeight: '100%',
          minHeight: 0,
          objectFit: 'contain',
          border: `1px solid ${theme.perito.scheme.line}`,
        })}
      />
    </Box>
  );
}

const titles = {
  preparing: 'papers.standing.unexamined',
  downloadOnly: 'papers.standing.downloadOnly',
  shown: 'papers.standing.unexamined',
  pdf: 'papers.standing.unexamined',
  queued: 'papers.standing.queued',
  awaitingApproval: 'papers.standing.awaitingApproval',
  downloading: 'papers.standing.downloading',
  failed: 'papers.standing.failed',
  refused: 'papers.standing.refused',
} as const satisfies Record<PhotoState, string>;

/** A paper that cannot be opened: where it stands, why, and what can be done. */
export function PaperStatus({ attachment }: { attachment: AttachmentDetail }) {
  const { t } = useI18n();
  const retry = useRetry();
  const state = stateOf(attachment);
  const percent = percentOf(attachment);
  return (
    <PaperMessage {...styleOf(state)} title={t(titles[state])} text={useWhy(attachment)}>
      {state === 'downloading' && (
        <LinearProgress
          {...(percent === null ? {} : { variant: 'determinate' as const, value: percent })}
          aria-label={t(titles.downloading)}
          sx={{ flex: '0 0 100%', mb: 2 }}
        />
      )}
      {attachment.content !== null && <SaveLink file={attachment} main />}
      {(state === 'failed' || state === 'refused') && attachment.address !== null && (
        <Button startIcon={<RotateCw size={15} aria-hidden />} onClick={() => retry(attachment)}>
          {t('papers.retry')}
        </Button>
      )}
      {attachment.state !== 'stored' && (
        <Button
          component={Link}
          href={state === 'awaitingApproval' ? '/downloads/hosts' : `/downloads/${attachment.id}`}
        >
          {t(state === 'awaitingApproval' ? 'papers.decide' : 'papers.toDownloads')}
        </Button>
      )}
    </PaperMessage>
  );
}

/** What happened and what it means, with the name of the host where that is the matter. */
function useWhy({ content, problem, host, state }: AttachmentDetail): string | undefined {
  const { t } = useI18n();
  const sentences = [];
  if (state === 'awaitingApproval' && host !== null) sentences.push(t('papers.standing.named', { host }));
  if (state === 'queued' || state === 'downloading') sentences.push(t('papers.standing.after'));
  if (state === 'stored' && content?.problem == null) sentences.push(t('papers.standing.soon'));
  if (problem !== null && state !== 'stored') {
    const label = problemText(problem);
    sentences.push(t(label.what), t(label.advice));
  }
  if (content?.problem != null) {
    const label = contentProblemText(content.problem.code);
    sentences.push(t(label.what), t(label.advice));
  }
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** The keys of a paper, which `?` opens over it. */
export function PaperKeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useI18n();
  const enter = t('papers.keys.enter');
  const groups: readonly KeyGroup[] = [
    {
      title: t('papers.keys.move'),
      lines: [
        { keys: ['J', 'K', '→', '←'], label: t('papers.keys.page') },
        { keys: [t('papers.keys.home'), t('papers.keys.end')], label: t('papers.keys.ends') },
        { keys: ['.', ','], label: t('papers.keys.paper') },
        { keys: ['Esc'], label: t('papers.viewer.close') },
        { keys: ['?'], label: t('papers.keys.sheet') },
      ],
    },
    {
      title: t('papers.keys.look'),
      lines: [
        { keys: ['+', '-'], label: t('papers.keys.zoom') },
        { keys: ['0'], label: t('papers.zoom.page') },
        { keys: ['1'], label: t('papers.zoom.actual') },
        { keys: ['W'], label: t('papers.zoom.width') },
        { keys: ['R', '⇧R'], label: t('papers.keys.rotate') },
        { keys: ['T'], label: t('papers.pages.thumbnails') },
      ],
    },
    {
      title: t('papers.keys.act'),
      lines: [
        { keys: ['/', 'Ctrl F'], label: t('papers.search.open') },
        { keys: [enter, `⇧${enter}`], label: t('papers.keys.found') },
        { keys: ['P', 'Ctrl P'], label: t('papers.print.open') },
        { keys: ['D'], label: t('papers.saveOriginal') },
      ],
    },
  ];
  return <ShortcutsDialog open={open} onClose={onClose} title={t('papers.keys.title')} groups={groups} />;
}
