/** The tax receipt of a document against DGII's rules (facts, "Dominican rules"; interface, "TaxReceiptDetails"). */
import type { FindingCode } from '#shared/finding-terms.ts';
import {
  documentTypes,
  type FinancialDocument,
  isCreditNote,
} from '#shared/marketplace/financial-document.ts';
import { describeReceipt, oldFormEnds, type Receipt, type ReceiptType } from '#shared/rules/ncf.ts';
import { inPesos } from './arithmetic.ts';
import { dayOf } from './dates.ts';
import { decimal, zero } from './decimal.ts';
import { type AddFinding, type NewFinding, shortText } from './finding.ts';

const numberPointer = '/taxReceipt/taxReceiptNumber';

/** What is odd about the receipt itself. At stake is the document's total, which a receipt that is not good does not prove. */
export function receiptFindings(document: FinancialDocument, today: string, tell: AddFinding): void {
  const total = decimal(document.totalAmount)?.abs() ?? null;
  const amount = total === null || total.eq(zero) ? null : inPesos(total);
  for (const finding of oddities(document, today)) {
    if (finding !== null)
      tell(finding.code, () => ({ ...finding, amount: proofless.has(finding.code) ? amount : null }));
  }
}

const proofless: ReadonlySet<FindingCode> = new Set([
  'receipt.missing',
  'receipt.form',
  'receipt.typeUnknown',
  'receipt.typeMismatch',
  'receipt.expired',
  'receipt.modifiedMissing',
]);

function oddities(document: FinancialDocument, today: string): (NewFinding | null)[] {
  const text = document.taxReceipt?.taxReceiptNumber ?? '';
  const receipt = describeReceipt(text);
  if (receipt.form === 'blank') {
    return [{ code: 'receipt.missing', pointer: numberPointer, parameters: {} }, modified(document, receipt)];
  }
  const value = shortText(text, 40);
  return [
    formOf(receipt, text, value, dayOf(document.documentDate) ?? today),
    typeOf(document, receipt, value),
    prefix(document, receipt, value) ?? code(document, receipt, value),
    expiration(document, receipt),
    modified(document, receipt),
  ];
}

function formOf(receipt: Receipt, text: string, value: string, day: string): NewFinding | null {
  const at = { pointer: numberPointer, parameters: { value } };
  if (receipt.form === 'unknown') return { code: 'receipt.form', ...at };
  if (receipt.type === null) return { code: 'receipt.typeUnknown', ...at };
  if (receipt.form === 'old' && day >= oldFormEnds) return { code: 'receipt.oldForm', ...at };
  if (receipt.number !== text) {
    return {
      code: 'receipt.notation',
      pointer: numberPointer,
      parameters: { value, number: receipt.number },
    };
  }
  return null;
}

/** Issued by the one who buys, or for a day's sales to consumers: never by a supplier or workshop to an insurer. */
const neverReceived: ReadonlySet<ReceiptType> = new Set([
  'purchases',
  'singleIncome',
  'minorExpenses',
  'paymentsAbroad',
]);

/**
 * The receipt's type against the document's. A credit note needs a receipt of credit note, and an invoice none of it. A
 * debit note comes as an invoice, since the interface has no other type for what raises a debt.
 */
function typeOf(document: FinancialDocument, { type }: Receipt, value: string): NewFinding | null {
  if (type === null) return null;
  const { documentTypeId } = document;
  const isInvoice = documentTypeId === documentTypes.invoice;
  const isMismatch = isInvoice
    ? type === 'creditNote' || neverReceived.has(type)
    : isCreditNote(document) && type !== 'creditNote';
  if (isMismatch) {
    const documentType = isInvoice ? 'invoice' : 'creditNote';
    return {
      code: 'receipt.typeMismatch',
      pointer: numberPointer,
      parameters: { value, type, documentType },
    };
  }
  if (isInvoice && type === 'consumer') {
    return { code: 'receipt.noFiscalCredit', pointer: numberPointer, parameters: { value } };
  }
  return null;
}

/** `taxReceiptPrefix` should be what the number begins with. */
function prefix(document: FinancialDocument, receipt: Receipt, value: string): NewFinding | null {
  const given = document.taxReceipt?.taxReceiptPrefix?.trim().toUpperCase() ?? '';
  if (given === '' || receipt.form === 'unknown' || receipt.number.startsWith(given)) return null;
  return {
    code: 'receipt.prefixMismatch',
    pointer: '/taxReceipt/taxReceiptPrefix',
    parameters: { prefix: shortText(given, 40), value },
  };
}

/** `taxReceiptCode` should be the number's type where it looks like one ("01", "B01"); the interface does not say what it is. */
function code(document: FinancialDocument, receipt: Receipt, value: string): NewFinding | null {
  const given = document.taxReceipt?.taxReceiptCode?.trim().toUpperCase() ?? '';
  if (receipt.typeCode === null || !/^[A-Z]?\d{2}$/.test(given)) return null;
  if (given === receipt.typeCode || given === `${receipt.number[0]}${receipt.typeCode}`) return null;
  return {
    code: 'receipt.prefixMismatch',
    pointer: '/taxReceipt/taxReceiptCode',
    parameters: { prefix: given, value },
  };
}

/** The last day of the receipt's sequence against the document's day. */
function expiration(document: FinancialDocument, receipt: Receipt): NewFinding | null {
  const pointer = '/taxReceipt/taxReceiptExpiration';
  const text = document.taxReceipt?.taxReceiptExpiration ?? null;
  const last = dayOf(text);
  const day = dayOf(document.documentDate);
  if (receipt.type !== null && !receipt.expires) return null;
  if (last !== null && day !== null && last < day) {
    return { code: 'receipt.expired', pointer, parameters: { expiration: last, date: day } };
  }
  // A text that is no date was told of by the reader; .NET writes an absent day as 0001-01-01.
  const isAbsent = text === null || text.trim() === '' || text.trim().startsWith('0001-01-01');
  return isAbsent && receipt.expires ? { code: 'receipt.expirationMissing', pointer, parameters: {} } : null;
}

/** A credit or debit note names the receipt that it modifies, which is another one, and no credit note. */
function modified(document: FinancialDocument, receipt: Receipt): NewFinding | null {
  const pointer = '/taxReceipt/relatedTaxReceiptNumber';
  const text = document.taxReceipt?.relatedTaxReceiptNumber ?? '';
  const related = describeReceipt(text);
  if (related.form === 'blank') {
    // A receipt of credit note on an invoice is told of as that.
    const isNote = receipt.type === 'creditNote' && document.documentTypeId !== documentTypes.invoice;
    const isDue = isCreditNote(document) || isNote || receipt.type === 'debitNote';
    return isDue ? { code: 'receipt.modifiedMissing', pointer, parameters: {} } : null;
  }
  if (related.type !== null && related.type !== 'creditNote' && related.number !== receipt.number)
    return null;
  return { code: 'receipt.modifiedForm', pointer, parameters: { value: shortText(text, 40) } };
}
