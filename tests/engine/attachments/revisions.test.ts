import { expect, test } from 'vitest';
import { listAttachmentsOfRevision } from '../../../main/engine/store/index.ts';
import type { Attachment } from '../../../shared/contract/attachments.ts';
import { reportNaming, sendReport } from '../../files/reports.ts';
import { financialDocument } from '../financial-documents.ts';
import { incidentAttachment, incidentReport } from '../incident-reports.ts';
import { sharedEngineHouse } from './house.ts';
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

const { house: shared } = sharedEngineHouse({ attachments: {} });

const namesOf = async (room: Room, recordId: number, revision: number) => {
  const rows = await room.store.read((tx) => listAttachmentsOfRevision(tx, recordId, revision));
  return rows.map(({ marketplaceId, state }) => `${marketplaceId} ${state}`);
};

test('the same files again are neither fetched again nor doubled', async () => {
  const room = await openRoom();
  const id = await room.report(1, withPictures(pictures(3)));
  await room.settled();
  await room.report(1, { ...withPictures(pictures(3)), createdByDisplayName: 'Luis Prueba' });
  await room.settled();
  expect(room.asked).toHaveLength(3);
  const rows = await room.rowsOf(id);
  expect(rows.map(({ state, firstRevision, lastRevision }) => [state, firstRevision, lastRevision])).toEqual(
    Array.from({ length: 3 }, () => ['stored', 1, 2]),
  );
});

test('a signature that changes makes no other file, and the newest one is used', async () => {
  const room = await openRoom({
    fetch: (task) =>
      task.url.includes('sig=1') ? notFetched('httpStatus') : landed(task, Buffer.from('foto')),
  });
  const signed = (signature: number) =>
    withPictures([
      incidentAttachment(1, { fileFullPath: `https://${host}/1.jpg?sig=${signature}` }),
      incidentAttachment(2, { fileFullPath: `https://${host}/2.jpg?sig=ok` }),
    ]);
  const id = await room.report(1, signed(1));
  await room.settled();
  expect((await room.rowsOf(id)).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['queued', 1],
    ['stored', 1],
  ]);
  await room.report(1, signed(2));
  await room.settled();
  room.clock.advance(3000);
  await room.settled();
  expect((await room.rowsOf(id)).map(({ state }) => state)).toEqual(['stored', 'stored']);
  expect(room.asked.map(({ url }) => url.slice(-11))).toEqual(['1.jpg?sig=1', '.jpg?sig=ok', '1.jpg?sig=2']);
});

test('a file that a later revision drops is kept, and listed for the revision that named it', async () => {
  const room = await openRoom();
  const id = await room.report(1, withPictures(pictures(3)));
  await room.settled();
  await room.report(1, withPictures(pictures(2, 2)));
  await room.settled();
  expect(await namesOf(room, id, 1)).toEqual(['701 stored', '702 stored', '703 stored']);
  expect(await namesOf(room, id, 2)).toEqual(['702 stored', '703 stored']);
  expect(room.asked).toHaveLength(3);
});

test('a file that is dropped and named again is not listed for the revision that left it out', async () => {
  const house = shared();
  const { client } = house;
  const file = (id: number) => `https://${host}/${id}.jpg`;
  const deliveries = [[1, 2], [2], [1, 3]];
  let recordId = 0;
  for (const ids of deliveries)
    recordId = await sendReport(house, incidentReport(1, withPictures(ids.flatMap((id) => pictures(1, id)))));
  await house.until(async () =>
    (await client.attachments.list({ recordId })).some(({ address }) => address === file(3)),
  );
  const addresses = (all: readonly Attachment[]) => all.map(({ address }) => address);
  for (const [index, ids] of deliveries.entries()) {
    const revision = index + 1;
    const named = ids.map(file);
    expect(addresses(await client.attachments.list({ recordId, revision }))).toEqual(named);
    expect(addresses((await client.records.get({ id: recordId, revision })).attachments)).toEqual(named);
  }
  expect(addresses((await client.records.get({ id: recordId })).attachments)).toEqual([1, 3].map(file));
  const all = await client.attachments.list({ recordId });
  expect(addresses(all).toSorted()).toEqual([1, 2, 3].map(file));
  expect(all.find(({ address }) => address === file(1))).toMatchObject({ firstRevision: 1, lastRevision: 3 });
});

test('of very many that a record ever named, those of the newest revision are all listed', async () => {
  const house = shared();
  const { client } = house;
  const files = (round: number, count: number) =>
    Array.from({ length: count }, (_, index) => `https://${host}/${9 - round}/${index}.jpg`);
  let recordId = 0;
  for (const round of [1, 2, 3])
    recordId = await sendReport(house, reportNaming(2, files(round, round === 3 ? 10 : 600)));
  const newest = new Set(files(3, 10));
  const isNewest = ({ address }: Attachment) => newest.has(address ?? '');
  let all: Attachment[] = [];
  await house.until(async () => {
    all = await client.attachments.list({ recordId });
    return all.some(isNewest);
  });
  expect([all.length, all.filter(isNewest).length]).toEqual([1000, 10]);
});

test('one that failed for good is tried as if never before once its address changed', async () => {
  const room = await openRoom({
    fetch: (task) => (task.url.endsWith('sig=2') ? notFetched('timeout') : notFetched('httpStatus')),
  });
  const signed = (signature: number) =>
    withPictures([incidentAttachment(1, { fileFullPath: `https://${host}/1.jpg?sig=${signature}` })]);
  const id = await room.report(1, signed(1));
  for (let hours = 0; hours < 200; hours += 8) {
    await room.settled();
    room.clock.advance(8 * 3600 * 1000);
  }
  await room.settled();
  const [gone] = await room.rowsOf(id);
  expect(gone).toMatchObject({ state: 'failed', nextAttemptAt: null });
  await room.report(1, signed(2));
  await room.settled();
  const [again] = await room.rowsOf(id);
  expect(again).toMatchObject({ state: 'queued', attempts: 1, problem: 'timeout' });
});

test('one without an address is fetched once there is one', async () => {
  const room = await openRoom({ given: { hosts: ['api.mercado.example'] } });
  const relative = withPictures([
    incidentAttachment(1, { fileFullPath: '/files/1.jpg', baseUrl: null, previewFullPath: null }),
  ]);
  const id = await room.report(1, relative);
  expect(await room.rowsOf(id)).toMatchObject([{ state: 'refused', problem: 'relativeAddress', host: null }]);
  room.platform.url = 'https://api.mercado.example';
  await room.settings.update({ findings: { lineTolerance: '2' } }, somebody);
  await room.records.examiner.idle();
  await room.settled();
  expect(await room.rowsOf(id)).toMatchObject([
    {
      state: 'stored',
      problem: null,
      host: 'api.mercado.example',
      url: 'https://api.mercado.example/files/1.jpg',
    },
  ]);
});

test('what lies on the platform is found once somebody says where that is, or the next run is told', async () => {
  const relative = (count: number, from: number) =>
    withPictures(
      pictures(count, from).map((one, index) => ({
        ...one,
        fileFullPath: `/files/${from + index}.jpg`,
        baseUrl: null,
      })),
    );
  const room = await openRoom({ given: { hosts: ['api.mercado.example'] } });
  await room.settings.update({ attachments: { maximumPerRecord: 1000 } }, somebody);
  const first = await room.report(1, relative(250, 1));
  const second = await room.report(2, relative(3, 1000));
  const stored = async (of: Room, id: number) =>
    (await of.rowsOf(id)).filter(({ state }) => state === 'stored').length;
  await room.settled();
  expect([await stored(room, first), await stored(room, second)]).toEqual([0, 0]);
  room.platform.url = 'https://api.mercado.example';
  await room.settings.update({ platform: { baseUrl: 'https://api.mercado.example' } }, somebody);
  await room.settled();
  expect([await stored(room, first), await stored(room, second)]).toEqual([250, 3]);
  room.platform.url = '';
  const third = await room.report(3, relative(2, 2000));
  await room.close();
  const again = await openRoom({
    dataDir: room.dataDir,
    given: { hosts: ['api.mercado.example'] },
    platformUrl: 'https://api.mercado.example',
  });
  await again.settled();
  expect(await stored(again, third)).toBe(2);
  expect(await again.rowsOf(third)).toHaveLength(2);
});

test('one that waits for a host that its address has left waits for the new one', async () => {
  const room = await openRoom({ given: { hosts: ['uno.example'] }, platformUrl: 'https://dos.example' });
  const id = await room.report(
    1,
    withPictures([incidentAttachment(1, { fileFullPath: '/1.jpg', baseUrl: null, previewFullPath: null })]),
  );
  expect(await room.rowsOf(id)).toMatchObject([{ state: 'awaitingApproval', host: 'dos.example' }]);
  room.platform.url = 'https://uno.example';
  await room.settings.update({ findings: { lineTolerance: '2' } }, somebody);
  await room.records.examiner.idle();
  await room.settled();
  expect(await room.rowsOf(id)).toMatchObject([{ state: 'stored', host: 'uno.example' }]);
});

test('everything examined again changes nothing that is known', async () => {
  const room = await openRoom();
  const id = await room.report(1, withPictures(pictures(3)));
  await room.report(1, withPictures(pictures(2, 2)));
  await room.settled();
  const before = await room.rowsOf(id);
  await room.settings.update({ findings: { lineTolerance: '2' } }, somebody);
  await room.records.examiner.idle();
  await room.settled();
  expect(await room.rowsOf(id)).toEqual(before);
  expect(room.asked).toHaveLength(3);
});

test('the papers of a financial document are kept and fetched in the same way', async () => {
  const room = await openRoom({ given: { hosts: ['archivos.example'] } });
  const named = (ids: number[]) =>
    financialDocument(1, {
      attachments: ids.map((attachmentId) => ({
        attachmentId,
        attachmentFilename: `papel ${attachmentId}.pdf`,
        contentType: 'application/pdf',
        documentFileSizeBytes: 12,
        documentUrl: `https://archivos.example/${attachmentId}.pdf`,
      })),
    });
  const id = await room.deliver('financialDocument', 1, named([801, 802]));
  await room.settled();
  await room.deliver('financialDocument', 1, named([802]));
  await room.settled();
  expect(await namesOf(room, id, 1)).toEqual(['801 stored', '802 stored']);
  expect(await namesOf(room, id, 2)).toEqual(['802 stored']);
  const [first] = await room.rowsOf(id);
  expect(await room.attachments.file(first?.id ?? 0, 'download')).toMatchObject({
    filename: 'papel 801.pdf',
  });
  expect(room.asked).toHaveLength(2);
});

test('a thousand of one report are kept in short jobs, all of them, also where it is closed in between', async () => {
  const room = await openRoom({ given: { hosts: [] }, isStarted: false });
  const { store, dataDir } = room;
  const write = store.write;
  const countRows = async (tx: Parameters<Parameters<typeof write>[0]>[0]) =>
    (await tx.get<{ n: number }>('SELECT count(*) AS n FROM attachment'))?.n ?? 0;
  const added: number[] = [];
  const cut = Promise.withResolvers<void>();
  store.write = (job) =>
    write(async (tx) => {
      const before = await countRows(tx);
      const result = await job(tx);
      const after = await countRows(tx);
      added.push(after - before);
      if (after >= 400) cut.resolve();
      return result;
    });
  const { recordId } = await room.receive(
    'incidentReport',
    1,
    incidentReport(1, withPictures(pictures(1000))),
  );
  await cut.promise;
  await room.close();
  // No job does more than a fifth of the work.
  expect(Math.max(...added)).toBe(200);
  const again = await openRoom({ dataDir, given: { hosts: [] }, isStarted: false });
  await again.records.examiner.idle();
  const rows = await again.rowsOf(recordId);
  expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 1000 }, (_, index) => index));
  expect(rows.slice(0, 200).every(({ problem }) => problem === 'hostNotApproved')).toBe(true);
  expect(rows.slice(200).every(({ problem }) => problem === 'tooManyOfRecord')).toBe(true);
  const other = await again.report(2, withPictures([]));
  expect(other).toBeGreaterThan(recordId);
});
