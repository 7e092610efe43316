/** Links between records, and the queue of records whose findings are checked again when a link changes. */
import type { LinkName } from '#shared/contract/claims.ts';
import type { RecordKind } from '#shared/terms.ts';
import { setUnreportedClaimsStale } from './claim-subjects.ts';
import { countRows, type ReadTransaction, type WriteTransaction } from './transaction.ts';

/**
 * What records are linked by: what the contract shows, and for findings only `receipt` (one tax receipt of one
 * issuer), `vehicleAndDate` (one vehicle on the day of an incident) and `guid` (one GUID of records of one kind); and of reports,
 * for what stands in other claims too, `plate`, `phone`, `identity` (a Cédula) and `insured` (a name).
 */
export type StoredLinkName =
  | LinkName
  | 'receipt'
  | 'vehicleAndDate'
  | 'guid'
  | 'plate'
  | 'phone'
  | 'identity'
  | 'insured';

export interface Link {
  name: StoredLinkName;
  /** Normalised, so that equal things are equal texts. */
  value: string;
}

/** The links of one record, by name and value. */
export async function listLinks(tx: ReadTransaction, recordId: number): Promise<Link[]> {
  return tx.all<Link>(
    'SELECT name, value FROM record_link WHERE record_id = ? ORDER BY name, value',
    recordId,
  );
}

/** Replaces a record's links; returns those that it did not have, and those that it no longer has. */
export async function replaceLinks(
  tx: WriteTransaction,
  recordId: number,
  links: readonly Link[],
): Promise<{ added: Link[]; removed: Link[] }> {
  const before = await listLinks(tx, recordId);
  const isIn = (list: readonly Link[], { name, value }: Link) =>
    list.some((link) => link.name === name && link.value === value);
  const added = links.filter((link) => !isIn(before, link));
  const removed = before.filter((link) => !isIn(links, link));
  for (const { name, value } of removed) {
    await tx.run(
      'DELETE FROM record_link WHERE record_id = ? AND name = ? AND value = ?',
      recordId,
      name,
      value,
    );
  }
  for (const { name, value } of added) {
    await tx.run(
      'INSERT INTO record_link (record_id, name, value) VALUES (?, ?, ?) ON CONFLICT (record_id, name, value) DO NOTHING',
      recordId,
      name,
      value,
    );
  }
  return { added, removed };
}

/** Ids of the records with a link, newest first, below an id. */
export async function listLinkedRecords(
  tx: ReadTransaction,
  link: Link,
  limit: number,
  belowId: number = Number.MAX_SAFE_INTEGER,
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    `SELECT record_id AS id FROM record_link WHERE name = ? AND value = ? AND record_id < ?
        ORDER BY record_id DESC LIMIT ?`,
    link.name,
    link.value,
    belowId,
    limit,
  );
  return rows.map(({ id }) => id);
}

/** Counts the records with a link, up to `limit`. */
export async function countLinkedRecords(tx: ReadTransaction, link: Link, limit: number): Promise<number> {
  return countRows(
    tx,
    'SELECT 1 FROM record_link WHERE name = ? AND value = ? LIMIT ?',
    link.name,
    link.value,
    limit,
  );
}

/** The links of several records, by record, name and value. */
export async function listLinksOfRecords(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<(Link & { recordId: number })[]> {
  return tx.all<Link & { recordId: number }>(
    `SELECT record_id AS "recordId", name, value FROM record_link
      WHERE record_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) ORDER BY record_id, name, value`,
    JSON.stringify(ids),
  );
}

/** The link of the documents that name an order. */
export function orderLink(kind: RecordKind, marketplaceId: number): Link {
  return { name: 'order', value: `${kind}:${marketplaceId}` };
}

/**
 * All records with a link, all incident reports, those whose findings have an acknowledgement, or one record by its id,
 * whose findings beside others are to be looked at again.
 */
export interface Recheck {
  id: number;
  name: StoredLinkName | 'incidentReport' | 'acknowledgement' | 'record';
  value: string;
  /** Where it goes on: below this id; of `incidentReport` below this marketplace id. */
  belowId: number;
}

/** Enqueues a recheck; one that waits already begins anew, behind the others. */
export async function enqueueRecheck(
  tx: WriteTransaction,
  { name, value }: Pick<Recheck, 'name' | 'value'>,
): Promise<void> {
  await tx.run('DELETE FROM link_recheck WHERE name = ? AND value = ?', name, value);
  await tx.run(
    'INSERT INTO link_recheck (name, value, below_id) VALUES (?, ?, ?)',
    name,
    value,
    Number.MAX_SAFE_INTEGER,
  );
}

/**
 * Enqueues a recheck of all incident reports, and of what claims without one are about, in the job that changes what the policy book says: nothing is lost where the
 * process ends after it, as the import of the command line does.
 */
export async function enqueueReportRecheck(tx: WriteTransaction): Promise<void> {
  await enqueueRecheck(tx, { name: 'incidentReport', value: '' });
  await setUnreportedClaimsStale(tx);
}

export async function findNextRecheck(tx: ReadTransaction): Promise<Recheck | undefined> {
  return tx.get<Recheck>(
    'SELECT id, name, value, below_id AS "belowId" FROM link_recheck ORDER BY id LIMIT 1',
  );
}

/** How much waits to be looked at again: records of the one recheck of all incident reports, links of the others. */
export async function countRechecksLeft(tx: ReadTransaction): Promise<number> {
  const row = await tx.get<{ left: number }>(
    `SELECT coalesce(sum(CASE WHEN w.name = 'incidentReport' THEN (SELECT count(*) FROM record r
        WHERE r.kind = 'incidentReport' AND r.marketplace_id < w.below_id) ELSE 1 END), 0) AS "left" FROM link_recheck w`,
  );
  return row?.left ?? 0;
}

/** The next records of a recheck, each with its place in the order in which they are walked. */
async function placesToRecheck(
  tx: ReadTransaction,
  { name, value }: { name: Exclude<Recheck['name'], 'record'>; value: string },
  belowId: number,
  limit: number,
): Promise<{ id: number; place: number }[]> {
  if (name === 'incidentReport') {
    return tx.all(
      `SELECT marketplace_id AS place, id FROM record
        WHERE kind = 'incidentReport' AND marketplace_id < ? ORDER BY marketplace_id DESC LIMIT ?`,
      belowId,
      limit,
    );
  }
  const ids =
    name === 'acknowledgement'
      ? await listAcknowledgedRecords(tx, Number(value), limit, belowId)
      : await listLinkedRecords(tx, { name, value }, limit, belowId);
  return ids.map((id) => ({ id, place: id }));
}

/** The ids of the records with a finding that an acknowledgement is of, the newest first, below an id. */
async function listAcknowledgedRecords(
  tx: ReadTransaction,
  acknowledgementId: number,
  limit: number,
  belowId: number,
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    `SELECT DISTINCT record_id AS id FROM finding
      WHERE acknowledgement_id = ? AND record_id < ? ORDER BY record_id DESC LIMIT ?`,
    acknowledgementId,
    belowId,
    limit,
  );
  return rows.map(({ id }) => id);
}

/** The ids of the next records of a recheck, which goes on behind them; deletes it when it is over. */
export async function claimRecheckBatch(
  tx: WriteTransaction,
  recheck: Recheck,
  limit: number,
): Promise<number[]> {
  const { name, value, belowId } = recheck;
  if (name === 'record') {
    await tx.run('DELETE FROM link_recheck WHERE id = ?', recheck.id);
    return [Number(value)];
  }
  const places = await placesToRecheck(tx, { name, value }, belowId, limit);
  const last = places.at(-1);
  if (last === undefined || places.length < limit)
    await tx.run('DELETE FROM link_recheck WHERE id = ?', recheck.id);
  else await tx.run('UPDATE link_recheck SET below_id = ? WHERE id = ?', last.place, recheck.id);
  return places.map(({ id }) => id);
}
