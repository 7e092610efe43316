/** Orders and documents that share money, for the ledger of a claim. */
import type { RecordKind } from '#shared/terms.ts';
import type { ReadTransaction } from './transaction.ts';

/** Bounds the records `n` with a link to the first of them; takes how many come before the last of those. */
const firstNaming = (name: string, value: string) => `n.name = '${name}' AND n.value = ${value}
  AND n.record_id <= coalesce((SELECT x.record_id FROM record_link x WHERE x.name = '${name}' AND x.value = ${value}
    ORDER BY x.record_id LIMIT 1 OFFSET ?), ${Number.MAX_SAFE_INTEGER})`;

/** Each takes a JSON list: of record ids, or of keys of orders (`orderLink`). */
const ledgerSql = {
  namedKeys: `SELECT n.record_id AS source, n.value AS key FROM json_each(?) own
    CROSS JOIN record_link n ON n.record_id = CAST(own.value AS BIGINT) AND n.name = 'order'`,
  ownKeys: `SELECT o.id AS source, o.kind || ':' || o.marketplace_id AS key FROM json_each(?) own
    CROSS JOIN record o ON o.id = CAST(own.value AS BIGINT) WHERE o.kind IN ('purchaseOrder', 'serviceOrder')`,
  orders: `SELECT o.id, 'order' AS name, k.value FROM json_each(?) k CROSS JOIN record o
    ON o.kind = substr(k.value, 1, instr(k.value, ':') - 1)
    AND o.marketplace_id = CAST(substr(k.value, instr(k.value, ':') + 1) AS BIGINT)`,
  namingOrders: `SELECT n.record_id AS id, 'order' AS name, n.value FROM json_each(?) k
    CROSS JOIN record_link n ON ${firstNaming('order', 'k.value')} LIMIT ?`,
  namedDocuments: `SELECT n.record_id AS source, d.id, 'document' AS name, n.value FROM json_each(?) own
    CROSS JOIN record_link n ON n.record_id = CAST(own.value AS BIGINT) AND n.name = 'document'
    CROSS JOIN record d ON d.kind = 'financialDocument' AND d.marketplace_id = CAST(n.value AS BIGINT)`,
  namingDocuments: `SELECT d.id AS source, n.record_id AS id, 'document' AS name, n.value FROM json_each(?) own
    CROSS JOIN record d ON d.id = CAST(own.value AS BIGINT) AND d.kind = 'financialDocument'
    CROSS JOIN record_link n ON ${firstNaming('document', 'CAST(d.marketplace_id AS TEXT)')} LIMIT ?`,
  rows: `SELECT own_row.*, earlier.number AS "duplicateOf"
    FROM (SELECT r.id, r.kind, r.marketplace_id AS "marketplaceId", r.party_tax_id AS "partyTaxId",
      r.party_name AS "partyName", r.total, r.item_count AS "itemCount",
      CAST(json_extract(r.heading, '$.documentTypeId') AS BIGINT) AS "documentTypeId", json_extract(r.heading, '$.currency') AS currency,
      (SELECT c.state FROM cancellation c WHERE c.record_id = r.id ORDER BY c.id DESC LIMIT 1) AS cancellation,
      (SELECT string_agg(ordered.value, ' ') FROM (SELECT l.value FROM record_link l WHERE l.record_id = r.id AND l.name = 'order'
        AND EXISTS (SELECT 1 FROM record o WHERE o.kind = substr(l.value, 1, instr(l.value, ':') - 1)
          AND o.marketplace_id = CAST(substr(l.value, instr(l.value, ':') + 1) AS BIGINT)) ORDER BY l.value) AS ordered) AS orders,
      (SELECT l.value FROM record_link l WHERE l.record_id = r.id AND l.name = 'document' LIMIT 1) AS related,
      (SELECT x.record_id FROM record_link x WHERE x.name = 'receipt' AND x.value =
          (SELECT l.value FROM record_link l WHERE l.record_id = r.id AND l.name = 'receipt' LIMIT 1)
        ORDER BY x.record_id LIMIT 1) AS "firstOfReceipt"
    FROM json_each(?) own CROSS JOIN record r ON r.id = CAST(own.value AS BIGINT)) AS own_row
    LEFT JOIN record earlier ON earlier.id = own_row."firstOfReceipt" AND earlier.id <> own_row.id`,
} as const;

/** An order or document, as far as the ledger needs it. */
export interface LedgerRecord {
  id: number;
  kind: RecordKind;
  marketplaceId: number;
  /** Digits. */
  partyTaxId: string | null;
  partyName: string | null;
  /** Decimal text. */
  total: string | null;
  itemCount: number;
  /** `documentTypeId` of the interface; null of an order. */
  documentTypeId: number | null;
  /** As it came; null of an order. */
  currency: string | null;
  /** State of its latest cancellation. */
  cancellation: string | null;
  /**
   * The orders that it names and that are known, as `orderLink` has them, the purchase order first, a space between; null
   * for none.
   */
  orders: string | null;
  /** The marketplace id of the document that it names. */
  related: string | null;
  /** The number of the first record with its receipt, where that is another. */
  duplicateOf: string | null;
}

export async function listLedgerRecords(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<LedgerRecord[]> {
  return ids.length === 0 ? [] : await tx.all<LedgerRecord>(ledgerSql.rows, JSON.stringify(ids));
}

/** A record that belongs with others: by which link, and with which of them. */
export interface RelatedRecord {
  id: number;
  name: 'order' | 'document';
  value: string;
  /** Ids of the records that were asked about. */
  relatedTo: readonly number[];
}

type Found = Pick<RelatedRecord, 'id' | 'name' | 'value'>;

/**
 * The records that share money with some: orders that they name, all documents that name those or one of them, and
 * documents that name each other. It may list the records themselves.
 *
 * @param limits of the documents that name one order, or one document, those that came first; and of all those that name
 *   orders, and all that name documents.
 */
export async function listLedgerRelated(
  tx: ReadTransaction,
  ids: readonly number[],
  limits: { ofEach: number; all: number },
): Promise<RelatedRecord[]> {
  if (ids.length === 0) return [];
  const list = (values: Iterable<number | string>) => JSON.stringify([...values]);
  const ofKey = new Origins<string>();
  const ofRecord = new Origins<number>();
  for (const id of ids) ofRecord.add(id, [id]);
  const own = list(ofRecord.keys());
  const addKeys = async (sql: string) => {
    const found = (await tx.all<{ source: number; key: string }>(sql, own)).sort(
      (a, b) => a.source - b.source || (a.key < b.key ? -1 : 1),
    );
    for (const { source, key } of found) ofKey.add(key, [source]);
    return new Set(found.map(({ key }) => key));
  };
  const named = await addKeys(ledgerSql.namedKeys);
  const orders = inOrderOf(named, await tx.all<Found>(ledgerSql.orders, list(named)), ({ value }) => value);
  // An order that never came joins nothing: senders may name one by mistake for all.
  const keys = new Set([...orders.map(({ value }) => value), ...(await addKeys(ledgerSql.ownKeys))]);
  const documents = inOrderOf(
    keys,
    await tx.all<Found>(ledgerSql.namingOrders, list(keys), limits.ofEach - 1, limits.all),
    ({ value }) => value,
  );
  const byOrder = [...orders, ...documents].map((record) => ({
    ...record,
    relatedTo: ofKey.get(record.value),
  }));
  for (const { id, relatedTo } of byOrder) ofRecord.add(id, relatedTo);
  const addRelated = async (sql: string, ...more: number[]) => {
    const sources = [...ofRecord.keys()];
    const found = await tx.all<Found & { source: number }>(sql, list(sources), ...more);
    const related = inOrderOf(sources, found, ({ source }) => source).map(({ source, ...record }) => ({
      ...record,
      relatedTo: ofRecord.get(source),
    }));
    for (const { id, relatedTo } of related) ofRecord.add(id, relatedTo);
    return related;
  };
  return [
    ...byOrder,
    ...(await addRelated(ledgerSql.namedDocuments)),
    ...(await addRelated(ledgerSql.namingDocuments, limits.ofEach - 1, limits.all)),
  ];
}

/** What was found by keys, in the order of these and then of its arrival: a server answers in any. */
function inOrderOf<Key, Row extends { id: number }>(
  keys: Iterable<Key>,
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): Row[] {
  const places = new Map([...keys].map((key, place) => [key, place]));
  const placeOf = (row: Row) => places.get(keyOf(row)) ?? places.size;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other) || one.id - other.id);
}

/** Which of the records that were asked about something belongs with. */
class Origins<Key> {
  readonly #origins = new Map<Key, Set<number>>();

  add(key: Key, origins: readonly number[]): void {
    const known = this.#origins.get(key) ?? new Set();
    for (const origin of origins) known.add(origin);
    this.#origins.set(key, known);
  }

  get(key: Key): number[] {
    return [...(this.#origins.get(key) ?? [])];
  }

  keys(): Iterable<Key> {
    return this.#origins.keys();
  }
}
