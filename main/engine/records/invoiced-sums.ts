import Big from 'big.js';
import { recordHeading } from '#shared/contract/records.ts';
import { isCreditNote } from '#shared/marketplace/financial-document.ts';
import { currencyCode } from '#shared/rules/currency.ts';
import type { DocumentOfOrder } from '../store/index.ts';

/**
 * What is invoiced for an order up to one document, and credited in all, in one currency, each receipt once: so the
 * invoice that goes beyond the order is the one that is told of, and a credit note of any time makes it good.
 *
 * @param documents those that name the order, newest first.
 */
export function sumsUpTo(
  recordId: number,
  documents: readonly DocumentOfOrder[],
  currency: string,
): { invoiced: string; credited: string } {
  let invoiced = new Big(0);
  let credited = new Big(0);
  const receipts = new Set<string>();
  for (const document of documents.toReversed()) {
    const isCredit = isCreditNote({ documentTypeId: document.typeId });
    if (currencyCode(document.currency) !== currency || document.total === null) continue;
    if (!isCredit && document.id > recordId) continue;
    if (document.receipt !== null) {
      if (receipts.has(document.receipt)) continue;
      receipts.add(document.receipt);
    }
    if (isCredit) credited = credited.plus(document.total);
    else invoiced = invoiced.plus(document.total);
  }
  return { invoiced: invoiced.toFixed(), credited: credited.toFixed() };
}

/** What sums need of a document's heading. */
export function documentHeading(heading: string | null): { isCreditNote: boolean; currency: string } {
  const read = heading === null ? null : recordHeading.parse(JSON.parse(heading));
  if (read?.kind !== 'financialDocument') return { isCreditNote: false, currency: currencyCode(null) };
  return {
    isCreditNote: isCreditNote(read),
    currency: currencyCode(read.currency),
  };
}
