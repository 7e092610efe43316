/** Every place where the receiver and the engine may be of two minds about a call, on a real journal and a real store. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { StoreProblem } from '../../../main/engine/store/index.ts';
import { isOnPostgres } from '../test-database.ts';
import { Call } from './call.ts';
import { ana, approve, type House, incoming, openRoom, refuse } from './open-cancellations.ts';

const full = () => new StoreProblem('diskFull', 'The disk is full.');

/** One order with a held call, the first of its cancellation. */
interface Scene {
  house: House;
  call: Call;
  id: number;
}

interface Race {
  name: string;
  /** Whether the caller takes its answer only when it is told to. */
  slow?: boolean;
  holdSeconds?: number;
  /** What happens after the call is kept, and as it is listed. */
  happens(scene: Scene): Promise<unknown>;
  /** What the caller has been told. */
  told: 'cancelled' | 'refused' | 'inReview' | 'nothing';
  /** What the journal has. */
  entries: string[];
  /** Where the cancellation stands once all is derived. */
  ends: { state: string; mayHaveBeenDelivered?: boolean };
}

const asks = 'ask 1';
const races: Race[] = [
  {
    name: 'the hold ends, and the verdict comes before the engine knows',
    async happens({ house, id }) {
      house.clock.advance(8000);
      await house.decide({ id, ...approve });
    },
    told: 'inReview',
    entries: [asks, 'answer 1 inReview time', 'outcome 1 delivered inReview'],
    ends: { state: 'approved' },
  },
  {
    name: 'the verdict is heard, and the hold ends at that moment',
    async happens({ house, id }) {
      await house.room.decide({ id, ...approve });
      house.clock.advance(8000);
    },
    told: 'cancelled',
    entries: [asks, 'answer 1 cancelled', 'outcome 1 delivered cancelled'],
    ends: { state: 'cancelled' },
  },
  {
    name: 'the verdict is on its way, and the hold ends',
    async happens({ house, id }) {
      house.onTheWay = [];
      await house.decide({ id, ...approve });
      house.clock.advance(8000);
      await hear(house);
    },
    told: 'inReview',
    entries: [asks, 'answer 1 inReview time', 'outcome 1 delivered inReview'],
    ends: { state: 'approved' },
  },
  {
    name: 'the verdict is on its way, and somebody takes it back',
    async happens({ house, id }) {
      house.onTheWay = [];
      await house.decide({ id, ...approve });
      expect(await house.room.withdraw(id, ana)).toMatchObject({ reason: 'beingDelivered' });
      await hear(house);
    },
    told: 'cancelled',
    entries: [asks, 'answer 1 cancelled', 'outcome 1 delivered cancelled'],
    ends: { state: 'cancelled' },
  },
  {
    name: 'the verdict came too late and is taken back; the next call is held',
    async happens({ house, id }) {
      house.clock.advance(8000);
      await house.decide({ id, ...approve });
      expect(await house.room.withdraw(id, ana)).toMatchObject({ outcome: 'withdrawn' });
      expect((await house.ask(101)).written).toEqual([]);
    },
    told: 'inReview',
    entries: [asks, 'answer 1 inReview time', 'outcome 1 delivered inReview', 'ask 2'],
    ends: { state: 'waiting' },
  },
  {
    name: 'a second call is answered at once while the first is being answered',
    slow: true,
    async happens({ house, call, id }) {
      await house.decide({ id, ...refuse });
      expect((await house.ask(101)).taken).toMatchObject({ responseText: refuse.responseText });
      call.take();
    },
    told: 'refused',
    entries: [
      asks,
      'answer 1 refused',
      'ask 2',
      'answer 2 refused',
      'outcome 2 delivered refused',
      'outcome 1 delivered refused',
    ],
    ends: { state: 'refused' },
  },
  {
    name: 'of two held calls one goes away as both are answered',
    async happens({ house, call, id }) {
      const other = await house.ask(101);
      house.onTheWay = [];
      await house.decide({ id, ...approve });
      call.hangUp();
      await hear(house);
      expect(other.taken).toMatchObject({ isCancelled: true });
    },
    told: 'nothing',
    entries: [asks, 'ask 2', 'outcome 1 lost', 'answer 2 cancelled', 'outcome 2 delivered cancelled'],
    ends: { state: 'cancelled' },
  },
  {
    name: 'the engine is killed between its verdict and what it says',
    async happens({ house, id }) {
      house.writing.mode = 'mute';
      void house.room.decide({ id, ...approve });
      await house.quiet();
      await house.killEngineAndReopen();
    },
    told: 'cancelled',
    entries: [asks, 'answer 1 cancelled', 'outcome 1 delivered cancelled'],
    ends: { state: 'cancelled' },
  },
  {
    name: 'the engine is killed with its verdict on the way, and comes back when the hold is over',
    async happens({ house, id }) {
      house.onTheWay = [];
      await house.decide({ id, ...approve });
      house.killEngine();
      house.onTheWay = null;
      house.clock.advance(8000);
      await house.quiet();
      await house.openEngine();
    },
    told: 'inReview',
    entries: [asks, 'answer 1 inReview time', 'outcome 1 delivered inReview'],
    ends: { state: 'approved' },
  },
  {
    name: 'the engine is killed after what it said was heard',
    slow: true,
    async happens({ house, call, id }) {
      await house.decide({ id, ...approve });
      house.killEngine();
      call.take();
      await house.quiet();
      await house.openEngine();
    },
    told: 'cancelled',
    entries: [asks, 'answer 1 cancelled', 'outcome 1 delivered cancelled'],
    ends: { state: 'cancelled' },
  },
  {
    name: 'the engine is away: silence never approves',
    async happens({ house }) {
      house.killEngine();
      house.clock.advance(8000);
      await house.quiet();
      await house.openEngine();
    },
    told: 'inReview',
    entries: [asks, 'answer 1 inReview time', 'outcome 1 delivered inReview'],
    ends: { state: 'deferred' },
  },
  {
    name: 'the process is killed while the call is held',
    happens: ({ house }) => house.killAndReopen(),
    told: 'nothing',
    entries: [asks, 'outcome 1 lost'],
    ends: { state: 'deferred' },
  },
  {
    name: 'the process is killed between the verdict and what the journal has of it',
    async happens({ house, id }) {
      house.receiving.mode = 'losing';
      await house.decide({ id, ...approve });
      await house.killAndReopen();
    },
    told: 'nothing',
    entries: [asks, 'outcome 1 lost'],
    ends: { state: 'approved', mayHaveBeenDelivered: false },
  },
  {
    name: 'the process is killed when the journal has the answer, and before it is written out',
    async happens({ house, id }) {
      house.receiving.mode = 'mute';
      await house.decide({ id, ...approve });
      await house.killAndReopen();
    },
    told: 'nothing',
    entries: [asks, 'answer 1 cancelled', 'outcome 1 unknown cancelled'],
    ends: { state: 'approved', mayHaveBeenDelivered: true },
  },
  {
    name: 'the process is killed when the answer is written out, and before that is noted',
    slow: true,
    async happens({ house, call, id }) {
      await house.decide({ id, ...approve });
      house.receiving.mode = 'losing';
      call.take();
      await house.killAndReopen();
    },
    told: 'cancelled',
    entries: [asks, 'answer 1 cancelled', 'outcome 1 unknown cancelled'],
    ends: { state: 'approved', mayHaveBeenDelivered: true },
  },
  {
    name: 'the disk is full for the answer: no verdict goes out that the journal does not have',
    async happens({ house, id }) {
      house.refusing = (kind) => (kind === 'answer' ? full() : null);
      await house.decide({ id, ...approve });
    },
    told: 'inReview',
    entries: [asks, 'outcome 1 delivered inReview'],
    ends: { state: 'approved' },
  },
  {
    name: 'the disk is full for the outcome: nothing is cancelled until it is kept',
    async happens({ house, id }) {
      house.refusing = (kind) => (kind === 'outcome' ? full() : null);
      await house.decide({ id, ...approve });
      expect(await house.only()).toMatchObject({ state: 'approved', isDelivering: true });
      house.clock.advance(5000);
      await house.quiet();
      house.refusing = () => null;
      house.clock.advance(5000);
    },
    told: 'cancelled',
    entries: [asks, 'answer 1 cancelled', 'outcome 1 delivered cancelled'],
    ends: { state: 'cancelled' },
  },
  {
    name: 'the disk is full for the outcome until the process is killed',
    async happens({ house, id }) {
      house.refusing = (kind) => (kind === 'outcome' ? full() : null);
      await house.decide({ id, ...approve });
      house.refusing = () => null;
      await house.killAndReopen();
    },
    told: 'cancelled',
    entries: [asks, 'answer 1 cancelled', 'outcome 1 unknown cancelled'],
    ends: { state: 'approved', mayHaveBeenDelivered: true },
  },
  {
    name: 'the disk is full for the outcome, and has room again before Perito closes',
    async happens({ house, id }) {
      house.refusing = (kind) => (kind === 'outcome' ? full() : null);
      await house.decide({ id, ...approve });
      house.refusing = () => null;
      await house.calls.close();
      await house.killAndReopen();
      expect(await house.room.withdraw(id, ana)).toMatchObject({ reason: 'delivered' });
    },
    told: 'cancelled',
    entries: [asks, 'answer 1 cancelled', 'outcome 1 delivered cancelled'],
    ends: { state: 'cancelled' },
  },
  {
    name: 'the disk is full as a caller takes the answer while Perito closes, and has room before it is closed',
    slow: true,
    async happens({ house, call, id }) {
      const other = await house.ask(101, { slow: true });
      await house.decide({ id, ...approve });
      const closed = house.calls.close();
      house.refusing = (kind) => (kind === 'outcome' ? full() : null);
      call.take();
      await house.quiet();
      house.refusing = () => null;
      other.hangUp();
      await closed;
      await house.killAndReopen();
    },
    told: 'cancelled',
    entries: [
      ...[asks, 'ask 2', 'answer 1 cancelled', 'answer 2 cancelled'],
      ...['outcome 2 lost cancelled', 'outcome 1 delivered cancelled'],
    ],
    ends: { state: 'cancelled' },
  },
  {
    name: 'the disk is full for the outcome until Perito is closed: a withdrawal says that it may have been delivered',
    slow: true,
    async happens({ house, call, id }) {
      await house.decide({ id, ...approve });
      house.refusing = (kind) => (kind === 'outcome' ? full() : null);
      const closed = house.calls.close();
      call.take();
      await closed;
      house.refusing = () => null;
      await house.killAndReopen();
      expect(await house.room.withdraw(id, ana)).toMatchObject({ outcome: 'withdrawn' });
      expect((await house.audited(id)).at(-1)?.detail).toMatchObject({ mayHaveBeenDelivered: true });
    },
    told: 'cancelled',
    entries: [asks, 'answer 1 cancelled', 'outcome 1 unknown cancelled'],
    ends: { state: 'deferred', mayHaveBeenDelivered: true },
  },
  {
    name: 'the disk is full for the answer and the outcome, until the process is killed',
    async happens({ house, id }) {
      house.refusing = (kind) => (kind === 'ask' ? null : full());
      await house.decide({ id, ...refuse });
      house.refusing = () => null;
      await house.killAndReopen();
    },
    told: 'inReview',
    entries: [asks, 'outcome 1 lost'],
    ends: { state: 'refused', mayHaveBeenDelivered: false },
  },
  {
    name: 'with no hold time the engine is away: in review after a moment',
    holdSeconds: 0,
    async happens({ house }) {
      // The first was answered at once; this one has nobody to ask.
      house.killEngine();
      const call = await house.ask(101);
      expect(call.written).toEqual([]);
      house.clock.advance(2000);
      await house.quiet();
      expect(call.taken).toEqual(house.inReview());
      await house.openEngine();
    },
    told: 'inReview',
    entries: [
      asks,
      'answer 1 inReview',
      'outcome 1 delivered inReview',
      'ask 2',
      'answer 2 inReview time',
      'outcome 2 delivered inReview',
    ],
    ends: { state: 'deferred' },
  },
  {
    name: 'the receiver moves as the verdict comes',
    async happens({ house, id }) {
      const decided = house.room.decide({ id, ...approve });
      await house.calls.answerAll('moving');
      await decided;
    },
    told: 'inReview',
    entries: [asks, 'answer 1 inReview moving', 'outcome 1 delivered inReview'],
    ends: { state: 'approved' },
  },
  {
    name: 'the receiver closes as the verdict comes, and the next call learns of it',
    async happens({ house, id }) {
      const decided = house.room.decide({ id, ...approve });
      await house.calls.close();
      await decided;
      await house.killAndReopen();
      expect((await house.ask(101)).taken).toMatchObject({ isCancelled: true });
    },
    told: 'inReview',
    entries: [
      asks,
      'answer 1 inReview closing',
      'outcome 1 delivered inReview',
      'ask 2',
      'answer 2 cancelled',
      'outcome 2 delivered cancelled',
    ],
    ends: { state: 'cancelled' },
  },
];

async function hear(house: House): Promise<void> {
  const said = house.onTheWay ?? [];
  house.onTheWay = null;
  for (const call of said) house.calls.answer(call);
  await house.quiet();
}

function toldTo({ taken }: Call, house: House): Race['told'] {
  if (taken === null) return 'nothing';
  if (taken.isCancelled) return 'cancelled';
  return taken.responseText === house.settings.texts.inReview ? 'inReview' : 'refused';
}

describe('a held call, where', () => {
  test.each(races)('$name', async ({ slow = false, holdSeconds, happens, told, entries, ends }) => {
    const house = await openRoom(holdSeconds === undefined ? {} : { holdSeconds });
    await house.order(101);
    const call = await house.ask(101, { slow });
    const { id } = await house.only();
    await happens({ house, call, id });
    await house.quiet();
    expect(toldTo(call, house)).toBe(told);
    expect(call.written.length).toBeLessThanOrEqual(1);
    expect(await house.entries()).toEqual(entries);
    const after = await house.only();
    expect(after).toMatchObject(ends);
    // What was not told the marketplace must ask again for; what was is final.
    const { total } = await house.room.list({ mustAskAgain: true, limit: 5 });
    expect(total).toBe(after.verdict !== null && after.deliveredAt === null ? 1 : 0);
    await expectNothingNew(house);
  });
});

/** Whoever derives all of the journal once more changes nothing, and says nothing that is heard. */
async function expectNothingNew(house: House): Promise<void> {
  const rows = () =>
    Promise.all(
      ['ask', 'cancellation', 'record', 'audit'].map((table) =>
        house.store.read((tx) => tx.all(`SELECT * FROM ${table} ORDER BY id`)),
      ),
    );
  const [before, entries] = [await rows(), await house.entries()];
  house.killEngine();
  await house.store.write(async (tx) => {
    await tx.run(`DELETE FROM setting WHERE name IN ('derivedCalls', 'derivedArrivals')`);
  });
  await house.openEngine();
  await house.quiet();
  expect([await rows(), await house.entries()]).toEqual([before, entries]);
}

test('a call that cannot be kept is refused, and nothing is written to it', async () => {
  const house = await openRoom();
  await house.order(101);
  house.refusing = (kind) => (kind === 'ask' ? full() : null);
  const call = new Call();
  await expect(house.calls.ask(incoming(101), call)).rejects.toMatchObject({ code: 'diskFull' });
  house.clock.advance(90_000);
  await house.quiet();
  expect([call.written, house.calls.count, await house.entries()]).toEqual([[], 0, []]);
});

test('a call about an order that was answered a moment before knows it, whatever is derived of either', async () => {
  const house = await openRoom({ derivesByHand: true });
  const recordId = await house.receive(101);
  const call = await house.ask(101);
  await house.derive();
  await house.quiet();
  expect(call.written).toEqual([]);
  expect(await house.only()).toMatchObject({ state: 'waiting', recordId });
});

// Calls and arrivals are looked at one after the other, and both may come between.
test.each([0, 1, 2, 3, 4, 5, 6])(
  'an order that comes as the journal is looked at takes on what was asked before it: after %i looks',
  async (looks) => {
    const house = await openRoom({ derivesByHand: true });
    await house.receive(7);
    let left = looks;
    house.writing.beforeRead = async () => {
      left -= 1;
      if (left !== -1) return;
      await house.calls.ask(incoming(101), new Call());
      await house.receive(101);
    };
    await house.derive();
    await house.derive();
    expect(await house.only()).toMatchObject({ state: 'deferred', marketplaceId: 101, askCount: 1 });
    expect((await house.only()).recordId).not.toBe(null);
  },
);

test('a verdict that was delivered stands in the journal also where what people decided is lost; one that was not does not', async () => {
  const house = await openRoom();
  for (const id of [101, 102]) await house.order(id);
  await house.ask(101);
  const lost = await house.ask(102, { slow: true });
  for (const { id } of await house.rows()) await house.decide({ id, ...approve });
  lost.hangUp();
  await house.quiet();
  house.killEngine();
  await house.store.write(async (tx) => {
    // Past the triggers, for this transaction alone.
    if (isOnPostgres) await tx.run('SET LOCAL session_replication_role = replica');
    for (const table of ['ask', 'cancellation']) {
      if (!isOnPostgres) await tx.run(`DROP TRIGGER ${table}_not_deleted`);
      await tx.run(`DELETE FROM ${table}`);
    }
    await tx.run(`DELETE FROM setting WHERE name IN ('derivedCalls', 'derivedArrivals')`);
  });
  await house.openEngine();
  await house.quiet();
  const rows = await house.rows();
  expect(rows.map(({ marketplaceId, state, decidedBy }) => [marketplaceId, state, decidedBy])).toEqual([
    [102, 'deferred', null],
    [101, 'cancelled', ana.person],
  ]);
  // Nobody's approval is left of the other: the next call is held.
  expect((await house.ask(102)).written).toEqual([]);
});

test('nothing of a killed engine is said any more', async () => {
  const house = await openRoom({ derivesByHand: true });
  const call = await house.ask(404);
  const derived = house.derive();
  house.killEngine();
  await derived;
  for (let turns = 0; turns < 5; turns += 1) await setImmediate();
  expect(call.written).toEqual([]);
  await house.openEngine();
  await house.derive();
  await house.quiet();
  expect(call.taken).toMatchObject({ responseText: house.settings.texts.unknownOrder });
});
