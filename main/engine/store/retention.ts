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

/** A record, as far as it says whether its claim is closed. */
export interface RecordStanding {
  id: number;
  kind: RecordKind;
  revision: number;
  /** 1 or 0. */
  isReviewed: number;
  /** Cancellations that wait for a verdict, or whose verdict waits to be collected. */
  openCancellations: number;
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
      (SELECT count(*) FROM cancellation c WHERE c.record_id = r.id AND c.delivered_at IS NULL
        AND c.closed_at IS NULL) AS "openCancellations",
      (SELECT count(*) FROM attachment a WHERE a.record_id = r.id AND a.is_dropped = 0
        AND (a.state IN ('queued', 'awaitingApproval', 'downloading')
          OR (a.state = 'failed' AND a.next_attempt_at IS NOT NULL))) AS "openDownloads",
      (SELECT coalesce(sum(length(e.bytes)), 0) FROM entry e WHERE e.kind = r.kind
          AND e.marketplace_id = r.marketplace_id AND e.revision IS NOT NULL)
        + (SELECT coalesce(sum(b.bytes), 0) FROM attachment a JOIN content b ON b.sha256 = a.sha256
          WHERE a.record_id = r.id) AS bytes
      ${ofOwn} CROSS JOIN record r ON r.id = own.value`,
    JSON.stringify(ids),
  );
}

/** Each says of records, by a JSON list of their ids, when one kind of thing last happened with them. */
const activitySql: readonly string[] = [
  `SELECT r.id, max(e.at) AS at ${ofOwn} CROSS JOIN record r ON r.id = own.value CROSS JOIN entry e
    ON e.kind = r.kind AND e.marketplace_id = r.marketplace_id AND e.revision IS NOT NULL GROUP BY r.id`,
  `SELECT r.id, r.reviewed_at AS at ${ofOwn} CROSS JOIN record r ON r.id = own.value
    WHERE r.reviewed_at IS NOT NULL`,
  `SELECT n.record_id AS id, max(n.at) AS at ${ofOwn} CROSS JOIN note n ON n.record_id = own.value
    GROUP BY n.record_id`,
  `SELECT c.record_id AS id, max(k.received_at) AS at ${ofOwn} CROSS JOIN cancellation c ON c.record_id = own.value
    CROSS JOIN ask k ON k.cancellation_id = c.id GROUP BY c.record_id`,
  `SELECT c.record_id AS id, c.delivered_at AS at ${ofOwn} CROSS JOIN cancellation c ON c.record_id = own.value
    WHERE c.delivered_at IS NOT NULL`,
  // What people did otherwise, marks on photos among it, stands in the log.
  `SELECT own.value AS id, max(u.at) AS at ${ofOwn} CROSS JOIN audit u ON u.subject = 'record:' || own.value
    GROUP BY own.value`,
  `SELECT a.record_id AS id, max(u.at) AS at ${ofOwn} CROSS JOIN attachment a ON a.record_id = own.value
    CROSS JOIN audit u ON u.subject = 'attachment:' || a.id GROUP BY a.record_id`,
  `SELECT c.record_id AS id, max(u.at) AS at ${ofOwn} CROSS JOIN cancellation c ON c.record_id = own.value
    CROSS JOIN audit u ON u.subject = 'cancellation:' || c.id GROUP BY c.record_id`,
];

/** When anything last happened with each of some records, by their ids: what arrived, and what people did. */
export async function listLastActivity(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const last = new Map<number, number>();
  for (const sql of activitySql) {
    for (const { id, at } of await tx.all<{ id: number; at: number }>(sql, JSON.stringify(ids)))
      last.set(id, Math.max(at, last.get(id) ?? 0));
  }
  return last;
}
