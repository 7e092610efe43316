import { describe, expect, test } from 'vitest';
import {
  type AuditRow,
  claimRecheckBatch,
  countPendingWork,
  findNextRecheck,
  StoreProblem,
} from '../../../main/engine/store/index.ts';
import { Call } from './call.ts';
import { ana, incoming, type OpenRoom, openRoom, saying } from './open-cancellations.ts';

const approve = { verdict: 'approve', actor: ana } as const;
const refuse = { verdict: 'refuse', responseText: 'Ya fue facturada.', actor: ana } as const;
const cancelledAnswer = { isCancelled: true, showResponseText: false, responseText: null };
const refusedAnswer = { isCancelled: false, showResponseText: true, responseText: 'Ya fue facturada.' };

async function rows(opened: OpenRoom) {
  return (await opened.room.list({ limit: 50 })).rows;
}

async function only(opened: OpenRoom) {
  const found = await rows(opened);
  expect(found).toHaveLength(1);
  return found[0]!;
}

async function audited(opened: OpenRoom, id: number) {
  const found = await opened.store.read(async (tx) =>
    tx.all<AuditRow>('SELECT * FROM audit WHERE subject = ? ORDER BY id', `cancellation:${id}`),
  );
  return found.map(({ action, actor, detail }) => ({
    action: action.replace('cancellation.', ''),
    actor: JSON.parse(actor) as unknown,
    detail: JSON.parse(detail) as Record<string, unknown>,
  }));
}

function inReview(opened: OpenRoom) {
  return { isCancelled: false, showResponseText: true, responseText: opened.settings.texts.inReview };
}

describe('a held call', () => {
  test('waits, and an approval answers it at once; the order is cancelled when that is written out', async () => {
    const opened = await openRoom();
    const recordId = await opened.order(101);
    const call = await opened.ask(101, { slow: true });
    expect(call.written).toEqual([]);
    expect(opened.room.heldCalls()).toBe(1);
    const waiting = await only(opened);
    expect(waiting).toMatchObject({ state: 'waiting', recordId: recordId, number: 'OC-101', openAsks: 1 });
    expect(waiting.heldUntil).toBe(opened.clock.now() + 8000);

    const decided = await opened.room.decide({ id: waiting.id, ...approve });
    expect(decided).toMatchObject({
      outcome: 'decided',
      cancellation: { state: 'approved', isDelivering: true },
    });
    expect(call.written).toEqual([{ answer: cancelledAnswer, closeConnection: false }]);
    expect(await only(opened)).toMatchObject({ state: 'approved', deliveredAt: null });

    opened.clock.advance(20);
    call.take();
    await opened.quiet();
    expect(await only(opened)).toMatchObject({ state: 'cancelled', deliveredAt: opened.clock.now() });
    expect(opened.room.heldCalls()).toBe(0);
    expect(opened.clock.timerCount).toBe(0);
  });

  test('is answered in review when its hold ends, and the question stays open', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101);
    opened.clock.advance(7999);
    await opened.quiet();
    expect(call.written).toEqual([]);
    opened.clock.advance(1);
    await call.answered();
    expect(call.written).toEqual([{ answer: inReview(opened), closeConnection: false }]);
    await opened.quiet();
    expect(await only(opened)).toMatchObject({
      state: 'deferred',
      heldUntil: null,
      openAsks: 0,
      verdict: null,
    });
    expect(opened.room.heldCalls()).toBe(0);
  });

  test('has a hold of its own: the question waits as long as one is held', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const first = await opened.ask(101);
    opened.clock.advance(5000);
    const second = await opened.ask(101);
    opened.clock.advance(3000);
    await opened.quiet();
    expect([first.written.length, second.written.length]).toEqual([1, 0]);
    expect(await only(opened)).toMatchObject({ state: 'waiting', askCount: 2, openAsks: 1 });
    const { id } = await only(opened);
    await opened.room.decide({ id, ...refuse });
    expect(second.written[0]?.answer).toEqual(refusedAnswer);
    await opened.quiet();
    const found = await opened.room.get(id);
    expect(found?.asks.map(({ answer, delivery }) => [answer, delivery])).toEqual([
      ['inReview', 'delivered'],
      ['refused', 'delivered'],
    ]);
  });

  test('whose caller goes away is lost; a verdict then has to be asked for again', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101);
    call.hangUp();
    await opened.quiet();
    expect(await only(opened)).toMatchObject({ state: 'deferred' });
    expect([opened.room.heldCalls(), opened.clock.timerCount]).toEqual([0, 0]);
    const { id } = await only(opened);
    await opened.room.decide({ id, ...approve });
    await opened.quiet();
    expect(call.written).toEqual([]);
    expect((await opened.room.list({ mustAskAgain: true, limit: 5 })).rows.map((row) => row.id)).toEqual([
      id,
    ]);

    const again = await opened.ask(101);
    expect(again.taken).toEqual(cancelledAnswer);
    expect(await only(opened)).toMatchObject({ state: 'cancelled', askCount: 2 });
    expect((await opened.room.list({ mustAskAgain: true, limit: 5 })).total).toBe(0);
  });

  test('whose socket closes while the verdict is written has not learnt of it', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101, { slow: true });
    const { id } = await only(opened);
    await opened.room.decide({ id, ...approve });
    call.hangUp();
    await opened.quiet();
    expect(await only(opened)).toMatchObject({ state: 'approved', deliveredAt: null, openAsks: 0 });
  });

  test('whose caller goes away while it is stored is lost, and not held', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = new Call();
    const asked = opened.room.ask(incoming(101), call);
    call.hangUp();
    await asked;
    await opened.quiet();
    expect(await only(opened)).toMatchObject({ state: 'deferred', openAsks: 0 });
    expect([opened.room.heldCalls(), opened.clock.timerCount, call.written]).toEqual([0, 0, []]);
  });

  test('is answered with the verdict alone where its hold ends at the same moment', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101);
    const { id } = await only(opened);
    const decided = opened.room.decide({ id, ...approve });
    opened.clock.advance(8000);
    await decided;
    await opened.quiet();
    expect(call.written).toEqual([{ answer: cancelledAnswer, closeConnection: false }]);
    expect(await only(opened)).toMatchObject({ state: 'cancelled' });
  });

  test('whose caller goes away as the verdict comes has not learnt of it', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101);
    const { id } = await only(opened);
    const decided = opened.room.decide({ id, ...approve });
    call.hangUp();
    await decided;
    await opened.quiet();
    expect(call.written).toEqual([]);
    expect(await only(opened)).toMatchObject({ state: 'approved', deliveredAt: null, openAsks: 0 });
    expect((await opened.room.get(id))?.asks).toMatchObject([
      { answer: 'cancelled', delivery: 'lost', answeredAt: null },
    ]);
    expect(opened.troubles).toEqual([]);
  });

  test('of whose answer nobody knows may have learnt of the verdict, and is told it again', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = new Call();
    call.write = () => Promise.reject(new Error('The socket is in no state to tell.'));
    await opened.room.ask(incoming(101), call);
    const { id } = await only(opened);
    await opened.room.decide({ id, ...approve });
    await opened.quiet();
    expect(await only(opened)).toMatchObject({ state: 'approved', openAsks: 0, mayHaveBeenDelivered: true });
    expect(opened.troubles).toHaveLength(1);
    expect((await opened.ask(101)).taken).toEqual(cancelledAnswer);
  });

  test('with no hold time is answered in review at once', async () => {
    const opened = await openRoom();
    opened.settings.receiver.holdSeconds = 0;
    await opened.order(101);
    const call = await opened.ask(101);
    expect(call.taken).toEqual(inReview(opened));
    const { id, ...found } = await only(opened);
    expect(found).toMatchObject({ state: 'deferred', askCount: 1, heldUntil: null });
    expect((await opened.room.get(id))?.asks).toMatchObject([{ heldUntil: null, answer: 'inReview' }]);
  });

  test('is held as long as this run was told to, whatever the settings say', async () => {
    const opened = await openRoom({ holdSeconds: 30 });
    await opened.order(101);
    await opened.ask(101);
    expect((await only(opened)).heldUntil).toBe(opened.clock.now() + 30_000);
  });

  test('one of a thousand costs a timer and a place in a map, and all of them are answered', async () => {
    const opened = await openRoom();
    const calls: Call[] = [];
    await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        await opened.order(1000 + index);
        const call = new Call();
        calls.push(call);
        await opened.room.ask(incoming(1000 + index), call);
      }),
    );
    expect(opened.room.heldCalls()).toBe(1000);
    await opened.room.close();
    expect(calls.every(({ taken }) => taken?.isCancelled === false)).toBe(true);
    const left = await opened.room.list({ states: ['waiting'], limit: 1 });
    expect(left.total).toBe(0);
  });
});

describe('a verdict', () => {
  test('is the first one; the second is told who decided and when', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101);
    const { id } = await only(opened);
    const at = opened.clock.now();
    const both = await Promise.all([
      opened.room.decide({ id, ...refuse }),
      opened.room.decide({ id, verdict: 'approve', actor: { person: 'Luis', via: 'browser' } }),
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
    const { id } = await only(opened);
    opened.settings.texts.approved = 'Cancelada por la aseguradora.';
    for (const responseText of [undefined, '', '  \n ']) {
      const said = await opened.room.decide({ id, verdict: 'refuse', responseText, actor: ana });
      expect(said).toEqual({ outcome: 'textRequired' });
    }
    expect(call.written).toEqual([]);
    expect((await only(opened)).state).toBe('waiting');
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
    await opened.room.decide({ id: (await only(opened)).id, ...approve, responseText: given });
    expect(call.taken).toEqual({ isCancelled: true, showResponseText: sent !== null, responseText: sent });
  });

  test('that refuses is closed once delivered, and a later ask is a new question', async () => {
    const opened = await openRoom();
    await opened.order(101);
    await opened.ask(101);
    const first = await only(opened);
    await opened.room.decide({ id: first.id, ...refuse });
    await opened.quiet();
    expect((await only(opened)).deliveredAt).toBe(opened.clock.now());
    const later = await opened.ask(101);
    expect(later.written).toEqual([]);
    expect((await rows(opened)).map(({ id, state }) => [id === first.id, state])).toEqual([
      [false, 'waiting'],
      [true, 'refused'],
    ]);
  });

  test('that refuses and was not delivered answers the next ask', async () => {
    const opened = await openRoom();
    await opened.order(101);
    (await opened.ask(101)).hangUp();
    await opened.quiet();
    await opened.room.decide({ id: (await only(opened)).id, ...refuse });
    const next = await opened.ask(101);
    expect(next.taken).toEqual(refusedAnswer);
    expect(await only(opened)).toMatchObject({ state: 'refused', deliveredAt: opened.clock.now() });
  });

  test('about no cancellation, or an order that nobody knows, is not taken', async () => {
    const opened = await openRoom();
    expect(await opened.room.decide({ id: 77, ...approve })).toEqual({ outcome: 'notFound' });
    expect(await opened.room.withdraw(77, ana)).toEqual({ outcome: 'notFound' });
    await opened.ask(404);
    const { id } = await only(opened);
    expect(await opened.room.decide({ id, ...approve })).toEqual({
      outcome: 'notDecidable',
      state: 'unmatched',
    });
    expect(await opened.room.withdraw(id, ana)).toEqual({ outcome: 'notWithdrawable', reason: 'notDecided' });
  });

  test('is told again to a marketplace that lost it', async () => {
    const opened = await openRoom();
    await opened.order(101);
    await opened.ask(101);
    const { id } = await only(opened);
    await opened.room.decide({ id, ...approve });
    await opened.quiet();
    const deliveredAt = (await only(opened)).deliveredAt;
    opened.clock.advance(60_000);
    const again = await opened.ask(101);
    expect(again.taken).toEqual(cancelledAnswer);
    expect(await only(opened)).toMatchObject({
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
      const { id } = await only(opened);
      const given = { id, ...approve, acknowledgeMismatch: acknowledged };
      expect(await opened.room.decide(given)).toEqual({ outcome: 'mismatch', mismatches });
      expect(await only(opened)).toMatchObject({ state: 'waiting', verdict: null });
      expect(call.written).toEqual([]);
      expect((await audited(opened, id)).map(({ action }) => action)).toEqual(['asked']);
    },
  );

  test('approves it where that is acknowledged, and keeps what was otherwise in the log', async () => {
    const opened = await openRoom();
    await opened.order(101);
    await opened.ask(101, another);
    const { id } = await only(opened);
    const decided = await opened.room.decide({ id, ...approve, acknowledgeMismatch: true });
    expect(decided).toMatchObject({ outcome: 'decided', cancellation: { verdict: 'approve' } });
    const log = await audited(opened, id);
    expect(log.find(({ action }) => action === 'decided')?.detail).toMatchObject({ mismatches });
  });

  test('refuses it without further ado, and says nothing of it in the log', async () => {
    const opened = await openRoom();
    await opened.order(101);
    await opened.ask(101, another);
    const { id } = await only(opened);
    expect(await opened.room.decide({ id, ...refuse })).toMatchObject({ outcome: 'decided' });
    const log = await audited(opened, id);
    expect(log.find(({ action }) => action === 'decided')?.detail).not.toHaveProperty('mismatches');
  });
});

describe('a withdrawal', () => {
  test('is possible until the verdict is delivered', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101, { slow: true });
    const { id } = await only(opened);
    expect(await opened.room.withdraw(id, ana)).toEqual({ outcome: 'notWithdrawable', reason: 'notDecided' });
    await opened.room.decide({ id, ...approve });
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
    await opened.room.decide({ id, ...refuse });
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
    expect(await only(opened)).toMatchObject({ state: 'unmatched', askCount: 2, recordId: null });
    await opened.order(101, 'serviceOrder');
    expect((await opened.ask(101)).taken).toEqual(unknown);
    const recordId = await opened.order(101);
    expect(await only(opened)).toMatchObject({ state: 'deferred', recordId: recordId, askCount: 3 });
    expect((await opened.ask(101)).written).toEqual([]);
    expect(await only(opened)).toMatchObject({ state: 'waiting', recordId: recordId, askCount: 4 });
  });

  test('approved once it came, is cancelled only by the next call that is answered so', async () => {
    const opened = await openRoom();
    await opened.ask(101);
    const recordId = await opened.order(101);
    const { id } = await only(opened);
    expect(await opened.room.decide({ id, verdict: 'approve', actor: ana })).toMatchObject({
      outcome: 'decided',
      cancellation: { state: 'approved', recordId: recordId, deliveredAt: null },
    });
    expect((await opened.ask(101)).taken).toMatchObject({ isCancelled: true });
    expect(await only(opened)).toMatchObject({ state: 'cancelled', askCount: 2 });
    expect((await audited(opened, id)).map(({ action }) => action)).toEqual([
      'asked',
      'answered',
      'orderArrived',
      'decided',
      'asked',
      'answered',
    ]);
  });

  test('that silence never approves: arrived and undecided, the next call is held and answered in review', async () => {
    const opened = await openRoom();
    await opened.ask(101);
    await opened.order(101);
    const call = await opened.ask(101);
    opened.clock.advance(8000);
    await opened.quiet();
    expect(call.taken).toEqual(inReview(opened));
  });

  test('is closed by hand with a word why, once, and leaves what needs somebody; the next call is a new question', async () => {
    const opened = await openRoom();
    await opened.ask(101);
    const { id } = await only(opened);
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
    const log = await audited(opened, id);
    expect(log.map(({ action }) => action)).toEqual(['asked', 'answered', 'closed']);
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
    expect((await rows(opened)).map(({ state, closedAt }) => [state, closedAt === null])).toEqual([
      ['deferred', true],
      ['unmatched', false],
    ]);
  });

  test.each(['waiting', 'cancelled'])('is all that can be closed: not one that is %s', async (state) => {
    const opened = await openRoom();
    await opened.order(101);
    await opened.ask(101);
    const { id } = await only(opened);
    if (state === 'cancelled') await opened.room.decide({ id, verdict: 'approve', actor: ana });
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
    expect((await rows(opened)).map(({ state, closedBy, askCount }) => [state, closedBy, askCount])).toEqual([
      ['waiting', null, 3],
      ['unmatched', '', 0],
    ]);
    const [latest, earlier] = await rows(opened);
    expect(latest?.recordId).toBe(recordId);
    expect(await audited(opened, earlier?.id ?? 0)).toMatchObject([
      { action: 'closed', actor: { via: 'engine' }, detail: { askedAgainAs: latest?.id } },
    ]);
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
    const { orderReferences: references } = await only(opened);
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
    await opened.ask(101, saying('purchaseOrder', { purchaseOrderNumber: ' oc-101', requestId: '77' }));
    expect(await waiting()).toBeUndefined();
    await opened.ask(101, saying('purchaseOrder', other));
    expect(await waiting()).toMatchObject({ name: 'record', value: String(recordId) });
  });

  test('is read from calls of an older version at the start', async () => {
    const opened = await openRoom();
    const recordId = await opened.order(101);
    const body = Buffer.from(JSON.stringify(other));
    await opened.store.write(async (tx) => {
      await tx.run(
        `INSERT INTO cancellation (order_kind, marketplace_id, record_id, state, asked_at, last_asked_at)
         VALUES ('purchaseOrder', 101, ?, 'deferred', 1, 1)`,
        recordId,
      );
      const others = ['no es JSON', '7', 'null'].map((text) => Buffer.from(text));
      for (const bytes of [body, ...others, Buffer.alloc(70_000, ' ')]) {
        await tx.run(
          `INSERT INTO ask (cancellation_id, received_at, key_label, body, answer, delivery)
           VALUES (1, 1, 'key', ?, 'inReview', 'delivered')`,
          bytes,
        );
      }
    });
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
});

describe('closing', () => {
  test('answers every held call in review, closes its connection, and takes no more', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const prompt = await opened.ask(101);
    const slow = await opened.ask(101, { slow: true });
    let isClosed = false;
    const closed = opened.room.close().then(() => {
      isClosed = true;
    });
    await opened.quiet();
    for (const call of [prompt, slow]) {
      expect(call.written).toEqual([{ answer: inReview(opened), closeConnection: true }]);
    }
    expect(isClosed).toBe(false);
    await expect(opened.room.ask(incoming(101), new Call())).rejects.toBeInstanceOf(StoreProblem);
    slow.take();
    await closed;
    expect(await only(opened)).toMatchObject({ state: 'deferred', openAsks: 0, askCount: 2 });
    expect(opened.clock.timerCount).toBe(0);
    await opened.room.close();
  });

  test('answers a call that was just being kept', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = new Call();
    const asked = opened.room.ask(incoming(101), call);
    const closed = opened.room.close();
    await Promise.all([asked, closed]);
    expect(call.written).toEqual([{ answer: inReview(opened), closeConnection: true }]);
    expect((await only(opened)).state).toBe('deferred');
  });

  test('does not wait for ever for a caller who takes nothing', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101, { slow: true });
    const closed = opened.room.close();
    await opened.quiet();
    expect(call.written).toHaveLength(1);
    opened.clock.advance(3000);
    await closed;
    expect(opened.troubles).toHaveLength(1);
  });
});

test('before the receiver moves, held calls are answered in review; asks are taken on', async () => {
  const opened = await openRoom();
  await opened.order(101);
  const call = await opened.ask(101);
  await opened.room.answerHeld();
  expect(call.written).toEqual([{ answer: inReview(opened), closeConnection: true }]);
  expect(await only(opened)).toMatchObject({ state: 'deferred', openAsks: 0 });
  expect((await opened.ask(101)).written).toEqual([]);
  expect((await only(opened)).state).toBe('waiting');
});

describe('after a kill', () => {
  test('held calls are lost, an answer under way is unknown, and a withdrawal says so', async () => {
    const opened = await openRoom();
    await opened.order(101);
    await opened.order(102);
    await opened.ask(101);
    await opened.ask(102, { slow: true });
    const { id } = (await opened.room.list({ limit: 9 })).rows.find((row) => row.marketplaceId === 102)!;
    await opened.room.decide({ id, ...approve });
    await opened.killAndReopen();

    const after = await rows(opened);
    expect(after.map(({ state, heldUntil, openAsks }) => [state, heldUntil, openAsks])).toEqual([
      ['approved', null, 0],
      ['deferred', null, 0],
    ]);
    expect(after[0]?.mayHaveBeenDelivered).toBe(true);
    expect((await opened.room.list({ mustAskAgain: true, limit: 5 })).rows.map((row) => row.id)).toEqual([
      id,
    ]);
    expect(await opened.room.withdraw(id, ana)).toMatchObject({ outcome: 'withdrawn' });
    const log = await audited(opened, id);
    expect(log.map(({ action }) => action)).toEqual(['asked', 'decided', 'interrupted', 'withdrawn']);
    expect(log[2]?.detail).toMatchObject({ answer: 'cancelled', delivery: 'unknown' });
    expect(log.at(-1)?.detail).toMatchObject({ verdict: 'approve', mayHaveBeenDelivered: true });
  });

  test('more than a thousand questions are repaired, and those of an older version read', async () => {
    const opened = await openRoom();
    await opened.store.write(async (tx) => {
      await tx.run(
        `WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 1100)
         INSERT INTO cancellation (id, order_kind, marketplace_id, state, asked_at, last_asked_at, held_until)
         SELECT id, 'purchaseOrder', id, 'waiting', 1, 1, 2 FROM n`,
      );
      await tx.run(
        `INSERT INTO ask (cancellation_id, received_at, held_until, key_label, body, delivery)
         SELECT id, 1, 2, 'key', CAST('{"insuranceClaimNumber":"REC-1"}' AS BLOB), 'held' FROM cancellation`,
      );
    });
    await opened.killAndReopen();
    const left = await opened.store.read(async (tx) =>
      tx.get(
        `SELECT count(*) FILTER (WHERE c.state <> 'deferred' OR c.held_until IS NOT NULL) AS waiting,
            count(*) FILTER (WHERE a.delivery <> 'lost') AS open,
            count(*) FILTER (WHERE a.content IS NULL OR c.order_references IS NULL) AS unread
          FROM cancellation c JOIN ask a ON a.cancellation_id = c.id`,
      ),
    );
    expect(left).toEqual({ waiting: 0, open: 0, unread: 0 });
  });
});

describe('a store that fails', () => {
  test('before an ask is kept: it rejects and nothing is written', async () => {
    const opened = await openRoom();
    await opened.order(101);
    opened.store.failing = new StoreProblem('diskFull', 'The disk is full.');
    const call = new Call();
    await expect(opened.room.ask(incoming(101), call)).rejects.toThrow('The disk is full.');
    call.hangUp();
    expect(call.written).toEqual([]);
    expect(opened.room.heldCalls()).toBe(0);
  });

  test('at the end of a hold: the caller is answered in review, and that is noted when there is room', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101);
    opened.store.failing = new StoreProblem('diskFull', 'The disk is full.');
    opened.clock.advance(8000);
    await call.answered();
    expect(call.written).toEqual([{ answer: inReview(opened), closeConnection: false }]);
    await opened.quiet();
    expect((await only(opened)).state).toBe('waiting');
    opened.store.failing = null;
    opened.clock.advance(5000);
    await opened.quiet();
    expect(await only(opened)).toMatchObject({ state: 'deferred', openAsks: 0 });
  });

  test('as the receiver moves: the caller is answered all the same, and asked to close', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101);
    opened.store.failing = new StoreProblem('diskFull', 'The disk is full.');
    await opened.room.answerHeld();
    expect(call.written).toEqual([{ answer: inReview(opened), closeConnection: true }]);
    opened.store.failing = null;
    opened.clock.advance(5000);
    await opened.quiet();
    const { id } = await only(opened);
    expect((await opened.room.get(id))?.asks).toMatchObject([{ answer: 'inReview', delivery: 'delivered' }]);
  });

  test('for good: nothing is tried again', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101);
    opened.store.failing = new StoreProblem('corrupt', 'The database is damaged.');
    opened.clock.advance(8000);
    expect(await call.answered()).toEqual(inReview(opened));
    await opened.quiet();
    expect(opened.clock.timerCount).toBe(0);
    expect(opened.troubles).toHaveLength(2);
  });

  test('while Perito closes: nothing is tried again, and closing ends', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101);
    opened.store.failing = new StoreProblem('diskFull', 'The disk is full.');
    await opened.room.close();
    expect(call.written).toEqual([{ answer: inReview(opened), closeConnection: true }]);
    expect(opened.clock.timerCount).toBe(0);
  });

  test('when an approval was written out: it is noted when there is room, and not before', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101, { slow: true });
    const { id } = await only(opened);
    await opened.room.decide({ id, ...approve });
    opened.store.failing = new StoreProblem('diskFull', 'The disk is full.');
    call.take();
    await opened.quiet();
    expect((await only(opened)).state).toBe('approved');
    opened.store.failing = null;
    expect(await opened.room.withdraw(id, ana)).toMatchObject({ reason: 'beingDelivered' });
    opened.clock.advance(5000);
    await opened.quiet();
    expect((await only(opened)).state).toBe('cancelled');
  });
});

test('every step is in the log, with who did it', async () => {
  const opened = await openRoom();
  await opened.order(101);
  const gone = await opened.ask(101);
  gone.hangUp();
  await opened.quiet();
  await opened.ask(101);
  opened.clock.advance(8000);
  await opened.quiet();
  const { id } = await only(opened);
  await opened.room.decide({ id, ...approve });
  await opened.room.withdraw(id, ana);
  await opened.room.decide({ id, ...refuse });
  await opened.ask(101);
  const engine = { person: '', via: 'engine' };
  const receiver = { person: 'Clave principal', via: 'receiver' };
  const log = await audited(opened, id);
  expect(log.map(({ action, actor, detail }) => [action, actor, detail['state']])).toEqual([
    ['asked', receiver, 'waiting'],
    ['callerGone', engine, 'deferred'],
    ['asked', receiver, 'waiting'],
    ['holdEnded', engine, 'deferred'],
    ['answered', engine, 'deferred'],
    ['decided', ana, 'approved'],
    ['withdrawn', ana, 'deferred'],
    ['decided', ana, 'refused'],
    ['asked', receiver, 'refused'],
    ['answered', engine, 'refused'],
  ]);
  expect(log[7]?.detail).toMatchObject({
    orderKind: 'purchaseOrder',
    marketplaceId: 101,
    verdict: 'refuse',
    responseText: 'Ya fue facturada.',
  });
});

test('every commit is published, for the cancellation and for its order', async () => {
  const opened = await openRoom();
  const recordId = await opened.order(101, 'serviceOrder');
  await opened.ask(101, { orderKind: 'serviceOrder' });
  const { id } = await only(opened);
  const once = [
    { topic: 'cancellations', ids: [id] },
    { topic: 'records', kind: 'serviceOrder', ids: [recordId] },
  ];
  expect(opened.published).toEqual(once);
  await opened.room.decide({ id, ...refuse });
  await opened.quiet();
  expect(opened.published).toEqual([...once, ...once, ...once]);
  await opened.room.decide({ id, ...refuse });
  expect(opened.published).toHaveLength(6);
});

test('a question about an order that nobody knows is published without an order', async () => {
  const opened = await openRoom();
  await opened.ask(101);
  const { id } = await only(opened);
  const once = { topic: 'cancellations', ids: [id] };
  expect(opened.published).toEqual([once, once]);
});

test('findings are said to have changed where a call contradicts its order, and once an answer is settled', async () => {
  const opened = await openRoom();
  await opened.order(101);
  await opened.ask(101);
  expect(opened.settled).toBe(0);
  await opened.ask(101, saying('purchaseOrder', { purchaseOrderId: 101, requestId: 78 }));
  expect(opened.settled).toBe(1);
  opened.clock.advance(8000);
  await opened.quiet();
  expect(opened.settled).toBe(3);
});

test('what names an order is checked again once, when the order is cancelled', async () => {
  const opened = await openRoom();
  await opened.order(101);
  const waiting = () => opened.store.read(findNextRecheck);
  await opened.ask(101);
  const { id } = await only(opened);
  await opened.room.decide({ id, ...approve });
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
    const { id } = await only(opened);
    if (verdict === 'refuse') await opened.room.decide({ id, ...refuse });
    opened.clock.advance(8000);
    await opened.quiet();
    expect(await opened.store.read(findNextRecheck)).toBeUndefined();
  },
);
