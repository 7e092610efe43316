import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { InstallationFolder } from '../../../../main/engine/backup/place.ts';
import { beginSecondCopy } from '../../../../main/engine/backup/second-copy/about.ts';
import { AttachmentCopies } from '../../../../main/engine/backup/second-copy/attachment-copies.ts';
import { listSecondCopy } from '../../../../main/engine/backup/second-copy/format.ts';
import { listCopiedAttachments } from '../../../../main/engine/backup/second-copy/read.ts';
import { systemClock } from '../../../../main/engine/clock.ts';
import { appendAudit, insertContent, openReading, type Store } from '../../../../main/engine/store/index.ts';
import { openJournalledStore } from '../../journal-house.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { never, newFolder } from './house.ts';

const sha256Of = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Stores a file as the engine does; `inPlace` is what lies under its name. */
async function storeFile(store: Store, text: string, inPlace: string | null = text): Promise<string> {
  const sha256 = sha256Of(text);
  await store.write(async (tx) => {
    await insertContent(tx, Buffer.from(sha256, 'hex'), text.length, 1);
    const detail = { record: 1, sha256, bytes: text.length };
    const actor = { person: '', via: 'engine' as const };
    await appendAudit(tx, { at: 1, actor, action: 'attachment.stored', subject: 'attachment:1', detail });
  });
  if (inPlace !== null) putFile(store.dataDir, sha256, inPlace);
  return sha256;
}

function putFile(dataDir: string, sha256: string, text: string): void {
  const path = join(dataDir, 'attachments', 'content', sha256.slice(0, 2), sha256);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function openCopies(folder: InstallationFolder, dataDir: string): Promise<AttachmentCopies> {
  await beginSecondCopy(folder, Date.now());
  const files = await listSecondCopy(folder.secondCopy);
  if (files === null) throw new Error('There is no second copy.');
  const copies = await AttachmentCopies.open(folder, files, dataDir);
  onTestFinished(() => copies.close());
  return copies;
}

test('photos and papers that are stored are copied once, those from before and those that come', async () => {
  const { store, close } = await openJournalledStore({ dataDir: temporaryFolder(), clock: systemClock });
  onTestFinished(close);
  const { dataDir, installationId } = store;
  const folder = newFolder(installationId);
  const reading = openReading(dataDir);
  onTestFinished(() => reading.close());
  const first = await storeFile(store, 'first');
  const copies = await openCopies(folder, dataDir);
  await copies.look(reading);
  expect(await copies.copy(never, 1000)).toBe(true);
  // One is on its way to its place, and one is not what its name says.
  const late = await storeFile(store, 'late', null);
  const damaged = await storeFile(store, 'damaged', 'other');
  await copies.look(reading);
  expect(await copies.copy(never, 1000)).toBe(false);
  expect(copies.behind).toBe(2);
  putFile(dataDir, late, 'late');
  expect(await copies.copy(never, 1000)).toBe(true);
  expect(copies.behind).toBe(1);
  for (const [sha256, text] of [
    [first, 'first'],
    [late, 'late'],
  ] as const)
    expect(readFileSync(folder.fileOf(sha256), 'utf8')).toBe(text);
  expect(await folder.sizeOf(damaged)).toBeNull();
  await copies.close();
  // Whoever comes next knows what is there, also behind a torn end.
  appendFileSync(join(folder.secondCopy, 'attachments-00000001.log'), 'torn');
  const again = await openCopies(folder, dataDir);
  await again.look(reading);
  expect(again.behind).toBe(1);
  putFile(dataDir, damaged, 'damaged');
  expect(await again.copy(never, 1000)).toBe(true);
  const listed = [];
  for await (const one of listCopiedAttachments(folder)) listed.push(one.sha256);
  expect(listed.toSorted()).toEqual([first, late, damaged].toSorted());
});

test('what left with its record before it was copied is waited for no more', async () => {
  const { store, close } = await openJournalledStore({ dataDir: temporaryFolder(), clock: systemClock });
  onTestFinished(close);
  const folder = newFolder(store.installationId);
  const reading = openReading(store.dataDir);
  onTestFinished(() => reading.close());
  const [left, stays] = [await storeFile(store, 'left', null), await storeFile(store, 'stays', null)];
  const copies = await openCopies(folder, store.dataDir);
  await copies.look(reading);
  expect(copies.behind).toBe(2);
  await store.write((tx) =>
    appendAudit(tx, {
      ...{ at: 1, actor: { person: '', via: 'engine' }, action: 'contents.released', subject: 'contents' },
      detail: { record: 1, contents: [{ sha256: left, bytes: 4 }] },
    }),
  );
  await copies.look(reading);
  expect(copies.behind).toBe(1);
  putFile(store.dataDir, stays, 'stays');
  expect(await copies.copy(never, 1000)).toBe(true);
  expect(copies.behind).toBe(0);
});
