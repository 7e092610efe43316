import type { Nesting } from './nesting.ts';
import { StoreProblem } from './store-error.ts';
import type { ReadTransaction } from './transaction.ts';

export type Query<Result> = (tx: ReadTransaction) => Promise<Result>;

/** A connection that only reads, one snapshot at a time. */
export interface ReadingConnection {
  readonly transaction: ReadTransaction;
  /** Takes a snapshot, the journal's not before that of what is derived from it. */
  begin(): Promise<void>;
  /** Lets it go, whatever was met in it; never rejects. */
  end(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The reads of one connection. Each is one snapshot: a transaction of its own, from its first statement on. They run one
 * after the other, since a connection has one transaction at a time. Of SQLite a second connection would win nothing: the
 * statements of all of them run on this thread.
 */
export class Reader {
  readonly #connection: ReadingConnection;
  readonly #nesting: Nesting;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(connection: ReadingConnection, nesting: Nesting) {
    this.#connection = connection;
    this.#nesting = nesting;
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
    await this.#connection.close();
  }

  async #snapshot<Result>(query: Query<Result>): Promise<Result> {
    await this.#connection.begin();
    try {
      return await this.#nesting.inside('read', () => query(this.#connection.transaction));
    } finally {
      await this.#connection.end();
    }
  }
}
