/** Records that were moved to a bundle: what stays of them, what goes, and what happens when one comes again. */
import { afterEach, describe, expect, test } from 'vitest';
import { createAnnotations } from '../../../main/engine/attachments/annotations.ts';
import { beforeFirst, walkJournal } from '../../../main/engine/journal/index.ts';
import {
  type ComparisonPlace,
  compareWithJournal,
  comparisonStart,
  findAuditHead,
  findEntry,
  listAttachmentsOfRecord,
  listBundles,
  listLinks,
  listNotes,
  upsertAttachment,
} from '../../../main/engine/store/index.ts';
import { namedAttachment } from '../attachments/named-attachment.ts';
import { purchaseOrder } from '../orders.ts';
import { type ArchivingHouse, bundle, openArchivingHouse } from './house.ts';

let house: ArchivingHouse;
afterEach(async () => {
  await house.close();
  house.remove();
});

const order = (id: number, claim = `RC-${id}`) => purchaseOrder(id, { insuranceClaimNumber: claim });

/** Takes orders, and resolves once they are examined. */
async function openWith(ids: readonly number[]): Promise<number[]> {
  house = await openArchivingHouse();
  const recordIds: number[] = [];
  for (const id of ids) recordIds.push((await house.receive('purchaseOrder', id, order(id))).recordId);
  await house.records.examiner.idle();
  return recordIds;
}

const bytesOf = async (seq: number) => (await house.store.read((tx) => findEntry(tx, seq)))?.bytes ?? null;
const walk = () => house.store.read((tx) => walkJournal(tx, beforeFirst, 1000));

describe('a record that was moved', () => {
  test('is a stub that is found by its identifiers, and its bytes are gone', async () => {
    const [one = 0, two = 0] = await openWith([11, 12]);
    await house.list.addNote({ id: one, text: 'Llamar al taller' });
    await house.list.setReviewed({ id: one, revision: 1, reviewed: true });
    const before = await house.list.get({ id: one });
    const done = await house.archived.archive(bundle('a'), [{ id: one, revision: 1 }]);
    expect(done).toEqual({ archived: 1, changed: [] });
    await house.released();
    expect(await bytesOf(one)).toBeNull();
    expect(await bytesOf(two)).not.toBeNull();
    const [row] = await house.store.read((tx) => listBundles(tx, 10));
    expect(row).toMatchObject({ file: '/archivos/a.perito', records: 1 });
    const after = await house.list.get({ id: one });
    expect(after).toMatchObject({
      number: before.number,
      claimNumber: 'RC-11',
      total: before.total,
      reviewedAt: before.reviewedAt,
      findingCount: before.findingCount,
      archivedIn: row?.id,
      archivedRevisions: 1,
      body: '',
      bodyBytes: 0,
      findings: [],
      notes: [],
      attachments: [],
    });
    expect(after.revisions).toMatchObject([{ revision: 1, bytes: null, archivedIn: row?.id }]);
    expect(await house.list.body({ id: one })).toEqual({ bytes: '', next: null });
    for (const search of ['RC-11', '11', before.number, before.partyName ?? ''])
      expect((await house.list.list({ search })).rows.map(({ id }) => id)).toContain(one);
    expect((await house.store.read((tx) => listLinks(tx, one))).map(({ name }) => name)).toContain(
      'claimNumber',
    );
    expect((await walk()).broken).toBeNull();
  });

  test('has the number that it had, whatever comes again', async () => {
    const [one = 0] = await openWith([11]);
    const { number } = await house.list.get({ id: one });
    await house.archived.archive(bundle('a'), [{ id: one, revision: 1 }]);
    await house.released();
    const again = await house.receive('purchaseOrder', 11, order(11));
    expect(again).toMatchObject({ outcome: 'same', number });
    // Other bytes of the same content, too.
    const respelled = Buffer.from(JSON.stringify(order(11), null, 1));
    expect(await house.receive('purchaseOrder', 11, respelled)).toMatchObject({ outcome: 'same', number });
    const other = await house.receive('purchaseOrder', 11, order(11, 'RC-99'));
    expect(other).toMatchObject({ outcome: 'revised', number });
    await house.records.examiner.idle();
    const back = await house.list.get({ id: one });
    expect(back).toMatchObject({
      revision: 2,
      archivedIn: null,
      archivedRevisions: 1,
      claimNumber: 'RC-99',
      reviewedAt: null,
    });
    expect(back.findings.map(({ code }) => code)).toContain('revision.changed');
    expect(back.revisions.map(({ bytes, archivedIn }) => [bytes !== null, archivedIn])).toEqual([
      [true, null],
      [false, expect.any(Number)],
    ]);
    expect(await house.list.get({ id: one, revision: 1 })).toMatchObject({ body: '' });
    // And once more, to another bundle, which has the second revision alone.
    await house.archived.archive(bundle('b'), [{ id: one, revision: 2 }]);
    await house.released();
    const gone = await house.list.get({ id: one });
    expect(gone).toMatchObject({ archivedRevisions: 2 });
    expect(new Set(gone.revisions.map(({ archivedIn }) => archivedIn)).size).toBe(2);
    expect((await walk()).broken).toBeNull();
  });

  test('keeps what was noted of it since', async () => {
    const [one = 0] = await openWith([11]);
    await house.archived.archive(bundle('a'), [{ id: one, revision: 1 }]);
    await house.list.addNote({ id: one, text: 'Preguntaron por él' });
    expect(await house.store.read((tx) => listNotes(tx, one))).toHaveLength(1);
  });
});

describe('a check finds', () => {
  const found = async () => {
    const codes: string[] = [];
    for (let place: ComparisonPlace | null = comparisonStart; place !== null; ) {
      const at: ComparisonPlace = place;
      const step = await house.store.read((tx) => compareWithJournal(tx, at));
      if (step.found !== null) codes.push(step.found.code);
      place = step.next;
    }
    return codes;
  };

  test.each([
    ['nothing where all is as the journal says', 'UPDATE record SET claim_number = claim_number', []],
    [
      'a record that does not say that it was moved',
      'UPDATE record SET archived_revision = NULL, archived_bundle = NULL',
      ['recordOfArchived'],
    ],
    [
      'one that says so and was not',
      'UPDATE record SET archived_revision = 1 WHERE archived_revision IS NULL',
      ['archivedOfRecord'],
    ],
  ])('%s', async (_, change, codes) => {
    const [one = 0] = await openWith([11, 12]);
    await house.archived.archive(bundle('a'), [{ id: one, revision: 1 }]);
    await house.store.write((tx) => tx.run(change));
    expect(await found()).toEqual(codes);
  });
});

describe('a record stays as it is', () => {
  test('where another revision came, or somebody did something to it, since the bundle was made', async () => {
    const [one = 0, two = 0, three = 0] = await openWith([11, 12, 13]);
    await house.receive('purchaseOrder', 11, order(11, 'RC-99'));
    await house.records.examiner.idle();
    await house.list.addNote({ id: two, text: 'Después' });
    const records = [one, two, three, 9999].map((id) => ({ id, revision: 1 }));
    const done = await house.archived.archive(bundle('a', 0), records);
    expect(done).toEqual({ archived: 1, changed: [one, two, 9999] });
    await house.released();
    expect(await bytesOf(one)).not.toBeNull();
    expect(await house.list.get({ id: two })).toMatchObject({
      archivedIn: null,
      notes: [{ text: 'Después' }],
    });
    // A call that is made again finds the one that is a stub already.
    expect(await house.archived.archive(bundle('a', 0), records)).toEqual(done);
  });
});

describe('what people do while a record leaves', () => {
  const actor = { person: 'Ana Prueba', via: 'token' } as const;
  const shape = { kind: 'point', x: 0.5, y: 0.5 } as const;
  const noted = { code: 'revision.changed', scope: 'record', reason: 'Lo llamé' } as const;

  /** A record with a finding and a photo. */
  async function openWithPhoto() {
    const [one = 0] = await openWith([11]);
    await house.receive('purchaseOrder', 11, order(11, 'RC-99'));
    await house.records.examiner.idle();
    const arrival = { recordId: one, revision: 2, at: 0 };
    const queued = { state: 'queued', problem: null, detail: null, nextAttemptAt: null } as const;
    await house.store.write((tx) =>
      upsertAttachment(tx, arrival, namedAttachment({ identity: 'foto' }), queued),
    );
    const annotations = createAnnotations({ ...house, onChange() {} });
    return { one, annotations };
  }

  test('is refused, or stays beside the stub', async () => {
    const { one, annotations } = await openWithPhoto();
    const [photo] = await house.store.read((tx) => listAttachmentsOfRecord(tx, one, 2));
    const said: unknown[] = [];
    house.beforeTold(async () => {
      const { records } = house;
      said.push(await annotations.add(photo?.id ?? 0, shape, 'Aquí', actor));
      said.push(await records.acknowledge({ recordId: one, ...noted }, actor));
      said.push(await records.setReviewed(one, 2, actor));
      await house.list.addNote({ id: one, text: 'Justo ahora' });
    });
    const done = await house.archived.archive(bundle('a'), [{ id: one, revision: 2 }]);
    expect(done).toEqual({ archived: 1, changed: [] });
    expect(said).toEqual([
      null,
      { outcome: 'noFinding' },
      { row: expect.objectContaining({ reviewedAt: null }), isNewer: false },
    ]);
    expect(await house.list.get({ id: one })).toMatchObject({
      notes: [{ text: 'Justo ahora' }],
      reviewedAt: null,
    });
  });

  test('keeps it where a photo was marked since its bundle was made', async () => {
    const { one, annotations } = await openWithPhoto();
    const [photo] = await house.store.read((tx) => listAttachmentsOfRecord(tx, one, 2));
    const before = (await house.store.read(findAuditHead)).lastId;
    expect(await annotations.add(photo?.id ?? 0, shape, 'Aquí', actor)).toMatchObject({ text: 'Aquí' });
    const records = [{ id: one, revision: 2 }];
    expect(await house.archived.archive(bundle('a', before), records)).toEqual({
      archived: 0,
      changed: [one],
    });
    // It leaves no more, and may be marked again.
    expect(await annotations.add(photo?.id ?? 0, shape, 'Y aquí', actor)).toMatchObject({ text: 'Y aquí' });
  });
});
