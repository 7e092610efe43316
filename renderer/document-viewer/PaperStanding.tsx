import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { RotateCw } from 'lucide-react';
import { Link } from 'wouter';
import type { AttachmentDetail } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { contentProblemText, problemText } from '../downloads/download-state.ts';
import { type PhotoState, percentOf, stateOf, styleOf } from '../photos/photo-state.ts';
import { useRetry } from '../photos/useRetry.ts';
import { PaperMessage } from './PaperMessage.tsx';
import { SaveLink } from './SaveLink.tsx';

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
