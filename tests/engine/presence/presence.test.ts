/** Who is told of whom at a claim or record, and for how long. */
import { expect, onTestFinished, test } from 'vitest';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { createPresence } from '../../../main/engine/presence/index.ts';
import { ManualClock } from '../manual-clock.ts';

const [ana, luis, marta] = [1, 2, 3];
const claim = { claimNumber: 'RC-2026-00012', recordId: null };
const order = { claimNumber: 'RC-2026-00012', recordId: 7 };
const invoice = { claimNumber: 'RC-2026-00012', recordId: 8 };
const unclaimed = { claimNumber: null, recordId: 9 };
const other = { claimNumber: 'RC-2026-00013', recordId: 10 };

function office() {
  const clock = new ManualClock();
  const changes = createChanges(clock);
  onTestFinished(() => changes.close());
  const presence = createPresence({ clock, changes });
  const { here } = presence;
  return { clock, changes, here };
}

test.each([
  ['the same record', order, order, { isOnRecord: true }],
  ['another record of the claim', order, invoice, { isOnRecord: false }],
  ['the claim and a record of it', claim, order, { isOnRecord: false }],
  ['a record without a claim', unclaimed, unclaimed, { isOnRecord: true }],
  ['another claim', claim, other, null],
  ['two records without a claim', unclaimed, { claimNumber: null, recordId: 11 }, null],
] as const)('of two at %s each is told of the other, or of nobody', (_, one, two, told) => {
  const { here } = office();
  expect(here(ana, 'a', one, false)).toEqual([]);
  expect(here(luis, 'l', two, false)).toEqual(
    told === null ? [] : [{ personId: ana, isWriting: false, ...told }],
  );
  expect(here(ana, 'a', one, false)).toEqual(
    told === null ? [] : [{ personId: luis, isWriting: false, ...told }],
  );
});

test('who writes comes first, and a person with two windows is told once', () => {
  const { here } = office();
  here(ana, 'a', claim, false);
  here(ana, 'b', order, true);
  here(luis, 'l', order, false);
  expect(here(marta, 'm', order, false)).toEqual([
    { personId: ana, isOnRecord: true, isWriting: true },
    { personId: luis, isOnRecord: true, isWriting: false },
  ]);
});

test('whoever leaves, or says nothing for a while, is there no more; nobody leaves for another', () => {
  const { here, clock } = office();
  here(ana, 'a', claim, false);
  here(luis, 'a', null, false);
  expect(here(marta, 'm', claim, false)).toHaveLength(1);
  here(ana, 'a', null, false);
  expect(here(marta, 'm', claim, false)).toEqual([]);
  here(ana, 'a', claim, false);
  clock.advance(67_000);
  expect(here(luis, 'l', claim, false).map(({ personId }) => personId)).toEqual([ana, marta]);
  clock.advance(1000);
  expect(here(luis, 'l', claim, false)).toEqual([]);
});

test('the others are told of what changed, and not of what stayed', async () => {
  const { here, changes, clock } = office();
  const told: string[] = [];
  const stop = new AbortController();
  const heard = (async () => {
    for await (const { topic } of changes.subscribe(stop.signal)) told.push(topic);
  })();
  const passed = async () => {
    clock.advance(200);
    await new Promise(setImmediate);
    return told.splice(0);
  };
  await passed();
  here(ana, 'a', claim, false);
  expect(await passed()).toEqual(['presence']);
  here(ana, 'a', claim, false);
  expect(await passed()).toEqual([]);
  here(ana, 'a', claim, true);
  expect(await passed()).toEqual(['presence']);
  here(ana, 'a', null, false);
  expect(await passed()).toEqual(['presence']);
  here(ana, 'a', null, false);
  expect(await passed()).toEqual([]);
  stop.abort();
  await heard;
});

test('so many screens are known, and the one that was heard of longest ago is forgotten', () => {
  const { here } = office();
  for (let count = 0; count < 2001; count += 1)
    here(ana, `a${count}`, { claimNumber: `RC-${count}`, recordId: null }, false);
  expect(here(luis, 'l', { claimNumber: 'RC-0', recordId: null }, false)).toEqual([]);
  expect(here(luis, 'l', { claimNumber: 'RC-2000', recordId: null }, false)).toHaveLength(1);
});

test('nobody has the screens of others forgotten by saying that they are everywhere', () => {
  const { here } = office();
  here(ana, 'a', claim, true);
  for (let screen = 0; screen < 3000; screen += 1) here(luis, `l${screen}`, other, false);
  expect(here(marta, 'm', claim, false)).toMatchObject([{ personId: ana, isWriting: true }]);
});
