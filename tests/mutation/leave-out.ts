/**
 * Skips some tests where code is mutated. Stryker names the tests of each change by the pattern of titles, so that a
 * pattern of ours would not last.
 */
import { beforeEach } from 'vitest';

/**
 * Those that compare times prove nothing of changed code, which counts its own steps. A thousand calls, hundreds of bodies,
 * a huge body or another process prove nothing of rules that one of each does not.
 */
const titles = [
  'no more than',
  'quick',
  'long takes',
  'takes long',
  'short time',
  'very many',
  'in the real examiner',
  'linear',
  'one of a thousand',
  'sample records',
  'is built right',
  'has exactly (one where|those that)',
  'thousand held',
  'at once (are|get)',
  '\\d{3},00\\d(?!\\.)',
  'without end',
  'a kill ',
  'strace',
  'openapi prints',
  '… whole',
];
const leftOut = new RegExp(titles.join('|'));

beforeEach(({ task, skip }) => {
  if (leftOut.test(task.fullTestName)) skip();
});
