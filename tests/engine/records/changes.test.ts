/** What records say to others after each step, what is counted, and which settings have records looked at again. */
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { examine } from '../../../main/engine/records/index.ts';
import { findNextRecheck, listAudit } from '../../../main/engine/store/index.ts';
import type { SettingsChanges } from '../../../shared/contract/settings.ts';
import { recordKinds } from '../../../shared/terms.ts';
import { patience } from '../../patience.ts';
import { incidentReport } from '../incident-reports.ts';
import { purchaseOrder, serviceOrder } from '../orders.ts';
import { clockWithoutPauses, openRecords } from './house.ts';

const actor = { person: 'Ana Prueba', via: 'token' } as const;
/** Order 7 was asked about before it came. */
const onNewOrder = async (_: unknown, { marketplaceId }: { marketplaceId: number }) =>
  marketplaceId === 7 ? 77 : null;

type House = Awaited<ReturnType<typeof openRecords>>;
let house: House;
beforeAll(async () => {
  house = await openRecords({ clock: clockWithoutPauses(), onNewOrder });
});
afterAll(async () => {
  await house.close();
  house.remove();
});

/** What is published by something that is done, until nothing is left to be examined; figures follow when there is time for them. */
async function publishedBy(done: () => Promise<unknown>) {
  const publish = vi.spyOn(house.changes, 'publish');
  const outcome = await done();
  await house.records.examiner.idle();
  const published = publish.mock.calls.map(([one]) => one).filter(({ topic }) => topic !== 'figures');
  publish.mockRestore();
  return { outcome, published };
}
const record = (...ids: number[]) => ({ topic: 'records', kind: 'purchaseOrder', ids });
const claims = { topic: 'claims' };
const again = (id: number) => house.records.examiner.again(id);
const odd = (id: number, comments = '') => purchaseOrder(id, { workshopTaxId: '123', comments });

// A record's id is the place of its first delivery in the journal.
test.each<[name: string, done: () => Promise<unknown>, published: object[]]>([
  ['a new record', () => house.receive('purchaseOrder', 1, purchaseOrder(1)), [record(1), claims]],
  ['the same again', () => house.receive('purchaseOrder', 1, purchaseOrder(1)), []],
  [
    'a revision with a finding',
    () => house.receive('purchaseOrder', 1, odd(1)),
    [record(1), claims, record(1)],
  ],
  [
    'an order that was asked about',
    () => house.receive('purchaseOrder', 7, purchaseOrder(7)),
    [record(3), { topic: 'cancellations', ids: [77] }, claims],
  ],
  [
    'its revision, of which nothing was asked',
    () => house.receive('purchaseOrder', 7, purchaseOrder(7, { comments: 'Otra vez' })),
    [record(3), claims, record(3)],
  ],
  ['a note', () => house.records.addNote(1, 'Visto', actor), [{ topic: 'records', ids: [1] }]],
  ['a mark', () => house.records.setReviewed(3, 2, actor), [record(3)]],
  [
    'an acknowledgement',
    () =>
      house.records.acknowledge(
        { recordId: 1, code: 'taxId.form', scope: 'record', reason: 'Es así' },
        actor,
      ),
    [record(1)],
  ],
  ['taking it back', () => house.records.withdrawAcknowledgement(1, actor), [record(1)]],
])('%s is told of once it is kept, and again where its findings change', async (_, done, published) => {
  expect((await publishedBy(done)).published).toEqual(published);
});

test.each<[name: string, done: () => Promise<unknown>, outcome: unknown]>([
  ['a note on no record', () => house.records.addNote(99, 'Visto', actor), null],
  ['a mark on no record', () => house.records.setReviewed(99, 1, actor), null],
  [
    'an acknowledgement of what is not found',
    () =>
      house.records.acknowledge({ recordId: 1, code: 'vin.form', scope: 'record', reason: 'Es así' }, actor),
    { outcome: 'noFinding' },
  ],
  ['taking back none', () => house.records.withdrawAcknowledgement(99, actor), null],
  ['an attempt at no record', () => house.records.examineAgain(99, actor), null],
  ['an attempt at an examined one', () => house.records.examineAgain(1, actor), { outcome: 'wasExamined' }],
  ['an attempt at no record, of the examiner itself', () => again(99), { outcome: 'wasExamined' }],
  ['an attempt at an examined one, of the examiner itself', () => again(1), { outcome: 'wasExamined' }],
  [
    'looking at a record again that is not there',
    () => house.records.recheck({ name: 'record', value: '99' }),
    undefined,
  ],
])('%s changes nothing', async (_, done, outcome) => {
  const { published, outcome: own } = await publishedBy(done);
  expect(own).toEqual(outcome);
  expect(published.filter(({ topic }) => topic === 'records')).toEqual([]);
  const [last] = await house.store.read((tx) => listAudit(tx, { beforeId: 1e9, limit: 1 }));
  expect(last?.action).toBe('finding.acknowledgementWithdrawn');
});

test('what is examined together is told of once for each kind, without those whose findings stay', async () => {
  const { examiner } = house.records;
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => now.mockRestore());
  const { published } = await publishedBy(async () => {
    await examiner.stop();
    await house.receive('purchaseOrder', 11, odd(11));
    await house.receive('serviceOrder', 12, serviceOrder(12, { workshopPersonTaxId: '123' }));
    await house.receive('purchaseOrder', 13, purchaseOrder(13));
    await house.receive('purchaseOrder', 14, odd(14));
    examiner.start();
  });
  expect(published.slice(4)).toEqual([
    claims,
    record(5, 8),
    { topic: 'records', kind: 'serviceOrder', ids: [6] },
  ]);
});

test('new records are counted by kind, each once, also after a restart', async () => {
  const expected = { purchaseOrder: 5, serviceOrder: 1, incidentReport: 0, financialDocument: 0 };
  const counts = ({ records }: House) =>
    Object.fromEntries(recordKinds.map((kind) => [kind, records.count(kind)]));
  expect(counts(house)).toEqual(expected);
  await house.close();
  house = await openRecords({ dataDir: house.dataDir, clock: clockWithoutPauses(), onNewOrder });
  expect(counts(house)).toEqual(expected);
  const read = vi.spyOn(house.store, 'read');
  await house.records.countAll();
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
});

test('where nothing is left to be done, nothing is written', async () => {
  const write = vi.spyOn(house.store, 'write');
  house.records.examiner.wake();
  await house.records.examiner.idle();
  expect(write).not.toHaveBeenCalled();
  write.mockRestore();
});

/** A house with one report, which counts how often it is examined, and how often the policy book is asked about it. */
async function openReports() {
  const done = { examined: 0, asked: 0 };
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const reports = await openRecords({
    clock: clockWithoutPauses(),
    log,
    checkCoverage: async () => {
      done.asked += 1;
      return null;
    },
    examination: {
      async examine(rows, thresholds) {
        done.examined += rows.length;
        return {
          examined: rows.map((row) => examine(row, { thresholds, namedBy: () => [] })),
          failure: null,
        };
      },
      close: vi.fn(),
    },
  });
  await reports.receive('incidentReport', 1, incidentReport(1));
  await reports.records.examiner.idle();
  /** Once all is written that was begun, and examined. */
  const settled = async () => {
    await reports.store.write(async () => null);
    await reports.records.examiner.idle();
  };
  return { ...reports, done, log, settled };
}

let reports: Awaited<ReturnType<typeof openReports>>;
beforeAll(async () => {
  reports = await openReports();
});
afterAll(async () => {
  await reports.close();
  reports.remove();
});
beforeEach(() => {
  Object.assign(reports.done, { examined: 0, asked: 0 });
});

test.each<[changes: SettingsChanges, examined: number, asked: number]>([
  [{ company: { taxId: '131000002' } }, 1, 1],
  [{ company: { name: 'Aseguradora de Prueba' } }, 0, 0],
  [{ findings: { aboveAveragePercent: 30 } }, 1, 1],
  [{ findings: { aboveAveragePercent: 30 } }, 0, 0],
  [{ policyRules: { premiumUnpaid: { on: true, severity: 'info', text: 'Pague' } } }, 0, 1],
  [{ coverageOfIncident: { glass: ['CR-1'] } }, 0, 1],
  [{ screen: { density: 'compact' } }, 0, 0],
])(
  'after %j reports are examined again %i times, and the book is asked again %i times',
  async (changes, examined, asked) => {
    await reports.settings.update(changes, actor);
    await reports.settled();
    expect(reports.done).toEqual({ examined, asked });
  },
);

test('after a change of the policy book the reports are looked at again, after others they are not', async () => {
  reports.changes.publish({ topic: 'keys' });
  reports.changes.publish({ topic: 'policies' });
  await vi.waitFor(() => expect(reports.done).toEqual({ examined: 0, asked: 1 }), patience);
  await reports.settled();
});

test('where they cannot be looked at again, that is logged, and they are after the next change', async () => {
  const { store, settings, changes, log, done } = reports;
  const { write } = store;
  onTestFinished(() => {
    store.write = write;
  });
  const failure = new Error('The disk is full.');
  const logged = [{ err: failure }, expect.any(String)];
  let jobs = 0;
  // The settings are kept; what is to be done after them is not.
  store.write = (job) => (++jobs === 1 ? write(job) : Promise.reject(failure));
  await settings.update({ coverageOfIncident: { glass: ['CR-2'] } }, actor);
  await vi.waitFor(() => expect(log.error.mock.calls).toEqual([logged]), patience);
  changes.publish({ topic: 'policies' });
  await vi.waitFor(() => expect(log.error.mock.calls).toEqual([logged, logged]), patience);
  store.write = write;
  changes.publish({ topic: 'policies' });
  await vi.waitFor(() => expect(done.asked).toBe(1), patience);
  await reports.settled();
});

test('nothing is done any more once it is stopped', async () => {
  await reports.records.stop();
  await reports.settings.update({ coverageOfIncident: { glass: ['CR-3'] } }, actor);
  await reports.settings.update({ findings: { aboveAveragePercent: 31 } }, actor);
  await reports.settled();
  expect(reports.done).toEqual({ examined: 0, asked: 0 });
  expect(await reports.store.read(findNextRecheck)).toBeUndefined();
  await expect(reports.records.examiner.again(1)).rejects.toThrow('stopped');
});
