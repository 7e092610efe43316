import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTooOld, nextBackupAt } from '../../main/shell/copies/schedule.ts';

/** An instant by Dominican time, whatever zone this computer is set to. */
const local = (day: number, hour: number, minute = 0) => Date.UTC(2026, 10, day, hour + 4, minute);
const at = (instant: number | null) => (instant === null ? null : new Date(instant).toString());
const minute = 60_000;
const hour = 60 * minute;
const never = { lastGoodAt: null, lastFailureAt: null, failures: 0 };
const evening = { isOn: true, hour: 18 };

describe('when the next backup is due', () => {
  test.each([
    ['of one that was never made: at once', never, local(20, 9), local(19, 18)],
    [
      'before the hour of the day, of one made yesterday after it',
      made(local(19, 18, 1)),
      local(20, 9),
      local(20, 18),
    ],
    ['after the hour, of one made before it', made(local(20, 17)), local(20, 18), local(20, 18)],
    ['after the hour, of one made after it', made(local(20, 18, 2)), local(20, 19), local(21, 18)],
    ['of one made days ago, as soon as Perito runs', made(local(10, 18)), local(20, 9), local(19, 18)],
    [
      'of one that a clock ahead made: as if there were none',
      made(local(25, 18)),
      local(20, 9),
      local(19, 18),
    ],
    ['of one that a clock a minute ahead made', made(local(20, 18, 1)), local(20, 18), local(21, 18)],
    ['after one failure', failed(1), local(20, 18, 1), local(20, 18) + 10 * minute],
    ['after two', failed(2), local(20, 18, 1), local(20, 19)],
    ['after many', failed(50), local(20, 18, 1), local(20, 19)],
    [
      'after a failure of a clock ahead',
      { ...failed(1), lastFailureAt: local(25, 18) },
      local(20, 19),
      local(20, 18),
    ],
  ])('%s', (_, known, now, due) => {
    expect(at(nextBackupAt(evening, known, now))).toBe(at(due));
  });

  test('never where it is switched off', () => {
    expect(nextBackupAt({ isOn: false, hour: 18 }, never, local(20, 19))).toBeNull();
  });

  test('a backup that was just made is never due at once, and the next one within a day and an hour', () => {
    const instants = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) });
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 23 }), (now, due) => {
        const next = nextBackupAt({ isOn: true, hour: due }, made(now), now) ?? 0;
        return next > now && next <= now + 24 * hour;
      }),
    );
  });
});

test('a backup is too old an hour after the days that are allowed, and one that was never made as long after the first start', () => {
  const now = local(20, 19);
  const days = (count: number) => now - count * 24 * hour;
  expect([days(3), days(3) - hour, days(3) - hour - 1].map((made) => isTooOld(made, now, 3, now))).toEqual([
    ...[false, false, true],
  ]);
  expect([days(3), days(4)].map((since) => isTooOld(null, since, 3, now))).toEqual([false, true]);
  // Of one that a clock ahead named nobody knows when it was made.
  expect([days(-26_000), days(-2), days(-1)].map((made) => isTooOld(made, days(4), 3, now))).toEqual([
    ...[true, true, false],
  ]);
});

function made(lastGoodAt: number) {
  return { ...never, lastGoodAt };
}

function failed(failures: number) {
  return { lastGoodAt: local(18, 18), lastFailureAt: local(20, 18), failures };
}
