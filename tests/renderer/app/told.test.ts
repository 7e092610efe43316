import { expect, test } from 'vitest';
import { toldOf } from '../../../renderer/app/frame/useHeldCallAlert.ts';

const nothing = { telling: new Set<number>(), told: new Set<number>() };

test('a cancellation is told of from its first call until nothing of it is held, and never again', () => {
  const first = toldOf(nothing, [1, 2], false);
  expect([...first.telling]).toEqual([1, 2]);
  const joined = toldOf(first, [1, 2], false);
  expect([...joined.telling]).toEqual([1, 2]);
  const oneLeft = toldOf(joined, [2], false);
  expect([...oneLeft.telling]).toEqual([2]);
  // The marketplace asks about the first again, and about a third.
  const again = toldOf(oneLeft, [1, 2, 3], false);
  expect([...again.telling]).toEqual([2, 3]);
});

test('what somebody looks at is not told of when they go elsewhere', () => {
  const looked = toldOf(nothing, [1], true);
  expect([...looked.telling]).toEqual([]);
  expect([...toldOf(looked, [1, 2], false).telling]).toEqual([2]);
});
