/** A database that may be damaged, of which is read what can be read. */
import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isDamage } from './store-error.ts';

export type SqlRow = Record<string, string | number | bigint | null | Uint8Array>;

/** Rows of a table that could not be read: between two rows by number, or somewhere in it. */
export interface Unreadable {
  table: string;
  /** Rows that were read. */
  read: number;
  /** Runs of row numbers among which nothing could be read, the first few; empty where it is not known where they stood. */
  runs: { from: number; to: number }[];
}

/** A statement that fails on damage is tried so often, of a table, that all its leaves could be damaged but few. */
const maxFailures = 20_000;
const firstFew = 10;

export class DamagedDatabase {
  readonly #database: Database.Database;
  readonly #tables: ReadonlySet<string>;
  readonly schema: number;

  /** Throws where nothing at all can be read. */
  constructor(file: string) {
    this.#database = new Database(file, { readonly: true, timeout: 5000 });
    try {
      // Or a file that is shorter than it says would not be read at all.
      this.#database.unsafeMode(true);
      this.#database.pragma('writable_schema = ON');
      this.#database.pragma('cache_size = -16384');
      this.schema = Number(this.#database.pragma('user_version', { simple: true }));
      const names = this.#database
        .prepare<[], { name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
        .all();
      this.#tables = new Set(names.map(({ name }) => name));
      if (this.has('search')) addVocabulary(this.#database);
    } catch (failure) {
      this.#database.close();
      throw failure;
    }
  }

  has(table: string): boolean {
    return this.#tables.has(table);
  }

  /** The first value of a statement; undefined where it cannot be read. */
  value(sql: string): unknown {
    try {
      return this.#database.prepare(sql).pluck().get();
    } catch {
      return undefined;
    }
  }

  /** Rows of a statement, up to where it cannot be read: whether it came to its end. */
  *rows(sql: string): Generator<unknown[], boolean, void> {
    try {
      yield* this.#database.prepare<[], unknown[]>(sql).raw().iterate();
      return true;
    } catch (failure) {
      if (isDamage(failure)) return false;
      throw failure;
    }
  }

  /** Calls back with every row of a table that can be read and matches; what could not be read, or null. */
  salvage(table: string, where: string, take: (row: SqlRow) => void): Unreadable | null {
    if (!this.has(table)) return { table, read: 0, runs: [] };
    let read = 0;
    const counted = (row: SqlRow) => {
      read += 1;
      take(row);
    };
    const runs = this.#hasRowNumbers(table)
      ? this.#salvageByNumber(table, where, counted)
      : this.#salvageFromBothEnds(table, where, counted);
    return runs === null ? null : { table, read, runs: joined(runs).slice(0, firstFew) };
  }

  /** The same of the rows of some numbers of a table that has them. */
  salvageSpan(table: string, span: { from: number; to: number }, take: (row: SqlRow) => void): void {
    if (this.has(table)) this.#salvageSpans(table, 'true', [span], take);
  }

  /** Whether the page can be read on which a row of this number stands, or would stand. */
  isReachable(table: string, number: number): boolean {
    try {
      this.#database.prepare(`SELECT 1 FROM "${table}" NOT INDEXED WHERE rowid = ?`).get(number);
      return true;
    } catch (failure) {
      if (isDamage(failure)) return false;
      throw failure;
    }
  }

  #hasRowNumbers(table: string): boolean {
    const sql = this.value(`SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = '${table}'`);
    return !/WITHOUT ROWID/i.test(String(sql ?? ''));
  }

  /** Null where all was read; else the runs of numbers that were not. */
  #salvageByNumber(
    table: string,
    where: string,
    take: (row: SqlRow) => void,
  ): { from: number; to: number }[] | null {
    const first = this.value(`SELECT rowid FROM "${table}" NOT INDEXED ORDER BY rowid LIMIT 1`);
    const last = this.value(`SELECT rowid FROM "${table}" NOT INDEXED ORDER BY rowid DESC LIMIT 1`);
    const span = { from: Number(first ?? 0), to: Number(last ?? Number(first ?? 0) + maxUnknownSpan) };
    const unread = this.#salvageSpans(table, where, [span], take);
    return unread.length === 0 && (first === undefined) === (last === undefined) ? null : unread;
  }

  /** Halves what cannot be read until it is known which rows those are. */
  #salvageSpans(
    table: string,
    where: string,
    spans: { from: number; to: number }[],
    take: (row: SqlRow) => void,
  ): { from: number; to: number }[] {
    const unread: { from: number; to: number }[] = [];
    const select = this.#database.prepare<[number, number], SqlRow & { _number: number }>(
      `SELECT rowid AS _number, * FROM "${table}" NOT INDEXED WHERE rowid BETWEEN ? AND ? AND (${where}) ORDER BY rowid`,
    );
    // From the last, so that what is first on the stack is read first.
    for (let failures = 0; spans.length > 0; ) {
      const span = spans.pop();
      if (span === undefined || span.from > span.to) continue;
      let next = span.from;
      try {
        for (const { _number, ...row } of select.iterate(span.from, span.to)) {
          take(row);
          next = _number + 1;
        }
      } catch (failure) {
        if (!isDamage(failure)) throw failure;
        failures += 1;
        if (next >= span.to || failures > maxFailures) {
          unread.push({ from: next, to: Math.max(next, span.to) });
          continue;
        }
        const middle = Math.floor((next + span.to) / 2);
        spans.push({ from: middle + 1, to: span.to }, { from: next, to: middle });
      }
    }
    return unread;
  }

  /** Null where all was read. A key that is a text cannot be halved: what lies between is not known. */
  #salvageFromBothEnds(
    table: string,
    where: string,
    take: (row: SqlRow) => void,
  ): { from: number; to: number }[] | null {
    const keys = this.#database
      .prepare<[], { name: string }>(
        `SELECT name FROM pragma_table_info('${table}') WHERE pk > 0 ORDER BY pk`,
      )
      .all()
      .map(({ name }) => name);
    const walk = (direction: 'ASC' | 'DESC', isEnough: (row: SqlRow) => boolean): boolean => {
      const order = keys.map((key) => `"${key}" ${direction}`).join(', ');
      try {
        const rows = this.#database.prepare<[], SqlRow>(
          `SELECT * FROM "${table}" WHERE ${where} ORDER BY ${order}`,
        );
        for (const row of rows.iterate()) {
          if (isEnough(row)) return true;
          take(row);
        }
        return true;
      } catch (failure) {
        if (isDamage(failure)) return false;
        throw failure;
      }
    };
    let last: string | null = null;
    const keyOf = (row: SqlRow) => keys.map((key) => String(row[key])).join('\0');
    const isWhole = walk('ASC', (row) => {
      last = keyOf(row);
      return false;
    });
    if (isWhole) return null;
    walk('DESC', (row) => keyOf(row) === last);
    return [];
  }

  close(): void {
    this.#database.close();
  }
}

/** The words of the search with the number of records that have each, as `temp.search_vocabulary`. */
export function addVocabulary(database: Database.Database): void {
  database.exec(`CREATE VIRTUAL TABLE temp.search_vocabulary USING fts5vocab(main, 'search', 'row')`);
}

/** Of a table of which neither end can be read. */
const maxUnknownSpan = 1_000_000;

/** Runs that touch each other, as one. */
function joined(runs: readonly { from: number; to: number }[]): { from: number; to: number }[] {
  const all: { from: number; to: number }[] = [];
  for (const run of runs.toSorted((a, b) => a.from - b.from)) {
    const before = all.at(-1);
    if (before !== undefined && run.from <= before.to + 1) before.to = Math.max(before.to, run.to);
    else all.push({ ...run });
  }
  return all;
}

/** The database of a folder as far as it can be read, or why it cannot be. */
export function openDamaged(
  file: string,
): { database: DamagedDatabase } | { problem: 'missing' | 'empty' | 'unreadable' } {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return { problem: 'missing' };
  if (!found.isFile()) return { problem: 'unreadable' };
  if (found.size === 0) return { problem: 'empty' };
  try {
    const database = new DamagedDatabase(file);
    if (database.has('setting')) return { database };
    database.close();
    return { problem: 'unreadable' };
  } catch (failure) {
    if (isDamage(failure)) return { problem: 'unreadable' };
    throw failure;
  }
}
