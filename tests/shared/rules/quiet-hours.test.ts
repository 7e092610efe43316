import { expect, test } from 'vitest';
import { dominicanInstant } from '../../../shared/rules/dominican-time.ts';
import { isQuiet } from '../../../shared/rules/quiet-hours.ts';

test.each([
  ['18:00', '07:30', '18:00', true],
  ['18:00', '07:30', '23:59', true],
  ['18:00', '07:30', '00:00', true],
  ['18:00', '07:30', '07:29', true],
  ['18:00', '07:30', '07:30', false],
  ['18:00', '07:30', '17:59', false],
  ['12:00', '13:00', '12:30', true],
  ['12:00', '13:00', '13:00', false],
  ['12:00', '13:00', '11:59', false],
  ['08:00', '08:00', '08:00', false],
])('from %s until %s, %s is quiet: %o', (quietFrom, quietUntil, time, quiet) => {
  const at = dominicanInstant('2026-11-24', time);
  expect(isQuiet({ quietHours: true, quietFrom, quietUntil }, at)).toBe(quiet);
  expect(isQuiet({ quietHours: false, quietFrom, quietUntil }, at)).toBe(false);
});
