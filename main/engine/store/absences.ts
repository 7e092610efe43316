/** When nothing was received, and what the journal says of the time around. */
import type { AbsenceReason, RecordKind } from '#shared/terms.ts';
import type { EntryKind } from './journal.ts';
import { countRows, type ReadTransaction, selected, type WriteTransaction } from './transaction.ts';

/** A row of `absence`; instants in milliseconds since 1970. */
export interface AbsenceRow {
  id: number;
  fromAt: number;
  untilAt: number;
  why: AbsenceReason;
  seenAt: number | null;
  seenBy: string | null;
}

const columns = selected<AbsenceRow>('', ['id', 'fromAt', 'untilAt', 'why', 'seenAt', 'seenBy']);

/** Inserts one, unless one that began then is there. */
export async function insertAbsence(
  tx: WriteTransaction,
  { fromAt, untilAt, why }: Pick<AbsenceRow, 'fromAt' | 'untilAt' | 'why'>,
): Promise<void> {
  await tx.run(
    'INSERT INTO absence (from_at, until_at, why) VALUES (?, ?, ?) ON CONFLICT (from_at) DO NOTHING',
    fromAt,
    untilAt,
    why,
  );
}

export async function findAbsence(tx: ReadTransaction, id: number): Promise<AbsenceRow | undefined> {
  return tx.get<AbsenceRow>(`SELECT ${columns} FROM absence WHERE id = ?`, id);
}

/** The newest first. */
export async function listAbsences(tx: ReadTransaction, limit: number): Promise<AbsenceRow[]> {
  return tx.all<AbsenceRow>(`SELECT ${columns} FROM absence ORDER BY from_at DESC LIMIT ?`, limit);
}

export async function countUnseenAbsences(tx: ReadTransaction, limit: number): Promise<number> {
  return countRows(tx, 'SELECT 1 FROM absence WHERE seen_at IS NULL LIMIT ?', limit);
}

/** Marks one as read, and all before it: whoever reads the newest knows of the others. */
export async function setAbsenceSeen(
  tx: WriteTransaction,
  id: number,
  at: number,
  by: string,
): Promise<void> {
  await tx.run(
    `UPDATE absence SET seen_at = ?, seen_by = ?
      WHERE seen_at IS NULL AND from_at <= (SELECT from_at FROM absence WHERE id = ?)`,
    at,
    by,
    id,
  );
}

/** No stretch of the journal is counted further than this. */
const maxCounted = 50_000;

/** How many entries of each kind stand behind one place of the journal up to another. */
export async function countEntriesBetween(
  tx: ReadTransaction,
  after: number,
  upTo: number,
): Promise<{ kind: EntryKind; count: number }[]> {
  return tx.all<{ kind: EntryKind; count: number }>(
    `SELECT kind, count(*) AS count FROM (SELECT kind FROM entry WHERE seq > ? AND seq <= ? LIMIT ${maxCounted}) AS counted
      GROUP BY kind`,
    after,
    upTo,
  );
}

/** New records behind one place of the journal up to another: of which kind, and the marketplace's id. */
export async function listNewIdsBetween(
  tx: ReadTransaction,
  after: number,
  upTo: number,
): Promise<{ kind: RecordKind; marketplaceId: number }[]> {
  return tx.all<{ kind: RecordKind; marketplaceId: number }>(
    `SELECT kind, marketplace_id AS "marketplaceId" FROM entry
      WHERE seq > ? AND seq <= ? AND revision = 1 ORDER BY seq`,
    after,
    upTo,
  );
}

/** When the first entry of the journal came; null where there is none. */
export async function findFirstEntryAt(tx: ReadTransaction): Promise<number | null> {
  return (await tx.get<{ at: number }>('SELECT at FROM entry ORDER BY seq LIMIT 1'))?.at ?? null;
}
