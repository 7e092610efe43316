import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lookupFilter } from '../../../main/engine/policies/index.ts';
import { ManualClock } from '../manual-clock.ts';
import { migratedFolder } from '../migrated-folder.ts';
import { openPolicies, row } from './house.ts';

const actor = { person: 'Ana Prueba', via: 'desktop' } as const;
const whole = { search: undefined, only: undefined, after: { key: '', vin: '' }, limit: 10 };

async function open(clock = new ManualClock()) {
  const house = await openPolicies(await migratedFolder(), { clock });
  onTestFinished(() => house.close());
  return house;
}

test.each([
  ['2027-01-01T03:59:59Z', []],
  ['2027-01-01T04:00:00Z', ['V1']],
])(
  'at %s the expired policies are those whose last day is over in the Dominican Republic: %j',
  async (at, vins) => {
    const { policies } = await open(new ManualClock(Date.parse(at)));
    await policies.save(undefined, row({ vin: 'V1', validTo: '2026-12-31' }), actor);
    await policies.save(undefined, row({ vin: 'V2', validTo: '2027-01-01' }), actor);
    await policies.save(undefined, row({ vin: 'V3', validTo: '' }), actor);
    const { rows } = await policies.list({ ...whole, only: 'expired' });
    expect(rows.map(({ vin }) => vin)).toEqual(vins);
  },
);

test.each([
  ['excluded', 'V2'],
  ['premiumUnpaid', 'V3'],
] as const)('only those that are %s are listed where that is asked', async (only, vin) => {
  const { policies } = await open();
  await policies.save(undefined, row({ vin: 'V1' }), actor);
  await policies.save(undefined, row({ vin: 'V2', excluded: 'true' }), actor);
  await policies.save(undefined, row({ vin: 'V3', premiumUnpaid: 'true' }), actor);
  expect((await policies.list({ ...whole, only })).rows.map((one) => one.vin)).toEqual([vin]);
  expect((await policies.list(whole)).rows).toHaveLength(3);
});

test('the book says whether it is empty, over a restart too', async () => {
  const clock = new ManualClock();
  const dataDir = await migratedFolder();
  const first = await openPolicies(dataDir, { clock });
  expect(await first.policies.isEmpty()).toBe(true);
  const saved = await first.policies.save(undefined, row(), actor);
  expect(await first.policies.isEmpty()).toBe(false);
  await first.close();
  const second = await openPolicies(dataDir, { clock });
  onTestFinished(() => second.close());
  expect(await second.policies.isEmpty()).toBe(false);
  await second.policies.remove(saved.outcome === 'saved' ? saved.id : 0, actor);
  expect(await second.policies.isEmpty()).toBe(true);
});

test('the book is empty in a transaction as it stands there, and while its first import only writes', async () => {
  const { policies, store } = await open();
  const { write } = store;
  const told: boolean[] = [];
  store.write = (job) =>
    write(async (tx) => {
      const result = await job(tx);
      told.push(await policies.isEmpty(tx));
      return result;
    });
  const rows = [row({ vin: 'V1', coverages: 'COL:Colisión' }), row({ vin: 'V2', coverages: 'INC:Incendio' })];
  await policies.imports.importNow({ rows, dryRun: false, badRows: 'refuse' }, actor);
  store.write = write;
  // From the job on that brings it in force, whatever is tidied up behind it.
  expect(told.indexOf(false)).toBeGreaterThan(2);
  expect(told.slice(told.indexOf(false))).not.toContain(true);
  for (const { id } of (await policies.list(whole)).rows) {
    expect(await policies.isEmpty()).toBe(false);
    await policies.remove(id, actor);
  }
  expect(await policies.isEmpty()).toBe(true);
});

test('a vehicle that is saved or taken out is published, and nothing where none was', async () => {
  const { policies, changes } = await open();
  const published: unknown[] = [];
  const publish = changes.publish.bind(changes);
  changes.publish = (change) => {
    if (change.topic === 'policies') published.push(change);
    publish(change);
  };
  expect(await policies.save(undefined, row({ vin: '' }), actor)).toMatchObject({ outcome: 'notValid' });
  expect(await policies.remove(77, actor)).toBeNull();
  expect(published).toEqual([]);
  const saved = await policies.save(undefined, row(), actor);
  if (saved.outcome !== 'saved') throw new Error(saved.outcome);
  const { id } = saved;
  expect(published).toEqual([{ topic: 'policies', ids: [id] }]);
  expect(await policies.remove(id, actor)).toEqual({ id });
  expect(published).toHaveLength(2);
  expect(published[1]).toEqual(published[0]);
});

test('all vehicles of a policy are found by its new owner, once closing has waited for the words', async () => {
  const { policies } = await open();
  await policies.save(undefined, row({ vin: 'V1' }), actor);
  await policies.save(undefined, row({ vin: 'V2', displayName: 'Zoraida Prueba' }), actor);
  await policies.close();
  const { rows } = await policies.list({ ...whole, search: 'zoraida' });
  expect(rows.map(({ vin }) => vin)).toEqual(['V1', 'V2']);
});

test('the folder of the settings is watched from the start and as they change, and no more once closed', async () => {
  const dataDir = await migratedFolder();
  const [one, other] = [join(dataDir, 'una'), join(dataDir, 'otra')];
  for (const folder of [one, other]) mkdirSync(folder);
  const first = await openPolicies(dataDir);
  expect(first.policies.watchedFolder().path).toBe('');
  await first.settings.update({ policyBook: { watchedFolder: one } }, actor);
  expect(first.policies.watchedFolder().path).toBe(one);
  await first.close();

  const second = await openPolicies(dataDir);
  expect(second.policies.watchedFolder().path).toBe(one);
  await second.policies.close();
  await second.settings.update({ policyBook: { watchedFolder: other } }, actor);
  expect(second.policies.watchedFolder().path).toBe(one);
  await second.close();
});

test('a filter of lookups compares numbers and VINs however they were written, and only those that are given', () => {
  expect(lookupFilter({})).toEqual({ numberKey: undefined, vinKey: undefined });
  expect(lookupFilter({ insurancePolicyNumber: ' flota  7', vin: ' v1 ' })).toEqual({
    numberKey: 'FLOTA 7',
    vinKey: 'V1',
  });
});
