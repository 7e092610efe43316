import Box from '@mui/material/Box';
import type { Dossier } from '#shared/contract/claims.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { AllPhotos, Papers, PhotoStrip } from './DossierFiles.tsx';
import { DossierNotes, notesOf } from './DossierNotes.tsx';
import { DossierPart } from './DossierPart.tsx';
import { LedgerTable, PolicyMoney } from './LedgerTable.tsx';
import { TimelineInShort } from './Timeline.tsx';
import type { Subject } from './useSubject.ts';
import { WorstFindings } from './WorstFindings.tsx';

/** From here on what is wrong and who owes what stand side by side. */
const wide = '@container (min-width: 960px)';

/** What has to be seen in ten seconds: what is wrong, who owes what, photos, papers, notes and what followed what. */
export function DossierOverview({ dossier, subject }: { dossier: Dossier; subject: Subject }) {
  const { t } = useI18n();
  const notes = notesOf(dossier.timeline);
  return (
    <Box
      sx={{
        pl: 6,
        pr: ({ perito }) => perito.gutter,
        py: 3,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ containerType: 'inline-size' }}>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
            columnGap: 8,
            rowGap: 2.5,
            '& > .half': { gridColumn: '1 / -1', [wide]: { gridColumn: 'auto' } },
            '& > .whole': { gridColumn: '1 / -1' },
          }}
        >
          <WorstFindings dossier={dossier} className="half" />
          <DossierPart
            title={t('claims.detail.section.ledger')}
            aside={<PolicyMoney subject={subject} />}
            className="half"
          >
            <LedgerTable ledger={dossier.ledger} notCounted={dossier.notCounted} />
          </DossierPart>
          <DossierPart
            title={t('claims.detail.section.photos')}
            count={dossier.photos.count}
            aside={<AllPhotos dossier={dossier} />}
            className="whole"
          >
            <PhotoStrip dossier={dossier} />
          </DossierPart>
          <DossierPart title={t('claims.detail.section.papers')} count={dossier.papers.count}>
            <Papers dossier={dossier} />
          </DossierPart>
          <DossierPart title={t('claims.detail.section.notes')} count={notes.length}>
            <DossierNotes notes={notes} />
          </DossierPart>
          <DossierPart title={t('claims.detail.section.story')} className="whole">
            <TimelineInShort timeline={dossier.timeline} />
          </DossierPart>
        </Box>
      </Box>
    </Box>
  );
}
