import { expect, test } from 'vitest';
import { retryAfterSeconds } from '../../../../main/engine/attachments/downloads/http-get.ts';

test.each([
  ['0', 0],
  ['30', 30],
  [' 30 ', 30],
  ['86401', 86_400],
  ['Fri, 20 Nov 2026 14:02:00 GMT', 120],
  ['Fri, 20 Nov 2026 13:00:00 GMT', 0],
  ['Fri, 20 Nov 2036 14:02:00 GMT', 86_400],
  ['-1', null],
  ['1.5', null],
  ['mañana', null],
  ['el viernes, GMT', null],
  ['', null],
  [undefined, null],
])('Retry-After: %s', (header, seconds) => {
  expect(retryAfterSeconds(header, Date.parse('2026-11-20T14:00:00Z'))).toBe(seconds);
});
