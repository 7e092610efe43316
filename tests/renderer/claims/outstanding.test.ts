import { expect, test } from 'vitest';
import { outstandingOf } from '../../../renderer/claims/outstanding.ts';

test.each([
  ['100', '40', 'outstanding', '40'],
  ['100', '0', 'outstanding', '0'],
  ['100', '-40.50', 'over', '40.50'],
  ['0', '-40', 'withoutOrder', '40'],
  ['0.00', '-0.01', 'withoutOrder', '0.01'],
  ['0', '0', 'outstanding', '0'],
])('ordered %s, outstanding %s: %s %s', (ordered, outstanding, reading, amount) => {
  const amounts = { currency: 'DOP', ordered, cancelled: '0', invoiced: '0', credited: '0', outstanding };
  expect(outstandingOf(amounts)).toEqual({ reading, amount });
});
