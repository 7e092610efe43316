import { expect, onTestFinished, test } from 'vitest';
import { verifyAudit } from '../../../main/engine/audit/index.ts';
import { appendAudit, nextInSequence, type Store } from '../../../main/engine/store/index.ts';
import { openNewStore } from '../migrated-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const actor = { person: '', via: 'receiver' as const };

async function open(dataDir = temporaryFolder()): Promise<Store> {
  const store = await openNewStore({ dataDir });
  onTestFinished(() => store.close());
  return store;
}

const take = (store: Store, fails = false) =>
  store.write(async (tx) => {
    const number = await nextInSequence(tx, 'OC-{seq}');
    await appendAudit(tx, {
      at: number,
      actor,
      action: 'record.noted',
      subject: `record:${number}`,
      detail: {},
    });
    if (fails) throw new Error('on purpose');
    return number;
  });

test('numbers of one group follow each other without a gap, over groups and openings', async () => {
  const dataDir = temporaryFolder();
  const first = await open(dataDir);
  expect(await Promise.all(Array.from({ length: 40 }, () => take(first)))).toEqual(
    Array.from({ length: 40 }, (_, index) => index + 1),
  );
  expect(await take(first)).toBe(41);
  await first.close();
  expect(await take(await open(dataDir))).toBe(42);
});

test('a job that fails in a group takes no number with it and breaks no chain', async () => {
  const store = await open();
  const jobs = Array.from({ length: 30 }, (_, index) => take(store, index % 7 === 3));
  const settled = await Promise.allSettled(jobs);
  const numbers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
  expect(await take(store)).toBe(numbers.length + 1);
  expect(await verifyAudit(store)).toMatchObject({ intact: true, entries: numbers.length + 1 });
});
