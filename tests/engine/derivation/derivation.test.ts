/** What people see follows the journal, whatever happens between two jobs. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { readLargeBody } from '../../../main/engine/bodies/index.ts';
import { createDerivation, type Derivers } from '../../../main/engine/derivation/index.ts';
import {
  countDeliveriesAfter,
  type Entry,
  findDerivedPosition,
  findRecord,
  listArrivalsAfter,
  listCallsAfter,
  StoreProblem,
  upsertSetting,
} from '../../../main/engine/store/index.ts';
import { largeBodyBytes } from '../../../shared/marketplace/tolerant-reader.ts';
import { patience } from '../../patience.ts';
import { thorough } from '../../thorough.ts';
import { incidentReport } from '../incident-reports.ts';
import { ManualClock } from '../manual-clock.ts';
import { migratedFolder } from '../migrated-folder.ts';
import { purchaseOrder, serviceOrder } from '../orders.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { isOnPostgres } from '../test-database.ts';
import { arrivals, copyJournal, type DerivingHouse, derivedAnew, everything, openDeriving } from './house.ts';

async function open(...options: Parameters<typeof openDeriving>): Promise<DerivingHouse> {
  const house = await openDeriving(...options);
  onTestFinished(house.close);
  return house;
}

const delivery = (kind: 'purchaseOrder' | 'serviceOrder' | 'incidentReport', id: number, json: object) => ({
  kind,
  marketplaceId: id,
  keyLabel: 'key',
  bytes: Buffer.from(JSON.stringify(json)),
  contentHash: null,
});
const order = (id: number, comments = '') => delivery('purchaseOrder', id, purchaseOrder(id, { comments }));

/** Some of everything: an order asked about before and after it came, one that never comes, revisions, a report, refusals. */
async function appendSome({ journal }: DerivingHouse): Promise<void> {
  const first = await journal.keep(arrivals.ask('purchaseOrder', 1));
  await journal.keep(arrivals.answer(first.seq, 1, 'unknownOrder'));
  await journal.keep(order(2));
  const second = await journal.keep(arrivals.ask('purchaseOrder', 2));
  await journal.keep(arrivals.outcome(first.seq, 1, 'unknownOrder'));
  await journal.keep(order(1));
  const fourth = await journal.keep(arrivals.ask('serviceOrder', 9));
  await journal.keep(order(2, 'Otra vez'));
  await journal.keep(arrivals.answer(second.seq, 2, 'inReview'));
  await journal.keep(arrivals.outcome(second.seq, 2, 'inReview'));
  const third = await journal.keep(arrivals.ask('purchaseOrder', 1));
  await journal.keep(delivery('incidentReport', 3, incidentReport(3)));
  await journal.keep(arrivals.rejected('{'));
  await journal.keep(arrivals.lookup('P-1', '[]'));
  await journal.keep(delivery('serviceOrder', 9, serviceOrder(9)));
  await journal.keep(arrivals.rejected('{'));
  await journal.keep(arrivals.rejected('[', { code: 'unknown-path', path: '/nada' }));
  await journal.keep(arrivals.answer(third.seq, 1, 'inReview'));
  await journal.keep(arrivals.answer(fourth.seq, 9, 'unknownOrder'));
  await journal.keep(arrivals.outcome(fourth.seq, 9, 'unknownOrder'));
  await journal.keep(arrivals.rejected(']', { code: 'unknown-path', path: '/nada' }));
  await journal.keep(arrivals.outcome(third.seq, 1, 'inReview'));
}

// On a server each start waits until the lease of the one that was killed has run out; random histories are killed there.
test.skipIf(isOnPostgres)(
  'a process that is killed between jobs goes on where it was: nothing is missing, nothing is there twice',
  {
    timeout: 600_000,
  },
  async () => {
    const dataDir = await migratedFolder();
    const runs = thorough ? 20 : 4;
    for (let run = 0; run < runs; run++) {
      const child = fork(
        join(import.meta.dirname, 'deriving-process.ts'),
        [dataDir, String(1 + run * 1000)],
        {
          execArgv: [],
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        },
      );
      onTestFinished(() => void child.kill('SIGKILL'));
      for (let told = 0; told < 1 + run * 17; told++) await once(child, 'message');
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const house = await open(dataDir);
    house.follow();
    await house.derived();
    const found = await everything(house.dataDir);
    expect(found['record']?.length).toBeGreaterThan(0);
    await house.close();
    expect(found).toEqual(await derivedAnew(dataDir, temporaryFolder()));
  },
);

test('what a database server that fell took back is listed again though nothing arrives, and nothing is set aside in its place', async () => {
  const house = await open(temporaryFolder());
  const listed: number[] = [];
  /** As a server leaves it that has lost how far it was. */
  const takeBack = () => house.store.write((tx) => upsertSetting(tx, 'derivedArrivals', '0'));
  const derivation = house.follow({
    async purchaseOrder(entry) {
      listed.push(entry.seq);
      if (entry.seq === 1) return house.derivers.purchaseOrder(entry);
      // The second time it is alone in its job, and would be set aside.
      if (listed.filter((seq) => seq === 2).length === 2) await takeBack();
      throw new Error('a fault of ours');
    },
  });
  await house.journal.keep(order(1));
  await house.derived();
  expect(listed).toEqual([1]);
  await takeBack();
  expect(await derivation.backlog()).toMatchObject({ waiting: 1 });
  derivation.wake();
  await derivation.idle();
  expect(listed).toEqual([1, 1]);
  await house.journal.keep(order(2));
  await house.derived();
  // The first is listed again before the second is set aside, as what failed twice where it stands.
  expect(listed.slice(0, 5)).toEqual([1, 1, 2, 2, 1]);
  expect(listed.slice(-2)).toEqual([2, 2]);
  expect(await house.store.read((tx) => tx.all('SELECT seq FROM not_derived'))).toEqual([{ seq: 2 }]);
});

test('a server that cannot settle what was listed keeps nothing from being listed, and is asked again', async () => {
  const clock = new ManualClock();
  const logged: string[] = [];
  const note = (_: object, text: string) => void logged.push(text);
  const house = await open(temporaryFolder());
  const settled = { asked: 0, done: 0 };
  let isAway = true;
  const settle = async () => {
    settled.asked += 1;
    if (isAway) throw new StoreProblem('unreachable', 'The database server does not answer.');
    settled.done += 1;
  };
  const derivation = createDerivation({
    ...{ store: { ...house.store, settle }, clock, derivers: house.derivers },
    log: { info: note, warn: note, error: note },
    load: { isRush: () => false, rate: () => 0 },
  });
  onTestFinished(() => derivation.stop());
  derivation.start();
  const listed = () => house.store.read((tx) => findDerivedPosition(tx, 'derivedArrivals'));
  /** Each time that it is looked, so much time has passed. */
  const passing = <Seen>(milliseconds: number, see: () => Seen) =>
    expect.poll(
      () => {
        clock.advance(milliseconds);
        return see();
      },
      { interval: 1, ...patience },
    );
  for (const seq of [1, 2]) {
    await house.journal.keep(order(seq));
    derivation.wake();
    await passing(1, listed).toBe(seq);
    const before = settled.asked;
    await passing(250, () => settled.asked).toBeGreaterThan(before);
  }
  isAway = false;
  await passing(5000, () => settled.done).toBe(1);
  const { asked } = settled;
  await passing(5000, () => clock.timerCount).toBe(0);
  expect([settled, logged]).toEqual([{ asked, done: 1 }, []]);
});

test('the two streams lead to the same in any interleaving that they may have', async () => {
  const first = await open(temporaryFolder());
  await appendSome(first);
  const { calls, others } = await first.store.read(async (tx) => ({
    calls: await listCallsAfter(tx, 0, 100),
    others: await listArrivalsAfter(tx, 0, 100),
  }));
  await first.close();
  const expected = await derivedAnew(first.dataDir, temporaryFolder());
  expect(expected['cancellation']).toHaveLength(3);
  let tried = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), async (callsFirst) => {
      tried++;
      const dataDir = temporaryFolder();
      await derivedBy(first.dataDir, dataDir, async (house) => {
        const [waiting, arrived] = [[...calls], [...others]];
        for (const isCall of callsFirst) {
          const [call, other] = [waiting[0], arrived[0]];
          // No arrival before the calls that came before it.
          const isBlocked = other === undefined || (call !== undefined && call.seq < other.seq);
          const next = call !== undefined && (isCall || isBlocked) ? waiting.shift() : arrived.shift();
          if (next !== undefined) await deriveOne(house, next);
        }
        expect([waiting, arrived]).toEqual([[], []]);
        expect(await everything(house.dataDir)).toEqual(expected);
      });
    }),
    { numRuns: thorough ? 100 : 6 },
  );
  expect(tried).toBeGreaterThan(1);
});

async function derivedBy(
  from: string,
  to: string,
  derive: (house: DerivingHouse) => Promise<void>,
): Promise<void> {
  await copyJournal(from, to);
  const house = await openDeriving(to);
  try {
    await derive(house);
  } finally {
    await house.close();
  }
}

async function deriveOne({ store, derivers }: DerivingHouse, entry: Entry): Promise<void> {
  const job = await derivers[entry.kind](entry);
  await store.derive(async (tx) => {
    await job(tx);
  });
}

test('to derive all of it once more, from the first entry on, changes nothing', async () => {
  const house = await open(temporaryFolder());
  await appendSome(house);
  house.follow();
  await house.derived();
  const before = await everything(house.dataDir, { withPositions: true });
  expect(before['rejected_delivery']).toHaveLength(2);
  await house.close();
  const again = await open(house.dataDir);
  await again.store.write(async (tx) =>
    tx.run(`DELETE FROM setting WHERE name IN ('derivedCalls', 'derivedArrivals')`),
  );
  again.follow();
  await again.derived();
  expect(await everything(again.dataDir, { withPositions: true })).toEqual(before);
});

test.each<['is read' | 'is written', (derive: Derivers['lookup'], fail: () => void) => Derivers['lookup']]>([
  [
    'is read',
    (derive, fail) => async (entry) => {
      fail();
      return derive(entry);
    },
  ],
  [
    'is written',
    (derive, fail) => async (entry) => {
      const job = await derive(entry);
      return async (tx) => {
        const publish = await job(tx);
        fail();
        return publish;
      };
    },
  ],
])(
  'a job that fails while an entry %s is tried again, and loses neither its place nor its neighbours',
  async (what, failing) => {
    const errors: unknown[] = [];
    const log = { info() {}, warn() {}, error: (fields: object) => void errors.push(fields) };
    const house = await open(temporaryFolder());
    await appendSome(house);
    const clock = new ManualClock();
    // A job that fails is run once more, alone, before it counts as failed.
    let failures = what === 'is read' ? 2 : 4;
    const derivation = createDerivation({
      store: house.store,
      clock,
      log,
      load: { isRush: () => false, rate: () => 0 },
      derivers: {
        ...house.derivers,
        lookup: failing(house.derivers.lookup, () => {
          if (failures-- > 0) throw new StoreProblem('diskFull', 'on purpose');
        }),
      },
    });
    onTestFinished(() => derivation.stop());
    derivation.start();
    let isIdle = false;
    const idle = derivation.idle().then(() => {
      isIdle = true;
    });
    while (!isIdle) {
      // Each round ends with a pause; after a failure that is one of seconds.
      clock.advance(10_000);
      await house.store.write(async () => null);
    }
    await idle;
    // Said once as long as it fails; where the machine is slow, entries before it may be derived between two failures.
    expect([1, 2]).toContain(errors.length);
    expect(failures).toBeLessThanOrEqual(0);
    const found = await everything(house.dataDir);
    await house.close();
    expect(found).toEqual(await derivedAnew(house.dataDir, temporaryFolder()));
  },
);

// What it counts is by its own clock, which goes on while a server answers.
test.skipIf(isOnPostgres)(
  'a database that takes nothing is said once and tried ever less often; once it does, all is listed',
  async () => {
    const said: string[] = [];
    const log = { warn() {}, info: () => void said.push('info'), error: () => void said.push('error') };
    const house = await open(temporaryFolder());
    await appendSome(house);
    const clock = new ManualClock();
    const triedAt: number[] = [];
    let isGone = true;
    const derivation = createDerivation({
      store: {
        ...house.store,
        derive(job) {
          if (!isGone) return house.store.derive(job);
          triedAt.push(clock.now());
          return Promise.reject(new StoreProblem('databaseGone', 'on purpose'));
        },
      },
      clock,
      log,
      load: { isRush: () => false, rate: () => 0 },
      derivers: house.derivers,
    });
    onTestFinished(() => derivation.stop());
    derivation.start();
    const tried = async (times: number) => {
      while (triedAt.length < times) {
        clock.advance(100);
        derivation.wake();
        await house.store.write(async () => null);
      }
    };
    await tried(8);
    const pauses = triedAt.slice(1).map((at, index) => Math.round((at - (triedAt[index] ?? 0)) / 5000));
    expect([pauses, said]).toEqual([[1, 2, 4, 8, 12, 12, 12], ['error']]);
    isGone = false;
    let isIdle = false;
    const idle = derivation.idle().then(() => {
      isIdle = true;
    });
    while (!isIdle) {
      clock.advance(60_000);
      await house.store.write(async () => null);
    }
    await idle;
    expect(said).toEqual(['error', 'info']);
    const found = await everything(house.dataDir);
    await house.close();
    expect(found).toEqual(await derivedAnew(house.dataDir, temporaryFolder()));
  },
);

test('an entry that cannot be derived is set aside by itself: what came with it is there, and it is said', async () => {
  const errors: object[] = [];
  const log = { info() {}, warn() {}, error: (fields: object) => void errors.push(fields) };
  const house = await open(temporaryFolder(), { log });
  await appendSome(house);
  house.follow({
    lookup: async () => async () => {
      throw new Error('on purpose');
    },
  });
  await house.derived();
  const found = await everything(house.dataDir);
  await house.close();
  const { not_derived: aside, policy_lookup: lookups, ...others } = found;
  expect([aside?.length, lookups]).toEqual([1, []]);
  expect(errors).toMatchObject([{ entry: JSON.parse(aside?.[0] ?? '').seq }]);
  const anew = await derivedAnew(house.dataDir, temporaryFolder());
  expect(anew['policy_lookup']).toHaveLength(1);
  expect({ ...others, not_derived: [], policy_lookup: anew['policy_lookup'] }).toEqual(anew);
});

test('cancel calls that come without end keep nothing from being listed', async () => {
  const house = await open(temporaryFolder());
  await house.journal.keep(arrivals.ask('serviceOrder', 1));
  const { seq } = await house.journal.keep(order(2));
  const { promise: listed, resolve } = Promise.withResolvers<void>();
  let isListed = false;
  const { ask, purchaseOrder: derive } = house.derivers;
  house.follow({
    async ask(entry) {
      if (!isListed) await house.journal.keep(arrivals.ask('serviceOrder', 1));
      return ask(entry);
    },
    async purchaseOrder(entry) {
      isListed = true;
      resolve();
      return derive(entry);
    },
  });
  await listed;
  await house.derived();
  expect(await house.store.read((tx) => findRecord(tx, seq))).toMatchObject({ marketplaceId: 2 });
});

test('a large body is read in a thread of its own, and what is read of it stands beside its record', async () => {
  const house = await open(temporaryFolder());
  const threads: string[] = [];
  const note = (worker: Worker) => void threads.push(worker.threadName ?? '');
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  house.follow();
  const small = await house.receive({ kind: 'purchaseOrder', marketplaceId: 1, body: purchaseOrder(1) });
  expect(threads).toEqual([]);
  const comments = 'x'.repeat(largeBodyBytes);
  const body = Buffer.from(JSON.stringify(purchaseOrder(2, { comments, insuranceClaimNumber: 'RC-GRANDE' })));
  const large = await house.receive({ kind: 'purchaseOrder', marketplaceId: 2, body });
  expect(threads).toEqual(['perito body reader']);
  const read = readLargeBody(body);
  const rows = await house.store.read(async (tx) => tx.all('SELECT seq, extract FROM large_body'));
  expect(rows).toEqual([
    { seq: large.seq, extract: Buffer.from(read.outcome === 'read' ? read.extract : '') },
  ]);
  expect(await house.store.read((tx) => findRecord(tx, large.recordId))).toMatchObject({
    claimNumber: 'RC-GRANDE',
    number: large.number,
  });
  expect(small.recordId).not.toBe(large.recordId);
});

test('a delivery that cannot be read for the lists has a row without a summary, and is in nobody’s way', async () => {
  const errors: object[] = [];
  const log = { info() {}, warn() {}, error: (fields: object) => void errors.push(fields) };
  const house = await open(temporaryFolder(), { log });
  house.follow();
  // Neither could pass the receiver's door: as if it, or what reads it here, were of another version.
  const broken = await house.receive({ kind: 'purchaseOrder', marketplaceId: 1, body: Buffer.from('{') });
  const large = Buffer.from(`{"comments":"${'x'.repeat(largeBodyBytes)}`);
  const cut = await house.receive({ kind: 'incidentReport', marketplaceId: 2, body: large });
  const whole = await house.receive({ kind: 'purchaseOrder', marketplaceId: 3, body: purchaseOrder(3) });
  expect(errors).toMatchObject([{ entry: broken.seq }, { entry: cut.seq }]);
  const row = (id: number) => house.store.read((tx) => findRecord(tx, id));
  expect(await row(broken.recordId)).toMatchObject({
    number: broken.number,
    claimNumber: null,
    itemCount: 0,
  });
  expect(await row(cut.recordId)).toMatchObject({ number: cut.number, claimNumber: null, itemCount: 0 });
  expect(await row(whole.recordId)).toMatchObject({ number: whole.number, claimNumber: 'RC-2026-118' });
  expect(await house.store.read((tx) => findDerivedPosition(tx, 'derivedArrivals'))).toBe(whole.seq);
});

test('what is there already is derived at once after a start, and what comes is derived when it comes', async () => {
  const house = await open(temporaryFolder());
  await house.journal.keep(order(1));
  const numbers = async () =>
    (await house.store.read(async (tx) => tx.all<{ id: number }>('SELECT id FROM record ORDER BY id'))).map(
      ({ id }) => id,
    );
  expect(await numbers()).toEqual([]);
  house.follow();
  await house.derived();
  expect(await numbers()).toEqual([1]);
  await house.journal.keep(order(2));
  await house.derived();
  expect(await numbers()).toEqual([1, 2]);
});

test('what waits to be listed is counted without what is no record, and told from when its first came', async () => {
  const clock = new ManualClock();
  const house = await open(temporaryFolder(), { clock });
  const { append } = house.journal;
  const lookups = (count: number) => Array.from({ length: count }, () => arrivals.lookup('P-1', '[]'));
  const orders = (count: number, from: number) =>
    Array.from({ length: count }, (_, index) => order(from + index));
  const backlog = () => derivation.backlog();
  const derivation = createDerivation({
    store: house.store,
    clock,
    log: { info() {}, warn() {}, error() {} },
    load: { isRush: () => false, rate: () => 0 },
    derivers: house.derivers,
  });
  await append(lookups(1500));
  expect(await backlog()).toEqual({ waiting: 0, since: null });
  clock.advance(1000);
  const since = clock.now();
  await append(orders(30, 1));
  await append(lookups(300));
  expect(await backlog()).toEqual({ waiting: 30, since });
  // Of very many about how many: a stretch of orders among lookups, and each third an order.
  await append([...lookups(2000), ...orders(1500, 100)]);
  await append(orders(500, 2000).flatMap((one) => [one, ...lookups(2)]));
  const { waiting } = await backlog();
  expect(waiting).toBeGreaterThan(2030 * 0.8);
  expect(waiting).toBeLessThan(2030 * 1.2);
  expect((await backlog()).since).toBe(since);
});

test('of arrivals that are all records it is told to the last how many wait', async () => {
  const house = await open(temporaryFolder());
  await Promise.all(Array.from({ length: 2345 }, (_, index) => house.journal.keep(order(index + 1))));
  expect(await house.store.read((tx) => countDeliveriesAfter(tx, 0))).toMatchObject({ revisions: 2345 });
});
