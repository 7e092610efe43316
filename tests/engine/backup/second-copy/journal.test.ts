import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { InstallationFolder } from '../../../../main/engine/backup/place.ts';
import { OtherHistory } from '../../../../main/engine/backup/second-copy/journal-stretches.ts';
import { assembleJournal, describeSecondCopy } from '../../../../main/engine/backup/second-copy/read.ts';
import type { Arrival } from '../../../../main/engine/journal/index.ts';
import { thorough } from '../../../thorough.ts';
import {
  answer,
  ask,
  delivery,
  entriesOf,
  lookup,
  openTestJournal,
  outcome,
  rejected,
  walkOf,
} from '../../journal/house.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { contentOf, copyJournal, newFolder, openStretches } from './house.ts';

const order = (id: number, size = 50) =>
  delivery('purchaseOrder', id, JSON.stringify({ id, text: 'x'.repeat(size) }));

/** Every kind of entry, an open ask among them, and bytes that are kept once for two. */
const everyKind: Arrival[][] = [
  [order(1), order(2), delivery('incidentReport', 7, '{"incidentReportId":7}')],
  [rejected('z'.repeat(400))],
  [rejected('z'.repeat(400)), lookup('[]')],
  [ask(1)],
  [answer(7, 1)],
  [ask(2), order(1, 60)],
  [outcome(7, 1), ask(3)],
  [answer(8, 2)],
];

async function assembled(folder: InstallationFolder, file = join(temporaryFolder(), 'journal.db')) {
  return { file, ...(await assembleJournal(folder, file)) };
}

test('a journal that is made from its copy is the journal, table by table', async () => {
  const { journal, dataDir } = await openTestJournal();
  const folder = newFolder(journal.installationId);
  await journal.saveSetting('receiver', '{"port":1}');
  for (const group of everyKind) await journal.append(group);
  await copyJournal(folder, dataDir);
  await journal.saveSetting('receiver', '{"port":2}');
  await journal.append([order(9)]);
  await copyJournal(folder, dataDir);
  const { file, seq, added, cut } = await assembled(folder);
  expect({ seq, added, cut }).toEqual({ seq: journal.head().seq, added: seq, cut: null });
  expect(readdirSync(join(file, '..'))).toEqual(['journal.db']);
  expect(contentOf(file)).toEqual(contentOf(join(dataDir, 'journal.db')));
});

test('what a description says is what the journal said when it was copied', async () => {
  const { journal, dataDir } = await openTestJournal();
  const folder = newFolder(journal.installationId);
  expect(await describeSecondCopy(folder)).toBeNull();
  await copyJournal(folder, dataDir);
  expect(await describeSecondCopy(folder)).toMatchObject({
    journal: { seq: 0, hash: '', at: null, numbers: {} },
  });
  await journal.append([order(1), order(2)]);
  await copyJournal(folder, dataDir);
  const { seq, hash, at, numbers } = journal.head();
  expect(await describeSecondCopy(folder)).toMatchObject({
    installationId: journal.installationId,
    journal: { seq, hash: Buffer.from(hash).toString('hex'), at: new Date(at).toISOString(), numbers },
  });
});

test('a journal of an earlier backup goes on with what the copy has behind it, and another one does not', async () => {
  const { journal, dataDir } = await openTestJournal();
  const folder = newFolder(journal.installationId);
  for (const group of everyKind.slice(0, 3)) await journal.append(group);
  await copyJournal(folder, dataDir);
  const { file, seq: before } = await assembled(folder);
  for (const group of everyKind.slice(3)) await journal.append(group);
  await copyJournal(folder, dataDir);
  const other = await openTestJournal();
  await other.journal.append([order(1), order(2), order(3), order(4), order(5), order(6)]);
  await other.journal.close();
  await expect(assembled(folder, join(other.dataDir, 'journal.db'))).resolves.toMatchObject({
    added: 0,
    cut: { code: 'damaged' },
  });
  const { seq, added, cut } = await assembled(folder, file);
  expect({ seq, added, cut }).toEqual({ seq: journal.head().seq, added: seq - before, cut: null });
  expect(contentOf(file)).toEqual(contentOf(join(dataDir, 'journal.db')));
});

test('a copy of another journal, or of one that was put back to an earlier place, is not gone on with', async () => {
  const { journal, dataDir } = await openTestJournal();
  await journal.append([order(1)]);
  const folder = newFolder(journal.installationId);
  await copyJournal(folder, dataDir);
  for (const orders of [[], [order(5)], [order(2), order(3), order(4)]]) {
    const other = await openTestJournal();
    for (const one of orders) await other.journal.append([one]);
    await expect(openStretches(folder, other.dataDir)).rejects.toBeInstanceOf(OtherHistory);
  }
});

test('a copy of several files is read as one, and each begins with what the receiver has to know', async () => {
  const { journal, dataDir } = await openTestJournal();
  const folder = newFolder(journal.installationId);
  await journal.saveSetting('receiver', '{}');
  for (let id = 1; id <= 9; id += 1) await journal.append([order(id, 8_000_000)]);
  expect(await copyJournal(folder, dataDir)).toBe(9);
  expect(readdirSync(folder.secondCopy).filter((name) => name.startsWith('journal'))).toHaveLength(2);
  const { file, seq, cut } = await assembled(folder);
  expect({ seq, cut }).toEqual({ seq: 9, cut: null });
  expect((await walkOf(join(file, '..'))).broken).toBeNull();
});

test('of a copy that is cut or changed anywhere whole groups are read and nothing else, and it is gone on with', async () => {
  const { journal, dataDir } = await openTestJournal();
  const folder = newFolder(journal.installationId);
  for (const group of everyKind) {
    await journal.append(group);
    await copyJournal(folder, dataDir);
  }
  const groupEnds = [0, 3, 4, 6, 7, 8, 10, 12, 13];
  const entries = await entriesOf(dataDir);
  const path = join(folder.secondCopy, 'journal-0000000000000000.log');
  const whole = readFileSync(path);
  const at = fc.integer({ min: 0, max: whole.length - 1 });
  const harm = fc.oneof(
    fc.record({ at, bit: fc.constant(-1) }),
    fc.record({ at, bit: fc.integer({ min: 0, max: 7 }) }),
    // What a loss of power leaves: zeros up to the end.
    fc.record({ at, bit: fc.constant(8) }),
  );
  await fc.assert(
    fc.asyncProperty(harm, async ({ at: place, bit }) => {
      const harmed = bit === -1 ? whole.subarray(0, place) : Buffer.from(whole);
      if (bit === 8) harmed.fill(0, place);
      else if (bit >= 0) harmed[place] = (harmed[place] ?? 0) ^ (1 << bit);
      writeFileSync(path, harmed);
      const file = join(temporaryFolder(), 'journal.db');
      const made = await assembleJournal(folder, file).catch(() => null);
      // Nothing at all is whole only where the first batch is not.
      if (made === null) expect(existsSync(file)).toBe(false);
      else {
        expect(groupEnds).toContain(made.seq);
        expect(await entriesOf(join(file, '..'))).toEqual(entries.slice(0, made.seq));
        expect((await walkOf(join(file, '..'))).seq).toBe(made.seq);
      }
      expect(await copyJournal(folder, dataDir)).toBe(13);
      expect(await assembled(folder)).toMatchObject({ seq: 13, cut: null });
    }),
    { numRuns: thorough ? 300 : 15 },
  );
});
