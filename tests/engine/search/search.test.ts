/** Search as adjusters type. */

import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { searchProcedures } from '../../../main/engine/console/search.ts';
import { searchIds, textsOfRecord } from '../../../main/engine/records/index.ts';
import { enterSome, mergeSome } from '../../../main/engine/records/search-stale.ts';
import {
  deleteReminder,
  findLatestRevision,
  insertClaimNote,
  insertReminder,
  isSearchInPieces,
  listRecordsByIds,
  listReminders,
  listStaleSearch,
  StoreProblem,
  searchClaimNotes,
  searchRecords,
  tokenize,
  updateReminder,
  type WriteTransaction,
} from '../../../main/engine/store/index.ts';
import { search as migration } from '../../../main/engine/store/migrations/0033-search.ts';
import { recordKinds } from '../../../shared/terms.ts';
import { withoutAccents } from '../../../shared/without-accents.ts';
import { purchaseOrder } from '../orders.ts';
import { ana } from '../people/ana.ts';
import { clockWithoutPauses, openRecords } from '../records/house.ts';
import { planOf, statement } from '../store/query-plan.ts';
import { isOnPostgres } from '../test-database.ts';
import { deliveries, misspelt, noteOnPaint, reminders, typed } from './sample.ts';

type House = Awaited<ReturnType<typeof openRecords>>;
const clientOf = (house: House) =>
  createRouterClient(searchProcedures(house.store), { context: { via: 'token' as const, caller: ana } });

let house: House;
let search: ReturnType<typeof clientOf>;
const names = new Map<number, string>();
const idOf = (name: string) => [...names].find(([, known]) => known === name)?.[0] ?? 0;

beforeAll(async () => {
  house = await openRecords({ clock: clockWithoutPauses() });
  search = clientOf(house);
  for (const [name, kind, id, body] of deliveries) {
    await house.receive(kind, id, body);
    const { rows } = await house.list.list({ kind, limit: 1 });
    names.set(rows[0]?.id ?? 0, name);
  }
  await house.list.addNote({ id: idOf('paint'), text: noteOnPaint });
  for (const [name, text] of reminders) await remind({ recordId: idOf(name), claimNumber: null, text });
  await remind({ recordId: null, claimNumber: 'REC-00009', text: 'Preguntar por el tanque' });
  await house.store.write((tx) =>
    insertClaimNote(tx, {
      claimNumber: 'REC-00008',
      at: 1,
      who: 'Ana',
      personId: 1,
      text: 'El ajustador visitará el taller',
    }),
  );
  house.records.examiner.wake();
  await house.records.examiner.idle();
});
afterAll(async () => {
  await house.close();
  house.remove();
});

const remind = (about: { recordId: number | null; claimNumber: string | null; text: string }) =>
  house.store.write((tx) =>
    insertReminder(tx, {
      ...{ ...about, forPerson: 1, dueOn: '2026-11-27', dueTime: null, dueAt: 1 },
      ...{ at: 2, who: 'Ana', personId: 1 },
    }),
  );

const find = async (query: string, more: Partial<Parameters<typeof search.find>[0]> = {}) => {
  const page = await search.find({ query, ...more });
  return { ...page, found: page.groups.flatMap(({ records }) => records) };
};
const first = async (query: string) => names.get((await find(query)).found[0]?.record.id ?? 0);

describe('of what an adjuster types, the record that is meant stands first:', () => {
  test.each(typed)('%s', async (query, expected) => {
    expect(await first(query)).toBe(expected);
  });

  test('there are sixty of them at the least', () => expect(typed.length).toBeGreaterThanOrEqual(60));
});

describe('a wrong letter is put right where nothing is found:', () => {
  test.each(misspelt)('%s', async (query, meant) => {
    const page = await find(query);
    expect([page.found, page.didYouMean]).toEqual([[], meant]);
    expect(await search.suggest({ query })).toEqual({ suggestions: [], didYouMean: meant });
    if (meant !== null) expect((await find(meant)).found).not.toEqual([]);
  });

  test('what is found is not put right', async () => {
    for (const query of ['amortiguador', 'amort', 'visitara'])
      expect((await find(query)).didYouMean).toBeNull();
    expect((await find('amortigaudor', { kind: 'purchaseOrder' })).didYouMean).toBeNull();
  });
});

test('a number with a hyphen finds what begins so and no other claim; where nothing does, its words are looked for', async () => {
  const found = async (query: string) => (await find(query)).totals;
  const one = await found('REC-00008');
  expect(Object.values(one).reduce((sum, { count }) => sum + count, 0)).toBeLessThan(3);
  for (const { record } of (await find('REC-00008')).found) expect(record.claimNumber).toBe('REC-00008');
  expect((await find('delantero-2026')).found.length).toBe((await find('delantero 2026')).found.length);
});

test('any beginning of any word of a record finds it, in capitals and without accents too', async () => {
  const ids = [...names.keys()];
  for (const id of ids.slice(0, isOnPostgres ? 2 : 7)) {
    const [row] = await house.store.read((tx) => listRecordsByIds(tx, [id], {}));
    if (row === undefined) throw new Error(`There is no record ${id}.`);
    const latest = await house.store.read((tx) => findLatestRevision(tx, id));
    const words = new Set(
      textsOfRecord(row, latest).flatMap(({ is, text }) =>
        is === 'amount' ? [] : (text.match(/[\p{L}\p{N}]+/gu) ?? []),
      ),
    );
    for (const word of words) {
      const lengths = new Set(
        [1, 2, 3, 4, 5, 6, 7, 9, 11, 13, word.length].filter((length) => length <= word.length),
      );
      for (const length of lengths) {
        const beginning = word.slice(0, length);
        for (const asked of new Set([beginning, beginning.toUpperCase(), withoutAccents(beginning)])) {
          const found = await house.store.read((tx) => searchIds(tx, asked, [row.kind], 1e9, 100));
          expect(found, `${asked} of ${word}`).toContain(id);
        }
      }
    }
  }
});

test('every end of a chassis number from four on finds it', async () => {
  const vin = '1HGCM82633A004352';
  for (let length = 4; length <= vin.length; length += 1) {
    const end = vin.slice(-length);
    expect(await first(end), end).toBe('report');
    expect(await first(end.toLowerCase()), end).toBe('report');
  }
  // Two letters of it find nothing else by it.
  expect((await find('52')).found).toEqual([]);
});

test.each(['AUTO-000273', 'auto000273', 'Auto 000273', ' AUTO 000-273 '])(
  'a list is narrowed to the policy %j with or without its hyphens and spaces',
  async (policy) => {
    const { rows } = await house.list.list({ kind: 'incidentReport', policy });
    expect(rows.map(({ id }) => names.get(id))).toEqual(['sonata']);
  },
);

test('a list is narrowed to no policy by what is part of a number, or nothing', async () => {
  for (const policy of ['AUTO-00027', '---', '273'])
    expect((await house.list.list({ kind: 'incidentReport', policy })).rows).toEqual([]);
});

test('an RNC, a Cédula or a telephone with its hyphens finds that one alone, where anything has it', async () => {
  const rowsOf = async (query: string) =>
    (await find(query, { limit: 100 })).found.map(({ record }) => names.get(record.id));
  const others = ['longer', 'named'] as const;
  await house.receive(
    'purchaseOrder',
    711_001,
    purchaseOrder(711_001, {
      insuranceClaimNumber: 'X-1',
      supplierName: 'Otra',
      supplierTaxId: '10100066312',
    }),
  );
  await house.receive(
    'purchaseOrder',
    711_002,
    purchaseOrder(711_002, {
      insuranceClaimNumber: 'X-2',
      supplierName: 'Otra más',
      comments: 'Cobra el RNC 101-00066-3, y no otro',
    }),
  );
  for (const [index, { id }] of (await house.list.list({ kind: 'purchaseOrder', limit: 2 })).rows
    .toReversed()
    .entries())
    names.set(id, others[index] ?? '');
  await house.records.examiner.idle();
  expect(await rowsOf('101-00066-3')).toEqual(['named', 'paint']);
  expect(await rowsOf('1-01-00066-3')).toEqual(['named', 'paint']);
  expect(await rowsOf('101-00066')).toEqual(['named', 'longer', 'paint']);
  expect(await rowsOf('101-0006631-2')).toEqual(['longer']);
  // Without them it may be the beginning of another, which stands behind.
  expect(await rowsOf('101000663')).toEqual(['named', 'paint', 'longer']);
});

test('the text that was found is marked, and says what it is', async () => {
  const marked = async (query: string) => {
    const { found } = await find(query);
    return (found[0]?.hits ?? []).map(
      ({ field, text, ranges }) =>
        `${field}: ${ranges.reduceRight((all, [from, to]) => `${all.slice(0, from)}[${all.slice(from, to)}]${all.slice(to)}`, text)}`,
    );
  };
  expect(await marked('RD$ 12,500')).toEqual(['lineAmount: [12,500.00]']);
  expect(await marked('1234567.89')).toEqual(['total: [1,234,567.89]']);
  expect(await marked('carrocero')).toEqual(['reminder: Llamar al [carrocero]']);
  expect(await marked('004352')).toEqual(['vin: 1HGCM82633A[004352]']);
  expect(await marked('8095550142')).toEqual(['phone: [8095550142]']);
  expect(await marked('REC00009')).toEqual(['claimNumber: [REC-00009]']);
  expect(await marked('oc2026')).toEqual([expect.stringMatching(/^number: \[OC-2026\]-0000/)]);
  expect(await marked('nunez gris')).toEqual([
    'form: Gris'.replace('Gris', '[Gris]'),
    'form: Conductor de Prueba [Ñuñez] Domínguez',
  ]);
  expect(await marked('conteso')).toEqual([]);
  expect(await marked('contestó')).toEqual([
    'note: Llamar al tapicero el martes: 829 555 0177, no [contestó]',
  ]);
  expect(await marked('guagua')).toEqual([
    'form: Chocó con una [guagua] frente al colmado, a las 8:10 de la noche',
  ]);
});

test('pages meet without a gap, what is typed exactly on the first; records of one claim stand together', async () => {
  const all = await find('REC-00007', { limit: 100 });
  expect(all.groups[0]).toMatchObject({
    claimNumber: 'REC-00007',
    records: [{ rank: 'named' }, { rank: 'named' }],
  });
  expect(all.found.slice(2).every(({ rank }) => rank === 'words')).toBe(true);
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await find('REC-0007', { limit: 3, ...(cursor === undefined ? {} : { cursor }) });
    seen.push(...page.found.map(({ record }) => record.id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const whole = (await find('REC-0007', { limit: 100 })).found.map(({ record }) => record.id);
  expect([seen.length, new Set(seen)]).toEqual([whole.length, new Set(whole)]);
});

test('kinds are counted, and one of them is found alone', async () => {
  const { totals } = await find('amortiguador');
  expect(totals).toMatchObject({
    purchaseOrder: { count: 1, isCapped: false },
    financialDocument: { count: 1, isCapped: false },
    incidentReport: { count: 0 },
  });
  const { found, totals: same } = await find('amortiguador', { kind: 'purchaseOrder' });
  expect(found.map(({ record }) => record.kind)).toEqual(['purchaseOrder']);
  expect(same).toEqual(totals);
});

test('a note on a claim is found, with its claim', async () => {
  const { claimNotes } = await find('visitara');
  expect(claimNotes).toMatchObject([{ claimNumber: 'REC-00008', who: 'Ana', text: { ranges: [[13, 21]] } }]);
});

test('a reminder of a claim is found with it as it says now, and not once it is gone', async () => {
  expect((await find('tanque')).claimNotes).toMatchObject([
    { what: 'claimReminder', claimNumber: 'REC-00009', who: 'Ana', text: { ranges: [[17, 23]] } },
  ]);
  const [reminder] = await house.store.read((tx) => listReminders(tx, { claimNumber: 'REC-00009' }));
  if (reminder === undefined) throw new Error('There is no reminder.');
  await house.store.write((tx) =>
    updateReminder(tx, reminder.id, { ...reminder, text: 'Preguntar por el bonete' }),
  );
  house.records.examiner.wake();
  await house.records.examiner.idle();
  expect((await find('tanque')).claimNotes).toEqual([]);
  expect((await find('bonete')).claimNotes).toHaveLength(1);
  await house.store.write((tx) => deleteReminder(tx, reminder.id));
  house.records.examiner.wake();
  await house.records.examiner.idle();
  expect((await find('bonete')).claimNotes).toEqual([]);
  const ids = await house.store.read((tx) => searchClaimNotes(tx, { term: 'm1bonete' }, 9, 'claimReminder'));
  expect(ids).toEqual([]);
});

test('a record stays found by its reminder after a revision, and is not by one that is gone', async () => {
  const [id] = await house.store.write(async (tx) => {
    const added = await insertReminder(tx, {
      ...{ recordId: idOf('parts'), claimNumber: null, forPerson: 1, dueOn: '2026-11-27', dueTime: null },
      ...{ dueAt: 1, at: 3, who: 'Ana', personId: 1, text: 'Recoger la rotula' },
    });
    return [added];
  });
  const entered = async () => {
    house.records.examiner.wake();
    await house.records.examiner.idle();
  };
  await entered();
  expect(await first('rotula')).toBe('parts');
  const [, , , body] = deliveries.find(([name]) => name === 'parts') ?? [];
  await house.receive('purchaseOrder', 71_001, {
    ...body,
    comments: 'Entregar en otro almacén de la Máximo Gómez',
  });
  await entered();
  expect(await first('rotula')).toBe('parts');
  await house.store.write((tx) => deleteReminder(tx, id ?? 0));
  await entered();
  expect((await find('rotula')).found).toEqual([]);
});

test('an amount that nothing costs is looked for as words, and one with a comma finds no number', async () => {
  await house.receive(
    'purchaseOrder',
    250,
    purchaseOrder(250, { comments: 'Rebajar 77 de 345.19 en la pieza' }),
  );
  const { rows } = await house.list.list({ kind: 'purchaseOrder', limit: 1 });
  names.set(rows[0]?.id ?? 0, 'two hundred fifty');
  await house.records.examiner.idle();
  expect(await first('250')).toBe('two hundred fifty');
  expect(await first('345.19')).toBe('two hundred fifty');
  const found = async (query: string) => (await find(query)).found.map(({ record }) => names.get(record.id));
  expect(await found('RD$250.40')).toEqual(['guira']);
});

test('what is being typed suggests what it identifies first, then claims, parties and parts', async () => {
  const suggested = async (query: string) => (await search.suggest({ query })).suggestions;
  expect((await suggested('OC-2026-000001'))[0]).toMatchObject({
    of: 'record',
    id: idOf('parts'),
    about: 'Amortiguador delantero',
  });
  expect(await suggested('REC-00009')).toContainEqual({ of: 'claim', claimNumber: 'REC-00009' });
  expect(await suggested('rec00009')).toContainEqual({ of: 'claim', claimNumber: 'REC-00009' });
  expect(await suggested('güira')).toContainEqual({
    of: 'party',
    taxId: '130000552',
    name: 'Güira Autopartes de Prueba',
  });
  expect(await suggested('130-00055')).toContainEqual(
    expect.objectContaining({ of: 'party', taxId: '130000552' }),
  );
  expect(await suggested('amor del')).toContainEqual({ of: 'item', text: 'Amortiguador delantero' });
  expect(await suggested('--')).toEqual([]);
});

test('what is no word finds nothing, and operators are words', async () => {
  for (const query of ['', '---', '"', 'AND', "x'; DROP TABLE record", 'a* OR "b"', '\u{10FFFF}'])
    expect((await find(query)).found).toEqual([]);
});

test.skipIf(isOnPostgres)('no statement of a search walks a table', async () => {
  const term = { term: 'p1a' };
  expect(
    await planOf(
      house.store,
      statement((tx) => searchRecords(tx, term, 9, 9)),
    ),
  ).toMatch(/VIRTUAL TABLE INDEX/);
  expect(
    await planOf(
      house.store,
      statement((tx) => searchClaimNotes(tx, term, 9)),
    ),
  ).toMatch(/VIRTUAL TABLE INDEX/);
  expect(
    await planOf(
      house.store,
      statement((tx) => listStaleSearch(tx, 9)),
    ),
  ).not.toMatch(/TEMP B-TREE/);
  const pieces = await planOf(house.store, statement(isSearchInPieces));
  expect(pieces).not.toMatch(/SCAN search_idx/);
  expect(pieces.match(/SEARCH search_idx/g)).toHaveLength(2);
});

test.skipIf(isOnPostgres)(
  'what was entered in small pieces is merged when nothing else is to be done, and finds the same',
  async () => {
    const one = await openRecords({ clock: clockWithoutPauses() });
    onTestFinished(async () => {
      await one.close();
      one.remove();
    });
    await one.records.examiner.idle();
    await one.records.stop();
    for (let id = 1; id <= 40; id += 1) await one.receive('purchaseOrder', id, purchaseOrder(id));
    const pieces = () =>
      one.store.read((tx) => tx.get('SELECT count(DISTINCT segid) AS pieces FROM search_idx'));
    const found = () => one.store.read((tx) => searchIds(tx, 'p', recordKinds, 1e9, 100));
    const before = await found();
    expect([await one.store.read(isSearchInPieces), before.length]).toEqual([true, 40]);
    while (await mergeSome(one.store, 1));
    expect(await pieces()).toEqual({ pieces: 1 });
    expect(await found()).toEqual(before);
  },
);

test.skipIf(isOnPostgres)(
  'a search index that is in pieces is merged after what came was examined',
  async () => {
    const one = await openRecords({ clock: clockWithoutPauses() });
    onTestFinished(async () => {
      await one.close();
      one.remove();
    });
    for (let id = 1; id <= 40; id += 1) await one.receive('purchaseOrder', id, purchaseOrder(id));
    one.records.examiner.wake();
    await one.records.examiner.idle();
    expect(await one.store.read(isSearchInPieces)).toBe(false);
  },
);

test('one that cannot be entered is set aside alone, and none where the store is at fault', async () => {
  const one = await openRecords({ clock: clockWithoutPauses() });
  onTestFinished(async () => {
    await one.close();
    one.remove();
  });
  for (const [, kind, id, body] of deliveries.slice(0, 4)) await one.receive(kind, id, body);
  await one.records.examiner.idle();
  await one.records.stop();
  for (const id of [1, 2, 3, 4]) await one.list.addNote({ id, text: 'Llamar al tapicero' });
  let fault: Error = new StoreProblem('diskFull', 'The disk is full.');
  const faulty = (tx: WriteTransaction): WriteTransaction => ({
    ...{ dialect: tx.dialect, memory: tx.memory, get: tx.get.bind(tx), all: tx.all.bind(tx) },
    run: (sql, ...values) =>
      values[0] === 3 && sql.includes('INTO search ') ? Promise.reject(fault) : tx.run(sql, ...values),
  });
  const store = {
    ...one.store,
    derive: <Result>(job: (tx: WriteTransaction) => Promise<Result>) =>
      one.store.derive((tx) => job(faulty(tx))),
  };
  const aside: unknown[] = [];
  const enter = () => enterSome(store, 1000, (failure, { id }) => aside.push([failure, id]));
  await expect(enter()).rejects.toBe(fault);
  expect(await one.store.read((tx) => listStaleSearch(tx, 9))).toHaveLength(4);
  fault = new Error('a fault of ours');
  while (await enter());
  expect(aside).toEqual([[fault, 3]]);
  expect(await one.store.read((tx) => searchIds(tx, 'tapicero', recordKinds, 1e9, 9))).toEqual([4, 2, 1]);
});

test.skipIf(isOnPostgres)(
  'a database of the version before is entered in the background, and finds the same',
  async () => {
    const first = await openRecords({ clock: clockWithoutPauses() });
    for (const [, kind, id, body] of deliveries.slice(0, 4)) await first.receive(kind, id, body);
    await first.list.addNote({ id: 3, text: noteOnPaint });
    await first.records.examiner.idle();
    const foundBy = async (one: House) => {
      const found: number[][] = [];
      for (const query of ['a', '004352', 'tapicero', 'guagua', 'REC', 'oc2026'])
        found.push(await one.store.read((tx) => searchIds(tx, query, recordKinds, 1e9, 100)));
      return found;
    };
    const before = await foundBy(first);
    await first.close();
    const database = new Database(join(first.dataDir, 'perito.db'));
    database.exec(`DROP TABLE search; DROP TABLE search_stale; DROP TRIGGER search_stale_note; DROP TRIGGER search_stale_claim_note;
    CREATE VIRTUAL TABLE search USING fts5 (words, content = '', contentless_delete = 1, detail = none);
    CREATE TABLE search_word (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;`);
    // What came later stays.
    database.exec(migration);
    database.close();
    const again = await openRecords({ dataDir: first.dataDir, clock: clockWithoutPauses() });
    onTestFinished(async () => {
      await again.close();
      again.remove();
    });
    again.records.examiner.wake();
    await again.records.examiner.idle();
    expect(await again.store.read((tx) => listStaleSearch(tx, 1))).toEqual([]);
    expect(await foundBy(again)).toEqual(before);
    expect(before.every((ids) => ids.length > 0)).toBe(true);
    expect(tokenize('Ñuñez')).toEqual(['nunez']);
  },
);
