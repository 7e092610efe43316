/** Addresses of databases of servers. */
import { databaseProblem } from './database-fault.ts';

/** The schema of the database in which all tables of an installation stand, unless its address names another. */
const usualSchema = 'perito';

/** Where a database is. The password stands elsewhere (`password.ts`). */
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
  return { text, servers: servers.map(({ url }) => url), schema: servers[0]?.schema ?? usualSchema };
}

function serverOf(text: string): { url: string; schema: string } {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWhole = url !== null && url.hostname !== '' && url.pathname.length > 1;
  if (!isWhole || !/^postgres(ql)?:$/.test(url.protocol)) throw databaseProblem('addressForm');
  if (url.password !== '') throw databaseProblem('addressPassword');
  const schema = url.searchParams.get('schema') ?? usualSchema;
  if (!/^[a-z_][a-z\d_]{0,62}$/.test(schema)) throw databaseProblem('addressSchema', schema);
  if ((url.searchParams.get('sslmode') ?? 'verify-full') !== 'verify-full')
    throw databaseProblem('addressTls');
  if ((url.searchParams.get('target_session_attrs') ?? 'read-write') !== 'read-write')
    throw databaseProblem('addressReadOnly');
  for (const ours of ['schema', 'sslmode', 'target_session_attrs']) url.searchParams.delete(ours);
  // Whoever writes more believes that it holds, and one that leaves TLS or a promise away must not.
  if (url.search !== '') throw databaseProblem('addressParameters', [...url.searchParams.keys()].join(', '));
  try {
    placeOfServer(url.href);
  } catch {
    throw databaseProblem('addressLetters');
  }
  return { url: url.href, schema };
}

/** What the driver is given of a server, and nothing else of its address. */
export function placeOfServer(url: string): { host: string; port: number; database: string; user: string } {
  const { hostname, port, pathname, username } = new URL(url);
  return {
    host: decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || 5432,
    database: decodeURIComponent(pathname.slice(1)),
    user: decodeURIComponent(username),
  };
}
