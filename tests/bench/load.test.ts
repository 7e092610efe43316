import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { keptPlace, openBenchFolder } from './bench-folder.ts';
import { start } from './contestants.ts';
import { runLoad, startLoad } from './run-load.ts';
import { table } from './table.ts';

async function startLeast() {
  const folder = temporaryFolder();
  const { receiverUrl: url, stop } = await start('least', folder);
  onTestFinished(() => stop());
  const order = { url, connections: 8, calls: { orders: 0 }, warmUpMilliseconds: 0 };
  const countKept = () => {
    const database = new Database(join(folder, 'least.db'), { readonly: true });
    const row = database.prepare<[], { count: number }>('SELECT count(*) AS count FROM deliveries').get();
    database.close();
    return row?.count;
  };
  return { order, countKept, stop };
}

test('a load ends with the record that was asked for, and counts what was refused', async () => {
  const { order, countKept } = await startLeast();
  const result = await runLoad({ ...order, until: { records: 500 }, ratePerSecond: null });
  expect(result).toMatchObject({ answered: 500, records: 500, refused: 0 });
  expect(countKept()).toBe(500);
  // Of what a marketplace sends it takes purchase orders only.
  const calls = { claimFiles: 0, seed: 1 };
  const mixed = await runLoad({ ...order, calls, until: { records: 300 }, ratePerSecond: null });
  expect(mixed.records).toBe(300);
  expect(mixed.answered).toBeGreaterThan(300);
  expect(mixed.refused).toBeGreaterThan(100);
});

test('a load that is stopped answers with what it measured; one whose server dies fails', async () => {
  const { order, countKept, stop } = await startLeast();
  const endless = { ...order, until: { milliseconds: 3_600_000 }, ratePerSecond: 500 };
  const first = startLoad(endless);
  await expect.poll(countKept).toBeGreaterThan(50);
  first.stop();
  const { answered, records } = await first.result;
  expect(answered).toBe(records);
  expect(countKept()).toBe(records);
  const second = startLoad({ ...endless, calls: { orders: records } });
  await expect.poll(countKept).toBeGreaterThan(records);
  await Promise.all([expect(second.result).rejects.toThrow(), stop('SIGKILL')]);
});

test('a folder that is kept knows what was sent to it, one that is not is gone', () => {
  const named = join(temporaryFolder(), 'kept');
  const kept = openBenchFolder(named);
  expect(kept).toMatchObject({ records: 0, orders: 0 });
  kept.records = 7;
  kept.close();
  expect(openBenchFolder(named)).toMatchObject({ records: 7, orders: 0 });
  const own = openBenchFolder(undefined, temporaryFolder());
  own.close();
  expect(() => own.save()).toThrow('ENOENT');
  expect([keptPlace(undefined, 1, 2), keptPlace('a', 0, 1), keptPlace('a', 1, 2)]).toEqual([
    undefined,
    'a',
    join('a', '2'),
  ]);
});

test('a table is Markdown whose columns stand under each other', () => {
  expect(table(['', 'ms'], [['longest', '7.25']])).toBe(
    ['|         |   ms |', '| ------- | ---: |', '| longest | 7.25 |'].join('\n'),
  );
});
