/** What comes next where nobody says what: of a kind, or the document that is due. */
import type { RecordKind } from '#shared/terms.ts';
import type { Delivery } from './delivery.ts';
import type { Drafts } from './drafts.ts';
import type { FinancialDocumentBody } from './financial-document.ts';
import type { KnownOrder, KnownRecord } from './marketplace-terms.ts';

/** The invoice of the first order that is not invoiced yet, or else of an order that was never sent. */
export function nextDocument(
  drafts: Drafts,
  orders: Iterable<KnownOrder>,
  records: Iterable<KnownRecord>,
): FinancialDocumentBody {
  const invoiced = new Set(
    [...records].map(({ kind, body }) =>
      kind === 'financialDocument' ? `${body.purchaseOrderId} ${body.serviceOrderId}` : '',
    ),
  );
  const due = [...orders].find(({ orderKind, marketplaceId, state }) => {
    const named = orderKind === 'purchaseOrder' ? `${marketplaceId} null` : `null ${marketplaceId}`;
    return state === 'open' && !invoiced.has(named);
  });
  return drafts.invoice(due?.body ?? drafts.purchaseOrder());
}

export function nextOf(drafts: Drafts, kind: RecordKind): Delivery {
  switch (kind) {
    case 'purchaseOrder':
      return { kind, body: drafts.purchaseOrder() };
    case 'serviceOrder':
      return { kind, body: drafts.serviceOrder() };
    case 'incidentReport':
      return { kind, body: drafts.incidentReport() };
    case 'financialDocument':
      return { kind, body: drafts.invoice(drafts.purchaseOrder()) };
  }
}
