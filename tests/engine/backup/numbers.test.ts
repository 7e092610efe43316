import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type KnownNumbers, lastPossiblyGiven } from '../../../main/engine/backup/numbers.ts';

const day = 86_400_000;
const known: KnownNumbers = {
  restored: { a: 100 },
  isLive: false,
  others: [],
  given: null,
  isEndKnown: false,
  history: [],
  since: 0,
  now: 0,
};
const month = [
  { at: 0, numbers: { a: 10 } },
  { at: 10 * day, numbers: { a: 400 } },
  { at: 35 * day, numbers: { a: 3000 } },
];

const rows: [string, Partial<KnownNumbers>, number][] = [
  ['nobody knows of any more: a thousand', {}, 1100],
  ['the clock was set back: a thousand', { since: 5 * day }, 1100],
  ['it is its own journal: none', { isLive: true }, 100],
  [
    'its note knows of more than the journal: those',
    { isLive: true, given: { a: { given: 120, upTo: 130 } } },
    130,
  ],
  ['its note is behind its journal: none', { isLive: true, given: { a: { given: 90, upTo: 10_090 } } }, 100],
  ['there is a note: what that allows for', { given: { a: { given: 100, upTo: 10_100 } } }, 10_100],
  ['there is a note that was written at the end: that', { given: { a: { given: 140, upTo: 140 } } }, 140],
  ['the end of the journal that is lost can be read: that', { isEndKnown: true, others: [{ a: 150 }] }, 150],
  ['another copy knows of more: above these', { others: [{ a: 150 }] }, 1150],
  // Of the 30 days before, 25 are known: 2600 numbers, 104 a day.
  [
    'the month before is known: twice its rate',
    { restored: { a: 3000 }, history: month, now: 30 * day },
    3000 + 6240,
  ],
  ['nothing is known of before: twice all of them a day', { now: 30 * day }, 100 + 6000],
];
test.each(rows)('where %s', (_, given, last) => {
  expect(lastPossiblyGiven({ ...known, ...given })).toEqual({ a: last });
});

const numbers = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.nat(1_000_000), { noNullPrototype: true });
const given = fc.dictionary(
  fc.constantFrom('a', 'b', 'c'),
  fc.record({ given: fc.nat(1_000_000), upTo: fc.nat(1_000_000) }),
  { noNullPrototype: true },
);
test('never less than anything knows was given', () => {
  const anything = fc.record({
    restored: numbers,
    others: fc.array(numbers, { maxLength: 3 }),
    given: fc.option(given),
    isLive: fc.boolean(),
    isEndKnown: fc.boolean(),
    history: fc.array(fc.record({ at: fc.nat(100 * day), numbers }), { maxLength: 4 }),
    since: fc.nat(100 * day),
    now: fc.nat(200 * day),
  });
  fc.assert(
    fc.property(anything, (random) => {
      const last = lastPossiblyGiven(random);
      for (const all of [random.restored, ...random.others])
        for (const [name, number] of Object.entries(all)) expect(last[name]).toBeGreaterThanOrEqual(number);
      for (const [name, note] of Object.entries(random.given ?? {})) {
        expect(last[name]).toBeGreaterThanOrEqual(note.given);
        if (!random.isLive) expect(last[name]).toBeGreaterThanOrEqual(note.upTo);
      }
    }),
  );
});
