import type Database from 'better-sqlite3';
import type { Nesting } from './nesting.ts';
import { StoreProblem } from './store-error.ts';
import { ConnectionTransaction, type ReadTransaction } from './transaction.ts';

export type Query<Result> = (tx: ReadTransaction) => Promise<Result>;

/**
 * The reads of one connection. Each is one snapshot: a transaction of its own, from its first statement on. They run one
 * after the other, since a connection has one transaction at a time. A second connection would win nothing: the statements
 * of all of them run on this thread.
 */
export class Reader {
  readonly #database: Database.Database;
  readonly #transaction: ConnectionTransaction;
  readonly #nesting: Nesting;
  readonly #begin: Database.Statement<[]>;
  readonly #look: Database.Statement<[]>;
  readonly #end: Database.Statement<[]>;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(database: Database.Database, nesting: Nesting) {
    this.#database = database;
    this.#transaction = new ConnectionTransaction(database);
    this.#nesting = nesting;
    this.#begin = database.prepare('BEGIN');
    this.#look = database.prepare('SELECT 1 FROM main.sqlite_schema LIMIT 1');
    this.#end = database.prepare('COMMIT');
  }

  /** Rejects with the query's error; where it stands inside another read or a job; and once the store is closed. */
  async read<Result>(query: Query<Result>): Promise<Result> {
    this.#nesting.refuseInside('read');
    if (this.#isClosed) throw new StoreProblem('closed', 'The store is closed.');
    const reading = this.#last.then(() => this.#snapshot(query));
    this.#last = reading.catch(() => {});
    return reading;
  }

  /** Waits for the reads so far, takes no more, and closes the connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
    this.#database.close();
  }

  async #snapshot<Result>(query: Query<Result>): Promise<Result> {
    this.#begin.run();
    try {
      // The journal, which is attached, is always ahead of what is derived from it: this snapshot is taken first.
      this.#look.get();
      return await this.#nesting.inside('read', () => query(this.#transaction));
    } finally {
      this.#endSnapshot();
    }
  }

  /** Whatever was met in it: the next read has one of its own. */
  #endSnapshot(): void {
    try {
      // SQLite may have ended it by itself, for example where the disk failed.
      if (this.#database.inTransaction) this.#end.run();
    } catch {
      // Of a damaged file not even this can be had; what the query met says more.
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
    }
  }
}
