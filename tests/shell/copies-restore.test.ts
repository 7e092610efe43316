/** A copy that is restored while the program runs: receiver and engine end for it, and start on what was restored. */
import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { copierProcess } from '../../main/shell/copies/copier-client.ts';
import { forkProcess } from '../../main/shell/start-process.ts';
import { putNewDatabase } from '../engine/migrated-folder.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { patience } from '../patience.ts';
import { placesIn } from './opened-copies.ts';
import { awayNow, openThreads, tryOnce, wholeAgain } from './threads-under-calls.ts';

type Threads = Awaited<ReturnType<typeof openThreads>>;
const hanging = new URL('./hanging-copier.ts', import.meta.url);

const asides = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'));

/** Makes a backup in a new place, whose only copy it is. */
async function backedUp({ call }: Threads) {
  const place = temporaryFolder();
  await call((client) =>
    client.backups.configure({ ...placesIn(place), schedule: { isOn: false, hour: 18 } }),
  );
  await call((client) => client.backups.start({ placeId: null }));
  const lastGood = async () => (await call((client) => client.backups.get())).places[0]?.lastGood ?? null;
  await expect.poll(lastGood).not.toBeNull();
  const { installations } = await call((client) => client.backups.list({ folder: place }));
  const [found] = installations;
  const [copy] = found?.copies ?? [];
  if (found === undefined || copy === undefined) throw new Error('there is no copy');
  expect([found.isThisOne, copy.problem]).toEqual([true, null]);
  return { folder: place, installationId: found.installationId, name: copy.name };
}

const number = (answer: { body: Record<string, unknown> }) => answer.body['purchaseOrderNumber'];

test('a copy is restored while the program runs: held calls are answered first, nothing that arrived is lost', async () => {
  const threads = await openThreads({ holdSeconds: 60 });
  const { call, send, dataDir } = threads;
  const numbers = [number(await send('/PurchaseOrders', purchaseOrder(1)))];
  await wholeAgain(call);
  const copy = await backedUp(threads);
  numbers.push(number(await send('/PurchaseOrders', purchaseOrder(2))));
  const held = send('/PurchaseOrders/1/cancel', { purchaseOrderId: 1 });
  const isHeld = async () => (await call((client) => client.status.get())).receiver.heldCalls;
  await expect.poll(isHeld).toBe(1);

  const plan = await call((client) => client.backups.planRestore(copy));
  expect(plan).toMatchObject({ problem: null, isForeign: false, journal: { source: 'live' } });
  await call((client) => client.backups.restore(copy));
  expect(await held).toMatchObject({ status: 200, body: { isCancelled: false } });
  await expect.poll(() => asides(dataDir).length, { timeout: 60_000 }).toBe(1);
  await wholeAgain(call);

  const { engine, receiver } = await call((client) => client.status.get());
  expect(receiver).toMatchObject({ state: 'listening', url: threads.thread.receiverUrl });
  expect(engine).toMatchObject({
    ...{ restarts: 0, restoreFailure: null },
    lastInterruption: { cause: 'restoring' },
    restored: { folder: copy.folder, name: copy.name, aside: expect.stringContaining('before-restore-') },
  });
  const { rows } = await call((client) => client.records.list({ kind: 'purchaseOrder' }));
  expect(rows.map(({ marketplaceId }) => marketplaceId)).toEqual([2, 1]);
  for (const [index, given] of numbers.entries())
    expect(number(await send('/PurchaseOrders', purchaseOrder(index + 1)))).toBe(given);
  expect((await send('/PurchaseOrders', purchaseOrder(3))).status).toBe(200);
  // Where copies go is as it was.
  expect(await call((client) => client.backups.get())).toMatchObject({ places: [{ folder: copy.folder }] });
});

test('with no engine copies are configured, made and restored', async () => {
  const dataDir = putNewDatabase(temporaryFolder());
  const before = await openThreads({ dataDir });
  await before.send('/PurchaseOrders', purchaseOrder(1));
  await before.call((client) => client.people.rename({ name: 'Ana Reyes' }));
  await wholeAgain(before.call);
  const copy = await backedUp(before);
  await before.thread.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, `perito.db${suffix}`), { force: true });

  const threads = await openThreads({ dataDir });
  expect(threads.thread.lacked).toMatchObject({ code: 'databaseLost' });
  const [found, plan] = await tryOnce(threads, (client) =>
    Promise.all([client.backups.get(), client.backups.planRestore(copy)]),
  );
  expect(found).toMatchObject({ places: [{ folder: copy.folder }] });
  expect(plan).toMatchObject({ problem: null, database: { source: 'backup' } });
  const configuration = { ...found.configuration, warnAfterDays: 9 };
  await tryOnce(threads, (client) => client.backups.configure(configuration));
  await expect(
    tryOnce(threads, (client) => client.backups.configure({ ...configuration, warnAfterDays: 0 })),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await tryOnce(threads, (client) => client.backups.restore(copy));
  // Whoever asked for it sees it at once, before it has begun.
  expect(await awayNow(threads)).toMatchObject({ cause: 'restoring' });
  await wholeAgain(threads.call);
  expect((await threads.call((client) => client.people.me())).person?.name).toBe('Ana Reyes');
  expect((await threads.call((client) => client.backups.get())).configuration.warnAfterDays).toBe(9);
});

/** A restore that has begun and never ends. */
async function begun(args: string[] = []) {
  const pids: number[] = [];
  const threads = await openThreads({
    startProcess: () => {
      const started = forkProcess(copierProcess(hanging, args));
      pids.push(started.pid ?? 0);
      return started;
    },
  });
  await threads.send('/PurchaseOrders', purchaseOrder(1));
  const copy = { folder: temporaryFolder(), installationId: randomUUID(), name: null };
  await threads.call((client) => client.backups.restore(copy));
  await expect.poll(async () => (await awayNow(threads))?.restore?.done).toBe(1);
  return { ...threads, threads, pids };
}

/** What was there goes on as it was. */
async function unchanged({ call, send, dataDir }: Threads) {
  await wholeAgain(call);
  expect(asides(dataDir)).toEqual([]);
  expect((await call((client) => client.records.list({}))).total).toBe(1);
  expect((await send('/PurchaseOrders', purchaseOrder(2))).status).toBe(200);
  return (await call((client) => client.status.get())).engine;
}

test('one whose process is killed has failed, and what was there goes on', async () => {
  const { threads, pids } = await begun();
  expect(await awayNow(threads)).toMatchObject({
    cause: 'restoring',
    restore: { phase: 'journal', isEnding: false },
  });
  process.kill(pids[0] ?? 0, 'SIGKILL');
  expect(await unchanged(threads)).toMatchObject({
    ...{ restored: null, restarts: 0 },
    restoreFailure: { where: 'copy', problem: { detail: 'The process ended with SIGKILL.' } },
  });
});

test.each([['stops'], ['does not hear it']])('one that is ended, and %s, changes nothing', async (how) => {
  const { threads } = await begun([how]);
  await tryOnce(threads, (client) => client.backups.stopRestore());
  expect(await unchanged(threads)).toMatchObject({ restored: null, restoreFailure: null });
});

test('the program ends within five seconds in the middle of one, whose process is stopped too', async () => {
  const { thread, pids } = await begun();
  process.kill(pids[0] ?? 0, 'SIGSTOP');
  const from = performance.now();
  expect(await thread.close()).toBe('closed');
  expect(performance.now() - from).toBeLessThan(5000);
  await vi.waitFor(() => expect(() => process.kill(pids[0] ?? 0, 0)).toThrow(), patience);
});
