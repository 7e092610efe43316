import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Section } from '../components/Fields.tsx';
import { useAttachments } from '../photos/useAttachments.ts';
import { isTooLong } from '../records/pointer.ts';
import { PaperRow } from './PaperRow.tsx';

type Props = {
  record: RecordDetail;
  title: string;
  /** The list of the body that names them. */
  at: string;
  /** How many the record itself names: at first they are not noted down yet. */
  named: number;
  /** What stands here where it names none; the section is left out where there is nothing to say of that. */
  none?: string;
};

/** The papers of a record in their order: what each is, how it stands, and the way into it. */
export function PaperList({ record, title, at, named, none }: Props) {
  const { t } = useI18n();
  const papers = useAttachments(record).filter(({ role }) => role === 'document');
  const nothing = isTooLong(record, at) ? t('records.detail.tooLong') : none;
  if (papers.length === 0 && named === 0 && nothing === undefined) return null;
  const count = Math.max(papers.length, named);
  const missing = papers.filter(({ state }) => state !== 'stored').length;
  const counted = [
    t('papers.count', { count }),
    ...(missing === 0 ? [] : [t('papers.notStored', { count: missing })]),
  ].join(' · ');
  return (
    <Section title={title} at={at} aside={count > 0 && <Typography variant="caption">{counted}</Typography>}>
      {papers.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {named === 0 ? nothing : t('papers.coming')}
        </Typography>
      )}
      <Box component="ul" sx={{ m: 0, mx: -2, p: 0, listStyle: 'none' }}>
        {papers.map((paper) => (
          <PaperRow key={paper.id} paper={paper} />
        ))}
      </Box>
    </Section>
  );
}
