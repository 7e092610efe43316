/**
 * Which of several engines leads: whoever holds the lease of the database. It holds for some seconds and is renewed; one that
 * runs out is taken by another, which raises the epoch, and from then on nothing of the one before is committed
 * (`stamp_commit`). Time is the server's alone.
 */
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { findOrMakeEngineId } from '../folder.ts';
import { StoreProblem } from '../store-error.ts';
import type { DatabaseAddress } from './address.ts';
import { type Patience, PostgresConnection, superseded } from './connection.ts';
import { asPostgresProblem } from './database-fault.ts';

/** Another engine leads, and this one waits to take its place. */
export interface StandingBy {
  step: 'standingBy';
  /** The computer and process that lead. */
  leader: string;
  /** In milliseconds since 1970, by the server's clock. */
  since: number;
}

/** For so long, in seconds, a leader of which nothing is heard keeps its place. */
export const leaseSeconds = 5;
/** One that stands by and of which nothing is heard for so long is forgotten. */
export const standbyDays = 7;
const renewalMilliseconds = 1500;
/** After one that failed. */
const againMilliseconds = 250;
const standbyMilliseconds = 500;
const shortestMilliseconds = 20;
/** A renewal that hangs leaves time for another before the lease runs out. */
const hangingMilliseconds = 1500;
const ofWaiting: Patience = { silent: hangingMilliseconds, idle: hangingMilliseconds };
/** Where the lease is in doubt nothing is won by giving up soon: the server may be slow, and not away. */
const ofKeeping: Patience = { silent: 2 * leaseSeconds * 1000, idle: hangingMilliseconds };

/** This process among all that may lead: its threads are one. */
export const candidate = `${hostname()} (${process.pid})`;

/** Made with the schema. A writer's row has its last stamp, and the epoch of which alone it is taken. */
export const makeLease: readonly string[] = [
  'CREATE TABLE lease (only_row BIGINT PRIMARY KEY CHECK (only_row = 1), holder TEXT NOT NULL, epoch BIGINT NOT NULL, since TIMESTAMPTZ NOT NULL, until TIMESTAMPTZ NOT NULL)',
  `INSERT INTO lease VALUES (1, '', 0, '-infinity', '-infinity')`,
  'CREATE TABLE standby (name TEXT PRIMARY KEY, since TIMESTAMPTZ NOT NULL, seen_at TIMESTAMPTZ NOT NULL)',
  'CREATE TABLE writer (name TEXT PRIMARY KEY, epoch BIGINT NOT NULL, stamp TEXT)',
  `INSERT INTO writer (name, epoch) VALUES ('journal', 0), ('store', 0)`,
];
export const functionsOfLease: readonly string[] = [
  // One that holds beyond what was ever asked for is of a server whose clock went ahead of this one's, or was set back.
  `CREATE FUNCTION take_lease(candidate text, seconds double precision) RETURNS bigint LANGUAGE plpgsql AS $body$
    DECLARE granted bigint;
    BEGIN
      UPDATE lease SET epoch = CASE WHEN holder = candidate THEN epoch ELSE epoch + 1 END,
          since = CASE WHEN holder = candidate THEN since ELSE clock_timestamp() END,
          holder = candidate, until = clock_timestamp() + seconds * interval '1 second'
        WHERE holder = candidate OR until < clock_timestamp()
          OR (until > clock_timestamp() + 2 * seconds * interval '1 second' AND holder NOT LIKE '% (files %') RETURNING epoch INTO granted;
      UPDATE writer SET epoch = granted WHERE epoch < granted;
      -- A renewal waits for no standby: one that is away would cost the lease. A take-over has to be where the writers' rows are.
      IF NOT FOUND THEN PERFORM set_config('synchronous_commit', 'local', true); END IF;
      RETURN granted;
    END $body$`,
  `CREATE FUNCTION stamp_commit(writer_name text, writer_epoch bigint, last_stamp text, commit_stamp text) RETURNS void LANGUAGE plpgsql AS $body$
    BEGIN
      UPDATE writer SET stamp = commit_stamp
        WHERE name = writer_name AND epoch = writer_epoch AND stamp = last_stamp;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'another Perito has taken over' USING ERRCODE = 'PR001';
      END IF;
    END $body$`,
];

/** What a lease was when it was taken. */
export interface Taken {
  /** Grows by one at each take-over. */
  readonly epoch: number;
  /** For so many milliseconds nobody had led; null where nobody ever did. */
  readonly unledMilliseconds: number | null;
  /** Whether the server took the place of another since this engine stood by first (its timeline is another: PostgreSQL, 26.3.5). */
  readonly isReplaced: boolean;
  readonly timeline: string;
}

export interface Lease extends Taken {
  /** Something of this epoch was committed that was sent at an instant of `performance.now()`: nobody else led until then. */
  heard(sentAt: number): void;
  /** Tells what becomes of it, also what became of it before. */
  watch(events: LeaseEvents): void;
  /** Gives it up at once, so that another need not wait for it to run out. Whoever received nothing leaves it as long unled as it was. */
  release(hasReceived: boolean): Promise<void>;
}

/** What becomes of a lease that is held. */
interface LeaseEvents {
  /** Told once: another has taken it. */
  onLost(problem: StoreProblem): void;
  /** For as long as it holds nothing was heard of the server, and another may lead; null: it was renewed after that, and none led. */
  onDoubt?(problem: StoreProblem | null): void;
}

/** Told again and again while another leads. */
interface Waiting {
  onStandby?: ((at: StandingBy) => void) | undefined;
  /** Told of the numbers that it has given, as JSON. */
  onNumbers?: (numbers: string) => void;
}

/** Takes the lease, or waits for it, and keeps it. Rejects with a `StoreProblem` where the server cannot be reached, and with what `onStandby` throws. */
export async function takeLease(address: DatabaseAddress, heeding: Waiting): Promise<Lease> {
  const waiting = new PostgresConnection(address, ofWaiting);
  try {
    const taken = await wait(waiting, heeding);
    return keep(new PostgresConnection(address, ofKeeping), taken);
  } catch (failure) {
    throw asPostgresProblem(failure);
  } finally {
    await waiting.close();
  }
}

async function wait(
  connection: PostgresConnection,
  { onStandby, onNumbers }: Waiting,
): Promise<Taken & { askedAt: number }> {
  let timeline: string | null = null;
  let last: Found | null = null;
  for (let isStandingBy = false; ; isStandingBy = true) {
    const askedAt = performance.now();
    const found = await tryToTake(connection).catch((failure: unknown) => {
      // One that stands by waits for a server that is away as well: it may be the reason why it is needed.
      if (!isStandingBy) throw failure;
      connection.drop();
      return null;
    });
    if (found !== null && found.epoch !== null) {
      const isReplaced = timeline !== null && timeline !== found.timeline;
      const unledMilliseconds = found.leader === '' ? null : Math.max(0, -found.left);
      return { epoch: found.epoch, unledMilliseconds, isReplaced, timeline: found.timeline, askedAt };
    }
    // One that has run out is another's by now, or this one's at the next try.
    if (found !== null && found.left > 0) {
      // Whoever will not wait is no standby, and listed as none.
      onStandby?.({ step: 'standingBy', leader: found.leader, since: found.since });
      // Whoever goes on to give numbers on a new timeline has found that nothing is lacking there.
      const goesOn = last?.timeline === found.timeline && last.numbers !== found.numbers;
      if (timeline === null || goesOn) timeline = found.timeline;
      last = found;
      if (found.numbers !== null) onNumbers?.(found.numbers);
      await list(connection).catch(() => connection.drop());
    }
    // Not later than the lease runs out.
    const left = Math.min(found?.left ?? standbyMilliseconds, standbyMilliseconds);
    await pause(Math.max(shortestMilliseconds, left));
  }
}

/** Of a lease that was taken, `leader`, `since` and `left` are of whoever had it before. */
const take = `SELECT take_lease($1, $2) AS epoch, holder AS leader,
  CAST(extract(epoch FROM greatest(since, 'epoch')) * 1000 AS BIGINT) AS since,
  CAST(extract(epoch FROM greatest(until, 'epoch') - clock_timestamp()) * 1000 AS BIGINT) AS "left",
  left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline, (SELECT numbers FROM journal_head) AS numbers FROM lease`;

/** `epoch` is null where another leads; `left` is for how many milliseconds its lease holds yet. */
type Found = Pick<StandingBy, 'leader' | 'since'> & {
  epoch: number | null;
  left: number;
  timeline: string;
  numbers: string | null;
};

async function tryToTake(connection: PostgresConnection): Promise<Found | null> {
  const client = await connection.opened();
  const [found] = (await client.query<Found>(take, [candidate, leaseSeconds])).rows;
  if (found !== undefined && found.epoch !== null)
    await client.query(
      `DELETE FROM standby WHERE name = $1 OR seen_at < clock_timestamp() - $2 * interval '1 day'`,
      [candidate, standbyDays],
    );
  return found ?? null;
}

/** Says to whoever looks that this one stands by, in the place of one that did on this computer and is gone. */
async function list(connection: PostgresConnection): Promise<void> {
  const client = await connection.opened();
  await client.query(
    `WITH gone AS (DELETE FROM standby WHERE name <> $1 AND starts_with(name, $2)
        AND seen_at < clock_timestamp() - $3 * interval '1 second')
      INSERT INTO standby (name, since, seen_at) VALUES ($1, clock_timestamp(), clock_timestamp())
      ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at`,
    [candidate, `${hostname()} (`, leaseSeconds],
  );
}

/** Who leads data that were brought into the files of a directory: nobody, and whoever is started on them stands by and says so. */
const closedFor = (dataDir: string): string => ` (files ${findOrMakeEngineId(dataDir)?.slice(0, 8)})`;
export const isClosed = (leader: string): boolean => / \(files \w+\)$/.test(leader);

/** Closes a database whose data are brought elsewhere. Throws a `StoreProblem` where the lease of this epoch is not held any more. */
export async function closeLease(client: pg.Client, dataDir: string, epoch: number): Promise<void> {
  const close = `UPDATE lease SET holder = $2, until = clock_timestamp() + interval '100 years' WHERE holder = $1 AND epoch = $3`;
  const { rowCount } = await client.query(close, [
    candidate,
    `${hostname()} ${dataDir}${closedFor(dataDir)}`,
    epoch,
  ]);
  if (rowCount !== 1) throw superseded(null);
}

/** Takes that back, for a directory whose marker still names the database; its computer may be called otherwise by now. */
export async function reopenLease(client: pg.Client, dataDir: string): Promise<void> {
  const reopen = `UPDATE lease SET until = clock_timestamp() WHERE right(holder, length($1)) = $1`;
  await client.query(reopen, [closedFor(dataDir)]);
}

/** The epoch of the lease that this process holds. Throws a `StoreProblem` where it holds none. */
export async function ownEpoch(client: pg.Client): Promise<number> {
  const held = 'SELECT epoch FROM lease WHERE holder = $1';
  const [own] = (await client.query<{ epoch: number }>(held, [candidate])).rows;
  if (own === undefined) throw superseded(null);
  return own.epoch;
}

/** `askedAt` is before the lease was taken, so that it holds no shorter by the server's clock than is counted from there. */
function keep(connection: PostgresConnection, { askedAt, ...taken }: Taken & { askedAt: number }): Lease {
  const { epoch } = taken;
  const stopping = new AbortController();
  let events: LeaseEvents | null = null;
  let isLost = false;
  let isHeld = true;
  let heardAt = askedAt;
  let doubting: NodeJS.Timeout;
  const heard = (sentAt: number) => {
    heardAt = Math.max(heardAt, sentAt);
  };
  const doubtLater = () => {
    const left = heardAt + leaseSeconds * 1000 - performance.now();
    // An answer that came while this thread was busy is read first.
    doubting = setTimeout(() => setImmediate(() => setImmediate(doubt)), Math.max(0, left)).unref();
  };
  const doubt = () => {
    if (stopping.signal.aborted || isLost || !isHeld) return;
    isHeld = performance.now() < heardAt + leaseSeconds * 1000;
    if (isHeld) doubtLater();
    else events?.onDoubt?.(inDoubt());
  };
  doubtLater();
  const renewed = async (): Promise<boolean> => {
    const givingUp = isHeld ? setInterval(() => connection.drop(), hangingMilliseconds) : undefined;
    try {
      const client = await connection.opened();
      const askedAt = performance.now();
      const renewal = 'SELECT take_lease($1, $2) AS epoch';
      const { rows } = await client.query<{ epoch: number | null }>(renewal, [candidate, leaseSeconds]);
      heard(askedAt);
      // Also where it ran out while nobody else wanted it: then it is the same as before.
      return rows[0]?.epoch === epoch;
    } finally {
      clearInterval(givingUp);
    }
  };
  const run = async () => {
    for (let next = renewalMilliseconds; !stopping.signal.aborted; ) {
      await pause(next, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        if (!(await renewed())) {
          isLost = true;
          events?.onLost(superseded(null));
          return;
        }
        next = renewalMilliseconds;
        if (isHeld) continue;
        isHeld = true;
        doubtLater();
        events?.onDoubt?.(null);
      } catch {
        // The server is away, or slow. Whether another led since is seen at the next try.
        connection.drop();
        next = againMilliseconds;
      }
    }
  };
  const running = run();
  return {
    ...taken,
    heard,
    watch(given) {
      events = given;
      if (isLost) given.onLost(superseded(null));
      else if (!isHeld) given.onDoubt?.(inDoubt());
    },
    async release(hasReceived) {
      stopping.abort();
      clearTimeout(doubting);
      const givingUp = setInterval(() => connection.drop(), hangingMilliseconds);
      await running;
      const client = await connection.opened().catch(() => null);
      // Whatever this process holds: a renewal after another led took it anew.
      const unled = hasReceived ? null : taken.unledMilliseconds;
      const until = `CASE WHEN $2::float8 IS NULL THEN clock_timestamp() ELSE since - $2 * interval '1 millisecond' END`;
      await client
        ?.query(`UPDATE lease SET until = ${until} WHERE holder = $1`, [candidate, unled])
        .catch(() => {});
      clearInterval(givingUp);
      await connection.close();
    },
  };
}

const inDoubt = (): StoreProblem =>
  new StoreProblem(
    'unreachable',
    'The database server has not answered for so long that another Perito may have taken over. Nothing was lost; it is tried again.',
  );
