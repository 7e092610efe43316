import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { Attachment, AttachmentDetail } from '#shared/contract/attachments.ts';
import { errorKind } from '../app/error-message.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { fileAddress } from '../photos/file-address.ts';
import { ofLatest } from '../photos/of-latest.ts';
import { over, wentOver } from '../photos/PhotoLink.tsx';
import { photoPath } from '../photos/paths.ts';
import { isMoving, progressEveryMs } from '../photos/useAttachments.ts';
import { ImagePaper } from './ImagePaper.tsx';
import { type Neighbours, PaperHead } from './PaperHead.tsx';
import { PaperKeySheet } from './PaperKeySheet.tsx';
import { PaperMessage } from './PaperMessage.tsx';
import { PaperSkeleton } from './PaperSkeleton.tsx';
import { PaperStatus } from './PaperStanding.tsx';
import { PdfPaper } from './PdfPaper.tsx';
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
