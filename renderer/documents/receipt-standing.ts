import type { FinancialDocument } from '#shared/marketplace/financial-document.ts';
import { describeReceipt, type Receipt } from '#shared/rules/ncf.ts';

export type ReceiptState = {
  receipt: Receipt;
  /**
   * Against the document's own date. `noExpiry`: of consumers and credit notes. `unknownExpiry`: one of the
   * two dates did not come, or is none.
   */
  validity: 'valid' | 'expired' | 'noExpiry' | 'unknownExpiry';
};

/** What a document's tax receipt is, and whether it was good on the document's day; null where it has no number. */
export function receiptState(
  document: Pick<FinancialDocument, 'taxReceipt' | 'documentDate'>,
): ReceiptState | null {
  const number = document.taxReceipt?.taxReceiptNumber?.trim() ?? '';
  if (number === '') return null;
  const receipt = describeReceipt(number);
  if (receipt.type !== null && !receipt.expires) return { receipt, validity: 'noExpiry' };
  const last = dayOf(document.taxReceipt?.taxReceiptExpiration ?? null);
  const day = dayOf(document.documentDate);
  if (last === null || day === null) return { receipt, validity: 'unknownExpiry' };
  // ISO days compare as texts.
  return { receipt, validity: day <= last ? 'valid' : 'expired' };
}

const dayOf = (text: string | null): string | null => /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0] ?? null;
