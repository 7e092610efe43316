/** The files of the database are deleted or replaced while the program works with them. */

import { copyFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../main/engine/clock.ts';
import { openEngine } from '../../../main/engine/engine.ts';
import { openJournal } from '../../../main/engine/journal/index.ts';
import { findSetting, type StoreProblem, upsertSetting } from '../../../main/engine/store/index.ts';
import type { Contract } from '../../../shared/contract/contract.ts';
import { until } from '../../files/settled.ts';
import { thorough } from '../../thorough.ts';
import { HostInMemory } from '../host-in-memory.ts';
import { openNewStore } from '../migrated-folder.ts';
import { purchaseOrder } from '../orders.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const files = (dataDir: string) => readdirSync(dataDir).filter((name) => /^(perito|journal)\.db/.test(name));
const deleteAll = (dataDir: string) => {
  for (const name of files(dataDir)) rmSync(join(dataDir, name));
};

async function opened(dataDir: string) {
  const { promise: failed, resolve } = Promise.withResolvers<StoreProblem>();
  const store = await openNewStore({ dataDir, onFailure: resolve });
  onTestFinished(() => store.close());
  const codeOf = (write: Promise<unknown>) =>
    write.then(
      () => 'written',
      (problem: StoreProblem) => problem.code,
    );
  return {
    failed,
    close: () => store.close(),
    write: () => codeOf(store.write((tx) => upsertSetting(tx, 'a', '1'))),
  };
}

test.each<[string, (dataDir: string) => void]>([
  ['deleted', deleteAll],
  ['deleted, its write-ahead log alone', (dataDir) => rmSync(join(dataDir, 'perito.db-wal'))],
  [
    'replaced by a copy of itself',
    (dataDir) => {
      copyFileSync(join(dataDir, 'perito.db'), join(dataDir, 'copy'));
      renameSync(join(dataDir, 'copy'), join(dataDir, 'perito.db'));
    },
  ],
  ['moved with its folder', (dataDir) => renameSync(dataDir, `${dataDir}-elsewhere`)],
  ['deleted with its folder', (dataDir) => rmSync(dataDir, { recursive: true })],
])('a database that is %s takes nothing more', async (_, lose) => {
  const dataDir = join(temporaryFolder(), 'data');
  const store = await opened(dataDir);
  expect(await store.write()).toBe('written');
  lose(dataDir);
  // Before anybody had the time to look.
  expect(await store.write()).toBe('databaseGone');
  expect(await store.write()).toBe('databaseGone');
  expect(await store.failed).toMatchObject({ code: 'databaseGone' });
  await store.close();
});

test.each([
  ['a copy of an hour ago', copyFileSync, ['before']],
  ['the same file', renameSync, ['before', 'after']],
] as const)(
  '%s that is put in the place of a deleted database is read as it was',
  async (_, put, expected) => {
    const dataDir = join(temporaryFolder(), 'data');
    const file = join(dataDir, 'perito.db');
    const away = join(temporaryFolder(), 'away.db');
    const first = await openNewStore({ dataDir });
    await first.write((tx) => upsertSetting(tx, 'before', '1'));
    await first.close();
    if (put === copyFileSync) copyFileSync(file, away);
    const { promise: failed, resolve } = Promise.withResolvers<StoreProblem>();
    const second = await openNewStore({ dataDir, onFailure: resolve });
    await second.write((tx) => upsertSetting(tx, 'after', '1'));
    if (put === copyFileSync) rmSync(file);
    else renameSync(file, away);
    await failed;
    await second.close();
    put(away, file);
    const third = await openNewStore({ dataDir });
    const found = await Promise.all(
      ['before', 'after'].map(async (name) =>
        (await third.read((tx) => findSetting(tx, name))) === null ? [] : [name],
      ),
    );
    await third.close();
    expect(found.flat()).toEqual(expected);
  },
);

test('it is noticed within a second where nothing else is done, though nobody writes', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const store = await opened(dataDir);
  deleteAll(dataDir);
  const from = performance.now();
  expect(await store.failed).toMatchObject({ code: 'databaseGone' });
  expect(performance.now() - from).toBeLessThan(thorough ? 1000 : 10_000);
});

/** The journal alone, which gives the numbers; each of these is of a new order. */
async function openedJournal(dataDir: string) {
  const journal = await openJournal({ dataDir, clock: systemClock, numberTemplate: () => 'OC-{seq}' });
  onTestFinished(() => journal.close());
  return {
    close: () => journal.close(),
    async number() {
      const marketplaceId = nextOrder++;
      const bytes = Buffer.from(JSON.stringify(purchaseOrder(marketplaceId)));
      const arrival = { kind: 'purchaseOrder', marketplaceId, keyLabel: 'key', bytes } as const;
      return (await journal.keep({ ...arrival, contentHash: null })).number;
    },
  };
}
let nextOrder = 1;

test('numbers that may have been given are not given again', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const first = await openedJournal(dataDir);
  expect(await first.number()).toBe('OC-1');
  await first.close();
  const backup = join(temporaryFolder(), 'backup.db');
  copyFileSync(join(dataDir, 'journal.db'), backup);

  const second = await openedJournal(dataDir);
  expect([await second.number(), await second.number()]).toEqual(['OC-2', 'OC-3']);
  deleteAll(dataDir);
  await expect(second.number()).rejects.toMatchObject({ code: 'databaseGone' });
  await second.close();

  // Nobody goes on without the journal by mistake; with an older one its numbers go on above: 4 was not answered, but given.
  await expect(openedJournal(dataDir)).rejects.toThrow(/is missing/);
  copyFileSync(backup, join(dataDir, 'journal.db'));
  const third = await openedJournal(dataDir);
  expect(await third.number()).toBe('OC-5');
  await third.close();

  // And so do those of a new one in the same place.
  for (const name of [...files(dataDir), 'installation.json']) rmSync(join(dataDir, name));
  const fourth = await openedJournal(dataDir);
  expect(await fourth.number()).toBe('OC-6');
  await fourth.close();
  const fifth = await openedJournal(dataDir);
  expect(await fifth.number()).toBe('OC-7');
});

/** A whole engine, and an order that is delivered to it. */
async function openedEngine(dataDir: string) {
  const key = 'mercado@example.com:a-secret-of-this-test';
  const engine = await openEngine({
    dataDir,
    host: new HostInMemory(),
    version: '0.0.0',
    receiver: { address: '127.0.0.1', port: 0 },
    environmentKeys: [key],
    log: { info() {}, warn() {}, error() {} },
  });
  onTestFinished(() => engine.close());
  const client = createRouterClient(engine.router, {
    context: { via: 'token' },
  }) as ContractRouterClient<Contract>;
  const send = (id: number) =>
    fetch(`${engine.receiverUrl()}/PurchaseOrders`, {
      method: 'POST',
      headers: { 'x-api-key': Buffer.from(key).toString('base64'), 'content-type': 'application/json' },
      body: JSON.stringify(purchaseOrder(id)),
    });
  return { client, send, receiver: async () => (await client.status.get()).receiver };
}

test('the marketplace is told to come again, and the screen what happened', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const { client, send, receiver } = await openedEngine(dataDir);
  expect((await send(1)).status).toBe(200);
  deleteAll(dataDir);
  const refused = await send(2);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  await until(client, async () => (await receiver()).state === 'notStoring');
  expect(await receiver()).toMatchObject({ state: 'notStoring', error: { code: 'databaseGone' } });
});

test('where what is derived is gone alone, what arrives is taken and kept, and the screen says what happened', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const { client, send } = await openedEngine(dataDir);
  expect((await send(1)).status).toBe(200);
  for (const name of files(dataDir)) if (name.startsWith('perito')) rmSync(join(dataDir, name));
  const taken = await send(2);
  expect([taken.status, await taken.json()]).toMatchObject([
    200,
    { purchaseOrderNumber: expect.any(String) },
  ]);
  const journal = new Database(join(dataDir, 'journal.db'), { readonly: true });
  onTestFinished(() => void journal.close());
  expect(journal.prepare("SELECT count(*) AS n FROM entry WHERE kind = 'purchaseOrder'").get()).toEqual({
    n: 2,
  });
  await until(client, async () => (await client.status.get()).engine.database === 'gone');
});
