import { describe, expect, test } from 'vitest';
import { claimRecheckBatch, countPendingWork, findNextRecheck } from '../../../main/engine/store/index.ts';
import {
  ana,
  approve,
  cancelledAnswer,
  type OpenRoom,
  openRoom,
  refuse,
  refusedAnswer,
  saying,
} from './open-cancellations.ts';

describe('a verdict', () => {
  test('is the first one; the second is told who decided and when', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101);
    const { id } = await opened.only();
    const at = opened.clock.now();
    const both = await Promise.all([
      opened.decide({ id, ...refuse }),
      opened.decide({ id, verdict: 'approve', actor: { person: 'Luis', via: 'browser' } }),
    ]);
    expect(both[0].outcome).toBe('decided');
    expect(both[1]).toEqual({
      outcome: 'alreadyDecided',
      verdict: 'refuse',
      decidedBy: 'Ana Prueba',
      decidedAt: at,
    });
    expect(call.written).toHaveLength(1);
  });

  test('to refuse needs a text; nothing happens without', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101);
    const { id } = await opened.only();
    opened.settings.texts.approved = 'Cancelada por la aseguradora.';
    for (const responseText of [undefined, '', '  \n ']) {
      const said = await opened.decide({ id, verdict: 'refuse', responseText, actor: ana });
      expect(said).toEqual({ outcome: 'textRequired' });
    }
    expect(call.written).toEqual([]);
    expect((await opened.only()).state).toBe('waiting');
  });

  const approvals = [
    { settings: '', given: undefined, sent: null },
    { settings: 'Cancelada por la aseguradora.', given: undefined, sent: 'Cancelada por la aseguradora.' },
    { settings: 'Cancelada por la aseguradora.', given: 'De acuerdo.', sent: 'De acuerdo.' },
    { settings: '', given: ' De acuerdo. ', sent: 'De acuerdo.' },
  ];
  test.for(approvals)('to approve may carry a text: %j', async ({ settings, given, sent }) => {
    const opened = await openRoom();
    opened.settings.texts.approved = settings;
    await opened.order(101);
    const call = await opened.ask(101);
    await opened.decide({ id: (await opened.only()).id, ...approve, responseText: given });
    expect(call.taken).toEqual({ isCancelled: true, showResponseText: sent !== null, responseText: sent });
  });

  test('that refuses is closed once delivered, and a later ask is a new question', async () => {
    const opened = await openRoom();
    await opened.order(101);
    await opened.ask(101);
    const first = await opened.only();
    await opened.decide({ id: first.id, ...refuse });
    await opened.quiet();
    expect((await opened.only()).deliveredAt).toBe(opened.clock.now());
    const later = await opened.ask(101);
    expect(later.written).toEqual([]);
    expect((await opened.rows()).map(({ id, state }) => [id === first.id, state])).toEqual([
      [false, 'waiting'],
      [true, 'refused'],
    ]);
  });

  test('that refuses and was not delivered answers the next ask', async () => {
    const opened = await openRoom();
    await opened.order(101);
    (await opened.ask(101)).hangUp();
    await opened.quiet();
    await opened.decide({ id: (await opened.only()).id, ...refuse });
    const next = await opened.ask(101);
    expect(next.taken).toEqual(refusedAnswer);
    expect(await opened.only()).toMatchObject({ state: 'refused', deliveredAt: opened.clock.now() });
  });

  test('about no cancellation, or an order that nobody knows, is not taken', async () => {
    const opened = await openRoom();
    expect(await opened.decide({ id: 77, ...approve })).toEqual({ outcome: 'notFound' });
    expect(await opened.room.withdraw(77, ana)).toEqual({ outcome: 'notFound' });
    await opened.ask(404);
    const { id } = await opened.only();
    expect(await opened.decide({ id, ...approve })).toEqual({
      outcome: 'notDecidable',
      state: 'unmatched',
    });
    expect(await opened.room.withdraw(id, ana)).toEqual({ outcome: 'notWithdrawable', reason: 'notDecided' });
  });

  test('is told again to a marketplace that lost it', async () => {
    const opened = await openRoom();
    await opened.order(101);
    await opened.ask(101);
    const { id } = await opened.only();
    await opened.decide({ id, ...approve });
    await opened.quiet();
    const deliveredAt = (await opened.only()).deliveredAt;
    opened.clock.advance(60_000);
    const again = await opened.ask(101);
    expect(again.taken).toEqual(cancelledAnswer);
    expect(await opened.only()).toMatchObject({
      id,
      state: 'cancelled',
      askCount: 2,
      deliveredAt: deliveredAt,
    });
  });
});

describe('a verdict about an order that a call names otherwise', () => {
  const another = saying('purchaseOrder', { purchaseOrderId: 101, insuranceClaimNumber: 'REC-2' });
  const mismatches = [{ field: 'claimNumber', asked: 'REC-2', order: 'REC-1' }];

  test.each([undefined, false])(
    'approves it not where that is not acknowledged: %s',
    async (acknowledged) => {
      const opened = await openRoom();
      await opened.order(101);
      const call = await opened.ask(101, another);
      const { id } = await opened.only();
      const given = { id, ...approve, acknowledgeMismatch: acknowledged };
      expect(await opened.decide(given)).toEqual({ outcome: 'mismatch', mismatches });
      expect(await opened.only()).toMatchObject({ state: 'waiting', verdict: null });
      expect(call.written).toEqual([]);
      expect(await opened.audited(id)).toEqual([]);
    },
  );

  test('approves it where that is acknowledged, and keeps what was otherwise in the log', async () => {
    const opened = await openRoom();
    await opened.order(101);
    await opened.ask(101, another);
    const { id } = await opened.only();
    const decided = await opened.decide({ id, ...approve, acknowledgeMismatch: true });
    expect(decided).toMatchObject({ outcome: 'decided', cancellation: { verdict: 'approve' } });
    const log = await opened.audited(id);
    expect(log.find(({ action }) => action === 'decided')?.detail).toMatchObject({ mismatches });
  });

  test('refuses it without further ado, and says nothing of it in the log', async () => {
    const opened = await openRoom();
    await opened.order(101);
    await opened.ask(101, another);
    const { id } = await opened.only();
    expect(await opened.decide({ id, ...refuse })).toMatchObject({ outcome: 'decided' });
    const log = await opened.audited(id);
    expect(log.find(({ action }) => action === 'decided')?.detail).not.toHaveProperty('mismatches');
  });
});

describe('a withdrawal', () => {
  test('is possible until the verdict is delivered', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101, { slow: true });
    const { id } = await opened.only();
    expect(await opened.room.withdraw(id, ana)).toEqual({ outcome: 'notWithdrawable', reason: 'notDecided' });
    await opened.decide({ id, ...approve });
    expect(await opened.room.withdraw(id, ana)).toEqual({
      outcome: 'notWithdrawable',
      reason: 'beingDelivered',
    });
    call.hangUp();
    await opened.quiet();
    expect(await opened.room.withdraw(id, ana)).toMatchObject({
      outcome: 'withdrawn',
      cancellation: { state: 'deferred', verdict: null, decidedBy: null, responseText: null },
    });
    const next = await opened.ask(101);
    expect(next.written).toEqual([]);
    await opened.decide({ id, ...refuse });
    await opened.quiet();
    expect(next.taken).toEqual(refusedAnswer);
    expect(await opened.room.withdraw(id, ana)).toEqual({ outcome: 'notWithdrawable', reason: 'delivered' });
  });
});

describe('an order that was never received', () => {
  test('is answered so at once and kept, until it is received', async () => {
    const opened = await openRoom();
    const unknown = {
      isCancelled: false,
      showResponseText: true,
      responseText: opened.settings.texts.unknownOrder,
    };
    expect((await opened.ask(101)).taken).toEqual(unknown);
    expect((await opened.ask(101)).taken).toEqual(unknown);
    expect(await opened.only()).toMatchObject({ state: 'unmatched', askCount: 2, recordId: null });
    await opened.order(101, 'serviceOrder');
    expect((await opened.ask(101)).taken).toEqual(unknown);
    const recordId = await opened.order(101);
    expect(await opened.only()).toMatchObject({ state: 'deferred', recordId: recordId, askCount: 3 });
    expect((await opened.ask(101)).written).toEqual([]);
    expect(await opened.only()).toMatchObject({ state: 'waiting', recordId: recordId, askCount: 4 });
  });

  test('approved once it came, is cancelled only by the next call that is answered so', async () => {
    const opened = await openRoom();
    await opened.ask(101);
    const recordId = await opened.order(101);
    const { id } = await opened.only();
    expect(await opened.decide({ id, verdict: 'approve', actor: ana })).toMatchObject({
      outcome: 'decided',
      cancellation: { state: 'approved', recordId: recordId, deliveredAt: null },
    });
    expect((await opened.ask(101)).taken).toMatchObject({ isCancelled: true });
    expect(await opened.only()).toMatchObject({ state: 'cancelled', askCount: 2 });
    expect((await opened.audited(id)).map(({ action }) => action)).toEqual(['decided']);
    expect(await opened.entries()).toEqual([
      'ask 1',
      'answer 1 unknownOrder',
      'outcome 1 delivered unknownOrder',
      'ask 2',
      'answer 2 cancelled',
      'outcome 2 delivered cancelled',
    ]);
  });

  test('that silence never approves: arrived and undecided, the next call is held and answered in review', async () => {
    const opened = await openRoom();
    await opened.ask(101);
    await opened.order(101);
    const call = await opened.ask(101);
    opened.clock.advance(8000);
    await opened.quiet();
    expect(call.taken).toEqual(opened.inReview());
  });

  test('is closed by hand with a word why, once, and leaves what needs somebody; the next call is a new question', async () => {
    const opened = await openRoom();
    await opened.ask(101);
    const { id } = await opened.only();
    const given = { id, reason: 'Era de otra aseguradora.', actor: ana };
    expect(await opened.store.read(countPendingWork)).toMatchObject({ cancellationsUnmatched: 1 });
    expect(await opened.room.closeUnmatched(given)).toMatchObject({
      outcome: 'closed',
      cancellation: {
        state: 'unmatched',
        closedBy: 'Ana Prueba',
        closedReason: 'Era de otra aseguradora.',
      },
    });
    expect(await opened.room.closeUnmatched(given)).toMatchObject({
      outcome: 'alreadyClosed',
      closedBy: 'Ana Prueba',
    });
    expect(await opened.store.read(countPendingWork)).toMatchObject({ cancellationsUnmatched: 0 });
    expect(opened.published.at(-1)).toMatchObject({ topic: 'cancellations', ids: [id] });
    const log = await opened.audited(id);
    expect(log.map(({ action }) => action)).toEqual(['closed']);
    expect(log.at(-1)).toMatchObject({ actor: ana, detail: { reason: 'Era de otra aseguradora.' } });
    expect((await opened.room.list({ states: ['unmatched'], limit: 5 })).rows).toEqual([]);
    expect((await opened.room.list({ states: ['refused'], withClosed: true, limit: 5 })).rows).toMatchObject([
      { id },
    ]);
    await opened.ask(101);
    expect((await opened.room.list({ states: ['unmatched'], limit: 5 })).rows).toMatchObject([
      { askCount: 1, closedAt: null },
    ]);
    await opened.order(101);
    // What was closed stays closed; what was asked since is to be decided.
    expect((await opened.rows()).map(({ state, closedAt }) => [state, closedAt === null])).toEqual([
      ['deferred', true],
      ['unmatched', false],
    ]);
  });

  test.each(['waiting', 'cancelled'])('is all that can be closed: not one that is %s', async (state) => {
    const opened = await openRoom();
    await opened.order(101);
    await opened.ask(101);
    const { id } = await opened.only();
    if (state === 'cancelled') await opened.decide({ id, verdict: 'approve', actor: ana });
    await opened.quiet();
    expect(await opened.room.closeUnmatched({ id, reason: 'No.', actor: ana })).toEqual({
      outcome: 'notClosable',
      state,
    });
    expect(await opened.room.closeUnmatched({ id: 99, reason: 'No.', actor: ana })).toEqual({
      outcome: 'notFound',
    });
  });

  test('of an older database, asked about again when it had come, is closed by itself', async () => {
    const opened = await openRoom();
    await opened.ask(101);
    const recordId = await opened.order(101);
    await opened.ask(101);
    await opened.store.write(async (tx) => {
      await tx.run(
        `INSERT INTO cancellation (order_kind, marketplace_id, state, asked_at, last_asked_at)
         VALUES ('purchaseOrder', 101, 'unmatched', 1, 1)`,
      );
    });
    await opened.ask(101);
    expect((await opened.rows()).map(({ state, closedBy, askCount }) => [state, closedBy, askCount])).toEqual(
      [
        ['waiting', null, 3],
        ['unmatched', '', 0],
      ],
    );
    const [latest, earlier] = await opened.rows();
    expect(latest?.recordId).toBe(recordId);
    expect(earlier).toMatchObject({ closedAt: latest?.lastAskedAt, closedReason: null });
  });
});

describe('what a call says of its order', () => {
  const other = {
    purchaseOrderId: 101,
    purchaseOrderNumber: 'OC-102',
    insuranceClaimNumber: ' rec-1 ',
    requestId: 78,
  };

  test('beside what the order says, for as long as the cancellation is there', async () => {
    const opened = await openRoom();
    await opened.order(101);
    await opened.ask(101, saying('purchaseOrder', other));
    await opened.ask(101);
    const { orderReferences: references } = await opened.only();
    expect(JSON.parse(references ?? '')).toEqual({
      orderNumber: ['OC-102'],
      claimNumber: ['rec-1'],
      requestId: ['78'],
    });
  });

  test('has the order looked at again only where it is other than the order says', async () => {
    const opened = await openRoom();
    const recordId = await opened.order(101);
    const waiting = () => opened.store.read(findNextRecheck);
    await opened.ask(
      101,
      saying('purchaseOrder', { purchaseOrderNumber: ' oc-2026-000001 ', requestId: '77' }),
    );
    expect(await waiting()).toBeUndefined();
    await opened.ask(101, saying('purchaseOrder', other));
    expect(await waiting()).toMatchObject({ name: 'record', value: String(recordId) });
  });

  /** Cancellations and asks as an older version left them, whose bodies were moved into the journal. */
  async function putOldCalls(opened: OpenRoom, recordId: number, bodies: readonly Buffer[]) {
    for (const [index, bytes] of bodies.entries()) {
      const { seq } = await opened.journal.keep({ kind: 'rejected', keyLabel: 'key', bytes, detail: {} });
      await opened.store.write(async (tx) => {
        await tx.run(
          `INSERT INTO cancellation (id, order_kind, marketplace_id, record_id, state, asked_at, last_asked_at)
           VALUES (1, 'purchaseOrder', 101, ?, 'deferred', 1, 1) ON CONFLICT DO NOTHING`,
          recordId,
        );
        await tx.run(
          `INSERT INTO ask (id, cancellation_id, received_at, key_label, seq, answer, delivery)
           VALUES (?, 1, 1, 'key', ?, 'inReview', 'delivered')`,
          index + 1,
          seq,
        );
      });
    }
  }

  test('is read from calls of an older version at the start', async () => {
    const opened = await openRoom();
    const recordId = await opened.order(101);
    const others = ['no es JSON', '7', 'null'].map((text) => Buffer.from(text));
    const bodies = [Buffer.from(JSON.stringify(other)), ...others, Buffer.alloc(70_000, ' ')];
    await putOldCalls(opened, recordId, bodies);
    await opened.killAndReopen();
    const found = await opened.room.get(1);
    expect(JSON.parse(found?.cancellation.orderReferences ?? '')).toMatchObject({
      orderNumber: ['OC-102'],
      requestId: ['78'],
    });
    expect(found?.asks.map(({ content }) => JSON.parse(content ?? '')?.orderNumbers)).toEqual([
      ['OC-102'],
      [],
      [],
      [],
      undefined,
    ]);
    expect(await opened.store.read(findNextRecheck)).toMatchObject({ value: String(recordId) });
  });

  test('is read from more than a thousand calls of an older version', async () => {
    const opened = await openRoom();
    const recordId = await opened.order(101);
    await putOldCalls(opened, recordId, [Buffer.from('{"insuranceClaimNumber":"REC-1"}')]);
    await opened.store.write(async (tx) => {
      await tx.run(
        `WITH RECURSIVE n (id) AS (SELECT 2 UNION ALL SELECT id + 1 FROM n WHERE id < 1100)
         INSERT INTO ask (id, cancellation_id, received_at, key_label, seq, answer, delivery)
         SELECT n.id, 1, 1, 'key', a.seq, 'inReview', 'delivered' FROM n JOIN ask a ON a.id = 1`,
      );
    });
    await opened.killAndReopen();
    const left = await opened.store.read(async (tx) =>
      tx.get('SELECT count(*) AS calls, count(content) AS read FROM ask'),
    );
    expect(left).toEqual({ calls: 1100, read: 1100 });
  });
});

test('every step is in the log or in the journal, with who did it', async () => {
  const opened = await openRoom();
  await opened.order(101);
  const gone = await opened.ask(101);
  gone.hangUp();
  await opened.quiet();
  await opened.ask(101);
  opened.clock.advance(8000);
  await opened.quiet();
  const { id } = await opened.only();
  await opened.decide({ id, ...approve });
  await opened.room.withdraw(id, ana);
  await opened.decide({ id, ...refuse });
  await opened.ask(101);
  const log = await opened.audited(id);
  expect(log.map(({ action, actor, detail }) => [action, actor, detail['state']])).toEqual([
    ['decided', ana, 'approved'],
    ['withdrawn', ana, 'deferred'],
    ['decided', ana, 'refused'],
  ]);
  expect(log[2]?.detail).toMatchObject({
    orderKind: 'purchaseOrder',
    marketplaceId: 101,
    verdict: 'refuse',
    responseText: 'Ya fue facturada.',
  });
  // What came, and what it was answered with, is in the journal.
  expect(await opened.entries()).toEqual([
    'ask 1',
    'outcome 1 lost',
    'ask 2',
    'answer 2 inReview time',
    'outcome 2 delivered inReview',
    'ask 3',
    'answer 3 refused',
    'outcome 3 delivered refused',
  ]);
});

test('every commit is published, for the cancellation and for its order', async () => {
  const opened = await openRoom();
  const recordId = await opened.order(101, 'serviceOrder');
  await opened.ask(101, { orderKind: 'serviceOrder' });
  const { id } = await opened.only();
  const once = [
    { topic: 'cancellations', ids: [id] },
    { topic: 'records', kind: 'serviceOrder', ids: [recordId] },
  ];
  expect(opened.published).toEqual(once);
  await opened.decide({ id, ...refuse });
  await opened.quiet();
  expect(opened.published).toEqual([...once, ...once, ...once]);
  await opened.decide({ id, ...refuse });
  expect(opened.published).toHaveLength(6);
});

test('a question about an order that nobody knows is published without an order', async () => {
  const opened = await openRoom();
  await opened.ask(101);
  const { id } = await opened.only();
  const once = { topic: 'cancellations', ids: [id] };
  expect(opened.published).toEqual([once, once]);
});

test('findings are said to have changed where a call contradicts its order, and once it is cancelled', async () => {
  const opened = await openRoom();
  await opened.order(101);
  await opened.ask(101);
  expect(opened.settled).toBe(0);
  await opened.ask(101, saying('purchaseOrder', { purchaseOrderId: 101, requestId: 78 }));
  expect(opened.settled).toBe(1);
  opened.clock.advance(8000);
  await opened.quiet();
  expect(opened.settled).toBe(1);
  await opened.decide({ id: (await opened.only()).id, ...approve, acknowledgeMismatch: true });
  expect((await opened.ask(101)).taken).toEqual(cancelledAnswer);
  // This call contradicts it as well, and cancels it.
  expect(opened.settled).toBe(3);
});

test('what names an order is checked again once, when the order is cancelled', async () => {
  const opened = await openRoom();
  await opened.order(101);
  const waiting = () => opened.store.read(findNextRecheck);
  await opened.ask(101);
  const { id } = await opened.only();
  await opened.decide({ id, ...approve });
  await opened.quiet();
  const recheck = await waiting();
  expect(recheck).toMatchObject({ name: 'order', value: 'purchaseOrder:101' });
  if (recheck === undefined) return;
  await opened.store.write((tx) => claimRecheckBatch(tx, recheck, 100));
  await opened.ask(101);
  expect(await waiting()).toBeUndefined();
});

test.each(['refuse', 'none'])(
  'nothing is checked again where no order is cancelled: verdict %s',
  async (verdict) => {
    const opened = await openRoom();
    await opened.order(101);
    await opened.ask(101);
    const { id } = await opened.only();
    if (verdict === 'refuse') await opened.decide({ id, ...refuse });
    opened.clock.advance(8000);
    await opened.quiet();
    expect(await opened.store.read(findNextRecheck)).toBeUndefined();
  },
);
