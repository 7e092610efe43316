/** What becomes of a delivery: a new record, the same one, or a revision. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Delivery, prepareDelivery, searchIds } from '../../../main/engine/records/index.ts';
import { type RegisterDependencies, register } from '../../../main/engine/records/register.ts';
import { findLatestRevision, listAudit } from '../../../main/engine/store/index.ts';
import { largeBodyBytes } from '../../../shared/marketplace/tolerant-reader.ts';
import { type RecordKind, recordKinds } from '../../../shared/terms.ts';
import { ManualClock } from '../manual-clock.ts';
import { openRecords } from './house.ts';

const actor = { person: 'Ana Prueba', via: 'token' } as const;
let house: Awaited<ReturnType<typeof openRecords>>;
beforeAll(async () => {
  house = await openRecords({ clock: new ManualClock() });
});
afterAll(async () => {
  await house.close();
  house.remove();
});

const delivery = (kind: RecordKind, marketplaceId: number, text: string): Delivery => ({
  kind,
  marketplaceId,
  body: Buffer.from(text),
  json: JSON.parse(text),
  keyLabel: 'key',
});
/** Registers beside the house, with numbers `N-1`, `N-2`… of a sequence for each kind. */
const put = (given: Delivery, onNewOrder?: RegisterDependencies['onNewOrder']) =>
  register(
    {
      store: house.store,
      clock: new ManualClock(),
      numberForm: (kind) => ({ sequence: kind, numberOf: (position) => `N-${position}` }),
      onNewOrder,
    },
    prepareDelivery(given),
  );

test('the same content in any form is the same record, other content is a revision of it', async () => {
  const arrives = (text: string) => house.records.register(delivery('purchaseOrder', 1, text));
  const first = await arrives('{"supplierName":"Uno","comments":"A"}');
  expect(first).toMatchObject({ outcome: 'new', cancellationId: null });
  const { recordId, number } = first;
  const same = { recordId, number, outcome: 'same', cancellationId: null };
  expect(await arrives('{"supplierName":"Uno","comments":"A"}')).toEqual(same);
  expect(await arrives('{ "comments": "A", "supplierName": "Uno" }')).toEqual(same);
  expect(await arrives('{"supplierName":"Uno","comments":"B"}')).toEqual({ ...same, outcome: 'revised' });
  // The content of the revision before the last is no longer the same.
  expect(await arrives('{"supplierName":"Uno","comments":"A"}')).toEqual({ ...same, outcome: 'revised' });
  const audited = await house.store.read((tx) =>
    listAudit(tx, { beforeId: Number.MAX_SAFE_INTEGER, limit: 10 }),
  );
  const ours = audited.filter(({ subject }) => subject === `record:${recordId}`).toReversed();
  expect(ours.map(({ action, detail }) => [action, JSON.parse(detail).revision])).toEqual([
    ['record.received', 1],
    ['record.revised', 2],
    ['record.revised', 3],
  ]);
  expect(JSON.parse(ours[0]?.detail ?? '')).toMatchObject({
    kind: 'purchaseOrder',
    marketplaceId: 1,
    number,
  });
  expect(house.records.count('purchaseOrder')).toBe(1);
});

test('a large body is kept with what is read of it, and is the same in any form', async () => {
  const text = (space: string) => `{"comments":${space}"${'x'.repeat(largeBodyBytes)}","supplierName":"Dos"}`;
  const { recordId } = await house.records.register(delivery('purchaseOrder', 2, text('')));
  const revision = await house.store.read((tx) => findLatestRevision(tx, recordId));
  expect(new TextDecoder().decode(revision?.body ?? undefined)).toContain('"supplierName":"Dos"');
  expect(await house.records.register(delivery('purchaseOrder', 2, text(' ')))).toMatchObject({
    outcome: 'same',
  });
});

test('of a large body that was never read only the same bytes are the same', async () => {
  const text = (space: string) => `{"comments":${space}"${'y'.repeat(largeBodyBytes)}"}`;
  const arrives = (space: string) => house.records.register(delivery('purchaseOrder', 3, text(space)));
  await arrives('');
  // As an older version left it.
  await house.store.write(async (tx) => tx.run('DELETE FROM large_body'));
  expect((await arrives('')).outcome).toBe('same');
  expect((await arrives(' ')).outcome).toBe('revised');
});

test('what is no JSON is the same as its own bytes only, and nothing is read of it where it is large', async () => {
  const unreadable = (body: Buffer) => ({ ...delivery('purchaseOrder', 4, '{}'), body });
  const outcomes: string[] = [];
  for (const text of ['{', '{', '[']) outcomes.push((await put(unreadable(Buffer.from(text)))).outcome);
  expect(outcomes).toEqual(['new', 'same', 'revised']);
  expect(prepareDelivery(unreadable(Buffer.alloc(largeBodyBytes + 1, '{'))).large).toBeNull();
});

test.each(recordKinds)(
  'what was asked before it came is joined to a new order, and to nothing else: %s',
  async (kind) => {
    const joined: object[] = [];
    const join: RegisterDependencies['onNewOrder'] = async (_tx, order) => {
      joined.push(order);
      return 77;
    };
    const { recordId, cancellationId } = await put(delivery(kind, 50, '{"a":1}'), join);
    const isOrder = kind === 'purchaseOrder' || kind === 'serviceOrder';
    expect(cancellationId).toBe(isOrder ? 77 : null);
    expect(joined).toEqual(isOrder ? [{ kind, marketplaceId: 50, recordId }] : []);
    const revised = await put(delivery(kind, 50, '{"a":2}'), join);
    expect([revised.outcome, revised.cancellationId, joined.length]).toEqual([
      'revised',
      null,
      isOrder ? 1 : 0,
    ]);
    expect((await put(delivery(kind, 51, '{"a":1}'))).cancellationId).toBeNull();
  },
);

test('a number is never given twice, also where two templates meet in it', async () => {
  const numbers: string[] = [];
  for (const kind of recordKinds) numbers.push((await put(delivery(kind, 60, '{"a":1}'))).number);
  expect(new Set(numbers).size).toBe(recordKinds.length);
});

test('what is found by number comes newest first, below an id, and no more than is wanted', async () => {
  const ids: number[] = [];
  for (let id = 70; id < 74; id++)
    ids.push(
      (await house.records.register(delivery('serviceOrder', id, `{"comments":"OS-${id}"}`))).recordId,
    );
  const found = (search: string, below: number, limit: number) =>
    house.store.read((tx) => searchIds(tx, search, ['serviceOrder'], below, limit));
  const newest = ids.toReversed();
  expect(await found('os-2', Number.MAX_SAFE_INTEGER, 3)).toEqual(newest.slice(0, 3));
  expect(await found('OS-2', newest[0] ?? 0, 3)).toEqual(newest.slice(1, 4));
  expect(await found('-', Number.MAX_SAFE_INTEGER, 3)).toEqual([]);
});

test('a number with a space in it is found by its beginning', async () => {
  await house.settings.update({ numbering: { serviceOrder: '{yy}{mm} {seq:3}' } }, actor);
  const { recordId } = await house.records.register(delivery('serviceOrder', 80, '{}'));
  for (const search of ['26', '2611', '2611 0', '2611 001']) {
    const found = await house.store.read((tx) => searchIds(tx, search, ['serviceOrder'], 1e9, 3));
    expect(found).toEqual([recordId]);
  }
});
