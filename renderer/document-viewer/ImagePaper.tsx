import Box from '@mui/material/Box';
import { ImageOff } from 'lucide-react';
import type { AttachmentDetail } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { fileAddress } from '../photos/file-address.ts';
import { PaperMessage } from './PaperMessage.tsx';
import { usePaperName } from './paper-name.ts';

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
