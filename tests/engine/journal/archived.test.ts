/** What the journal keeps of deliveries that lie in a bundle, and what it never gives up. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { tamper } from '../tamper.ts';
import { archived, ask, delivery, openTestJournal, walkOf } from './house.ts';

const order = (id: number, text = 'uno') => delivery('purchaseOrder', id, JSON.stringify({ id, text }));
const all: ReadonlySet<number> = new Set();

function query<Row>(dataDir: string, sql: string): Row[] {
  const database = new Database(join(dataDir, 'journal.db'), { readonly: true });
  try {
    return database.prepare<[], Row>(sql).all();
  } finally {
    database.close();
  }
}
const withBytes = (dataDir: string) =>
  query<{ seq: number }>(dataDir, 'SELECT seq FROM entry WHERE bytes IS NOT NULL ORDER BY seq').map(
    ({ seq }) => seq,
  );

test('the bytes of the deliveries that an entry names are given up, and of no others', async () => {
  const { journal, dataDir } = await openTestJournal();
  await journal.append([order(1), order(2), ask(1), order(1, 'dos'), order(3)]);
  const receipts = await journal.append([archived(1, 1, 2), archived(2, 2)]);
  expect(receipts.map(({ outcome }) => outcome)).toEqual(['new', 'new']);
  expect(withBytes(dataDir)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  await journal.release(6, all);
  expect(withBytes(dataDir)).toEqual([2, 3, 5, 6, 7]);
  await journal.release(7, all);
  await journal.release(7, all);
  expect(withBytes(dataDir)).toEqual([3, 5, 6, 7]);
  const given = ['{"id":1,"text":"uno"}', '{"id":1,"text":"dos"}', '{"id":2,"text":"uno"}'];
  expect(query(dataDir, 'SELECT released_seq AS seq, released_bytes AS bytes FROM journal_head')).toEqual([
    { seq: 7, bytes: given.join('').length },
  ]);
  expect((await walkOf(dataDir)).broken).toBeNull();
});

test('a record with many deliveries is given up in steps, and one that could not be derived is passed over', async () => {
  const { journal, dataDir } = await openTestJournal();
  for (let text = 0; text < 30; text += 1) await journal.append([order(1, String(text))]);
  await journal.append([order(2), archived(1, 1, 30), archived(2, 31)]);
  await journal.release(33, new Set([33]));
  expect(withBytes(dataDir)).toEqual([31, 32, 33]);
});

test('only the latest revision is archived, once, also within a commit', async () => {
  const { journal } = await openTestJournal();
  await journal.append([order(1), order(2)]);
  const outcomes = async (group: Parameters<typeof journal.append>[0]) =>
    (await journal.append(group)).map(({ outcome, seq }) => [outcome, seq]);
  expect(await outcomes([order(1, 'dos'), archived(1, 1), archived(2, 2), archived(2, 2)])).toEqual([
    ['revised', 3],
    ['changed', 3],
    ['new', 4],
    ['same', 4],
  ]);
  expect(await outcomes([archived(2, 2), archived(9, 9), archived(2, 1)])).toEqual([
    ['same', 4],
    ['changed', 4],
    ['changed', 4],
  ]);
});

describe('it goes on where it was', () => {
  test('after an end in the midst', async () => {
    const first = await openTestJournal();
    const ids = Array.from({ length: 200 }, (_, index) => index + 1);
    await first.journal.append(ids.map((id) => order(id)));
    await first.journal.append(ids.map((id) => archived(id, id)));
    const releasing = first.journal.release(400, all);
    await first.journal.close();
    await releasing;
    const { journal } = await openTestJournal({ dataDir: first.dataDir });
    await journal.release(400, all);
    expect(withBytes(first.dataDir)).toEqual(ids.map((id) => 200 + id));
    expect((await walkOf(first.dataDir)).broken).toBeNull();
  });
});

describe('an entry is never edited', () => {
  const given = async () => {
    const { journal, dataDir } = await openTestJournal();
    await journal.append([order(1), order(2), order(1, 'dos'), ask(1)]);
    await journal.append([archived(1, 1, 2)]);
    await journal.append([order(1, 'tres')]);
    await journal.close();
    return dataDir;
  };
  test.each([
    ['a delivery that lies in no bundle', 'bytes = NULL WHERE seq = 2'],
    ['one that came after the others were moved', 'bytes = NULL WHERE seq = 6'],
    ['a call', 'bytes = NULL WHERE seq = 4'],
    ['what stays of the record', 'bytes = NULL WHERE seq = 5'],
    ['other bytes', `bytes = x'00' WHERE seq = 1`],
    ['its number as well', `bytes = NULL, number = 'X' WHERE seq = 1`],
    ['its hash as well', `bytes = NULL, sha256 = x'00' WHERE seq = 1`],
  ])('%s', async (_, change) => {
    const database = new Database(join(await given(), 'journal.db'));
    expect(() => database.exec(`UPDATE entry SET ${change}`)).toThrow('never edited');
    expect(() => database.exec('UPDATE archived_record SET revision = 9')).toThrow('never edited');
    expect(() => database.exec('DELETE FROM archived_record')).toThrow('never deleted');
    // Where no entry says it, the list of them says nothing.
    database.exec('INSERT INTO archived_record (record_id, revision, seq) VALUES (2, 1, 3)');
    expect(() => database.exec('UPDATE entry SET bytes = NULL WHERE seq = 2')).toThrow('never edited');
    database.exec('UPDATE entry SET bytes = NULL WHERE seq = 1');
    database.close();
  });

  test.each([2, 6])('and bytes that are missing without a bundle are found: %i', async (seq) => {
    const dataDir = await given();
    expect(tamper(dataDir, 'journal.db', `UPDATE entry SET bytes = NULL WHERE seq = ${seq}`)).toBe(1);
    // The last group is looked at when it is opened.
    if (seq === 6) return await expect(openTestJournal({ dataDir })).rejects.toThrow('damaged');
    await openTestJournal({ dataDir });
    expect((await walkOf(dataDir)).broken).toMatchObject({ seq, what: 'bytes' });
  });
});
