import Big from 'big.js';
import type { OrderMatch } from '#shared/contract/claims.ts';
import { type FinancialDocument, isCreditNote } from '#shared/marketplace/financial-document.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { currencyCode } from '#shared/rules/currency.ts';
import { receiptValue } from '../records/index.ts';
import type { RecordListRow } from '../store/index.ts';
import { duplicatesAmong } from './amounts.ts';
import type { MatchedDocument, OrderLine } from './matching/lines.ts';
import { matchLines } from './matching/match-lines.ts';
import { decimal, documentLines, purchaseLines, serviceLines } from './matching/order-lines.ts';

export interface ReadRecord {
  row: RecordListRow;
  content: RecordContent;
}

/** The contract's match, with the order as the store has it. */
export type StoredMatch = Omit<OrderMatch, 'order'> & { order: RecordListRow };

const pesos = currencyCode(null);

/**
 * An order beside the documents that name it. Summed and matched are documents in pesos, which is what orders are in,
 * and each receipt once; the others are listed.
 *
 * @param records the documents that name the order, in any order.
 * @param tolerance decimal text (settings, `lineTolerance`).
 */
export function matchOrder(
  order: ReadRecord,
  records: readonly ReadRecord[],
  tolerance: string,
): StoredMatch {
  const documents = records
    .flatMap(({ row, content }) =>
      content.kind === 'financialDocument' ? [{ row, document: content.document }] : [],
    )
    .sort((a, b) => a.row.id - b.row.id);
  const numbers = new Map(documents.map(({ row }) => [row.id, row.number]));
  const duplicates = duplicatesAmong(
    documents.map(({ row, document }) => ({ id: row.id, receipt: receiptValue(document) })),
  );
  const counted = documents.filter(
    ({ row, document }) => currencyOf(document) === pesos && !duplicates.has(row.id),
  );
  const invoiced = totalOf(counted.filter(({ document }) => !isCreditNote(document)));
  const credited = totalOf(counted.filter(({ document }) => isCreditNote(document)));
  const isCancelled = order.row.cancellation_state === 'cancelled';
  const ordered = decimal(order.row.total);
  const due = isCancelled ? new Big(0) : ordered;
  return {
    order: order.row,
    currency: pesos,
    ordered: order.row.total,
    invoiced: invoiced.toFixed(),
    credited: credited.toFixed(),
    outstanding: ordered === null ? null : (due ?? ordered).minus(invoiced).plus(credited).toFixed(),
    isCancelled,
    documents: documents.map(({ row, document }) => ({
      recordId: row.id,
      number: row.number,
      isCreditNote: isCreditNote(document),
      taxReceiptNumber: document.taxReceipt?.taxReceiptNumber ?? null,
      issuer: row.party_name,
      date: document.documentDate,
      currency: currencyOf(document),
      total: row.total,
      duplicateOf: numbers.get(duplicates.get(row.id)?.first ?? 0) ?? null,
    })),
    lines: matchLines(linesOf(order.content), counted.map(asMatched), new Big(tolerance)),
  };
}

function asMatched({ row, document }: { row: RecordListRow; document: FinancialDocument }): MatchedDocument {
  return {
    recordId: row.id,
    number: row.number,
    isCreditNote: isCreditNote(document),
    lines: documentLines(document),
  };
}

function linesOf(content: RecordContent): OrderLine[] {
  if (content.kind === 'purchaseOrder') return purchaseLines(content.order);
  return content.kind === 'serviceOrder' ? serviceLines(content.order) : [];
}

function totalOf(documents: readonly { row: RecordListRow }[]): Big {
  return documents.reduce((sum, { row }) => sum.plus(row.total ?? 0), new Big(0));
}

function currencyOf({ currency }: FinancialDocument): string {
  return currencyCode(currency?.code ?? null);
}
