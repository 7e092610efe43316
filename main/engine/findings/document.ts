import type Big from 'big.js';
import type { FindingAmount, FindingCode, FindingParameters } from '#shared/finding-terms.ts';
import { type FinancialDocument, isCreditNote } from '#shared/marketplace/financial-document.ts';
import { bodyPointer } from '#shared/marketplace/source-pointers.ts';
import { currencyCode, isCurrencyCode } from '#shared/rules/currency.ts';
import { dayOf } from './dates.ts';
import { amountText, decimal, plusPercent, zero } from './decimal.ts';
import { type Findings, type FindingThresholds, type NewFinding, shortText } from './finding.ts';

/** An order that a document names. */
export interface OrderOfDocument {
  field: 'purchaseOrderId' | 'serviceOrderId';
  number: string;
  /** Decimal text in pesos; null where the order does not tell. */
  total: string | null;
  isCancelled: boolean;
  claimNumber: string | null;
  requestId: number | null;
  /** Digits of the supplier's or workshop's RNC. */
  partyTaxId: string | null;
  /** The Dominican day on which it was made, `YYYY-MM-DD`. */
  madeOn: string | null;
}

/** A document that another names. */
export interface RelatedDocument {
  number: string;
  isCreditNote: boolean;
  /** Digits of its issuer's RNC. */
  issuerTaxId: string | null;
  /** As receipts are compared. */
  receiptNumber: string | null;
  claimNumber: string | null;
  /** ISO 4217, or as it came. */
  currency: string;
  /** The orders that it names, as `orders` of the facts has them. */
  orders: readonly string[];
}

/** What is known of the records that a document stands beside. Amounts are decimal texts. */
export interface DocumentFacts {
  /** The first order that it names and that is known. */
  order: OrderOfDocument | null;
  /** All orders that it names, in a form of their own. */
  orders: readonly string[];
  /** An order's number that the body has besides the interface's fields. */
  orderNumber: string | null;
  /** Digits of its issuer's RNC. */
  issuerTaxId: string | null;
  /** Its related receipt, as receipts are compared. */
  relatedReceiptNumber: string | null;
  /**
   * Of an invoice that can be held against its order: what is invoiced up to it and not credited, and the lines of all that
   * is in it, the order's among them.
   */
  invoiced: { net: string; lineCount: number } | null;
  /** Of a credit note that can be held against invoices: what they leave, whose that is, and their lines. */
  creditable: { amount: string; number: string; lineCount: number } | null;
  /** Other documents with the same receipt of the same issuer, which came before. */
  sameReceipt: readonly { number: string }[];
  /** The document of `relatedDocumentId`; null where it names none, `unknown` where that never arrived. */
  related: RelatedDocument | 'unknown' | null;
  /** Digits of the company's own RNC (settings); null where it is not set. */
  companyTaxId: string | null;
}

/** What is odd about a document beside the order and the documents that it belongs with. */
export function documentFindings(
  document: FinancialDocument,
  facts: DocumentFacts,
  thresholds: FindingThresholds,
): NewFinding[] {
  return [...besideOthers(document, facts, thresholds)].map((finding) => ({
    ...finding,
    pointer: bodyPointer(document, finding.pointer),
  }));
}

function* besideOthers(
  document: FinancialDocument,
  facts: DocumentFacts,
  thresholds: FindingThresholds,
): Findings {
  yield* duplicateReceipt(document, facts);
  yield* otherAddressee(document, facts);
  yield* besideOrder(document, facts, thresholds);
  yield* unknownDocument(document, facts);
  if (isCreditNote(document)) yield* creditNoteFindings(document, facts, thresholds);
}

/** A finding about all that a document is worth. */
function aboutAll(
  document: FinancialDocument,
  code: FindingCode,
  pointer: string,
  parameters: FindingParameters,
): NewFinding {
  return { code, pointer, parameters, amount: inCurrency(document, decimal(document.totalAmount)) };
}

function inCurrency(document: FinancialDocument, value: Big | null): FindingAmount | null {
  const currency = currencyCode(document.currency?.code ?? null);
  return value === null || !isCurrencyCode(currency) ? null : { value: amountText(value.abs()), currency };
}

function* duplicateReceipt(document: FinancialDocument, { sameReceipt }: DocumentFacts): Findings {
  const [first] = sameReceipt;
  if (first === undefined) return;
  yield aboutAll(document, 'receipt.duplicate', '/taxReceipt/taxReceiptNumber', {
    value: shortText(document.taxReceipt?.taxReceiptNumber, 40),
    number: first.number,
    others: sameReceipt.length,
  });
}

/** `createdTo` is the "company the document is issued to". */
function* otherAddressee(document: FinancialDocument, { companyTaxId }: DocumentFacts): Findings {
  const identification = document.createdTo?.identification ?? null;
  const digits = identification?.replaceAll(/\D+/g, '') ?? '';
  if (companyTaxId === null || !/[1-9]/.test(digits) || digits === companyTaxId) return;
  yield aboutAll(document, 'document.otherAddressee', '/createdTo/identification', {
    value: shortText(identification, 40),
    own: companyTaxId,
  });
}

/** Interface, "FinancialDocumentDetails": a document names a purchase order, a service order, or neither; 0 is none. */
const orderField = ({ purchaseOrderId }: FinancialDocument) =>
  (purchaseOrderId ?? 0) > 0 ? 'purchaseOrderId' : 'serviceOrderId';

function* besideOrder(
  document: FinancialDocument,
  facts: DocumentFacts,
  thresholds: FindingThresholds,
): Findings {
  const { order, orders } = facts;
  if (order === null) {
    const field = orderField(document);
    if (orders.length > 0) yield aboutAll(document, 'order.unknown', `/${field}`, { value: document[field] });
    return;
  }
  yield* cancelledOrder(document, order);
  yield* otherClaim(document, order);
  yield* otherRequest(document, order);
  yield* otherNumber(document, order, facts.orderNumber);
  yield* otherIssuer(document, order, facts.issuerTaxId);
  yield* otherCurrency(document, order);
  yield* documentBeforeOrder(document, order);
  yield* overInvoiced(document, order, facts, thresholds);
}

/** An invoice for a cancelled order; a credit note for one is right. */
function* cancelledOrder(document: FinancialDocument, order: OrderOfDocument): Findings {
  if (!order.isCancelled || isCreditNote(document)) return;
  yield aboutAll(document, 'order.cancelled', `/${order.field}`, { number: order.number });
}

function* otherClaim(document: FinancialDocument, order: OrderOfDocument): Findings {
  if (!areOther(document.insuranceClaimNumber, order.claimNumber)) return;
  yield aboutAll(document, 'order.otherClaim', '/insuranceClaimNumber', {
    value: shortText(document.insuranceClaimNumber),
    number: order.number,
    claimNumber: shortText(order.claimNumber),
  });
}

function* otherRequest(document: FinancialDocument, order: OrderOfDocument): Findings {
  const [own, ordered] = [document.requestId ?? 0, order.requestId ?? 0];
  if (own <= 0 || ordered <= 0 || own === ordered) return;
  const parameters = { value: own, number: order.number, own: ordered };
  yield { code: 'order.otherRequest', pointer: '/requestId', parameters };
}

function* otherNumber(
  document: FinancialDocument,
  order: OrderOfDocument,
  orderNumber: string | null,
): Findings {
  if (!areOther(orderNumber, order.number)) return;
  yield aboutAll(document, 'order.otherNumber', `/${order.field}`, {
    value: shortText(orderNumber),
    number: order.number,
  });
}

function* otherIssuer(
  document: FinancialDocument,
  order: OrderOfDocument,
  issuerTaxId: string | null,
): Findings {
  if (issuerTaxId === null || order.partyTaxId === null || issuerTaxId === order.partyTaxId) return;
  yield aboutAll(document, 'order.otherIssuer', '/createdBy/identification', {
    value: shortText(document.createdBy?.identification, 40),
    number: order.number,
    own: order.partyTaxId,
  });
}

/** Orders carry no currency and are in pesos. What is no currency at all is told of as that. */
function* otherCurrency(document: FinancialDocument, order: OrderOfDocument): Findings {
  const currency = currencyCode(document.currency?.code ?? null);
  if (currency === 'DOP' || !isCurrencyCode(currency)) return;
  yield aboutAll(document, 'order.otherCurrency', '/currency/code', {
    value: currency,
    number: order.number,
  });
}

function* documentBeforeOrder(document: FinancialDocument, order: OrderOfDocument): Findings {
  const day = dayOf(document.documentDate);
  if (day === null || order.madeOn === null || day >= order.madeOn) return;
  const parameters = { date: day, otherDate: order.madeOn, number: order.number };
  yield { code: 'order.afterDocument', pointer: '/documentDate', parameters };
}

/**
 * What is invoiced up to this document and not credited, above what was ordered by more than the percent of the settings
 * and the rounding of all lines involved. All of a cancelled order is told of as that.
 */
function* overInvoiced(
  document: FinancialDocument,
  order: OrderOfDocument,
  { invoiced }: DocumentFacts,
  thresholds: FindingThresholds,
): Findings {
  if (invoiced === null || order.isCancelled) return;
  const ordered = decimal(order.total);
  const net = decimal(invoiced.net);
  if (ordered === null || net === null) return;
  if (net.lte(mostInvoiced(ordered, invoiced.lineCount, thresholds))) return;
  const difference = net.minus(ordered);
  const total = decimal(document.totalAmount) ?? difference;
  yield {
    code: 'order.overInvoiced',
    pointer: '/totalAmount',
    parameters: {
      number: order.number,
      ordered: amountText(ordered),
      invoiced: amountText(net),
      difference: amountText(difference),
    },
    // What the documents before it went beyond the order is told of those.
    amount: inCurrency(document, total.lt(difference) ? total : difference),
  };
}

function* unknownDocument(document: FinancialDocument, { related }: DocumentFacts): Findings {
  if (related !== 'unknown') return;
  yield {
    code: 'document.relatedUnknown',
    pointer: '/relatedDocumentId',
    parameters: { value: document.relatedDocumentId },
  };
}

/** A credit note beside the document that it names, and against what it credits. */
function* creditNoteFindings(
  document: FinancialDocument,
  facts: DocumentFacts,
  thresholds: FindingThresholds,
): Findings {
  yield* creditAboveInvoice(document, facts, thresholds);
  const { related } = facts;
  if (related === null || related === 'unknown') return;
  const { number } = related;
  const contradiction = (code: FindingCode, pointer: string, value: string | null, own: string | null) =>
    areOther(value, own)
      ? [aboutAll(document, code, pointer, { value: shortText(value), number, own: shortText(own) })]
      : [];
  if (related.isCreditNote)
    yield aboutAll(document, 'creditNote.ofCreditNote', '/relatedDocumentId', { number });
  yield* contradiction(
    'creditNote.otherReceipt',
    '/taxReceipt/relatedTaxReceiptNumber',
    facts.relatedReceiptNumber,
    related.receiptNumber,
  );
  yield* contradiction(
    'creditNote.otherIssuer',
    '/createdBy/identification',
    facts.issuerTaxId,
    related.issuerTaxId,
  );
  const { orders } = facts;
  if (orders.length > 0 && related.orders.length > 0 && !orders.some((key) => related.orders.includes(key))) {
    const field = orderField(document);
    yield aboutAll(document, 'creditNote.otherOrder', `/${field}`, { value: document[field], number });
  }
  yield* contradiction(
    'creditNote.otherClaim',
    '/insuranceClaimNumber',
    document.insuranceClaimNumber,
    related.claimNumber,
  );
  const currency = currencyCode(document.currency?.code ?? null);
  yield* contradiction('creditNote.otherCurrency', '/currency/code', currency, related.currency);
}

/** A credit note counts at most for what it credits. */
function* creditAboveInvoice(
  document: FinancialDocument,
  { creditable }: DocumentFacts,
  thresholds: FindingThresholds,
): Findings {
  if (creditable === null) return;
  const total = decimal(document.totalAmount);
  const left = decimal(creditable.amount);
  if (total === null || left === null) return;
  const lineCount = creditable.lineCount + document.items.length;
  const above = total.minus(left);
  if (above.lte(roundingOf(lineCount, thresholds))) return;
  const currency = currencyCode(document.currency?.code ?? null);
  yield {
    code: 'creditNote.aboveInvoice',
    pointer: '/totalAmount',
    parameters: {
      number: creditable.number,
      found: amountText(total),
      expected: amountText(left),
      difference: amountText(above),
      currency,
    },
    amount: inCurrency(document, above),
  };
}

/** Whether both are told and are not the same, whatever letters they came in. */
function areOther(one: string | null, other: string | null): boolean {
  const [a, b] = [one?.trim().toUpperCase() ?? '', other?.trim().toUpperCase() ?? ''];
  return a !== '' && b !== '' && a !== b;
}

/** How far invoices may be from their order before anybody owes anything. */
export type Allowance = Pick<FindingThresholds, 'lineTolerance' | 'overInvoicedPercent'>;

/** What rounding may make of so many lines: each may be off by the tolerance (facts, "Dominican rules"). */
export function roundingOf(lineCount: number, { lineTolerance }: Pick<Allowance, 'lineTolerance'>): Big {
  return (decimal(lineTolerance) ?? zero).times(Math.max(1, lineCount));
}

/** The most that may be invoiced of an order, where it and its documents have so many lines. */
export function mostInvoiced(ordered: Big, lineCount: number, allowance: Allowance): Big {
  return plusPercent(ordered, allowance.overInvoicedPercent).plus(roundingOf(lineCount, allowance));
}
