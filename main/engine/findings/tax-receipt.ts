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
import { type Findings, shortText } from './finding.ts';

/** The tax receipt of a document against DGII's rules (facts, "Dominican rules"; interface, "TaxReceiptDetails"). */

const numberPointer = '/taxReceipt/taxReceiptNumber';

/** What is odd about the receipt itself. At stake is the document's total, which a receipt that is not good does not prove. */
export function* receiptFindings(document: FinancialDocument, today: string): Findings {
  const total = decimal(document.totalAmount)?.abs() ?? null;
  const amount = total === null || total.eq(zero) ? null : inPesos(total);
  for (const finding of oddReceipt(document, today)) {
    yield { ...finding, amount: proofless.has(finding.code) ? amount : null };
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

function* oddReceipt(document: FinancialDocument, today: string): Findings {
  const text = document.taxReceipt?.taxReceiptNumber ?? '';
  const receipt = describeReceipt(text);
  if (receipt.form === 'blank') {
    yield { code: 'receipt.missing', pointer: numberPointer, parameters: {} };
  } else {
    const value = shortText(text, 40);
    yield* formOf(receipt, text, value, dayOf(document.documentDate) ?? today);
    yield* typeOf(document, receipt, value);
    yield* prefixOf(document, receipt, value);
    yield* expiration(document, receipt);
  }
  yield* modified(document, receipt);
}

function* formOf(receipt: Receipt, text: string, value: string, day: string): Findings {
  const at = { pointer: numberPointer, parameters: { value } };
  if (receipt.form === 'unknown') yield { code: 'receipt.form', ...at };
  else if (receipt.type === null) yield { code: 'receipt.typeUnknown', ...at };
  else if (receipt.form === 'old' && day >= oldFormEnds) yield { code: 'receipt.oldForm', ...at };
  else if (receipt.number !== text) {
    yield {
      code: 'receipt.notation',
      pointer: numberPointer,
      parameters: { value, number: receipt.number },
    };
  }
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
function* typeOf(document: FinancialDocument, { type }: Receipt, value: string): Findings {
  if (type === null) return;
  const { documentTypeId } = document;
  const isInvoice = documentTypeId === documentTypes.invoice;
  const isMismatch = isInvoice
    ? type === 'creditNote' || neverReceived.has(type)
    : isCreditNote(document) && type !== 'creditNote';
  if (isMismatch) {
    const documentType = isInvoice ? 'invoice' : 'creditNote';
    yield {
      code: 'receipt.typeMismatch',
      pointer: numberPointer,
      parameters: { value, type, documentType },
    };
  } else if (isInvoice && type === 'consumer') {
    yield { code: 'receipt.noFiscalCredit', pointer: numberPointer, parameters: { value } };
  }
}

/**
 * `taxReceiptPrefix` should be what the number begins with; else `taxReceiptCode` should be the number's type where it
 * looks like one ("01", "B01"): the interface does not say what it is.
 */
function* prefixOf({ taxReceipt }: FinancialDocument, receipt: Receipt, value: string): Findings {
  const prefix = taxReceipt?.taxReceiptPrefix?.trim().toUpperCase() ?? '';
  if (prefix !== '' && receipt.form !== 'unknown' && !receipt.number.startsWith(prefix)) {
    yield {
      code: 'receipt.prefixMismatch',
      pointer: '/taxReceipt/taxReceiptPrefix',
      parameters: { prefix: shortText(prefix, 40), value },
    };
    return;
  }
  const code = taxReceipt?.taxReceiptCode?.trim().toUpperCase() ?? '';
  if (receipt.typeCode === null || !/^[A-Z]?\d{2}$/.test(code)) return;
  if (code === receipt.typeCode || code === `${receipt.number[0]}${receipt.typeCode}`) return;
  yield {
    code: 'receipt.prefixMismatch',
    pointer: '/taxReceipt/taxReceiptCode',
    parameters: { prefix: code, value },
  };
}

/** The last day of the receipt's sequence against the document's day. */
function* expiration(document: FinancialDocument, receipt: Receipt): Findings {
  const pointer = '/taxReceipt/taxReceiptExpiration';
  const text = document.taxReceipt?.taxReceiptExpiration ?? null;
  const last = dayOf(text);
  const day = dayOf(document.documentDate);
  if (receipt.type !== null && !receipt.expires) return;
  if (last !== null && day !== null && last < day) {
    yield { code: 'receipt.expired', pointer, parameters: { expiration: last, date: day } };
    return;
  }
  // The reader found a text that is no date; .NET writes an absent day as 0001-01-01.
  const isAbsent = text === null || text.trim() === '' || text.trim().startsWith('0001-01-01');
  if (isAbsent && receipt.expires) yield { code: 'receipt.expirationMissing', pointer, parameters: {} };
}

/** A credit or debit note names the receipt that it modifies, which is another one, and no credit note. */
function* modified(document: FinancialDocument, receipt: Receipt): Findings {
  const pointer = '/taxReceipt/relatedTaxReceiptNumber';
  const text = document.taxReceipt?.relatedTaxReceiptNumber ?? '';
  const related = describeReceipt(text);
  if (related.form === 'blank') {
    // `typeOf` finds a receipt of credit note on an invoice.
    const isNote = receipt.type === 'creditNote' && document.documentTypeId !== documentTypes.invoice;
    const isDue = isCreditNote(document) || isNote || receipt.type === 'debitNote';
    if (isDue) yield { code: 'receipt.modifiedMissing', pointer, parameters: {} };
    return;
  }
  if (related.type !== null && related.type !== 'creditNote' && related.number !== receipt.number) return;
  yield { code: 'receipt.modifiedForm', pointer, parameters: { value: shortText(text, 40) } };
}
