import { describe, expect, test } from 'vitest';
import { StoreProblem } from '../../../main/engine/store/index.ts';
import { Call } from './call.ts';
import {
  ana,
  approve,
  cancelledAnswer,
  type House,
  incoming,
  openRoom,
  refuse,
  refusedAnswer,
} from './open-cancellations.ts';

describe('a held call', () => {
  test('waits, and an approval answers it at once; the order is cancelled when that is written out', async () => {
    const opened = await openRoom();
    const recordId = await opened.order(101);
    const call = await opened.ask(101, { slow: true });
    expect(call.written).toEqual([]);
    expect(opened.calls.count).toBe(1);
    const waiting = await opened.only();
    expect(waiting).toMatchObject({
      state: 'waiting',
      recordId: recordId,
      number: 'OC-2026-000001',
      openAsks: 1,
    });
    expect(waiting.heldUntil).toBe(opened.clock.now() + 8000);

    const decided = await opened.decide({ id: waiting.id, ...approve });
    expect(decided).toMatchObject({
      outcome: 'decided',
      cancellation: { state: 'approved', isDelivering: true },
    });
    expect(call.written).toEqual([{ answer: cancelledAnswer, closeConnection: false }]);
    expect(await opened.only()).toMatchObject({ state: 'approved', deliveredAt: null });

    opened.clock.advance(20);
    call.take();
    await opened.quiet();
    expect(await opened.only()).toMatchObject({ state: 'cancelled', deliveredAt: opened.clock.now() });
    expect(opened.calls.count).toBe(0);
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
    expect(call.written).toEqual([{ answer: opened.inReview(), closeConnection: false }]);
    await opened.quiet();
    expect(await opened.only()).toMatchObject({
      state: 'deferred',
      heldUntil: null,
      openAsks: 0,
      verdict: null,
    });
    expect(opened.calls.count).toBe(0);
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
    expect(await opened.only()).toMatchObject({ state: 'waiting', askCount: 2, openAsks: 1 });
    const { id } = await opened.only();
    await opened.decide({ id, ...refuse });
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
    expect(await opened.only()).toMatchObject({ state: 'deferred' });
    expect([opened.calls.count, opened.clock.timerCount]).toEqual([0, 0]);
    const { id } = await opened.only();
    await opened.decide({ id, ...approve });
    await opened.quiet();
    expect(call.written).toEqual([]);
    expect((await opened.room.list({ mustAskAgain: true, limit: 5 })).rows.map((row) => row.id)).toEqual([
      id,
    ]);

    const again = await opened.ask(101);
    expect(again.taken).toEqual(cancelledAnswer);
    expect(await opened.only()).toMatchObject({ state: 'cancelled', askCount: 2 });
    expect((await opened.room.list({ mustAskAgain: true, limit: 5 })).total).toBe(0);
  });

  test('whose socket closes while the verdict is written has not learnt of it', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101, { slow: true });
    const { id } = await opened.only();
    await opened.decide({ id, ...approve });
    call.hangUp();
    await opened.quiet();
    expect(await opened.only()).toMatchObject({ state: 'approved', deliveredAt: null, openAsks: 0 });
  });

  test('whose caller goes away while it is stored is lost, and not held', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = new Call();
    const asked = opened.calls.ask(incoming(101), call);
    call.hangUp();
    await asked;
    await opened.quiet();
    expect(await opened.only()).toMatchObject({ state: 'deferred', openAsks: 0 });
    expect([opened.calls.count, opened.clock.timerCount, call.written]).toEqual([0, 0, []]);
  });

  test('is answered once where its hold ends at the same moment; a verdict that came too late waits for the next call', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101);
    const { id } = await opened.only();
    const decided = opened.decide({ id, ...approve });
    opened.clock.advance(8000);
    expect(await decided).toMatchObject({ outcome: 'decided' });
    expect(call.written).toEqual([{ answer: opened.inReview(), closeConnection: false }]);
    expect(await opened.only()).toMatchObject({ state: 'approved', openAsks: 0, deliveredAt: null });
    expect((await opened.room.list({ mustAskAgain: true, limit: 5 })).total).toBe(1);
    expect((await opened.ask(101)).taken).toEqual(cancelledAnswer);
    expect(await opened.only()).toMatchObject({ state: 'cancelled', askCount: 2 });
  });

  test('whose caller goes away as the verdict comes has not learnt of it', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101);
    const { id } = await opened.only();
    const decided = opened.decide({ id, ...approve });
    call.hangUp();
    await decided;
    await opened.quiet();
    expect(call.written).toEqual([]);
    expect(await opened.only()).toMatchObject({ state: 'approved', deliveredAt: null, openAsks: 0 });
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
    await opened.calls.ask(incoming(101), call);
    await opened.quiet();
    const { id } = await opened.only();
    await opened.decide({ id, ...approve });
    await opened.quiet();
    expect(await opened.only()).toMatchObject({ state: 'approved', openAsks: 0, mayHaveBeenDelivered: true });
    expect(opened.troubles).toHaveLength(1);
    expect((await opened.ask(101)).taken).toEqual(cancelledAnswer);
  });

  test('with no hold time is answered in review at once', async () => {
    const opened = await openRoom();
    opened.settings.receiver.holdSeconds = 0;
    await opened.order(101);
    const call = await opened.ask(101);
    expect(call.taken).toEqual(opened.inReview());
    const { id, ...found } = await opened.only();
    expect(found).toMatchObject({ state: 'deferred', askCount: 1, heldUntil: null });
    expect((await opened.room.get(id))?.asks).toMatchObject([{ heldUntil: null, answer: 'inReview' }]);
  });

  test('is held as long as this run was told to, whatever the settings say', async () => {
    const opened = await openRoom({ holdSeconds: 30 });
    await opened.order(101);
    await opened.ask(101);
    expect((await opened.only()).heldUntil).toBe(opened.clock.now() + 30_000);
  });

  test('beyond as many as the thread can hold is answered in review at once, until one of them ends', async () => {
    const opened = await openRoom({ maxHeld: 2 });
    for (const id of [101, 102, 103]) await opened.order(id);
    const first = await opened.ask(101);
    await opened.ask(102);
    expect((await opened.ask(103)).taken).toEqual(opened.inReview());
    expect(opened.calls.count).toBe(2);
    first.hangUp();
    await opened.quiet();
    expect((await opened.ask(103)).taken).toBeNull();
    expect(opened.calls.count).toBe(2);
  });

  test('one of a thousand costs a timer and a place in a map, and all of them are answered', async () => {
    const opened = await openRoom();
    const calls: Call[] = [];
    await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        await opened.receive(1000 + index);
        const call = new Call();
        calls.push(call);
        await opened.calls.ask(incoming(1000 + index), call);
      }),
    );
    expect([opened.calls.count, opened.clock.timerCount]).toEqual([1000, 1000]);
    await opened.quiet();
    expect((await opened.room.list({ states: ['waiting'], limit: 1 })).total).toBe(1000);
    await opened.calls.close();
    expect(calls.every(({ taken }) => taken?.isCancelled === false)).toBe(true);
    await opened.quiet();
    expect((await opened.room.list({ states: ['waiting'], limit: 1 })).total).toBe(0);
  });
});

describe('closing', () => {
  test('answers every held call in review, closes its connection, and takes no more', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const prompt = await opened.ask(101);
    const slow = await opened.ask(101, { slow: true });
    let isClosed = false;
    const closed = opened.calls.close().then(() => {
      isClosed = true;
    });
    await opened.quiet();
    for (const call of [prompt, slow]) {
      expect(call.written).toEqual([{ answer: opened.inReview(), closeConnection: true }]);
    }
    expect(isClosed).toBe(false);
    await expect(opened.calls.ask(incoming(101), new Call())).rejects.toBeInstanceOf(StoreProblem);
    slow.take();
    await closed;
    await opened.quiet();
    expect(await opened.only()).toMatchObject({ state: 'deferred', openAsks: 0, askCount: 2 });
    expect(opened.clock.timerCount).toBe(0);
    await opened.calls.close();
  });

  test('answers a call that was just being kept', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = new Call();
    const asked = opened.calls.ask(incoming(101), call);
    const closed = opened.calls.close();
    await Promise.all([asked, closed]);
    await opened.quiet();
    expect(call.written).toEqual([{ answer: opened.inReview(), closeConnection: true }]);
    expect((await opened.only()).state).toBe('deferred');
  });

  test('does not wait for ever for a caller who takes nothing', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101, { slow: true });
    const closed = opened.calls.close();
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
  await opened.calls.answerAll('moving');
  await opened.quiet();
  expect(call.written).toEqual([{ answer: opened.inReview(), closeConnection: true }]);
  expect(await opened.only()).toMatchObject({ state: 'deferred', openAsks: 0 });
  expect((await opened.ask(101)).written).toEqual([]);
  expect((await opened.only()).state).toBe('waiting');
});

test('before the receiver moves, a call that was just being kept is answered once it is', async () => {
  const opened = await openRoom();
  await opened.order(101);
  const call = new Call();
  const asked = opened.calls.ask(incoming(101), call);
  await opened.calls.answerAll('moving');
  await asked;
  await opened.quiet();
  expect(call.written).toEqual([{ answer: opened.inReview(), closeConnection: true }]);
  expect(await opened.only()).toMatchObject({ state: 'deferred', openAsks: 0 });
});

test("an order is not cancelled by an instruction that carries nobody's approval", async () => {
  const opened = await openRoom();
  await opened.order(101);
  const call = await opened.ask(101);
  const { id: askId } = (await opened.room.get((await opened.only()).id))!.asks[0]!;
  const refused = { verdict: 'refuse', decidedBy: 'Ana Prueba', decidedAt: 1 } as const;
  for (const verdict of [null, refused])
    opened.calls.answer({ askId, answer: 'cancelled', verdictText: null, verdict });
  await opened.quiet();
  expect([call.written, opened.troubles.length]).toEqual([[], 2]);
});

describe('after a kill', () => {
  test('held calls are lost, an answer under way is unknown, and a withdrawal says so', async () => {
    const opened = await openRoom();
    await opened.order(101);
    await opened.order(102);
    await opened.ask(101);
    await opened.ask(102, { slow: true });
    const { id } = (await opened.room.list({ limit: 9 })).rows.find((row) => row.marketplaceId === 102)!;
    await opened.decide({ id, ...approve });
    await opened.killAndReopen();

    const after = await opened.rows();
    expect(after.map(({ state, heldUntil, openAsks }) => [state, heldUntil, openAsks])).toEqual([
      ['approved', null, 0],
      ['deferred', null, 0],
    ]);
    expect(after[0]?.mayHaveBeenDelivered).toBe(true);
    expect((await opened.room.list({ mustAskAgain: true, limit: 5 })).rows.map((row) => row.id)).toEqual([
      id,
    ]);
    expect(await opened.room.withdraw(id, ana)).toMatchObject({ outcome: 'withdrawn' });
    const log = await opened.audited(id);
    expect(log.map(({ action }) => action)).toEqual(['decided', 'withdrawn']);
    expect(await opened.entries()).toEqual([
      'ask 1',
      'ask 2',
      'answer 2 cancelled',
      'outcome 1 lost',
      'outcome 2 unknown cancelled',
    ]);
    expect(log.at(-1)?.detail).toMatchObject({ verdict: 'approve', mayHaveBeenDelivered: true });
  });

  test('more than a thousand questions are repaired', async () => {
    const opened = await openRoom();
    opened.killEngine();
    await Promise.all(
      Array.from({ length: 1100 }, (_, index) => opened.calls.ask(incoming(1 + index), new Call())),
    );
    await opened.killAndReopen();
    const { total } = await opened.room.list({ states: ['unmatched'], limit: 1 });
    const left = await opened.store.read(async (tx) =>
      tx.get(
        `SELECT count(*) FILTER (WHERE c.held_until IS NOT NULL) AS waiting,
            count(*) FILTER (WHERE a.delivery <> 'lost') AS open
          FROM cancellation c JOIN ask a ON a.cancellation_id = c.id`,
      ),
    );
    expect([total, left]).toEqual([1100, { waiting: 0, open: 0 }]);
    expect((await opened.entries()).filter((entry) => entry.startsWith('answer'))).toEqual([]);
  });
});

describe('a store that fails', () => {
  test('before an ask is kept: it rejects and nothing is written', async () => {
    const opened = await openRoom();
    await opened.order(101);
    opened.receiving.failing = new StoreProblem('diskFull', 'The disk is full.');
    const call = new Call();
    await expect(opened.calls.ask(incoming(101), call)).rejects.toThrow('The disk is full.');
    call.hangUp();
    expect(call.written).toEqual([]);
    expect(opened.calls.count).toBe(0);
  });

  test('at the end of a hold: the caller is answered in review, and that is noted when there is room', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101);
    opened.receiving.failing = new StoreProblem('diskFull', 'The disk is full.');
    opened.clock.advance(8000);
    await call.answered();
    expect(call.written).toEqual([{ answer: opened.inReview(), closeConnection: false }]);
    await opened.quiet();
    expect((await opened.only()).state).toBe('waiting');
    opened.receiving.failing = null;
    opened.clock.advance(5000);
    await opened.quiet();
    expect(await opened.only()).toMatchObject({ state: 'deferred', openAsks: 0 });
  });

  test('as the receiver moves: the caller is answered all the same, and asked to close', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101);
    opened.receiving.failing = new StoreProblem('diskFull', 'The disk is full.');
    await opened.calls.answerAll('moving');
    expect(call.written).toEqual([{ answer: opened.inReview(), closeConnection: true }]);
    opened.receiving.failing = null;
    opened.clock.advance(5000);
    await opened.quiet();
    const { id } = await opened.only();
    expect((await opened.room.get(id))?.asks).toMatchObject([{ answer: 'inReview', delivery: 'delivered' }]);
  });

  test('for good: nothing is tried again', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101);
    opened.receiving.failing = new StoreProblem('corrupt', 'The database is damaged.');
    opened.clock.advance(8000);
    expect(await call.answered()).toEqual(opened.inReview());
    await opened.quiet();
    expect(opened.clock.timerCount).toBe(0);
    expect(opened.troubles).toHaveLength(2);
  });

  test('while Perito closes: it is tried once more, and closing ends', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101);
    opened.receiving.failing = new StoreProblem('diskFull', 'The disk is full.');
    await opened.calls.close();
    expect(call.written).toEqual([{ answer: opened.inReview(), closeConnection: true }]);
    expect(opened.clock.timerCount).toBe(0);
    // Its answer, and twice what became of it.
    expect(opened.troubles).toHaveLength(3);
  });

  test('when an approval was written out: it is noted when there is room, and not before', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101, { slow: true });
    const { id } = await opened.only();
    await opened.decide({ id, ...approve });
    opened.receiving.failing = new StoreProblem('diskFull', 'The disk is full.');
    call.take();
    await opened.quiet();
    expect((await opened.only()).state).toBe('approved');
    opened.receiving.failing = null;
    expect(await opened.room.withdraw(id, ana)).toMatchObject({ reason: 'beingDelivered' });
    opened.clock.advance(5000);
    await opened.quiet();
    expect((await opened.only()).state).toBe('cancelled');
  });
});

/** A call that is in the journal, of which the receiver learns only by `hear`. */
async function askUnheard(opened: House, orderId = 101) {
  const { promise, resolve } = Promise.withResolvers<void>();
  opened.receiving.heard = promise;
  const call = new Call();
  const asking = opened.calls.ask(incoming(orderId), call);
  await opened.quiet();
  opened.receiving.heard = null;
  const hear = () => {
    resolve();
    return asking;
  };
  return { call, hear };
}

describe('a commit of which nothing is heard', () => {
  const unreachable = new StoreProblem('unreachable', 'The database server does not answer.');

  test('of a call: who called is told to come again, and it is ended, while others are held on', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const held = await opened.ask(101);
    opened.receiving.unheard = unreachable;
    const refused = new Call();
    await expect(opened.calls.ask(incoming(101), refused)).rejects.toThrow(unreachable);
    opened.receiving.unheard = null;
    await opened.quiet();
    expect(await opened.only()).toMatchObject({ askCount: 2, openAsks: 2 });
    opened.clock.advance(5000);
    await opened.quiet();
    expect(await opened.entries()).toEqual(['ask 1', 'ask 2', 'outcome 2 lost']);
    const waiting = await opened.only();
    expect(waiting).toMatchObject({ state: 'waiting', openAsks: 1 });
    await opened.decide({ id: waiting.id, ...approve });
    expect(held.written).toEqual([{ answer: cancelledAnswer, closeConnection: false }]);
    expect(refused.written).toEqual([]);
    expect(opened.clock.timerCount).toBe(0);
  });

  test('of a call, while another is being kept: neither is ended until that is held', async () => {
    const opened = await openRoom();
    await opened.order(101);
    opened.receiving.unheard = unreachable;
    await expect(opened.calls.ask(incoming(101), new Call())).rejects.toThrow(unreachable);
    opened.receiving.unheard = null;
    const { hear } = await askUnheard(opened);
    opened.clock.advance(5000);
    await opened.quiet();
    expect(await opened.entries()).toEqual(['ask 1', 'ask 2']);
    await hear();
    opened.clock.advance(5000);
    await opened.quiet();
    const entries = await opened.entries();
    expect(entries).toContain('outcome 1 lost');
    expect(entries).not.toContain('outcome 2 lost');
  });

  test.each(['before it is begun to look', 'while it is looked'])(
    'of a call, while another that is being kept is held %s: only the one is ended',
    async (when) => {
      const opened = await openRoom();
      await opened.order(101);
      opened.receiving.unheard = unreachable;
      await expect(opened.calls.ask(incoming(101), new Call())).rejects.toThrow(unreachable);
      opened.receiving.unheard = null;
      const { call, hear } = await askUnheard(opened);
      if (when === 'while it is looked') {
        const { journal } = opened;
        const { endInterrupted } = journal;
        journal.endInterrupted = async (isHeld) => {
          await hear();
          return endInterrupted(isHeld);
        };
      } else await hear();
      opened.clock.advance(5000);
      await opened.quiet();
      expect(await opened.entries()).not.toContain('outcome 2 lost');
      const { id } = await opened.only();
      await opened.decide({ id, ...approve });
      expect(call.written).toEqual([{ answer: cancelledAnswer, closeConnection: false }]);
      opened.clock.advance(5000);
      await opened.quiet();
      const entries = await opened.entries();
      expect(entries).toContain('outcome 1 lost');
      expect(entries.filter((entry) => entry.startsWith('outcome 2'))).toEqual([
        'outcome 2 delivered cancelled',
      ]);
      expect((await opened.only()).state).toBe('cancelled');
    },
  );

  test('of a verdict: the call is answered with it once that is looked at again', async () => {
    const opened = await openRoom();
    await opened.order(101);
    const call = await opened.ask(101);
    const { id } = await opened.only();
    opened.writing.unheard = unreachable;
    await expect(opened.room.decide({ id, ...approve })).rejects.toThrow(unreachable);
    opened.writing.unheard = null;
    expect(call.written).toEqual([]);
    await opened.room.answerAgain();
    await opened.quiet();
    expect(call.written).toEqual([{ answer: cancelledAnswer, closeConnection: false }]);
    expect((await opened.only()).state).toBe('cancelled');
  });
});

test('what was said of a call before it was known to be kept answers it', async () => {
  const opened = await openRoom();
  await opened.order(101);
  const { call, hear } = await askUnheard(opened);
  const { id } = await opened.only();
  await opened.decide({ id, ...approve });
  expect(call.written).toEqual([]);
  await hear();
  await opened.quiet();
  expect(call.written).toEqual([{ answer: cancelledAnswer, closeConnection: false }]);
});

test('what was said of each of two such calls answers it, whatever was said of others, too late as well', async () => {
  const opened = await openRoom();
  const ofOne = await opened.order(101);
  const ofOther = await opened.order(102);
  await opened.order(100);
  const ended = await opened.ask(100);
  const { id: first } = await opened.only();
  await opened.decide({ id: first, ...approve });
  const { id: askId } = (await opened.room.get(first))!.asks[0]!;
  const [one, other] = [await askUnheard(opened, 101), await askUnheard(opened, 102)];
  opened.calls.answer({ askId, answer: 'inReview', verdictText: null, verdict: null });
  const approveOf = async (order: number) => {
    const { id } = (await opened.rows()).find(({ recordId }) => recordId === order)!;
    await opened.decide({ id, ...approve });
  };
  await approveOf(ofOne);
  await one.hear();
  await approveOf(ofOther);
  await other.hear();
  await opened.quiet();
  const cancelled = [{ answer: cancelledAnswer, closeConnection: false }];
  expect([ended, one.call, other.call].map(({ written }) => written)).toEqual([
    cancelled,
    cancelled,
    cancelled,
  ]);
});
