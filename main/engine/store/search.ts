/** The full-text search over records, and the words that it completes. */
import { withoutAccents } from '#shared/without-accents.ts';
import { indexKey } from './storable.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

/**
 * Cuts a text into words as the searches' tokenizer (`unicode61 remove_diacritics 2`) does: runs of letters and
 * digits, folded to lower case, accents dropped.
 */
export function tokenize(text: string): string[] {
  return withoutAccents(text).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
}

/** Inserts the search words of a new record. */
export async function insertSearchTokens(
  tx: WriteTransaction,
  recordId: number,
  tokens: string,
): Promise<void> {
  await tx.run('INSERT INTO search (rowid, words) VALUES (?, ?)', recordId, tokens);
}

/** Replaces the search words of a record. */
export async function replaceSearchTokens(
  tx: WriteTransaction,
  recordId: number,
  tokens: string,
): Promise<void> {
  await tx.run('INSERT OR REPLACE INTO search (rowid, words) VALUES (?, ?)', recordId, tokens);
}

/** Ids of the records that match an FTS5 expression of single words, newest first, below an id. */
export async function searchRecords(
  tx: ReadTransaction,
  expression: string,
  belowId: number,
  limit: number,
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    'SELECT rowid AS id FROM search WHERE search MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
    expression,
    belowId,
    limit,
  );
  return rows.map((row) => row.id);
}

/** Inserts a word for completion, unless it is known; one that is too long for an index is nobody's. */
export async function insertCompletionWord(tx: WriteTransaction, word: string): Promise<void> {
  if (word !== indexKey(word)) return;
  await tx.run('INSERT INTO search_word (word) VALUES (?) ON CONFLICT (word) DO NOTHING', word);
}

/** The known words that begin with a text, in alphabetical order. */
export async function listCompletionWords(
  tx: ReadTransaction,
  beginning: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx.all<{ word: string }>(
    'SELECT word FROM search_word WHERE word >= ? AND word < ? ORDER BY word LIMIT ?',
    beginning,
    `${beginning}\u{10FFFF}`,
    limit,
  );
  return rows.map((row) => row.word);
}

/** How many numbers that begin with one text are read. */
const numberSpan = 2000;

/** The ids of records of these kinds whose number begins with a text: of the highest numbers, those below an id. */
export async function listRecordsByNumber(
  tx: ReadTransaction,
  query: { beginning: string; kinds: readonly string[]; belowId: number; limit: number },
): Promise<number[]> {
  const rows = await tx.all<{ id: number; kind: string }>(
    `SELECT id, kind FROM (SELECT id, kind FROM record WHERE number >= ? AND number < ? ORDER BY number DESC LIMIT ?) AS highest
        WHERE id < ?`,
    query.beginning,
    `${query.beginning}\u{10FFFF}`,
    numberSpan,
    query.belowId,
  );
  return rows
    .filter((row) => query.kinds.includes(row.kind))
    .map((row) => row.id)
    .slice(0, query.limit);
}
