import { expect, it } from 'vitest';
import { receiptState } from '../../../renderer/financial-documents/FinancialDocumentFacts.tsx';
import { readFinancialDocument } from '../../../shared/marketplace/record-content.ts';

const standing = (number: string | null, expiration: string | null, documentDate: string | null) =>
  receiptState(
    readFinancialDocument({
      documentDate,
      taxReceipt: { taxReceiptNumber: number, taxReceiptExpiration: expiration },
    }).value,
  );

it.each([
  ['B0100000018', '2027-12-31', '2026-11-21', 'fiscalCredit', 'valid'],
  ['B0100000018', '2026-11-21', '2026-11-21', 'fiscalCredit', 'valid'],
  ['B0100000018', '2026-11-20', '2026-11-21', 'fiscalCredit', 'expired'],
  ['E310000000018', '2026-11-20T00:00:00', '2026-11-21', 'fiscalCredit', 'expired'],
  ['B0200000018', '2020-01-01', '2026-11-21', 'consumer', 'noExpiry'],
  ['E340000000018', null, '2026-11-21', 'creditNote', 'noExpiry'],
  ['B0400000018', null, '2026-11-21', 'creditNote', 'noExpiry'],
  ['B0100000018', '2027-12-31', null, 'fiscalCredit', 'unknownExpiry'],
  ['nada', '2027-12-31', '2026-11-21', null, 'valid'],
])('%s until %s on %s: %s, %s', (number, expiration, day, type, validity) => {
  const found = standing(number, expiration, day);
  expect(found?.receipt.type).toBe(type);
  expect(found?.validity).toBe(validity);
});

it.each([null, '', '  '])('is nothing without a number (%j)', (number) => {
  expect(standing(number, '2027-12-31', '2026-11-21')).toBeNull();
});

it('is nothing without a receipt', () => {
  expect(receiptState({ taxReceipt: null, documentDate: '2026-11-21' })).toBeNull();
});
