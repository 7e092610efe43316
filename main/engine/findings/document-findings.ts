import { type FinancialDocument, isCreditNote } from '#shared/marketplace/financial-document.ts';
import { bodyPointer } from '#shared/marketplace/places.ts';
import { currencyCode } from '#shared/rules/currency.ts';
import { amountText, decimal, plusPercent } from './decimal.ts';
import { shortText } from './line.ts';
import type { FindingThresholds, NewFinding } from './new-finding.ts';

/** What is known of the records that a document stands beside. */
export interface DocumentFacts {
  /** The order that it names; null where it names none, or one that never arrived. */
  order: null | {
    number: string;
    /** Decimal text in pesos; null where the order does not tell. */
    total: string | null;
    isCancelled: boolean;
    claimNumber: string | null;
  };
  namesOrder: boolean;
  /**
   * Decimal texts: the totals of the invoices and of the credit notes of the same order and currency, each receipt
   * once, this document included.
   */
  invoiced: string;
  credited: string;
  /** Other documents with the same receipt of the same issuer, which came before. */
  sameReceipt: readonly { number: string }[];
  /** Whether the document of `relatedDocumentId` is known; null where it names none. */
  relatedIsKnown: boolean | null;
}

/** What is odd about a document beside the order and the documents that it belongs with. */
export function documentFindings(
  document: FinancialDocument,
  facts: DocumentFacts,
  thresholds: FindingThresholds,
): NewFinding[] {
  const found = [
    duplicateReceipt(document, facts),
    unknownOrder(document, facts),
    cancelledOrder(document, facts),
    otherClaim(document, facts),
    overInvoiced(document, facts, thresholds),
    unknownDocument(document, facts),
  ].filter((finding) => finding !== null);
  return found.map((finding) => ({ ...finding, pointer: bodyPointer(document, finding.pointer) }));
}

function duplicateReceipt(document: FinancialDocument, { sameReceipt }: DocumentFacts): NewFinding | null {
  const [first] = sameReceipt;
  if (first === undefined) return null;
  return {
    code: 'receipt.duplicate',
    pointer: '/taxReceipt/taxReceiptNumber',
    parameters: {
      value: shortText(document.taxReceipt?.taxReceiptNumber, 40),
      number: first.number,
      others: sameReceipt.length,
    },
  };
}

/** Interface, "FinancialDocumentDetails": a document names a purchase order, a service order, or neither; 0 is none. */
const orderField = ({ purchaseOrderId }: FinancialDocument) =>
  purchaseOrderId !== null && purchaseOrderId > 0 ? 'purchaseOrderId' : 'serviceOrderId';

function unknownOrder(document: FinancialDocument, { order, namesOrder }: DocumentFacts): NewFinding | null {
  if (order !== null || !namesOrder) return null;
  const field = orderField(document);
  return { code: 'order.unknown', pointer: `/${field}`, parameters: { value: document[field] } };
}

/** An invoice for a cancelled order; a credit note for one is right. */
function cancelledOrder(document: FinancialDocument, { order }: DocumentFacts): NewFinding | null {
  if (order === null || !order.isCancelled || isCreditNote(document)) return null;
  return {
    code: 'order.cancelled',
    pointer: `/${orderField(document)}`,
    parameters: { number: order.number },
  };
}

function otherClaim(document: FinancialDocument, { order }: DocumentFacts): NewFinding | null {
  const own = document.insuranceClaimNumber?.trim() ?? '';
  const ordered = order?.claimNumber?.trim() ?? '';
  if (order === null || own === '' || ordered === '') return null;
  if (own.toUpperCase() === ordered.toUpperCase()) return null;
  return {
    code: 'order.otherClaim',
    pointer: '/insuranceClaimNumber',
    parameters: { value: shortText(own), number: order.number, claimNumber: shortText(ordered) },
  };
}

/**
 * Invoices less credits above what was ordered, by more than the percent of the settings and the rounding of this
 * document's lines. Orders are in pesos, so documents of another currency cannot be held against them.
 */
function overInvoiced(
  document: FinancialDocument,
  facts: DocumentFacts,
  thresholds: FindingThresholds,
): NewFinding | null {
  const ordered = decimal(facts.order?.total ?? null);
  const invoiced = decimal(facts.invoiced);
  const credited = decimal(facts.credited);
  const tolerance = decimal(thresholds.lineTolerance);
  if (
    facts.order === null ||
    ordered === null ||
    invoiced === null ||
    credited === null ||
    tolerance === null
  )
    return null;
  if (isCreditNote(document)) return null;
  if (currencyCode(document.currency?.code ?? null) !== 'DOP') return null;
  const net = invoiced.minus(credited);
  const limit = plusPercent(ordered, thresholds.overInvoicedPercent).plus(
    tolerance.times(Math.max(1, document.items.length)),
  );
  if (net.lte(limit)) return null;
  return {
    code: 'order.overInvoiced',
    pointer: '/totalAmount',
    parameters: {
      number: facts.order.number,
      ordered: amountText(ordered),
      invoiced: amountText(net),
      difference: amountText(net.minus(ordered)),
    },
  };
}

function unknownDocument(document: FinancialDocument, { relatedIsKnown }: DocumentFacts): NewFinding | null {
  if (relatedIsKnown !== false) return null;
  return {
    code: 'document.relatedUnknown',
    pointer: '/relatedDocumentId',
    parameters: { value: document.relatedDocumentId },
  };
}
