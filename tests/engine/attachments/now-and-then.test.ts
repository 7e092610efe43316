import { expect, test } from 'vitest';
import { nowAndThen } from '../../../main/engine/attachments/now-and-then.ts';
import { ManualClock } from '../manual-clock.ts';

test('it is done at once, then once in a while however often it is asked for, and at the end once more', () => {
  const clock = new ManualClock(0);
  const done: number[] = [];
  const often = nowAndThen(clock, 1000, () => done.push(clock.now()));
  for (let n = 0; n < 25; n++) {
    often.ask();
    clock.advance(100);
  }
  expect(done).toEqual([0, 1000, 2000]);
  clock.advance(10_000);
  expect(done).toEqual([0, 1000, 2000, 3000]);
  expect(clock.timerCount).toBe(0);
  often.ask();
  often.ask();
  often.flush();
  often.flush();
  expect(done).toEqual([0, 1000, 2000, 3000, 12_500, 12_500]);
  often.ask();
  often.stop();
  clock.advance(10_000);
  expect(done).toHaveLength(6);
});
