import Typography from '@mui/material/Typography';
import type { Attachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../../app/locale/i18n.ts';

const parts = ['waiting', 'awaitingApproval', 'failed', 'refused'] as const;

/** How many photos and documents there are, and how many of them are not here, by why. Never a part that is zero. */
export function countsOf(attachments: readonly Attachment[]) {
  const count = (is: (one: Attachment) => boolean) => attachments.filter(is).length;
  return {
    photos: count(({ role }) => role === 'picture'),
    documents: count(({ role }) => role === 'document'),
    waiting: count(({ state }) => state === 'queued' || state === 'downloading'),
    awaitingApproval: count(({ state }) => state === 'awaitingApproval'),
    failed: count(({ state }) => state === 'failed'),
    refused: count(({ state }) => state === 'refused'),
  };
}

/** "24 fotos · 3 documentos · 1 en espera de descarga". */
export function PhotoSummary({ attachments }: { attachments: readonly Attachment[] }) {
  const { t } = useI18n();
  const counts = countsOf(attachments);
  return (
    <Typography variant="caption" component="p" role="status" sx={{ mt: -1.5, mb: 3 }}>
      {[
        t('photos.summary.photos', { count: counts.photos }),
        ...(counts.documents === 0 ? [] : [t('photos.summary.documents', { count: counts.documents })]),
        ...parts
          .filter((part) => counts[part] > 0)
          .map((part) => t(`photos.summary.${part}`, { count: counts[part] })),
      ].join(' · ')}
    </Typography>
  );
}
