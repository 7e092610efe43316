/** What rots in a place of copies without another length: found where all of it is read, and written anew by whoever has it whole. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { readList } from '../../../main/engine/backup/list.ts';
import { makeBackup } from '../../../main/engine/backup/make-backup.ts';
import { InstallationFolder } from '../../../main/engine/backup/place.ts';
import { listSecondCopy } from '../../../main/engine/backup/second-copy/format.ts';
import { type Frame, framesIn, LogWriting } from '../../../main/engine/backup/second-copy/frames.ts';
import { assembleDatabase, assembleJournal } from '../../../main/engine/backup/second-copy/read.ts';
import { readBase } from '../../../main/engine/backup/second-copy/read-database.ts';
import { verifyPlace } from '../../../main/engine/backup/verify-place.ts';
import { readMarker } from '../../../main/engine/store/folder.ts';
import { command } from '../../command-line/perito.ts';
import { tamper } from '../tamper.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { fillData } from './filled-data.ts';
import { follow } from './second-copy/follower.ts';
import { contentOf } from './second-copy/house.ts';

const folderIn = (place: string, dataDir: string) =>
  new InstallationFolder(place, readMarker(dataDir)?.installationId ?? '');

/** Changes one bit; the length stays. */
function rot(file: string, at = readFileSync(file).length >> 1): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 4;
  writeFileSync(file, bytes);
}

const findingsIn = async (dataDir: string, folder: string, isThorough: boolean) =>
  (await verifyPlace({ dataDir, folder, isThorough })).findings;

const notesIn = ({ path }: InstallationFolder): string[] =>
  existsSync(join(path, 'damaged')) ? readdirSync(join(path, 'damaged')) : [];

test('a photo that rotted in a place is found where all bytes are read, and the next backup writes it anew', async () => {
  const { dataDir, photos } = await fillData({ orders: 5, photos: 3 });
  const place = temporaryFolder();
  const backUp = async (now: number) => {
    const made = await makeBackup({
      ...{ dataDir, folder: place, cause: 'person', now: () => now, signal: new AbortController().signal },
      ...{ keep: { daily: 7, weekly: 4, monthly: 12 }, onProgress() {} },
    });
    expect(made.state).toBe('made');
  };
  await backUp(Date.now() - 10_000);
  const folder = folderIn(place, dataDir);
  const [[sha256, bytes] = ['', Buffer.alloc(0)]] = photos;
  rot(folder.fileOf(sha256));
  expect(await findingsIn(dataDir, place, false)).toEqual([]);
  const damaged = { code: 'backupDamaged', missing: 0, damaged: 1, first: [sha256] };
  expect(await findingsIn(dataDir, place, true)).toMatchObject([damaged]);
  expect(notesIn(folder)).toEqual([sha256]);
  await backUp(Date.now());
  expect(readFileSync(folder.fileOf(sha256)).equals(bytes)).toBe(true);
  expect(await findingsIn(dataDir, place, true)).toEqual([]);
  expect(notesIn(folder)).toEqual([]);
});

describe('a second copy', () => {
  /** A place with a second copy of all, and how it is followed until something holds. */
  async function followed(dataDir: string, place = temporaryFolder()) {
    const folder = folderIn(place, dataDir);
    const followUntil = async (is: () => boolean) => {
      const follower = follow(dataDir, place);
      await follower.until(
        ({ copiedAt, arrivals, database, attachments }) =>
          copiedAt !== null && arrivals.behind === 0 && database.since === null && attachments.behind === 0,
      );
      await vi.waitUntil(is, { timeout: 30_000, interval: 50 });
      await follower.kill();
    };
    await followUntil(() => true);
    return { place, folder, followUntil };
  }

  /** As where the first file is full: what stands behind its first group, in a file of its own. */
  async function cutInTwo(folder: InstallationFolder): Promise<string> {
    const [{ name = '' } = {}] = (await listSecondCopy(folder.secondCopy))?.journal ?? [];
    const path = join(folder.secondCopy, name);
    const handle = await open(path);
    const frames: Frame[] = [];
    for await (const frame of framesIn(handle)) frames.push(frame);
    await handle.close();
    const meta = (index: number) => frames[index]?.meta as { t: string; seq: number; chain?: string };
    const last = frames.findIndex((_, index) => meta(index).t === 'entry' && meta(index).chain != null);
    const head = frames.findLast((_, index) => meta(index).t === 'head')?.meta as object;
    const end = { seq: meta(last).seq, hash: meta(last).chain };
    const second = await LogWriting.make(
      join(folder.secondCopy, `journal-${String(end.seq).padStart(16, '0')}.log`),
      { ...(frames[0]?.meta as object), ...end },
    );
    for (const frame of frames.slice(last + 1)) await second.append(frame.meta as object, frame.bytes);
    await second.sync();
    await second.close();
    const first = await LogWriting.goOn(path, frames[last]?.end ?? 0);
    await first.append({ ...head, ...end });
    await first.sync();
    await first.close();
    return name;
  }

  test('whose stretches, photos and base rotted is written anew by whoever follows, and is then what was copied', async () => {
    const { dataDir, photos } = await fillData({ orders: 30, photos: 3 });
    const { place, folder, followUntil } = await followed(dataDir);
    const older = await cutInTwo(folder);
    expect(await findingsIn(dataDir, place, true)).toEqual([]);
    const base = await readBase(folder, 1);
    const parts = [];
    if (base !== null) for await (const part of readList(folder, base.parts)) parts.push(part);
    const [[photo] = ['']] = photos;
    const rotten = [photo, parts[0] ?? '', 'attachments-00000001.log', older];
    for (const name of rotten) rot(name.length === 64 ? folder.fileOf(name) : join(folder.secondCopy, name));
    expect(await findingsIn(dataDir, place, false)).toMatchObject([
      { code: 'secondCopyDamaged', first: ['attachments-00000001.log'] },
    ]);
    const [found] = await findingsIn(dataDir, place, true);
    expect(found).toMatchObject({ code: 'secondCopyDamaged', missing: 0 });
    if (found?.code !== 'secondCopyDamaged') throw new Error('It was not found.');
    expect(found.first).toEqual(expect.arrayContaining([older, parts[0], 'attachments-00000001.log']));
    await followUntil(() => notesIn(folder).length === 0);
    // What the list of photos lacked behind its damage is looked at again.
    await findingsIn(dataDir, place, true);
    await followUntil(() => notesIn(folder).length === 0);
    expect(await findingsIn(dataDir, place, true)).toEqual([]);
    const made = temporaryFolder();
    expect(await assembleJournal(folder, join(made, 'journal.db'))).toMatchObject({ cut: null });
    expect(contentOf(join(made, 'journal.db'))).toEqual(contentOf(join(dataDir, 'journal.db')));
    expect(await assembleDatabase(folder, join(made, 'perito.db'))).toMatchObject({ cut: null });
    for (const [sha256, bytes] of photos)
      expect(readFileSync(folder.fileOf(sha256)).equals(bytes)).toBe(true);
  });

  test('is written anew where it is followed meanwhile, also the file that is being written', async () => {
    const { dataDir } = await fillData({ orders: 30, photos: 0 });
    const place = temporaryFolder();
    const folder = folderIn(place, dataDir);
    const follower = follow(dataDir, place);
    await follower.until(({ copiedAt, arrivals }) => copiedAt !== null && arrivals.behind === 0);
    const name = 'journal-0000000000000000.log';
    const before = await assembleJournal(folder, join(temporaryFolder(), 'journal.db'));
    rot(join(folder.secondCopy, name));
    expect(await findingsIn(dataDir, place, true)).toMatchObject([{ damaged: 1, first: [name] }]);
    await vi.waitUntil(() => notesIn(folder).length === 0, { timeout: 30_000, interval: 50 });
    expect(await findingsIn(dataDir, place, true)).toEqual([]);
    await fillData({ orders: 2, photos: 0 }, dataDir);
    await follower.until(({ arrivals }) => arrivals.behind === 0);
    await vi.waitUntil(
      async () =>
        (await assembleJournal(folder, join(temporaryFolder(), 'journal.db'))).seq === before.seq + 2,
      { timeout: 30_000 },
    );
    await follower.kill();
  });

  test('knows where the log ended: what is cut off of it is said', async () => {
    const { dataDir } = await fillData({ orders: 2, photos: 3 });
    const { place } = await followed(dataDir);
    const verified = async () => {
      const { code, lines } = await command(['verify', '--data', dataDir, '--place', place]);
      return { code, ...JSON.parse(lines[0] ?? 'null') };
    };
    expect(await verified()).toMatchObject({ code: 0, findings: [] });
    tamper(
      dataDir,
      'perito.db',
      'DELETE FROM audit WHERE id > 2; UPDATE audit_head SET (last_id, hash) = (SELECT id, hash FROM audit WHERE id = 2)',
    );
    expect((await verified()).findings).toContainEqual(
      expect.objectContaining({
        ...{ part: 'backups', code: 'chainShorter', chain: 'audit', ends: 2 },
        source: { in: 'secondCopy', folder: place },
      }),
    );
  });
});
