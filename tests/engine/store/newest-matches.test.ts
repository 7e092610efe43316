/** What the index of the search finds is what a list of its rows says, however far apart their ids lie and how many have a word. */
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import {
  deleteSearchTerms,
  isMet,
  replaceSearchTerms,
  type SearchSubject,
  searchRecords,
} from '../../../main/engine/store/index.ts';
import { openStoreAndJournal } from './opened.ts';

/** Of records: fewer than stand in one place, and more than any place of many holds. */
const highest = [300, 90_000, 3_000_000];
const words = ['uno', 'dos', 'tres'] as const;
const word = fc.constantFrom(...words);
/** Notes on claims stand below zero. */
const idUpTo = (most: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: most }) },
    { weight: 3, arbitrary: fc.integer({ min: most - Math.min(most, 90_000) + 1, max: most }) },
    { weight: 1, arbitrary: fc.integer({ min: -50, max: -1 }) },
  );
const id = fc.constantFrom(...highest).chain(idUpTo);
const rows = fc.constantFrom(...highest).chain((most) =>
  fc.uniqueArray(fc.record({ id: idUpTo(most), has: fc.uniqueArray(word, { minLength: 1 }) }), {
    selector: (row) => row.id,
    maxLength: 120,
  }),
);
const subjectOf = (id: number): SearchSubject =>
  id > 0 ? { what: 'record', id } : { what: 'claimNote', id: -id };
const question = fc.record({
  any: fc.uniqueArray(word, { minLength: 1 }),
  without: fc.option(word),
  below: fc.oneof(fc.constant(Number.MAX_SAFE_INTEGER), id),
  limit: fc.constantFrom(1, 5, 50, 1001),
});

test('the newest that meet a condition are found, below an id and no more than a limit', async () => {
  const { store, close } = await openStoreAndJournal();
  onTestFinished(close);
  await fc.assert(
    fc.asyncProperty(rows, fc.array(question, { minLength: 5, maxLength: 5 }), async (given, questions) => {
      await store.write(async (tx) => {
        for (const { id, has } of given) await replaceSearchTerms(tx, subjectOf(id), has.join(' '));
      });
      for (const { any, without, below, limit } of questions) {
        const found = { any: any.map((term) => ({ term })) };
        const condition = without === null ? found : { this: found, without: { term: without } };
        const met = given
          .filter(({ has }) => any.some((one) => has.includes(one)))
          .filter(({ has }) => without === null || !has.includes(without))
          .map((row) => row.id);
        expect(await store.read((tx) => isMet(tx, condition))).toBe(met.length > 0);
        const expected = met
          .filter((id) => id < below)
          .toSorted((one, other) => other - one)
          .slice(0, limit);
        expect(await store.read((tx) => searchRecords(tx, condition, below, limit))).toEqual(expected);
      }
      await store.write(async (tx) => {
        for (const { id } of given) await deleteSearchTerms(tx, subjectOf(id));
      });
    }),
    { numRuns: 40, endOnFailure: true },
  );
});
