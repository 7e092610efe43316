/** Pages of very long queues and searches, and what is counted of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordsPage, searchIds } from '../../../main/engine/records/index.ts';
import { termsOf } from '../../../main/engine/records/search-index.ts';
import { insertRecord, type Place, replaceSearchTerms } from '../../../main/engine/store/index.ts';
import { type RecordKind, recordKinds } from '../../../shared/terms.ts';
import { ManualClock } from '../manual-clock.ts';
import { openRecords } from './house.ts';

let house: Awaited<ReturnType<typeof openRecords>>;
beforeAll(async () => {
  house = await openRecords({ clock: new ManualClock() });
  const summary = {
    claimNumber: null,
    requestId: null,
    firstItem: null,
    itemCount: 0,
    partyName: null,
    total: null,
    heading: null,
  };
  await house.store.write(async (tx) => {
    for (let id = 1; id <= 1100; id++) {
      const record = {
        id,
        kind: 'purchaseOrder',
        marketplaceId: id,
        number: `OC-${id}`,
        receivedAt: id,
        summary,
      } as const;
      await insertRecord(tx, record);
      const words = `faro${id <= 1000 ? ' exacto' : ''}${id === 5 ? ' rojo' : ''}`;
      const terms = termsOf('purchaseOrder', [
        { is: 'own', field: 'number', text: record.number },
        { is: 'words', field: 'comment', text: words },
      ]);
      await replaceSearchTerms(tx, { what: 'record', id }, terms);
    }
    await tx.run('UPDATE record SET attention_count = 1 WHERE id % 300 = 0');
    await tx.run('UPDATE record SET reviewed_at = 1, reviewed_by = 1 WHERE id <= 1000');
  });
});
afterAll(async () => {
  await house.close();
  house.remove();
});

/** All the time of the world. */
const unhurried = { milliseconds: Infinity, countMilliseconds: Infinity, span: 250, collected: 2000 };

const page = (query: Partial<Parameters<typeof recordsPage>[1]>, effort = unhurried) =>
  house.store.read(async (tx) => {
    const order = { by: 'received', descending: true } as const;
    const all = { kind: undefined, filter: {}, order, after: null, limit: 5, ...query };
    const countOf = (kind: RecordKind) => (kind === 'purchaseOrder' ? 1100 : 20);
    const { rows, ...counted } = await recordsPage(tx, all, countOf, effort);
    return { ids: rows.map(({ id }) => id), ...counted };
  });

test.each<[string, Parameters<typeof page>[0], number, boolean]>([
  ['all of a kind are known by their number', { kind: 'purchaseOrder' }, 1100, false],
  ['all of all kinds too', { search: '' }, 1160, false],
  ['a filter counts so far and no further', { filter: { withFindings: false } }, 1000, true],
  ['exactly so many are all', { filter: { reviewed: true } }, 1000, false],
  ['fewer are all', { filter: { withFindings: true } }, 3, false],
  ['a search counts so far and no further', { search: 'faro' }, 1000, true],
  ['a search that finds exactly so many has all', { search: 'exacto' }, 1000, false],
  [
    'of what a search finds the filter counts what passes it',
    { search: 'faro', filter: { reviewed: true } },
    1000,
    false,
  ],
])('%s', async (_, query, total, totalIsCapped) => {
  expect(await page(query)).toMatchObject({ total, totalIsCapped });
});

test('a search goes on until a page of it passes the filter', async () => {
  const query = { search: 'faro', filter: { withFindings: true }, limit: 2 };
  expect(await page(query)).toMatchObject({ ids: [900, 600], next: { id: 600 }, total: 3 });
  expect(await page({ ...query, after: { group: null, key: null, id: 600 } })).toMatchObject({
    ids: [300],
    next: null,
    total: 3,
  });
  expect(await page({ ...query, limit: 3 })).toMatchObject({ ids: [900, 600, 300], next: null });
  expect(await page({ search: 'rojo', limit: 1 })).toMatchObject({ ids: [5], next: null, total: 1 });
});

test('a search that a filter leaves little of is looked through a little with each page, and loses nothing', async () => {
  const hurried = { ...unhurried, milliseconds: 0, countMilliseconds: 0, span: 100 };
  const seen: number[] = [];
  let [after, pages]: [Place | null, number] = [null, 0];
  do {
    const query = { search: 'faro', filter: { withFindings: true }, after, limit: 2 };
    const { ids, next, totalIsCapped }: Awaited<ReturnType<typeof page>> = await page(query, hurried);
    expect(totalIsCapped).toBe(true);
    seen.push(...ids);
    [after, pages] = [next, pages + 1];
  } while (after !== null);
  expect([seen, pages]).toEqual([[900, 600, 300], 12]);
});

test.each([{ search: 'faro' }, { search: '' }])('pages of %j meet, the newest first', async (query) => {
  const seen: number[] = [];
  let after: Place | null = null;
  do {
    const { ids, next }: Awaited<ReturnType<typeof page>> = await page({ ...query, after, limit: 400 });
    expect(ids.length).toBeLessThanOrEqual(400);
    seen.push(...ids);
    after = next;
  } while (after !== null);
  expect(seen).toEqual(Array.from({ length: 1100 }, (_, index) => 1100 - index));
});

test.each<[string, number[]]>([
  ['f', [1100, 1099]],
  ['far ', [1100, 1099]],
  ['rojo far', [5]],
  ['far ro', [5]],
  ['OC-5', [599, 598]],
  ['oc-10', [1099, 1098]],
  ['oc5', [599, 598]],
  ['oc 109', [1099, 1098]],
  ['x OC-5', []],
  ['rojo 5', [5]],
  // What follows the twelfth word is not looked for.
  [`${'faro '.repeat(12)}nada`, [1100, 1099]],
  ['nada', []],
  ['--', []],
])('%j finds the newest that hold it', async (search, expected) => {
  const found = (kinds: Parameters<typeof searchIds>[2]) =>
    house.store.read((tx) => searchIds(tx, search, kinds, Number.MAX_SAFE_INTEGER, 2));
  expect(await found(['purchaseOrder'])).toEqual(expected);
  expect(await found(recordKinds)).toEqual(expected);
  expect(await found(['incidentReport', 'serviceOrder'])).toEqual([]);
});
