import { memo } from 'react';
import type { RecordDetail } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { PlainCode } from '../components/Code.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Section } from '../components/Fields.tsx';
import { LineSkeleton } from '../components/Skeletons.tsx';
import { Typography } from '../components/Typography.tsx';
import { MatchDocuments, MatchLink, MatchSummary } from '../records/InvoiceMatch.tsx';
import { useRelated } from '../records/Related.tsx';
import { RecordRowLink, type RecordRowProps, type RecordView, useItemText } from '../records/record-view.tsx';
import { OrderFacts, OrderOrigin } from './OrderFacts.tsx';
import { OrderLines } from './OrderLines.tsx';

type Props = { record: RecordDetail };

function Subtitle({ record }: Props) {
  const { t } = useI18n();
  const item = useItemText();
  return `${item(record)} · ${record.partyName ?? t('records.row.noParty')}`;
}

const Details: RecordView['Details'] = ({ record, findings, notes }) => (
  <>
    <OrderFacts record={record} />
    {findings}
    <OrderLines record={record} />
    <OrderInvoices recordId={record.id} />
    {notes}
  </>
);

/** What an order of either kind shows of its own. */
export const orderView: RecordView = {
  Row: memo(OrderRow),
  Amount: ({ record }) => <Amount value={record.total} />,
  Subtitle,
  Details,
  Source: OrderOrigin,
};

/** An order in a list: its first part and its total, then who gets it. */
function OrderRow({ row, href, selected }: RecordRowProps) {
  const { t } = useI18n();
  const item = useItemText();
  return (
    <RecordRowLink
      row={row}
      href={href}
      selected={selected}
      first={
        <>
          <span className="grow">{item(row)}</span>
          <Amount value={row.total} />
        </>
      }
      second={
        <>
          <PlainCode value={row.number} />
          <span className="grow">{row.partyName ?? t('records.row.noParty')}</span>
        </>
      }
    />
  );
}

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
      {query.isSuccess && !invoiced && <Typography variant="quiet">{t('records.match.none')}</Typography>}
      {invoiced && (
        <>
          <MatchSummary match={match} />
          <MatchDocuments match={match} />
        </>
      )}
    </Section>
  );
}
