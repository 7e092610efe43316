import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import { narrowAll, openStoreInFiles, openToOthers } from '../../../main/engine/store/index.ts';
import { migrations } from '../../../main/engine/store/migrations/index.ts';
import { cli } from '../../built-program.ts';
import { HostInMemory } from '../host-in-memory.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const rights = (path: string) => (lstatSync(path).mode & 0o777).toString(8);

/** Everything below a folder with its rights, the folder itself as ''. */
function allRights(folder: string): Record<string, string> {
  const below = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(['', ...below].map((name) => [name, rights(join(folder, name))]));
}

/** Those that others may read, write or enter. */
const wideAmong = (found: Record<string, string>) =>
  Object.entries(found).filter(([, mode]) => !mode.endsWith('00'));

const log = { info() {}, warn() {}, error() {} };

describe.skipIf(process.platform === 'win32')(
  'a data directory that was there before, open to everybody',
  () => {
    function openBefore(): string {
      const dataDir = join(temporaryFolder(), 'data');
      mkdirSync(dataDir);
      chmodSync(dataDir, 0o755);
      return dataDir;
    }

    test('has a database that nobody else may read, beside it no file that they may, from its first byte on', async () => {
      const dataDir = openBefore();
      const store = openStoreInFiles({ dataDir });
      await store.write(async (tx) => tx.run('CREATE TABLE something (a)'));
      const found = allRights(dataDir);
      const databases = ['journal.db', 'perito.db'].flatMap((name) => [name, `${name}-shm`, `${name}-wal`]);
      const files = ['installation.json', ...databases, 'perito.lock'];
      expect(Object.keys(found)).toEqual(expect.arrayContaining(files));
      expect(found['']).toBe('700');
      expect(wideAmong(found)).toEqual([]);
      await store.close();
      expect(wideAmong(allRights(dataDir))).toEqual([]);
    });

    test('is closed when it is opened again, whatever was made wide meanwhile; a copy before a migration too', async () => {
      const dataDir = openBefore();
      await openStoreInFiles({ dataDir }).close();
      for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o666);
      chmodSync(dataDir, 0o777);
      const store = openStoreInFiles({ dataDir, migrations: [...migrations, 'CREATE TABLE other (a)'] });
      onTestFinished(() => store.close());
      const found = allRights(dataDir);
      expect(Object.keys(found).filter((name) => name.startsWith('backups/'))).toHaveLength(1);
      expect(wideAmong(found)).toEqual([]);
    });

    test('is closed down to its photos while the engine runs; links are left and not followed', async () => {
      const dataDir = openBefore();
      const beside = join(temporaryFolder(), 'ajeno.txt');
      writeFileSync(beside, 'x', { mode: 0o644 });
      const folder = join(dataDir, 'attachments', 'content', 'ab');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'ab12'), 'x');
      chmodSync(join(folder, 'ab12'), 0o664);
      symlinkSync(beside, join(folder, 'enlace'));
      const told: object[] = [];
      const engine = await openEngine({
        dataDir,
        host: new HostInMemory(),
        version: '0.0.0',
        receiver: { address: '127.0.0.1', port: 0 },
        log: { ...log, info: (fields) => void told.push(fields) },
      });
      onTestFinished(() => engine.close());
      await expect.poll(() => told.some((fields) => 'narrowed' in fields)).toBe(true);
      const { [relative(dataDir, join(folder, 'enlace'))]: _, ...found } = allRights(dataDir);
      expect(wideAmong(found)).toEqual([]);
      expect(rights(beside)).toBe('644');
      expect(await openToOthers(dataDir)).toEqual({ count: 0, first: [] });
    });

    test('says of each file that is open, twenty by name and the others by number', async () => {
      const dataDir = openBefore();
      for (let file = 0; file < 30; file += 1) writeFileSync(join(dataDir, `${file}`), '', { mode: 0o644 });
      const { count, first } = await openToOthers(dataDir);
      expect([count, first.length, first[0]]).toEqual([31, 20, dataDir]);
      expect(await narrowAll(dataDir, () => false)).toEqual({ narrowed: 31, failed: null });
      expect(await narrowAll(dataDir, () => false)).toEqual({ narrowed: 0, failed: null });
    });

    test('under the umask 022 and 000 the command line makes nothing that others may read', async () => {
      for (const umask of ['022', '000']) {
        const dataDir = openBefore();
        // The database of an earlier version, as it lay there.
        new Database(join(dataDir, 'perito.db')).close();
        const serve = `umask ${umask}; exec "$0" "$1" serve --data "$2" --receiver-port 0 --console-port 0`;
        const child = spawn('sh', ['-c', serve, process.execPath, cli, dataDir], {
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        onTestFinished(() => void child.kill('SIGKILL'));
        await once(child.stdout, 'data');
        expect([umask, wideAmong(allRights(dataDir))]).toEqual([umask, []]);
        child.kill('SIGTERM');
        await once(child, 'exit');
        expect([umask, wideAmong(allRights(dataDir))]).toEqual([umask, []]);
      }
    });
  },
);
