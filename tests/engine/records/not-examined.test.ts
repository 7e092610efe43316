import { expect, onTestFinished, test } from 'vitest';
import { openExamination } from '../../../main/engine/examination/index.ts';
import type { Examination } from '../../../main/engine/records/index.ts';
import { examine } from '../../../main/engine/records/index.ts';
import {
  findLatestRevision,
  findSetting,
  listAudit,
  listFindings,
  upsertSetting,
} from '../../../main/engine/store/index.ts';
import { ManualClock } from '../manual-clock.ts';
import { purchaseOrder } from '../orders.ts';
import { openRecords } from './house.ts';

/** Examines until it comes to an order with this comment. */
function broughtDownBy(comment: string): Examination & { tried: number[][] } {
  const tried: number[][] = [];
  return {
    tried,
    async examine(rows, thresholds) {
      tried.push(rows.map(({ seq }) => seq));
      const bad = rows.findIndex(({ body }) => Buffer.from(body ?? []).includes(comment));
      const good = bad < 0 ? rows : rows.slice(0, bad);
      return {
        examined: good.map((row) => examine(row, { thresholds, namedBy: () => [] })),
        failure: bad < 0 ? null : 'outOfMemory',
      };
    },
    close: async () => {},
  };
}

type House = Awaited<ReturnType<typeof openRecords>>;
const codesOf = async (house: House, recordId: number) =>
  (await house.store.read((tx) => listFindings(tx, recordId, 1))).map(({ code }) => code);

test('what brings the examiner down is said, not tried again, and keeps nobody else from being examined', async () => {
  const examination = broughtDownBy('veneno');
  const house = await openRecords({ examination });
  for (let id = 1; id <= 5; id++) {
    const comments = id === 3 ? 'veneno' : 'bien';
    await house.receive('purchaseOrder', id, purchaseOrder(id, { comments, extra: id }));
  }
  await house.records.examiner.idle();
  expect(await codesOf(house, 3)).toEqual(['record.notExamined']);
  for (const id of [1, 2, 4, 5]) expect(await codesOf(house, id)).toEqual(['wire.unknownProperty']);
  const [finding] = await house.store.read((tx) => listFindings(tx, 3, 1));
  expect(finding).toMatchObject({ severity: 'error', parameters: '{"reason":"outOfMemory"}' });
  expect(examination.tried.filter((ids) => ids.includes(3))).toHaveLength(1);

  // All is examined again, but for what is known to bring it down; also by the next run.
  const actor = { person: 'Ana Prueba', via: 'token' } as const;
  await house.settings.update({ findings: { lineTolerance: '2' } }, actor);
  await house.records.examiner.idle();
  await house.close();
  const next = await openRecords({ dataDir: house.dataDir, examination });
  await next.settings.update({ findings: { lineTolerance: '3' } }, actor);
  await next.records.examiner.idle();
  expect(examination.tried.flat().filter((id) => id === 3)).toEqual([3]);
  expect(examination.tried.flat().filter((id) => id === 4).length).toBeGreaterThanOrEqual(3);
  expect(await codesOf(next, 3)).toEqual(['record.notExamined']);
  await next.close();
  next.remove();
});

test('where nobody waits, one batch is examined while the one before is kept, also where one brings the examiner down', async () => {
  const inner = broughtDownBy('veneno');
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  /** Of each batch its first and last, and what was kept when it was handed over. */
  const handed: { first: number; last: number; kept: number }[] = [];
  const examination: Examination = {
    ...inner,
    async examine(rows, thresholds) {
      const kept = Number((await house.store.read((tx) => findSetting(tx, 'examinedEntry'))) ?? 0);
      handed.push({ first: rows[0]?.seq ?? 0, last: rows.at(-1)?.seq ?? 0, kept });
      await begun;
      return inner.examine(rows, thresholds);
    },
  };
  const house = await openRecords({ examination, isAlone: true });
  onTestFinished(async () => {
    await house.close();
    house.remove();
  });
  const filler = 'x'.repeat(60_000);
  for (let id = 1; id <= 60; id++)
    await house.receive(
      'purchaseOrder',
      id,
      purchaseOrder(id, { comments: id === 30 ? 'veneno' : filler, extra: id }),
    );
  begin();
  await house.records.examiner.idle();
  for (let id = 1; id <= 60; id++)
    expect(await codesOf(house, id)).toContain(id === 30 ? 'record.notExamined' : 'wire.unknownProperty');
  const overlaps = handed.filter(({ first, kept }, index) => kept < first - 1 && index > 0);
  expect(overlaps.length).toBeGreaterThanOrEqual(2);
  // Never two ahead: all but the batch before is kept.
  for (const [index, { kept }] of handed.entries())
    expect(kept).toBeGreaterThanOrEqual((handed[index - 1]?.first ?? 1) - 1);
});

test('where nothing is known against any, all is tried again later', async () => {
  let isBroken = true;
  const sound = broughtDownBy('nada');
  const examination: Examination = {
    ...sound,
    examine: (rows, thresholds) =>
      isBroken ? Promise.reject(new Error('no thread')) : sound.examine(rows, thresholds),
  };
  const house = await openRecords({ examination });
  await house.receive('purchaseOrder', 1, purchaseOrder(1, { extra: 1 }));
  await house.records.examiner.idle();
  expect(await codesOf(house, 1)).toEqual([]);
  isBroken = false;
  await house.receive('purchaseOrder', 2, purchaseOrder(2, { extra: 1 }));
  await house.records.examiner.idle();
  for (const id of [1, 2]) expect(await codesOf(house, id)).toEqual(['wire.unknownProperty']);
  await house.close();
  house.remove();
});

test('an attempt is noted before it begins: after a run that ended in one, each is tried alone, and one that ends it again is not', async () => {
  const first = await openRecords({ clock: new ManualClock() });
  for (let id = 1; id <= 3; id++) await first.receive('purchaseOrder', id, purchaseOrder(id, { extra: id }));
  await first.close();

  /** The run ends in the midst of the examination that begins: all that is left of it is the note. */
  const endedIn = async (expected: number[]) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const tried: number[] = [];
    let noted: string | null = null;
    const run = await openRecords({
      dataDir: first.dataDir,
      examination: {
        async examine(rows) {
          tried.push(...rows.map(({ seq }) => seq));
          noted = await run.store.read((tx) => findSetting(tx, 'examinationBegan'));
          resolve();
          throw new Error('the program ends');
        },
        close: async () => {},
      },
    });
    await promise;
    await run.close();
    expect(tried).toEqual(expected);
    // A clean end clears the note; this one was none.
    const after = await openRecords({ dataDir: first.dataDir, clock: new ManualClock() });
    await after.store.write((tx) => upsertSetting(tx, 'examinationBegan', noted ?? 'null'));
    await after.close();
  };
  await endedIn([1, 2, 3]);
  await endedIn([1]);

  const examination = broughtDownBy('nada');
  const last = await openRecords({ dataDir: first.dataDir, examination });
  await last.records.examiner.idle();
  expect(examination.tried).toEqual([[2], [3]]);
  expect(await codesOf(last, 1)).toEqual(['record.notExamined']);
  for (const id of [2, 3]) expect(await codesOf(last, id)).toEqual(['wire.unknownProperty']);
  await last.close();
  last.remove();
});

/** Order 1 brought the examiner down in an earlier run. */
async function afterFailure(examination?: Examination) {
  const first = await openRecords({ examination: broughtDownBy('veneno') });
  const { recordId } = await first.receive(
    'purchaseOrder',
    1,
    purchaseOrder(1, { comments: 'veneno', extra: 1 }),
  );
  await first.records.examiner.idle();
  await first.close();
  const house = await openRecords({ dataDir: first.dataDir, ...(examination && { examination }) });
  onTestFinished(async () => {
    await house.close();
    house.remove();
  });
  await house.records.examiner.idle();
  expect(await codesOf(house, recordId)).toEqual(['record.notExamined']);
  const notedNow = async () =>
    (await house.store.read((tx) => findLatestRevision(tx, recordId)))?.notExamined ?? null;
  const audited = async () =>
    (await house.store.read((tx) => listAudit(tx, { beforeId: Number.MAX_SAFE_INTEGER, limit: 10 }))).filter(
      ({ action }) => action === 'record.examinedAgain',
    ).length;
  return { ...house, recordId, notedNow, audited };
}

test('tried once more by hand in the real examiner, it is examined, and nothing is known against it any more', async () => {
  const real = openExamination({ platformUrl: () => null });
  const house = await afterFailure(real);
  const { recordId } = house;
  const { reason, record } = await house.list.examineAgain({ id: recordId });
  expect(reason).toBeNull();
  expect(record).toMatchObject({ findingCount: 1, attentionCount: 0 });
  expect(await codesOf(house, recordId)).toEqual(['wire.unknownProperty']);
  expect([await house.notedNow(), await house.audited()]).toEqual([null, 1]);
  await expect(house.list.examineAgain({ id: recordId })).rejects.toMatchObject({ code: 'WAS_EXAMINED' });
  await expect(house.list.examineAgain({ id: 999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await house.audited()).toBe(1);
});

test('the attempt by hand is noted before it begins: what is known against the record stands until it is examined', async () => {
  let noted: unknown[] = [];
  const seen = async () => {
    noted = [await house.notedNow(), await house.audited()];
  };
  const examination: Examination = {
    async examine() {
      await seen();
      return { examined: [], failure: 'timedOut' };
    },
    close: async () => {},
  };
  const house = await afterFailure(examination);
  const { recordId } = house;
  expect(await house.list.examineAgain({ id: recordId })).toMatchObject({ reason: 'timedOut' });
  expect(noted).toEqual(['outOfMemory', 1]);
  expect(await house.notedNow()).toBe('timedOut');
  const [finding] = await house.store.read((tx) => listFindings(tx, recordId, 1));
  expect(finding).toMatchObject({ code: 'record.notExamined', parameters: '{"reason":"timedOut"}' });
});

test('where the examiner itself does not work, the attempt is not done, and all stands', async () => {
  const house = await afterFailure({
    examine: () => Promise.reject(new Error('no thread')),
    close: async () => {},
  });
  await expect(house.list.examineAgain({ id: house.recordId })).rejects.toThrow();
  expect(await house.notedNow()).toBe('outOfMemory');
  expect(await codesOf(house, house.recordId)).toEqual(['record.notExamined']);
});
