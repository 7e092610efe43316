import type { RecordDetail } from '#shared/contract/records.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Amount } from '../components/Amount.tsx';
import { useItemText } from '../records/item-words.ts';
import type { RecordFace } from '../records/RecordDetail.tsx';
import { OrderFacts, OrderOrigin } from './OrderFacts.tsx';
import { OrderInvoices } from './OrderInvoices.tsx';
import { OrderLines } from './OrderLines.tsx';

type Props = { record: RecordDetail };

function About({ record }: Props) {
  const { t } = useI18n();
  const item = useItemText();
  return `${item(record)} · ${record.partyName ?? t('records.row.noParty')}`;
}

const Body: RecordFace['Body'] = ({ record, findings, notes }) => (
  <>
    <OrderFacts record={record} />
    {findings}
    <OrderLines record={record} />
    <OrderInvoices recordId={record.id} />
    {notes}
  </>
);

/** What an order of either kind shows of its own. */
export const orderFace: RecordFace = {
  Worth: ({ record }) => <Amount value={record.total} />,
  About,
  Body,
  Origin: OrderOrigin,
};
