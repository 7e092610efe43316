/** The second copy of a program that receives: what was answered is there, also what was answered last. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { putNewDatabase } from '../engine/migrated-folder.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { patience } from '../patience.ts';
import { openThreads, wholeAgain } from './threads-under-calls.ts';

test('what was answered a moment before the program ends is in the second copy, and comes back from it', async () => {
  const secondCopy = temporaryFolder();
  const dataDir = putNewDatabase(temporaryFolder());
  const before = await openThreads({ dataDir, secondCopy });
  await before.send('/PurchaseOrders', purchaseOrder(1));
  await wholeAgain(before.call);
  const second = async () => (await before.call((client) => client.backups.get())).secondCopy;
  await expect
    .poll(second)
    .toMatchObject({ state: 'following', folder: secondCopy, arrivals: { behind: 0 }, isForThisRun: true });
  const answers = await Promise.all(
    [2, 3, 4, 5].map((id) => before.send('/PurchaseOrders', purchaseOrder(id))),
  );
  expect(await before.thread.close(patience.timeout)).toBe('closed');
  rmSync(dataDir, { recursive: true });

  const other = await openThreads();
  const { installations } = await other.call((client) => client.backups.list({ folder: secondCopy }));
  expect(installations).toMatchObject([
    { isThisOne: false, copies: [{ name: null, entries: 5, problem: null, backup: null }] },
  ]);
  const copy = { folder: secondCopy, installationId: installations[0]?.installationId ?? '', name: null };
  expect(await other.call((client) => client.backups.planRestore(copy))).toMatchObject({
    ...{ problem: null, isForeign: true },
    journal: { source: 'secondCopy', entries: 5 },
  });
  await other.call((client) => client.backups.restore(copy));
  const restored = async () => (await other.call((client) => client.status.get())).engine.restored;
  await expect.poll(restored, { timeout: 60_000 }).toMatchObject({ folder: secondCopy, name: null });
  await wholeAgain(other.call);
  expect((await other.call((client) => client.records.list({}))).total).toBe(5);
  for (const [index, answer] of answers.entries())
    expect(await other.send('/PurchaseOrders', purchaseOrder(index + 2))).toEqual(answer);
});

test('a second copy whose place is away comes on once the place is back, and receiving waits for neither', async () => {
  const secondCopy = temporaryFolder();
  rmSync(secondCopy, { recursive: true });
  const dataDir = putNewDatabase(temporaryFolder());
  const { call, send, thread } = await openThreads({ dataDir, secondCopy });
  const second = async () => (await call((client) => client.backups.get())).secondCopy;
  await expect.poll(second).toMatchObject({ state: 'away', problem: { code: 'away' } });
  expect((await send('/PurchaseOrders', purchaseOrder(1))).status).toBe(200);
  mkdirSync(secondCopy);
  await expect.poll(second).toMatchObject({ state: 'following', problem: null, arrivals: { behind: 0 } });
  const list = () => call((client) => client.backups.list({ folder: secondCopy }));
  await expect.poll(list).toMatchObject({ installations: [{ isThisOne: true, copies: [{ entries: 1 }] }] });
  // Whoever finds the folder empty at the next start begins nothing there: its disk is away.
  expect(await thread.close(patience.timeout)).toBe('closed');
  rmSync(secondCopy, { recursive: true });
  mkdirSync(secondCopy);
  const next = await openThreads({ dataDir, secondCopy });
  await expect
    .poll(async () => (await next.call((client) => client.backups.get())).secondCopy)
    .toMatchObject({
      state: 'away',
      problem: { code: 'away', detail: expect.stringContaining('that was in it') },
    });
  expect(readdirSync(secondCopy)).toEqual([]);
});
