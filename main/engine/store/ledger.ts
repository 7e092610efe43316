import type { RecordKind } from '#shared/terms.ts';
import type { ReadTransaction } from './transaction.ts';

/** The statements, so that a test can look at their plans. Each takes a JSON list: of record ids, or of keys of orders. */
export const ledgerSql = {
  namedKeys: `SELECT n.value AS key FROM json_each(?) own
    CROSS JOIN record_link n ON n.record_id = own.value AND n.name = 'order'`,
  ownKeys: `SELECT o.kind || ':' || o.marketplace_id AS key FROM json_each(?) own
    CROSS JOIN record o ON o.id = own.value WHERE o.kind IN ('purchaseOrder', 'serviceOrder')`,
  orders: `SELECT o.id, 'order' AS name, k.value FROM json_each(?) k CROSS JOIN record o
    ON o.kind = substr(k.value, 1, instr(k.value, ':') - 1)
    AND o.marketplace_id = CAST(substr(k.value, instr(k.value, ':') + 1) AS INTEGER)`,
  namingOrders: `SELECT n.record_id AS id, 'order' AS name, n.value FROM json_each(?) k
    CROSS JOIN record_link n ON n.name = 'order' AND n.value = k.value LIMIT ?`,
  namedDocuments: `SELECT d.id, 'document' AS name, n.value FROM json_each(?) own
    CROSS JOIN record_link n ON n.record_id = own.value AND n.name = 'document'
    CROSS JOIN record d ON d.kind = 'financialDocument' AND d.marketplace_id = CAST(n.value AS INTEGER)`,
  namingDocuments: `SELECT n.record_id AS id, 'document' AS name, n.value FROM json_each(?) own
    CROSS JOIN record d ON d.id = own.value AND d.kind = 'financialDocument'
    CROSS JOIN record_link n ON n.name = 'document' AND n.value = CAST(d.marketplace_id AS TEXT) LIMIT ?`,
  rows: `SELECT rows.*, earlier.number AS duplicateOf
    FROM (SELECT r.id, r.kind, r.marketplace_id AS marketplaceId, r.number, r.party_tax_id AS partyTaxId,
      r.party_name AS partyName, r.total, r.item_count AS itemCount, r.heading,
      (SELECT c.state FROM cancellation c WHERE c.record_id = r.id ORDER BY c.id DESC LIMIT 1) AS cancellation,
      (SELECT json_group_array(l.value) FROM record_link l WHERE l.record_id = r.id AND l.name = 'order') AS orders,
      (SELECT l.value FROM record_link l WHERE l.record_id = r.id AND l.name = 'document' LIMIT 1) AS related,
      (SELECT x.record_id FROM record_link x WHERE x.name = 'receipt' AND x.value =
          (SELECT l.value FROM record_link l WHERE l.record_id = r.id AND l.name = 'receipt' LIMIT 1)
        ORDER BY x.record_id LIMIT 1) AS firstOfReceipt
    FROM json_each(?) own CROSS JOIN record r ON r.id = own.value) rows
    LEFT JOIN record earlier ON earlier.id = rows.firstOfReceipt AND earlier.id <> rows.id`,
} as const;

/** An order or document, as far as the ledger needs it. */
export interface LedgerRecord {
  id: number;
  kind: RecordKind;
  marketplaceId: number;
  number: string;
  /** Digits. */
  partyTaxId: string | null;
  partyName: string | null;
  /** Decimal text. */
  total: string | null;
  itemCount: number;
  /** JSON of the contract's `recordHeading`. */
  heading: string | null;
  /** State of its latest cancellation. */
  cancellation: string | null;
  /** JSON list of the orders that it names, as `orderLink` has them, the purchase order first. */
  orders: string;
  /** The marketplace id of the document that it names. */
  related: string | null;
  /** The number of the first record with its receipt, where that is another. */
  duplicateOf: string | null;
}

export async function ledgerRecords(tx: ReadTransaction, ids: readonly number[]): Promise<LedgerRecord[]> {
  return ids.length === 0 ? [] : tx.all<LedgerRecord>(ledgerSql.rows, JSON.stringify(ids));
}

/** A record that belongs with others, and the link by which. */
export interface RecordBeside {
  id: number;
  name: 'order' | 'document';
  value: string;
}

/**
 * What belongs with records in their money: orders that they name, all documents that name those or one of them, and
 * documents that name each other. Also of the records themselves.
 *
 * @param limit of the documents that name the orders, and of those that name the documents.
 */
export async function ledgerBeside(
  tx: ReadTransaction,
  ids: readonly number[],
  limit: number,
): Promise<RecordBeside[]> {
  if (ids.length === 0) return [];
  const list = (values: readonly (number | string)[]) => JSON.stringify([...new Set(values)]);
  const idsOf = (records: readonly RecordBeside[]) => records.map(({ id }) => id);
  const own = list(ids);
  const keysOf = (sql: string) => tx.all<{ key: string }>(sql, own).map(({ key }) => key);
  // An order that never came joins nothing: senders may name one by mistake for all.
  const orders = tx.all<RecordBeside>(ledgerSql.orders, list(keysOf(ledgerSql.namedKeys)));
  const keys = list([...orders.map(({ value }) => value), ...keysOf(ledgerSql.ownKeys)]);
  const documents = tx.all<RecordBeside>(ledgerSql.namingOrders, keys, limit);
  const named = tx.all<RecordBeside>(ledgerSql.namedDocuments, list([...ids, ...idsOf(documents)]));
  const all = list([...ids, ...idsOf(documents), ...idsOf(named)]);
  const naming = tx.all<RecordBeside>(ledgerSql.namingDocuments, all, limit);
  return [...orders, ...documents, ...named, ...naming];
}
