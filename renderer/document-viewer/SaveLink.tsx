import Button from '@mui/material/Button';
import { FileDown } from 'lucide-react';
import type { Attachment } from '#shared/contract/attachments.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { fileAddress } from '../photos/file-address.ts';

/** Saves a file as it arrived, under its own name. */
export function SaveLink({
  file,
  main = false,
}: {
  file: Pick<Attachment, 'id' | 'content'>;
  main?: boolean;
}) {
  const { t } = useI18n();
  return (
    <Button
      component="a"
      href={fileAddress(file, 'download')}
      download=""
      variant={main ? 'contained' : 'outlined'}
      startIcon={<FileDown size={15} aria-hidden />}
    >
      {t('papers.save')}
    </Button>
  );
}
