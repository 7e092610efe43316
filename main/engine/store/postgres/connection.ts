/** Connections with PostgreSQL that come back by themselves, and transactions over them. */
import { isIPv4, isIPv6, Socket } from 'node:net';
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
  /**
   * `postgresql://user@host:port/database`, without a password, of each server that may have it: the one that takes writing is
   * used, whichever it is at present.
   */
  readonly servers: readonly string[];
  readonly schema: string;
}

/**
 * Reads `postgresql://user@host:port,host:port/database?schema=name`. Throws a `StoreProblem` where it is none, has a password
 * (which whoever lists processes would read), or asks for less than a verified certificate of a server on another computer.
 */
export function databaseAddressOf(text: string): DatabaseAddress {
  // Several hosts are libpq's (34.1.1.3), which no URL may have.
  const [, before = '', hosts = '', after = ''] = /^([^/]+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(text) ?? [];
  const servers = hosts.split(',').map((host) => serverOf(`${before}${host}${after}`));
  const [first] = servers;
  if (first === undefined) throw refused('It names no server.');
  return { text, servers: servers.map(({ url }) => url), schema: first.schema };
}

function serverOf(text: string): { url: string; schema: string } {
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
  if ((url.searchParams.get('target_session_attrs') ?? 'read-write') !== 'read-write')
    throw refused('Perito writes: of its servers the one is used that takes it (target_session_attrs).');
  for (const ours of ['schema', 'sslmode', 'target_session_attrs']) url.searchParams.delete(ours);
  return { url: url.href, schema };
}

const refused = (why: string): StoreProblem =>
  new StoreProblem('notAccessible', `This address of a database cannot be used. ${why}`);

/** Whether what is sent to a server leaves the computer. */
function isLoopback(host: string): boolean {
  if (host === '' || host.startsWith('/') || host === 'localhost') return true;
  return isIPv4(host) ? host.startsWith('127.') : isIPv6(host) && host === '::1';
}

/** How long a connection waits, in milliseconds; 0 without end. */
export interface Patience {
  /** A server that says nothing for so long is given up, and what another has locked is not waited for any longer. */
  silent: number;
  /** A transaction in which nothing happens for so long is undone, so that no other waits for a leader that is gone. */
  idle: number;
}
/** Of what a caller waits for. */
export const ofCalls: Patience = { silent: 5000, idle: 3000 };
/** Of what a screen waits for, or nobody. */
export const ofWork: Patience = { silent: 30_000, idle: 20_000 };
/** Of what may take as long as it likes, as where whole tables are read or an index is made. */
export const ofTables: Patience = { silent: 0, idle: 0 };

const connectingMilliseconds = 3000;
/** How soon either end finds out that the other's computer is gone; of the server's in seconds (PostgreSQL, 20.3.2). */
const keepAliveMilliseconds = 5000;
const keepAliveOfServer = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';

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

/** Which of the servers of an address took writing last, so that one that is gone is not tried first by each connection. */
const lastUsed = new Map<string, number>();

function newPausing(): PromiseWithResolvers<never> {
  const pausing = Promise.withResolvers<never>();
  // Nobody may wait for it.
  pausing.promise.catch(() => {});
  return pausing;
}

/**
 * Whether a server is a standby. From now on the connection compresses what is long by LZ4, where the server was built with it: a
 * delivery takes a quarter less of the server's processor. What is there stays as it is.
 */
const begin = `SELECT pg_is_in_recovery() AS standby, (SELECT set_config(name, 'lz4', false) FROM pg_settings
  WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)) AS compression`;

interface LiveConnection {
  client: pg.Client;
  /** Ends it at once: a server that is gone does not answer a farewell. */
  destroy(): void;
}

/** One connection; broken, it is made anew by whoever asks for it next. */
export class PostgresConnection {
  readonly #address: DatabaseAddress;
  readonly #patience: Patience;
  readonly #isReadOnly: boolean;
  #live: LiveConnection | null = null;
  #opening: Promise<pg.Client> | null = null;
  #paused: StoreProblem | null = null;
  #pausing = newPausing();
  #isClosed = false;

  constructor(
    address: DatabaseAddress,
    patience: Patience,
    { isReadOnly = false }: { isReadOnly?: boolean } = {},
  ) {
    this.#address = address;
    this.#patience = patience;
    this.#isReadOnly = isReadOnly;
  }

  /** Rejects with a `StoreProblem` where no server can be reached that takes writing, or it does not let us in. */
  opened(): Promise<pg.Client> {
    if (this.#paused !== null) return Promise.reject(this.#paused);
    if (this.#live !== null) return Promise.resolve(this.#live.client);
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    return Promise.race([this.#opening, this.#pausing.promise]);
  }

  async #open(): Promise<pg.Client> {
    const { text, servers } = this.#address;
    const first = lastUsed.get(text) ?? 0;
    let met: unknown = null;
    for (let offset = 0; offset < servers.length && !this.#isClosed; offset += 1) {
      const index = (first + offset) % servers.length;
      try {
        const live = await this.#connect(servers[index] ?? '');
        if (this.#isClosed) {
          live.destroy();
          break;
        }
        lastUsed.set(text, index);
        this.#live = live;
        return live.client;
      } catch (failure) {
        met ??= failure;
      }
    }
    throw this.#isClosed ? new StoreProblem('closed', 'The store is closed.') : asUnreachable(met);
  }

  async #connect(url: string): Promise<LiveConnection> {
    const { silent, idle } = this.#patience;
    const host = decodeURIComponent(new URL(url).searchParams.get('host') ?? new URL(url).hostname);
    const socket = new Socket();
    const client = new pg.Client({
      connectionString: url,
      ssl: isLoopback(host) ? false : { rejectUnauthorized: true },
      stream: () => socket,
      connectionTimeoutMillis: connectingMilliseconds,
      query_timeout: silent,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMilliseconds,
      application_name: 'perito',
      options: [
        `-c search_path=${this.#address.schema} -c synchronous_commit=on`,
        // Not statement_timeout: it would end the wait for a standby, and say that what is not there yet was committed.
        `-c lock_timeout=${silent} -c idle_in_transaction_session_timeout=${idle}`,
        keepAliveOfServer,
        ...(this.#isReadOnly ? ['-c default_transaction_read_only=on'] : []),
      ].join(' '),
      pipeline: true,
      types,
    });
    const live = { client, destroy: () => void socket.destroy() };
    const lost = () => {
      if (this.#live === live) this.#live = null;
    };
    // Without somebody who listens, a connection that breaks while nothing is asked of it would end the program.
    client.on('error', lost);
    client.on('end', lost);
    try {
      await client.connect();
      const { rows } = await client.query<{ standby: number }>(begin);
      if (rows[0]?.standby !== 0) throw new Error(`${host} is a standby, which takes no writing`);
      return live;
    } catch (failure) {
      live.destroy();
      throw failure;
    }
  }

  /** What was asked over it is not waited for: it may never be answered. */
  drop(): void {
    this.#live?.destroy();
    this.#live = null;
  }

  /** Drops it, and refuses whoever asks for it, or waits for it, until it goes on. */
  pause(problem: StoreProblem): void {
    this.#paused = problem;
    this.#pausing.reject(problem);
    this.drop();
  }

  goOn(): void {
    this.#paused = null;
    this.#pausing = newPausing();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const live = this.#live;
    this.#live = null;
    if (live === null) return;
    const farewell = setTimeout(live.destroy, farewellMilliseconds);
    await live.client.end().catch(() => {});
    clearTimeout(farewell);
    live.destroy();
  }
}

const farewellMilliseconds = 500;

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
  readonly #client: () => pg.Client | Promise<pg.Client>;
  #reason: unknown = null;

  constructor(client: () => pg.Client | Promise<pg.Client>) {
    this.#client = client;
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
    const client = this.#client();
    const sent =
      client instanceof Promise ? client.then((opened) => opened.query(query)) : client.query(query);
    return sent.catch((failure: unknown) => {
      throw this.reasonOf(failure);
    });
  }

  /** Of what stands behind a statement that failed it is only said that something did (25P02): the reason is that of the first. */
  reasonOf(failure: unknown): unknown {
    if (errorCode(failure) === '25P02') return this.#reason ?? failure;
    this.#reason = failure;
    return failure;
  }
}

/**
 * The client over which a transaction was begun. What is left of one whose connection broke is not run over the next: there it
 * would stand in no transaction.
 */
class BegunOver {
  #client: pg.Client | null = null;

  begin(client: pg.Client): void {
    this.#client = client;
  }

  readonly client = (): pg.Client => {
    if (this.#client === null) throw new Error('Nothing was begun.');
    return this.#client;
  };

  /** Whether there was one. */
  end(): pg.Client | null {
    const client = this.#client;
    this.#client = null;
    return client;
  }
}

/** Snapshots over one connection of its own. */
export function readingOf(address: DatabaseAddress, patience: Patience): ReadingConnection {
  const connection = new PostgresConnection(address, patience);
  const begun = new BegunOver();
  return {
    transaction: new PostgresTransaction(begun.client),
    async begin() {
      const client = await connection.opened();
      begun.begin(client);
      // Goes out together with the first question, which fails as well where this does.
      client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY').catch(() => connection.drop());
    },
    async end() {
      await begun
        .end()
        ?.query('COMMIT')
        .catch(() => connection.drop());
    },
    close: () => connection.close(),
  };
}

/** Which of the writers of an installation this is, and since which take-over: one that was followed by another commits nothing. */
export interface WriterPlace {
  readonly name: 'journal' | 'store';
  readonly epoch: number;
}

/** Names the writer's connection in its row, and says what stood there. */
const claimWriter = `WITH before AS (SELECT name, stamp FROM writer WHERE name = $1 AND epoch = $2 FOR UPDATE)
  UPDATE writer SET stamp = $3 FROM before WHERE writer.name = before.name RETURNING before.stamp`;

/**
 * The transactions of a writer. Each ends by a stamp that follows the one before. A new connection begins by a stamp of its
 * own: it shows whether the last commit took effect of which nothing was heard, and one that is still on its way then is
 * refused. It is synced as all are, so a commit that it finds is where it has to be, on a standby as well.
 */
export function writingOf(
  address: DatabaseAddress,
  place: WriterPlace,
  patience: Patience,
  /** Told of each commit when it was sent, by `performance.now()`. */
  onCommitted: (sentAt: number) => void = () => {},
): WritingConnection & Pick<PostgresConnection, 'pause' | 'goOn' | 'close'> {
  const connection = new PostgresConnection(address, patience);
  const begun = new BegunOver();
  const transaction = new PostgresTransaction(begun.client);
  let claimed: { client: pg.Client; stamp: string } | null = null;
  /** Sent since the connection was claimed last, and not heard of. */
  const unheard = new Set<string>();
  const isSynced = place.name === 'journal';
  /** The stamp that was there before; null where the connection is claimed already. */
  const claim = async (): Promise<{ client: pg.Client; before: string | null }> => {
    const client = await connection.opened();
    if (claimed?.client === client) return { client, before: null };
    const stamp = crypto.randomUUID();
    const given = [place.name, place.epoch, stamp];
    const { rows } = await client.query<{ stamp: string | null }>(claimWriter, given).catch((failure) => {
      // It may stand there, or come to, and then nothing that was committed is found to be lacking.
      unheard.add(stamp);
      connection.drop();
      throw failure;
    });
    const [found] = rows;
    if (found === undefined) throw superseded(null);
    const isKnown = claimed === null || claimed.stamp === found.stamp || unheard.has(found.stamp ?? '');
    // What is not synced may be lost with a server that falls.
    if (isSynced && !isKnown) throw older();
    unheard.clear();
    claimed = { client, stamp };
    return { client, before: found.stamp };
  };
  const wasCommitted = async (stamp: string): Promise<boolean> => {
    unheard.add(stamp);
    try {
      return (await claim()).before === stamp;
    } catch (failure) {
      throw asPostgresProblem(failure);
    }
  };
  return {
    transaction,
    async begin(isSynced) {
      const { client } = await claim();
      begun.begin(client);
      const sent = [client.query('BEGIN')];
      if (!isSynced) sent.push(client.query('SET LOCAL synchronous_commit = off'));
      for (const one of sent) one.catch(() => connection.drop());
    },
    async commit() {
      const client = begun.client();
      const stamp = crypto.randomUUID();
      const stamped = `SELECT stamp_commit('${place.name}', ${place.epoch}, '${claimed?.stamp}', '${stamp}')`;
      try {
        const sentAt = performance.now();
        const written = transaction.memory.runWithCommit();
        // In one message, so that nobody waits for the writer's row while a COMMIT is on its way.
        const committed = client.query(`${stamped}; COMMIT`);
        await Promise.all([written, committed]).catch((failure: unknown) => {
          throw transaction.reasonOf(failure);
        });
        begun.end();
        claimed = { client, stamp };
        onCommitted(sentAt);
      } catch (failure) {
        if (isSuperseded(failure)) throw superseded(failure);
        if (!isConnectionLost(failure)) throw failure;
        begun.end();
        connection.drop();
        if (!(await wasCommitted(stamp))) throw failure;
      }
    },
    async rollBack() {
      await begun
        .end()
        ?.query('ROLLBACK')
        .catch(() => connection.drop());
    },
    asProblem: asPostgresProblem,
    pause: (problem) => connection.pause(problem),
    goOn: () => connection.goOn(),
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

/** A standby that was behind has taken the place of the server that said so. */
const older = (): StoreProblem =>
  new StoreProblem(
    'superseded',
    'The database lacks what it had said was committed: was a standby promoted that is not synchronous? Start Perito again, which gives no number twice; what was lost has to be sent again.',
  );

/**
 * Nothing was answered, or nothing more will be: class 08, what ends a session (25P03, 57P), and what Node says of sockets
 * (PostgreSQL, Appendix A).
 */
function isConnectionLost(failure: unknown): boolean {
  const code = errorCode(failure) ?? '';
  if (/^(08...|25P0[3-4]|57P0[1-5])$/.test(code) || /^E[A-Z_]+$/.test(code)) return true;
  return (
    failure instanceof Error &&
    /^(Connection terminated|Query read timeout|Client has encountered|Client was closed|timeout expired)/.test(
      failure.message,
    )
  );
}

/**
 * What passes by itself: another was in the way (40, 55P03), resources are used up (53), somebody intervened (57), the system
 * below the server failed (58).
 */
const isPassing = (code: string): boolean => /^(40...|53...|55P03|57...|58...)$/.test(code);

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
  if (isConnectionLost(failure) || isPassing(code)) return asUnreachable(failure);
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
