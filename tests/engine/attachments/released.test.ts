/** Files of records that were moved to a bundle: they go last, a day later, and never one that something names. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openContentStore } from '../../../main/engine/attachments/content/content-store.ts';
import type { FileExamination, FileToExamine } from '../../../main/engine/file-examination.ts';
import { deleteArchivedParts, findContent, findSetting } from '../../../main/engine/store/index.ts';
import { incidentAttachment } from '../incident-reports.ts';
import {
  host,
  landed,
  openRoom,
  plainPhoto,
  type Room,
  type RoomOptions,
  withPictures,
} from './room-house.ts';

const hour = 3_600_000;
const silent = { info() {}, warn() {}, error() {} };
const hashOf = (name: string) => createHash('sha256').update(name).digest('hex');
const contentOf = ({ dataDir }: Room, name: string) =>
  join(dataDir, 'attachments', 'content', hashOf(name).slice(0, 2), hashOf(name));
const previewOf = ({ dataDir }: Room, name: string) =>
  join(dataDir, 'attachments', 'previews', hashOf(name).slice(0, 2), `${hashOf(name)}-preview.jpg`);

function withPreviews(file: FileToExamine): FileExamination {
  for (const path of [file.thumbnailPath, file.previewPath]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'preview');
  }
  return { ...plainPhoto, hasPreviews: true } as FileExamination;
}

/** A file's bytes are the last word of its path. */
const nameOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';
const roomOf = (options: RoomOptions = {}) =>
  openRoom({
    examine: withPreviews,
    fetch: (task) => landed(task, Buffer.from(nameOf(task.url))),
    ...options,
  });

/** A report with these photographs, which are stored. */
async function report(room: Room, id: number, names: readonly string[]): Promise<number> {
  const photos = names.map((name, index) =>
    incidentAttachment(id * 100 + index, {
      fileFullPath: `https://${host}/${id}/${name}`,
      previewFullPath: null,
    }),
  );
  const recordId = await room.report(id, withPictures(photos));
  await room.settled();
  return recordId;
}

/** It is moved to a bundle, as far as its attachments go. */
const leave = (room: Room, id: number) =>
  room.store.write((tx) => deleteArchivedParts(tx, { id, lastNote: 0, at: room.clock.now() }));

async function later(room: Room, milliseconds: number): Promise<void> {
  room.clock.advance(milliseconds);
  await room.settled();
}

test('a file goes a day after the last record that names it, with its previews and with what it is found by', async () => {
  const room = await roomOf();
  const one = await report(room, 1, ['a', 'both']);
  const two = await report(room, 2, ['both', 'b']);
  await leave(room, one);
  expect(await room.audit('contents.released')).toEqual([
    { subject: 'contents', record: one, contents: [{ sha256: hashOf('a'), bytes: 1 }] },
  ]);
  await later(room, 23 * hour);
  expect([existsSync(contentOf(room, 'a')), existsSync(previewOf(room, 'a'))]).toEqual([true, true]);
  await later(room, 2 * hour);
  expect([existsSync(contentOf(room, 'a')), existsSync(previewOf(room, 'a'))]).toEqual([false, false]);
  for (const name of ['both', 'b']) expect(existsSync(contentOf(room, name))).toBe(true);
  await leave(room, two);
  await later(room, 25 * hour);
  for (const name of ['both', 'b']) expect(existsSync(contentOf(room, name))).toBe(false);
  expect(room.logged.filter(({ level }) => level === 'error')).toEqual([]);
  expect(readdirSync(join(room.dataDir, 'attachments', 'orphaned'))).toEqual([]);
});

test('one that came again stays, and nothing is asked for again', async () => {
  const room = await roomOf();
  await leave(room, await report(room, 1, ['a']));
  await report(room, 2, ['a']);
  await later(room, 25 * hour);
  expect(readFileSync(contentOf(room, 'a'), 'utf8')).toBe('a');
  expect(await room.store.read((tx) => findContent(tx, Buffer.from(hashOf('a'), 'hex')))).toBeDefined();
  expect(room.asked).toHaveLength(2);
});

test('one that is arriving while it is removed is there in the end', async () => {
  const arrives = Promise.withResolvers<void>();
  const room = await roomOf({
    async fetch(task) {
      if (task.url.includes('/2/')) await arrives.promise;
      return landed(task, Buffer.from(nameOf(task.url)));
    },
  });
  await leave(room, await report(room, 1, ['a']));
  const second = report(room, 2, ['a']);
  while (room.asked.length < 2) await turn();
  room.clock.advance(25 * hour);
  arrives.resolve();
  await second;
  await room.settled();
  expect(readFileSync(contentOf(room, 'a'), 'utf8')).toBe('a');
});

test('bytes that arrive while something is done with a file of theirs are stored after it', async () => {
  const room = await roomOf({ isStarted: false });
  const recordId = await report(room, 1, ['a']);
  const [{ id } = { id: 0 }] = await room.rowsOf(recordId);
  const content = openContentStore({ store: room.store, clock: room.clock, log: silent });
  const path = join(content.folders.incoming, `${id}.${hashOf('a')}`);
  mkdirSync(content.folders.incoming, { recursive: true });
  writeFileSync(path, 'a');
  const done = Promise.withResolvers<void>();
  const working = content.alone(hashOf('a'), () => done.promise);
  const storing = content.storeDownload(id, { path, sha256: hashOf('a'), bytes: 1 });
  await room.store.write(async () => {});
  const row = () => room.store.read((tx) => findContent(tx, Buffer.from(hashOf('a'), 'hex')));
  expect(await row()).toBeUndefined();
  done.resolve();
  await Promise.all([working, storing]);
  expect(await row()).toBeDefined();
  expect(readFileSync(contentOf(room, 'a'), 'utf8')).toBe('a');
});

test('the check of all files leaves alone what is to be removed, and the next start goes on', async () => {
  const room = await roomOf();
  await leave(room, await report(room, 1, ['a', 'b']));
  room.attachments.integrityCheck.begin();
  while (room.attachments.integrityCheck.state().running) await turn();
  expect(room.attachments.integrityCheck.state()).toMatchObject({ missing: 0, aside: 0 });
  expect(existsSync(contentOf(room, 'a'))).toBe(true);
  await room.close();
  const again = await roomOf({ dataDir: room.dataDir, clock: room.clock });
  await later(again, 25 * hour);
  for (const name of ['a', 'b']) expect(existsSync(contentOf(again, name))).toBe(false);
  // Nothing is looked at twice.
  const [, last] = await again.store.read((tx) =>
    Promise.all([findSetting(tx, 'contentCheck'), findSetting(tx, 'removedContents')]),
  );
  expect(JSON.parse(last ?? '{}').upTo).toBeGreaterThan(0);
});

test('whatever comes, leaves and is waited for, each row has its file, and no file stays without one', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const step = fc.oneof(
    fc.record({
      does: fc.constant('comes' as const),
      photos: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
    }),
    fc.record({ does: fc.constant('leaves' as const), which: fc.nat(9) }),
    fc.record({ does: fc.constant('waits' as const), hours: fc.constantFrom(1, 12, 25) }),
  );
  const room = await roomOf();
  let next = 1;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const live = new Map<number, string[]>();
      for (const one of steps) {
        if (one.does === 'comes') live.set(await report(room, next++, one.photos), one.photos);
        else if (one.does === 'waits') await later(room, one.hours * hour);
        else {
          const id = [...live.keys()][one.which];
          if (id === undefined) continue;
          await leave(room, id);
          live.delete(id);
        }
        for (const name of new Set([...live.values()].flat()))
          expect(readFileSync(contentOf(room, name), 'utf8')).toBe(name);
      }
      for (const id of live.keys()) await leave(room, id);
      await later(room, 25 * hour);
      for (const name of names) expect(existsSync(contentOf(room, name))).toBe(false);
    }),
    { numRuns: 15 },
  );
});
