import Big from 'big.js';
import type { OrderMatch } from '#shared/contract/claims.ts';
import { type FinancialDocument, isCreditNote } from '#shared/marketplace/financial-document.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { currencyCode } from '#shared/rules/currency.ts';
import type { Ledger } from '../ledger/index.ts';
import type { RecordListRow } from '../store/index.ts';
import type { MatchedDocument, OrderLine } from './matching/lines.ts';
import { matchLines } from './matching/match-lines.ts';
import { documentLines, purchaseLines, serviceLines } from './matching/order-lines.ts';

export interface ReadRecord {
  row: RecordListRow;
  content: RecordContent;
}

/** The contract's match, with the order as the store has it. */
export type StoredMatch = Omit<OrderMatch, 'order'> & { order: RecordListRow };

const pesos = currencyCode(null);
const zero = new Big(0);

/**
 * An order beside the documents that name it. Compared are those that the ledger holds against it; the others are listed.
 *
 * @param records the documents that name the order, or an invoice of it, in any order.
 * @param parts the ledger of the order and of all its documents; decimal text (settings, `lineTolerance`).
 */
export function matchOrder(
  order: ReadRecord,
  records: readonly ReadRecord[],
  { ledger, tolerance }: { ledger: Ledger; tolerance: string },
): StoredMatch {
  const documents = records
    .flatMap(({ row, content }) =>
      content.kind === 'financialDocument' ? [{ row, document: content.document }] : [],
    )
    .sort((a, b) => a.row.id - b.row.id);
  const standing = ledger.ofOrder(order.row.id);
  const isCompared = new Set(standing?.compared);
  const compared = documents.filter(({ row }) => isCompared.has(row.id));
  const { ordered = null, invoiced = zero, credited = zero } = standing ?? {};
  const isCancelled = order.row.cancellation_state === 'cancelled';
  const due = isCancelled ? zero : ordered;
  const difference = due === null || compared.length === 0 ? null : invoiced.minus(credited).minus(due);
  const isEven = standing?.outstanding?.eq(0) === true && standing.toCredit?.eq(0) === true;
  return {
    order: order.row,
    currency: pesos,
    ordered: order.row.total,
    invoiced: invoiced.toFixed(),
    credited: credited.toFixed(),
    outstanding: standing?.outstanding?.toFixed() ?? null,
    toCredit: standing?.toCredit?.toFixed() ?? null,
    isCancelled,
    comparedCount: compared.length,
    totalMatches: difference !== null && isEven,
    difference: difference?.toFixed() ?? null,
    documents: documents.map(({ row, document }) => {
      const own = ledger.ofDocument(row.id);
      const isOfOther = own !== null && own.orderId !== order.row.id;
      return {
        recordId: row.id,
        number: row.number,
        isCreditNote: isCreditNote(document),
        taxReceiptNumber: document.taxReceipt?.taxReceiptNumber ?? null,
        issuer: row.party_name,
        issuerTaxId: row.party_tax_id,
        date: document.documentDate,
        currency: currencyCode(document.currency?.code ?? null),
        total: row.total,
        notCompared: isOfOther ? ('otherOrder' as const) : (own?.notCompared ?? null),
        duplicateOf: own?.duplicateOf ?? null,
      };
    }),
    lines: matchLines(linesOf(order.content), compared.map(asMatched), new Big(tolerance)),
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
