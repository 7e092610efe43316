import { useWords } from '../app/locale/i18n.ts';
import { Section } from '../parts/Fields.tsx';
import { MatchDocuments } from '../records/MatchDocuments.tsx';
import { MatchLink, MatchSummary } from '../records/MatchSummary.tsx';
import { useRelated } from '../records/useRelated.ts';

/** What was invoiced and credited of an order so far; quiet until that is known. */
export function OrderInvoices({ recordId }: { recordId: number }) {
  const { t } = useWords();
  const match = useRelated(recordId).data?.match ?? null;
  if (match === null) return null;
  return (
    <Section title={t('records.match.invoices')} aside={<MatchLink match={match} />}>
      <MatchSummary match={match} />
      <MatchDocuments match={match} />
    </Section>
  );
}
