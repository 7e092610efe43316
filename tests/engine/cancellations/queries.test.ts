import { describe, expect, test } from 'vitest';
import type { Place } from '../../../main/engine/cancellations/index.ts';
import {
  countCancellationsInStates,
  countOpenAsks,
  findCancellationView,
  findLastCancellation,
  findUnmatchedCancellation,
  hasUnknownDelivery,
  listAnsweringAsks,
  listAsks,
  listCancellationsInStates,
  listMustAskAgain,
  listOrderReferences,
  listUnreadAsks,
  listWaitingQueue,
  setHeldAsksAnswering,
  type WriteTransaction,
} from '../../../main/engine/store/index.ts';
import type { CancellationState } from '../../../shared/terms.ts';
import { plansOf } from '../store/query-plan.ts';
import { isOnPostgres } from '../test-database.ts';
import { ana, type OpenRoom, openRoom, saying } from './open-cancellations.ts';

/** One cancellation in each state, and some more that wait; by the marketplace id of the order. */
async function everyState(): Promise<OpenRoom> {
  const opened = await openRoom();
  for (const id of [1, 2, 3, 4, 5, 6, 7, 8]) await opened.order(id);
  const idOf = async (marketplaceId: number) =>
    (await opened.room.list({ limit: 50 })).rows.find((row) => row.marketplaceId === marketplaceId)!.id;
  const decideLost = async (marketplaceId: number, verdict: 'approve' | 'refuse') => {
    (await opened.ask(marketplaceId)).hangUp();
    await opened.quiet();
    const id = await idOf(marketplaceId);
    await opened.decide({ id, verdict, responseText: 'Un texto.', actor: ana });
  };
  await opened.ask(1);
  opened.clock.advance(8000);
  await decideLost(2, 'approve');
  await decideLost(3, 'refuse');
  await decideLost(4, 'approve');
  await opened.ask(4);
  await opened.ask(99);
  for (const marketplaceId of [5, 6, 7]) {
    await opened.ask(marketplaceId);
    opened.clock.advance(1000);
  }
  await opened.ask(8, { slow: true });
  await opened.decide({ id: await idOf(8), verdict: 'approve', actor: ana });
  await opened.quiet();
  return opened;
}

/** What each list shows, walked in pages. */
const lists: {
  states?: CancellationState[];
  mustAskAgain?: boolean;
  toAttend?: boolean;
  shows: number[];
}[] = [
  { shows: [5, 6, 7, 8, 99, 4, 3, 2, 1] },
  { states: ['waiting'], shows: [5, 6, 7] },
  { states: ['deferred'], shows: [1] },
  { states: ['approved', 'refused', 'cancelled'], shows: [8, 4, 3, 2] },
  { states: ['waiting', 'deferred'], shows: [5, 6, 7, 1] },
  { states: ['unmatched'], shows: [99] },
  { states: [], shows: [] },
  { toAttend: true, shows: [5, 6, 7, 99, 1] },
  { mustAskAgain: true, shows: [3, 2] },
  { mustAskAgain: true, states: ['approved'], shows: [2] },
  { mustAskAgain: true, states: ['waiting'], shows: [] },
];

describe('the queue', () => {
  test('shows those with held calls by the time left, then the newest first, in pages', async () => {
    const opened = await everyState();
    for (const { shows, ...query } of lists) {
      for (const limit of [1, 2, 3]) {
        const pages: number[][] = [];
        let after: Place | undefined;
        do {
          const page = await opened.room.list({ ...query, limit, after });
          expect(page).toMatchObject({ total: shows.length, totalIsCapped: false });
          pages.push(page.rows.map((row) => row.marketplaceId));
          after = page.next ?? undefined;
        } while (after !== undefined && pages.length <= shows.length);
        const count = Math.max(1, Math.ceil(shows.length / limit));
        expect(pages, JSON.stringify(query)).toEqual(
          Array.from({ length: count }, (_, page) => shows.slice(page * limit, (page + 1) * limit)),
        );
      }
    }
  });

  test('pages through calls that are held until the same moment', async () => {
    const opened = await openRoom();
    for (const id of [1, 2, 3, 4, 5]) {
      await opened.order(id);
      await opened.ask(id);
    }
    const first = await opened.room.list({ limit: 3 });
    const second = await opened.room.list({ limit: 3, after: first.next ?? undefined });
    expect([...first.rows, ...second.rows].map((row) => row.marketplaceId)).toEqual([1, 2, 3, 4, 5]);
    expect(second.next).toBe(null);
  });

  test.each([
    { there: 10_000, total: 10_000, totalIsCapped: false },
    { there: 10_001, total: 10_000, totalIsCapped: true },
  ])('counts to ten thousand, and says where there are more: $there', async ({ there, ...counted }) => {
    const opened = await openRoom();
    await opened.store.write(async (tx) => {
      await tx.run(
        `WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ?)
         INSERT INTO cancellation (order_kind, marketplace_id, state, asked_at, last_asked_at, verdict, response_text,
           decided_at, decided_by) SELECT 'purchaseOrder', id, 'refused', 1, 1, 'refuse', 'No.', 1, 'Ana' FROM n`,
        there,
      );
    });
    expect(await opened.room.list({ limit: 1 })).toMatchObject(counted);
    expect(await opened.room.list({ limit: 1, mustAskAgain: true })).toMatchObject(counted);
  });

  test('has a cancellation with its newest 500 calls, the oldest of them first', async () => {
    const opened = await openRoom();
    await opened.order(1);
    await opened.ask(1);
    await opened.store.write(async (tx) => {
      await tx.run(
        `WITH RECURSIVE n (id) AS (SELECT 2 UNION ALL SELECT id + 1 FROM n WHERE id < 501)
         INSERT INTO ask (id, cancellation_id, received_at, key_label, seq, content, answer, delivery)
         SELECT 100 + n.id, c.id, n.id, 'key', 0, 'null', 'inReview', 'lost' FROM n, cancellation c`,
      );
    });
    const found = await opened.room.get((await opened.only()).id);
    expect(found?.asks.map(({ receivedAt }) => receivedAt)).toEqual(
      Array.from({ length: 500 }, (_, index) => index + 2),
    );
  });

  test('shows the words of the latest ask', async () => {
    const opened = await openRoom();
    await opened.order(1);
    await opened.ask(1, saying('purchaseOrder', { cancellationReason: 'Primera' }));
    const second = { cancellationReason: 'Segunda', cancelledByEmailAddress: 'otra@example.com' };
    await opened.ask(1, saying('purchaseOrder', second));
    const { rows } = await opened.room.list({ limit: 1 });
    expect(rows).toMatchObject([
      { reason: 'Segunda', comments: null, askedBy: 'otra@example.com', askCount: 2 },
    ]);
  });
});

describe('every query of the queue walks an index', () => {
  const queues: Record<string, { uses: string[]; ask: (tx: WriteTransaction) => Promise<unknown> }> = {
    view: {
      uses: ['INTEGER PRIMARY KEY', 'record_identity', 'ask_open', 'ask_unknown'],
      ask: (tx) => findCancellationView(tx, 1),
    },
    waiting: {
      uses: ['cancellation_by_time_left'],
      ask: (tx) => listWaitingQueue(tx, { heldUntil: 0, id: 0 }, 50),
    },
    waitingToAttend: {
      uses: ['cancellation_by_time_left', 'verdict_proposal_waiting'],
      ask: (tx) => listWaitingQueue(tx, { heldUntil: 0, id: 0 }, 50, true),
    },
    toAttend: {
      uses: ['cancellation_by_state', 'verdict_proposal_waiting'],
      ask: (tx) =>
        listCancellationsInStates(
          tx,
          { states: ['deferred'], withClosed: false, exceptProposed: true },
          1000,
          50,
        ),
    },
    countToAttend: {
      uses: ['cancellation_by_state', 'verdict_proposal_waiting'],
      ask: (tx) =>
        countCancellationsInStates(
          tx,
          { states: ['deferred'], withClosed: false, exceptProposed: true },
          1000,
        ),
    },
    ofState: {
      uses: ['cancellation_by_state'],
      ask: (tx) => listCancellationsInStates(tx, { states: ['deferred'], withClosed: false }, 1000, 50),
    },
    mustAskAgain: {
      uses: ['cancellation_undelivered', 'ask_open'],
      ask: (tx) => listMustAskAgain(tx, 1000, 50),
    },
    countOfState: {
      uses: ['cancellation_by_state'],
      ask: (tx) => countCancellationsInStates(tx, { states: ['deferred'], withClosed: false }, 1000),
    },
    closed: {
      uses: ['cancellation_closed'],
      ask: (tx) => listCancellationsInStates(tx, { states: [], withClosed: true }, 1000, 50),
    },
    countClosed: {
      uses: ['cancellation_closed'],
      ask: (tx) => countCancellationsInStates(tx, { states: [], withClosed: true }, 1000),
    },
  };
  test.skipIf(isOnPostgres).each(Object.entries(queues))('%s', async (_name, { uses, ask }) => {
    const { store } = await openRoom();
    const [plan = '', ...others] = await plansOf(store, ask);
    expect(others).toEqual([]);
    for (const index of uses) expect(plan).toContain(index);
    const steps = plan.split('\n');
    expect(steps.filter((step) => /^SCAN (cancellation|ask|record|c|a|r)\b(?!.*USING)/.test(step))).toEqual(
      [],
    );
    expect(plan).not.toContain('TEMP B-TREE');
  });

  const lookups: Record<string, { uses: string; ask: (tx: WriteTransaction) => Promise<unknown> }> = {
    'held and answering calls': { uses: 'ask_open', ask: (tx) => countOpenAsks(tx, 1) },
    'calls to answer with a verdict': {
      uses: 'ask_open',
      ask: (tx) => setHeldAsksAnswering(tx, 1, 'refused'),
    },
    'calls that are to be answered': { uses: 'ask_open', ask: (tx) => listAnsweringAsks(tx, 500) },
    'a delivery that nobody knows of': { uses: 'ask_unknown', ask: (tx) => hasUnknownDelivery(tx, 1) },
    'the calls of a cancellation': { uses: 'ask_of_cancellation', ask: (tx) => listAsks(tx, 1, 500, 1000) },
    'calls of an older version': { uses: 'ask_unread', ask: (tx) => listUnreadAsks(tx, 500, 1000) },
    'what was said about an order': {
      uses: 'cancellation_of_order',
      ask: (tx) => listOrderReferences(tx, 'purchaseOrder', 1),
    },
    'the last question about an order': {
      uses: 'cancellation_of_order',
      ask: (tx) => findLastCancellation(tx, 'purchaseOrder', 1),
    },
    'what was asked about an unknown order': {
      uses: 'cancellation_unmatched',
      ask: (tx) => findUnmatchedCancellation(tx, 'purchaseOrder', 1),
    },
  };
  test.skipIf(isOnPostgres).each(Object.entries(lookups))('%s', async (_name, { uses, ask }) => {
    const { store } = await openRoom();
    const plans = (await plansOf(store, ask)).join('; ');
    expect(plans).toContain(uses);
    expect(plans).not.toContain('TEMP B-TREE');
  });
});
