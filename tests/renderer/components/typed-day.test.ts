/** Days as people type them. */
import { expect, test } from 'vitest';
import { readTypedDay, typedDay } from '../../../renderer/components/typed-day.ts';

test.each<['es' | 'en', string, string | null]>([
  ['es', '5/11/2026', '2026-11-05'],
  ['es', '05/11/2026', '2026-11-05'],
  ['es', ' 05-11-26 ', '2026-11-05'],
  ['es', '5.11.2026', '2026-11-05'],
  ['es', '05112026', '2026-11-05'],
  ['es', '2026-11-05', '2026-11-05'],
  ['en', '11/5/2026', '2026-11-05'],
  ['en', '11052026', '2026-11-05'],
  ['es', '11/20/2026', null],
  ['en', '20/11/2026', null],
  ['es', '29/02/2024', '2024-02-29'],
  ['es', '29/02/2026', null],
  ['es', '31/04/2026', null],
  ['es', '5/11', null],
  ['es', 'mañana', null],
  ['es', '', null],
])('in %s %j is %j', (locale, typed, day) => {
  expect(readTypedDay(typed, locale)).toBe(day);
});

test.each<['es' | 'en', string, string]>([
  ['es', '2026-11-05', '05/11/2026'],
  ['en', '2026-11-05', '11/05/2026'],
  ['es', '', ''],
])('in %s the day %j stands as %j', (locale, day, typed) => {
  expect(typedDay(day, locale)).toBe(typed);
  if (day !== '') expect(readTypedDay(typed, locale)).toBe(day);
});
