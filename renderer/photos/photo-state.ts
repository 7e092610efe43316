import { FileDown, FileText, Hourglass, type LucideIcon } from 'lucide-react';
import type { Attachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import type { ChipTone } from '../components/StateChip.tsx';
import { contentProblemText, problemText, stateStyle } from '../downloads/download-state.ts';

type Download = Exclude<Attachment['state'], 'stored'>;

/**
 * What can be done with an attachment now. `shown`: seen here. `preparing`: stored, its previews are being made. `pdf`:
 * opened in the document viewer. `downloadOnly`: only saved. All others are states of its download.
 */
export type PhotoState = 'shown' | 'preparing' | 'pdf' | 'downloadOnly' | Download;

export function stateOf({ state, content }: Pick<Attachment, 'state' | 'content'>): PhotoState {
  if (state !== 'stored') return state;
  if (content === null || content.shownAs === null) return 'preparing';
  if (content.shownAs === 'pdf') return 'pdf';
  if (content.shownAs === 'downloadOnly') return 'downloadOnly';
  return content.hasPreviews ? 'shown' : 'preparing';
}

/** Whether it is a state of the download. */
export const isDownload = (state: PhotoState): state is Download =>
  state !== 'shown' && state !== 'preparing' && state !== 'pdf' && state !== 'downloadOnly';

const storedStyles: Record<Exclude<PhotoState, Download>, { tone: ChipTone; icon: LucideIcon }> = {
  shown: stateStyle.stored,
  preparing: { tone: 'neutral', icon: Hourglass },
  pdf: { tone: 'neutral', icon: FileText },
  downloadOnly: { tone: 'waiting', icon: FileDown },
};

export const styleOf = (state: PhotoState): { tone: ChipTone; icon: LucideIcon } =>
  isDownload(state) ? stateStyle[state] : storedStyles[state];

/** The progress of a download in percent; null where the size is not known. */
export const percentOf = ({ progress }: Pick<Attachment, 'progress'>): number | null =>
  progress === null || progress.total === null || progress.total === 0
    ? null
    : Math.min(100, Math.floor((progress.bytes / progress.total) * 100));

/** The label of a state, and why it is so where there is a reason. */
export function useStateText(): (attachment: Attachment) => { label: string; reason: string | null } {
  const { t } = useI18n();
  return (attachment) => {
    const state = stateOf(attachment);
    const problem = attachment.content?.problem ?? null;
    if (state === 'downloadOnly')
      return {
        label: t('photos.state.downloadOnly'),
        reason: problem === null ? null : t(contentProblemText(problem.code).explanation),
      };
    return {
      label: isDownload(state) ? t(`downloads.state.${state}`) : t(`photos.state.${state}`),
      reason:
        attachment.problem === null || state === 'downloading'
          ? null
          : t(problemText(attachment.problem).explanation),
    };
  };
}
