import { describe, expect, test } from 'vitest';
import { createBackgroundLoop, type NextRound, throttle } from '../../main/engine/background-loop.ts';
import { ManualClock } from './manual-clock.ts';

/** A loop whose rounds end as the test says, each with the time at which it began. */
function openLoop() {
  const clock = new ManualClock(0);
  const begun: number[] = [];
  const open: PromiseWithResolvers<NextRound>[] = [];
  const failures: unknown[] = [];
  const loop = createBackgroundLoop({
    clock,
    run() {
      begun.push(clock.now());
      const round = Promise.withResolvers<NextRound>();
      open.push(round);
      return round.promise;
    },
    onError(failure) {
      failures.push(failure);
      return { after: 500 };
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    clock,
    loop,
    begun,
    failures,
    settle,
    async end(next: NextRound) {
      open.shift()?.resolve(next);
      await settle();
    },
    async fail(failure: unknown) {
      open.shift()?.reject(failure);
      await settle();
    },
    async isIdle() {
      let isIdle = false;
      void loop.idle().then(() => {
        isIdle = true;
      });
      await settle();
      return isIdle;
    },
  };
}

describe('a background loop', () => {
  test('begins a round when it is started, when the round before said, and when it is woken', async () => {
    const { clock, loop, begun, end } = openLoop();
    loop.wake();
    expect(begun).toEqual([]);
    loop.start();
    await end({ after: 100 });
    clock.advance(99);
    expect(begun).toEqual([0]);
    clock.advance(1);
    await end({ after: 100 });
    clock.advance(50);
    loop.wake();
    expect(begun).toEqual([0, 100, 150]);
    await end(null);
    clock.advance(1_000_000);
    expect(begun).toHaveLength(3);
  });

  test('never has two rounds at a time: what wakes it meanwhile begins one more behind', async () => {
    const { loop, begun, end } = openLoop();
    loop.start();
    loop.wake();
    loop.wake();
    expect(begun).toHaveLength(1);
    await end(null);
    expect(begun).toHaveLength(2);
    await end(null);
    expect(begun).toHaveLength(2);
  });

  test('takes the earlier of what it was woken for and what is due', async () => {
    const { clock, loop, begun, end } = openLoop();
    loop.start();
    await end({ after: 100 });
    loop.wake(300);
    loop.wake(40);
    loop.wake(60);
    clock.advance(40);
    expect(begun).toEqual([0, 40]);
    loop.wake(30);
    await end({ after: 100 });
    clock.advance(30);
    expect(begun).toEqual([0, 40, 70]);
  });

  test('keeps to the pause of a round that left work over', async () => {
    const { clock, loop, begun, end } = openLoop();
    loop.start();
    loop.wake();
    await end({ after: 100, hasMore: true });
    loop.wake();
    clock.advance(99);
    expect(begun).toEqual([0]);
    clock.advance(1);
    expect(begun).toEqual([0, 100]);
  });

  test('is idle where nothing is under way, left over or woken for, though something be due later', async () => {
    const { clock, loop, end, isIdle } = openLoop();
    expect(await isIdle()).toBe(true);
    loop.start();
    expect(await isIdle()).toBe(false);
    const idle = loop.idle();
    await end({ after: 100, hasMore: true });
    expect(await isIdle()).toBe(false);
    clock.advance(100);
    await end({ after: 100 });
    await idle;
    expect(await isIdle()).toBe(true);
    loop.wake(200);
    expect(await isIdle()).toBe(false);
  });

  test('goes on after a round that failed, as its owner says', async () => {
    const { clock, loop, begun, failures, fail } = openLoop();
    loop.start();
    await fail('no disk');
    expect(failures).toEqual(['no disk']);
    clock.advance(500);
    expect(begun).toEqual([0, 500]);
  });

  test('stops once its round has ended, says nothing of its failure and begins no other', async () => {
    const { clock, loop, begun, failures, fail, settle } = openLoop();
    loop.start();
    loop.wake();
    const idle = loop.idle();
    let isStopped = false;
    const stopped = loop.stop().then(() => {
      isStopped = true;
    });
    await idle;
    await settle();
    expect([isStopped, loop.isStopped]).toEqual([false, true]);
    await fail('closed');
    await stopped;
    loop.wake();
    clock.advance(1_000_000);
    expect([begun, failures, clock.timerCount]).toEqual([[0], [], 0]);
  });
});

describe('a throttle', () => {
  test('calls at once, then once in a while however often it is asked for, and at the end once more', () => {
    const clock = new ManualClock(0);
    const done: number[] = [];
    const often = throttle(clock, 1000, () => done.push(clock.now()));
    for (let n = 0; n < 25; n++) {
      often();
      clock.advance(100);
    }
    expect(done).toEqual([0, 1000, 2000]);
    clock.advance(10_000);
    expect(done).toEqual([0, 1000, 2000, 3000]);
    expect(clock.timerCount).toBe(0);
    often();
    often();
    often.flush();
    often.flush();
    expect(done).toEqual([0, 1000, 2000, 3000, 12_500, 12_500]);
    often();
    often.cancel();
    clock.advance(10_000);
    expect(done).toHaveLength(6);
  });

  test('passes on progress four times a second at the most, each time the latest', () => {
    const clock = new ManualClock(0);
    const reported: [number, number][] = [];
    const onProgress = throttle(clock, 250, (bytes: number) => void reported.push([clock.now(), bytes]));
    for (let bytes = 0; bytes < 1000; bytes += 100) {
      onProgress(bytes);
      clock.advance(100);
    }
    expect(reported).toEqual([
      [0, 0],
      [250, 200],
      [500, 400],
      [750, 700],
      [1000, 900],
    ]);
  });
});
