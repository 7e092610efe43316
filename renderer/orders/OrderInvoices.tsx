import Typography from '@mui/material/Typography';
import { useI18n } from '../app/locale/i18n.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { Section } from '../components/Fields.tsx';
import { LineSkeleton } from '../components/Skeletons.tsx';
import { MatchDocuments } from '../records/MatchDocuments.tsx';
import { MatchLink, MatchSummary } from '../records/MatchSummary.tsx';
import { useRelated } from '../records/useRelated.ts';

/** What was invoiced and credited of an order so far. */
export function OrderInvoices({ recordId }: { recordId: number }) {
  const { t } = useI18n();
  const query = useRelated(recordId);
  const match = query.data?.match ?? null;
  const invoiced = match !== null && match.documents.length > 0;
  return (
    <Section title={t('records.match.invoices')} aside={invoiced && <MatchLink match={match} />}>
      {query.isError && <ErrorState query={query} />}
      {query.isPending && <LineSkeleton height={20} label={t('common.loading')} />}
      {query.isSuccess && !invoiced && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('records.match.none')}
        </Typography>
      )}
      {invoiced && (
        <>
          <MatchSummary match={match} />
          <MatchDocuments match={match} />
        </>
      )}
    </Section>
  );
}
