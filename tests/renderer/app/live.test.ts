import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { coalesce } from '../../../renderer/app/live/changes.ts';
import { backoff } from '../../../renderer/app/live/retry-failed.ts';
import { countdown } from '../../../renderer/app/live/server-clock.ts';

describe('the countdown of a held call', () => {
  const since = '2026-11-20T14:00:00.000Z';
  const until = '2026-11-20T14:00:08.000Z';
  const at = (seconds: number) => Date.parse(since) + seconds * 1000;
  it.each([
    [0, 8, 1],
    [4, 4, 0.5],
    [7.2, 1, 0.1],
    [8, 0, 0],
    [60, 0, 0],
    [-5, 13, 1],
  ])('%d s in, %d s are left', (elapsed, seconds, share) => {
    const left = countdown(until, since, at(elapsed));
    expect(left.seconds).toBe(seconds);
    expect(left.share).toBeCloseTo(share, 5);
  });

  it('never leaves its ring, whatever the clocks say', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: 0, max: 90 }), (off, hold) => {
        const end = new Date(Date.parse(since) + hold * 1000).toISOString();
        const { seconds, share } = countdown(end, since, Date.parse(since) + off);
        return seconds >= 0 && share >= 0 && share <= 1;
      }),
    );
  });
});

describe('the wait before a reconnect', () => {
  it('grows to 15 s and no further, and is spread', () => {
    expect(backoff(0, () => 0)).toBe(500);
    expect(backoff(3, () => 0)).toBe(4000);
    expect(backoff(50, () => 0)).toBe(15_000);
    expect(backoff(50, () => 1)).toBe(12_000);
  });
});

describe('gathering', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('delivers the first at once and a burst after it together', () => {
    const delivered: number[][] = [];
    const gather = coalesce<number>(400, (values) => delivered.push(values));
    gather.put(1);
    expect(delivered).toEqual([[1]]);
    for (const value of [2, 3, 4]) gather.put(value);
    expect(delivered).toEqual([[1]]);
    vi.advanceTimersByTime(400);
    expect(delivered).toEqual([[1], [2, 3, 4]]);
    vi.advanceTimersByTime(400);
    gather.put(5);
    expect(delivered).toEqual([[1], [2, 3, 4], [5]]);
  });

  it('waits for the answers to a wave, and three times as long before the next, up to five seconds', async () => {
    const delivered: number[] = [];
    let answer = () => {};
    const gather = coalesce<number>(400, (values) => {
      delivered.push(values.length);
      return new Promise<void>((resolve) => {
        answer = resolve;
      });
    });
    const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
    gather.put(1);
    for (const value of [2, 3]) gather.put(value);
    await pass(1000);
    expect(delivered).toEqual([1]);
    answer();
    await pass(2999);
    expect(delivered).toEqual([1]);
    await pass(1);
    expect(delivered).toEqual([1, 2]);
    // Answered at once, the next comes after the usual time.
    answer();
    gather.put(4);
    await pass(400);
    expect(delivered).toEqual([1, 2, 1]);
    // Never answered.
    gather.put(5);
    await pass(10_000);
    expect(delivered).toEqual([1, 2, 1, 1]);
    gather.stop();
    gather.put(6);
    await pass(20_000);
    expect(delivered).toEqual([1, 2, 1, 1]);
  });

  it('delivers nothing after it was stopped', () => {
    const delivered: number[][] = [];
    const gather = coalesce<number>(400, (values) => delivered.push(values));
    gather.put(1);
    gather.put(2);
    gather.stop();
    vi.advanceTimersByTime(1000);
    expect(delivered).toEqual([[1]]);
  });
});
