/** What says of old claims whether they are closed: the last time that anything happened with each record, and what is open. */
import type { RecordKind } from '#shared/terms.ts';
import { type ReadTransaction, selected } from './transaction.ts';

export interface OldClaim {
  claimNumber: string;
  /** Row id of the newest revision of any of its records. */
  lastSeq: number;
  lastReceivedAt: number;
}

/** Claims in the order of their newest revision, the oldest first, above a revision's row id. */
export async function listEarliestClaims(
  tx: ReadTransaction,
  aboveSeq: number,
  limit: number,
): Promise<OldClaim[]> {
  return tx.all<OldClaim>(
    `SELECT ${selected<OldClaim>('', ['claimNumber', 'lastSeq', 'lastReceivedAt'])} FROM claim
      WHERE last_seq > ? ORDER BY last_seq LIMIT ?`,
    aboveSeq,
    limit,
  );
}

/** The latest time, not after another, at which anything of the claims up to a place arrived; null where nothing did. */
export async function findLatestArrival(
  tx: ReadTransaction,
  upToSeq: number,
  notAfter: number,
): Promise<number | null> {
  const found = await tx.get<{ at: number | null }>(
    'SELECT MAX(last_received_at) AS at FROM claim WHERE last_seq <= ? AND last_received_at <= ?',
    upToSeq,
    notAfter,
  );
  return found?.at ?? null;
}

/** A record, as far as it says whether its claim is closed. */
export interface RecordStanding {
  id: number;
  kind: RecordKind;
  revision: number;
  /** 1 or 0. */
  isReviewed: number;
  /** Whether all of it lies in a bundle already: 1 or 0. */
  isArchived: number;
  /** Cancellations that wait for a verdict, or whose verdict waits to be collected. */
  openCancellations: number;
  /** Whether an invoice is held or disputed, or its payment waits for a second person: 1 or 0. */
  isUndecided: number;
  /** Photos and papers that are still to be fetched, or wait for somebody to approve their host. */
  openDownloads: number;
  /** Of all its revisions, and of its photos and papers. */
  bytes: number;
}

const ofOwn = 'FROM json_each(?) own';

export async function listRecordStandings(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<RecordStanding[]> {
  return tx.all<RecordStanding>(
    `SELECT r.id, r.kind, r.revision, CASE WHEN r.reviewed_at IS NULL THEN 0 ELSE 1 END AS "isReviewed",
      CASE WHEN r.archived_revision >= r.revision THEN 1 ELSE 0 END AS "isArchived",
      (SELECT count(*) FROM cancellation c WHERE c.record_id = r.id AND c.delivered_at IS NULL
        AND c.closed_at IS NULL) AS "openCancellations",
      CASE WHEN r.decision IN ('hold', 'dispute') OR r.decision_proposed = 1 THEN 1 ELSE 0 END AS "isUndecided",
      (SELECT count(*) FROM attachment a WHERE a.record_id = r.id AND a.is_dropped = 0
        AND (a.state IN ('queued', 'awaitingApproval', 'downloading')
          OR (a.state = 'failed' AND a.next_attempt_at IS NOT NULL))) AS "openDownloads",
      (SELECT coalesce(sum(length(e.bytes)), 0) FROM entry e WHERE e.kind = r.kind
          AND e.marketplace_id = r.marketplace_id AND e.revision IS NOT NULL)
        + (SELECT coalesce(sum(b.bytes), 0) FROM attachment a JOIN content b ON b.sha256 = a.sha256
          WHERE a.record_id = r.id) AS bytes
      ${ofOwn} CROSS JOIN record r ON r.id = CAST(own.value AS BIGINT)`,
    JSON.stringify(ids),
  );
}

/** Each says of records, by a JSON list of their ids, when one kind of thing last happened with them. */
const activitySql: readonly string[] = [
  `SELECT r.id, max(e.at) AS at ${ofOwn} CROSS JOIN record r ON r.id = CAST(own.value AS BIGINT) CROSS JOIN entry e
    ON e.kind = r.kind AND e.marketplace_id = r.marketplace_id AND e.revision IS NOT NULL GROUP BY r.id`,
  `SELECT r.id, r.reviewed_at AS at ${ofOwn} CROSS JOIN record r ON r.id = CAST(own.value AS BIGINT)
    WHERE r.reviewed_at IS NOT NULL`,
  `SELECT n.record_id AS id, max(n.at) AS at ${ofOwn} CROSS JOIN note n ON n.record_id = CAST(own.value AS BIGINT)
    GROUP BY n.record_id`,
  `SELECT c.record_id AS id, max(k.received_at) AS at ${ofOwn} CROSS JOIN cancellation c ON c.record_id = CAST(own.value AS BIGINT)
    CROSS JOIN ask k ON k.cancellation_id = c.id GROUP BY c.record_id`,
  `SELECT c.record_id AS id, c.delivered_at AS at ${ofOwn} CROSS JOIN cancellation c ON c.record_id = CAST(own.value AS BIGINT)
    WHERE c.delivered_at IS NOT NULL`,
  // What people did otherwise, marks on photos among it, stands in the log.
  `SELECT CAST(own.value AS BIGINT) AS id, max(u.at) AS at, max(u.id) AS "auditId" ${ofOwn} CROSS JOIN audit u ON u.subject = 'record:' || own.value
    GROUP BY own.value`,
  `SELECT a.record_id AS id, max(u.at) AS at, max(u.id) AS "auditId" ${ofOwn} CROSS JOIN attachment a ON a.record_id = CAST(own.value AS BIGINT)
    CROSS JOIN audit u ON u.subject = 'attachment:' || a.id GROUP BY a.record_id`,
  `SELECT c.record_id AS id, max(u.at) AS at, max(u.id) AS "auditId" ${ofOwn} CROSS JOIN cancellation c ON c.record_id = CAST(own.value AS BIGINT)
    CROSS JOIN audit u ON u.subject = 'cancellation:' || c.id GROUP BY c.record_id`,
];

/** When anything last happened with a record, what arrived and what people did, and the last entry of the log about it; 0 for none. */
export interface LastActivity {
  at: number;
  auditId: number;
}

/** The last activity of each of some records, by their ids. */
export async function listLastActivity(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<Map<number, LastActivity>> {
  const last = new Map<number, LastActivity>();
  for (const sql of activitySql) {
    for (const { id, at, auditId = 0 } of await tx.all<{ id: number; at: number; auditId?: number }>(
      sql,
      JSON.stringify(ids),
    )) {
      const known = last.get(id) ?? { at: 0, auditId: 0 };
      last.set(id, { at: Math.max(at, known.at), auditId: Math.max(auditId, known.auditId) });
    }
  }
  return last;
}

/** Whether any record that carries a claim number is not in a bundle. */
export async function hasLiveRecords(tx: ReadTransaction, claimNumber: string): Promise<boolean> {
  const found = await tx.get(
    `SELECT 1 FROM record_link l JOIN record r ON r.id = l.record_id WHERE l.name = 'claimNumber' AND l.value = ?
      AND (r.archived_revision IS NULL OR r.archived_revision < r.revision) LIMIT 1`,
    claimNumber,
  );
  return found !== undefined;
}

/** A delivery whose bytes are in the journal. */
export interface DeliveryHash {
  recordId: number;
  kind: RecordKind;
  revision: number;
  sha256: Uint8Array | null;
}

/** The deliveries of records whose bytes are in the journal. */
export async function listDeliveryHashes(
  tx: ReadTransaction,
  recordIds: readonly number[],
): Promise<DeliveryHash[]> {
  return tx.all<DeliveryHash>(
    `SELECT r.id AS "recordId", r.kind, e.revision, e.sha256 ${ofOwn} CROSS JOIN record r ON r.id = CAST(own.value AS BIGINT)
      CROSS JOIN entry e ON e.kind = r.kind AND e.marketplace_id = r.marketplace_id
        AND e.revision IS NOT NULL AND e.bytes IS NOT NULL`,
    JSON.stringify(recordIds),
  );
}

/** The photos and papers of records that are stored. */
export async function listStoredContents(
  tx: ReadTransaction,
  recordIds: readonly number[],
): Promise<{ recordId: number; sha256: Uint8Array; mediaType: string | null }[]> {
  return tx.all(
    `SELECT a.record_id AS "recordId", a.sha256, c.media_type AS "mediaType" ${ofOwn}
      CROSS JOIN attachment a ON a.record_id = CAST(own.value AS BIGINT) LEFT JOIN content c ON c.sha256 = a.sha256
      WHERE a.state = 'stored' AND a.sha256 IS NOT NULL`,
    JSON.stringify(recordIds),
  );
}

/** Records to which people added more notes, or to one of whose photos more marks, than so many. */
export async function listMuchAnnotated(
  tx: ReadTransaction,
  recordIds: readonly number[],
  most: { notes: number; marks: number },
): Promise<number[]> {
  const list = JSON.stringify(recordIds);
  const noted = await tx.all<{ id: number }>(
    `SELECT n.record_id AS id ${ofOwn} CROSS JOIN note n ON n.record_id = CAST(own.value AS BIGINT)
      GROUP BY n.record_id HAVING count(*) > ?`,
    list,
    most.notes,
  );
  const marked = await tx.all<{ id: number }>(
    `SELECT a.record_id AS id ${ofOwn} CROSS JOIN attachment a ON a.record_id = CAST(own.value AS BIGINT)
      CROSS JOIN attachment_mark m ON m.attachment_id = a.id GROUP BY a.record_id, m.attachment_id HAVING count(*) > ?`,
    list,
    most.marks,
  );
  return [...noted, ...marked].map(({ id }) => id);
}
