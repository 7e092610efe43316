import { expect, test } from 'vitest';
import { createArrivalLoad } from '../../main/engine/arrival-load.ts';

/** Notes so many entries every ten milliseconds, for so long, and says whether it is a rush after each second. */
function loadAt(stretches: readonly (readonly [entriesEveryTen: number, seconds: number])[]): boolean[] {
  let now = 0;
  const load = createArrivalLoad(() => now);
  const seen: boolean[] = [];
  for (const [entries, seconds] of stretches) {
    for (let step = 1; step <= seconds * 100; step++) {
      now += 10;
      if (entries > 0) load.note(entries);
      if (step % 100 === 0) seen.push(load.isRush());
    }
  }
  return seen;
}

const times = (count: number, isRush: boolean) => Array<boolean>(count).fill(isRush);

test.each<[string, Parameters<typeof loadAt>[0], boolean[]]>([
  ['nothing', [[0, 2]], times(2, false)],
  ['200 a second', [[2, 3]], times(3, false)],
  ['1,000 a second', [[10, 3]], times(3, true)],
  [
    'a rush that ends',
    [
      [10, 2],
      [1, 2],
    ],
    [...times(2, true), ...times(2, false)],
  ],
  ['a rush without end is none any more after 20 s', [[10, 22]], [...times(19, true), ...times(3, false)]],
  [
    'another rush after a calm',
    [
      [10, 22],
      [0, 1],
      [10, 2],
    ],
    [...times(19, true), ...times(4, false), ...times(2, true)],
  ],
])('%s', (_, stretches, rushes) => {
  expect(loadAt(stretches)).toEqual(rushes);
});

test('a burst is a rush at once', () => {
  let now = 0;
  const load = createArrivalLoad(() => now);
  load.note(80);
  expect(load.isRush()).toBe(true);
  now = 1000;
  expect(load.isRush()).toBe(false);
});

test('after a pause in which nobody looked another rush begins', () => {
  let now = 0;
  const load = createArrivalLoad(() => now);
  const rushed = Array.from({ length: 4 }, () => {
    for (let step = 1; step <= 1500; step++) {
      now += 10;
      load.note(100);
    }
    const isRush = load.isRush();
    now += 5000;
    return isRush;
  });
  expect(rushed).toEqual(times(4, true));
});

test('its rate is that of the last stretch that was measured', () => {
  let now = 0;
  const load = createArrivalLoad(() => now);
  expect(load.rate()).toBe(0);
  for (let step = 1; step <= 100; step++) {
    now += 10;
    load.note(20);
  }
  expect(load.rate()).toBeCloseTo(2000, -2);
  now += 1000;
  expect(load.rate()).toBeLessThan(300);
});
