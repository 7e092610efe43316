/** What a record is found by once it is derived, and what is joined to it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchIds } from '../../../main/engine/records/index.ts';
import { recordKinds } from '../../../shared/terms.ts';
import { clockFrom } from '../manual-clock.ts';
import { openRecords } from './house.ts';

const actor = { person: 'Ana Prueba', via: 'token' } as const;
const joined: object[] = [];
let house: Awaited<ReturnType<typeof openRecords>>;
beforeAll(async () => {
  house = await openRecords({
    clock: clockFrom('2026-11-20T14:00:00Z'),
    onNewOrder: async (_tx, order) => {
      joined.push(order);
      return 77;
    },
  });
});
afterAll(async () => {
  await house.close();
  house.remove();
});

test.each(recordKinds)(
  'what was asked before it came is joined to a new order, and to nothing else: %s',
  async (kind) => {
    joined.length = 0;
    const published: object[] = [];
    const leave = new AbortController();
    const changes = house.changes.subscribe(leave.signal);
    const listening = (async () => {
      for await (const change of changes) published.push(change);
    })();
    const { recordId } = await house.receive(kind, 50, { a: 1 });
    const isOrder = kind === 'purchaseOrder' || kind === 'serviceOrder';
    expect(joined).toEqual(isOrder ? [{ kind, marketplaceId: 50, recordId }] : []);
    const revised = await house.receive(kind, 50, { a: 2 });
    expect([revised.outcome, joined.length]).toEqual(['revised', isOrder ? 1 : 0]);
    const ofCancellations = () =>
      published.filter((change) => 'topic' in change && change.topic === 'cancellations');
    if (isOrder) await expect.poll(ofCancellations).toEqual([expect.objectContaining({ ids: [77] })]);
    leave.abort();
    await listening;
    expect(ofCancellations()).toHaveLength(isOrder ? 1 : 0);
  },
);

test('what is found by number comes newest first, below an id, and no more than is wanted', async () => {
  const ids: number[] = [];
  for (let id = 70; id < 74; id++)
    ids.push((await house.receive('serviceOrder', id, { comments: `OS-${id}` })).recordId);
  const found = (search: string, below: number, limit: number) =>
    house.store.read((tx) => searchIds(tx, search, ['serviceOrder'], below, limit));
  const newest = ids.toReversed();
  expect(await found('os-2', Number.MAX_SAFE_INTEGER, 3)).toEqual(newest.slice(0, 3));
  expect(await found('OS-2', newest[0] ?? 0, 3)).toEqual(newest.slice(1, 4));
  expect(await found('-', Number.MAX_SAFE_INTEGER, 3)).toEqual([]);
});

test('a number with a space in it is found by its beginning', async () => {
  await house.settings.update({ numbering: { serviceOrder: '{yy}{mm} {seq:3}' } }, actor);
  const { recordId } = await house.receive('serviceOrder', 80, {});
  for (const search of ['26', '2611', '2611 0', '2611 001']) {
    const found = await house.store.read((tx) => searchIds(tx, search, ['serviceOrder'], 1e9, 3));
    expect(found).toEqual([recordId]);
  }
});
