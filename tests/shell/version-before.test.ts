/** A newer version wrote the database: what this one says, and how it goes back without losing what arrived. */
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { runCommand } from '../../main/command-line/run-command.ts';
import { openStoreInFiles } from '../../main/engine/store/index.ts';
import { migrations } from '../../main/engine/store/migrations/index.ts';
import { putNewDatabase } from '../engine/migrated-folder.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { awayNow, openThreads, tryOnce, wholeAgain } from './threads-under-calls.ts';

const here = migrations.length;

function edit(dataDir: string, sql: string, name = 'perito.db'): void {
  const database = new Database(join(dataDir, name));
  database.exec(sql);
  database.close();
}

/** One order came under this version, another and a change of the settings under a newer one. */
async function wroteNewer(): Promise<{ dataDir: string; numbers: string[] }> {
  const dataDir = putNewDatabase(temporaryFolder());
  const before = await openThreads({ dataDir });
  await before.send('/PurchaseOrders', purchaseOrder(1));
  await wholeAgain(before.call);
  await before.thread.close();
  await openStoreInFiles({
    dataDir,
    version: '9.9.0',
    migrations: [...migrations, 'CREATE TABLE later (id INTEGER) STRICT'],
  }).close();
  // What the newer version does is done by this one, on what only its number tells apart.
  edit(dataDir, `PRAGMA user_version = ${here}`);
  const newer = await openThreads({ dataDir });
  await newer.send('/PurchaseOrders', purchaseOrder(2));
  await wholeAgain(newer.call);
  await newer.call((client) => client.settings.update({ company: { name: 'Aseguradora de después' } }));
  const { rows } = await newer.call((client) => client.records.list({ kind: 'purchaseOrder' }));
  await newer.thread.close();
  edit(dataDir, `PRAGMA user_version = ${here + 1}`);
  return { dataDir, numbers: rows.map(({ number }) => number).sort() };
}

test('the screen names the version, and goes back: what arrived since is derived again, the newer database lies aside', async () => {
  const { dataDir, numbers } = await wroteNewer();
  const threads = await openThreads({ dataDir });
  const away = await awayNow(threads);
  expect(away).toMatchObject({ illness: 'newerSchema', versionBefore: { bytes: expect.any(Number) } });
  expect(away?.detail).toContain('restore --before-update');
  await tryOnce(threads, (client) => client.recovery.putBackVersionBefore());
  await expect.poll(() => awayNow(threads)).toBeNull();
  await wholeAgain(threads.call);
  const { rows } = await threads.call((client) => client.records.list({ kind: 'purchaseOrder' }));
  expect(rows.map(({ number }) => number).sort()).toEqual(numbers);
  expect((await threads.call((client) => client.settings.get())).company.name).not.toBe(
    'Aseguradora de después',
  );
  const { rows: log } = await threads.call((client) => client.audit.list({}));
  expect(log.map(({ action }) => action)).toContain('data.restored');
  const aside = readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'));
  expect(aside).toHaveLength(1);
  expect(existsSync(join(dataDir, aside[0] ?? '', 'perito.db'))).toBe(true);
});

async function run(dataDir: string): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  const code = await runCommand(['restore', '--before-update', '--data', dataDir], {
    environment: {},
    print: (text: string) => void said.push(text),
    report: (text: string) => void said.push(text),
    shutdown: new Promise(() => {}),
  });
  return { code, said: said.join('\n') };
}

test('the command goes back once, and refuses where there is nothing to go back from', async () => {
  const { dataDir } = await wroteNewer();
  expect(await run(dataDir)).toMatchObject({ code: 0, said: expect.stringContaining('"ok":true') });
  expect(await run(dataDir)).toMatchObject({ code: 1, said: expect.stringContaining('nothing to put back') });
});

test.each([
  [
    'the journal is newer too',
    (dataDir: string) => edit(dataDir, 'PRAGMA user_version = 99', 'journal.db'),
    'journal',
  ],
  [
    'the copy is of another installation',
    (dataDir: string) => {
      const [name = ''] = readdirSync(join(dataDir, 'backups'));
      edit(dataDir, `UPDATE installation SET id = '${crypto.randomUUID()}'`, join('backups', name));
    },
    'another installation',
  ],
])('nothing is changed where %s', async (_what, spoil, said) => {
  const dataDir = putNewDatabase(temporaryFolder());
  await openStoreInFiles({ dataDir, version: '0.1.0' }).close();
  const later = [...migrations, 'CREATE TABLE later (id INTEGER) STRICT'];
  await openStoreInFiles({ dataDir, version: '9.9.0', migrations: later }).close();
  spoil(dataDir);
  expect(await run(dataDir)).toMatchObject({ code: 1, said: expect.stringContaining(said) });
  expect(() => openStoreInFiles({ dataDir })).toThrow(said === 'journal' ? 'newer' : 'Perito 9.9.0');
});

test('of copies the newest is kept, and none for longer than ninety days', async () => {
  const dataDir = putNewDatabase(temporaryFolder());
  await openStoreInFiles({ dataDir, version: '0.1.0' }).close();
  const [one, two] = ['CREATE TABLE one (id INTEGER) STRICT', 'CREATE TABLE two (id INTEGER) STRICT'];
  await openStoreInFiles({ dataDir, version: '0.2.0', migrations: [...migrations, one] }).close();
  await openStoreInFiles({ dataDir, version: '0.3.0', migrations: [...migrations, one, two] }).close();
  const copies = () => readdirSync(join(dataDir, 'backups'));
  expect(copies()).toEqual([expect.stringContaining(`before-schema-${here + 2}-`)]);
  const old = Date.now() / 1000 - 91 * 86_400;
  utimesSync(join(dataDir, 'backups', copies()[0] ?? ''), old, old);
  await openStoreInFiles({ dataDir, version: '0.3.0', migrations: [...migrations, one, two] }).close();
  expect(copies()).toEqual([]);
});
