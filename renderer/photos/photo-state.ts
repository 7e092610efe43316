import { FileDown, FileText, Hourglass, type LucideIcon } from 'lucide-react';
import type { Attachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import type { ChipTone } from '../components/StateChip.tsx';
import { contentProblemText, problemText, stateStyle } from '../downloads/download-state.ts';

type Download = Exclude<Attachment['state'], 'stored'>;

/**
 * What can be done with one now. `shown`: looked at here. `preparing`: stored, its previews are being made. `pdf`:
 * opened as a document. `downloadOnly`: only saved. All others are states of its download.
 */
export type PhotoState = 'shown' | 'preparing' | 'pdf' | 'downloadOnly' | Download;

export function stateOf({ state, content }: Pick<Attachment, 'state' | 'content'>): PhotoState {
  if (state !== 'stored') return state;
  if (content === null || content.shownAs === null) return 'preparing';
  if (content.shownAs === 'pdf') return 'pdf';
  if (content.shownAs === 'downloadOnly') return 'downloadOnly';
  return content.hasPreviews ? 'shown' : 'preparing';
}

/** Whether it is still a matter of its download. */
export const isDownload = (state: PhotoState): state is Download =>
  state !== 'shown' && state !== 'preparing' && state !== 'pdf' && state !== 'downloadOnly';

const ofStored: Record<Exclude<PhotoState, Download>, { tone: ChipTone; icon: LucideIcon }> = {
  shown: stateStyle.stored,
  preparing: { tone: 'neutral', icon: Hourglass },
  pdf: { tone: 'neutral', icon: FileText },
  downloadOnly: { tone: 'waiting', icon: FileDown },
};

export const styleOf = (state: PhotoState): { tone: ChipTone; icon: LucideIcon } =>
  isDownload(state) ? stateStyle[state] : ofStored[state];

/** How far a download is, in percent; null where its length is not known. */
export const percentOf = ({ progress }: Pick<Attachment, 'progress'>): number | null =>
  progress === null || progress.total === null || progress.total === 0
    ? null
    : Math.min(100, Math.floor((progress.bytes / progress.total) * 100));

/** The state in a word or two, and why it is so where there is more to say. */
export function useStateText(): (attachment: Attachment) => { label: string; why: string | null } {
  const { t } = useI18n();
  return (attachment) => {
    const state = stateOf(attachment);
    const problem = attachment.content?.problem ?? null;
    if (state === 'downloadOnly')
      return {
        label: t('photos.state.downloadOnly'),
        why: problem === null ? null : t(contentProblemText(problem.code).what),
      };
    return {
      label: isDownload(state) ? t(`downloads.state.${state}`) : t(`photos.state.${state}`),
      why:
        attachment.problem === null || state === 'downloading'
          ? null
          : t(problemText(attachment.problem).what),
    };
  };
}
