/** A journal whose deliveries lie in bundles is copied, and made anew from its copy, without their bytes. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appendRest, findRestEnd } from '../../../../main/engine/backup/journal-rest.ts';
import { openPlainFile } from '../../../../main/engine/backup/place.ts';
import { journalFrame } from '../../../../main/engine/backup/second-copy/format.ts';
import { framesIn } from '../../../../main/engine/backup/second-copy/frames.ts';
import { assembleJournal } from '../../../../main/engine/backup/second-copy/read.ts';
import { surveyJournal } from '../../../../main/engine/store/index.ts';
import { archived, delivery, openTestJournal, walkOf } from '../../journal/house.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { contentOf, copyJournal, newFolder } from './house.ts';

const order = (id: number, size = 50) =>
  delivery('purchaseOrder', id, JSON.stringify({ id, text: 'x'.repeat(size) }));
const none: ReadonlySet<number> = new Set();

/** All but how far bytes were given up, which is of the file. */
const kept = (file: string) => {
  const { entry, archived_record, open_ask } = contentOf(file);
  return { entry, archived_record, open_ask };
};

test.each(['before they were moved', 'after that'])('a copy that began %s', async (when) => {
  const { journal, dataDir } = await openTestJournal();
  const folder = newFolder(journal.installationId);
  await journal.append([order(1), order(2), order(3)]);
  const isBefore = when === 'before they were moved';
  if (isBefore) await copyJournal(folder, dataDir);
  await journal.append([archived(1, 1), archived(3, 3)]);
  await journal.release(5, none);
  await copyJournal(folder, dataDir);
  await journal.append([order(4)]);
  await copyJournal(folder, dataDir);
  const copy = temporaryFolder();
  const { seq, cut } = await assembleJournal(folder, join(copy, 'journal.db'));
  expect({ seq, cut }).toEqual({ seq: 6, cut: null });
  const made = await openTestJournal({ dataDir: copy });
  expect((await walkOf(copy)).broken).toBeNull();
  // What the copy still had is given up as well, and the numbers are known.
  await made.journal.release(5, none);
  expect(kept(join(copy, 'journal.db'))).toEqual(kept(join(dataDir, 'journal.db')));
  expect(await made.journal.append([order(1)])).toMatchObject([{ outcome: 'same', seq: 1 }]);
});

test('a copy has no end where bytes are missing and it does not say yet that they lie in a bundle', async () => {
  const { journal, dataDir } = await openTestJournal();
  const folder = newFolder(journal.installationId);
  await journal.append([order(1)]);
  for (const id of [2, 3, 4]) await journal.append([order(id, 5_000_000)]);
  await journal.append([archived(1, 1)]);
  await journal.append([order(5, 5_000_000)]);
  await journal.append([order(6)]);
  await journal.release(5, none);
  await copyJournal(folder, dataDir);
  const heads: number[] = [];
  for (const name of readdirSync(folder.secondCopy).filter((one) => one.startsWith('journal-'))) {
    const handle = await openPlainFile(join(folder.secondCopy, name));
    for await (const { meta } of framesIn(handle)) {
      const frame = journalFrame.parse(meta);
      if (frame.t === 'head') heads.push(frame.seq);
    }
    await handle.close();
  }
  expect(heads).toEqual([5, 6, 7]);
});

test('what a damaged journal still says behind a copy is taken up to where it is whole', async () => {
  const { journal, dataDir } = await openTestJournal();
  await journal.append([order(1)]);
  const folder = newFolder(journal.installationId);
  await copyJournal(folder, dataDir);
  const file = join(temporaryFolder(), 'journal.db');
  await assembleJournal(folder, file);
  await journal.append([order(2)]);
  await journal.append([order(3), archived(2, 2)]);
  await journal.append([order(4)]);
  await journal.release(4, none);
  const survey = surveyJournal(dataDir);
  if (survey === null) throw new Error('There is no journal.');
  const from = {
    seq: 1,
    hash: Buffer.from(
      (
        await survey.reading.read(async (tx) =>
          tx.get<{ chain: Uint8Array }>('SELECT chain FROM entry WHERE seq = 1'),
        )
      )?.chain ?? [],
    ).toString('hex'),
  };
  expect(await findRestEnd(survey, from, undefined)).toMatchObject({ seq: 5 });
  await appendRest(survey, file, undefined);
  await survey.close();
  expect(kept(file)).toEqual(kept(join(dataDir, 'journal.db')));
});
