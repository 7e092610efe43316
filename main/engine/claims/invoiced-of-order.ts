import type { LedgerRow } from '#shared/contract/claims.ts';
import type { Allowance } from '../findings/index.ts';
import { ledgerOfRecords } from '../ledger/index.ts';
import { ledgerBeside, ledgerRecords, type ReadTransaction } from '../store/index.ts';

/** Documents of an order that are counted; of one with more, those that came first. */
const maxDocuments = 300;

/**
 * What each party invoiced for an order in each currency, and what of it would be left to be credited were the order
 * cancelled now: the ledger of the order alone, as a cancelled one. Parties that invoiced and credited nothing are left out.
 */
export async function invoicedOfOrder(
  tx: ReadTransaction,
  orderId: number,
  allowance: Allowance,
): Promise<LedgerRow[]> {
  const beside = await ledgerBeside(tx, [orderId], maxDocuments);
  const records = await ledgerRecords(tx, [...new Set([orderId, ...beside.map(({ id }) => id)])]);
  // A document that names two orders is of one of them: which, all of them together tell.
  const together = ledgerOfRecords(records, allowance);
  const alone = records.flatMap((record) => {
    if (record.id === orderId) return { ...record, cancellation: 'cancelled' };
    return together.ofDocument(record.id)?.orderId === orderId ? record : [];
  });
  return ledgerOfRecords(alone, allowance).rows.filter(
    ({ invoiced, credited }) => invoiced !== '0' || credited !== '0',
  );
}
