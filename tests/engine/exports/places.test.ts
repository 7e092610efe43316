import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { systemClock } from '../../../main/engine/clock.ts';
import { createExports } from '../../../main/engine/exports/index.ts';
import { openStore } from '../../../main/engine/store/index.ts';
import type { Actor } from '../../../shared/contract/common.ts';
import { migratedFolder } from '../migrated-folder.ts';

const actor: Actor = { person: 'Ana Prueba', via: 'browser' };
const wanted = { source: { of: 'records', filter: {} }, format: 'csv', locale: 'es' } as const;

/** The room of exports on a database in which nothing is yet. */
async function openExports() {
  const dataDir = await migratedFolder();
  const store = await openStore({ dataDir });
  const changes = createChanges(systemClock);
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const exports = createExports({ store, clock: systemClock, changes, version: '0.0.0', log });
  onTestFinished(async () => {
    await exports.close();
    changes.close();
    await store.close();
  });
  return { exports, folder: join(dataDir, 'exports') };
}

test('of many that begin at once no more are written than may be, and their places are free afterwards', async () => {
  const { exports } = await openExports();
  const begun = await Promise.all(Array.from({ length: 6 }, () => exports.begin(wanted, actor)));
  expect(begun.filter((one) => one === 'busy')).toHaveLength(3);
  expect(exports.list(actor)).toHaveLength(3);
  await expect.poll(() => exports.list(actor).every(({ state }) => state === 'done')).toBe(true);
  const again = await Promise.all(Array.from({ length: 4 }, () => exports.begin(wanted, actor)));
  expect(again.filter((one) => one === 'busy')).toHaveLength(1);
});

test('one that begins while it is closed is not written, nor one afterwards', async () => {
  const { exports, folder } = await openExports();
  const begun = exports.begin(wanted, actor);
  await exports.close();
  expect([await begun, await exports.begin(wanted, actor)]).toEqual(['busy', 'busy']);
  expect([exports.list(actor), existsSync(folder)]).toEqual([[], false]);
});
