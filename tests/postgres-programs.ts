/** PostgreSQL's own programs, with which tests and benchmarks start servers of theirs. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
/** Where `psql`, `pg_ctl` and the others of its server are. */
export const postgresPrograms = programs ?? '';

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

/** Puts a certificate and its key where a server with `ssl=on` looks for them: when it starts, or is told to read its settings. */
export function putCertificate(data: string, { cert, key }: { cert: string; key: string }): void {
  for (const [name, file] of Object.entries({ 'server.crt': cert, 'server.key': key }))
    writeOwned(join(data, name), readFileSync(file));
}

/** Has a server let in whoever calls it by this address over TLS, by a password that neither side sends; and this computer as before. */
export const allowEncrypted = (data: string, address: string): void =>
  writeOwned(
    join(data, 'pg_hba.conf'),
    `host all all 127.0.0.1/32 trust\nhostssl all all ${address}/32 scram-sha-256\n`,
  );

/** Has a server let an account in from this computer by a password alone; and every other as before. */
export const askForPassword = (data: string, account: string): void =>
  writeOwned(
    join(data, 'pg_hba.conf'),
    `host all ${account} 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n`,
  );

function writeOwned(file: string, content: string | Buffer): void {
  writeFileSync(file, content, { mode: 0o600 });
  const own = serverAccount();
  if (own !== null) chownSync(file, own.uid, own.gid);
}

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
