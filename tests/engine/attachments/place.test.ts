import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  contentFolders,
  contentPath,
  moveAttachments,
  verifyContent,
} from '../../../main/engine/attachments/index.ts';
import { openContentPlace } from '../../../main/engine/attachments/place/content-place.ts';
import { deleteArchivedParts, readMarker } from '../../../main/engine/store/index.ts';
import { isS3StoreInstalled, type S3Store, s3Keys, startS3Store } from '../../s3-store.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { host, landed, openRoom, pictures, type Room, withPictures } from './room-house.ts';

const canMount = (() => {
  const folder = mkdtempSync('/tmp/perito-mount-');
  const { status } = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]);
  if (status === 0) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
  return status === 0;
})();

const hosts = [host];
const photo = (id: number) => Buffer.from(`https://${host}/${id}.jpg`);
const nameOf = (id: number) => createHash('sha256').update(photo(id)).digest('hex');
const keyOf = (id: number) => join(nameOf(id).slice(0, 2), nameOf(id));
const ownFile = ({ dataDir }: Pick<Room, 'dataDir'>, id: number) =>
  contentPath(contentFolders(dataDir), nameOf(id));

async function states(room: Room, recordId: number) {
  return (await room.rowsOf(recordId)).map(({ state, problem, attempts }) => ({ state, problem, attempts }));
}
/** What is wrong with the place at its next look; it looks again a minute after it has looked. */
async function problemLater(room: Room) {
  room.clock.advance(61_000);
  await room.settled();
  return room.attachments.place()?.problem;
}
const stored = { state: 'stored', problem: null, attempts: 1 };

/** A room whose one photo lies in the place alone, since this computer's copy is gone; and the file as it is asked for. */
async function roomWithoutItsOwn() {
  const folder = temporaryFolder();
  const room = await openRoom({ given: { hosts, place: folder } });
  const recordId = await room.report(1, withPictures(pictures(1)));
  await room.settled();
  const [row] = await room.rowsOf(recordId);
  rmSync(ownFile(room, 1));
  const fileAs = (form: 'original' | 'download') => room.attachments.file(row?.id ?? 0, form);
  return { folder, room, recordId, fileAs };
}

describe('photos and papers in a shared folder', () => {
  it('are there before they count as stored, and are remembered to be', async () => {
    const folder = temporaryFolder();
    const dataDir = temporaryFolder();
    const room = await openRoom({ dataDir, given: { hosts, place: folder } });
    const recordId = await room.report(1, withPictures(pictures(2)));
    await room.settled();
    expect((await states(room, recordId)).map(({ state }) => state)).toEqual(['stored', 'stored']);
    expect(readFileSync(join(folder, keyOf(1))).equals(photo(1))).toBe(true);
    expect(readFileSync(ownFile(room, 2)).equals(photo(2))).toBe(true);
    expect(room.attachments.place()).toMatchObject({ kind: 'folder', name: folder, problem: null });
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    await room.close();

    // Without being told.
    const again = await openRoom({ dataDir, given: { hosts } });
    expect(again.attachments.place()).toMatchObject({ name: folder });
    await again.close();
    await expect(openRoom({ dataDir, given: { hosts, place: temporaryFolder() } })).rejects.toMatchObject({
      code: 'elsewhere',
    });
  });

  it('wait while it is away: nothing fails, nothing is fetched twice, and what arrived is stored afterwards', async () => {
    const folder = temporaryFolder();
    const room = await openRoom({ given: { hosts, place: folder } });
    await room.report(1, withPictures(pictures(1)));
    await room.settled();
    renameSync(folder, `${folder}-away`);
    const recordId = await room.report(2, withPictures(pictures(12, 10)));
    await room.settled();
    expect(room.attachments.place()?.problem?.code).toBe('away');
    for (const row of await states(room, recordId)) expect(row.state).toBe('queued');
    const fetched = room.asked.length;
    expect(fetched).toBeLessThan(13);
    // However often it is looked for.
    for (let look = 0; look < 5; look += 1) {
      room.clock.advance(61_000);
      await room.settled();
    }
    expect(room.asked.length).toBe(fetched);
    renameSync(`${folder}-away`, folder);
    await expect.poll(() => problemLater(room)).toBeNull();
    await room.settled();
    for (const row of await states(room, recordId)) expect(row.state).toBe('stored');
    // Each once: what had arrived waited here.
    expect(room.asked.length).toBe(13);
    expect(existsSync(join(folder, keyOf(21)))).toBe(true);
    expect(readdirSync(contentFolders(room.dataDir).incoming)).toEqual([]);
  });

  it('are not written to an empty mount point, nor missed there', async () => {
    const { folder, room, recordId, fileAs } = await roomWithoutItsOwn();
    renameSync(folder, `${folder}-mounted`);
    mkdirSync(folder);
    expect(await fileAs('original')).toBe('placeAway');
    expect(room.attachments.place()?.problem?.code).toBe('notMarked');
    await room.report(2, withPictures(pictures(1, 20)));
    await room.settled();
    expect(readdirSync(folder)).toEqual([]);
    expect((await states(room, recordId))[0]).toEqual(stored);
    expect(await room.audit('content.missing')).toEqual([]);
  });

  it('are brought back where this computer has no copy, and range requests find a file', async () => {
    const { room, fileAs } = await roomWithoutItsOwn();
    const [file, again] = await Promise.all([fileAs('original'), fileAs('download')]);
    for (const found of [file, again]) {
      expect(found).toMatchObject({ path: ownFile(room, 1), bytes: photo(1).length });
    }
    expect(readFileSync(ownFile(room, 1)).equals(photo(1))).toBe(true);
  });

  it('are not taken for lost where this computer cannot write', async () => {
    const { room, fileAs } = await roomWithoutItsOwn();
    const { incoming } = contentFolders(room.dataDir);
    rmSync(incoming, { recursive: true });
    writeFileSync(incoming, 'no folder');
    expect(await fileAs('original')).toBeNull();
    await room.settled();
    rmSync(incoming);
    mkdirSync(incoming);
    expect(await fileAs('original')).toMatchObject({ bytes: photo(1).length });
    expect([room.asked.length, await room.audit('content.missing')]).toEqual([1, []]);
  });

  it.each(['damaged', 'missing'] as const)('are fetched again where the place has them %s', async (how) => {
    const { folder, room, recordId, fileAs } = await roomWithoutItsOwn();
    if (how === 'missing') rmSync(join(folder, keyOf(1)));
    else writeFileSync(join(folder, keyOf(1)), Buffer.alloc(photo(1).length, 1));
    expect(await fileAs('original')).toBeNull();
    await room.settled();
    expect(await room.audit(`content.${how}`)).toHaveLength(1);
    expect((await states(room, recordId))[0]?.state).toBe('stored');
    expect(readFileSync(join(folder, keyOf(1))).equals(photo(1))).toBe(true);
  });

  it('are mended each from the other by the check, and counted by verify', async () => {
    const folder = temporaryFolder();
    const room = await openRoom({ given: { hosts, place: folder } });
    await room.report(1, withPictures(pictures(3)));
    await room.settled();
    rmSync(join(folder, keyOf(1)));
    writeFileSync(ownFile(room, 2), 'other');
    rmSync(ownFile(room, 3));
    expect(await verifyContent(room.dataDir, room.store)).toMatchObject({
      checked: 3,
      damaged: 1,
      missing: 1,
    });
    room.attachments.integrityCheck.begin();
    await expect.poll(() => room.attachments.integrityCheck.state().finishedAt).not.toBeNull();
    expect(room.attachments.integrityCheck.state()).toMatchObject({ checked: 3, damaged: 0, missing: 0 });
    expect(readFileSync(join(folder, keyOf(1))).equals(photo(1))).toBe(true);
    expect(readFileSync(ownFile(room, 2)).equals(photo(2))).toBe(true);
    expect(await verifyContent(room.dataDir, room.store)).toMatchObject({
      checked: 3,
      damaged: 0,
      missing: 0,
    });
    renameSync(folder, `${folder}-away`);
    await expect(verifyContent(room.dataDir, room.store)).rejects.toMatchObject({ code: 'away' });
  });

  it('are written by two at the same time without harm', async () => {
    const folder = temporaryFolder();
    const path = join(temporaryFolder(), 'photo');
    const bytes = Buffer.alloc(3_000_000, 3);
    writeFileSync(path, bytes);
    const content = { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length, path };
    const first = openContentPlace({ address: folder, id: null });
    const id = await first.claim(crypto.randomUUID(), true);
    await first.close();
    const both = [openContentPlace({ address: folder, id }), openContentPlace({ address: folder, id })];
    onTestFinished(() => Promise.all(both.map((place) => place.close())).then(() => {}));
    const to = join(temporaryFolder(), 'brought');
    const putting = Promise.all(both.flatMap((place) => [place.put(content), place.put(content)]));
    await both[0]?.put(content);
    expect(await both[0]?.get(content, to)).toBe('brought');
    await putting;
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('are held up by nothing that somebody else put there, and nothing is written through a link', async () => {
    const folder = temporaryFolder();
    const outside = temporaryFolder();
    const room = await openRoom({ given: { hosts, place: folder } });
    const recordId = await room.report(1, withPictures(pictures(3)));
    await room.settled();
    for (const id of [1, 2, 3]) {
      rmSync(ownFile(room, id));
      rmSync(join(folder, keyOf(id)));
    }
    symlinkSync('/etc/passwd', join(folder, keyOf(1)));
    mkdirSync(join(folder, keyOf(2), 'full'), { recursive: true });
    rmSync(dirname(join(folder, keyOf(3))), { recursive: true });
    symlinkSync(outside, dirname(join(folder, keyOf(3))));
    for (const { id } of await room.rowsOf(recordId)) {
      expect(await room.attachments.file(id, 'original')).toBeNull();
      await room.settled();
    }
    expect(room.attachments.place()?.problem).toBeNull();
    for (const row of await states(room, recordId)) expect(row.state).toBe('stored');
    for (const id of [1, 2, 3]) {
      expect(lstatSync(join(folder, keyOf(id))).isFile()).toBe(true);
      expect(readFileSync(join(folder, keyOf(id))).equals(photo(id))).toBe(true);
    }
    expect(readdirSync(outside)).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.aside'))).toHaveLength(2);
  });

  it('leave no parts behind of an engine that was killed', async () => {
    const folder = temporaryFolder();
    const parts = [crypto.randomUUID(), crypto.randomUUID()].map((id) => join(folder, `.${id}.part`));
    for (const part of parts) writeFileSync(part, 'part');
    const [old = ''] = parts;
    const before = Date.now() / 1000 - 3 * 86_400;
    utimesSync(old, before, before);
    const room = await openRoom({ given: { hosts, place: folder } });
    await room.report(1, withPictures(pictures(1)));
    await room.settled();
    // The other may be written at still.
    expect(parts.map((part) => existsSync(part))).toEqual([false, true]);
  });

  it('that were removed by another engine go from the copies here too', async () => {
    const folder = temporaryFolder();
    const dataDir = temporaryFolder();
    const room = await openRoom({ dataDir, given: { hosts, place: folder } });
    const recordId = await room.report(1, withPictures(pictures(1)));
    await room.settled();
    await room.store.write((tx) =>
      deleteArchivedParts(tx, { id: recordId, lastNote: 0, at: room.clock.now() }),
    );
    room.clock.advance(25 * 3_600_000);
    await room.settled();
    expect([existsSync(join(folder, keyOf(1))), existsSync(ownFile(room, 1))]).toEqual([false, false]);
    await room.close();
    // As the directory of an engine that did not lead then.
    mkdirSync(dirname(ownFile(room, 1)), { recursive: true });
    writeFileSync(ownFile(room, 1), photo(1));
    const other = await openRoom({ dataDir, given: { hosts } });
    await other.settled();
    expect(existsSync(ownFile(other, 1))).toBe(false);
  });

  it.skipIf(!canMount)('wait where the place is full or may only be read (needs mount)', async () => {
    const folder = temporaryFolder();
    const mount = (...given: string[]) => expect(spawnSync('mount', [...given, folder]).status).toBe(0);
    mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs');
    onTestFinished(() => void spawnSync('umount', ['-l', folder]));
    const room = await openRoom({ given: { hosts, place: folder } });
    const first = await room.report(1, withPictures(pictures(1)));
    await room.settled();
    const filler = join(folder, 'filler');
    expect(() => writeFileSync(filler, Buffer.alloc(2_000_000))).toThrow('ENOSPC');
    const recordId = await room.report(2, withPictures(pictures(30, 100)));
    await room.settled();
    expect(room.attachments.place()?.problem?.code).toBe('full');
    const { perHost } = room.settings.current().attachments;
    for (let trial = 0; trial < 8; trial += 1) {
      room.clock.advance(61_000);
      await room.settled();
    }
    // Each trial is made with what has arrived.
    expect(room.asked.length).toBeLessThanOrEqual(1 + 2 * perHost);
    for (const row of await states(room, recordId))
      expect(row).toMatchObject({ state: 'queued', attempts: 0 });
    // What it has is read on.
    rmSync(ownFile(room, 1));
    const [row] = await room.rowsOf(first);
    expect(await room.attachments.file(row?.id ?? 0, 'original')).toMatchObject({ bytes: photo(1).length });
    rmSync(filler);
    mount('-o', 'remount,ro');
    await expect.poll(async () => (await problemLater(room))?.code).toBe('readOnly');
    mount('-o', 'remount,rw');
    await expect.poll(() => problemLater(room)).toBeNull();
    await room.settled();
    for (const { state } of await states(room, recordId)) expect(state).toBe('stored');
    expect(room.asked.length).toBe(31);
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'are refused where it may only be read',
    async () => {
      const folder = temporaryFolder();
      const place = openContentPlace({ address: folder, id: null });
      onTestFinished(() => place.close());
      chmodSync(folder, 0o500);
      onTestFinished(() => chmodSync(folder, 0o700));
      await expect(place.claim(crypto.randomUUID(), true)).rejects.toMatchObject({ code: 'refused' });
    },
  );

  it('belong to one installation, and are not begun beside what is stored here', async () => {
    const folder = temporaryFolder();
    const room = await openRoom({ given: { hosts, place: folder } });
    await room.close();
    await expect(openRoom({ given: { hosts, place: folder } })).rejects.toMatchObject({ code: 'elsewhere' });
    const own = await openRoom({ given: { hosts } });
    await own.report(1, withPictures(pictures(1)));
    await own.settled();
    await own.close();
    await expect(
      openRoom({ dataDir: own.dataDir, given: { hosts, place: temporaryFolder() } }),
    ).rejects.toThrow(/perito move .*--attachments/);
  });
});

/** Moves there, ended on the way, again, and back; `has` says what lies in the place. */
async function movesThereAndBack(place: string) {
  const room = await openRoom({ given: { hosts } });
  const recordId = await room.report(1, withPictures(pictures(6)));
  await room.settled();
  await room.close();
  const { dataDir } = room;
  const ended = new AbortController();
  await expect(
    moveAttachments({
      ...{ dataDir, to: place, signal: ended.signal },
      onProgress: (done) => done === 2 && ended.abort(),
    }),
  ).rejects.toThrow();
  expect(readMarker(dataDir)?.attachments).toBeNull();
  const moved = await moveAttachments({ dataDir, to: place });
  expect(moved.present).toBeGreaterThanOrEqual(2);
  expect(moved).toMatchObject({ brought: 6 - moved.present, missing: { count: 0 } });
  expect(readMarker(dataDir)?.attachments?.address).toBe(place);
  // The place alone has them now.
  rmSync(contentFolders(dataDir).content, { recursive: true });
  const there = await openRoom({ dataDir, given: { hosts } });
  const [row] = await there.rowsOf(recordId);
  expect(await there.attachments.file(row?.id ?? 0, 'original')).toMatchObject({ bytes: photo(1).length });
  await there.close();
  expect(await moveAttachments({ dataDir, to: null })).toMatchObject({ brought: 5, present: 1, place: null });
  expect(readMarker(dataDir)?.attachments).toBeNull();
  const back = await openRoom({ dataDir, given: { hosts } });
  expect(back.attachments.place()).toBeNull();
  for (const id of [1, 2, 3, 4, 5, 6]) expect(readFileSync(ownFile(back, id)).equals(photo(id))).toBe(true);
  expect(back.asked).toEqual([]);
}

describe('a move of photos and papers', () => {
  it('goes on where it was ended, compares each, and goes back', async () => {
    await movesThereAndBack(temporaryFolder());
  });

  it('says what was lost before, and brings all else', async () => {
    const room = await openRoom({ given: { hosts } });
    await room.report(1, withPictures(pictures(2)));
    await room.settled();
    await room.close();
    writeFileSync(ownFile(room, 1), 'other');
    const moved = await moveAttachments({ dataDir: room.dataDir, to: temporaryFolder() });
    expect(moved).toMatchObject({ brought: 1, missing: { count: 1, first: [nameOf(1)] } });
  });
});

describe.skipIf(!isS3StoreInstalled)('photos and papers in a bucket (swift-proxy of Debian)', () => {
  let store: S3Store;
  // It keeps what it knows of a file in attributes that not every memory file system has.
  const folder = mkdtempSync('/tmp/perito-s3-');
  beforeAll(async () => {
    process.env['AWS_ACCESS_KEY_ID'] = s3Keys.accessKeyId;
    process.env['AWS_SECRET_ACCESS_KEY'] = s3Keys.secretAccessKey;
    store = await startS3Store(folder);
  }, 300_000);
  afterAll(async () => {
    await store?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are moved there, read from there, and moved back', { timeout: 300_000 }, async () => {
    await movesThereAndBack(store.address(store.endpoint, 'moved'));
  });

  it('wait while it is killed, and are stored once it is back', { timeout: 600_000 }, async () => {
    const own = mkdtempSync('/tmp/perito-s3-');
    onTestFinished(() => rmSync(own, { recursive: true, force: true }));
    const first = await startS3Store(own);
    onTestFinished(() => first.stop());
    let fetched = 0;
    const room = await openRoom({
      given: { hosts, place: first.address() },
      async fetch(task) {
        fetched += 1;
        // Between what arrived and where it is to be kept.
        await first.stop();
        return landed(task, Buffer.from(task.url));
      },
    });
    const recordId = await room.report(1, withPictures(pictures(1)));
    await room.settled();
    expect((await states(room, recordId))[0]).toMatchObject({ state: 'queued', problem: 'placeAway' });
    await first.start();
    await expect.poll(() => problemLater(room)).toBeNull();
    await room.settled();
    expect((await states(room, recordId))[0]?.state).toBe('stored');
    expect(fetched).toBe(1);
  });
});
