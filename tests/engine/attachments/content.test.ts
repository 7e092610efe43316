import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { FileExamination, FileToExamine } from '../../../main/engine/file-examination.ts';
import {
  countUnexaminedContents,
  deleteContent,
  findContent,
  insertContent,
} from '../../../main/engine/store/index.ts';
import { ManualClock } from '../manual-clock.ts';
import {
  host,
  landed,
  notFetched,
  openRoom,
  pictures,
  plainPhoto,
  type Room,
  withPictures,
} from './room-house.ts';

const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = (id: number) => `https://${host}/${id}.jpg`;
const pathOf = (room: Room, sha256: string) =>
  join(room.dataDir, 'attachments', 'content', sha256.slice(0, 2), sha256);
const previewOf = (room: Room, sha256: string, size: string) =>
  join(room.dataDir, 'attachments', 'previews', sha256.slice(0, 2), `${sha256}-${size}.jpg`);

/** Writes both previews, as the real one does. */
function withPreviews(file: FileToExamine): FileExamination {
  for (const path of [file.thumbnailPath, file.previewPath]) writeFileSync(path, `preview of ${file.path}`);
  return { ...plainPhoto, hasPreviews: true } as FileExamination;
}

async function checked(room: Room) {
  room.attachments.integrityCheck.begin();
  while (room.attachments.integrityCheck.state().running) await turn();
  await room.settled();
  return room.attachments.integrityCheck.state();
}

async function roomWith(count: number, options: Parameters<typeof openRoom>[0] = {}) {
  const room = await openRoom({ examine: withPreviews, ...options });
  const id = await room.report(1, withPictures(pictures(count)));
  await room.settled();
  return { room, id };
}

test('a check of what is as it was finds nothing, and tells when it was', async () => {
  const { room } = await roomWith(3);
  expect(await checked(room)).toEqual({
    running: false,
    checked: 3,
    total: 3,
    damaged: 0,
    missing: 0,
    orphans: 0,
    aside: 0,
    startedAt: '2026-11-20T14:00:00.000Z',
    finishedAt: '2026-11-20T14:00:00.000Z',
  });
  expect(room.asked).toHaveLength(3);
  const { dataDir } = room;
  await room.close();
  const again = await openRoom({ dataDir });
  expect(again.attachments.integrityCheck.state()).toMatchObject({
    running: false,
    checked: 3,
    finishedAt: '2026-11-20T14:00:00.000Z',
  });
});

test('damaged and missing files are found, fetched again and made whole; the damaged one is kept aside', async () => {
  const { room, id } = await roomWith(4);
  const [, damaged, missing, short] = [1, 2, 3, 4].map((n) => hashOf(bytesOf(n)));
  const flipped = Buffer.from(bytesOf(2));
  flipped[5] = (flipped[5] ?? 0) ^ 1;
  writeFileSync(pathOf(room, damaged ?? ''), flipped);
  rmSync(pathOf(room, missing ?? ''));
  writeFileSync(pathOf(room, short ?? ''), bytesOf(4).slice(0, -1));
  expect(await checked(room)).toMatchObject({ checked: 4, damaged: 2, missing: 1 });
  expect(room.asked).toHaveLength(7);
  const rows = await room.rowsOf(id);
  expect(rows.map(({ state, problem }) => [state, problem])).toEqual(
    Array.from({ length: 4 }, () => ['stored', null]),
  );
  for (const n of [1, 2, 3, 4])
    expect(readFileSync(pathOf(room, hashOf(bytesOf(n)))).toString()).toBe(bytesOf(n));
  const aside = join(room.dataDir, 'attachments', 'damaged');
  expect(
    readdirSync(aside)
      .map((name) => name.slice(0, 64))
      .sort(),
  ).toEqual([damaged, short].sort());
  expect(readFileSync(join(aside, `${damaged}-${room.clock.now()}`))).toEqual(flipped);
  expect((await room.audit('content.damaged')).map(({ subject }) => subject).sort()).toEqual(
    [`content:${damaged}`, `content:${short}`].sort(),
  );
  expect(await room.audit('content.missing')).toEqual([
    { subject: `content:${missing}`, attachments: [rows[2]?.id] },
  ]);
  expect(await checked(room)).toMatchObject({ checked: 4, damaged: 0, missing: 0 });
});

test('what is damaged and cannot be fetched any more says so', async () => {
  let isGone = false;
  const { room, id } = await roomWith(1, {
    fetch: (task) =>
      isGone ? notFetched('httpStatus', { detail: '404' }) : landed(task, Buffer.from('foto')),
  });
  isGone = true;
  writeFileSync(pathOf(room, hashOf('foto')), 'otra');
  await checked(room);
  expect(await room.rowsOf(id)).toMatchObject([
    { state: 'queued', problem: 'httpStatus', problemDetail: '404', sha256: null },
  ]);
  expect(readdirSync(join(room.dataDir, 'attachments', 'damaged'))).toHaveLength(1);
});

const asideOf = (room: Room, sha256: string) =>
  join(room.dataDir, 'attachments', 'orphaned', sha256.slice(0, 2), sha256);
function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

test('files that nobody names are kept aside, and only previews removed; one that is being made is not', async () => {
  const { room } = await roomWith(1);
  const mine = hashOf(bytesOf(1));
  const nobody = hashOf('nobody');
  const previews = [previewOf(room, nobody, 'thumbnail'), `${previewOf(room, mine, 'preview')}.part`];
  const strange = [
    pathOf(room, nobody),
    join(dirname(pathOf(room, mine)), 'leeme.txt'),
    join(dirname(previewOf(room, mine, 'preview')), 'mio.jpg'),
    join(dirname(pathOf(room, mine)), 'carpeta', 'dentro.txt'),
  ];
  for (const path of [...previews, ...strange]) put(path, path);
  expect(await checked(room)).toMatchObject({ orphans: 2, aside: 4, damaged: 0, missing: 0 });
  expect([...previews, ...strange].filter((path) => existsSync(path))).toEqual([]);
  expect(existsSync(pathOf(room, mine)) && existsSync(previewOf(room, mine, 'thumbnail'))).toBe(true);
  expect(readFileSync(asideOf(room, nobody)).toString()).toBe(strange[0]);
  const kept = readdirSync(join(room.dataDir, 'attachments', 'orphaned', mine.slice(0, 2)), {
    recursive: true,
  });
  expect(kept.map(String).toSorted()).toEqual([
    'carpeta',
    join('carpeta', 'dentro.txt'),
    'leeme.txt',
    'mio.jpg',
  ]);
  expect(await checked(room)).toMatchObject({ orphans: 0, aside: 4 });

  let during: string[] = [];
  const making = await openRoom({
    examine: async (file) => {
      writeFileSync(`${file.previewPath}.part`, 'half');
      making.attachments.integrityCheck.begin();
      while (making.attachments.integrityCheck.state().running) await turn();
      during = readdirSync(dirname(file.previewPath));
      return plainPhoto;
    },
  });
  await making.report(1, withPictures(pictures(1)));
  await making.settled();
  expect(during).toEqual([`${mine}-preview.jpg.part`]);
});

test('after the restore of an older database the photos of newer records are kept, each under a name of its own', async () => {
  const { room } = await roomWith(2);
  await room.settled();
  const older = hashOf(bytesOf(2));
  for (const text of ['foto', 'otra']) {
    put(pathOf(room, older), text);
    // As the older database has it.
    await room.store.write(async (tx) => {
      await tx.run('UPDATE attachment SET sha256 = NULL WHERE sha256 = ?', Buffer.from(older, 'hex'));
      await deleteContent(tx, Buffer.from(older, 'hex'));
    });
    await checked(room);
    room.clock.advance(1000);
  }
  expect(existsSync(pathOf(room, older))).toBe(false);
  const folder = dirname(asideOf(room, older));
  expect(readdirSync(folder).map((name) => readFileSync(join(folder, name)).toString())).toEqual([
    'foto',
    'otra',
  ]);
  expect(room.logged.filter(({ level }) => level === 'warn')).toMatchObject([
    { fields: { count: 1 } },
    { fields: { count: 1 } },
  ]);
  expect(room.attachments.integrityCheck.state()).toMatchObject({ checked: 1, orphans: 0, aside: 2 });
  const [row] = await room.rowsOf(1);
  expect(await room.attachments.file(row?.id ?? 0, 'original')).toMatchObject({ bytes: bytesOf(1).length });
});

test('bytes that a new record names while they are moved aside have their place', async () => {
  const { room } = await roomWith(1);
  const late = hashOf(bytesOf(2));
  put(pathOf(room, late), bytesOf(2));
  const { store } = room;
  const read = store.read;
  let isNamed = false;
  // Right after it was found that nobody names them.
  store.read = async (work) => {
    const found = await read(work);
    if (found !== undefined || isNamed) return found;
    isNamed = true;
    await store.write((tx) => insertContent(tx, Buffer.from(late, 'hex'), bytesOf(2).length, 1));
    return found;
  };
  expect(await checked(room)).toMatchObject({ missing: 0, aside: 0 });
  expect(isNamed).toBe(true);
  expect(readFileSync(pathOf(room, late)).toString()).toBe(bytesOf(2));
});

test.each(['previews', 'content'])('a folder of %s that is gone is no fault', async (folder) => {
  const { room } = await roomWith(2);
  rmSync(join(room.dataDir, 'attachments', folder), { recursive: true });
  expect(await checked(room)).toMatchObject({ checked: 2, missing: folder === 'content' ? 2 : 0 });
  expect(room.logged.filter(({ level }) => level === 'error')).toEqual([]);
});

test('previews that are missing are made anew when somebody wants one', async () => {
  const { room, id } = await roomWith(1);
  const [row] = await room.rowsOf(id);
  const path = previewOf(room, hashOf(bytesOf(1)), 'thumbnail');
  rmSync(path);
  expect(await room.attachments.file(row?.id ?? 0, 'thumbnail')).toBeNull();
  await room.settled();
  expect(await room.attachments.file(row?.id ?? 0, 'thumbnail')).toMatchObject({
    path,
    mediaType: 'image/jpeg',
  });
  expect(room.asked).toHaveLength(1);
});

test('a file that is gone when somebody wants it is fetched again, once', async () => {
  const { room, id } = await roomWith(1);
  const [row] = await room.rowsOf(id);
  rmSync(pathOf(room, hashOf(bytesOf(1))));
  const wanted = Array.from({ length: 5 }, () => room.attachments.file(row?.id ?? 0, 'original'));
  const given = await Promise.all(wanted);
  expect(given).toContain(null);
  // Whoever asks when it is there again is given it.
  for (const file of given.filter((one) => one !== null))
    expect(file).toMatchObject({ bytes: bytesOf(1).length });
  await room.settled();
  expect(room.asked).toHaveLength(2);
  expect(await room.attachments.file(row?.id ?? 0, 'original')).toMatchObject({ bytes: bytesOf(1).length });
  expect(await room.audit('content.missing')).toHaveLength(1);
});

test('a file that came again stays, although somebody who missed it before says so only now', async () => {
  const { room, id } = await roomWith(1);
  const [row] = await room.rowsOf(id);
  const file = () => room.attachments.file(row?.id ?? 0, 'original');
  rmSync(pathOf(room, hashOf(bytesOf(1))));
  const { store } = room;
  const write = store.write;
  const [isMissedTwice, isBack] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let losses = 0;
  // Both miss it before anything is fetched; the second one's loss reaches the writer when the file is there again.
  store.write = async (job) => {
    losses += 1;
    if (losses === 1) await isMissedTwice.promise;
    else if (losses === 2) {
      isMissedTwice.resolve();
      await isBack.promise;
    }
    return write(job);
  };
  const missed = [file(), file()];
  await Promise.race(missed);
  await room.settled();
  expect(await file()).toMatchObject({ bytes: bytesOf(1).length });
  isBack.resolve();
  expect(await Promise.all(missed)).toEqual([null, null]);
  store.write = write;
  await room.settled();
  expect(room.asked).toHaveLength(2);
  expect(await room.audit('content.missing')).toHaveLength(1);
  expect(await file()).toMatchObject({ bytes: bytesOf(1).length });
});

test('a file on its way to its place is missed by nobody', async () => {
  const room = await openRoom();
  const looks: unknown[] = [];
  const { store } = room;
  const write = store.write;
  // Right after each commit, before the file has its place.
  store.write = async (job) => {
    const result = await write(job);
    const stored = await store.read(async (tx) =>
      tx.all<{ id: number }>("SELECT id FROM attachment WHERE state = 'stored'"),
    );
    for (const { id } of stored) looks.push(room.attachments.file(id, 'download'));
    // As slow as a disk can be: whoever looks has looked by then.
    for (let n = 0; n < 10; n++) await readdir(room.dataDir);
    return result;
  };
  const id = await room.report(1, withPictures(pictures(6)));
  await room.settled();
  store.write = write;
  expect(looks.length).toBeGreaterThan(5);
  for (const found of await Promise.all(looks)) expect(found).toMatchObject({ isShown: false });
  expect(room.asked).toHaveLength(6);
  expect((await room.rowsOf(id)).every(({ state }) => state === 'stored')).toBe(true);
});

test('a file that landed in the last run is missed by nobody either', async () => {
  const { room, id } = await roomWith(1);
  const [row] = await room.rowsOf(id);
  const sha256 = hashOf(bytesOf(1));
  const { dataDir } = room;
  const path = pathOf(room, sha256);
  await room.close();
  // As a kill between the commit and the move leaves it.
  writeFileSync(join(dataDir, 'attachments', 'landing', `${row?.id}.${sha256}`), readFileSync(path));
  rmSync(path);
  const again = await openRoom({ dataDir, isStarted: false });
  const starting = again.attachments.start();
  expect(await again.attachments.file(row?.id ?? 0, 'original')).toMatchObject({ path });
  await starting;
  await again.settled();
  expect(again.asked).toEqual([]);
});

const outcomes = {
  jpeg: [{ mediaType: 'image/jpeg', shownAs: 'image' }, 'image/jpeg', true],
  png: [{ mediaType: 'image/png', shownAs: 'image' }, 'image/png', true],
  webp: [{ mediaType: 'image/webp', shownAs: 'image' }, 'image/webp', true],
  gif: [{ mediaType: 'image/gif', shownAs: 'image' }, 'image/gif', true],
  heic: [{ mediaType: 'image/heic', shownAs: 'image' }, 'application/octet-stream', false],
  pdf: [{ mediaType: 'application/pdf', shownAs: 'pdf' }, 'application/pdf', true],
  html: [
    { mediaType: 'text/html', shownAs: 'downloadOnly', problem: 'activeContent' },
    'application/octet-stream',
    false,
  ],
  svg: [{ mediaType: 'image/svg+xml', shownAs: 'image' }, 'application/octet-stream', false],
  unknown: [
    { mediaType: null, shownAs: 'downloadOnly', problem: 'unknownType' },
    'application/octet-stream',
    false,
  ],
  polyglot: [
    { mediaType: 'image/jpeg', shownAs: 'downloadOnly', problem: 'polyglot' },
    'application/octet-stream',
    false,
  ],
} as const;

test.each(Object.entries(outcomes))(
  '%s is served in the forms that it has',
  async (_, [facts, mediaType, isShown]) => {
    const hasPreviews = facts.shownAs === 'image';
    const room = await openRoom({
      examine: (file) => ({ ...withPreviews(file), ...plainPhoto, ...facts, hasPreviews }) as FileExamination,
    });
    const id = await room.report(1, withPictures(pictures(1)));
    await room.settled();
    const [row] = await room.rowsOf(id);
    const file = (variant: Parameters<Room['attachments']['file']>[1]) =>
      room.attachments.file(row?.id ?? 0, variant);
    const filename = 'foto 1.jpg';
    const tag = hashOf(bytesOf(1));
    const whole = { path: pathOf(room, tag), bytes: bytesOf(1).length, filename, tag };
    expect(await file('original')).toEqual({ ...whole, mediaType, isShown });
    expect(await file('download')).toEqual({
      ...whole,
      mediaType: 'application/octet-stream',
      isShown: false,
    });
    for (const variant of ['thumbnail', 'preview'] as const)
      expect(await file(variant)).toEqual(
        hasPreviews
          ? expect.objectContaining({
              path: previewOf(room, tag, variant),
              mediaType: 'image/jpeg',
              isShown: true,
              tag,
            })
          : null,
      );
  },
);

test('what nobody has looked at, is not stored or is not there has no form to be shown in', async () => {
  const asked = Promise.withResolvers<void>();
  const looking = Promise.withResolvers<FileExamination>();
  const room = await openRoom({
    examine: () => {
      asked.resolve();
      return looking.promise;
    },
  });
  const id = await room.report(1, withPictures([...pictures(1), ...pictures(1, 2, 'https://otro.example')]));
  await asked.promise;
  const [stored, waiting] = await room.rowsOf(id);
  expect(await room.attachments.file(stored?.id ?? 0, 'original')).toMatchObject({
    isShown: false,
    mediaType: 'application/octet-stream',
  });
  expect(await room.attachments.file(stored?.id ?? 0, 'preview')).toBeNull();
  expect(await room.attachments.file(waiting?.id ?? 0, 'original')).toBeNull();
  expect(await room.attachments.file(999_999, 'original')).toBeNull();
  looking.resolve(plainPhoto);
  await room.settled();
});

const contentOf = async (room: Room, n = 1) =>
  room.store.read((tx) => findContent(tx, Buffer.from(hashOf(bytesOf(n)), 'hex')));

test('a file at which the decoder ends twice is only saved, and the others are looked at', async () => {
  const seen: string[] = [];
  const room = await openRoom({
    examine: ({ path }) => {
      seen.push(path);
      return path.endsWith(hashOf(bytesOf(1))) ? { outcome: 'ended', detail: 'SIGSEGV' } : plainPhoto;
    },
  });
  await room.report(1, withPictures(pictures(3)));
  await room.settled();
  expect(await contentOf(room)).toMatchObject({
    shownAs: 'downloadOnly',
    problem: 'decoderFailed',
    problemDetail: 'SIGSEGV',
  });
  expect(await contentOf(room, 2)).toMatchObject({ shownAs: 'image' });
  expect(seen).toHaveLength(4);
});

test('what could not be looked at is tried again after a pause that doubles, without a loop, and at the next start', async () => {
  let tries = 0;
  let isBroken = true;
  const examine = (): FileExamination => {
    tries += 1;
    return isBroken ? { outcome: 'notDone', detail: 'ENOSPC' } : plainPhoto;
  };
  const room = await openRoom({ examine });
  await room.report(1, withPictures(pictures(1)));
  await room.settled();
  for (const [count, pause] of [
    [1, 5000],
    [2, 10_000],
    [3, 20_000],
  ] as const) {
    expect(tries).toBe(count);
    room.clock.advance(pause - 1);
    await room.settled();
    expect(tries).toBe(count);
    room.clock.advance(1);
    await room.settled();
  }
  for (let n = 0; n < 30; n++) {
    room.clock.advance(3600 * 1000);
    await room.settled();
  }
  const inVain = tries;
  room.clock.advance(3600 * 1000);
  await room.settled();
  expect(tries).toBe(inVain);
  expect(await room.store.read((tx) => countUnexaminedContents(tx, 10))).toBe(1);
  isBroken = false;
  await room.close();
  const again = await openRoom({ dataDir: room.dataDir, examine });
  await again.settled();
  expect(await contentOf(again)).toMatchObject({ shownAs: 'image' });
});

test('a host that rejects, or a folder that cannot be made, is a fault that may pass and no loop', async () => {
  let tries = 0;
  const room = await openRoom({
    examine: () => {
      tries += 1;
      throw new Error('The other side is gone.');
    },
  });
  rmSync(join(room.dataDir, 'attachments', 'previews'), { recursive: true });
  writeFileSync(join(room.dataDir, 'attachments', 'previews'), 'a file');
  await room.report(1, withPictures(pictures(1)));
  await room.settled();
  expect(tries).toBe(0);
  expect(room.logged).toMatchObject([{ level: 'warn', fields: { outcome: 'notDone' } }]);
  rmSync(join(room.dataDir, 'attachments', 'previews'));
  room.clock.advance(5000);
  await room.settled();
  expect(tries).toBe(1);
  expect(room.logged).toMatchObject([{}, { fields: { detail: 'Error: The other side is gone.' } }]);
});

test('once a week all is checked by itself, some time after a start, also where nobody left it on for a week', async () => {
  const week = 7 * 24 * 3600 * 1000;
  const clock = new ManualClock();
  const begun = clock.now();
  const first = await openRoom({ clock });
  await first.report(1, withPictures(pictures(3)));
  await first.settled();
  const finish = async (room: Room) => {
    do {
      room.clock.advance(20);
      await turn();
    } while (room.attachments.integrityCheck.state().running);
    return room.attachments.integrityCheck.state();
  };
  first.clock.advance(10 * 60_000 - 1);
  expect(first.attachments.integrityCheck.state()).toMatchObject({ running: false, finishedAt: null });
  first.clock.advance(1);
  expect(first.attachments.integrityCheck.state().running).toBe(true);
  expect(await finish(first)).toMatchObject({ checked: 3, damaged: 0 });
  expect(clock.now() - begun).toBeGreaterThan(10 * 60_000 + 2 * 20);
  await first.settled();
  const finished = Date.parse(first.attachments.integrityCheck.state().finishedAt ?? '');
  await first.close();

  const second = await openRoom({
    dataDir: first.dataDir,
    clock: new ManualClock(finished + (3 * week) / 7),
  });
  second.clock.advance(10 * 60_000);
  expect(second.attachments.integrityCheck.state().running).toBe(false);
  second.clock.advance(finished + week - second.clock.now() - 1);
  expect(second.attachments.integrityCheck.state().running).toBe(false);
  writeFileSync(pathOf(second, hashOf(bytesOf(2))), 'otra');
  second.clock.advance(1);
  expect(await finish(second)).toMatchObject({ checked: 3, damaged: 1 });
  await second.settled();
  expect(readFileSync(pathOf(second, hashOf(bytesOf(2)))).toString()).toBe(bytesOf(2));
  const again = second.asked.length;
  second.clock.advance(week - 60_000);
  expect(second.attachments.integrityCheck.state().running).toBe(false);
  second.clock.advance(60_000);
  expect(await finish(second)).toMatchObject({ checked: 3, damaged: 0 });
  expect(second.asked).toHaveLength(again);
});

test('closed in the middle of a check, it says what the last whole one found', async () => {
  const { room } = await roomWith(3);
  await checked(room);
  room.clock.advance(1000);
  room.attachments.integrityCheck.begin('gently');
  await turn();
  await room.close();
  expect(room.attachments.integrityCheck.state()).toMatchObject({
    running: false,
    checked: 3,
    finishedAt: '2026-11-20T14:00:00.000Z',
  });
});
