/** A data directory that is so ill that nothing can be received: the shell says so, and goes on once it is recovered. */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import Database from 'better-sqlite3';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createArchives } from '../../main/shell/archives.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import type { EngineAway, IllnessCode } from '../../shared/contract/status.ts';
import { hashesOf } from '../engine/backup/lived-in.ts';
import { putNewDatabase } from '../engine/migrated-folder.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { thorough } from '../thorough.ts';
import { placesIn } from './opened-copies.ts';
import { awayNow, awayOf, openThreads, tryOnce, wholeAgain } from './threads-under-calls.ts';

type Threads = Awaited<ReturnType<typeof openThreads>>;

/** Resolves with what came of it; null where there is an engine again. */
async function tryAgain(threads: Threads): Promise<EngineAway | null> {
  await tryOnce(threads, (client) => client.recovery.tryAgain());
  await expect.poll(async () => (await awayNow(threads))?.isTriedAgain ?? false).toBe(false);
  return awayNow(threads);
}

/** A directory with one order, and one backup of it. */
async function makeWhole() {
  const [dataDir, place] = [mkdtempSync(join(folder, 'data-')), mkdtempSync(join(folder, 'place-'))];
  const threads = await openThreads({ dataDir: putNewDatabase(dataDir) });
  const { call } = threads;
  await threads.send('/PurchaseOrders', purchaseOrder(1));
  await wholeAgain(call);
  await call((client) =>
    client.backups.configure({ ...placesIn(place), schedule: { isOn: false, hour: 18 } }),
  );
  await call((client) => client.backups.start({ placeId: null }));
  const lastGood = async () => (await call((client) => client.backups.get())).places[0]?.lastGood?.name;
  await expect.poll(lastGood).toBeTypeOf('string');
  const { installations } = await call((client) => client.backups.list({ folder: place }));
  const { installationId = '', copies = [] } = installations[0] ?? {};
  await threads.thread.close();
  return { dataDir, copy: { folder: place, installationId, name: copies[0]?.name ?? null } };
}

const folder = mkdtempSync(join(tmpdir(), 'perito-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let made: ReturnType<typeof makeWhole> | null = null;

/** A copy of that directory of its own, and the backup of it. */
async function wholeFolder() {
  made ??= makeWhole();
  const { dataDir: whole, copy } = await made;
  const dataDir = temporaryFolder();
  cpSync(whole, dataDir, { recursive: true });
  return { dataDir, copy };
}

/** Closed cleanly, a database is one file. */
const journal = (dataDir: string) => join(dataDir, 'journal.db');
const edit = (file: string, sql: string) => {
  const database = new Database(file);
  database.exec(sql);
  database.close();
};

const illnesses: [what: string, code: IllnessCode, makeIll: (dataDir: string) => void][] = [
  ['the journal is missing', 'databaseLost', (dataDir) => rmSync(journal(dataDir))],
  ['the journal is cut off', 'corrupt', (dataDir) => truncateSync(journal(dataDir), 9000)],
  [
    'the journal is something else',
    'corrupt',
    (dataDir) => writeFileSync(journal(dataDir), 'x'.repeat(9000)),
  ],
  [
    'the journal is of a newer Perito',
    'newerSchema',
    (dataDir) => edit(journal(dataDir), 'PRAGMA user_version = 999'),
  ],
  [
    'the database is of a newer Perito',
    'newerSchema',
    (dataDir) => edit(join(dataDir, 'perito.db'), 'PRAGMA user_version = 999'),
  ],
  [
    'the journal is of another installation',
    'databaseForeign',
    (dataDir) =>
      edit(
        journal(dataDir),
        `UPDATE receiver_setting SET value = json_set(value, '$.installationId', '${crypto.randomUUID()}') WHERE name = 'installation'`,
      ),
  ],
];

/** What is there is moved aside whole, whatever it is: of most it is enough that the restore itself is tested with them (`restore-ill.test.ts`). */
const isRestored = (code: IllnessCode) => thorough || code === 'databaseLost' || code === 'databaseForeign';

test('a desk of an office may do nothing about it, and is told no folder; whoever has the link of the start may', async () => {
  const { dataDir } = await wholeFolder();
  rmSync(journal(dataDir));
  const threads = await openThreads({ dataDir, isOffice: true });
  const atDesk = await awayNow(threads, 'browser');
  expect(atDesk).toMatchObject({ illness: 'databaseLost', mayRepair: false, detail: '', folder: null });
  expect(JSON.stringify(atDesk)).not.toContain(dataDir);
  await expect(tryOnce(threads, (client) => client.recovery.tryAgain())).rejects.toMatchObject({
    status: 503,
  });
  expect(await awayNow(threads, 'token')).toMatchObject({
    mayRepair: true,
    detail: expect.stringMatching(/./),
  });
  await tryOnce(threads, (client) => client.recovery.tryAgain(), 'token');
});

test.each(illnesses)('%s: it is said, and a backup brings everything back', async (_, code, makeIll) => {
  const { dataDir, copy } = await wholeFolder();
  makeIll(dataDir);
  const threads = await openThreads({ dataDir });
  expect(threads.thread.isIll).toBe(true);
  expect(await awayNow(threads)).toMatchObject({ illness: code, receiver: 'failed' });
  // Nothing has changed, so it is as ill as before.
  expect(await tryAgain(threads)).toMatchObject({ illness: code });

  const { configuration } = await tryOnce(threads, (client) => client.backups.get());
  expect(configuration.places).toMatchObject([{ folder: copy.folder }]);
  if (!isRestored(code)) return;
  await tryOnce(threads, (client) => client.backups.restore(copy));
  expect(await threads.thread.isWell).toMatch(/^http:/);
  expect(await awayNow(threads)).toBeNull();
  const { rows } = await threads.call((client) => client.records.list({ kind: 'purchaseOrder' }));
  expect(rows.map(({ marketplaceId }) => marketplaceId)).toEqual([1]);
});

test('a copy is looked at read-only while nothing else can be', async () => {
  const { dataDir, copy } = await wholeFolder();
  rmSync(journal(dataDir));
  const before = readdirSync(dataDir);
  const archives = createArchives('0.0.0');
  onTestFinished(() => archives.close());
  const threads = await openThreads({
    dataDir,
    openCopy: (...asked) => archives.openCopy(...asked)?.id ?? null,
  });
  const { home } = await tryOnce(threads, (client) => client.backups.open(copy));
  const opened = archives.find(home ?? '');
  expect(await opened?.settled()).toMatchObject({ is: 'open', archive: { kind: 'copy' } });
  const port = opened?.connect('browser');
  if (port === undefined) throw new Error('it is not open');
  const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ port }));
  port.start();
  const { rows } = await client.records.list({});
  expect(rows.map(({ marketplaceId }) => marketplaceId)).toEqual([1]);
  await opened?.close();
  expect(await awayNow(threads)).toMatchObject({ illness: 'databaseLost' });
  expect(readdirSync(dataDir)).toEqual(before);

  const away = await tryOnce(threads, (client) =>
    client.backups.open({ ...copy, folder: join(copy.folder, 'nowhere') }),
  );
  expect(await archives.find(away.home ?? '')?.settled()).toMatchObject({ is: 'failed', code: 'away' });
});

test('what can be read is got out of it, and nothing in it is changed', async () => {
  const { dataDir } = await wholeFolder();
  truncateSync(journal(dataDir), 9000);
  const before = hashesOf(dataDir);
  const threads = await openThreads({ dataDir });
  const to = join(temporaryFolder(), 'out');
  // Nothing else is done with it meanwhile: the three come one right after the other.
  const [, , away] = await tryOnce(threads, (client) =>
    Promise.all([
      client.recovery.salvage({ folder: to }),
      client.recovery.tryAgain(),
      client.status.get().catch(awayOf),
    ]),
  );
  expect(away).toMatchObject({ salvage: { running: { isEnding: false } }, isTriedAgain: false });
  await expect.poll(async () => (await awayNow(threads))?.salvage.running).toBeNull();
  const { done, failure } = (await awayNow(threads))?.salvage ?? {};
  expect([failure, done]).toMatchObject([null, { records: 1, journal: { lost: null }, database: 'whole' }]);
  expect(existsSync(done?.file ?? '')).toBe(true);
  expect(hashesOf(dataDir)).toEqual(before);

  await tryOnce(threads, (client) => client.recovery.salvage({ folder: join(dataDir, 'in') }));
  await expect
    .poll(async () => (await awayNow(threads))?.salvage)
    .toMatchObject({ running: null, done: null, failure: { code: 'inDataDirectory' } });
});

test('what is put right is taken up when somebody says so', async () => {
  const { dataDir } = await wholeFolder();
  renameSync(journal(dataDir), `${journal(dataDir)}.away`);
  const threads = await openThreads({ dataDir });
  expect(await awayNow(threads)).toMatchObject({ illness: 'databaseLost' });
  renameSync(`${journal(dataDir)}.away`, journal(dataDir));
  expect(await tryAgain(threads)).toBeNull();
  expect(await threads.thread.isWell).toMatch(/^http:/);
  await wholeAgain(threads.call);
});

test('a journal that is lost while Perito works ends in the same place', async () => {
  const { dataDir, copy } = await wholeFolder();
  const threads = await openThreads({ dataDir });
  await wholeAgain(threads.call);
  rmSync(journal(dataDir));
  await threads.end('receiver');
  await expect.poll(() => awayNow(threads)).toMatchObject({ illness: 'databaseLost', receiver: 'failed' });
  await tryOnce(threads, (client) => client.backups.restore(copy));
  await expect.poll(() => awayNow(threads)).toBeNull();
  await wholeAgain(threads.call);
});
