/** What becomes of an arrival: its entry, its number, and what is known of it later. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readLargeBody } from '../../../main/engine/bodies/index.ts';
import type { Arrival, Journal, Receipt } from '../../../main/engine/journal/index.ts';
import type { StoreProblem } from '../../../main/engine/store/index.ts';
import { largeBodyBytes } from '../../../shared/marketplace/tolerant-reader.ts';
import { recordKinds } from '../../../shared/terms.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { isOnPostgres, withTestDatabase } from '../test-database.ts';
import {
  answer,
  appendAll,
  ask,
  delivery,
  entriesOf,
  lookup,
  openTestJournal,
  outcome,
  reading,
  rejected,
  tamper,
  walkOf,
} from './house.ts';

const order = (id: number, body: string) => delivery('purchaseOrder', id, body);

test('the same content in any form is the same record, other content is a revision of it', async () => {
  const { journal, dataDir } = await openTestJournal();
  const receipts = await appendAll(journal, [
    order(1, '{"supplierName":"Uno","comments":"A","total":1.50}'),
    order(1, '{"supplierName":"Uno","comments":"A","total":1.50}'),
    order(1, '{ "comments": "\\u0041", "supplierName": "Uno", "total": 15e-1 }'),
    order(1, '{"supplierName":"Uno","comments":"B","total":1.50}'),
    // The content of the revision before the last is no longer the same.
    order(1, '{"supplierName":"Uno","comments":"A","total":1.50}'),
  ]);
  expect(receipts.map(({ seq, outcome }) => [seq, outcome])).toEqual([
    [1, 'new'],
    [1, 'same'],
    [1, 'same'],
    [2, 'revised'],
    [3, 'revised'],
  ]);
  expect(new Set(receipts.map(({ number }) => number))).toEqual(new Set(['OC-001']));
  expect(await entriesOf(dataDir)).toMatchObject([
    { seq: 1, subjectId: 1, revision: 1, number: 'OC-001' },
    { seq: 2, subjectId: 1, revision: 2, number: 'OC-001' },
    { seq: 3, subjectId: 1, revision: 3, number: 'OC-001' },
  ]);
});

test('the same holds of deliveries that arrive together', async () => {
  const { journal, dataDir } = await openTestJournal();
  const bodies = ['{"a":1}', '{ "a": 1.0 }', '{"a":2}', '{"a":2}', '{"a":1}'];
  const receipts = await Promise.all(bodies.map((body) => journal.keep(order(1, body))));
  expect(receipts.map(({ outcome }) => outcome)).toEqual(['new', 'same', 'revised', 'same', 'revised']);
  expect((await entriesOf(dataDir)).map(({ revision, bytes }) => [revision, String(bytes)])).toEqual([
    [1, '{"a":1}'],
    [2, '{"a":2}'],
    [3, '{"a":1}'],
  ]);
});

test('each kind has its own records and numbers, and an entry says what arrived, of whom and when', async () => {
  const { journal, dataDir, clock } = await openTestJournal();
  const receipts = await appendAll(
    journal,
    recordKinds.map((kind) => delivery(kind, 7, `{"kind":"${kind}"}`)),
  );
  expect(receipts.map(({ outcome, number }) => [outcome, number])).toEqual(
    ['OC-001', 'OS-001', 'IR-001', 'DF-001'].map((number) => ['new', number]),
  );
  for (const [index, entry] of (await entriesOf(dataDir)).entries()) {
    const kind = recordKinds[index];
    expect(entry).toMatchObject({
      seq: index + 1,
      kind,
      marketplaceId: 7,
      subjectId: index + 1,
      at: clock.now(),
      keyLabel: 'key',
      detail: null,
    });
    expect(String(entry.bytes)).toBe(`{"kind":"${kind}"}`);
  }
});

const large = (space: string, text = 'x') =>
  `{"comments":${space}"${text.repeat(largeBodyBytes)}","a":"Dos"}`;
/** A large delivery as the receiver gives it, with the hash that its reading thread made. */
function largeOrder(id: number, text: string) {
  const read = readLargeBody(Buffer.from(text));
  if (read.outcome !== 'read') throw new Error(read.outcome);
  return delivery('purchaseOrder', id, text, read.contentHash);
}

test('a large body is compared by the hash that was made when it came, and is the same in any form', async () => {
  const { journal, dataDir } = await openTestJournal();
  const receipts = await appendAll(journal, [
    largeOrder(2, large('')),
    largeOrder(2, large(' ')),
    largeOrder(2, large(' ', 'y')),
  ]);
  expect(receipts.map(({ outcome }) => outcome)).toEqual(['new', 'same', 'revised']);
  const [first] = await entriesOf(dataDir);
  expect(JSON.parse(first?.detail ?? '')).toEqual({ contentHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(String(first?.bytes)).toBe(large(''));
});

test('a large body whose hash was not kept is read again for it', async () => {
  const { journal } = await openTestJournal();
  const receipts = await appendAll(journal, [
    // As one that an older version took.
    order(3, large('')),
    largeOrder(3, large(' ')),
    largeOrder(3, large(' ', 'y')),
  ]);
  expect(receipts.map(({ outcome }) => outcome)).toEqual(['new', 'same', 'revised']);
});

test('what is no JSON is the same as its own bytes only', async () => {
  const { journal } = await openTestJournal();
  const receipts = await appendAll(
    journal,
    ['{', '{', '[', '{"a":1}', '{'].map((body) => order(4, body)),
  );
  expect(receipts.map(({ outcome }) => outcome)).toEqual(['new', 'same', 'revised', 'revised', 'revised']);
});

test('a number is never given twice, also where two templates meet in it', async () => {
  const { journal, dataDir } = await openTestJournal({
    templates: { purchaseOrder: 'A-{seq}-11', incidentReport: 'A-1-1{seq}' },
  });
  // `A-1-11` is the first of both.
  const one = await journal.keep(delivery('purchaseOrder', 60, '{}'));
  const [other, next] = await Promise.all([
    journal.keep(delivery('incidentReport', 60, '{}')),
    journal.keep(delivery('incidentReport', 61, '{}')),
  ]);
  expect([one.number, other.number, next.number]).toEqual(['A-1-11', 'A-1-12', 'A-1-13']);
  const numbers = (await entriesOf(dataDir)).map(({ number }) => number);
  expect(new Set(numbers).size).toBe(3);
});

/** A journal that gave `OC-001`, and beside it a note of other numbers. */
async function withNote(note: object | string) {
  const { journal, dataDir } = await openTestJournal();
  await journal.keep(order(1, '{}'));
  await journal.close();
  writeFileSync(join(dataDir, 'numbers.json'), typeof note === 'string' ? note : JSON.stringify(note));
  return dataDir;
}

test.each([
  ['is the last that can be counted', { given: Number.MAX_SAFE_INTEGER, upTo: Number.MAX_SAFE_INTEGER }],
  ['is beyond that', { given: 2 ** 60, upTo: 2 ** 60 }],
  ['goes beyond it with its margin', { given: 5, upTo: 9_007_199_254_740_000 }],
  ['is below nothing', { given: -1, upTo: -1 }],
])('a note of numbers that %s is refused before the journal keeps it', async (_, numbers) => {
  const dataDir = await withNote({ 'OC-{seq}': numbers });
  await expect(openTestJournal({ dataDir })).rejects.toMatchObject({
    code: 'notAccessible',
    message: expect.stringMatching(/numbers\.json .*OC-\{seq\}.*Put there what it had before/),
  });
  writeFileSync(join(dataDir, 'numbers.json'), '{"OC-{seq}":{"given":1,"upTo":1}}');
  const { journal } = await openTestJournal({ dataDir });
  expect((await journal.keep(order(2, '{}'))).number).toBe('OC-002');
});

test.each([
  ['ends below what was given', { 'OC-{seq}': { given: 7, upTo: 0 } }, 'OC-008'],
  ['is far above all that was given', { 'OC-{seq}': { given: 7, upTo: 10 ** 15 } }, 'OC-1000000000000001'],
  ['was cut off by a loss of power', '{"OC-{seq}":{"gi', 'OC-002'],
])('after a note of numbers that %s the next number is one that was never given', async (_, note, next) => {
  const dataDir = await withNote(note);
  const { journal } = await openTestJournal({ dataDir });
  expect((await journal.keep(order(2, '{}'))).number).toBe(next);
  await journal.close();
  // What is noted of it is understood at the next start.
  const later = await openTestJournal({ dataDir });
  const { number } = await later.journal.keep(order(3, '{}'));
  expect(Number(number.slice(3))).toBe(Number(next.slice(3)) + 1);
});

test('two templates that meet in one commit give two numbers, and neither leaves a gap in its own sequence', async () => {
  const { journal, dataDir } = await openTestJournal({
    templates: { purchaseOrder: 'A-{seq}-11', incidentReport: 'A-1-1{seq}', serviceOrder: 'A-{seq}-11' },
  });
  const receipts = await Promise.all([
    journal.keep(delivery('incidentReport', 1, '{}')),
    journal.keep(delivery('purchaseOrder', 1, '{}')),
    journal.keep(delivery('serviceOrder', 1, '{}')),
    journal.keep(delivery('incidentReport', 2, '{}')),
  ]);
  expect(receipts.map(({ number }) => number)).toEqual(['A-1-11', 'A-2-11', 'A-3-11', 'A-1-12']);
  expect((await entriesOf(dataDir)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  expect(await walkOf(dataDir)).toMatchObject({ seq: 4, broken: null });
});

/** Keeps each a look into the journal after the one before, whatever is being committed then. */
async function keepInTurns(journal: Journal, arrivals: readonly Arrival[]): Promise<Receipt[]> {
  const kept: Promise<Receipt>[] = [];
  for (const arrival of arrivals) {
    kept.push(journal.keep(arrival));
    await journal.setting('configuration');
  }
  return Promise.all(kept);
}

test('what comes while others are committed stands behind them, as the next revision too', async () => {
  const { journal, dataDir, heads } = await openTestJournal();
  const orders = Array.from({ length: 300 }, (_, index) => order(index % 7, `{"a":${index}}`));
  const receipts = await keepInTurns(journal, orders);
  expect(receipts.map(({ seq }) => seq)).toEqual(receipts.map((_, index) => index + 1));
  expect(receipts.map(({ number }) => number)).toEqual(receipts.map((_, index) => `OC-00${1 + (index % 7)}`));
  const entries = await entriesOf(dataDir);
  expect(entries.map(({ revision }) => revision)).toEqual(
    entries.map((_, index) => 1 + Math.floor(index / 7)),
  );
  expect(heads).toEqual(heads.toSorted((one, other) => one - other));
  expect(await walkOf(dataDir)).toMatchObject({ seq: 300, broken: null });
});

test('where commits fail while others wait behind them, all are kept once, in their order', async () => {
  const { journal, dataDir } = await openTestJournal({
    // `A-11` is the tenth of the one and the first of the other, and so on.
    templates: { purchaseOrder: 'A-{seq}', incidentReport: 'A-1{seq}', serviceOrder: 'A-{seq}2' },
  });
  const kinds = ['purchaseOrder', 'incidentReport', 'purchaseOrder', 'serviceOrder'] as const;
  const deliveries = Array.from({ length: 100 }, (_, turn) =>
    kinds.map((kind, place) => delivery(kind, kinds.length * turn + place, '{}')),
  );
  const receipts = await keepInTurns(journal, deliveries.flat());
  expect(new Set(receipts.map(({ number }) => number)).size).toBe(400);
  expect(new Set(receipts.map(({ seq }) => seq)).size).toBe(400);
  const entries = await entriesOf(dataDir);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
  expect(entries.map(({ marketplaceId, number }) => ({ marketplaceId, number }))).toEqual(
    receipts
      .map(({ number, seq }, marketplaceId) => ({ marketplaceId, number, seq }))
      .toSorted((one, other) => one.seq - other.seq)
      .map(({ marketplaceId, number }) => ({ marketplaceId, number })),
  );
  expect(await walkOf(dataDir)).toMatchObject({ seq: 400, broken: null });
});

test('a changed template begins a sequence of its own, and the one before goes on where it was', async () => {
  const templates = { purchaseOrder: 'A-{seq}' };
  const { journal } = await openTestJournal({ templates });
  const numbers: string[] = [];
  for (const [id, template] of ['A-{seq}', 'B-{seq}', 'A-{seq:3}', 'B-{seq}'].entries()) {
    templates.purchaseOrder = template;
    numbers.push((await journal.keep(order(id, '{}'))).number);
  }
  expect(numbers).toEqual(['A-1', 'B-1', 'A-002', 'B-2']);
});

test('numbers go on without a gap after the journal was closed and opened', async () => {
  const { journal, dataDir } = await openTestJournal();
  await appendAll(journal, [order(1, '{}'), order(2, '{}')]);
  await journal.close();
  const later = await openTestJournal({ dataDir });
  expect(later.journal.installationId).toBe(journal.installationId);
  expect(await later.journal.keep(order(3, '{}'))).toMatchObject({ seq: 3, number: 'OC-003' });
  expect(await later.journal.keep(order(1, '{ }'))).toMatchObject({
    seq: 1,
    outcome: 'same',
    number: 'OC-001',
  });
});

test('an entry has the time of the clock, also where that was years ahead before', async () => {
  const { journal, dataDir, clock } = await openTestJournal();
  const first = await journal.keep(order(1, '{}'));
  const tenYears = 3652 * 86_400_000;
  clock.advance(-tenYears);
  const second = await journal.keep(order(2, '{}'));
  await journal.close();
  const later = await openTestJournal({ dataDir, clock });
  const third = await later.journal.keep(order(3, '{}'));
  clock.advance(1);
  const fourth = await later.journal.keep(order(4, '{}'));
  expect([second.at - first.at, third.at - first.at, fourth.at - first.at]).toEqual([
    -tenYears,
    -tenYears,
    1 - tenYears,
  ]);
});

test('an arrival that cannot be kept fails alone, and its neighbours have numbers without a gap', async () => {
  const { journal, dataDir, heads } = await openTestJournal({ templates: { serviceOrder: 'of no place' } });
  const body = Buffer.alloc(1000, 'r');
  const appended = await Promise.allSettled([
    journal.keep(order(1, '{}')),
    journal.keep(rejected(body)),
    journal.keep(delivery('serviceOrder', 1, '{}')),
    journal.keep(order(2, '{}')),
    journal.keep(rejected(body)),
  ]);
  expect(appended.map((one) => (one.status === 'fulfilled' ? one.value.seq : one.reason.message))).toEqual([
    1,
    2,
    'The number template of no place has no {seq}.',
    3,
    4,
  ]);
  const entries = await entriesOf(dataDir);
  expect(entries.map(({ number }) => number)).toEqual(['OC-001', null, 'OC-002', null]);
  // What was noted while the commit failed is not taken for kept.
  expect(entries.map(({ bytes }) => bytes?.length ?? null)).toEqual([2, 1000, 2, null]);
  expect(JSON.parse(entries[3]?.detail ?? '')).toEqual({ status: 400, bytesOf: 2 });
  expect(await walkOf(dataDir)).toMatchObject({ seq: 4, broken: null });
  expect(heads).toEqual([1, 2, 3, 4]);
});

test('bytes that are refused again and again are kept once, and short ones with each', async () => {
  const { journal, dataDir } = await openTestJournal();
  const [body, other] = [Buffer.alloc(256, 'a'), Buffer.alloc(256, 'b')];
  // Together, and one by one.
  await Promise.all([body, body, other].map((bytes) => journal.keep(rejected(bytes))));
  await appendAll(journal, [rejected(body), rejected(other), rejected('short'), rejected('short')]);
  const entries = await entriesOf(dataDir);
  expect(
    entries.map(({ bytes, detail }) => [bytes?.length ?? null, JSON.parse(detail ?? '').bytesOf]),
  ).toEqual([
    [256, undefined],
    [null, 1],
    [256, undefined],
    [null, 1],
    [null, 3],
    [5, undefined],
    [5, undefined],
  ]);
  expect(await walkOf(dataDir)).toMatchObject({ seq: 7, broken: null });
  await journal.close();
  // Another run does not know them any more.
  const later = await openTestJournal({ dataDir });
  await later.journal.keep(rejected(body));
  expect((await entriesOf(dataDir)).at(-1)?.bytes).toHaveLength(256);
});

test('asks, answers and outcomes are about their ask, everything else that is no record about itself', async () => {
  const { journal, dataDir } = await openTestJournal();
  const [, asked] = await appendAll(journal, [lookup('[]'), ask(5)]);
  const askId = asked?.seq ?? 0;
  await appendAll(journal, [answer(askId, 5), lookup('[1]'), outcome(askId, 5), rejected('{')]);
  const entries = await entriesOf(dataDir);
  expect(entries.map(({ kind, subjectId, marketplaceId }) => [kind, subjectId, marketplaceId])).toEqual([
    ['lookup', 1, null],
    ['ask', 2, 5],
    ['answer', 2, 5],
    ['lookup', 4, null],
    ['outcome', 2, 5],
    ['rejected', 6, null],
  ]);
  expect(entries.every(({ revision, number }) => revision === null && number === null)).toBe(true);
});

test('calls that the run before left open are ended when the journal is opened, each as far as it had come', async () => {
  const { journal, dataDir } = await openTestJournal();
  await appendAll(journal, [ask(1), ask(2), answer(2, 2), ask(3), answer(4, 3), outcome(4, 3)]);
  await journal.close();
  const later = await openTestJournal({ dataDir });
  // Nobody has to wait for it, and nothing else of theirs follows.
  const ended = (await entriesOf(dataDir)).slice(6);
  expect(ended.map(({ kind, subjectId, detail }) => [kind, subjectId, JSON.parse(detail ?? '')])).toEqual([
    ['outcome', 1, { delivery: 'lost', answer: null }],
    ['outcome', 2, { delivery: 'unknown', answer: 'inReview' }],
  ]);
  expect(later.journal.head().seq).toBe(8);
  await later.journal.close();
  expect((await openTestJournal({ dataDir })).journal.head().seq).toBe(8);
});

test('more calls than are ended at a time are all ended', async () => {
  const { journal, dataDir } = await openTestJournal();
  await Promise.all(Array.from({ length: 1201 }, (_, index) => journal.keep(ask(index))));
  await journal.close();
  const later = await openTestJournal({ dataDir });
  expect(later.journal.head().seq).toBe(2402);
  expect(await walkOf(dataDir)).toMatchObject({ seq: 2402, broken: null });
});

test('closing waits for all that was given, more than one commit takes too, and nothing is taken after it', async () => {
  const { journal, dataDir } = await openTestJournal();
  const given = Array.from({ length: 600 }, (_, index) => journal.keep(order(index, '{}')));
  await journal.close();
  expect((await Promise.all(given)).map(({ seq }) => seq)).toEqual(given.map((_, index) => index + 1));
  await expect(journal.keep(order(601, '{}'))).rejects.toMatchObject({ code: 'closed' });
  expect(await entriesOf(dataDir)).toHaveLength(600);
});

test('settings of the receiver are kept, and are no entries', async () => {
  const { journal, dataDir } = await openTestJournal();
  expect(await journal.setting('configuration')).toBeNull();
  await journal.saveSetting('configuration', '{"a":1}');
  await journal.saveSetting('configuration', '{"a":2}');
  await journal.close();
  const later = await openTestJournal({ dataDir });
  expect(await later.journal.setting('configuration')).toBe('{"a":2}');
  expect(later.journal.head().seq).toBe(0);
});

/** Runs a statement over a connection of its own. */
async function changing(dataDir: string, sql: string): Promise<void> {
  if (isOnPostgres) return withTestDatabase(dataDir, async (client) => void (await client.query(sql)));
  const database = new Database(join(dataDir, 'journal.db'));
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

/** Calls back with each connection of SQLite that begins to write; how PostgreSQL fails is among the tests of faults. */
function watchCommits(commit: (database: Database.Database) => void): void {
  const exec = Database.prototype.exec;
  const spy = vi.spyOn(Database.prototype, 'exec').mockImplementation(function (
    this: Database.Database,
    sql,
  ) {
    if (sql === 'COMMIT') commit(this);
    return exec.call(this, sql);
  });
  onTestFinished(() => spy.mockRestore());
}

test.skipIf(isOnPostgres)(
  'after a commit that failed nothing more is taken, it is said once, and the next run goes on',
  async () => {
    const problems: StoreProblem[] = [];
    const { journal, dataDir, heads } = await openTestJournal({
      onFailure: (problem) => void problems.push(problem),
    });
    await journal.keep(order(1, '{}'));
    let fails = true;
    watchCommits(() => {
      if (fails) throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' });
    });
    const refused = await Promise.allSettled([journal.keep(order(2, '{}')), journal.keep(order(3, '{}'))]);
    refused.push(...(await Promise.allSettled([journal.keep(order(4, '{}'))])));
    expect(refused).toMatchObject(Array(3).fill({ status: 'rejected', reason: { code: 'commitFailed' } }));
    expect(problems.map(({ code }) => code)).toEqual(['commitFailed']);
    expect([journal.head().seq, heads]).toEqual([1, [1]]);
    fails = false;
    await journal.close();
    const later = await openTestJournal({ dataDir });
    // Whether it had reached the disk could not be known, so its number is not given again.
    const next = await later.journal.keep(order(5, '{}'));
    expect(next.seq).toBe(2);
    expect(await walkOf(dataDir)).toMatchObject({ seq: 2, broken: null });
  },
);

test.skipIf(isOnPostgres)(
  'a full disk fails what it has no room for, and the journal goes on once there is some',
  async () => {
    const { journal, dataDir } = await openTestJournal();
    let writing: Database.Database | null = null;
    watchCommits((database) => {
      writing = database;
    });
    await journal.keep(order(1, '{}'));
    const limitPages = (pages: number) =>
      (writing as Database.Database | null)?.pragma(`max_page_count = ${pages}`);
    limitPages(Number((writing as Database.Database | null)?.pragma('page_count', { simple: true })));
    const body = JSON.stringify({ comments: 'x'.repeat(200_000) });
    await expect(journal.keep(order(2, body))).rejects.toMatchObject({ code: 'diskFull' });
    const together = await Promise.allSettled([journal.keep(order(2, body)), journal.keep(order(3, body))]);
    expect(together).toMatchObject(Array(2).fill({ status: 'rejected', reason: { code: 'diskFull' } }));
    limitPages(1_000_000);
    expect(await journal.keep(order(2, body))).toMatchObject({ seq: 2, number: 'OC-002' });
    expect(await walkOf(dataDir)).toMatchObject({ seq: 2, broken: null });
  },
);

test('what the journal has can be changed and taken away by no statement', async () => {
  const { journal, dataDir } = await openTestJournal();
  await journal.keep(order(1, '{}'));
  await journal.close();
  await expect(changing(dataDir, "UPDATE entry SET key_label = 'other'")).rejects.toThrow('never edited');
  await expect(changing(dataDir, 'DELETE FROM entry')).rejects.toThrow('never deleted');
});

test('a journal that another run has open is refused', async () => {
  const { dataDir } = await openTestJournal();
  await expect(openTestJournal({ dataDir })).rejects.toMatchObject({ code: 'inUse' });
});

test.each([
  ['its last entry is changed', `UPDATE entry SET key_label = 'other' WHERE seq = 4`],
  ['the bytes of its last entry are changed', `UPDATE entry SET bytes = x'7b20' WHERE seq = 4`],
  ['its last entry is missing', `DELETE FROM entry WHERE seq = 4`],
  ['the first entry of its last commit is missing', `DELETE FROM entry WHERE seq = 3`],
  [
    'an entry stands behind its end',
    `INSERT INTO entry SELECT 5, kind, 5, 5, NULL, NULL, at, key_label, sha256, detail, NULL, bytes FROM entry WHERE seq = 4`,
  ],
  ['its head has another hash', `UPDATE journal_head SET hash = x'00'`],
  [
    'its head stands before its end',
    `UPDATE journal_head SET seq = 2, hash = (SELECT chain FROM entry WHERE seq = 2)`,
  ],
  ['it has no head', `DELETE FROM journal_head`],
])('a journal is refused, and left as it is, where %s', async (_, sql) => {
  const dataDir = temporaryFolder();
  const { journal } = await openTestJournal({ dataDir });
  for (const ids of [
    [1, 2],
    [3, 4],
  ])
    await Promise.all(ids.map((id) => journal.keep(order(id, '{}'))));
  await journal.close();
  await tamper(dataDir, sql);
  const before = await entriesOf(dataDir);
  await expect(openTestJournal({ dataDir })).rejects.toMatchObject({
    code: 'corrupt',
    message: expect.stringMatching(/^The journal .*Restore a backup\.$/),
  });
  expect(await entriesOf(dataDir)).toEqual(before);
});

test.skipIf(isOnPostgres)(
  'a journal whose file is damaged is refused as damaged, and the directory is let go',
  async () => {
    const { journal, dataDir } = await openTestJournal();
    await Promise.all(Array.from({ length: 200 }, (_, id) => journal.keep(order(id, '{}'))));
    await journal.close();
    const file = join(dataDir, 'journal.db');
    const whole = readFileSync(file);
    for (const from of [0, 8192, whole.length - 8192]) {
      const damaged = Buffer.from(whole);
      damaged.fill(0xa5, from, from + 8192);
      writeFileSync(file, damaged);
      await expect(openTestJournal({ dataDir })).rejects.toMatchObject({ code: 'corrupt' });
    }
    writeFileSync(file, whole);
    expect((await openTestJournal({ dataDir })).journal.head().seq).toBe(200);
  },
);

test('a group is one commit: dense numbers, one link of the chain; where one of it cannot be kept, none is', async () => {
  const { journal, dataDir } = await openTestJournal();
  const receipts = await journal.append([
    order(1, '{"a":1}'),
    rejected('['),
    order(2, '{"a":1}'),
    order(1, '{"a":2}'),
  ]);
  expect(receipts.map(({ seq, outcome, number }) => [seq, outcome, number])).toEqual([
    [1, 'new', 'OC-001'],
    [2, 'new', ''],
    [3, 'new', 'OC-002'],
    [4, 'revised', 'OC-001'],
  ]);
  const chained = await reading(dataDir, (tx) =>
    tx.all('SELECT seq FROM entry WHERE chain IS NOT NULL ORDER BY seq'),
  );
  expect(chained).toEqual([{ seq: 4 }]);
  const detail = { toJSON: () => expect.fail('it cannot be written') };
  const unkeepable = { kind: 'lookup' as const, keyLabel: 'key', bytes: Buffer.from('[]'), detail };
  await expect(journal.append([order(3, '{}'), unkeepable])).rejects.toThrow('it cannot be written');
  expect([journal.head().seq, (await entriesOf(dataDir)).length]).toEqual([4, 4]);
  // Given one by one, what can be kept is, with the next number.
  const [kept, refused] = await Promise.allSettled([journal.keep(order(3, '{}')), journal.keep(unkeepable)]);
  expect([kept, refused.status]).toMatchObject([{ value: { seq: 5, number: 'OC-003' } }, 'rejected']);
});

test('what arrives together is committed a few MiB at a time, and what is larger alone', async () => {
  const { journal, dataDir } = await openTestJournal();
  const mebibytes = [1.5, 1.5, 1.5, 6, 0.1, 0.1];
  await Promise.all(
    mebibytes.map((size, index) =>
      journal.keep(delivery('purchaseOrder', index + 1, `{"a":"${'x'.repeat(size * 1024 * 1024)}"}`, 'hash')),
    ),
  );
  const chained = await reading(dataDir, (tx) =>
    tx.all('SELECT seq FROM entry WHERE chain IS NOT NULL ORDER BY seq'),
  );
  expect(chained).toEqual([{ seq: 2 }, { seq: 3 }, { seq: 4 }, { seq: 6 }]);
});
