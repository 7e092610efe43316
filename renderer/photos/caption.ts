import { useCallback } from 'react';
import type { Attachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';

/** What a photo is of, in the marketplace's word; that it came without one else. */
export function useCaption(): (attachment: Pick<Attachment, 'caption'>) => string {
  const { t } = useI18n();
  return useCallback(
    ({ caption }) => (caption === null || caption.trim() === '' ? t('photos.grid.noType') : caption),
    [t],
  );
}
