import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { FileDown } from 'lucide-react';
import type { FinancialDocument } from '#shared/marketplace/financial-document.ts';
import { useWords } from '../app/locale/i18n.ts';
import { Section } from '../parts/Fields.tsx';

/** The files that came with the document, by name, type and size. */
export function DocumentAttachments({ document }: { document: FinancialDocument }) {
  const { t, format } = useWords();
  return (
    <Section title={t('documents.section.attachments')}>
      {document.attachments.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('documents.attachments.none')}
        </Typography>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
        {document.attachments.map((file, index) => (
          <Box
            component="li"
            // biome-ignore lint/suspicious/noArrayIndexKey: files have no other sure name, and never move
            key={index}
            sx={{ display: 'flex', gap: 3, alignItems: 'center', '& svg': { flex: 'none' } }}
          >
            <FileDown size={15} aria-hidden />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
                {file.attachmentFilename ?? t('documents.attachments.noName')}
              </Typography>
              <Typography variant="caption" component="p">
                {[
                  file.contentType,
                  file.documentFileSizeBytes === null ? null : format.bytes(file.documentFileSizeBytes),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Typography>
            </Box>
            <Typography variant="caption">{t('documents.attachments.toCome')}</Typography>
          </Box>
        ))}
      </Box>
    </Section>
  );
}
