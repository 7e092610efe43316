import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { findSetting, inspectStore, upsertSetting } from '../../../main/engine/store/index.ts';
import { openNewStore } from '../migrated-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { isOnPostgres } from '../test-database.ts';

async function openEmpty() {
  const dataDir = temporaryFolder();
  const store = await openNewStore({ dataDir });
  onTestFinished(() => store.close());
  const set = (value: string) => store.write((tx) => upsertSetting(tx, 'a', value));
  const value = () => store.read((tx) => findSetting(tx, 'a'));
  return { dataDir, store, set, value };
}

test('a read sees one snapshot, whatever is committed meanwhile', async () => {
  const { store, set, value } = await openEmpty();
  await set('before');
  const hasRead = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const seen = store.read(async (tx) => {
    const first = await findSetting(tx, 'a');
    hasRead.resolve();
    await goOn.promise;
    return [first, await findSetting(tx, 'a')];
  });
  await hasRead.promise;
  await set('after');
  goOn.resolve();
  expect(await seen).toEqual(['before', 'before']);
  expect(await value()).toBe('after');
});

test.skipIf(isOnPostgres)(
  'reads run one after the other, in the order in which they were asked for',
  async () => {
    const { store } = await openEmpty();
    const order: string[] = [];
    const read = (name: string) =>
      store.read(async (tx) => {
        order.push(`${name} begins`);
        await turn();
        await findSetting(tx, 'a');
        order.push(`${name} ends`);
      });
    await Promise.all(['first', 'second', 'third'].map(read));
    expect(order).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  },
);

test('a read that throws ends its snapshot, and the next one sees what was committed since', async () => {
  const { store, set, value } = await openEmpty();
  await set('before');
  const read = store.read(async (tx) => {
    await findSetting(tx, 'a');
    throw new Error('gave up');
  });
  await expect(read).rejects.toThrow('gave up');
  await set('after');
  expect(await value()).toBe('after');
});

test('a statement that fails ends its read alone', async () => {
  const { store, set, value } = await openEmpty();
  await set('there');
  await expect(store.read((tx) => tx.all('SELECT a FROM nowhere'))).rejects.toThrow('nowhere');
  expect(await value()).toBe('there');
});

test.skipIf(isOnPostgres)(
  'a read of a file that was cut fails with its damage, and the next one reads again once it is whole',
  async () => {
    const dataDir = temporaryFolder();
    await (await openNewStore({ dataDir })).close();
    const file = join(dataDir, 'perito.db');
    const whole = readFileSync(file);
    const inspection = await inspectStore(dataDir);
    onTestFinished(() => inspection.close());
    const read = () => inspection.read((tx) => tx.all('SELECT * FROM setting'));
    truncateSync(file, 8192);
    for (let time = 0; time < 2; time++)
      await expect(read()).rejects.toMatchObject({ code: 'SQLITE_CORRUPT' });
    writeFileSync(file, whole);
    expect(await read()).toEqual([]);
  },
);

test.skipIf(isOnPostgres)('an empty journal beside a database is a journal that is missing', async () => {
  const dataDir = temporaryFolder();
  await (await openNewStore({ dataDir })).close();
  truncateSync(join(dataDir, 'journal.db'), 0);
  await expect(inspectStore(dataDir)).rejects.toThrow('is missing although Perito worked here before');
});

test('a read or job inside a read or job fails and says so, and what is around it goes on', async () => {
  const { store, set, value } = await openEmpty();
  const nested = {
    'store.read was called inside store.read': () => store.read(async () => value()),
    'store.write was called inside store.read': () => store.read(async () => set('inside')),
    'store.read was called inside store.write': () => store.write(async () => value()),
    'store.write was called inside store.write': () => store.write(async () => set('inside')),
  };
  for (const [message, call] of Object.entries(nested)) await expect(call()).rejects.toThrow(message);
  expect(await value()).toBeNull();
});

test('what a read left running may read once the read is over', async () => {
  const { store, value } = await openEmpty();
  const isOver = Promise.withResolvers<void>();
  let later: Promise<string | null> = Promise.resolve('never');
  await store.read(async () => {
    later = isOver.promise.then(value);
  });
  isOver.resolve();
  expect(await later).toBeNull();
});

test('another store may be read inside a read', async () => {
  const [one, other] = [await openEmpty(), await openEmpty()];
  await other.set('of the other');
  expect(await one.store.read(() => other.value())).toBe('of the other');
});

test('closing waits for the reads that were asked for, and refuses more', async () => {
  const { store, set, value } = await openEmpty();
  await set('kept');
  const reads = [value(), value()];
  const closed = store.close();
  expect(await Promise.all(reads)).toEqual(['kept', 'kept']);
  await closed;
  await expect(value()).rejects.toThrow('The store is closed.');
});

test('an inspection reads one snapshot as well', async () => {
  const { dataDir, set } = await openEmpty();
  await set('before');
  const inspection = await inspectStore(dataDir);
  const seen = inspection.read(async (tx) => {
    const first = await findSetting(tx, 'a');
    await set('after');
    return [first, await findSetting(tx, 'a')];
  });
  expect(await seen).toEqual(['before', 'before']);
  await inspection.close();
});
