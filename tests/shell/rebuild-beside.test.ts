/** A database that is made anew while the receiver goes on, over a real port. */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { rebuildData } from '../../main/engine/rebuild.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { type EngineAway, engineAway } from '../../shared/contract/status.ts';
import { copied, filledFolder, rowsOf } from '../command-line/filled-folder.ts';
import { putNewDatabase } from '../engine/migrated-folder.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { expectVerified } from '../faults/reckoning.ts';
import { thorough } from '../thorough.ts';
import { openThreads, tryOnce, underEveryCall, wholeAgain } from './threads-under-calls.ts';

type Threads = Awaited<ReturnType<typeof openThreads>>;

/** What the shell says of the engine that is away; null where it is there. */
const away = (threads: Threads): Promise<EngineAway | null> =>
  tryOnce(threads, (client) => client.status.get()).then(
    () => null,
    (failure: unknown) => engineAway.parse(Object(failure).data),
  );

const asides = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith('before-rebuild-'));

/** With what SQLite has beside it. */
function removeDatabase(dataDir: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, `perito.db${suffix}`), { force: true });
}

test('without its database the receiver goes on, and a rebuild brings everything back that arrived', async () => {
  const dataDir = putNewDatabase(temporaryFolder());
  const before = await openThreads({ dataDir });
  await before.send('/PurchaseOrders', purchaseOrder(1));
  await wholeAgain(before.call);
  await before.thread.close();
  removeDatabase(dataDir);

  const threads = await openThreads({ dataDir });
  expect(threads.thread.lacked).toMatchObject({ code: 'databaseLost' });
  expect(await away(threads)).toMatchObject({ cause: 'databaseLost', receiver: 'listening', rebuild: null });
  expect(await threads.send('/PurchaseOrders', purchaseOrder(2))).toMatchObject({ status: 200 });
  expect(await threads.send('/PurchaseOrders', purchaseOrder(1))).toMatchObject({
    status: 200,
    body: { purchaseOrderNumber: expect.stringMatching(/1$/) },
  });
  expect(
    (await threads.get('/InsurancePolicies?insurancePolicyNumber=POL-1&incidentDate=2026-06-01')).status,
  ).toBe(503);

  await tryOnce(threads, (client) => client.database.rebuild());
  // Whoever asked for it sees it at once, before it has begun.
  expect(await away(threads)).toMatchObject({ cause: 'rebuilding' });
  await wholeAgain(threads.call);
  const { engine } = await threads.call((client) => client.status.get());
  const { since = '', at = '' } = engine.rebuilt ?? {};
  expect([Date.parse(since) <= Date.parse(at), since > (engine.lastInterruption?.from ?? '')]).toEqual([
    true,
    true,
  ]);
  expect(engine).toMatchObject({
    restarts: 0,
    lastInterruption: { cause: 'rebuilding' },
    rebuilt: { records: 2, before: 'missing', aside: null, lost: [], differences: 0 },
  });
  const { rows } = await threads.call((client) => client.records.list({ kind: 'purchaseOrder' }));
  expect(rows.map(({ marketplaceId }) => marketplaceId)).toEqual([2, 1]);
  expect(
    (await threads.get('/InsurancePolicies?insurancePolicyNumber=POL-1&incidentDate=2026-06-01')).status,
  ).not.toBe(503);
  const log = await threads.call((client) => client.audit.list({}));
  expect(log.rows).toMatchObject([{ action: 'database.rebuilt', actor: { via: 'browser' } }]);
  await expectVerified(dataDir);
});

test('of a policy book that was lost nothing is answered that it did not have, until one is imported', async () => {
  const dataDir = putNewDatabase(temporaryFolder());
  const policy = 'P-77';
  const rows = [
    {
      insurancePolicyNumber: policy,
      personTypeId: 2,
      firstName: 'Ana',
      vin: 'JTDBR32E720000001',
      year: 2020,
    },
  ];
  const ask = async ({ get }: Threads, number = policy) => {
    const { status, body } = await get(
      `/InsurancePolicies?insurancePolicyNumber=${number}&incidentDate=2026-06-01`,
    );
    return [status, Object.values(body).length];
  };
  const before = await openThreads({ dataDir });
  await before.call((client) => client.policies.import({ rows }));
  expect(await ask(before)).toEqual([200, 1]);
  await wholeAgain(before.call);
  await before.thread.close();
  removeDatabase(dataDir);

  const threads = await openThreads({ dataDir });
  await tryOnce(threads, (client) => client.database.rebuild());
  await wholeAgain(threads.call);
  const balance = () => threads.get(`/InsurancePolicies/${policy}/balance?vin=JTDBR32E720000001`);
  const isIncomplete = async () =>
    (await threads.call((client) => client.status.get())).policyBookIsIncomplete;
  expect([(await ask(threads))[0], (await balance()).status, await isIncomplete()]).toEqual([503, 503, true]);
  await threads.call((client) => client.policies.import({ rows }));
  expect(await isIncomplete()).toBe(false);
  expect([await ask(threads), (await balance()).status]).toEqual([[200, 1], 200]);
  expect(await ask(threads, 'P-78')).toEqual([200, 0]);
  await threads.thread.close();

  const database = new Database(join(dataDir, 'perito.db'));
  database.exec('DELETE FROM policy_book');
  database.close();
  await rebuildData({ dataDir });
  const after = await openThreads({ dataDir });
  expect(await ask(after)).toEqual([200, 1]);
});

const rebuilds = thorough ? 2 : 1;

test('a rebuild under every kind of call refuses none, and loses, doubles and renumbers nothing', async () => {
  const { call, dataDir, started, finish, marketplace } = await underEveryCall();
  for (let rebuild = 1; rebuild <= rebuilds; rebuild++) {
    const before = marketplace.acknowledged;
    await call((client) => client.database.rebuild());
    await expect.poll(() => asides(dataDir).length, { timeout: 60_000 }).toBe(rebuild);
    // The receiver went on by itself.
    expect(marketplace.acknowledged).toBeGreaterThan(before);
    await call((client) => client.status.get());
  }
  const { engine } = await call((client) => client.status.get());
  expect(engine).toMatchObject({ restarts: 0, rebuilt: { before: 'readable', lost: [], notRepeated: [] } });
  await finish();
  expect(marketplace.once.filter(({ answeredAt }) => answeredAt === null)).toEqual([]);
  expect(started).toEqual({ engine: rebuilds + 1, receiver: 1 });
}, 300_000);

test('a receiver that ends during a rebuild is started again, and the rebuild comes to its end', async () => {
  const { call, dataDir, end, started, finish } = await underEveryCall();
  await call((client) => client.database.rebuild());
  const isUnderWay = () => existsSync(join(dataDir, 'rebuild'));
  await expect.poll(isUnderWay, { interval: 1, timeout: 60_000 }).toBe(true);
  await end('receiver');
  await expect.poll(() => asides(dataDir).length, { timeout: 60_000 }).toBe(1);
  await call((client) => client.status.get());
  await finish();
  expect(started.receiver).toBe(2);
});

test('of a working day a rebuild that is ended changes nothing, and one that is not makes the same', async () => {
  const filled = await filledFolder();
  const dataDir = copied(filled, temporaryFolder());
  rmSync(filled, { recursive: true });
  const whole = rowsOf(dataDir);
  const threads = await openThreads({ dataDir });
  await wholeAgain(threads.call);
  await tryOnce(threads, (client) => client.database.rebuild());
  const phase = async () => (await away(threads))?.rebuild?.phase ?? null;
  await expect.poll(phase, { interval: 1 }).not.toBeNull();
  await tryOnce(threads, (client) => client.database.stopRebuild());
  await wholeAgain(threads.call);
  const { engine } = await threads.call((client) => client.status.get());
  expect(engine).toMatchObject({ lastInterruption: { cause: 'rebuilding' }, rebuilt: null });
  expect([asides(dataDir), existsSync(join(dataDir, 'rebuild'))]).toEqual([[], false]);
  expect(rowsOf(dataDir)).toEqual(whole);

  await tryOnce(threads, (client) => client.database.rebuild());
  await expect.poll(() => asides(dataDir).length, { timeout: 60_000 }).toBe(1);
  await wholeAgain(threads.call);
  const after = await threads.call((client) => client.status.get());
  expect(after.engine.rebuilt).toMatchObject({ before: 'readable', lost: [], differences: 0 });
  expect(rowsOf(dataDir)).toEqual(whole);
});

test('a rebuild that is ended before it has begun does not begin', async () => {
  const threads = await openThreads();
  await threads.send('/PurchaseOrders', purchaseOrder(1));
  await wholeAgain(threads.call);
  const port = threads.thread.connect('browser');
  const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ port }));
  port.start();
  const closed = once(port, 'close');
  await Promise.all([client.database.rebuild(), client.database.stopRebuild()]);
  await closed;
  await wholeAgain(threads.call);
  const { engine } = await threads.call((asked) => asked.status.get());
  expect(engine).toMatchObject({ restarts: 0, rebuilt: null, rebuildFailure: null });
  expect(asides(threads.dataDir)).toEqual([]);
});

/** A data directory on which nobody works, and its installation. */
async function leftFolder() {
  const dataDir = putNewDatabase(temporaryFolder());
  const { thread } = await openThreads({ dataDir });
  await thread.close();
  const { installationId } = JSON.parse(readFileSync(join(dataDir, 'installation.json'), 'utf8'));
  return { dataDir, installationId };
}

test('a receiver leaves the old database only once the new one is whole and is to be put in its place', async () => {
  const { dataDir, installationId } = await leftFolder();
  const found: string[][] = [];
  const leaveDatabase = async () => void found.push(readdirSync(join(dataDir, 'rebuild')));
  await rebuildData({ dataDir, receiver: { installationId, leaveDatabase } });
  expect(found).toEqual([expect.not.arrayContaining(['perito.db-wal'])]);
});

test('a rebuild beside a receiver ends before that would run out of room', async () => {
  const { dataDir, installationId } = await leftFolder();
  const receiver = { installationId, leastFree: Number.MAX_SAFE_INTEGER, leaveDatabase: async () => {} };
  await expect(rebuildData({ dataDir, receiver })).rejects.toMatchObject({ code: 'diskFull' });
  expect([asides(dataDir), existsSync(join(dataDir, 'rebuild'))]).toEqual([[], false]);
});

test('a rebuild that cannot come to its end says why, changes nothing, and the engine is there again', async () => {
  const dataDir = putNewDatabase(temporaryFolder());
  const before = await openThreads({ dataDir });
  await before.send('/PurchaseOrders', purchaseOrder(1));
  await before.send('/PurchaseOrders', purchaseOrder(2));
  await wholeAgain(before.call);
  await before.thread.close();
  const journal = new Database(join(dataDir, 'journal.db'));
  for (const name of journal.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).pluck().all())
    journal.exec(`DROP TRIGGER "${name}"`);
  expect(journal.prepare(`UPDATE entry SET key_label = 'otra' WHERE seq = 1`).run().changes).toBe(1);
  journal.close();
  const threads = await openThreads({ dataDir });
  await tryOnce(threads, (client) => client.database.rebuild());
  const engine = async () => (await threads.call((client) => client.status.get())).engine;
  await expect.poll(engine).toMatchObject({
    restarts: 0,
    rebuilt: null,
    rebuildFailure: { code: 'journalDamaged', detail: expect.stringContaining('entry 1') },
  });
  expect([asides(dataDir), existsSync(join(dataDir, 'rebuild'))]).toEqual([[], false]);
});
