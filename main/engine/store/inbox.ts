/** What waits for a person: each list is read along an index of what is open, and cut off behind its first rows. */

import * as z from 'zod';
import type { RecordKind } from '#shared/terms.ts';
import type { CancellationStored } from './cancellations.ts';
import { findSetting, upsertSetting } from './settings.ts';
import { type ReadTransaction, selected, type WriteTransaction } from './transaction.ts';

/** When a person looked at the inbox: instants in milliseconds since 1970, and where the journal ended then. */
const inboxVisit = z.object({
  /** The present visit, when it was last seen to go on. */
  lastAt: z.number(),
  lastSeq: z.int(),
  /** The visit before; null of the first. */
  beforeAt: z.number().nullable(),
  beforeSeq: z.int().nullable(),
});
type InboxVisit = z.infer<typeof inboxVisit>;

const visitName = (personId: number) => `inboxVisit:${personId}`;

export async function findInboxVisit(tx: ReadTransaction, personId: number): Promise<InboxVisit | null> {
  const kept = await findSetting(tx, visitName(personId));
  return kept === null ? null : inboxVisit.parse(JSON.parse(kept));
}

export async function upsertInboxVisit(
  tx: WriteTransaction,
  personId: number,
  visit: InboxVisit,
): Promise<void> {
  await upsertSetting(tx, visitName(personId), JSON.stringify(visit));
}

/** Records of a person that nobody has reviewed, the first that arrived first. */
export async function listAssignedUnreviewed(
  tx: ReadTransaction,
  personId: number,
  limit: number,
): Promise<{ id: number }[]> {
  return tx.all(
    `SELECT id FROM record WHERE assigned_to = ? AND reviewed_at IS NULL
      AND archived_revision IS DISTINCT FROM revision ORDER BY id LIMIT ?`,
    personId,
    limit,
  );
}

export interface OpenMentionRow {
  id: number;
  /** Of a note on a record; else of one on a claim. */
  recordId: number | null;
  claimNumber: string | null;
  at: number;
  who: string;
  text: string;
}

/** Notes that mention a person who has not worked them off, oldest first. */
export async function listOpenMentions(
  tx: ReadTransaction,
  personId: number,
  limit: number,
): Promise<OpenMentionRow[]> {
  return tx.all(
    `SELECT m.id, m.record_id AS "recordId", c.claim_number AS "claimNumber", m.at,
        coalesce(n.who, c.who) AS who, coalesce(n.text, c.text) AS text
      FROM mention m LEFT JOIN note n ON n.id = m.note_id LEFT JOIN claim_note c ON c.id = m.claim_note_id
      WHERE m.person_id = ? AND m.done_at IS NULL ORDER BY m.at, m.id LIMIT ?`,
    personId,
    limit,
  );
}

/** Sets which mentions of a person are worked off, or takes that back. */
export async function setMentionsDone(
  tx: WriteTransaction,
  personId: number,
  ids: readonly number[],
  at: number | null,
): Promise<void> {
  await tx.run(
    'UPDATE mention SET done_at = ? WHERE person_id = ? AND id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))',
    at,
    personId,
    JSON.stringify(ids),
  );
}

/**
 * Records of a kind with an error that nobody acknowledged, and that nobody has reviewed: among the newest `walked` with a
 * warning or an error. Whoever decided on an invoice, or proposed to pay it, has read them: it is none, until a later revision.
 */
export async function listSeriousUnreviewed(
  tx: ReadTransaction,
  kind: RecordKind,
  walked: number,
): Promise<{ id: number }[]> {
  return tx.all(
    `SELECT r.id FROM (SELECT id, revision, decision_revision, decision_proposed FROM record
        WHERE kind = ? AND reviewed_at IS NULL AND attention_count > 0 ORDER BY id DESC LIMIT ?) AS r
      WHERE r.decision_proposed = 0 AND r.decision_revision IS DISTINCT FROM r.revision
        AND EXISTS (SELECT 1 FROM finding f
        WHERE f.record_id = r.id AND f.revision = r.revision AND f.severity = 'error' AND f.acknowledgement_id IS NULL)`,
    kind,
    walked,
  );
}

const askedProperties = [
  'id',
  'orderKind',
  'marketplaceId',
  'recordId',
  'state',
  'askedAt',
  'heldUntil',
  'orderReferences',
] as const;

/** A cancellation that waits for a verdict. */
export type AskedCancellationRow = Pick<CancellationStored, (typeof askedProperties)[number]>;

/** Of a state, the first that was asked first. */
export async function listAskedCancellations(
  tx: ReadTransaction,
  state: 'waiting' | 'deferred' | 'unmatched',
  limit: number,
): Promise<AskedCancellationRow[]> {
  return tx.all(
    `SELECT ${selected<AskedCancellationRow>('', askedProperties)}
      FROM cancellation WHERE state = ? AND closed_at IS NULL ORDER BY id LIMIT ?`,
    state,
    limit,
  );
}

/** An approval that waits for a second person, and the cancellation that it is about. */
export interface ProposedCancellationRow extends AskedCancellationRow {
  /** Of the order as it was proposed: its revision, and its total in RD$, null where it said none. */
  revision: number;
  amount: string | null;
  proposedAt: number;
  who: string;
  personId: number | null;
}

/** The cancellations that came first stand first. */
export async function listWaitingApprovals(
  tx: ReadTransaction,
  limit: number,
): Promise<ProposedCancellationRow[]> {
  return tx.all(
    `SELECT ${selected<AskedCancellationRow>('c', askedProperties)},
        p.revision, p.amount, p.at AS "proposedAt", p.who, p.person_id AS "personId"
      FROM verdict_proposal p JOIN cancellation c ON c.id = p.cancellation_id
      WHERE p.ending IS NULL AND c.verdict IS NULL ORDER BY p.cancellation_id LIMIT ?`,
    limit,
  );
}

/** A payment that waits for a second person. */
export interface ProposedPaymentRow {
  recordId: number;
  /** Of the document, as it was proposed. */
  revision: number;
  /** Decimal text; null where the document says none. */
  amount: string | null;
  currency: string;
  at: number;
  who: string;
  personId: number | null;
}

/** The documents that came first stand first. */
export async function listWaitingPayments(tx: ReadTransaction, limit: number): Promise<ProposedPaymentRow[]> {
  return tx.all(
    `SELECT r.id AS "recordId", d.revision, d.amount, d.currency, d.at, d.who, d.person_id AS "personId"
      FROM record r JOIN decision d ON d.id = (SELECT max(last.id) FROM decision last WHERE last.record_id = r.id)
      WHERE r.decision_proposed = 1 AND r.archived_revision IS DISTINCT FROM r.revision ORDER BY r.id LIMIT ?`,
    limit,
  );
}

/** How many deliveries of each kind of record stand behind a place of the journal, among the last `limit` of all. */
export async function countArrivedAfter(
  tx: ReadTransaction,
  seq: number,
  limit: number,
): Promise<{ kind: RecordKind; count: number }[]> {
  return tx.all(
    `SELECT kind, count(*) AS count FROM
        (SELECT kind FROM entry WHERE seq > ? AND revision IS NOT NULL ORDER BY seq DESC LIMIT ?) AS came GROUP BY kind`,
    seq,
    limit,
  );
}
