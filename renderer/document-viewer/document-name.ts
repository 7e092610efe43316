import type { Attachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';

/** The title of a document: its type as the report names it, else its file name; `file` is null where it is the title. */
export function useDocumentName() {
  const { t } = useI18n();
  return ({ caption, filename }: Pick<Attachment, 'caption' | 'filename'>) => {
    const file = filename.trim() === '' ? null : filename;
    return caption === null || caption.trim() === ''
      ? { title: file ?? t('documentViewer.noName'), file: null }
      : { title: caption, file };
  };
}
