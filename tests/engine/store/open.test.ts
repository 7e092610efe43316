import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { holdProcessLock } from '../../../main/engine/store/folder.ts';
import {
  findSetting,
  openStoreInFiles,
  type StoreOptions,
  type StoreProblem,
  upsertReceiverSetting,
  upsertSetting,
} from '../../../main/engine/store/index.ts';
import { openJournalInFiles } from '../../../main/engine/store/journal-database.ts';
import { beginRebuilding } from '../../../main/engine/store/rebuilding.ts';
import { patience } from '../../patience.ts';
import { arrivalsOfRows } from '../older-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

async function open(options: StoreOptions) {
  const store = openStoreInFiles(options);
  onTestFinished(() => store.close());
  return store;
}

const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (failure) {
    return (failure as { code: string }).code;
  }
  return 'opened';
};

test('every connection syncs fully, in WAL mode', async () => {
  const dataDir = temporaryFolder();
  const store = await open({ dataDir });
  // The pragma changes its value at the first write where it was not set by name.
  await store.write((tx) => upsertSetting(tx, 'some', '1'));
  const seen = await store.write(async (tx) => tx.get<{ synchronous: number }>('PRAGMA synchronous'));
  expect(seen).toEqual({ synchronous: 2 });
  expect(await store.read(async (tx) => tx.get('PRAGMA synchronous'))).toEqual({ synchronous: 2 });
  expect(await store.read(async (tx) => tx.get('PRAGMA journal_mode'))).toEqual({ journal_mode: 'wal' });
});

test('what was written is there after closing and opening again', async () => {
  const dataDir = temporaryFolder();
  const first = openStoreInFiles({ dataDir });
  await first.write((tx) => upsertSetting(tx, 'kept', '"yes"'));
  const { installationId } = first;
  await first.close();
  const second = await open({ dataDir });
  expect(await second.read((tx) => findSetting(tx, 'kept'))).toBe('"yes"');
  expect(second.installationId).toBe(installationId);
});

test('a second process on the same data directory is refused, and let in once the first is gone', async () => {
  const dataDir = temporaryFolder();
  const script = `
    import { openStoreInFiles } from ${JSON.stringify(join(import.meta.dirname, '../../../main/engine/store/index.ts'))};
    try { await openStoreInFiles({ dataDir: process.argv[1] }).close(); console.log('opened'); }
    catch (failure) { console.log(failure.code + ': ' + failure.message); }`;
  const attempt = () =>
    spawnSync(process.execPath, ['--input-type=module', '-e', script, dataDir], {
      encoding: 'utf8',
    }).stdout.trim();
  const store = openStoreInFiles({ dataDir });
  expect(attempt()).toBe(
    `inUse: Another Perito is using ${dataDir}. Close it, or choose another data directory.`,
  );
  await store.close();
  expect(attempt()).toBe('opened');
});

test('a folder whose lock file was deleted is taken again before a second process can have it', async () => {
  const dataDir = temporaryFolder();
  const lock = join(dataDir, 'perito.lock');
  const store = await open({ dataDir });
  rmSync(lock);
  await vi.waitFor(() => expect(existsSync(lock)).toBe(true), patience);
  expect(codeOf(() => holdProcessLock(dataDir))).toBe('inUse');
  await store.write((tx) => upsertSetting(tx, 'a', '1'));
});

test('where a second process was faster, the first stores nothing more', async () => {
  const dataDir = temporaryFolder();
  const { promise: failed, resolve } = Promise.withResolvers<StoreProblem>();
  const journal = openJournalInFiles({ dataDir, onFailure: resolve });
  onTestFinished(() => journal.close());
  rmSync(join(dataDir, 'perito.lock'));
  const other = holdProcessLock(dataDir);
  onTestFinished(() => other.release());
  expect(await failed).toMatchObject({ code: 'inUse' });
  const late = journal.write((tx) => upsertReceiverSetting(tx, 'a', '1'));
  await expect(late).rejects.toMatchObject({ code: 'inUse' });
});

test.skipIf(process.platform === 'win32')(
  'a disk that takes nothing is not said to be another process',
  () => {
    const dataDir = temporaryFolder();
    const script = `
    import { openStoreInFiles } from ${JSON.stringify(join(import.meta.dirname, '../../../main/engine/store/index.ts'))};
    try { await openStoreInFiles({ dataDir: process.argv[1] }).close(); console.log('opened'); }
    catch (failure) { console.log(failure.code); }`;
    // No file may grow, as where no block is free.
    const limited = 'trap "" XFSZ; ulimit -f 0; exec "$@"';
    const node = [process.execPath, '--input-type=module', '-e', script, dataDir];
    const { stdout } = spawnSync('sh', ['-c', limited, 'sh', ...node], { encoding: 'utf8' });
    expect(stdout.trim()).toMatch(/^(diskFull|notAccessible)$/);
  },
);

test('the lock of a process that was killed is gone with it', () => {
  const dataDir = temporaryFolder();
  const script = `
    import { openStoreInFiles } from ${JSON.stringify(join(import.meta.dirname, '../../../main/engine/store/index.ts'))};
    openStoreInFiles({ dataDir: process.argv[1] }); process.kill(process.pid, 'SIGKILL');`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script, dataDir]);
  expect(run.signal).toBe('SIGKILL');
  expect(codeOf(() => openStoreInFiles({ dataDir }).close())).toBe('opened');
});

test('a lost database is told from a new one', async () => {
  const dataDir = temporaryFolder();
  await openStoreInFiles({ dataDir }).close();
  for (const file of readdirSync(dataDir)) if (file.startsWith('perito.db')) rmSync(join(dataDir, file));
  expect(codeOf(() => openStoreInFiles({ dataDir }))).toBe('databaseLost');
  writeFileSync(join(dataDir, 'perito.db'), '');
  expect(codeOf(() => openStoreInFiles({ dataDir }))).toBe('databaseLost');
});

test.each<[string, (file: string) => void]>([
  ['a byte', (file) => writeFileSync(file, 'x')],
  ['a database of something else', (file) => new Database(file).exec('CREATE TABLE other (a)').close()],
  ['a folder', (file) => mkdirSync(file)],
])('%s in place of the database is no new one', async (_, put) => {
  const dataDir = temporaryFolder();
  await openStoreInFiles({ dataDir }).close();
  const file = join(dataDir, 'perito.db');
  rmSync(file);
  put(file);
  for (let time = 0; time < 2; time++) expect(codeOf(() => openStoreInFiles({ dataDir }))).toBe('corrupt');
  expect((await openStoreAnew(dataDir)).before).toBe('unreadable');
});

test.each<[string, (folder: string) => void]>([
  ['a file', (folder) => writeFileSync(folder, 'x')],
  ['a link that leads nowhere', (folder) => symlinkSync('/nowhere/at/all', folder)],
  [
    'a folder with a note that cannot be read',
    (folder) => {
      mkdirSync(folder);
      for (const name of ['whole.json', 'perito.db']) writeFileSync(join(folder, name), '{');
    },
  ],
])('%s in place of a rebuild is nothing to go on with', async (_, put) => {
  const dataDir = temporaryFolder();
  await openStoreInFiles({ dataDir }).close();
  rmSync(join(dataDir, 'perito.db'));
  put(join(dataDir, 'rebuild'));
  expect(codeOf(() => openStoreInFiles({ dataDir }))).toBe('databaseLost');
  expect(readdirSync(dataDir)).not.toContain('rebuild');
});

/** Of an old one of which nothing can be read. */
async function openStoreAnew(dataDir: string) {
  const journal = openJournalInFiles({ dataDir });
  onTestFinished(() => journal.close());
  const rebuilding = await beginRebuilding(dataDir, journal.installationId);
  await rebuilding.abandon();
  return rebuilding;
}

test('a database that was lost together with the marker is no new one', async () => {
  const dataDir = temporaryFolder();
  await openStoreInFiles({ dataDir }).close();
  const journal = new Database(join(dataDir, 'journal.db'));
  journal.exec(`INSERT INTO entry (seq, at, kind, subject_id, key_label) VALUES (1, 1, 'lookup', 1, 'a')`);
  journal.close();
  for (const file of ['perito.db', 'installation.json']) rmSync(join(dataDir, file));
  expect(codeOf(() => openStoreInFiles({ dataDir }))).toBe('databaseLost');
});

test('a lost journal is told from a new one, though what is derived from it is there', async () => {
  const dataDir = temporaryFolder();
  await openStoreInFiles({ dataDir }).close();
  for (const file of readdirSync(dataDir)) if (file.startsWith('journal.db')) rmSync(join(dataDir, file));
  expect(codeOf(() => openStoreInFiles({ dataDir }))).toBe('databaseLost');
  writeFileSync(join(dataDir, 'journal.db'), '');
  expect(codeOf(() => openStoreInFiles({ dataDir }))).toBe('databaseLost');
});

test('a lost marker is made again from the database', async () => {
  const dataDir = temporaryFolder();
  await openStoreInFiles({ dataDir }).close();
  rmSync(join(dataDir, 'installation.json'));
  await openStoreInFiles({ dataDir }).close();
  expect(existsSync(join(dataDir, 'installation.json'))).toBe(true);
});

test('a database of another installation is refused', async () => {
  const [here, there] = [temporaryFolder(), temporaryFolder()];
  await openStoreInFiles({ dataDir: here }).close();
  await openStoreInFiles({ dataDir: there }).close();
  renameSync(join(there, 'perito.db'), join(here, 'perito.db'));
  expect(codeOf(() => openStoreInFiles({ dataDir: here }))).toBe('databaseForeign');
});

test('a journal of another installation is refused', async () => {
  const [here, there] = [temporaryFolder(), temporaryFolder()];
  await openStoreInFiles({ dataDir: here }).close();
  await openStoreInFiles({ dataDir: there }).close();
  renameSync(join(there, 'journal.db'), join(here, 'journal.db'));
  expect(codeOf(() => openStoreInFiles({ dataDir: here }))).toBe('databaseForeign');
});

test('a journal that is older than what was derived from it is refused', async () => {
  const dataDir = temporaryFolder();
  const store = openStoreInFiles({ dataDir });
  await store.write((tx) => upsertSetting(tx, 'derivedArrivals', '7'));
  await store.close();
  expect(codeOf(() => openStoreInFiles({ dataDir }))).toBe('journalOlder');
});

test('a database that was copied to a new place without its journal is refused, and nothing is put beside it', async () => {
  const dataDir = temporaryFolder();
  const store = openStoreInFiles({ dataDir });
  await store.write((tx) => upsertSetting(tx, 'derivedArrivals', '0'));
  await store.close();
  const alone = temporaryFolder();
  cpSync(join(dataDir, 'perito.db'), join(alone, 'perito.db'));
  for (let time = 0; time < 2; time++)
    expect(codeOf(() => openStoreInFiles({ dataDir: alone }))).toBe('databaseLost');
  expect(existsSync(join(alone, 'installation.json'))).toBe(false);
  cpSync(join(dataDir, 'journal.db'), join(alone, 'journal.db'));
  expect(codeOf(() => openStoreInFiles({ dataDir: alone }).close())).toBe('opened');
});

test('a database of a newer version is refused and left as it is', async () => {
  const dataDir = temporaryFolder();
  await openStoreInFiles({ dataDir }).close();
  const database = new Database(join(dataDir, 'perito.db'));
  database.pragma('user_version = 999');
  database.close();
  expect(codeOf(() => openStoreInFiles({ dataDir }))).toBe('newerSchema');
  const after = new Database(join(dataDir, 'perito.db'));
  expect(after.pragma('user_version', { simple: true })).toBe(999);
  after.close();
});

test('a damaged database is refused', async () => {
  const dataDir = temporaryFolder();
  await openStoreInFiles({ dataDir }).close();
  writeFileSync(join(dataDir, 'perito.db'), Buffer.alloc(8192, 7));
  expect(codeOf(() => openStoreInFiles({ dataDir }))).toBe('corrupt');
});

test('a database with content is copied before it is migrated', async () => {
  const dataDir = temporaryFolder();
  const { migrations } = await import('../../../main/engine/store/migrations/index.ts');
  const first = openStoreInFiles({ dataDir });
  await first.write((tx) => upsertSetting(tx, 'old', '1'));
  await first.close();
  const store = await open({
    dataDir,
    migrations: [...migrations, 'CREATE TABLE later (id INTEGER) STRICT'],
  });
  expect(await store.read(async (tx) => tx.get('PRAGMA user_version'))).toEqual({
    user_version: migrations.length + 1,
  });
  const [copy] = readdirSync(join(dataDir, 'backups'));
  const database = new Database(join(dataDir, 'backups', copy!), { readonly: true });
  expect(database.prepare("SELECT value FROM setting WHERE name = 'old'").get()).toEqual({ value: '1' });
  expect(database.pragma('user_version', { simple: true })).toBe(migrations.length);
  database.close();
});

test('findings of dates without zone are gone after the update, and no record counts them', async () => {
  const dataDir = temporaryFolder();
  const { migrations } = await import('../../../main/engine/store/migrations/index.ts');
  const { datesWithoutZone } = await import(
    '../../../main/engine/store/migrations/0014-dates-without-zone.ts'
  );
  const before = openStoreInFiles({
    dataDir,
    migrations: migrations.slice(0, migrations.indexOf(datesWithoutZone)),
  });
  await before.write(async (tx) => {
    await tx.run(`INSERT INTO record (id, kind, marketplace_id, number, item_count, received_at, revision, finding_count)
      VALUES (1, 'purchaseOrder', 1, 'OC-1', 1, 0, 2, 2), (2, 'purchaseOrder', 2, 'OC-2', 1, 0, 1, 1)`);
    await tx.run(`INSERT INTO finding (record_id, revision, code, severity, pointer, parameters)
      VALUES (1, 1, 'wire.dateWithoutZone', 'info', '/createdOnUtcDate', '{}'),
        (1, 2, 'wire.dateWithoutZone', 'info', '/createdOnUtcDate', '{}'),
        (1, 2, 'wire.null', 'info', '/comments', '{}'), (2, 1, 'wire.null', 'info', '/comments', '{}')`);
    for (const sql of arrivalsOfRows) await tx.run(sql);
  });
  await before.close();
  const store = await open({ dataDir });
  expect(
    await store.read(async (tx) =>
      tx.all('SELECT id, finding_count AS findingCount FROM record ORDER BY id'),
    ),
  ).toEqual([
    { id: 1, findingCount: 1 },
    { id: 2, findingCount: 1 },
  ]);
  expect(await store.read(async (tx) => tx.all('SELECT DISTINCT code FROM finding'))).toEqual([
    { code: 'wire.null' },
  ]);
});

test('a migration that fails leaves the version before it', async () => {
  const dataDir = temporaryFolder();
  const { migrations } = await import('../../../main/engine/store/migrations/index.ts');
  await openStoreInFiles({ dataDir }).close();
  const broken = [...migrations, 'CREATE TABLE half (id INTEGER) STRICT; SELECT nothing FROM nowhere'];
  expect(codeOf(() => openStoreInFiles({ dataDir, migrations: broken }))).toBe('notAccessible');
  const store = await open({ dataDir });
  expect(
    await store.read(async (tx) => tx.get("SELECT name FROM sqlite_schema WHERE name = 'half'")),
  ).toBeUndefined();
});

test('an opening that failed lets the folder go at once', async () => {
  const dataDir = temporaryFolder();
  await openStoreInFiles({ dataDir }).close();
  const whole = readFileSync(join(dataDir, 'perito.db'));
  writeFileSync(join(dataDir, 'perito.db'), Buffer.alloc(8192, 7));
  expect(codeOf(() => openStoreInFiles({ dataDir }))).toBe('corrupt');
  writeFileSync(join(dataDir, 'perito.db'), whole);
  expect(codeOf(() => openStoreInFiles({ dataDir }).close())).toBe('opened');
});

test('a folder that cannot be made is said in one sentence', () => {
  const dataDir = join(temporaryFolder(), 'file');
  writeFileSync(dataDir, 'not a folder');
  expect(codeOf(() => openStoreInFiles({ dataDir }))).toBe('notAccessible');
});

test.each([
  ['a run whose commit failed', true],
  ['any other run', false],
])('whether it was closed cleanly is told after %s', async (_, fails) => {
  const dataDir = temporaryFolder();
  const store = openJournalInFiles({ dataDir });
  const written = store.write(async (tx) => {
    // A key that leads nowhere is found at the commit.
    await tx.run('PRAGMA defer_foreign_keys = ON');
    await tx.run('CREATE TABLE child (of INTEGER REFERENCES entry)');
    if (fails) await tx.run('INSERT INTO child (of) VALUES (99)');
  });
  if (fails) await expect(written).rejects.toMatchObject({ code: 'commitFailed' });
  else await written;
  await store.close();
  const marker = JSON.parse(readFileSync(join(dataDir, 'installation.json'), 'utf8'));
  expect(marker.closedCleanly).toBe(!fails);
});

test('a lock that cannot be opened is told as that, and not as a directory in use', () => {
  const [isFolder, leadsNowhere] = [temporaryFolder(), temporaryFolder()];
  mkdirSync(join(isFolder, 'perito.lock'));
  symlinkSync(join(leadsNowhere, 'none', 'perito.lock'), join(leadsNowhere, 'perito.lock'));
  for (const dataDir of [isFolder, leadsNowhere])
    expect(codeOf(() => openStoreInFiles({ dataDir }))).toBe('notAccessible');
});
