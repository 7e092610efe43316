/** How what was examined is kept: in which batches and jobs, what is told of it, and what of an attempt that failed. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { type createRecords, type Examination, examine } from '../../../main/engine/records/index.ts';
import {
  findLatestRevision,
  findSetting,
  listAudit,
  listFindings,
  upsertSetting,
} from '../../../main/engine/store/index.ts';
import type { NotExamined } from '../../../shared/finding-terms.ts';
import { largeBodyBytes } from '../../../shared/marketplace/tolerant-reader.ts';
import { putRecords } from '../claims/put-records.ts';
import { financialDocument } from '../financial-documents.ts';
import { incidentReport } from '../incident-reports.ts';
import { purchaseOrder } from '../orders.ts';
import { clockWithoutPauses, openRecords } from './house.ts';

type Attachments = NonNullable<Parameters<typeof createRecords>[0]['attachments']>;
type KeepNamed = Attachments['keepNamed'];
type House = Awaited<ReturnType<typeof openHouse>>;

const actor = { person: 'Ana Prueba', via: 'token' } as const;
const odd = (id: number, changes = {}) => purchaseOrder(id, { workshopTaxId: '123', ...changes });
const publishedRecord = (id: number) => ({ topic: 'records', kind: 'purchaseOrder', ids: [id] });
const claims = { topic: 'claims' };

/**
 * A house in which time stands still, whose examination and attachments note what they are asked for. It may
 * be given another examination, such as one that fails.
 */
async function openHouse() {
  const tried: number[][] = [];
  const working: Examination = {
    examine: async (rows, thresholds) => ({
      examined: rows.map((row) => examine(row, { thresholds, namedBy: attachments.namedBy })),
      failure: null,
    }),
    close: async () => {},
  };
  let examining = working.examine;
  const attachments = {
    namedBy: () => ['photo'],
    keepNamed: vi.fn<KeepNamed>(async () => ({ isOther: false, next: null })),
    wake: vi.fn<Attachments['wake']>(),
  };
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const clock = clockWithoutPauses();
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  /** So many batches are examined in a rush. */
  const load = { rushes: 0, isRush: () => load.rushes-- > 0 };
  const house = await openRecords({
    clock,
    load,
    attachments,
    log,
    examination: {
      examine(rows, thresholds) {
        tried.push(rows.map(({ seq }) => seq));
        return examining(rows, thresholds);
      },
      close: working.close,
    },
  });
  const { examiner } = house.records;
  await examiner.idle();
  const publish = vi.spyOn(house.changes, 'publish');
  onTestFinished(async () => {
    now.mockRestore();
    await house.close();
    house.remove();
  });
  const forget = () => {
    tried.length = 0;
    clock.pauses.length = 0;
    publish.mockClear();
    attachments.keepNamed.mockClear();
    attachments.wake.mockClear();
    log.error.mockClear();
  };
  return {
    ...house,
    examiner,
    attachments,
    clock,
    load,
    log,
    now,
    send: house.receive,
    tried,
    working,
    examineWith(examine: Examination['examine']) {
      examining = examine;
    },
    forget,
    /** Puts something there while the examiner rests, and has it examined. */
    async examined(putting: () => Promise<unknown>) {
      await examiner.stop();
      await putting();
      forget();
      examiner.start();
      await examiner.idle();
    },
    /** But for the sums, which follow when there is time. */
    published: () => publish.mock.calls.map(([one]) => one).filter(({ topic }) => topic !== 'figures'),
    /** The pauses of the examiner; changes are gathered for 100 ms. */
    pauses: () => clock.pauses.filter((milliseconds) => milliseconds !== 100),
    codesOf: async (recordId: number) =>
      (await house.store.read((tx) => listFindings(tx, recordId, 1))).map(({ code }) => code),
    notedOf: async (recordId: number) =>
      (await house.store.read((tx) => findLatestRevision(tx, recordId)))?.notExamined ?? null,
  };
}

/** Has a record's attachments kept in so many jobs; all of them are new. */
function inParts(recordId: number, parts: number, eachTime: KeepNamed = async () => done): KeepNamed {
  return async (tx, target) => {
    if (target.recordId !== recordId) return done;
    await eachTime(tx, target);
    return { isOther: true, next: target.from + 1 < parts ? target.from + 1 : null };
  };
}
const done = { isOther: false, next: null };

test('what a record names is kept before its findings, in several jobs where it is much, and fetched after each', async () => {
  const house = await openHouse();
  const findings: number[] = [];
  house.attachments.keepNamed.mockImplementation(
    inParts(2, 3, async (tx) => {
      findings.push((await listFindings(tx, 2, 1)).length);
      return done;
    }),
  );
  await house.examined(async () => {
    for (const id of [1, 2, 3]) await house.send('purchaseOrder', id, odd(id));
  });
  expect(house.tried).toEqual([[1, 2, 3]]);
  const of = (recordId: number, from: number) => ({ recordId, revision: 1, named: ['photo'], from });
  expect(house.attachments.keepNamed.mock.calls.map(([, target]) => target)).toEqual([
    of(1, 0),
    of(2, 0),
    of(2, 1),
    of(2, 2),
    of(3, 0),
  ]);
  expect(findings).toEqual([0, 0, 0]);
  expect(house.attachments.wake.mock.calls).toEqual([[[2]], [[2]], [[2]]]);
  expect(house.published()).toEqual([
    claims,
    publishedRecord(1),
    claims,
    claims,
    { topic: 'records', kind: 'purchaseOrder', ids: [2, 3] },
  ]);
  await house.examined(() => house.send('purchaseOrder', 4, odd(4)));
  expect(house.attachments.wake).not.toHaveBeenCalled();
});

test('records whose findings are others once they were looked at again are told of', async () => {
  const house = await openHouse();
  await house.examined(() =>
    house.send('financialDocument', 1, financialDocument(1, { purchaseOrderId: 5 })),
  );
  await house.examined(() => house.send('purchaseOrder', 5, purchaseOrder(5)));
  expect(house.published()).toEqual([claims, { topic: 'records', kind: 'financialDocument', ids: [1] }]);
});

test('what a record names is read in this thread where no other examines', async () => {
  const keepNamed = vi.fn<KeepNamed>(async () => done);
  const namedBy: Attachments['namedBy'] = ({ kind }) => [`photo of ${kind}`];
  const house = await openRecords({
    clock: clockWithoutPauses(),
    attachments: { namedBy, keepNamed, wake: () => {} },
  });
  onTestFinished(async () => {
    await house.close();
    house.remove();
  });
  await house.receive('purchaseOrder', 1, odd(1));
  await house.records.examiner.idle();
  expect(keepNamed.mock.calls.map(([, { named }]) => named)).toEqual([['photo of purchaseOrder']]);
});

test('what was examined under other thresholds is not kept once they changed', async () => {
  const house = await openHouse();
  const kept = Promise.withResolvers<void>();
  // Stored behind the job that is under way then, and before the next.
  const changed = kept.promise.then(() =>
    house.settings.update({ findings: { aboveAveragePercent: 4 } }, actor),
  );
  house.attachments.keepNamed.mockImplementation(
    inParts(1, 2, async (_, { from }) => {
      if (from === 0) kept.resolve();
      return done;
    }),
  );
  // 4.2 % above the market's average.
  await house.examined(() => house.send('purchaseOrder', 1, purchaseOrder(1)));
  await changed;
  expect(house.tried).toEqual([[1], [1]]);
  expect(await house.codesOf(1)).toEqual(['price.aboveAverage']);
});

test.each<[name: string, put: (house: House) => Promise<unknown>, tried: number[], pauses: number[]]>([
  [
    '65 at the start, where nobody calls',
    (house) => putRecords(house, ...many(65).map((id) => ['purchaseOrder', id, {}] as const)),
    [64, 1],
    [0, 4, 4],
  ],
  ['30 that arrived', ({ send }) => sendMany(send, 30), [24, 6], [0, 20, 4]],
  ['40 that arrived at once', ({ send }) => sendMany(send, 40), [24, 16], [0, 20, 4]],
  [
    '41 in a rush that ends then',
    ({ send, load }) => {
      load.rushes = 1;
      return sendMany(send, 41);
    },
    [8, 33],
    [0, 150, 4],
  ],
  [
    'six whose bodies are large, a mebibyte at a time',
    ({ send }) => sendMany(send, 6, largeBodyBytes),
    [4, 2],
    [0, 20, 4],
  ],
])('%s are examined in batches, with a pause after each', async (_, put, tried, pauses) => {
  const house = await openHouse();
  await house.examined(() => put(house));
  expect(house.tried.map(({ length }) => length)).toEqual(tried);
  expect(house.pauses()).toEqual(pauses);
});

const many = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const sendMany = (send: House['send'], count: number, bytes = 0) =>
  Promise.all(
    many(count).map((id) => {
      const around = JSON.stringify({ id, comments: '' }).length;
      return send('purchaseOrder', id, { id, comments: 'x'.repeat(Math.max(0, bytes - around)) });
    }),
  );

test('each job keeps as many as there is time for, at least one; nothing is examined twice for it', async () => {
  const house = await openHouse();
  const reports = (from: number) =>
    putRecords(
      house,
      ...[0, 1, 2].map((n) => ['incidentReport', from + n, incidentReport(from + n)] as const),
    );
  const jobs = () => house.published().filter(({ topic }) => topic === 'claims').length;
  /** How many jobs it takes to look at all reports again. */
  const jobsToLookAgain = async () => {
    const { store } = house;
    const write = vi.spyOn(store, 'write');
    house.forget();
    await house.records.recheck({ name: 'incidentReport', value: '' });
    await house.examiner.idle();
    const jobs = write.mock.calls.length - 1;
    write.mockRestore();
    return jobs;
  };
  await house.examined(() => reports(1));
  expect([jobs(), house.tried.length]).toEqual([1, 1]);
  expect([await jobsToLookAgain(), house.pauses()]).toEqual([1, [20]]);
  // Each look at the clock takes as long as a job may.
  let time = 0;
  house.now.mockImplementation(() => (time += 4));
  await house.examined(() => reports(11));
  expect([jobs(), house.tried.length]).toEqual([3, 1]);
  // The last one finds that none is left.
  expect(await jobsToLookAgain()).toBe(7);
});

test('a large body that was never read is handed over whole, and what is read of it is kept', async () => {
  const house = await openHouse();
  const comments = 'x'.repeat(600 * 1024);
  const wholes: (number | undefined)[] = [];
  house.examineWith((rows, thresholds) => {
    for (const { body, whole } of rows) wholes.push(body === null ? whole?.length : 0);
    return house.working.examine(rows, thresholds);
  });
  await house.examined(async () => {
    for (const id of [1, 2, 3])
      await house.send(
        'financialDocument',
        id,
        financialDocument(id, { comments, purchaseOrderId: 50 + id }),
      );
    // As an older version left them.
    await house.store.write(async (tx) => tx.run('DELETE FROM large_body'));
  });
  const bytes = Buffer.byteLength(JSON.stringify(financialDocument(1, { comments, purchaseOrderId: 51 })));
  expect(wholes).toEqual([bytes, bytes, bytes]);
  expect(house.tried).toEqual([[1, 2], [3]]);
  for (const id of [1, 2, 3]) expect(await house.codesOf(id)).toContain('order.unknown');
  const latest = await house.store.read((tx) => findLatestRevision(tx, 1));
  expect(JSON.parse(Buffer.from(latest?.body ?? []).toString())).toMatchObject({ documentId: 1 });
});

test('an examination that fails is logged; all is tried again when something arrives, and busy only then', async () => {
  const house = await openHouse();
  const failure = new Error('no thread');
  house.examineWith(() => Promise.reject(failure));
  await house.examined(() => house.send('purchaseOrder', 1, odd(1)));
  expect(house.log.error.mock.calls).toEqual([[{ err: failure }, expect.any(String)]]);
  expect(await house.examiner.backlog()).toEqual({ revisions: 1, since: null });
  house.examineWith(house.working.examine);
  house.examiner.wake();
  await house.examiner.idle();
  expect(house.tried).toEqual([[1], [1]]);
  expect(await house.codesOf(1)).toEqual(['taxId.form']);
});

test('it is busy from its start or from the first arrival, until nothing is left', async () => {
  const house = await openHouse();
  const { clock, examiner } = house;
  let [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hold = () => {
    [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  };
  house.examineWith(async (rows, thresholds) => {
    begun.resolve();
    await goOn.promise;
    return house.working.examine(rows, thresholds);
  });
  onTestFinished(() => goOn.resolve());
  const atStart = clock.time;
  await house.send('purchaseOrder', 1, odd(1));
  await begun.promise;
  clock.time += 1000;
  await house.send('purchaseOrder', 2, odd(2));
  expect(await examiner.backlog()).toEqual({ revisions: 2, since: atStart });
  goOn.resolve();
  await examiner.idle();
  expect(await examiner.backlog()).toEqual({ revisions: 0, since: null });

  await examiner.stop();
  hold();
  await house.send('purchaseOrder', 3, odd(3));
  expect(await examiner.backlog()).toEqual({ revisions: 1, since: null });
  clock.time += 1000;
  examiner.start();
  await begun.promise;
  expect(await examiner.backlog()).toEqual({ revisions: 1, since: clock.time });
  goOn.resolve();
  await examiner.idle();
});

/** A house whose first two records brought the examiner down. */
async function afterFailures() {
  const house = await openHouse();
  house.examineWith(async () => ({ examined: [], failure: 'outOfMemory' }));
  await house.examined(async () => {
    for (const id of [1, 2]) await house.send('purchaseOrder', id, odd(id));
  });
  expect(house.log.error.mock.calls).toEqual([
    [{ entry: 1, reason: 'outOfMemory' }, expect.any(String)],
    [{ entry: 2, reason: 'outOfMemory' }, expect.any(String)],
  ]);
  expect(house.tried).toEqual([[1, 2], [2]]);
  expect(house.published()).toEqual([claims, publishedRecord(1), claims, publishedRecord(2)]);
  house.forget();
  return house;
}

test('what succeeds by hand is kept in its jobs; what was known against it stands until all of it is', async () => {
  const house = await afterFailures();
  house.examineWith(house.working.examine);
  const noted: unknown[] = [];
  house.attachments.keepNamed.mockImplementation(
    inParts(2, 2, async (tx) => {
      noted.push((await findLatestRevision(tx, 2))?.notExamined);
      return done;
    }),
  );
  const { records } = house;
  expect(await Promise.all([1, 2].map((id) => records.examineAgain(id, actor)))).toEqual(
    Array(2).fill({ outcome: 'examined' }),
  );
  await house.examiner.idle();
  expect(noted).toEqual(['outOfMemory', 'outOfMemory']);
  expect([await house.notedOf(1), await house.notedOf(2)]).toEqual([null, null]);
  expect(await house.codesOf(2)).toEqual(['taxId.form']);
  expect(house.tried).toEqual([[1], [2]]);
  expect(house.attachments.wake.mock.calls).toEqual([[[2]], [[2]]]);
  expect(house.published()).toEqual([publishedRecord(1), claims, publishedRecord(2), claims]);
  expect(house.log.error).not.toHaveBeenCalled();
});

test.each<[failure: NotExamined | null, reason: NotExamined]>([
  ['timedOut', 'timedOut'],
  // An examination that says nothing of what it was given.
  [null, 'crashed'],
])('what fails by hand with %j is known as %s from then on, and logged', async (failure, reason) => {
  const house = await afterFailures();
  house.examineWith(async () => ({ examined: [], failure }));
  expect(await house.records.examineAgain(1, actor)).toEqual({ outcome: 'notExamined', reason });
  await house.examiner.idle();
  expect(await house.notedOf(1)).toBe(reason);
  expect(house.log.error.mock.calls).toEqual([[{ entry: 1, reason }, expect.any(String)]]);
  expect(house.published()).toEqual([publishedRecord(1), claims]);
  expect(house.attachments.wake).not.toHaveBeenCalled();
  // It was noted before it began.
  const audit = await house.store.read((tx) =>
    listAudit(tx, { subject: 'record:1', beforeId: 1e9, limit: 1 }),
  );
  expect(audit).toMatchObject([{ action: 'record.examinedAgain' }]);
  expect(JSON.parse(audit[0]?.detail ?? '')).toEqual({ revision: 1, reason: 'outOfMemory' });
});

test('attempts by hand that are asked for while something arrived is examined are all done', async () => {
  const house = await afterFailures();
  const outcomes: unknown[] = [];
  house.examineWith((rows, thresholds) => {
    if (rows.some(({ seq }) => seq === 3))
      for (const id of [1, 2]) void house.examiner.again(id).then((outcome) => outcomes.push(outcome));
    return house.working.examine(rows, thresholds);
  });
  await house.send('purchaseOrder', 3, odd(3));
  await house.examiner.idle();
  expect(outcomes).toEqual(Array(2).fill({ outcome: 'examined' }));
});

test('whoever waits for an attempt by hand is told when the examiner stops', async () => {
  const house = await afterFailures();
  const { promise, resolve } = Promise.withResolvers<void>();
  house.examineWith(async (rows, thresholds) => {
    await promise;
    return house.working.examine(rows, thresholds);
  });
  const [first, second] = [house.examiner.again(1), house.examiner.again(2)];
  const refused = expect(second).rejects.toThrow('stopped');
  const stopped = house.examiner.stop();
  resolve();
  await stopped;
  expect(await first).toEqual({ outcome: 'examined' });
  await refused;
});

const note = 'examinationBegan';
test.each<[name: string, note: object | null, tried: number[]]>([
  ['a run that ended well', null, [3]],
  ['a run that ended in the midst', { after: 2, isAlone: false }, [1, 1, 1]],
  ['a run that ended with the first of them alone', { after: 2, isAlone: true }, [1, 1]],
  ['a run that ended with another alone', { after: 1, isAlone: true }, [1, 1, 1]],
])('after %s so many are tried together', async (_, left, tried) => {
  const house = await openHouse();
  const put = (...ids: number[]) =>
    putRecords(house, ...ids.map((id) => ['purchaseOrder', id, odd(id)] as const));
  await house.examined(() => put(1, 2));
  await house.examined(async () => {
    await put(3, 4, 5);
    if (left !== null) await house.store.write((tx) => upsertSetting(tx, note, JSON.stringify(left)));
  });
  expect(house.tried.map(({ length }) => length)).toEqual(tried);
  const isLeftOut = tried.length === 2;
  expect((await house.codesOf(3)).includes('record.notExamined')).toBe(isLeftOut);
  expect((await house.codesOf(4)).includes('record.notExamined')).toBe(false);
});

test('after a run that ended in the midst, 64 are tried alone; a clean end says so, where anything was tried', async () => {
  const house = await openHouse();
  const noted = () => house.store.read((tx) => findSetting(tx, note));
  const left = JSON.stringify({ after: 0, isAlone: false });
  await house.examined(() => house.store.write((tx) => upsertSetting(tx, note, left)));
  await house.examiner.stop();
  expect(await noted()).toBe(left);
  await house.examined(() => putRecords(house, ...many(70).map((id) => ['purchaseOrder', id, {}] as const)));
  expect(house.tried.map(({ length }) => length)).toEqual([...Array(64).fill(1), 6]);
  expect(JSON.parse((await noted()) ?? '')).toMatchObject({ isAlone: false });
  await house.examiner.stop();
  expect(await noted()).toBe('null');
});

test('the next run examines nothing of what was examined', async () => {
  const house = await openHouse();
  await house.examined(() => house.send('purchaseOrder', 1, odd(1)));
  for (const run of [1, 2]) {
    await house.close();
    const tried: number[] = [];
    const next = await openRecords({
      dataDir: house.dataDir,
      clock: clockWithoutPauses(),
      examination: {
        async examine(rows) {
          tried.push(...rows.map(({ seq }) => seq));
          return { examined: [], failure: 'crashed' };
        },
        close: async () => {},
      },
    });
    await next.records.examiner.idle();
    expect([run, tried]).toEqual([run, []]);
    await next.close();
  }
});
