import { describe, expect, test } from 'vitest';
import { type LedgerDocument, type LedgerOrder, ledgerOf } from '../../../main/engine/ledger/index.ts';

/** One peso a line; a document may be 2 % above its order. */
const allowance = { lineTolerance: '1.00', overInvoicedPercent: 2 };
const supplier = { taxId: '131000002', name: 'Repuestos Ejemplo' };

const order = (changes: Partial<LedgerOrder> = {}): LedgerOrder => ({
  id: 1,
  key: 'purchaseOrder:1',
  party: supplier,
  total: '1000',
  lineCount: 2,
  isCancelled: false,
  ...changes,
});

const document = (id: number, changes: Partial<LedgerDocument> = {}): LedgerDocument => ({
  id,
  marketplaceId: id,
  party: supplier,
  total: '1000',
  lineCount: 3,
  isCreditNote: false,
  currency: 'DOP',
  orders: ['purchaseOrder:1'],
  related: null,
  duplicateOf: null,
  ...changes,
});

describe('the order of the rows', () => {
  test('pesos come first, then the other currencies by their codes', () => {
    const invoices = ['USD', 'EUR', 'DOP', 'CAD'].map((currency, index) =>
      document(10 + index, { currency }),
    );
    const expected = ['DOP', 'CAD', 'EUR', 'USD'];
    for (const documents of [invoices, invoices.toReversed()]) {
      const { rows, headline } = ledgerOf([], documents, allowance);
      expect(rows.map(({ currency }) => currency)).toEqual(expected);
      expect(headline.map(({ currency }) => currency)).toEqual(expected);
    }
  });

  test('in a currency what is to be credited comes first, then what is outstanding', () => {
    const parties = ['101000001', '101000002', '101000003', '101000004'].map((taxId) => ({
      taxId,
      name: null,
    }));
    const [even, outstanding, toCredit, less] = parties;
    const { rows } = ledgerOf(
      [
        order({ id: 1, key: 'a', party: even ?? supplier }),
        order({ id: 2, key: 'b', party: outstanding ?? supplier, total: '900' }),
        order({ id: 3, key: 'c', party: toCredit ?? supplier }),
        order({ id: 4, key: 'd', party: less ?? supplier, total: '400' }),
      ],
      [
        document(11, { party: even ?? supplier, orders: ['a'] }),
        document(13, { party: toCredit ?? supplier, orders: ['c'], total: '1100' }),
      ],
      allowance,
    );
    expect(
      rows.map(({ partyTaxId, toCredit: credit, outstanding: open }) => [partyTaxId, credit, open]),
    ).toEqual([
      ['101000003', '100', '0'],
      ['101000002', '0', '900'],
      ['101000004', '0', '400'],
      ['101000001', '0', '0'],
    ]);
  });
});

describe('the exact limits of rounding', () => {
  // The invoice has three lines and the credit note two: five pesos.
  test.each([
    ['1005.00', '0', []],
    ['1005.01', '5.01', ['creditAboveInvoice']],
  ])('a credit note of %s on an invoice of 1,000.00', (total, above, reasons) => {
    const note = document(12, { isCreditNote: true, related: 11, lineCount: 2, total });
    const { leftOut, ofDocument } = ledgerOf([order()], [document(11), note], allowance);
    expect(leftOut.map(({ reason }) => reason)).toEqual(reasons);
    expect(leftOut.map(({ amount }) => amount)).toEqual(above === '0' ? [] : [above]);
    expect(ofDocument(12)?.notCompared ?? null).toBe(reasons[0] ?? null);
  });

  test('a credit note that nothing is known to credit has no rounding', () => {
    const note = document(12, { isCreditNote: true, related: 11, orders: [], total: '0.50' });
    const otherIssuer = document(11, { party: { taxId: '101000001', name: null } });
    const { leftOut } = ledgerOf([], [otherIssuer, note], allowance);
    expect(leftOut).toMatchObject([{ id: 12, reason: 'creditAboveInvoice', amount: '0.5' }]);
  });

  // Two lines of the order, three of the invoice and two of the note: seven pesos.
  test.each([
    ['993.00', '0'],
    ['992.99', '7.01'],
    ['0', '1000'],
  ])('of a cancelled order, invoiced with 1,000.00 and credited with %s', (total, toCredit) => {
    const note = document(12, { isCreditNote: true, related: 11, lineCount: 2, total });
    const { headline } = ledgerOf([order({ isCancelled: true })], [document(11), note], allowance);
    expect(headline).toEqual([{ currency: 'DOP', outstanding: '0', toCredit }]);
  });

  // Two lines of the order and three of the invoice: five pesos of rounding, and 20 of the percent above it.
  test.each([
    ['995.00', '0', '0'],
    ['994.99', '5.01', '0'],
    ['1025.00', '0', '0'],
    ['1025.01', '0', '25.01'],
  ])('an order of 1,000.00 that is invoiced with %s', (total, outstanding, toCredit) => {
    const { headline } = ledgerOf([order()], [document(11, { total })], allowance);
    expect(headline).toEqual([{ currency: 'DOP', outstanding, toCredit }]);
  });
});
