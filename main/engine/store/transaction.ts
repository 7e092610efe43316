/** Transactions: what a query function takes, how its columns are named, and what a group of jobs remembers. */
import type Database from 'better-sqlite3';
import { storable } from './storable.ts';

/** What SQLite can hold. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/**
 * What a query function takes: one snapshot of what is committed. Every call is awaited, also where the engine below answers
 * at once, since it may be on another machine; what does not wait for each other's answers is asked at once, and goes there together.
 */
export interface ReadTransaction {
  readonly dialect: 'sqlite' | 'postgres';
  /** The first row, or undefined. The tables are STRICT, so a row has the types of its columns. */
  get<Row>(sql: string, ...parameters: SqlValue[]): Promise<Row | undefined>;
  all<Row>(sql: string, ...parameters: SqlValue[]): Promise<Row[]>;
}

/** A read transaction that may also write; only the writer makes one. */
export interface WriteTransaction extends ReadTransaction {
  readonly memory: GroupMemory;
  run(sql: string, ...parameters: SqlValue[]): Promise<{ changes: number }>;
}

/**
 * The columns of a SELECT under the names of a row's properties: `selected('a', ['id', 'recordId'])` is
 * `a.id, a.record_id AS "recordId"`: quoted, since some engines fold the case of a name that is not. An empty `table` leaves the prefix away.
 */
export function selected<Row>(table: string, properties: readonly (keyof Row & string)[]): string {
  const prefix = table === '' ? '' : `${table}.`;
  return properties
    .map((name) => {
      const column = columnOf(name);
      return column === name ? `${prefix}${column}` : `${prefix}${column} AS "${name}"`;
    })
    .join(', ');
}

/** Runs an INSERT of one row; the id of the new row, or null where a conflict left it out. */
export async function insertedRow(
  tx: WriteTransaction,
  sql: string,
  ...parameters: SqlValue[]
): Promise<number | null> {
  return (await tx.get<{ id: number }>(`${sql} RETURNING id`, ...parameters))?.id ?? null;
}

/** The same of one that meets no conflict. */
export async function insertedId(
  tx: WriteTransaction,
  sql: string,
  ...parameters: SqlValue[]
): Promise<number> {
  const id = await insertedRow(tx, sql, ...parameters);
  if (id === null) throw new Error('A row was not inserted.');
  return id;
}

/** How many rows `sql` finds: `SELECT 1 FROM … LIMIT ?`, since a long list is counted no further than it is shown. */
export async function countRows(
  tx: ReadTransaction,
  sql: string,
  ...parameters: SqlValue[]
): Promise<number> {
  const row = await tx.get<{ count: number }>(
    `SELECT count(*) AS count FROM (${sql}) AS found`,
    ...parameters,
  );
  return row?.count ?? 0;
}

/** What a page tells of rows that were counted to one more than `limit` at the most. */
export function cappedTotal(counted: number, limit: number): { total: number; totalIsCapped: boolean } {
  return { total: Math.min(counted, limit), totalIsCapped: counted > limit };
}

/** The column that holds a property: `record_id` of `recordId`. */
export const columnOf = (property: string): string =>
  property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** One connection as a transaction; each statement is compiled once, by its text. */
export class ConnectionTransaction implements WriteTransaction {
  readonly dialect = 'sqlite';
  readonly #database: Database.Database;
  readonly #isWriter: boolean;
  /** What ended the transaction, as far as it was not whoever began it. */
  #ending: unknown = new Error('There is no transaction.');
  readonly memory = new GroupMemory();
  readonly #statements = new Map<string, Database.Statement<SqlValue[]>>();

  /**
   * `isWriter`: nothing is changed outside of its transaction, which SQLite ends by itself where the disk is full or fails: what
   * was given together with the statement that met it must not be committed alone.
   */
  constructor(database: Database.Database, { isWriter = false }: { isWriter?: boolean } = {}) {
    this.#database = database;
    this.#isWriter = isWriter;
  }

  async get<Row>(sql: string, ...parameters: SqlValue[]): Promise<Row | undefined> {
    return this.#inside(() => this.#statement(sql).get(...storableValues(parameters)) as Row | undefined);
  }

  async all<Row>(sql: string, ...parameters: SqlValue[]): Promise<Row[]> {
    return this.#inside(() => this.#statement(sql).all(...storableValues(parameters)) as Row[]);
  }

  async run(sql: string, ...parameters: SqlValue[]): Promise<{ changes: number }> {
    const { changes } = this.#inside(() => this.#statement(sql).run(...storableValues(parameters)));
    return { changes };
  }

  #inside<Result>(run: () => Result): Result {
    if (!this.#isWriter) return run();
    if (!this.#database.inTransaction) throw this.#ending;
    try {
      return run();
    } catch (failure) {
      this.#ending = failure;
      throw failure;
    }
  }

  #statement(sql: string): Database.Statement<SqlValue[]> {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare<SqlValue[]>(plannedOnce(sql));
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/**
 * SQL with `+?` in place of each `?`. SQLite plans a statement anew at each run where the value of a bare parameter might
 * change the plan (`LIMIT ?`, or `= ?` beside a join or an ORDER BY), which takes up to ten times as long as the run
 * itself. The sign leaves every value as it is, and the statement is planned once. No text in the SQL may contain a `?`.
 */
const plannedOnce = (sql: string): string => sql.replaceAll('?', '+?');

/**
 * Here, so that what is looked for and what is stored are made storable alike, whoever asks. A driver that writes UTF-8 puts
 * U+FFFD in place of half a pair of surrogates by itself.
 */
export const storableValues = (values: SqlValue[]): SqlValue[] =>
  values.some(isNotStorable) ? values.map(asStorable) : values;

const isNotStorable = (value: SqlValue): boolean => typeof value === 'string' && value.includes('\0');
const asStorable = (value: SqlValue): SqlValue => (typeof value === 'string' ? storable(value) : value);

/** Names a value of type `Value` that is remembered during a group. */
export class CacheKey<Value> {
  declare readonly value: Value;
}

/**
 * What functions of the store remember from one job to the next of a group, so that sixty orders read the last
 * audit hash once and write their sequence once. All of it is forgotten when the group ends, either way.
 */
export class GroupMemory {
  readonly #values = new Map<object, unknown>();
  #atCommit: (() => Promise<void>)[] = [];
  #withCommit: (() => Promise<unknown>)[] = [];

  get<Value>(name: CacheKey<Value>): Value | undefined {
    return this.#values.get(name) as Value | undefined;
  }

  set<Value>(name: CacheKey<Value>, value: Value): void {
    this.#values.set(name, value);
  }

  /** Runs in the transaction, before it is committed; one after the other, in the order in which they were given. */
  atCommit(run: () => Promise<void>): void {
    this.#atCommit.push(run);
  }

  /**
   * Runs after all else, its statements in one message with the commit where they go to another machine: it gives all of them at
   * once, and waits for no answer before the next.
   */
  withCommit(run: () => Promise<unknown>): void {
    this.#withCommit.push(run);
  }

  async runBeforeCommit(): Promise<void> {
    for (const run of this.#atCommit) await run();
  }

  async runWithCommit(): Promise<void> {
    await Promise.all(this.#withCommit.map((run) => run()));
  }

  forget(): void {
    this.#values.clear();
    this.#atCommit = [];
    this.#withCommit = [];
  }
}
