/** Connections with PostgreSQL that come back by themselves, and transactions over them. */
import { isIPv4, isIPv6 } from 'node:net';
import pg from 'pg';
import { errorCode } from '../../error-code.ts';
import type { ReadingConnection } from '../reader.ts';
import { StoreProblem } from '../store-error.ts';
import { GroupMemory, type SqlValue, storableValues, type WriteTransaction } from '../transaction.ts';
import type { WritingConnection } from '../writer.ts';
import { inPostgres } from './dialect.ts';

/** The schema of the database in which all tables of an installation stand, unless its address names another. */
const usualSchema = 'perito';

/** Where a database is. The password stands elsewhere: `PGPASSWORD`, or the file `~/.pgpass` (libpq, 34.15 and 34.16). */
export interface DatabaseAddress {
  /** As it was given. */
  readonly text: string;
  /** `postgresql://user@host:port/database`, without a password. */
  readonly url: string;
  readonly schema: string;
}

/**
 * Reads `postgresql://user@host:port/database?schema=name`. Throws a `StoreProblem` where it is none, has a password (which
 * whoever lists processes would read), or asks for less than a verified certificate of a server on another computer.
 */
export function databaseAddressOf(text: string): DatabaseAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2)
    throw refused('It has to be written as postgresql://user@host:port/database.');
  if (url.password !== '')
    throw refused('Its password belongs into PGPASSWORD or the file ~/.pgpass, not into the address.');
  const schema = url.searchParams.get('schema') ?? usualSchema;
  if (!/^[a-z_][a-z\d_]{0,62}$/.test(schema))
    throw refused('Its schema is a name of small letters, digits and _.');
  if ((url.searchParams.get('sslmode') ?? 'verify-full') !== 'verify-full')
    throw refused('A server on another computer is asked for a certificate that holds: sslmode=verify-full.');
  url.searchParams.delete('schema');
  url.searchParams.delete('sslmode');
  return { text, url: url.href, schema };
}

const refused = (why: string): StoreProblem =>
  new StoreProblem('notAccessible', `This address of a database cannot be used. ${why}`);

/** Whether what is sent to a server leaves the computer. */
function isLoopback(host: string): boolean {
  if (host === '' || host.startsWith('/') || host === 'localhost') return true;
  return isIPv4(host) ? host.startsWith('127.') : isIPv6(host) && host === '::1';
}

/** A server that says nothing for so long is given up, in milliseconds. */
const silentMilliseconds = 10_000;
/** A transaction in which nothing happens for so long is undone, so that no other waits for a leader that is gone. */
const idleMilliseconds = 3000;
const connectingMilliseconds = 5000;

/** Integers and sums as numbers, yes and no as 1 and 0, as SQLite gives them; bytes as a Buffer. */
const types = new pg.TypeOverrides();
const asNumber = (text: string): number => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is beyond what a number can hold.`);
  return number;
};
types.setTypeParser(pg.types.builtins.INT8, asNumber);
types.setTypeParser(pg.types.builtins.NUMERIC, asNumber);
types.setTypeParser(pg.types.builtins.BOOL, (text) => (text === 't' ? 1 : 0));

/** How a connection is used. */
export interface ConnectionOptions {
  isReadOnly?: boolean;
  /** Whether an answer may take as long as it likes, as where a whole table is read. */
  isPatient?: boolean;
}

/** One connection; broken, it is made anew by whoever asks for it next. */
export class PostgresConnection {
  readonly #address: DatabaseAddress;
  readonly #options: ConnectionOptions;
  #client: pg.Client | null = null;
  #isClosed = false;

  constructor(address: DatabaseAddress, options: ConnectionOptions = {}) {
    this.#address = address;
    this.#options = options;
  }

  /** The connection, where there is one now. */
  get client(): pg.Client | null {
    return this.#client;
  }

  /** Rejects with a `StoreProblem` where the server cannot be reached, or does not let us in. */
  async opened(): Promise<pg.Client> {
    if (this.#client !== null) return this.#client;
    if (this.#isClosed) throw new StoreProblem('closed', 'The store is closed.');
    const { url, schema } = this.#address;
    const { isReadOnly = false, isPatient = false } = this.#options;
    const host = decodeURIComponent(new URL(url).searchParams.get('host') ?? new URL(url).hostname);
    const client = new pg.Client({
      connectionString: url,
      ssl: isLoopback(host) ? false : { rejectUnauthorized: true },
      connectionTimeoutMillis: connectingMilliseconds,
      ...(!isPatient && { query_timeout: silentMilliseconds }),
      keepAlive: true,
      application_name: 'perito',
      options: [
        `-c search_path=${schema} -c synchronous_commit=on`,
        `-c idle_in_transaction_session_timeout=${isPatient ? 0 : idleMilliseconds}`,
        ...(isReadOnly ? ['-c default_transaction_read_only=on'] : []),
      ].join(' '),
      pipeline: true,
      types,
    });
    const lost = () => {
      if (this.#client === client) this.#client = null;
    };
    // Without somebody who listens, a connection that breaks while nothing is asked of it would end the program.
    client.on('error', lost);
    client.on('end', lost);
    try {
      await client.connect();
    } catch (failure) {
      await client.end().catch(() => {});
      throw asUnreachable(failure);
    }
    this.#client = client;
    return client;
  }

  /** What was asked over it is not waited for: it may never be answered. */
  drop(): void {
    const client = this.#client;
    this.#client = null;
    void client?.end().catch(() => {});
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }
}

/** Names of prepared statements by their text, the same over all connections. */
const prepared = new Map<string, { name: string; text: string }>();

function preparedOf(sql: string): { name: string; text: string } {
  const known = prepared.get(sql);
  if (known !== undefined) return known;
  const statement = { name: `s${prepared.size + 1}`, text: inPostgres(sql) };
  prepared.set(sql, statement);
  return statement;
}

/** Statements over one connection; several that are given at once share a round trip, and are run in their order. */
export class PostgresTransaction implements WriteTransaction {
  readonly memory = new GroupMemory();
  readonly dialect = 'postgres';
  readonly #connection: PostgresConnection;

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  async get<Row>(sql: string, ...parameters: SqlValue[]): Promise<Row | undefined> {
    return (await this.all<Row>(sql, ...parameters))[0];
  }

  async all<Row>(sql: string, ...parameters: SqlValue[]): Promise<Row[]> {
    return (await this.#query(sql, parameters)).rows as Row[];
  }

  async run(sql: string, ...parameters: SqlValue[]): Promise<{ changes: number }> {
    return { changes: (await this.#query(sql, parameters)).rowCount ?? 0 };
  }

  /** Sent before this returns, where there is a connection: what is sent next is run after it. */
  #query(sql: string, parameters: SqlValue[]): Promise<pg.QueryResult> {
    const query = { ...preparedOf(sql), values: storableValues(parameters) };
    const { client } = this.#connection;
    return client === null
      ? this.#connection.opened().then((opened) => opened.query(query))
      : client.query(query);
  }
}

/** Snapshots over one connection of its own. */
export function readingOf(address: DatabaseAddress): ReadingConnection {
  const connection = new PostgresConnection(address);
  return {
    transaction: new PostgresTransaction(connection),
    async begin() {
      const client = await connection.opened();
      // Goes out together with the first question, which fails as well where this does.
      client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY').catch(() => connection.drop());
    },
    async end() {
      try {
        await (await connection.opened()).query('COMMIT');
      } catch {
        connection.drop();
      }
    },
    close: () => connection.close(),
  };
}

/** Which of the writers of an installation this is, and since which take-over: one that was followed by another commits nothing. */
export interface WriterPlace {
  readonly name: 'journal' | 'store';
  readonly epoch: number;
}

/**
 * The transactions of a writer. Each ends by the writer's stamp, which names it: after a commit of which nothing was heard it is
 * looked up whether the stamp is there.
 */
export function writingOf(
  address: DatabaseAddress,
  place: WriterPlace,
): WritingConnection & { close(): Promise<void> } {
  const connection = new PostgresConnection(address);
  const transaction = new PostgresTransaction(connection);
  let isBegun = false;
  const wasCommitted = async (stamp: string): Promise<boolean> => {
    const client = await connection.opened();
    const found = await client.query('SELECT 1 FROM writer WHERE name = $1 AND stamp = $2', [
      place.name,
      stamp,
    ]);
    return found.rowCount === 1;
  };
  return {
    transaction,
    async begin(isSynced) {
      const client = await connection.opened();
      isBegun = true;
      const begun = [client.query('BEGIN')];
      if (!isSynced) begun.push(client.query('SET LOCAL synchronous_commit = off'));
      for (const sent of begun) sent.catch(() => connection.drop());
    },
    async commit() {
      const stamp = crypto.randomUUID();
      try {
        const client = await connection.opened();
        if (!isBegun) throw new Error('Nothing was begun.');
        const written = transaction.memory.runWithCommit();
        // In one message, so that nobody waits for the writer's row while a COMMIT is on its way.
        const committed = client.query(
          `SELECT stamp_commit('${place.name}', ${place.epoch}, '${stamp}'); COMMIT`,
        );
        // What failed before it is the reason where both fail.
        await Promise.all([written, committed]);
        isBegun = false;
      } catch (failure) {
        if (isSuperseded(failure)) throw superseded(failure);
        if (!isConnectionLost(failure)) throw failure;
        isBegun = false;
        connection.drop();
        const isThere = await wasCommitted(stamp).catch(() => null);
        if (isThere === true) return;
        if (isThere === false) throw failure;
        throw asUnreachable(failure);
      }
    },
    async rollBack() {
      if (!isBegun) return;
      isBegun = false;
      try {
        await (await connection.opened()).query('ROLLBACK');
      } catch {
        connection.drop();
      }
    },
    asProblem: asPostgresProblem,
    close: () => connection.close(),
  };
}

/** What `stamp_commit` raises. */
const isSuperseded = (failure: unknown): boolean => errorCode(failure) === 'PR001';

export const superseded = (cause: unknown): StoreProblem =>
  new StoreProblem(
    'superseded',
    'Another Perito has taken over this database. This one writes nothing more: close it, or start it again to stand by.',
    cause,
  );

/** Nothing was answered, or nothing more will be: class 08 and 57P, and what Node says of sockets (PostgreSQL, Appendix A). */
function isConnectionLost(failure: unknown): boolean {
  const code = errorCode(failure) ?? '';
  if (/^(08...|57P0[1-5])$/.test(code) || /^E[A-Z]+$/.test(code)) return true;
  return (
    failure instanceof Error &&
    /^(Connection terminated|Query read timeout|Client has encountered|Client was closed|timeout expired)/.test(
      failure.message,
    )
  );
}

/** What a failure of the server means for whoever wanted something written. */
export function asPostgresProblem(failure: unknown): unknown {
  if (failure instanceof StoreProblem) return failure;
  const code = errorCode(failure) ?? '';
  if (code === '25006')
    return new StoreProblem('readOnly', 'This data is open to be read, not to be changed.', failure);
  if (code === '53100')
    return new StoreProblem(
      'diskFull',
      'The disk of the database server is full; nothing was lost.',
      failure,
    );
  if (isConnectionLost(failure) || /^53/.test(code)) return asUnreachable(failure);
  return failure;
}

function asUnreachable(failure: unknown): StoreProblem {
  const why = failure instanceof Error ? failure.message : String(failure);
  return new StoreProblem(
    'unreachable',
    `The database server does not answer (${why}). Nothing was lost; it is tried again.`,
    failure,
  );
}
