import type { ReadTransaction, WriteTransaction } from './transaction.ts';

/** Enters a record's words, or replaces them. */
export async function setSearchWords(tx: WriteTransaction, recordId: number, words: string): Promise<void> {
  tx.run('INSERT OR REPLACE INTO search (rowid, words) VALUES (?, ?)', recordId, words);
}

/** Ids of the records that match an FTS5 expression of single words, newest first, below an id. */
export async function searchRecords(
  tx: ReadTransaction,
  expression: string,
  belowId: number,
  limit: number,
): Promise<number[]> {
  return tx
    .all<{ id: number }>(
      'SELECT rowid AS id FROM search WHERE search MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
      expression,
      belowId,
      limit,
    )
    .map((row) => row.id);
}

/** Keeps a word of the search for completion. */
export async function insertSearchWord(tx: WriteTransaction, word: string): Promise<void> {
  tx.run('INSERT INTO search_word (word) VALUES (?) ON CONFLICT DO NOTHING', word);
}

/** Known words that begin so, in alphabetical order. */
export async function searchWordsFrom(
  tx: ReadTransaction,
  beginning: string,
  limit: number,
): Promise<string[]> {
  return tx
    .all<{ word: string }>(
      'SELECT word FROM search_word WHERE word >= ? AND word < ? ORDER BY word LIMIT ?',
      beginning,
      `${beginning}\u{10FFFF}`,
      limit,
    )
    .map((row) => row.word);
}

/** Ids of the records whose number begins so, highest numbers first. */
export async function recordsByNumber(
  tx: ReadTransaction,
  beginning: string,
  limit: number,
): Promise<number[]> {
  return tx
    .all<{ id: number }>(
      'SELECT id FROM record WHERE number >= ? AND number < ? ORDER BY number DESC LIMIT ?',
      beginning,
      `${beginning}\u{10FFFF}`,
      limit,
    )
    .map((row) => row.id);
}
