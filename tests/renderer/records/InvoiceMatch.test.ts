import { expect, it } from 'vitest';
import { oddLines } from '../../../renderer/records/InvoiceMatch.tsx';
import type { LineMatch } from '../../../shared/contract/claims.ts';

const line = (state: LineMatch['state']): LineMatch => ({
  orderLine: 0,
  name: 'Pieza de prueba',
  orderedQuantity: '1',
  orderedUnitPrice: '1',
  orderedTotal: '1',
  invoicedQuantity: '1',
  invoicedTotal: '1',
  creditedQuantity: '0',
  creditedTotal: '0',
  state,
  documentLines: [],
});

it.each([
  ['matched', 0],
  ['notInvoiced', 0],
  ['partlyInvoiced', 0],
  ['credited', 0],
  ['overInvoiced', 1],
  ['priceDiffers', 1],
  ['notOrdered', 1],
] as const)('a line that is %s counts %d', (state, count) => {
  expect(oddLines({ lines: [line('matched'), line(state)] })).toBe(count);
});
