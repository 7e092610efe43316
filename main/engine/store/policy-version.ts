import type { ReadTransaction, WriteTransaction } from './transaction.ts';

/** Which version of the policy book is in force, and which one an import is writing. */
export interface BookVersion {
  version: number;
  pending: number | null;
}

export async function bookVersion(tx: ReadTransaction): Promise<BookVersion> {
  const found = tx.get<BookVersion>(
    'SELECT version, pending_version AS pending FROM policy_book WHERE only = 1',
  );
  if (found === undefined) throw new Error('The policy book has no version.');
  return found;
}

/** Opens the version that an import writes; null where another import has one. A version is never used twice. */
export async function openPendingVersion(tx: WriteTransaction): Promise<number | null> {
  const { changes } = tx.run(
    `UPDATE policy_book SET last_version = last_version + 1, pending_version = last_version + 1
      WHERE only = 1 AND pending_version IS NULL`,
  );
  return changes === 0 ? null : (await bookVersion(tx)).pending;
}

/** Brings the pending version in force: from now on every reader sees it, and none the one before. */
export async function enforcePendingVersion(tx: WriteTransaction): Promise<void> {
  tx.run(
    'UPDATE policy_book SET version = pending_version, pending_version = NULL WHERE pending_version IS NOT NULL',
  );
}

/** Gives the pending version up; its rows must be undone before, or they would stay for ever. */
export async function closePendingVersion(tx: WriteTransaction): Promise<void> {
  tx.run('UPDATE policy_book SET pending_version = NULL WHERE only = 1');
}

/** The condition that a row of `alias` is in force. */
export function inForceSql(alias: string): string {
  return `${alias}.from_version <= (SELECT version FROM policy_book WHERE only = 1)
    AND (${alias}.until_version IS NULL OR ${alias}.until_version > (SELECT version FROM policy_book WHERE only = 1))`;
}
