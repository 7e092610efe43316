import { expect, it } from 'vitest';
import { queryOfPath } from '../../../renderer/app/frame/nav-items.ts';
import { stepAfter, stepBefore, stepOf, steps } from '../../../renderer/first-run/steps.ts';

it('goes through every step and stays at the ends', () => {
  expect(steps.map(stepAfter)).toEqual(['person', 'receiver', 'key', 'platform', 'sample', 'done', 'done']);
  expect(steps.map(stepBefore)).toEqual([
    'company',
    'company',
    'person',
    'receiver',
    'key',
    'platform',
    'sample',
  ]);
});

it.each([
  ['/first-run/key', 'key'],
  ['/first-run', 'company'],
  ['/first-run/nowhere', 'company'],
])('%s is the step %s', (path, step) => {
  expect(stepOf(path)).toBe(step);
});

it.each([
  ['/search/bumper', 'bumper'],
  ['/search/a%2Fb%20c/12', 'a/b c'],
  ['/search/100%', '100%'],
  ['/purchase-orders/1', null],
])('%s asks for %s', (path, query) => {
  expect(queryOfPath(path)).toBe(query);
});
