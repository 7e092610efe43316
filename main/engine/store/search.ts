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

/** What is looked for: the newest records that meet a condition, below an id. */
export interface SearchQuestion {
  condition: SearchCondition;
  belowId: number;
  limit: number;
}

/** Ids of the records that meet each condition, newest first. */
export async function searchRecordsOfEach(
  tx: ReadTransaction,
  questions: readonly SearchQuestion[],
): Promise<number[][]> {
  if (tx.dialect === 'sqlite') {
    const found: number[][] = [];
    for (const { condition, belowId, limit } of questions) {
      const rows = await tx.all<{ id: number }>(
        'SELECT rowid AS id FROM search WHERE search MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
        expressionOf(condition),
        belowId,
        limit,
      );
      found.push(rows.map((row) => row.id));
    }
    return found;
  }
  // One statement, and the ids of each question as one text: a statement costs as much as a search, and a row more than an id in it.
  const rows = await tx.all<{ ids: string }>(
    `SELECT array_to_string(ARRAY(SELECT newest_matches(q.asked->>0, (q.asked->>1)::bigint, (q.asked->>2)::bigint)), ',') AS ids
      FROM json_array_elements(?::json) WITH ORDINALITY AS q (asked, place) ORDER BY q.place`,
    JSON.stringify(
      questions.map(({ condition, belowId, limit }) => [expressionOf(condition), belowId, limit]),
    ),
  );
  return rows.map(({ ids }) => (ids === '' ? [] : ids.split(',').map(Number)));
}

/** Ids of the records that meet a condition, newest first, below an id. */
export async function searchRecords(
  tx: ReadTransaction,
  condition: SearchCondition,
  belowId: number,
  limit: number,
): Promise<number[]> {
  const [ids = []] = await searchRecordsOfEach(tx, [{ condition, belowId, limit }]);
  return ids;
}

/** Whether any row meets a condition. */
export async function isMet(tx: ReadTransaction, condition: SearchCondition): Promise<boolean> {
  if (tx.dialect === 'sqlite')
    return (await searchRecords(tx, condition, Number.MAX_SAFE_INTEGER, 1)).length > 0;
  const row = await tx.get<{ isMet: number }>('SELECT any_match(?) AS "isMet"', expressionOf(condition));
  return row?.isMet === 1;
}

/** Which terms any row has, for one search. */
export class KnownTerms {
  readonly #tx: ReadTransaction;
  readonly #known = new Map<string, boolean>();

  constructor(tx: ReadTransaction) {
    this.#tx = tx;
  }

  /** Whether any row meets one of these conditions. */
  async isAny(any: readonly PlainCondition[]): Promise<boolean> {
    if (this.#tx.dialect === 'sqlite') return (await this.partOf({ any })) !== null;
    return any.length > 0 && isMet(this.#tx, { any });
  }

  /**
   * A condition without what it says twice, and without terms that no row has where each that stands in it costs a little for each
   * row that is held against it, which is so in SQLite; null where no row can meet it, as far as that is known.
   */
  async partOf(condition: PlainCondition): Promise<PlainCondition | null> {
    if ('all' in condition) {
      const parts = await this.#partsOf(condition.all, true);
      if (parts === null) return null;
      const all = different(parts.flatMap((part) => ('all' in part ? part.all : [part])));
      return all.length === 1 ? (all[0] ?? null) : { all };
    }
    if ('any' in condition) {
      const parts = (await this.#partsOf(condition.any, false)) ?? [];
      const any = different(parts.flatMap((part) => ('any' in part ? part.any : [part])));
      return any.length > 1 ? { any } : (any[0] ?? null);
    }
    return this.#tx.dialect === 'postgres' || (await this.#has(condition)) ? condition : null;
  }

  /** Null where one of them is missing and all are needed. */
  async #partsOf(
    conditions: readonly PlainCondition[],
    areAllNeeded: boolean,
  ): Promise<PlainCondition[] | null> {
    const parts: PlainCondition[] = [];
    for (const one of conditions) {
      const part = await this.partOf(one);
      if (part !== null) parts.push(part);
      else if (areAllNeeded) return null;
    }
    return parts;
  }

  async #has(leaf: PlainCondition): Promise<boolean> {
    const key = JSON.stringify(leaf);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const has = await isMet(this.#tx, leaf);
    this.#known.set(key, has);
    return has;
  }
}

const different = (conditions: readonly PlainCondition[]): PlainCondition[] => [
  ...new Map(conditions.map((one) => [JSON.stringify(one), one])).values(),
];

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

/** Of these records those that have a note, a reminder or a PDF with words: what is searched beside their bodies. */
export async function withTextsBeside(
  tx: ReadTransaction,
  recordIds: readonly number[],
): Promise<Set<number>> {
  const rows = await tx.all<{ id: number }>(
    `SELECT CAST(own.value AS BIGINT) AS id FROM json_each(?) own
      WHERE EXISTS (SELECT 1 FROM note n WHERE n.record_id = CAST(own.value AS BIGINT))
        OR EXISTS (SELECT 1 FROM reminder m WHERE m.record_id = CAST(own.value AS BIGINT))
        OR EXISTS (SELECT 1 FROM attachment a JOIN pdf_text t ON t.sha256 = a.sha256 WHERE a.record_id = CAST(own.value AS BIGINT))`,
    JSON.stringify(recordIds),
  );
  return new Set(rows.map(({ id }) => id));
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

/**
 * How many subjects are entered first, and for about how long, where one's own thread has so many milliseconds. Of a server several
 * are asked for at once, which would else be waited for again and again: that holds no thread, but whoever saves something waits as long.
 */
export const enteringPace = (
  { dialect }: ReadTransaction,
  milliseconds: number,
): { first: number; milliseconds: number } =>
  dialect === 'postgres' ? { first: 4, milliseconds: 25 } : { first: 1, milliseconds };

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
