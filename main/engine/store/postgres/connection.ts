/** Connections with PostgreSQL that come back by themselves, and transactions over them. */
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { errorCode } from '../../error-code.ts';
import type { ReadingConnection } from '../reader.ts';
import { isAway, StoreProblem } from '../store-error.ts';
import { GroupMemory, type SqlValue, storableValues, type WriteTransaction } from '../transaction.ts';
import type { WritingConnection } from '../writer.ts';
import { type DatabaseAddress, placeOfServer } from './address.ts';
import {
  asPostgresProblem,
  asRefused,
  asUnreachable,
  databaseProblem,
  isConnectionLost,
  isOfPassword,
  messageOf,
} from './database-fault.ts';
import { inPostgres } from './dialect.ts';
import { findPassword } from './password.ts';

/** Whether what is sent to a server stays on this computer. */
const isLoopback = (host: string): boolean => /^(\/.*|localhost|127(\.\d{1,3}){3}|::1)$/.test(host);

/** How long a connection waits, in milliseconds; 0 without end. */
export interface Patience {
  /** A server that says nothing for so long is given up, and what another has locked is not waited for any longer. */
  silent: number;
  /** A transaction in which nothing happens for so long is undone, so that no other waits for a leader that is gone. */
  idle: number;
  /** Whole tables go over it by COPY, behind which nothing else may be sent before it has ended. */
  copies?: true;
}
/** Of what a caller waits for. */
export const ofCalls: Patience = { silent: 5000, idle: 3000 };
/** Of what a screen waits for, or nobody. */
export const ofWork: Patience = { silent: 30_000, idle: 20_000 };
/** Of what may take as long as it likes, as where whole tables are read or an index is made. */
export const ofTables: Patience = { silent: 0, idle: 0, copies: true };

const connectingMilliseconds = 3000;
/** How soon either end finds out that the other's computer is gone; of the server's in seconds (PostgreSQL, 20.3.2). */
const keepAliveMilliseconds = 5000;
const keepAliveOfServer = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';

/** Integers and sums as numbers, yes and no as 1 and 0, as SQLite gives them; bytes as a Buffer. */
const types = new pg.TypeOverrides();
export const asNumber = (given: string | number | bigint): number => {
  const number = Number(given);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${given} is beyond what a number can hold.`);
  return number;
};
types.setTypeParser(pg.types.builtins.INT8, asNumber);
types.setTypeParser(pg.types.builtins.NUMERIC, asNumber);
types.setTypeParser(pg.types.builtins.BOOL, (text) => (text === 't' ? 1 : 0));

/** Which of the servers of an address took writing last, so that one that is gone is not tried first by each connection. */
const lastUsed = new Map<string, number>();

/**
 * What a server is asked first. From now on the connection compresses what is long by LZ4, where the server was built with it: a
 * delivery takes a quarter less of the server's processor. What is there stays as it is.
 */
const begin = `SELECT pg_is_in_recovery() AS standby, current_setting('fsync') AS fsync, current_setting('server_encoding') AS encoding,
  current_setting('server_version_num') AS version, (SELECT set_config(name, 'lz4', false) FROM pg_settings
  WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)) AS compression`;

/** The first version that has all that is asked of it here. */
const oldestServer = 130_000;

/** Why a server cannot be used that loses what it said it had, or writes texts otherwise; null where it can. */
function unsafetyOf({ fsync, encoding, version }: Record<'fsync' | 'encoding' | 'version', string>) {
  if (fsync !== 'on') return databaseProblem('fsyncOff', `fsync = ${fsync}`);
  if (encoding !== 'UTF8') return databaseProblem('notUtf8', `server_encoding = ${encoding}`);
  const isOld = Number(version) < oldestServer;
  return isOld ? databaseProblem('tooOld', `server_version_num = ${version}`) : null;
}

/** One connection; broken, it is made anew by whoever asks for it next. */
export class PostgresConnection {
  readonly #address: DatabaseAddress;
  readonly #patience: Patience;
  readonly #isReadOnly: boolean;
  readonly #tried: string | undefined;
  #client: pg.Client | null = null;
  #opening: Promise<pg.Client> | null = null;
  /** Of what is open, or being opened. */
  #socket: Socket | null = null;
  #refusal: StoreProblem | null = null;

  /** With another password than the one that is found, where one is to be tried. */
  constructor(address: DatabaseAddress, patience: Patience, isReadOnly = false, tried?: string) {
    this.#address = address;
    this.#patience = patience;
    this.#isReadOnly = isReadOnly;
    this.#tried = tried;
  }

  /** Rejects with a `StoreProblem` where no server can be reached that takes writing, or it does not let us in. */
  async opened(): Promise<pg.Client> {
    if (this.#refusal !== null) throw this.#refusal;
    if (this.#client !== null) return this.#client;
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #open(): Promise<pg.Client> {
    const { text, servers } = this.#address;
    const first = lastUsed.get(text) ?? 0;
    const met: unknown[] = [];
    for (let offset = 0; offset < servers.length && this.#refusal === null; offset += 1) {
      const index = (first + offset) % servers.length;
      try {
        const client = await this.#connect(servers[index] ?? '');
        if (this.#refusal !== null) break;
        lastUsed.set(text, index);
        this.#client = client;
        return client;
      } catch (failure) {
        met.push(failure instanceof StoreProblem ? failure : (asRefused(failure) ?? failure));
      }
    }
    if (this.#refusal !== null) throw this.#refusal;
    // The servers of an address have the same accounts, so the one that is away would ask for it too.
    const ofPassword = met.find(isOfPassword);
    if (ofPassword !== undefined) throw ofPassword;
    // Where one is only away, it may be the one that takes it.
    const unreached = met.find((failure) => !(failure instanceof StoreProblem));
    if (unreached === undefined) throw met[0];
    throw asUnreachable(new Error(met.map(messageOf).join('; '), { cause: unreached }));
  }

  async #connect(url: string): Promise<pg.Client> {
    const { silent, idle, copies = false } = this.#patience;
    const { host, port, database, user } = placeOfServer(url);
    const socket = new Socket();
    this.#socket = socket;
    let isOfKeychain = false;
    const password = async () => {
      if (this.#tried !== undefined) return this.#tried;
      const found = await findPassword(this.#address, client);
      if (found === null) throw databaseProblem('noPassword');
      isOfKeychain = found.isOfKeychain;
      return found.password;
    };
    const client = new pg.Client({
      ...{ host, port, database },
      ...(user !== '' && { user }),
      // Called once the server asks for it.
      password,
      ssl: isLoopback(host) ? false : { rejectUnauthorized: true },
      stream: () => socket,
      connectionTimeoutMillis: connectingMilliseconds,
      query_timeout: silent,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMilliseconds,
      application_name: 'perito',
      // No statement_timeout: it would end the wait for a standby, and say that what is not there yet was committed.
      options: `${copies ? '-c statement_timeout=0 ' : ''}${this.#isReadOnly ? '-c default_transaction_read_only=on ' : ''}-c search_path=${this.#address.schema} -c synchronous_commit=on -c lock_timeout=${silent} -c idle_in_transaction_session_timeout=${idle} ${keepAliveOfServer}`,
      pipeline: !copies,
      types,
    });
    const lost = () => {
      socket.destroy();
      if (this.#client === client) this.#client = null;
    };
    // Without somebody who listens, a connection that breaks while nothing is asked of it would end the program.
    client.on('error', lost);
    client.on('end', lost);
    try {
      await client.connect();
      const { rows } = await client.query<
        Record<'fsync' | 'encoding' | 'version', string> & { standby: number }
      >(begin);
      if (rows[0]?.standby !== 0) throw new Error(`${host} is a standby, which takes no writing`);
      const unsafety = unsafetyOf(rows[0]);
      if (unsafety === null) return client;
      throw unsafety;
    } catch (failure) {
      socket.destroy();
      // What is set for this run, or in a file, is put right there, as is the name of the role.
      const isToBeGiven = isOfKeychain || this.#tried !== undefined;
      if (isToBeGiven && errorCode(failure) === '28P01')
        throw databaseProblem('wrongPassword', messageOf(failure), failure);
      throw failure;
    }
  }

  /** What was asked over it is not waited for: it may never be answered. One that is not the present one any more changes nothing. */
  drop(client: pg.Client | null = this.#client): void {
    if (client !== this.#client) return;
    this.#socket?.destroy();
    this.#client = null;
  }

  /** Drops it, and refuses whoever asks for it, or waits for it; null: no more. */
  refuse(problem: StoreProblem | null): void {
    if (this.#refusal?.code === 'closed') return;
    this.#refusal = problem;
    if (problem !== null) this.drop();
  }

  async close(): Promise<void> {
    this.#refusal = new StoreProblem('closed', 'The store is closed.');
    const farewell = setTimeout(() => this.drop(), farewellMilliseconds);
    await this.#client?.end().catch(() => {});
    clearTimeout(farewell);
    this.drop();
  }
}

const farewellMilliseconds = 500;

/** Names of prepared statements by their text, the same over all connections. */
const prepared = new Map<string, { name: string; text: string }>();
/** The server keeps each for as long as a connection lives. */
const mostPrepared = 1000;

function preparedOf(sql: string): { name?: string; text: string } {
  const known = prepared.get(sql);
  if (known !== undefined) return known;
  if (prepared.size === mostPrepared) return { text: inPostgres(sql) };
  const statement = { name: `s${prepared.size + 1}`, text: inPostgres(sql) };
  prepared.set(sql, statement);
  return statement;
}

/** What is asked until the present turn ends goes in one message, so that the server wakes up once. */
function sendTogether({ connection: { stream } }: pg.Client): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Statements over one connection; several that are given at once share a round trip, and are run in their order. */
export class PostgresTransaction implements WriteTransaction {
  readonly memory = new GroupMemory();
  readonly dialect = 'postgres';
  /** Over which it was begun. What is left of one whose connection broke is not run over the next: there it would stand in none. */
  client: pg.Client | null = null;
  #reason: unknown = null;

  async get<Row>(sql: string, ...parameters: SqlValue[]): Promise<Row | undefined> {
    return (await this.all<Row>(sql, ...parameters))[0];
  }

  async all<Row>(sql: string, ...parameters: SqlValue[]): Promise<Row[]> {
    return (await this.#query(sql, parameters)).rows as Row[];
  }

  async run(sql: string, ...parameters: SqlValue[]): Promise<{ changes: number }> {
    return { changes: (await this.#query(sql, parameters)).rowCount ?? 0 };
  }

  /** Sent before this returns: what is sent next is run after it. */
  #query(sql: string, parameters: SqlValue[]): Promise<pg.QueryResult> {
    if (this.client === null) throw new Error('Nothing was begun.');
    const query = { ...preparedOf(sql), values: storableValues(parameters) };
    sendTogether(this.client);
    return this.client.query(query).catch((failure: unknown) => {
      throw this.reasonOf(failure);
    });
  }

  /** In one message with what is asked of it in the same turn, which fails as well where this does. */
  begin(how: string, client: pg.Client, connection: PostgresConnection): this {
    this.client = client;
    sendTogether(client);
    client.query(how).catch((failure: unknown) => {
      // Else what stands before it failed, and is undone.
      if (errorCode(failure) !== '25P02') connection.drop(client);
    });
    return this;
  }

  /** Ends it, if it was begun; never rejects. */
  async end(how: 'COMMIT' | 'ROLLBACK', connection: PostgresConnection): Promise<void> {
    const { client } = this;
    this.client = null;
    await client?.query(how).catch(() => connection.drop(client));
  }

  /** Of what stands behind a statement that failed it is only said that something did (25P02): the reason is that of the first. */
  reasonOf(failure: unknown): unknown {
    if (errorCode(failure) === '25P02') return this.#reason ?? failure;
    this.#reason = failure;
    return failure;
  }
}

const snapshot = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** Snapshots over one connection of its own. */
export function readingOf(
  address: DatabaseAddress,
  patience: Patience,
): ReadingConnection & { transaction: PostgresTransaction } {
  const connection = new PostgresConnection(address, patience, true);
  const transaction = new PostgresTransaction();
  return {
    transaction,
    async begin() {
      transaction.begin(snapshot, await connection.opened(), connection);
    },
    // Nobody waits for it: the next is run after it.
    end: async () => void transaction.end('COMMIT', connection),
    close: () => connection.close(),
  };
}

/** For so long a server is asked whether a commit took effect of which nothing was heard, and how often. */
const lookingMilliseconds = 4000;
const againMilliseconds = 250;

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
  /** Which of the writers it is, and since which take-over: one that was followed by another commits nothing. */
  place: { name: 'journal' | 'store'; epoch: number },
  patience: Patience,
  told: {
    /** Of each commit when it was sent, by `performance.now()`. */
    onCommitted?: ((sentAt: number) => void) | undefined;
    /** Of a server that fell and has taken back what was not synced. */
    onTakenBack?: (() => void) | undefined;
  } = {},
): WritingConnection & Pick<PostgresConnection, 'refuse' | 'close'> {
  const connection = new PostgresConnection(address, patience);
  /** Begun, and not ended. */
  const open = new Set<PostgresTransaction>();
  /** Over which a commit is on its way. */
  let committing: pg.Client | null = null;
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
      connection.drop(client);
      throw failure;
    });
    const [found] = rows;
    if (found === undefined) throw superseded(null);
    const isKnown = claimed === null || claimed.stamp === found.stamp || unheard.has(found.stamp ?? '');
    if (isSynced && !isKnown) throw older();
    if (!isKnown) told.onTakenBack?.();
    unheard.clear();
    claimed = { client, stamp };
    return { client, before: found.stamp };
  };
  const wasCommitted = async (stamp: string): Promise<boolean> => {
    unheard.add(stamp);
    for (const until = performance.now() + lookingMilliseconds; ; await pause(againMilliseconds)) {
      try {
        return (await claim()).before === stamp;
      } catch (failure) {
        if (failure instanceof StoreProblem && !isAway(failure)) throw failure;
        // It may be known at the next try.
        if (performance.now() > until) throw asUnreachable(failure);
      }
    }
  };
  const begun = (client: pg.Client, isSynced: boolean): PostgresTransaction => {
    const how = isSynced ? 'BEGIN' : 'BEGIN; SET LOCAL synchronous_commit = off';
    const transaction = new PostgresTransaction().begin(how, client, connection);
    open.add(transaction);
    return transaction;
  };
  return {
    begin: async (isSynced) => begun((await claim()).client, isSynced),
    beginBehind: () => (committing === null ? null : begun(committing, true)),
    async commit(tx) {
      if (!(tx instanceof PostgresTransaction) || tx.client === null) throw new Error('Nothing was begun.');
      const { client } = tx;
      const stamp = crypto.randomUUID();
      const stamped = `SELECT stamp_commit('${place.name}', ${place.epoch}, '${claimed?.stamp}', '${stamp}')`;
      const sentAt = performance.now();
      const written = tx.memory.runWithCommit();
      try {
        // In one message, so that nobody waits for the writer's row while a COMMIT is on its way.
        const committed = client.query(`${stamped}; COMMIT`);
        committing = client;
        await Promise.all([written, committed]).catch((failure: unknown) => {
          throw tx.reasonOf(failure);
        });
        tx.client = null;
        open.delete(tx);
        committing = null;
        claimed = { client, stamp };
        told.onCommitted?.(sentAt);
      } catch (failure) {
        committing = null;
        // What `stamp_commit` raises.
        if (errorCode(failure) === 'PR001') throw superseded(failure);
        // What was begun behind it gives nothing more, since what follows ends it.
        for (const one of open) one.client = null;
        open.clear();
        // Only what the server itself refused, by a code of its own, and goes on, is known to have left nothing.
        const isRefused = failure instanceof pg.DatabaseError && failure.code !== undefined;
        if (isRefused && !isConnectionLost(failure) && (await goesOn(client))) throw failure;
        connection.drop(client);
        if (!(await wasCommitted(stamp))) throw failure;
        await requireSent(written);
      }
    },
    async rollBack() {
      await Promise.all([...open].map((one) => one.end('ROLLBACK', connection)));
      open.clear();
    },
    asProblem: asPostgresProblem,
    refuse: (problem) => connection.refuse(problem),
    close: () => connection.close(),
  };
}

/** Rejects with a `StoreProblem` where what belongs to a commit failed here, and not on the way: it may not have been sent with it. */
const requireSent = (written: Promise<void>): Promise<void> =>
  written.catch((failure: unknown) => {
    if (failure instanceof pg.DatabaseError || isConnectionLost(failure)) return;
    throw new StoreProblem('commitFailed', 'A commit may lack a part. Start Perito again.', failure);
  });

/** Whether a server that refused something is there after it. */
const goesOn = async (client: pg.Client): Promise<boolean> =>
  (await client.query('ROLLBACK').catch(() => null)) !== null;

export const superseded = (cause: unknown): StoreProblem => databaseProblem('superseded', '', cause);

/** A standby that was behind has taken the place of the server that said so. */
const older = (): StoreProblem => databaseProblem('behind');
