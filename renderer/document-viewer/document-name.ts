import type { Attachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';

/** What a paper is called: its type as the report has it, else the name of its file, which is then not told again. */
export function useDocumentName() {
  const { t } = useI18n();
  return ({ caption, filename }: Pick<Attachment, 'caption' | 'filename'>) => {
    const file = filename.trim() === '' ? null : filename;
    return caption === null || caption.trim() === ''
      ? { title: file ?? t('documentViewer.noName'), file: null }
      : { title: caption, file };
  };
}
