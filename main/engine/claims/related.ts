import { dossierKeys } from '#shared/contract/claims.ts';
import type { FindingThresholds } from '../findings/index.ts';
import { type Ledger, ledgerAround, ledgerOfRecords } from '../ledger/index.ts';
import {
  type Link,
  linkedRecords,
  linksOfRecord,
  type ReadTransaction,
  type RecordListRow,
  recordRow,
  recordRowsOf,
  type Store,
} from '../store/index.ts';
import { isOrder, linkTo, maxMembers, namedRecord, type Share } from './dossier-records.ts';
import { matchOrder, type StoredMatch } from './order-match.ts';
import { readContents } from './read-contents.ts';

export interface StoredRelated {
  keys: Share[];
  records: { row: RecordListRow; because: Share[] }[];
  match: StoredMatch | null;
}

const maxRelated = 50;

/** What belongs to one record: what names it and what it names first, then what shares a key; null where it is unknown. */
export async function relatedTo(
  store: Store,
  recordId: number,
  thresholds: FindingThresholds,
): Promise<StoredRelated | null> {
  const found = await store.read((tx) => relatedRecords(tx, recordId, thresholds));
  if (found === null) return null;
  const { order, documents, ledger, ...related } = found;
  if (order === null) return { ...related, match: null };
  const [read, ...others] = (await readContents(store, [order, ...documents])).read;
  return {
    ...related,
    match:
      read === undefined ? null : matchOrder(read, others, { ledger, tolerance: thresholds.lineTolerance }),
  };
}

async function relatedRecords(tx: ReadTransaction, recordId: number, thresholds: FindingThresholds) {
  const row = await recordRow(tx, recordId);
  if (row === undefined) return null;
  const links = await linksOfRecord(tx, recordId);
  const reasons = new Map<number, Share[]>();
  const add = (id: number, by: Share['by'], value: string) => {
    if (id === recordId || (!reasons.has(id) && reasons.size >= maxRelated)) return;
    reasons.set(id, [...(reasons.get(id) ?? []), { by, value }]);
  };
  let orderId = isOrder(row.kind) ? row.id : null;
  for (const { name, value } of links) {
    if (name !== 'order' && name !== 'document') continue;
    const named = await namedRecord(tx, { name, value });
    if (named === null) continue;
    add(named, name, value);
    // Where a document names two orders, the purchase order comes first by its name.
    if (name === 'order') orderId ??= named;
  }
  const naming = linkTo(row.kind, row.marketplace_id);
  if (naming !== null) {
    for (const id of await linkedRecords(tx, naming, maxRelated)) add(id, naming.name, naming.value);
  }
  const keys = dossierKeys.flatMap((by) =>
    links.filter(({ name }) => name === by).map(({ value }): Share => ({ by, value })),
  );
  for (const { by, value } of keys) {
    for (const id of await linkedRecords(tx, { name: by, value }, maxRelated + 1)) add(id, by, value);
  }
  const rows = new Map((await recordRowsOf(tx, [...reasons.keys()], {})).map((one) => [one.id, one]));
  return {
    keys,
    records: [...reasons].flatMap(([id, because]) => {
      const related = rows.get(id);
      return related === undefined ? [] : [{ row: related, because }];
    }),
    ...(await orderWithDocuments(tx, orderId, thresholds)),
  };
}

/** An order, the documents that name it, and the ledger of all that belongs with them. */
async function orderWithDocuments(
  tx: ReadTransaction,
  orderId: number | null,
  allowance: FindingThresholds,
): Promise<{ order: RecordListRow | null; documents: RecordListRow[]; ledger: Ledger }> {
  const order = orderId === null ? undefined : await recordRow(tx, orderId);
  const named: Link | null = order === undefined ? null : linkTo(order.kind, order.marketplace_id);
  if (order === undefined || named === null) {
    return { order: null, documents: [], ledger: ledgerOfRecords([], allowance) };
  }
  const ledger = await ledgerAround(tx, [order.id], allowance);
  const compared = ledger.ofOrder(order.id)?.compared ?? [];
  const ids = new Set([...(await linkedRecords(tx, named, maxMembers)), ...compared]);
  return { order, documents: await recordRowsOf(tx, [...ids], {}), ledger };
}
