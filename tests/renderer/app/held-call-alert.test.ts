import { expect, test } from 'vitest';
import { updateAlertedCalls } from '../../../renderer/app/frame/useHeldCallAlert.ts';

const nothing = { alerting: new Set<number>(), alerted: new Set<number>() };

test('a cancellation is told of from its first call until nothing of it is held, and never again', () => {
  const first = updateAlertedCalls(nothing, [1, 2], false);
  expect([...first.alerting]).toEqual([1, 2]);
  const joined = updateAlertedCalls(first, [1, 2], false);
  expect([...joined.alerting]).toEqual([1, 2]);
  const oneLeft = updateAlertedCalls(joined, [2], false);
  expect([...oneLeft.alerting]).toEqual([2]);
  // The marketplace asks about the first again, and about a third.
  const again = updateAlertedCalls(oneLeft, [1, 2, 3], false);
  expect([...again.alerting]).toEqual([2, 3]);
});

test('what somebody looks at is not told of when they go elsewhere', () => {
  const looked = updateAlertedCalls(nothing, [1], true);
  expect([...looked.alerting]).toEqual([]);
  expect([...updateAlertedCalls(looked, [1, 2], false).alerting]).toEqual([2]);
});
