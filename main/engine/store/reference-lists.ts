/** Copies of the marketplace's reference lists, and how the last try of each went. */
import type { ReferenceProblem } from '#shared/contract/reference.ts';
import type { ReferenceList } from '#shared/reference-terms.ts';
import { type ReadTransaction, selected, type WriteTransaction } from './transaction.ts';

/** How the last try of a list went, without the copy itself. */
export interface ReferenceListRow {
  list: ReferenceList;
  triedAt: number | null;
  /** A `ReferenceProblem`, JSON. */
  problem: string | null;
  failures: number;
  fetchedAt: number | null;
  /** When an empty list came in place of a good one; null where none did. */
  suspiciousAt: number | null;
}

/** One row for each list that was ever tried, in no order. */
export async function listReferenceLists(tx: ReadTransaction): Promise<ReferenceListRow[]> {
  return tx.all<ReferenceListRow>(
    `SELECT ${selected<ReferenceListRow>('l', ['list', 'triedAt', 'problem', 'failures', 'fetchedAt', 'suspiciousAt'])} FROM reference_list l`,
  );
}

/** The last good copy as it came, JSON, and when it was fetched; null where there never was one. */
export async function findReferenceListCopy(
  tx: ReadTransaction,
  list: ReferenceList,
): Promise<{ fetchedAt: number; body: string } | null> {
  const row = await tx.get<{ fetchedAt: number; body: string }>(
    'SELECT fetched_at AS "fetchedAt", body FROM reference_list WHERE list = ? AND body IS NOT NULL',
    list,
  );
  return row ?? null;
}

export async function upsertReferenceList(
  tx: WriteTransaction,
  list: ReferenceList,
  at: number,
  body: string,
): Promise<void> {
  await tx.run(
    `INSERT INTO reference_list (list, tried_at, problem, failures, fetched_at, body) VALUES (?, ?, NULL, 0, ?, ?)
      ON CONFLICT (list) DO UPDATE SET tried_at = excluded.tried_at, problem = NULL, failures = 0,
        fetched_at = excluded.fetched_at, body = excluded.body, suspicious_at = NULL, suspicious_body = NULL`,
    list,
    at,
    at,
    body,
  );
}

/** Sets the empty list that came in place of a good one beside the last good copy, which stays. */
export async function setSuspiciousList(
  tx: WriteTransaction,
  list: ReferenceList,
  at: number,
  body: string,
): Promise<void> {
  await tx.run(
    `UPDATE reference_list SET tried_at = ?, problem = NULL, failures = 0, suspicious_at = ?, suspicious_body = ?
      WHERE list = ?`,
    at,
    at,
    body,
    list,
  );
}

/** Makes the suspicious copy the good one; false where there is none. */
export async function acceptSuspiciousList(tx: WriteTransaction, list: ReferenceList): Promise<boolean> {
  const { changes } = await tx.run(
    `UPDATE reference_list SET fetched_at = suspicious_at, body = suspicious_body, suspicious_at = NULL,
         suspicious_body = NULL WHERE list = ? AND suspicious_at IS NOT NULL`,
    list,
  );
  return changes === 1;
}

/** Counts a failed try and sets its problem; the last good copy stays. */
export async function upsertReferenceFailure(
  tx: WriteTransaction,
  list: ReferenceList,
  at: number,
  problem: ReferenceProblem,
): Promise<void> {
  await tx.run(
    `INSERT INTO reference_list (list, tried_at, problem, failures) VALUES (?, ?, ?, 1)
      ON CONFLICT (list) DO UPDATE SET tried_at = excluded.tried_at, problem = excluded.problem,
        failures = reference_list.failures + 1`,
    list,
    at,
    JSON.stringify(problem),
  );
}

/** Sets why nothing was tried, for example for want of an address or key; that is no failure. */
export async function upsertReferenceNotSetUp(
  tx: WriteTransaction,
  list: ReferenceList,
  problem: ReferenceProblem,
): Promise<void> {
  await tx.run(
    `INSERT INTO reference_list (list, problem) VALUES (?, ?)
      ON CONFLICT (list) DO UPDATE SET problem = excluded.problem, failures = 0`,
    list,
    JSON.stringify(problem),
  );
}
