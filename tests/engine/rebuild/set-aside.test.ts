/** Entries that cannot be derived, through a fault of ours, do not keep all else from being made anew. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { rebuildData } from '../../../main/engine/rebuild.ts';
import { arrivals, everything, openDeriving } from '../derivation/house.ts';
import { purchaseOrder } from '../orders.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const order = (id: number) => ({
  kind: 'purchaseOrder' as const,
  marketplaceId: id,
  keyLabel: 'key',
  bytes: Buffer.from(JSON.stringify(purchaseOrder(id))),
  contentHash: null,
});
/** The log of lookups takes none without a number of policies. */
const underivable = () => {
  const lookup = arrivals.lookup('P-1', '[]');
  return { ...lookup, detail: { ...lookup.detail, policies: Number.NaN } };
};

test('an entry that cannot be derived is set aside by a rebuild, which derives all others and counts it', async () => {
  const house = await openDeriving(temporaryFolder());
  const { dataDir, journal } = house;
  await journal.keep(order(1));
  const first = await journal.keep(underivable());
  const ask = await journal.keep(arrivals.ask('purchaseOrder', 1));
  await journal.keep(arrivals.lookup('P-2', '[]'));
  const second = await journal.keep(underivable());
  await journal.keep(arrivals.answer(ask.seq, 1, 'inReview'));
  await journal.keep(arrivals.outcome(ask.seq, 1, 'inReview'));
  await journal.keep(order(2));
  house.follow();
  await house.derived();
  await house.close();
  const before = await everything(dataDir);
  const errors: object[] = [];
  const log = { info() {}, warn() {}, error: (fields: object) => void errors.push(fields) };
  const rebuilt = await rebuildData({ dataDir, log });
  expect(rebuilt).toMatchObject({ entries: 8, records: 2, notDerived: 2, notRepeated: [] });
  expect(errors).toMatchObject([{ entry: first.seq }, { entry: second.seq }]);
  expect(setAside(dataDir)).toEqual([{ seq: first.seq }, { seq: second.seq }]);
  const { ask: asks, policy_lookup: lookups, cancellation, record } = await everything(dataDir);
  expect([asks, lookups, cancellation]).toEqual([
    before['ask'],
    before['policy_lookup'],
    before['cancellation'],
  ]);
  expect([asks?.length, lookups?.length, record?.length]).toEqual([1, 1, 2]);
});

function setAside(dataDir: string): unknown[] {
  const database = new Database(join(dataDir, 'perito.db'), { readonly: true });
  try {
    return database.prepare('SELECT seq FROM not_derived ORDER BY seq').all();
  } finally {
    database.close();
  }
}
