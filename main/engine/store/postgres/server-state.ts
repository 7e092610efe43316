/** How the server stands that has the data: who leads, what follows it, what it is busy with. Nothing is changed. */
import type pg from 'pg';
import {
  type DatabaseProtection,
  type DatabaseReplica,
  type DatabaseServer,
  type DatabaseState,
  databaseLimits,
} from '#shared/contract/database.ts';
import { errorCode } from '../../error-code.ts';
import { ownSchema } from '../files-state.ts';
import { type DatabaseAddress, ofCalls, PostgresConnection } from './connection.ts';
import { candidate, leaseSeconds, standbyDays } from './lease.ts';

type Server = NonNullable<DatabaseServer['server']>;

/** No question of these may keep the server busy. */
const longestMilliseconds = 2000;

/** Asks over a connection of its own, so that what is refused ends no transaction of others. */
export async function lookAtServer(address: DatabaseAddress): Promise<DatabaseState> {
  const about = { kind: 'server' as const, schema: ownSchema, place: placeOf(address) };
  const connection = new PostgresConnection(address, ofCalls, { isReadOnly: true });
  try {
    const client = await connection.opened();
    await client.query(`SET statement_timeout = ${longestMilliseconds}`);
    return { ...about, problem: '', server: await lookAt(client) };
  } catch (failure) {
    return { ...about, problem: failure instanceof Error ? failure.message : String(failure), server: null };
  } finally {
    await connection.close();
  }
}

function placeOf({ servers, schema }: DatabaseAddress): DatabaseServer['place'] {
  const [url = ''] = servers;
  const { hostname, port, pathname, username, searchParams } = new URL(url);
  return {
    host: decodeURIComponent(searchParams.get('host') ?? hostname) || 'localhost',
    port: Number(port === '' ? (searchParams.get('port') ?? 5432) : port),
    database: decodeURIComponent(pathname.slice(1)),
    schema,
    user: decodeURIComponent(username),
  };
}

async function lookAt(client: pg.Client): Promise<Server> {
  const [about] = await rowsOf<{
    version: string;
    startedAt: number;
    synchronousNames: string;
    sees: number;
  }>(
    client,
    `SELECT current_setting('server_version') AS version,
      CAST(extract(epoch FROM pg_postmaster_start_time()) * 1000 AS BIGINT) AS "startedAt",
      current_setting('synchronous_standby_names') AS "synchronousNames",
      pg_has_role(current_user, 'pg_read_all_stats', 'USAGE') AS sees`,
  );
  if (about === undefined) throw new Error('The server says nothing about itself.');
  return {
    // Whoever packs it says more behind its number.
    version: about.version.split(' ')[0] ?? about.version,
    startedAt: instantOf(about.startedAt),
    bytes: await sizeOf(client),
    engines: await enginesOf(client),
    replication: await replicationOf(client, about.synchronousNames, about.sees === 1),
    connections: await connectionsOf(client),
    statements: await statementsOf(client),
  };
}

const instantOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

async function rowsOf<Row extends pg.QueryResultRow>(
  client: pg.Client,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await client.query<Row>(sql, values)).rows;
}

/** Insufficient privilege (PostgreSQL, Appendix A). */
const isRefused = (failure: unknown): boolean => errorCode(failure) === '42501';

async function sizeOf(client: pg.Client): Promise<number | null> {
  try {
    const [row] = await rowsOf<{ bytes: number }>(
      client,
      'SELECT pg_database_size(current_database()) AS bytes',
    );
    return row?.bytes ?? null;
  } catch (failure) {
    if (isRefused(failure)) return null;
    throw failure;
  }
}

async function enginesOf(client: pg.Client): Promise<Server['engines']> {
  const [leader] = await rowsOf<{ name: string; since: number }>(
    client,
    `SELECT holder AS name, CAST(extract(epoch FROM since) * 1000 AS BIGINT) AS since
      FROM lease WHERE holder <> '' AND until >= clock_timestamp()`,
  );
  const standbys = await rowsOf<{ name: string; since: number; heardAt: number; isThere: number }>(
    client,
    `SELECT name, CAST(extract(epoch FROM since) * 1000 AS BIGINT) AS since,
      CAST(extract(epoch FROM seen_at) * 1000 AS BIGINT) AS "heardAt",
      seen_at > clock_timestamp() - $1 * interval '1 second' AS "isThere"
      FROM standby WHERE seen_at > clock_timestamp() - $2 * interval '1 day' ORDER BY seen_at DESC LIMIT $3`,
    [leaseSeconds, standbyDays, databaseLimits.engines],
  );
  return {
    leader:
      leader === undefined
        ? null
        : { name: leader.name, since: instantOf(leader.since), isThis: leader.name === candidate },
    standbys: standbys.map(({ name, since, heardAt, isThere }) => ({
      ...{ name, since: instantOf(since), heardAt: instantOf(heardAt), isThere: isThere === 1 },
    })),
  };
}

async function replicationOf(
  client: pg.Client,
  synchronousNames: string,
  sees: boolean,
): Promise<Server['replication']> {
  // Who takes a base backup is listed as well, and keeps nothing up to date.
  const replicas = await rowsOf<DatabaseReplica>(
    client,
    `SELECT coalesce(application_name, '') AS name, host(client_addr) AS address, state, sync_state AS "syncState",
      CAST(greatest(pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_receive_lsn()
        ELSE pg_current_wal_lsn() END, flush_lsn), 0) AS BIGINT) AS "behindBytes",
      CAST(extract(epoch FROM coalesce(flush_lag, interval '0')) AS double precision) AS "behindSeconds"
      FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup'
      ORDER BY sync_state IN ('sync', 'quorum') DESC NULLS LAST, application_name LIMIT $1`,
    [databaseLimits.replicas],
  );
  const known = sees
    ? replicas
    : replicas.map((one) => ({
        ...one,
        ...{ address: null, state: null, syncState: null, behindBytes: null, behindSeconds: null },
      }));
  return { protection: protectionOf(replicas, synchronousNames, sees), synchronousNames, replicas: known };
}

function protectionOf(
  replicas: readonly DatabaseReplica[],
  synchronousNames: string,
  sees: boolean,
): DatabaseProtection {
  if (!sees) return replicas.length === 0 && synchronousNames === '' ? 'none' : 'hidden';
  const isHeld = replicas.some(({ syncState }) => syncState === 'sync' || syncState === 'quorum');
  if (isHeld) return 'synchronous';
  if (synchronousNames !== '') return 'waits';
  return replicas.length > 0 ? 'asynchronous' : 'none';
}

async function connectionsOf(client: pg.Client): Promise<Server['connections']> {
  const [row] = await rowsOf<Server['connections']>(
    client,
    `SELECT CAST((SELECT coalesce(sum(numbackends), 0) FROM pg_stat_database WHERE datname IS NOT NULL) AS BIGINT) AS used,
      (SELECT count(*) FROM pg_stat_activity
        WHERE application_name = 'perito' AND datname = current_database()) AS own,
      CAST(current_setting('max_connections') AS BIGINT)
        - CAST(current_setting('superuser_reserved_connections') AS BIGINT) AS "limit"`,
  );
  return row ?? { used: 0, own: 0, limit: 0 };
}

/** What takes longer on the average is called slow. */
const slowMilliseconds = 50;
const longestText = 300;

async function statementsOf(client: pg.Client): Promise<Server['statements']> {
  const [extension] = await rowsOf<{ schema: string }>(
    client,
    `SELECT quote_ident(n.nspname) AS schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
      WHERE e.extname = 'pg_stat_statements'`,
  );
  if (extension === undefined) return { state: 'notInstalled' };
  try {
    const rows = await rowsOf<{
      text: string;
      calls: number;
      meanMilliseconds: number;
      maxMilliseconds: number;
    }>(
      client,
      // Only of kinds whose values the extension takes out (PostgreSQL, F.32: "utility commands" keep theirs).
      `SELECT left(query, 4000) AS text, calls, mean_exec_time AS "meanMilliseconds", max_exec_time AS "maxMilliseconds"
        FROM ${extension.schema}.pg_stat_statements
        WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND userid = (SELECT oid FROM pg_roles WHERE rolname = current_user)
          AND query ~* '^\\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\\M' AND mean_exec_time >= $1
        ORDER BY mean_exec_time DESC LIMIT $2`,
      [slowMilliseconds, databaseLimits.statements],
    );
    return {
      state: 'known',
      slow: rows.map((row) => ({ ...row, text: withoutValues(row.text) })),
      slowMilliseconds,
    };
  } catch (failure) {
    if (isRefused(failure)) return { state: 'refused' };
    // Object not in prerequisite state.
    if (errorCode(failure) === '55000') return { state: 'notLoaded' };
    throw failure;
  }
}

/** A statement in one line; a text that stands in it all the same is taken out, one that was cut as well. */
function withoutValues(text: string): string {
  const line = text
    .replaceAll(/'(?:[^']|'')*(?:'|$)/g, "'…'")
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > longestText ? `${line.slice(0, longestText)}…` : line;
}
