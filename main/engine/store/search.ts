/** The index of the search: the terms of every record and of every note on a claim, and which are to be entered anew. */
import { withoutAccents } from '#shared/without-accents.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

/**
 * Cuts a text into words as the searches' tokenizer (`unicode61 remove_diacritics 2`) does: runs of letters and
 * digits, folded to lower case, accents dropped.
 */
export function tokenize(text: string): string[] {
  return withoutAccents(text).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
}

/** A row of the index: a record, a note on a claim, or a reminder of one. */
export interface SearchSubject {
  what: 'record' | 'claimNote' | 'claimReminder';
  id: number;
}

/** Reminders lie further below zero than any note. */
const belowNotes = 2 ** 40;

function rowOf({ what, id }: SearchSubject): number {
  if (what === 'record') return id;
  return what === 'claimNote' ? -id : -belowNotes - id;
}

/** Replaces the terms of a record or a note: letters and digits in lower case, with spaces between them. */
export async function replaceSearchTerms(
  tx: WriteTransaction,
  subject: SearchSubject,
  terms: string,
): Promise<void> {
  await tx.run('INSERT OR REPLACE INTO search (rowid, terms) VALUES (?, ?)', rowOf(subject), terms);
}

/** Takes a reminder that is gone out of the index. */
export async function deleteSearchTerms(tx: WriteTransaction, subject: SearchSubject): Promise<void> {
  await tx.run('DELETE FROM search WHERE rowid = ?', rowOf(subject));
}

/** A condition on the terms of a row. Words hold letters and digits only. */
export type PlainCondition =
  | { term: string }
  /** Any term that begins so: it costs as much as all rows that have one. */
  | { beginning: string }
  | { all: readonly PlainCondition[] }
  | { any: readonly PlainCondition[] };
export type SearchCondition = PlainCondition | { this: PlainCondition; without: PlainCondition };

/** As FTS5 reads it; the quotes keep AND, OR and NOT from being operators. */
function expressionOf(condition: SearchCondition): string {
  if ('term' in condition) return `"${condition.term}"`;
  if ('beginning' in condition) return `"${condition.beginning}"*`;
  if ('all' in condition) return `(${condition.all.map(expressionOf).join(' AND ')})`;
  if ('any' in condition) return `(${condition.any.map(expressionOf).join(' OR ')})`;
  return `(${expressionOf(condition.this)} NOT ${expressionOf(condition.without)})`;
}

/** Ids of the records that meet a condition, newest first, below an id. */
export async function searchRecords(
  tx: ReadTransaction,
  condition: SearchCondition,
  belowId: number,
  limit: number,
): Promise<number[]> {
  const given = [expressionOf(condition), belowId, limit] as const;
  if (tx.dialect === 'postgres') {
    // As one text: a row of a server costs more than the id in it.
    const found = await tx.get<{ ids: string }>(
      "SELECT array_to_string(ARRAY(SELECT newest_matches(?, ?, ?)), ',') AS ids",
      ...given,
    );
    return found?.ids ? found.ids.split(',').map(Number) : [];
  }
  const rows = await tx.all<{ id: number }>(
    'SELECT rowid AS id FROM search WHERE search MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
    ...given,
  );
  return rows.map((row) => row.id);
}

/** Ids of the notes on claims, or of the reminders of claims, that meet a condition, newest first. */
export async function searchClaimNotes(
  tx: ReadTransaction,
  condition: SearchCondition,
  limit: number,
  what: 'claimNote' | 'claimReminder' = 'claimNote',
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    tx.dialect === 'postgres'
      ? 'SELECT ? - oldest_with(?, ?) AS id'
      : 'SELECT ? - rowid AS id FROM search WHERE search MATCH ? ORDER BY rowid LIMIT ?',
    what === 'claimNote' ? 0 : -belowNotes,
    expressionOf(condition),
    limit,
  );
  return rows.map((row) => row.id);
}

/** What is to be entered anew, the newest records first; within one answer by id. */
export async function listStaleSearch(tx: ReadTransaction, limit: number): Promise<SearchSubject[]> {
  const rows = await tx.all<SearchSubject>(
    'SELECT what, id FROM search_stale ORDER BY what DESC, id DESC LIMIT ?',
    limit,
  );
  // The index takes rows with growing ids together.
  return rows.reverse();
}

export async function deleteStaleSearch(tx: WriteTransaction, { what, id }: SearchSubject): Promise<void> {
  await tx.run('DELETE FROM search_stale WHERE what = ? AND id = ?', what, id);
}

/** How many are to be entered anew, up to a limit. */
export async function countStaleSearch(tx: ReadTransaction, limit: number): Promise<number> {
  const row = await tx.get<{ count: number }>(
    'SELECT count(*) AS count FROM (SELECT 1 FROM search_stale LIMIT ?) AS stale',
    limit,
  );
  return row?.count ?? 0;
}

/** From so many pieces on the index is merged: a search looks into each. */
const manyPieces = 5;
/** About a millisecond's work. */
const pagesOfStep = 8;

/** Pieces that the index stands in, one after another: what was entered together is one until they are merged. */
const countPieces = `WITH RECURSIVE piece (id) AS (
  SELECT min(segid) FROM search_idx
  UNION ALL SELECT (SELECT min(segid) FROM search_idx WHERE segid > piece.id) FROM piece WHERE piece.id IS NOT NULL
) SELECT count(id) AS count FROM piece`;

/** PostgreSQL merges its index by itself. */
export async function isSearchInPieces(tx: ReadTransaction): Promise<boolean> {
  if (tx.dialect === 'postgres') return false;
  return ((await tx.get<{ count: number }>(countPieces))?.count ?? 0) >= manyPieces;
}

/**
 * Merges pieces of the index for about so long, two of like size into one, so that each entry is written again only as often as
 * the index doubles; whether there is more to merge (FTS5, section 6.8).
 */
export async function mergeSearch(tx: WriteTransaction, milliseconds: number): Promise<boolean> {
  const changed = async () =>
    (await tx.get<{ count: number }>('SELECT total_changes() AS count'))?.count ?? 0;
  if ((await tx.get("SELECT 1 FROM search_config WHERE k = 'usermerge'")) === undefined)
    await tx.run("INSERT INTO search (search, rank) VALUES ('usermerge', 2)");
  const until = performance.now() + milliseconds;
  do {
    const before = await changed();
    await tx.run("INSERT INTO search (search, rank) VALUES ('merge', ?)", pagesOfStep);
    // The statement itself counts as one.
    if ((await changed()) - before < 2) return false;
  } while (performance.now() < until);
  return true;
}
