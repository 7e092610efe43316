import { expect, onTestFinished, test } from 'vitest';
import {
  countFailedAttachments,
  countPendingWork,
  listAttachmentsOfRevision,
  listUnstoredAttachments,
  openStoreInFiles,
} from '../../../main/engine/store/index.ts';
import { migrations } from '../../../main/engine/store/migrations/index.ts';
import { arrivalsOfRows } from '../older-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import {
  host,
  landed,
  notFetched,
  openRoom,
  pictures,
  type Room,
  somebody,
  withPictures,
} from './room-house.ts';

const named = (...paths: string[]) =>
  withPictures(
    pictures(paths.length).map((one, index) => ({ ...one, fileFullPath: `https://${host}/${paths[index]}` })),
  );

/** What asks for attention as a failure, wherever that is told. */
async function failures(room: Room) {
  return room.store.read(async (tx) => ({
    need: (await countPendingWork(tx)).attachmentsFailed,
    counted: await countFailedAttachments(tx, 100),
    listed: (await listUnstoredAttachments(tx, 'failed', Number.MAX_SAFE_INTEGER, 10)).map(({ url }) => url),
  }));
}
const of = (...paths: string[]) => ({
  need: paths.length,
  counted: paths.length,
  listed: paths.map((path) => `https://${host}/${path}`),
});

/** Until what fails counts as failed. */
async function untilFailed(room: Room): Promise<void> {
  for (let n = 0; n < 4; n++) {
    await room.settled();
    room.clock.advance(60_000);
  }
  await room.settled();
}

test('what failed and the newest revision does not name asks for nobody, is there for the older one, and can be tried by hand', async () => {
  let isDown = true;
  const room = await openRoom({
    fetch: (task) =>
      isDown && task.url.includes('vieja') ? notFetched('timeout') : landed(task, Buffer.from(task.url)),
  });
  const id = await room.report(1, named('vieja/1.jpg', 'vieja/2.jpg'));
  await untilFailed(room);
  expect(await failures(room)).toEqual(of('vieja/2.jpg', 'vieja/1.jpg'));

  await room.report(1, named('nueva/1.jpg', 'vieja/2.jpg'));
  await room.settled();
  expect(await failures(room)).toEqual(of('vieja/2.jpg'));
  const all = await room.store.read((tx) =>
    listUnstoredAttachments(tx, undefined, Number.MAX_SAFE_INTEGER, 10),
  );
  expect(all).toHaveLength(2);
  const before = await room.store.read((tx) => listAttachmentsOfRevision(tx, id, 1));
  expect(before.map(({ state }) => state)).toEqual(['failed', 'failed']);

  isDown = false;
  expect(await room.attachments.retry({ all: 'failed' }, somebody)).toBe(1);
  await room.settled();
  expect((await room.rowsOf(id)).map(({ state }) => state).toSorted()).toEqual([
    'failed',
    'stored',
    'stored',
  ]);
  const dropped = before.find(({ url }) => url?.endsWith('vieja/1.jpg'));
  expect(await room.attachments.retry({ id: dropped?.id ?? 0 }, somebody)).toBe(1);
  await room.settled();
  expect((await room.rowsOf(id)).every(({ state }) => state === 'stored')).toBe(true);
});

test('named again, it asks again; and examining everything again changes neither', async () => {
  const room = await openRoom({ fetch: () => notFetched('timeout') });
  await room.report(1, named('1.jpg'));
  await untilFailed(room);
  await room.report(1, named());
  await room.settled();
  expect(await failures(room)).toEqual(of());
  await room.settings.update({ findings: { lineTolerance: '2' } }, somebody);
  await room.settled();
  expect(await failures(room)).toEqual(of());
  await room.report(1, named('1.jpg'));
  await room.settled();
  expect(await failures(room)).toEqual(of('1.jpg'));
});

test('that something is no longer named is told, also where nothing else is new', async () => {
  const room = await openRoom({ fetch: () => notFetched('timeout') });
  const id = await room.report(1, named('1.jpg'));
  await untilFailed(room);
  const told: (readonly number[] | undefined)[] = [];
  const { publish } = room.changes;
  room.changes.publish = (change) => {
    if (change.topic === 'attachments') told.push(change.ids);
    publish(change);
  };
  await room.report(1, named());
  await room.settled();
  expect(told).toEqual([[id]]);
  expect(await failures(room)).toEqual(of());
});

test('a database of before is told what its records no longer name', async () => {
  const dataDir = temporaryFolder();
  const before = openStoreInFiles({ dataDir, migrations: migrations.slice(0, 5) });
  await before.write(async (tx) => {
    for (const [id, revision] of [
      [1, 2],
      [2, 1],
    ])
      await tx.run(
        `INSERT INTO record (id, kind, marketplace_id, number, item_count, received_at, revision)
          VALUES (?, 'incidentReport', ?, ?, 0, 0, ?)`,
        id ?? 0,
        id ?? 0,
        `IR-${id}`,
        revision ?? 0,
      );
    for (const [recordId, last] of [
      [1, 1],
      [1, 2],
      [2, 1],
    ] as const)
      await tx.run(
        `INSERT INTO attachment (record_id, identity, role, position, pointer, filename, first_revision, last_revision,
          state) VALUES (?, ?, 'picture', 0, '', 'foto.jpg', 1, ?, 'failed')`,
        recordId,
        `${recordId} ${last}`,
        last,
      );
    for (const sql of arrivalsOfRows) await tx.run(sql);
  });
  await before.close();
  const store = openStoreInFiles({ dataDir });
  onTestFinished(() => store.close());
  const rows = await store.read(async (tx) =>
    tx.all<{ identity: string; isDropped: number }>(
      'SELECT identity, is_dropped AS isDropped FROM attachment ORDER BY id',
    ),
  );
  expect(rows.map(({ identity, isDropped }) => [identity, isDropped])).toEqual([
    ['1 1', 1],
    ['1 2', 0],
    ['2 1', 0],
  ]);
  expect((await store.read(countPendingWork)).attachmentsFailed).toBe(2);
});
