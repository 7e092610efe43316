/** Words in PDFs that came with records: read once in the background, found, and gone with their file. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { searchSubject } from '../../../main/engine/data-subject/search.ts';
import type { PdfReading } from '../../../main/engine/file-examination.ts';
import { rebuildData } from '../../../main/engine/rebuild.ts';
import { searchIds, textsOfPdfs } from '../../../main/engine/records/index.ts';
import { termsOf } from '../../../main/engine/records/search-index.ts';
import {
  countUnreadPdfs,
  deleteArchivedParts,
  findNextUnreadPdf,
  listPdfsAfter,
  listPdfTexts,
  updatePdfText,
} from '../../../main/engine/store/index.ts';
import { readSubjectKey } from '../../../shared/rules/subject-key.ts';
import { recordKinds } from '../../../shared/terms.ts';
import { samplePdf, scannedImages } from '../../e2e/sample-pdf.ts';
import { openFileServer } from '../../files/file-server.ts';
import { type EngineHouse, openEngineHouse } from '../attachments/house.ts';
import { host, landed, openRoom, type RoomOptions } from '../attachments/room-house.ts';
import { financialDocument } from '../financial-documents.ts';
import { incidentAttachment, incidentReport } from '../incident-reports.ts';
import { openNewStore } from '../migrated-folder.ts';
import { planOf, statement } from '../store/query-plan.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { isOnPostgres } from '../test-database.ts';

/** A report with these papers alone. */
const reportWith = (id: number, papers: readonly { url: string; name: string }[]) =>
  incidentReport(id, {
    attachmentsPictures: [],
    attachmentsDocuments: papers.map(({ url, name }, index) =>
      incidentAttachment(id * 100 + index, {
        ...{
          fileFullPath: url,
          previewFullPath: null,
          contentType: 'application/pdf',
          originalFilename: name,
        },
      }),
    ),
  });

const findIn = async ({ client }: Pick<EngineHouse, 'client'>, query: string) => {
  const { groups } = await client.search.find({ query });
  return groups.flatMap(({ records }) => records);
};
const idsOf = async (house: Pick<EngineHouse, 'client'>, query: string) =>
  (await findIn(house, query)).map(({ record }) => record.marketplaceId).sort();

/** Its processes leave the processor to all others. */
const slow = { timeout: 180_000 };

describe('a whole engine', () => {
  test('finds words with accents in PDFs of two records, says in which, and passes over what cannot be read', async () => {
    await using server = await openFileServer();
    const house = await openEngineHouse({ files: [server] });
    const serve = (name: string, bytes: Uint8Array) => ({
      name,
      url: server.serve(name, { type: 'application/pdf', bytes }),
    });
    const asked: string[] = [];
    const { readWords } = house.host;
    house.host.readWords = (file) => {
      asked.push(file.path);
      return readWords(file);
    };
    const invoice = samplePdf({
      pages: [
        { lines: ['Cotización del guardalodo trasero', 'NCF B0100004711, chapa de camión seña-', 'lizado'] },
      ],
      isCompressed: true,
    });
    const papers = [
      serve('cotizacion.pdf', invoice),
      serve('escaneado.pdf', samplePdf({ pages: [{ image: scannedImages.fax }] })),
      serve('cerrado.pdf', samplePdf({ pages: [{ lines: ['guardalodo'] }], password: 'secreta' })),
      serve('roto.pdf', Buffer.from('%PDF-1.7\nguardalodo\n%%EOF\n')),
    ];
    await house.post('/incidentReports', reportWith(1, papers));
    await house.post(
      '/financialDocuments',
      financialDocument(2, {
        attachments: [
          {
            ...{ attachmentId: 9, attachmentFilename: 'la misma.pdf', contentType: 'application/pdf' },
            documentUrl: papers[0]?.url,
          },
        ],
      }),
    );
    await house.post(
      '/incidentReports',
      incidentReport(3, { attachmentsPictures: [], attachmentsDocuments: [] }),
    );
    await expect.poll(() => idsOf(house, 'guardalodo'), slow).toEqual([1, 2]);
    const waiting = async () => (await house.client.search.find({ query: 'x' })).waitingPdfs.count;
    await expect.poll(waiting, slow).toBe(0);
    for (const query of ['cotización guardalodo', 'COTIZACION', 'b0100004711', 'senalizado', 'trasero chapa'])
      expect([query, await idsOf(house, query)]).toEqual([query, [1, 2]]);
    expect(await idsOf(house, 'guardalodos')).toEqual([]);

    const [report] = (await findIn(house, 'camion')).filter(({ record }) => record.marketplaceId === 1);
    const [hit] = report?.hits ?? [];
    expect(hit).toMatchObject({
      field: 'pdf',
      attachment: { filename: expect.stringContaining('cotizacion') },
    });
    expect(hit?.ranges.map(([from, to]) => hit.text.slice(from, to))).toEqual(['camión']);
    const attachments = await house.client.attachments.list({ recordId: report?.record.id ?? 0 });
    expect(attachments.map(({ id }) => id)).toContain(hit?.attachment?.id);
    // What its row says comes before what its PDFs do.
    const [named] = await findIn(house, 'Honda guardalodo');
    expect(named?.hits.map(({ field }) => field)).toEqual(['vehicle', 'pdf']);

    // Each was read once, the file of two records too, and those that cannot be read are not tried again.
    expect(asked).toHaveLength(4);
    expect(new Set(asked).size).toBe(4);
    const refusals = house.logged.filter(({ text }) => text === 'The words of a PDF could not be read.');
    expect(refusals.map(({ fields }) => 'outcome' in fields && fields.outcome).sort()).toEqual([
      'damaged',
      'locked',
    ]);
    await house.close();
    const again = await openEngineHouse({ dataDir: house.dataDir });
    again.host.readWords = () => Promise.reject(new Error('Nothing waits to be read.'));
    expect(await idsOf(again, 'guardalodo')).toEqual([1, 2]);
    expect((await again.client.search.find({ query: 'x' })).waitingPdfs).toEqual({
      count: 0,
      isCapped: false,
    });
  });
});

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const pdfFound = {
  ...{ outcome: 'examined' as const, mediaType: 'application/pdf', shownAs: 'pdf' as const, problem: null },
  ...{ detail: null, width: null, height: null, hasPreviews: false, photo: null, perceptualHash: null },
};
/** Whose files are PDFs that say the last word of their address. */
const roomOf = (options: RoomOptions = {}) =>
  openRoom({
    examine: () => pdfFound,
    fetch: (task) => landed(task, bytesOf(task.url)),
    ...options,
  });
const bytesOf = (url: string) => Buffer.from(new URL(url).pathname.split('/').at(-1) ?? '');
const read = (text: string): PdfReading => ({ outcome: 'read', text, pages: 1, pagesRead: 1 });
const pdfAt = (name: string, of = 1) => ({ url: `https://${host}/${of}/${name}`, name: `${name}.pdf` });

type Room = Awaited<ReturnType<typeof openRoom>>;
const found = (room: Pick<Room, 'store'>, query: string) =>
  room.store.read((tx) => searchIds(tx, query, recordKinds, 1e9, 9));
async function deliver(room: Room, id: number, papers: readonly { url: string; name: string }[]) {
  const recordId = await room.deliver('incidentReport', id, reportWith(id, papers));
  await room.settled();
  return recordId;
}
/** Those that are read now are entered. */
async function entered(room: Room) {
  await room.settled();
  room.records.examiner.wake();
  await room.records.examiner.idle();
}

describe('the queue', () => {
  test('goes on after an end in the middle, the newest first, and counts no try that was cut off', async () => {
    const held: string[] = [];
    const hold = Promise.withResolvers<PdfReading>();
    const room = await roomOf({
      readPdf: (file) => {
        held.push(file.path);
        return hold.promise;
      },
    });
    await room.deliver('incidentReport', 1, reportWith(1, [pdfAt('uno')]));
    await expect.poll(() => held.length).toBe(1);
    await room.deliver('incidentReport', 2, reportWith(2, [pdfAt('dos', 2)]));
    await expect.poll(() => room.store.read((tx) => countUnreadPdfs(tx, 12, 9))).toBe(2);
    const closed = room.close();
    hold.resolve({ outcome: 'notDone', detail: 'The program is closing.' });
    await closed;
    const order: string[] = [];
    const again = await roomOf({
      dataDir: room.dataDir,
      readPdf: (file) => {
        order.push(file.path.slice(-64));
        return read(order.length === 1 ? 'primera palabra' : 'segunda palabra');
      },
    });
    await entered(again);
    expect(order).toHaveLength(2);
    expect(await found(again, 'palabra')).toHaveLength(2);
    expect(await found(again, 'segunda')).toHaveLength(1);
    expect(again.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('tries one that ends its process once, and one whose file cannot be read again later', async () => {
    const tries = new Map<string, number>();
    const room = await roomOf({
      readPdf: ({ path }) => {
        const name = path.slice(-64);
        const count = (tries.get(name) ?? 0) + 1;
        tries.set(name, count);
        if (name === hashOf(Buffer.from('bomba')).toString('hex'))
          return { outcome: 'ended', detail: 'Too long.' };
        return count === 1 ? { outcome: 'notDone', detail: 'EIO' } : read('legible');
      },
    });
    const id = await deliver(room, 1, [pdfAt('bomba'), pdfAt('disco')]);
    room.clock.advance(5000);
    await entered(room);
    room.clock.advance(3_600_000);
    await entered(room);
    expect([...tries.values()].sort()).toEqual([1, 2]);
    expect(await found(room, 'legible')).toEqual([id]);
    expect(await room.store.read((tx) => findNextUnreadPdf(tx, 12))).toBeUndefined();
  });

  test('waits while so much arrives that the processor belongs to the receiver', async () => {
    let isRush = true;
    const room = await roomOf({ readPdf: () => read('calma'), isRush: () => isRush });
    await room.deliver('incidentReport', 1, reportWith(1, [pdfAt('uno')]));
    const waiting = () => room.store.read((tx) => countUnreadPdfs(tx, 12, 9));
    await expect.poll(waiting).toBe(1);
    room.clock.advance(1000);
    expect(await waiting()).toBe(1);
    isRush = false;
    room.clock.advance(1000);
    await entered(room);
    expect(await found(room, 'calma')).toHaveLength(1);
  });
});

describe('a record', () => {
  test('says what the PDFs of its latest revision say, and not what one said that it names no more', async () => {
    const room = await roomOf({
      readPdf: ({ path }) => read(path.endsWith(hex('uno')) ? 'ventana' : 'parabrisas'),
    });
    const id = await deliver(room, 1, [pdfAt('uno'), pdfAt('dos')]);
    await entered(room);
    expect(await found(room, 'ventana parabrisas')).toEqual([id]);
    await deliver(room, 1, [pdfAt('uno')]);
    await entered(room);
    expect([await found(room, 'ventana'), await found(room, 'parabrisas')]).toEqual([[id], []]);
  });

  test('has only so many words of its PDFs', () => {
    const pdf = (index: number) => ({
      ...{ attachmentId: index, filename: `${index}.pdf` },
      text: Array.from({ length: 2500 }, (_, word) => `p${index}w${word}`)
        .join(' ')
        .slice(0, 20_000),
    });
    const texts = textsOfPdfs(Array.from({ length: 12 }, (_, index) => pdf(index)));
    expect(texts.every(({ text }) => text.length <= 4000 && /^p\d+w\d+( p\d+w\d+)*$/.test(text))).toBe(true);
    const all = texts.reduce((sum, { text }) => sum + text.length, 0);
    expect([all > 95_000, all <= 104_000]).toEqual([true, true]);
    const own = { is: 'own', field: 'number', text: 'OC-2026-000001' } as const;
    const words = termsOf('incidentReport', [own, ...texts]).split(' ');
    expect(words).toContain('r0oc2026000001');
    const whole = words.filter((term) => /^r1p\d+w\d+$/.test(term)).length;
    expect([whole > 4000, whole < 5500]).toEqual([true, true]);
  });
});

const hex = (name: string) => hashOf(Buffer.from(name)).toString('hex');

describe('what was read', () => {
  test('goes with the last record that has the file, and the same file elsewhere keeps it', async () => {
    const room = await roomOf({ readPdf: () => read('capota') });
    const one = await deliver(room, 1, [pdfAt('misma')]);
    await entered(room);
    const two = await deliver(room, 2, [pdfAt('misma', 2)]);
    await entered(room);
    expect(await found(room, 'capota')).toEqual([two, one]);
    const texts = () => room.store.read((tx) => listPdfsAfter(tx, 0, 9));
    expect(await texts()).toHaveLength(2);
    await room.store.write((tx) => deleteArchivedParts(tx, { id: one, lastNote: 0, at: 1 }));
    expect((await texts()).map(({ text }) => text)).toEqual(['capota']);
    await room.store.write((tx) => deleteArchivedParts(tx, { id: two, lastNote: 0, at: 1 }));
    expect(await texts()).toEqual([]);
    expect(await room.store.read((tx) => tx.all('SELECT * FROM pdf_text'))).toEqual([]);
  });

  test('is looked through for a person, and said is how many PDFs say nothing', async () => {
    const room = await roomOf({
      readPdf: ({ path }) =>
        path.endsWith(hex('cedula')) ? read('Conductor: Luis, cédula 001-1234567-3') : read(''),
    });
    const id = await deliver(room, 1, [pdfAt('cedula'), pdfAt('escaneado')]);
    await entered(room);
    const cedula = readSubjectKey('cedula', '00112345673');
    if ('problem' in cedula) throw new Error(cedula.problem);
    const { records, summary } = await searchSubject(room.store, cedula.key, async () => {});
    expect([...records.ids]).toEqual([id]);
    expect(summary.records.relations.named).toBe(1);
    const place = summary.places.find((one) => one.place === 'pdfs');
    expect(place).toEqual({ place: 'pdfs', lookedAt: 1, found: 1, unread: 1 });
  });

  test.skipIf(isOnPostgres)('stays in a rebuild; what could not be copied is read again', async () => {
    const room = await roomOf({ readPdf: () => read('chasis torcido') });
    const id = await deliver(room, 1, [pdfAt('uno')]);
    await entered(room);
    await room.close();
    await rebuildData({ dataDir: room.dataDir });
    const asked: string[] = [];
    const open = () =>
      roomOf({
        dataDir: room.dataDir,
        readPdf: ({ path }) => {
          asked.push(path);
          return read('chasis torcido');
        },
      });
    const again = await open();
    await entered(again);
    expect([await found(again, 'torcido'), asked]).toEqual([[id], []]);
    await again.close();
    const database = new Database(join(room.dataDir, 'perito.db'));
    database.exec('DELETE FROM pdf_text');
    database.close();
    await rebuildData({ dataDir: room.dataDir });
    const last = await open();
    await entered(last);
    expect([await found(last, 'torcido'), asked.length]).toEqual([[id], 1]);
  });
});

test.skipIf(isOnPostgres)('every query has its index', async () => {
  const store = await openNewStore({ dataDir: temporaryFolder(), version: '0.0.0' });
  const sha256 = Buffer.alloc(32);
  for (const [one, index] of [
    [statement((tx) => findNextUnreadPdf(tx, 12)), /INDEX content_unread/],
    [statement((tx) => countUnreadPdfs(tx, 12, 9)), /INDEX content_unread/],
    [statement((tx) => listPdfTexts(tx, 1, 9)), /INDEX attachment_identity \(record_id=\?\)/],
    [statement((tx) => listPdfsAfter(tx, 1, 9)), /SEARCH a USING INTEGER PRIMARY KEY \(rowid>\?\)/],
    [
      statement((tx) => updatePdfText(tx, sha256, { outcome: 'read', text: 'a', readerVersion: 1 })),
      /PRIMARY KEY/,
    ],
  ] as const)
    expect(await planOf(store, one)).toMatch(index);
  await store.close();
});
