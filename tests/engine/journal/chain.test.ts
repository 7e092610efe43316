/** The chain of hashes shows what was changed, taken away, put in or moved, and where. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Arrival, beforeFirst, walkJournal } from '../../../main/engine/journal/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import {
  answer,
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

const order = (id: number, body = '{}') => delivery('purchaseOrder', id, body);

/** A journal of six commits: entries 1 to 3, 4, 5, 6 to 8, 9 and 10, and 11. */
async function written(): Promise<string> {
  const dataDir = temporaryFolder();
  const { journal, clock } = await openTestJournal({ dataDir });
  const body = Buffer.alloc(300, 'r');
  const groups: Arrival[][] = [
    [order(1), order(2), lookup('[]')],
    [ask(1)],
    [order(1, '{"a":1}')],
    [answer(4, 1), rejected(body), order(3)],
    [outcome(4, 1), rejected(body)],
    [order(4)],
  ];
  for (const group of groups) {
    clock.advance(1);
    await Promise.all(group.map((arrival) => journal.keep(arrival)));
  }
  await journal.close();
  return dataDir;
}

test('a journal that was left as it was is whole, also walked step by step', async () => {
  const dataDir = await written();
  const whole = await walkOf(dataDir);
  expect(whole).toMatchObject({ seq: 11, broken: null });
  const steps = [beforeFirst];
  await reading(dataDir, async (tx) => {
    for (;;) {
      const before = steps.at(-1) ?? beforeFirst;
      const after = await walkJournal(tx, before, 1);
      if (after.seq === before.seq) break;
      steps.push(after);
    }
  });
  expect(steps.map(({ seq }) => seq)).toEqual([0, 3, 4, 5, 8, 10, 11]);
  expect(steps.at(-1)).toEqual(whole);
});

test.each<[string, string, { seq: number; what: string }, number]>([
  ['a byte is changed', `UPDATE entry SET bytes = x'7b7c' WHERE seq = 2`, { seq: 2, what: 'bytes' }, 0],
  ['bytes are gone', `UPDATE entry SET bytes = NULL WHERE seq = 5`, { seq: 5, what: 'bytes' }, 4],
  [
    'bytes that another entry names are changed',
    `UPDATE entry SET bytes = x'${'00'.repeat(300)}' WHERE seq = 7`,
    { seq: 7, what: 'bytes' },
    5,
  ],
  [
    'an entry names other bytes than its own',
    `UPDATE entry SET detail = '{"status":400,"bytesOf":8}' WHERE seq = 10`,
    { seq: 10, what: 'bytes' },
    8,
  ],
  [
    'an entry that brought no bytes has some',
    `UPDATE entry SET bytes = x'00' WHERE seq = 6`,
    { seq: 6, what: 'bytes' },
    5,
  ],
  ['an entry is missing', `DELETE FROM entry WHERE seq = 2`, { seq: 1, what: 'missing' }, 0],
  ['a whole commit is missing', `DELETE FROM entry WHERE seq = 5`, { seq: 5, what: 'missing' }, 4],
  [
    'an entry with a link is missing, so that two commits look like one',
    `DELETE FROM entry WHERE seq = 10`,
    { seq: 9, what: 'missing' },
    8,
  ],
  [
    'two entries are swapped',
    `UPDATE entry SET seq = -1 WHERE seq = 1; UPDATE entry SET seq = 1 WHERE seq = 2; UPDATE entry SET seq = 2 WHERE seq = -1`,
    { seq: 1, what: 'chain' },
    0,
  ],
  [
    'a link of the chain is changed',
    `UPDATE entry SET chain = x'00' WHERE seq = 4`,
    { seq: 4, what: 'chain' },
    3,
  ],
  [
    'a link of the chain is gone, so that two commits look like one',
    `UPDATE entry SET chain = NULL WHERE seq = 4`,
    { seq: 4, what: 'chain' },
    3,
  ],
  ...Object.entries({
    kind: `'serviceOrder'`,
    marketplace_id: '99',
    subject_id: '99',
    revision: '7',
    number: `'OC-999'`,
    at: 'at + 1',
    key_label: `'other'`,
    detail: `'{}'`,
  }).map(
    ([column, value]) =>
      [
        `${column} of an entry is changed`,
        `UPDATE entry SET ${column} = ${value} WHERE seq = 8`,
        { seq: 6, what: 'chain' },
        5,
      ] as [string, string, { seq: number; what: string }, number],
  ),
])('where %s, the walk ends there and says so', async (_, sql, broken, before) => {
  const dataDir = await written();
  await tamper(dataDir, sql);
  expect(await walkOf(dataDir)).toMatchObject({ seq: before, broken });
});

test('a journal that was cut at the edge of a commit is whole as far as it goes, and is not opened', async () => {
  const dataDir = await written();
  await tamper(dataDir, 'DELETE FROM entry WHERE seq > 8');
  // Only what says where it ended shows that more was there.
  expect(await walkOf(dataDir)).toMatchObject({ seq: 8, broken: null });
  await expect(openTestJournal({ dataDir })).rejects.toMatchObject({ code: 'corrupt' });
});

test('a damaged beginning does not keep a journal from being opened: it is found by the walk', async () => {
  const dataDir = await written();
  await tamper(dataDir, `UPDATE entry SET key_label = 'other' WHERE seq = 2`);
  const { journal } = await openTestJournal({ dataDir });
  expect(await journal.keep(order(5))).toMatchObject({ seq: 12 });
  expect(await walkOf(dataDir)).toMatchObject({ seq: 0, broken: { seq: 1, what: 'chain' } });
});

test('one changed bit of any bytes is found', async () => {
  const dataDir = await written();
  const entries = await entriesOf(dataDir);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(1, 2, 3, 4, 5, 7, 8, 11), fc.nat(7), async (seq, bit) => {
      const set = (to: Buffer) =>
        tamper(dataDir, `UPDATE entry SET bytes = x'${to.toString('hex')}' WHERE seq = ${seq}`);
      const bytes = Buffer.from(entries[seq - 1]?.bytes ?? []);
      const changed = Buffer.from(bytes);
      changed[0] = (changed[0] ?? 0) ^ (1 << bit);
      await set(changed);
      expect((await walkOf(dataDir)).broken).toMatchObject({ seq, what: 'bytes' });
      await set(bytes);
    }),
    { numRuns: 20 },
  );
  expect(await walkOf(dataDir)).toMatchObject({ seq: 11, broken: null });
});
