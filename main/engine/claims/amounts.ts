import Big from 'big.js';
import type { LedgerRow, OrderMatch } from '#shared/contract/claims.ts';
import { type FinancialDocument, isCreditNote } from '#shared/marketplace/financial-document.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import { currencyCode } from '#shared/rules/currency.ts';
import type { Allowance } from '../findings/index.ts';
import { type Ledger, ledgerOfRecords } from '../ledger/index.ts';
import {
  listLedgerRecords,
  listLedgerRelated,
  type ReadTransaction,
  type RecordListRow,
} from '../store/index.ts';
import { documentLines, matchLines, purchaseLines, serviceLines } from './matching.ts';
import type { MatchedDocument, OrderLine } from './pairing.ts';

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
  const isCancelled = order.row.cancellationState === 'cancelled';
  const due = isCancelled ? zero : ordered;
  const difference = due === null || compared.length === 0 ? null : invoiced.minus(credited).minus(due);
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
    totalMatches: difference !== null && standing?.isEven === true,
    difference: difference?.toFixed() ?? null,
    documents: documents.map(({ row, document }) => {
      const own = ledger.ofDocument(row.id);
      const isOfOther = own !== null && own.orderId !== order.row.id;
      return {
        recordId: row.id,
        number: row.number,
        isCreditNote: isCreditNote(document),
        taxReceiptNumber: document.taxReceipt?.taxReceiptNumber ?? null,
        issuer: row.partyName,
        issuerTaxId: row.partyTaxId,
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

/** Documents of an order that are counted; of one with more, those that came first. */
const maxDocuments = 300;

/**
 * What each party invoiced for an order in each currency, and what of it would be left to be credited were the order
 * cancelled now: the ledger of the order alone, as a cancelled one. Parties that invoiced nothing are left out.
 */
export async function invoicedOfOrder(
  tx: ReadTransaction,
  orderId: number,
  allowance: Allowance,
): Promise<LedgerRow[]> {
  const beside = await listLedgerRelated(tx, [orderId], { ofEach: maxDocuments, all: maxDocuments });
  const records = await listLedgerRecords(tx, [...new Set([orderId, ...beside.map(({ id }) => id)])]);
  // A document that names two orders is of one of them: which, all of them together tell.
  const together = ledgerOfRecords(records, allowance);
  const alone = records.flatMap((record) => {
    if (record.id === orderId) return { ...record, cancellation: 'cancelled' };
    return together.ofDocument(record.id)?.orderId === orderId ? record : [];
  });
  return ledgerOfRecords(alone, allowance).rows.filter(({ invoiced }) => invoiced !== '0');
}
