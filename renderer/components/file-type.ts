import { useCallback } from 'react';
import { useI18n } from '../app/locale/i18n.ts';

const forms: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/jpg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'image/heic': 'HEIC',
  'image/heif': 'HEIC',
  'image/tiff': 'TIFF',
  'image/svg+xml': 'SVG',
  'text/html': 'HTML',
  'text/plain': 'TXT',
  'application/zip': 'ZIP',
  'application/msword': 'Word',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.ms-excel': 'Excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
};

/** Media types in words: "Foto JPEG", "Documento PDF"; null where nothing was said. */
export function useFileType(): (mediaType: string | null) => string | null {
  const { t } = useI18n();
  return useCallback(
    (mediaType) => {
      const type = mediaType?.split(';')[0]?.trim().toLowerCase() ?? '';
      if (type === '') return null;
      const form = forms[type];
      if (form === undefined) return t('common.fileType.unknown');
      if (type === 'image/svg+xml') return t('common.fileType.file', { form });
      if (type.startsWith('image/')) return t('common.fileType.photo', { form });
      return t(
        type.startsWith('application/') && form !== 'ZIP'
          ? 'common.fileType.document'
          : 'common.fileType.file',
        { form },
      );
    },
    [t],
  );
}
