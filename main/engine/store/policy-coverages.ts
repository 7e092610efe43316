import { inForceSql } from './policy-version.ts';
import type { ReadTransaction } from './transaction.ts';

/** One list of coverages as vehicles in force have it. */
export interface CoverageList {
  /** The column `coverages`. */
  coverages: string;
  /** Vehicles in force that have it, counted up to a limit. */
  vehicles: number;
}

export const coverageListSql = {
  next: 'SELECT coverages FROM policy_vehicle WHERE coverages > ? ORDER BY coverages LIMIT 1',
  count: `SELECT count(*) AS count FROM (SELECT 1 FROM policy_vehicle v
    WHERE v.coverages = ? AND ${inForceSql('v')} LIMIT ?)`,
} as const;

/**
 * The different lists of coverages of the book behind one, at most `limit` of them; each step of the index skips all
 * vehicles that have the same one. `last` is where the next page goes on; null after the last.
 */
export async function coverageLists(
  tx: ReadTransaction,
  after: string,
  { limit, countLimit }: { limit: number; countLimit: number },
): Promise<{ lists: CoverageList[]; last: string | null }> {
  const lists: CoverageList[] = [];
  let last = after;
  for (let steps = 0; steps < limit; steps++) {
    const next = tx.get<{ coverages: string }>(coverageListSql.next, last)?.coverages;
    if (next === undefined) return { lists, last: null };
    last = next;
    const vehicles = tx.get<{ count: number }>(coverageListSql.count, next, countLimit)?.count ?? 0;
    // Rows that are in force no longer, or not yet, are no part of the book.
    if (vehicles > 0) lists.push({ coverages: next, vehicles });
  }
  return { lists, last };
}
