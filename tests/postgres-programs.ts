/** PostgreSQL's own programs, with which tests and benchmarks start servers of theirs. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian and Ubuntu have the programs of each version. */
const versions = '/usr/lib/postgresql';

function findPrograms(): string | null {
  if (!existsSync(versions)) return null;
  const folders = readdirSync(versions)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}
const programs = findPrograms();
export const hasPostgresPrograms = programs !== null;

const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root. */
export function serverAccount(): { uid: number; gid: number } | null {
  if (!isRoot) return null;
  const idOf = (option: string) => Number(spawnSync('id', [option, 'postgres']).stdout.toString());
  return { uid: idOf('-u'), gid: idOf('-g') };
}

export const superuser = 'postgres';

/** A folder that the server's account may enter. */
export function makeServerFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'perito-postgres-'));
  const own = serverAccount();
  if (own !== null) chownSync(folder, own.uid, own.gid);
  return folder;
}

/** Makes the data of a new server, which trusts who calls it from this computer. */
export const initialize = (data: string, more: readonly string[] = []): void =>
  run('initdb', ['-D', data, '-U', superuser, '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N', ...more]);

/** Makes the data of a standby called `standby` that follows the server at a port. */
export const copyAsStandby = (data: string, port: number): void =>
  run('pg_basebackup', [
    ...['-D', data, '-R', '-c', 'fast', '-X', 'stream', '--no-sync'],
    ...['-d', `host=127.0.0.1 port=${port} user=${superuser} application_name=standby`],
  ]);

/** Starts a server, with settings as `name=value`; what it says is on its standard error. */
export function startPostgres(data: string, port: number, settings: readonly string[]): ChildProcess {
  const given = ['-D', data, '-p', String(port), '-k', '', '-c', 'listen_addresses=127.0.0.1'];
  for (const setting of settings) given.push('-c', setting);
  return spawn(join(programs ?? '', 'postgres'), given, {
    ...serverAccount(),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function run(program: string, given: string[]): void {
  if (programs === null) throw new Error(`PostgreSQL is not installed: there is nothing in ${versions}.`);
  const { status, stderr } = spawnSync(join(programs, program), given, { ...serverAccount(), cwd: '/' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}
