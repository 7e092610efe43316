import { expect, test } from 'vitest';
import type { FileExamination } from '../../../main/engine/file-examination.ts';
import { financialDocument } from '../financial-documents.ts';
import { incidentAttachment } from '../incident-reports.ts';
import { host, landed, openRoom, pictures, plainPhoto, type Room, withPictures } from './room-house.ts';

/** The bytes of a file are the last word of its path: `a/1-b.jpg` and `c/1-b.jpg` are the same. */
const sameByName = {
  fetch: (task: Parameters<typeof landed>[0]) => {
    const name = new URL(task.url).pathname.split('/').at(-1) ?? '';
    return landed(task, Buffer.from(name));
  },
};
const photoAt = (id: number, path: string, changes = {}) =>
  incidentAttachment(id, {
    fileFullPath: `https://${host}/${path}`,
    previewFullPath: null,
    originalFilename: path,
    ...changes,
  });
const photosOf = async (room: Room, id: number) =>
  (await room.findings(id)).filter(({ code }) => code.startsWith('photo.'));

test('the same bytes in two reports are found on both, also where the first was reviewed long ago', async () => {
  const room = await openRoom(sameByName);
  const first = await room.report(1, withPictures([photoAt(1, 'uno/x.jpg'), photoAt(2, 'uno/y.jpg')]));
  await room.settled();
  await room.records.setReviewed(first, 1, { person: 'Ana Prueba', via: 'token' });
  const second = await room.report(2, withPictures([photoAt(1, 'dos/z.jpg'), photoAt(2, 'dos/x.jpg')]));
  await room.settled();
  expect(await photosOf(room, first)).toMatchObject([
    {
      code: 'photo.same',
      pointer: '/attachmentsPictures/0',
      filename: 'x.jpg',
      otherRecordId: second,
      otherFilename: 'x.jpg',
      count: 1,
    },
  ]);
  expect(await photosOf(room, second)).toMatchObject([
    { code: 'photo.same', pointer: '/attachmentsPictures/1', otherRecordId: first, count: 1 },
  ]);
});

test('the same bytes twice are stored once', async () => {
  const room = await openRoom(sameByName);
  const id = await room.report(1, withPictures([photoAt(1, 'uno/x.jpg'), photoAt(2, 'dos/x.jpg')]));
  await room.settled();
  const rows = await room.rowsOf(id);
  expect(rows.map(({ state }) => state)).toEqual(['stored', 'stored']);
  expect(Buffer.compare(rows[0]?.sha256 ?? Buffer.of(0), rows[1]?.sha256 ?? Buffer.of(1))).toBe(0);
  const count = await room.store.read(async (tx) =>
    tx.get<{ n: number }>('SELECT count(*) AS n FROM content'),
  );
  expect(count?.n).toBe(1);
  expect(await photosOf(room, id)).toEqual([]);
});

test.each<[name: string, kind: 'incidentReport' | 'financialDocument', body: (path: string) => object]>([
  [
    'papers of reports',
    'incidentReport',
    (path) => ({ attachmentsPictures: [], attachmentsDocuments: [photoAt(1, path)] }),
  ],
  [
    'papers of financial documents',
    'financialDocument',
    (path) =>
      financialDocument(2, { attachments: [{ attachmentId: 1, documentUrl: `https://${host}/${path}` }] }),
  ],
])('%s that are the same are none', async (_, kind, body) => {
  const room = await openRoom(sameByName);
  const first = await room.report(1, withPictures([photoAt(1, 'uno/x.jpg')]));
  const second =
    kind === 'incidentReport'
      ? await room.report(2, body('dos/x.jpg') as Record<string, unknown>)
      : await room.deliver(kind, 2, body('dos/x.jpg'));
  await room.settled();
  expect((await room.rowsOf(second)).map(({ state }) => state)).toEqual(['stored']);
  expect(await photosOf(room, first)).toEqual([]);
  expect(await photosOf(room, second)).toEqual([]);
});

test('a revision with the same photos has the same findings', async () => {
  const room = await openRoom(sameByName);
  const first = await room.report(1, withPictures([photoAt(1, 'uno/x.jpg')]));
  const second = await room.report(2, withPictures([photoAt(1, 'dos/x.jpg')]));
  await room.settled();
  await room.report(2, { ...withPictures([photoAt(1, 'dos/x.jpg')]), createdByDisplayName: 'Luis Prueba' });
  await room.settled();
  expect(await photosOf(room, second)).toMatchObject([{ code: 'photo.same', otherRecordId: first }]);
  expect(await photosOf(room, first)).toMatchObject([{ code: 'photo.same', otherRecordId: second }]);
});

test('what was found is gone from both once a revision drops the photo', async () => {
  const room = await openRoom({
    ...sameByName,
    examine: hashByName({ 'a.jpg': 'ff00ff00ff00ff00', 'b.jpg': 'ff00ff00ff00ff01' }),
  });
  const both = [photoAt(1, 'uno/x.jpg'), photoAt(2, 'uno/a.jpg')];
  const first = await room.report(1, withPictures(both));
  const second = await room.report(
    2,
    withPictures([photoAt(1, 'dos/x.jpg'), photoAt(2, 'dos/b.jpg'), photoAt(3, 'w.jpg')]),
  );
  await room.settled();
  expect((await photosOf(room, first)).map(({ code }) => code)).toEqual(['photo.same', 'photo.similar']);
  await room.report(2, withPictures([photoAt(3, 'w.jpg')]));
  await room.settled();
  expect(await photosOf(room, second)).toEqual([]);
  expect(await photosOf(room, first)).toEqual([]);
});

/** Has the examiner find the perceptual hash that stands for the text of the file. */
function hashByName(hashes: Record<string, string>) {
  return async ({ path }: { path: string }): Promise<FileExamination> => {
    const { readFile } = await import('node:fs/promises');
    const perceptualHash = hashes[(await readFile(path)).toString()] ?? null;
    return { ...plainPhoto, perceptualHash } as FileExamination;
  };
}

test.each<[bits: number, other: string, isFound: boolean]>([
  [1, 'ff00ff00ff00ff01', true],
  [2, '7f00ff00ff00ff01', true],
  [4, '7f00fe00ff01ff01', true],
  [7, '3f00fc00fc00fe00', true],
  [8, '3f00fc00fc00fc00', false],
  [64, '00ff00ff00ff00ff', false],
])('a photo of which %i of 64 bits differ', async (bits, other, isFound) => {
  const room = await openRoom({
    ...sameByName,
    examine: hashByName({ 'a.jpg': 'ff00ff00ff00ff00', 'b.jpg': other }),
  });
  const first = await room.report(1, withPictures([photoAt(1, 'uno/a.jpg')]));
  const second = await room.report(2, withPictures([photoAt(1, 'dos/b.jpg')]));
  await room.settled();
  const found = (recordId: number) =>
    isFound ? [{ code: 'photo.similar', otherRecordId: recordId, distance: bits }] : [];
  expect(await photosOf(room, first)).toMatchObject(found(second));
  expect(await photosOf(room, second)).toMatchObject(found(first));
});

test('photos of one report that look alike are none, and hide none of another', async () => {
  const hashes = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [`r${n}.jpg`, `ff00ff00ff00ff0${n % 2}`]),
  );
  const room = await openRoom({
    ...sameByName,
    examine: hashByName({ ...hashes, 'b.jpg': 'ff00ff00ff00ff07' }),
  });
  const first = await room.report(1, withPictures([photoAt(1, 'dos/b.jpg')]));
  await room.settled();
  const many = Array.from({ length: 60 }, (_, n) => photoAt(n, `uno/r${n}.jpg`));
  const second = await room.report(2, withPictures(many));
  await room.settled();
  const found = await photosOf(room, second);
  expect(found).toHaveLength(60);
  expect(new Set(found.map(({ otherRecordId }) => otherRecordId))).toEqual(new Set([first]));
  expect(await photosOf(room, first)).toMatchObject([{ code: 'photo.similar', otherRecordId: second }]);
});

test('a photo that its own report has thirty times is found in another all the same', async () => {
  const room = await openRoom(sameByName);
  const thirty = Array.from({ length: 30 }, (_, n) => photoAt(n, `${n}/x.jpg`));
  const first = await room.report(1, withPictures(thirty));
  const second = await room.report(2, withPictures([photoAt(1, 'x.jpg')]));
  await room.settled();
  expect(await photosOf(room, first)).toHaveLength(30);
  expect(await photosOf(room, second)).toMatchObject([{ code: 'photo.same', otherRecordId: first }]);
});

test('a photo that sixty reports have is found on the last of them too', async () => {
  const room = await openRoom(sameByName);
  const ids: number[] = [];
  for (let n = 1; n <= 60; n++) ids.push(await room.report(n, withPictures([photoAt(1, `${n}/x.jpg`)])));
  await room.settled();
  for (const id of ids) expect(await photosOf(room, id)).toMatchObject([{ code: 'photo.same' }]);
});

test('a photo that was only a paper elsewhere is found once it is a photo of another report', async () => {
  const room = await openRoom({
    ...sameByName,
    examine: hashByName({ 'a.jpg': 'ff00ff00ff00ff00', 'b.jpg': 'ff00ff00ff00ff01' }),
  });
  const first = await room.report(1, withPictures([photoAt(1, 'uno/a.jpg')]));
  const paper = { ...withPictures([]), attachmentsDocuments: [photoAt(1, 'dos/b.jpg')] };
  await room.report(2, paper);
  await room.settled();
  expect(await photosOf(room, first)).toEqual([]);
  const third = await room.report(3, withPictures([photoAt(1, 'tres/b.jpg')]));
  await room.settled();
  expect(await photosOf(room, first)).toMatchObject([{ code: 'photo.similar', otherRecordId: third }]);
  expect(await photosOf(room, third)).toMatchObject([{ code: 'photo.similar', otherRecordId: first }]);
});

test('of two hundred pictures no job of the writer takes long', async () => {
  const room = await openRoom(sameByName);
  await room.report(1, withPictures(pictures(200)));
  await room.settled();
  const longest = await longestJob(room, async () => {
    await room.report(2, withPictures(pictures(200, 1, `https://${host}/dos`)));
    await room.settled();
  });
  expect(longest).toBeLessThan(60);
});

/** The most milliseconds of the processor that a job of the writer took. */
async function longestJob(room: Room, work: () => Promise<void>): Promise<number> {
  const { store } = room;
  const write = store.write;
  let longest = 0;
  store.write = (job) =>
    write(async (tx) => {
      const begun = process.threadCpuUsage().user;
      try {
        return await job(tx);
      } finally {
        longest = Math.max(longest, (process.threadCpuUsage().user - begun) / 1000);
      }
    });
  await work();
  store.write = write;
  return longest;
}
