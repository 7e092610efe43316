/** What a search finds and how it ranks it, beside conditions that are held against the terms of every record. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchConditions, searchIds } from '../../../main/engine/records/index.ts';
import { fromEnd, letterOfKind, termsOf } from '../../../main/engine/records/search-index.ts';
import type { SearchText } from '../../../main/engine/records/search-texts.ts';
import {
  type FoundPlace,
  newestFound,
  type RankedId,
  rankedIds,
} from '../../../main/engine/search/ranked.ts';
import { insertRecord, replaceSearchTerms } from '../../../main/engine/store/index.ts';
import { type RecordKind, recordKinds } from '../../../shared/terms.ts';
import { ManualClock } from '../manual-clock.ts';
import { openRecords } from '../records/house.ts';

const count = 700;
const kinds = ['purchaseOrder', 'incidentReport'] as const;
/** Most records name the first party, more than are looked up at once; few have each word. */
const recordOf = (id: number): { kind: RecordKind; texts: SearchText[] } => ({
  kind: kinds[id % 2] ?? 'purchaseOrder',
  texts: [
    { is: 'own', field: 'number', text: `OC-${String(Math.ceil(id / 7)).padStart(6, '0')}` },
    { is: 'code', field: 'party', text: id % 10 === 0 ? '101000663' : '130000552' },
    { is: 'chassis', field: 'vin', text: `1HGCM82633A${String(id % 40).padStart(6, '0')}` },
    { is: 'phone', field: 'phone', text: `809 555 01${String(10 + (id % 9))}` },
    { is: 'words', field: 'item', text: `Taller ${id % 3 === 0 ? 'Prueba' : 'Norte'} ${id % 11} bumper` },
    { is: 'words', field: 'comment', text: id % 50 === 0 ? 'pago parcial 12' : '' },
  ],
});

let house: Awaited<ReturnType<typeof openRecords>>;
const terms = new Map<number, { kind: RecordKind; terms: ReadonlySet<string> }>();
beforeAll(async () => {
  house = await openRecords({ clock: new ManualClock() });
  const none = { claimNumber: null, requestId: null, firstItem: null, partyName: null, total: null };
  await house.store.write(async (tx) => {
    for (let id = 1; id <= count; id += 1) {
      const { kind, texts } = recordOf(id);
      const summary = { ...none, itemCount: 0, heading: null };
      await insertRecord(tx, { id, kind, marketplaceId: id, number: `N-${id}`, receivedAt: id, summary });
      const all = termsOf(kind, texts);
      await replaceSearchTerms(tx, { what: 'record', id }, all);
      terms.set(id, { kind, terms: new Set(all.split(' ')) });
    }
  });
});
afterAll(async () => {
  await house.close();
  house.remove();
});

/** Plain words of one letter case, whose meaning is simple: each is the beginning of a word, or the end of a chassis number. */
const words = [
  'taller',
  'prueba',
  'nor',
  '12',
  '5',
  'bumper',
  'pago',
  '130000552',
  '101000663',
  '000012',
  '0012',
  '33a000012',
  'oc000012',
  '5550112',
  '1',
  'zzyzx',
];
const typed = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).filter(
  // Numbers that stand together are one.
  (all) => all.every((word, index) => !(/^\d/.test(word) && /\d$/.test(all[index - 1] ?? ''))),
);

function rankOf(id: number, parts: readonly string[]): RankedId['rank'] | null {
  const { kind, terms: all } = terms.get(id)!;
  const letter = letterOfKind[kind];
  const has = (term: string) => all.has(letter + term);
  const endsSo = (word: string) =>
    word.length >= 4 && [...all].some((term) => term.startsWith(`${letter}3${fromEnd(word)}`));
  const begins = (word: string) => has(`1${word}`) || has(`2${word}`) || endsSo(word);
  const exact = [...parts, parts.join('')];
  if (!parts.every(begins) && !begins(parts.join(''))) return null;
  if (exact.some((word) => has(`0${word}`))) return 'own';
  return exact.some((word) => has(`2${word}`) || endsSo(word)) ? 'named' : 'words';
}

function expected(parts: readonly string[]): RankedId[] {
  const found = [...terms.keys()].flatMap((id) => {
    const rank = rankOf(id, parts);
    return rank === null ? [] : [{ id, rank }];
  });
  const order = ['own', 'named', 'words'];
  return found.sort((a, b) => order.indexOf(a.rank) - order.indexOf(b.rank) || b.id - a.id);
}

test('pages of a search are all that is found, what was typed exactly first, then the newest', async () => {
  await fc.assert(
    fc.asyncProperty(
      typed,
      fc.constantFrom(1, 40, 1000),
      fc.constantFrom(90, 300, 1000),
      async (parts, known, limit) => {
        const all = await house.store.read(async (tx) => {
          const conditions = await searchConditions(tx, parts.join(' '), recordKinds);
          const newest = await newestFound(tx, conditions, known);
          const seen: RankedId[] = [];
          for (let after: FoundPlace | null = null; ; ) {
            const page: RankedId[] = await rankedIds(tx, conditions, after, limit, newest);
            seen.push(...page);
            const last = page.at(-1);
            if (page.length < limit || last === undefined) return seen;
            after = { rank: last.rank, below: last.id };
          }
        });
        expect(all).toEqual(expected(parts));
        const ids = await house.store.read((tx) => searchIds(tx, parts.join(' '), kinds, 1e9, 1e4));
        expect(ids).toEqual(
          expected(parts)
            .map(({ id }) => id)
            .sort((a, b) => b - a),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('the examples have what is ranked: many that are named, few of their own, and none', () => {
  const ranks = (search: string) => expected(search.split(' ')).map(({ rank }) => rank);
  expect(ranks('130000552 taller').filter((rank) => rank === 'named').length).toBeGreaterThan(400);
  expect(ranks('taller 12')).toContain('own');
  expect(ranks('taller 12')).toContain('words');
  expect(ranks('bumper zzyzx')).toEqual([]);
});
