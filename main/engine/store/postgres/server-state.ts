/** How the server stands that has the data: who leads, what follows it, what it is busy with. Nothing is changed. */
import type pg from 'pg';
import {
  type DatabaseFault,
  type DatabaseProtection,
  type DatabaseReplica,
  type DatabaseServer,
  type DatabaseState,
  databaseLimits,
} from '#shared/contract/database.ts';
import { errorCode } from '../../error-code.ts';
import { ownSchema } from '../files-state.ts';
import { StoreProblem } from '../store-error.ts';
import { type DatabaseAddress, placeOfServer } from './address.ts';
import { ofCalls, PostgresConnection } from './connection.ts';
import { asPostgresProblem } from './database-fault.ts';
import { candidate, leaseSeconds, standbyDays } from './lease.ts';

type Server = NonNullable<DatabaseServer['server']>;

/** No question of these may keep the server busy. */
const longestMilliseconds = 4000;

/** Asks over a connection of its own, so that what is refused ends no transaction of others. */
export async function lookAtServer(address: DatabaseAddress): Promise<DatabaseState> {
  const place = { ...placeOfServer(address.servers[0] ?? ''), schema: address.schema };
  const about = { kind: 'server' as const, schema: ownSchema, address: address.text, place };
  const connection = new PostgresConnection(address, ofCalls, true);
  try {
    const client = await connection.opened();
    // Of several the one that answered.
    const { host, port } = client;
    await client.query(`SET statement_timeout = ${longestMilliseconds}`);
    return { ...about, place: { ...place, host, port }, problem: null, server: await lookAt(client) };
  } catch (failure) {
    return { ...about, problem: faultOf(failure), server: null };
  } finally {
    await connection.close();
  }
}

function faultOf(failure: unknown): DatabaseFault {
  const problem = asPostgresProblem(failure);
  if (problem instanceof StoreProblem && problem.fault !== null) return problem.fault;
  return { code: 'noAnswer', detail: failure instanceof Error ? failure.message : String(failure) };
}

const instant = (what: string): string =>
  `to_char(${what} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * As the contract has it. Whoever packs a server says more behind its version; who takes a base backup is listed as a replica, and
 * keeps nothing up to date; of a replica that this role may not see there is no more than its row.
 */
const look = `SELECT json_build_object(
  'version', split_part(current_setting('server_version'), ' ', 1),
  'startedAt', ${instant('pg_postmaster_start_time()')},
  'bytes', pg_database_size(current_database()),
  'engines', json_build_object(
    'leader', (SELECT json_build_object('name', holder, 'since', ${instant('since')}, 'isThis', holder = $1)
      FROM lease WHERE holder <> '' AND until >= clock_timestamp()),
    'standbys', (SELECT coalesce(json_agg(s), '[]') FROM (
      SELECT name, ${instant('since')} AS since, ${instant('seen_at')} AS "heardAt",
        seen_at > clock_timestamp() - $2 * interval '1 second' AS "isThere"
      FROM standby WHERE seen_at > clock_timestamp() - $3 * interval '1 day' ORDER BY seen_at DESC LIMIT $4) s)),
  'synchronousNames', current_setting('synchronous_standby_names'),
  'replicas', (SELECT coalesce(json_agg(r), '[]') FROM (
    SELECT coalesce(application_name, '') AS name, host(client_addr) AS address, state, sync_state AS "syncState",
      CASE WHEN state IS NOT NULL THEN greatest(pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn), 0) END AS "behindBytes",
      CASE WHEN state IS NOT NULL THEN extract(epoch FROM coalesce(flush_lag, interval '0')) END AS "behindSeconds"
    FROM pg_stat_replication WHERE state IS DISTINCT FROM 'backup' AND application_name IS DISTINCT FROM 'pg_basebackup'
    ORDER BY sync_state IN ('sync', 'quorum') DESC NULLS LAST, application_name LIMIT $5) r),
  'connections', json_build_object(
    'used', (SELECT coalesce(sum(numbackends), 0) FROM pg_stat_database WHERE datname IS NOT NULL),
    'own', (SELECT count(*) FROM pg_stat_activity WHERE application_name = 'perito' AND datname = current_database()),
    'limit', current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int)) AS found`;
type Found = Omit<Server, 'replication' | 'statements'> & Omit<Server['replication'], 'protection'>;

async function lookAt(client: pg.Client): Promise<Server> {
  const given = [candidate, leaseSeconds, standbyDays, databaseLimits.engines, databaseLimits.replicas];
  const [row] = (await client.query<{ found: Found }>(look, given)).rows;
  if (row === undefined) throw new Error('The server says nothing about itself.');
  const { synchronousNames, replicas, ...rest } = row.found;
  const replication = { protection: protectionOf(replicas, synchronousNames), synchronousNames, replicas };
  return { ...rest, replication, statements: await statementsOf(client) };
}

export function protectionOf(
  replicas: readonly Pick<DatabaseReplica, 'state' | 'syncState'>[],
  synchronousNames: string,
): DatabaseProtection {
  if (replicas.some(({ state }) => state === null)) return 'hidden';
  if (synchronousNames.trim() === '') return replicas.length > 0 ? 'asynchronous' : 'none';
  const confirming = replicas.filter(({ syncState }) => syncState === 'sync' || syncState === 'quorum');
  return confirming.length >= wantedOf(synchronousNames) ? 'synchronous' : 'waits';
}

/** How many replicas have to confirm: `ANY n (…)`, `FIRST n (…)`, `n (…)`, or the first of a plain list (PostgreSQL, 20.6.2). */
const wantedOf = (synchronousNames: string): number =>
  Number(/^\s*(?:(?:ANY|FIRST)\s+)?(\d+)\s*\(/i.exec(synchronousNames)?.[1] ?? 1);

/** What takes longer on the average is called slow. */
const slowMilliseconds = 50;
const longestText = 300;

async function statementsOf(client: pg.Client): Promise<Server['statements']> {
  const { rows: extensions } = await client.query<{ schema: string }>(
    `SELECT quote_ident(n.nspname) AS schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
      WHERE e.extname = 'pg_stat_statements'`,
  );
  const [extension] = extensions;
  if (extension === undefined) return { state: 'notInstalled' };
  try {
    const { rows } = await client.query<
      Record<'calls' | 'meanMilliseconds' | 'maxMilliseconds', number> & { text: string }
    >(
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
    // Insufficient privilege (PostgreSQL, Appendix A).
    if (errorCode(failure) === '42501') return { state: 'refused' };
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
