import { describe, expect, test } from 'vitest';
import {
  type LedgerDocument,
  type LedgerOrder,
  ledgerOf,
  ledgerOfRecords,
} from '../../../main/engine/ledger/index.ts';
import type { LedgerRecord } from '../../../main/engine/store/index.ts';

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

/** Every order in which a list may stand. */
const permutationsOf = <One>(list: readonly One[]): One[][] =>
  list.length === 0
    ? [[]]
    : list.flatMap((one, index) =>
        permutationsOf(list.toSpliced(index, 1)).map((others) => [one, ...others]),
      );

describe('the order of the rows', () => {
  test('pesos come first, then the other currencies by their codes', () => {
    const expected = ['DOP', 'CAD', 'EUR', 'USD'];
    for (const currencies of permutationsOf(expected)) {
      const documents = currencies.map((currency, index) => document(10 + index, { currency }));
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

describe('who is one party', () => {
  const rowsOf = (...parties: LedgerDocument['party'][]) =>
    ledgerOf(
      [],
      parties.map((party, index) => document(index + 1, { party, orders: [], total: '100' })),
      allowance,
    ).rows.map(({ party, partyTaxId, invoiced }) => [partyTaxId, party, invoiced]);

  test('a name that goes with one RNC is that party, whatever its case, accents and signs', () => {
    const names = [' repuestos–EJEMPLO ', 'Repuéstos, Ejemplo.', 'Repuestos  Ejemplo'];
    expect(rowsOf(supplier, ...names.map((name) => ({ taxId: null, name })))).toEqual([
      ['131000002', 'Repuestos Ejemplo', '400'],
    ]);
    expect(rowsOf(supplier, { taxId: null, name: 'RepuestosEjemplo' })).toHaveLength(2);
  });

  test('a name that goes with two RNCs is neither of them', () => {
    const twin = { taxId: '101000001', name: 'Repuestos Ejemplo' };
    expect(rowsOf(supplier, twin, { taxId: null, name: 'Repuestos Ejemplo' })).toEqual([
      [null, 'Repuestos Ejemplo', '100'],
      ['101000001', 'Repuestos Ejemplo', '100'],
      ['131000002', 'Repuestos Ejemplo', '100'],
    ]);
  });

  test('those without RNC and name are one, and none of those with an RNC', () => {
    const unnamed = [null, '', ' - '].map((name) => ({ taxId: null, name }));
    expect(rowsOf({ taxId: '101000001', name: null }, ...unnamed)).toEqual([
      ['101000001', null, '100'],
      [null, null, '300'],
    ]);
  });

  test('a party is called by the first of its records that has a name', () => {
    const called = (name: string | null, id: number) =>
      document(id, { party: { taxId: '101000001', name }, orders: [] });
    const named = [called(null, 1), called(' - ', 2), called(' Primero ', 3), called('Segundo', 4)];
    for (const documents of [named, named.toReversed()])
      expect(ledgerOf([], documents, allowance).rows).toMatchObject([{ party: 'Primero', invoiced: '4000' }]);
  });
});

describe('what is left out', () => {
  const none = { isCreditNote: false, currency: 'DOP', duplicateOf: null };
  test.each<[string, Partial<LedgerDocument>, object]>([
    ['without a total', { total: null }, { reason: 'noTotal', amount: null }],
    ['with a negative total', { total: '-0.01' }, { reason: 'negativeTotal', amount: '-0.01' }],
    ['in no currency', { currency: 'PESO' }, { reason: 'currencyUnknown', amount: '1000', currency: 'PESO' }],
    [
      'with the receipt of another',
      { duplicateOf: 'FD-1', isCreditNote: true },
      { reason: 'duplicateReceipt', amount: '1000', duplicateOf: 'FD-1', isCreditNote: true },
    ],
  ])('a document %s is listed, and counts nowhere', (_, changes, left) => {
    const { rows, leftOut, ofOrder, ofDocument } = ledgerOf([order()], [document(11, changes)], allowance);
    expect(leftOut).toEqual([{ ...none, id: 11, ...left }]);
    expect(rows).toMatchObject([{ invoiced: '0', credited: '0', outstanding: '1000' }]);
    expect(ofOrder(1)?.compared).toEqual([]);
    const { reason: notCompared } = leftOut[0] ?? {};
    const { duplicateOf = null } = changes;
    expect(ofDocument(11)).toEqual({ orderId: 1, notCompared, duplicateOf, creditable: null, upTo: null });
  });

  test('an order without a total or with a negative one is listed, and nothing is held against it', () => {
    for (const [total, reason] of [
      [null, 'noTotal'],
      ['-1', 'negativeTotal'],
    ] as const) {
      const { rows, leftOut, ofOrder } = ledgerOf([order({ total })], [document(11)], allowance);
      expect(leftOut).toEqual([{ ...none, id: 1, reason, amount: total }]);
      expect(rows).toMatchObject([{ ordered: '0', invoiced: '1000', outstanding: '0', toCredit: '0' }]);
      expect(rows).toMatchObject([{ withoutOrder: '1000' }]);
      expect(ofOrder(1)).toMatchObject({ ordered: null, outstanding: null, toCredit: null });
      expect(ledgerOf([order({ total })], [], allowance).rows).toEqual([]);
    }
  });

  test('a negative zero is a total', () => {
    const { leftOut, rows } = ledgerOf([order()], [document(11, { total: '-0.00' })], allowance);
    expect([leftOut, rows[0]?.outstanding]).toEqual([[], '1000']);
  });

  test('all of it stands in the order of arrival', () => {
    const note = document(12, { isCreditNote: true, total: '2000', orders: [], related: 11 });
    const { leftOut } = ledgerOf(
      [order({ total: null })],
      [document(13, { total: null }), note, document(11, { orders: [] })],
      allowance,
    );
    expect(leftOut.map(({ id, reason }) => [id, reason])).toEqual([
      [1, 'noTotal'],
      [12, 'creditAboveInvoice'],
      [13, 'noTotal'],
    ]);
    expect(leftOut[1]).toEqual({
      ...none,
      id: 12,
      isCreditNote: true,
      reason: 'creditAboveInvoice',
      amount: '1000',
    });
  });
});

describe('what a credit note credits', () => {
  const note = (id: number, changes: Partial<LedgerDocument> = {}) =>
    document(id, { isCreditNote: true, lineCount: 2, ...changes });
  /** What a note may credit, and of what. */
  const creditableOf = (id: number, documents: readonly LedgerDocument[], orders = [order()]) => {
    const found = ledgerOf(orders, documents, allowance).ofDocument(id)?.creditable ?? null;
    return found && [found.amount.toFixed(), found.lineCount, found.of];
  };
  const other = { taxId: '101000001', name: 'Otro' };

  /** What is left to be invoiced of an order of 1,000.00, and to be credited. */
  test.each<[string, LedgerDocument[], string, string]>([
    ['whole, and a part credited', [document(11), note(12, { total: '400' })], '0', '0'],
    ['whole, and all credited', [document(11), note(12, { related: 11 })], '0', '0'],
    [
      'in part, and that credited',
      [document(11, { total: '600.55' }), note(12, { total: '600.55' })],
      '399.45',
      '0',
    ],
    [
      'in part, credited, and issued again',
      [
        document(11, { total: '600' }),
        note(12, { total: '600', related: 11 }),
        document(13, { total: '600' }),
      ],
      '400',
      '0',
    ],
    [
      'in part, credited, issued again, credited, and issued again',
      [
        document(11, { total: '600' }),
        note(12, { total: '600', related: 11 }),
        document(13, { total: '600' }),
        note(14, { total: '600', related: 13 }),
        document(15, { total: '600' }),
      ],
      '400',
      '0',
    ],
    [
      'in part, credited, and the rest billed',
      [document(11, { total: '600' }), note(12, { total: '600' }), document(13, { total: '400' })],
      '0',
      '0',
    ],
    [
      'in two equal parts, of which one is credited',
      [
        document(11, { total: '500' }),
        document(12, { total: '500' }),
        note(13, { total: '500', related: 11 }),
      ],
      '0',
      '0',
    ],
    ['whole, all credited, and issued again', [document(11), note(12), document(13)], '0', '0'],
    ['twice, and one credited', [document(11), document(12), note(13, { related: 12 })], '0', '0'],
    [
      'twice, with a credit note between that is less',
      [document(11), note(12, { total: '400' }), document(13)],
      '0',
      '600',
    ],
  ])('an order that was invoiced %s', (_, documents, outstanding, toCredit) => {
    const { headline } = ledgerOf([order()], documents, allowance);
    expect(headline).toEqual([{ currency: 'DOP', outstanding, toCredit }]);
  });

  test('those that name an invoice share it by arrival, before those that have only their order', () => {
    const documents = [
      note(12, { total: '800' }),
      note(13, { total: '300', related: 11 }),
      document(11),
      note(14, { total: '300', related: 11, orders: [] }),
    ];
    expect(creditableOf(13, documents)).toEqual(['1000', 3, { documentId: 11 }]);
    expect(creditableOf(14, documents)).toEqual(['700', 3, { documentId: 11 }]);
    expect(creditableOf(12, documents)).toEqual(['400', 3, { orderId: 1 }]);
    const { rows, leftOut, ofOrder, ofDocument } = ledgerOf([order()], documents, allowance);
    expect(rows).toMatchObject([{ invoiced: '1000', credited: '1000', outstanding: '0', withoutOrder: '0' }]);
    expect(leftOut).toMatchObject([{ id: 12, amount: '400' }]);
    // It names no order, and is of that of the invoice.
    expect(ofDocument(14)).toMatchObject({ orderId: 1, notCompared: null });
    expect(ofOrder(1)?.compared).toEqual([11, 12, 13, 14]);
  });

  test('two that have only their order share what its invoices leave', () => {
    const documents = [
      document(10, { total: '300' }),
      document(11, { total: '200' }),
      note(12, { total: '400' }),
      note(13),
    ];
    expect(creditableOf(12, documents)).toEqual(['500', 6, { orderId: 1 }]);
    expect(creditableOf(13, documents)).toEqual(['100', 6, { orderId: 1 }]);
  });

  test('an invoice without an order is credited by the note that names it', () => {
    const documents = [document(11, { orders: [] }), note(12, { orders: [], related: 11, total: '400' })];
    const { rows, ofDocument } = ledgerOf([], documents, allowance);
    expect(rows).toMatchObject([{ invoiced: '1000', credited: '400', withoutOrder: '600' }]);
    expect(ofDocument(12)).toMatchObject({ orderId: null, notCompared: null });
    expect(ofDocument(11)).toMatchObject({ orderId: null, notCompared: null, upTo: null });
  });

  test.each<[string, Partial<LedgerDocument>]>([
    ['a credit note', { isCreditNote: true }],
    ['one of another issuer', { party: other }],
    ['one in another currency', { currency: 'USD' }],
    ['one that is left out', { duplicateOf: 'FD-1' }],
  ])('it credits its order where it names %s, and nothing where it has no order', (_, changes) => {
    const named = document(10, { orders: [], total: '50', ...changes });
    const withOrder = note(12, { related: 10, total: '400' });
    expect(creditableOf(12, [named, document(11), withOrder])).toEqual(['1000', 3, { orderId: 1 }]);
    const without = note(12, { related: 10, total: '400', orders: [] });
    const { leftOut, ofDocument } = ledgerOf([order()], [named, document(11), without], allowance);
    expect(leftOut).toContainEqual(expect.objectContaining({ id: 12, amount: '400' }));
    expect(ofDocument(12)).toMatchObject({ notCompared: 'creditAboveInvoice', creditable: null });
  });

  test.each([null, 99])('without a known order and invoice it counts whole: %s', (related) => {
    const { rows, leftOut } = ledgerOf([], [note(12, { orders: [], related, total: '400' })], allowance);
    expect(rows).toMatchObject([{ invoiced: '0', credited: '400', withoutOrder: '-400' }]);
    expect(leftOut).toEqual([]);
  });

  test('of what another party invoiced for an order it credits nothing', () => {
    expect(creditableOf(12, [document(11, { party: other }), note(12)])).toEqual(['0', 0, { orderId: 1 }]);
  });

  test('one that counts for nothing opens no row', () => {
    const { rows, leftOut } = ledgerOf([order({ total: null })], [note(12)], allowance);
    expect([rows, leftOut.map(({ id }) => id)]).toEqual([[], [1, 12]]);
  });
});

describe('an order beside its documents', () => {
  const other = { taxId: '101000001', name: 'Otro' };
  const documents = [
    document(11, { total: '600' }),
    document(12, { total: '500', party: other }),
    document(13, { total: '70', currency: 'USD' }),
    document(14, { isCreditNote: true, total: '100' }),
    document(15, { duplicateOf: 'FD-1' }),
    document(16, { orders: ['purchaseOrder:9', 'purchaseOrder:1'] }),
  ];

  test('only those of its party in pesos are held against it', () => {
    const { ofOrder, ofDocument } = ledgerOf([order()], documents, allowance);
    const balance = ofOrder(1);
    expect(balance?.compared).toEqual([11, 14]);
    const sums = [
      balance?.ordered,
      balance?.invoiced,
      balance?.credited,
      balance?.outstanding,
      balance?.toCredit,
    ];
    expect(sums.map(String)).toEqual(['1000', '600', '100', '400', '0']);
    expect(
      balance?.parties.map(({ party, currency, invoiced, credited }) => [
        party.taxId,
        currency,
        `${invoiced}`,
        `${credited}`,
      ]),
    ).toEqual([
      ['131000002', 'DOP', '600', '100'],
      ['101000001', 'DOP', '500', '0'],
      ['131000002', 'USD', '70', '0'],
    ]);
    expect([11, 12, 13, 14, 16].map((id) => ofDocument(id)?.notCompared)).toEqual([
      null,
      'otherIssuer',
      'otherCurrency',
      null,
      null,
    ]);
    // Of the first order that it names, also where that is elsewhere.
    expect(ofDocument(16)?.orderId).toBeNull();
    expect([ofOrder(11), ofDocument(1)]).toEqual([null, null]);
  });

  test('of a cancelled one all is to be credited, whoever invoiced it and in what currency', () => {
    const { rows, ofOrder } = ledgerOf([order({ isCancelled: true })], documents, allowance);
    expect(
      rows.map(({ partyTaxId, currency, cancelled, toCredit, outstanding, withoutOrder }) => [
        partyTaxId,
        currency,
        cancelled,
        toCredit,
        outstanding,
        withoutOrder,
      ]),
    ).toEqual([
      ['101000001', 'DOP', '0', '500', '0', '0'],
      ['131000002', 'DOP', '1000', '500', '0', '1000'],
      ['131000002', 'USD', '0', '70', '0', '0'],
    ]);
    expect(String(ofOrder(1)?.toCredit)).toBe('500');
  });

  test('without documents it is outstanding, unless it is cancelled', () => {
    const of = (changes: Partial<LedgerOrder>) => {
      const { rows, ofOrder } = ledgerOf([order(changes)], [], allowance);
      const balance = ofOrder(1);
      return [
        rows.map(({ outstanding, cancelled }) => [outstanding, cancelled]),
        `${balance?.invoiced}`,
        `${balance?.outstanding}`,
      ];
    };
    expect(of({})).toEqual([[['1000', '0']], '0', '1000']);
    expect(of({ isCancelled: true })).toEqual([[['0', '1000']], '0', '0']);
    expect(of({ isCancelled: true, total: null })).toEqual([[], '0', '0']);
  });

  test('what others invoiced leaves it outstanding beside them', () => {
    const { rows } = ledgerOf([order()], documents.slice(1, 3), allowance);
    expect(
      rows.map(({ currency, outstanding, withoutOrder }) => [currency, outstanding, withoutOrder]),
    ).toEqual([
      ['DOP', '1000', '0'],
      ['DOP', '0', '500'],
      ['USD', '0', '70'],
    ]);
  });

  test('of each invoice is told what is invoiced up to it, less what credit notes of any time take back', () => {
    const upTo = (id: number, ...given: LedgerDocument[]) => {
      const found = ledgerOf([order()], given, allowance).ofDocument(id)?.upTo ?? null;
      return found && [found.net.toFixed(), found.lineCount];
    };
    const invoices = [document(11, { total: '600' }), document(12, { total: '500' })];
    const credit = document(13, { isCreditNote: true, lineCount: 4, total: '700' });
    expect([upTo(11, ...invoices), upTo(12, ...invoices)]).toEqual([
      ['600', 5],
      ['1100', 8],
    ]);
    expect([upTo(11, ...invoices, credit), upTo(12, ...invoices, credit)]).toEqual([
      ['0', 9],
      ['400', 12],
    ]);
    const named = { ...credit, related: 12, total: '200' };
    expect([upTo(11, ...invoices, named), upTo(12, ...invoices, named)]).toEqual([
      ['600', 9],
      ['900', 12],
    ]);
    expect(upTo(13, ...invoices, credit)).toBeNull();
  });
});

describe('the ledger of records as the store has them', () => {
  const record = (changes: Partial<LedgerRecord>): LedgerRecord => ({
    id: 1,
    kind: 'purchaseOrder',
    marketplaceId: 1,
    partyTaxId: supplier.taxId,
    partyName: supplier.name,
    total: '1000',
    itemCount: 2,
    documentTypeId: null,
    currency: null,
    cancellation: null,
    orders: null,
    related: null,
    duplicateOf: null,
    ...changes,
  });
  const invoice = (id: number, changes: Partial<LedgerRecord> = {}) =>
    record({ id, kind: 'financialDocument', marketplaceId: id + 100, documentTypeId: 1, ...changes });

  test('orders of both kinds are known by their ids, and a document is of the first that it names', () => {
    const records = [
      record({}),
      record({ id: 2, kind: 'serviceOrder', total: '500' }),
      record({ id: 3, kind: 'incidentReport', total: '70' }),
      invoice(11, { orders: 'serviceOrder:1 purchaseOrder:1', total: '500' }),
      invoice(12, { orders: 'purchaseOrder:1', duplicateOf: 'FD-1' }),
      invoice(13),
    ];
    const { rows, ofOrder, ofDocument } = ledgerOfRecords(records, allowance);
    expect(rows).toMatchObject([
      {
        party: supplier.name,
        partyTaxId: supplier.taxId,
        currency: 'DOP',
        ordered: '1500',
        invoiced: '1500',
      },
    ]);
    expect([11, 12, 13].map((id) => [ofDocument(id)?.orderId, ofDocument(id)?.notCompared])).toEqual([
      [2, null],
      [1, 'duplicateReceipt'],
      [null, null],
    ]);
    expect([ofOrder(3), ofDocument(3)]).toEqual([null, null]);
    expect(ofDocument(11)?.upTo?.lineCount).toBe(4);
  });

  test.each([
    ['cancelled', '1000', '1000'],
    ['declined', '0', '0'],
    [null, '0', '0'],
  ])('an order whose latest cancellation is %s', (cancellation, cancelled, toCredit) => {
    const { rows } = ledgerOfRecords(
      [record({ cancellation }), invoice(11, { orders: 'purchaseOrder:1' })],
      allowance,
    );
    expect(rows).toMatchObject([{ cancelled, toCredit }]);
  });

  test('a credit note is known by its type, and its document by the id that the marketplace gave it', () => {
    const records = [
      invoice(11),
      invoice(12, { documentTypeId: 2, related: '111', total: '300', currency: 'dop' }),
    ];
    const { rows, ofDocument } = ledgerOfRecords(records, allowance);
    expect(rows).toMatchObject([{ invoiced: '1000', credited: '300' }]);
    expect(ofDocument(12)?.creditable?.of).toEqual({ documentId: 11 });
  });
});
