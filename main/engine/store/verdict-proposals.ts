/** Approvals that wait for a second person (`verdict_proposal`): one row each, ended once and never edited. */
import {
  countRows,
  insertedId,
  type ReadTransaction,
  selected,
  type WriteTransaction,
} from './transaction.ts';

/** What became of a proposal; `overtaken`: by a verdict, or by a later proposal. */
export type ProposalEnding = 'confirmed' | 'rejected' | 'withdrawn' | 'overtaken';

/** A row of `verdict_proposal`; times in milliseconds since 1970. */
export interface ProposalRow {
  id: number;
  cancellationId: number;
  /** What the marketplace's user is to read; null for nothing. */
  responseText: string | null;
  reasonCode: string | null;
  /** The order as whoever proposed read it: its revision, and its total in RD$, null where it said none. */
  revision: number;
  amount: string | null;
  at: number;
  who: string;
  personId: number | null;
  /** Null while it waits. */
  ending: ProposalEnding | null;
  endedAt: number | null;
  /** Null while it waits, and of one that was overtaken. */
  endedBy: string | null;
  endedById: number | null;
  /** Why it was rejected. */
  comment: string | null;
}

const columns = selected<ProposalRow>('p', [
  'id',
  'cancellationId',
  'responseText',
  'reasonCode',
  'revision',
  'amount',
  'at',
  'who',
  'personId',
  'ending',
  'endedAt',
  'endedBy',
  'endedById',
  'comment',
]);

type Proposed = Omit<ProposalRow, 'id' | 'ending' | 'endedAt' | 'endedBy' | 'endedById' | 'comment'>;

/** The new id. */
export async function insertProposal(tx: WriteTransaction, row: Proposed): Promise<number> {
  const id = await insertedId(
    tx,
    `INSERT INTO verdict_proposal (cancellation_id, response_text, reason_code, revision, amount, at, who, person_id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    row.cancellationId,
    row.responseText,
    row.reasonCode,
    row.revision,
    row.amount,
    row.at,
    row.who,
    row.personId,
  );
  return id;
}

/** Ends a proposal that waits; `by` is null where a verdict or a later proposal overtook it. */
export async function setProposalEnded(
  tx: WriteTransaction,
  id: number,
  end: { ending: ProposalEnding; at: number; by: { who: string; personId: number | null } | null },
  comment: string | null = null,
): Promise<void> {
  await tx.run(
    'UPDATE verdict_proposal SET ending = ?, ended_at = ?, ended_by = ?, ended_by_id = ?, comment = ? WHERE id = ?',
    end.ending,
    end.at,
    end.by?.who ?? null,
    end.by?.personId ?? null,
    comment,
    id,
  );
}

/** The proposals about a cancellation, the newest first. */
export async function listProposals(
  tx: ReadTransaction,
  cancellationId: number,
  limit: number,
): Promise<ProposalRow[]> {
  return tx.all<ProposalRow>(
    `SELECT ${columns} FROM verdict_proposal p WHERE p.cancellation_id = ? ORDER BY p.id DESC LIMIT ?`,
    cancellationId,
    limit,
  );
}

/** Cancellations of which an approval waits for a second person, the newest first, below an id. */
export async function listProposedCancellations(
  tx: ReadTransaction,
  belowId: number,
  limit: number,
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    `SELECT p.cancellation_id AS id FROM verdict_proposal p
      WHERE p.ending IS NULL AND p.cancellation_id < ? ORDER BY p.cancellation_id DESC LIMIT ?`,
    belowId,
    limit,
  );
  return rows.map(({ id }) => id);
}

/** Counts them, up to `limit`. */
export async function countProposedCancellations(tx: ReadTransaction, limit: number): Promise<number> {
  return countRows(tx, 'SELECT 1 FROM verdict_proposal WHERE ending IS NULL LIMIT ?', limit);
}
