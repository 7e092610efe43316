import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { FileDown } from 'lucide-react';
import type { IncidentAttachment } from '#shared/marketplace/incident-report.ts';
import { useWords } from '../app/locale/i18n.ts';
import { Section } from '../parts/Fields.tsx';
import { bySequence } from './by-sequence.ts';
import { useDocumentType } from './document-type.ts';

/** The report's papers, in their order. */
export function IncidentDocuments({ documents }: { documents: readonly IncidentAttachment[] }) {
  const { t } = useWords();
  const typeName = useDocumentType();
  if (documents.length === 0) return null;
  return (
    <Section
      title={t('incidents.section.documents')}
      aside={
        <Typography variant="caption">
          {t('incidents.documents.count', { count: documents.length })}
        </Typography>
      }
    >
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
        {bySequence(documents).map((document, index) => (
          <Box
            component="li"
            // biome-ignore lint/suspicious/noArrayIndexKey: documents have no other sure name, and never move
            key={index}
            sx={{ display: 'flex', gap: 3, alignItems: 'center', '& svg': { flex: 'none' } }}
          >
            <FileDown size={15} aria-hidden />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="body2" sx={{ fontWeight: 500 }}>
                {typeName(document)}
              </Typography>
              <Typography variant="caption" component="p" noWrap>
                {[document.originalFilename, document.contentType].filter(Boolean).join(' · ')}
              </Typography>
            </Box>
            <Typography variant="caption">{t('incidents.photos.toCome')}</Typography>
          </Box>
        ))}
      </Box>
    </Section>
  );
}
