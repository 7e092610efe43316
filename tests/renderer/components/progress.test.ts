import { describe, expect, it, test } from 'vitest';
import { percentOf, roughly, secondsLeftOfPhase } from '../../../renderer/components/progress.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 23, 14) + seconds * 1000).toISOString();

describe('the time that is left', () => {
  const left = (done: number, seconds: number) =>
    secondsLeftOfPhase({ done, all: 1000, phaseSince: at(0) }, Date.parse(at(seconds)));

  it('goes by the rate of the phase so far', () => {
    expect(left(250, 10)).toBe(30);
    expect(left(1000, 10)).toBe(0);
  });

  it('is not guessed in the first seconds, before anything is done, and of no known end', () => {
    expect([left(250, 2), left(0, 10)]).toEqual([null, null]);
    expect(secondsLeftOfPhase({ done: 0, all: 0, phaseSince: at(0) }, Date.parse(at(10)))).toBeNull();
  });

  it('is said in steps', () => {
    expect([0, 1, 31, 89, 91, 170].map(roughly)).toEqual([5, 5, 35, 90, 120, 180]);
  });
});

test('a hundred percent is all, and no known end has none', () => {
  expect([percentOf({ done: 999, all: 1000 }), percentOf({ done: 1000, all: 1000 })]).toEqual([99, 100]);
  expect(percentOf({ done: 0, all: 0 })).toBeNull();
});
