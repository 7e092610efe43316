/** The figures that were wrong on the first morning, each by its name. */
import { expect, onTestFinished, test } from 'vitest';
import { billed, billing, creditNote, openClaims, ordered } from '../claims/house.ts';
import { documentItem } from '../financial-documents.ts';
import { purchaseOrder, purchaseOrderItem, serviceOrder } from '../orders.ts';

async function openHouse() {
  const house = await openClaims();
  onTestFinished(() => house.end());
  return {
    ...house,
    async claimFile() {
      await house.examined();
      return house.claims.get({ by: 'claimNumber', value: 'RC-2026-118' });
    },
    /** What is found of a document beside others: code and what is at stake, the gravest first. */
    async stakes(recordId: number) {
      await house.examined();
      const { findings } = await house.list.get({ id: recordId });
      return findings
        .filter(({ code }) => /^(order|creditNote|document)\./.test(code))
        .map(({ code, amount }) => [code, amount === null ? null : `${amount.currency} ${amount.value}`]);
    },
    async cancel(orderKind: 'purchaseOrder' | 'serviceOrder', marketplaceId: number) {
      const deliver = await house.cancel(orderKind, marketplaceId);
      await deliver();
    },
  };
}

/** A purchase order of one line. */
const order = (id: number, total: number, changes: object = {}) =>
  purchaseOrder(id, {
    items: [
      purchaseOrderItem(1, {
        itemName: 'Bonete',
        supplierItemPrice: total,
        supplierItemRowPrice: total,
        supplierItemRowTax: 0,
        supplierItemRowTotal: total,
      }),
    ],
    ...changes,
  });
/** A document of one line, of the supplier of the order that it names. */
const bill = (id: number, total: number, changes: Record<string, unknown> = {}, receipt?: string) =>
  billing(
    id,
    [documentItem(1, { documentItemName: 'Bonete', unitPrice: total, unitTaxAmount: 0, rowTotal: total })],
    changes,
    receipt,
  );
const workshop = { personId: 2, identification: '101000007', personName: 'Taller Ejemplo' };

test('“por facturar 26,567.11” was 40,019.11 of a supplier less 13,452.00 of a workshop: both are said, of each party', async () => {
  const house = await openHouse();
  await house.send('purchaseOrder', 1, order(1, 40_019.11));
  const labour = { subTotalAmount: 11_400, differenceAmount: 0, taxTotalAmount: 2052 };
  await house.send('serviceOrder', 2, serviceOrder(2, labour));
  const ofWorkshop = { purchaseOrderId: null, serviceOrderId: 2, entityTypeId: 2, createdBy: workshop };
  const { recordId } = await house.send('financialDocument', 3, bill(3, 13_452, ofWorkshop));
  await house.examined();
  await house.cancel('serviceOrder', 2);
  const { ledger, headline } = await house.claimFile();
  expect(ledger).toMatchObject([
    { party: 'Taller Ejemplo', cancelled: '13452', outstanding: '0', toCredit: '13452' },
    { party: 'Repuestos Ejemplo, SRL', ordered: '40019.11', outstanding: '40019.11', toCredit: '0' },
  ]);
  expect(headline).toEqual([{ currency: 'DOP', outstanding: '40019.11', toCredit: '13452' }]);
  const { rows } = await house.claims.list();
  expect(rows).toMatchObject([{ headline, partyCount: 2 }]);
  expect(JSON.stringify([ledger, headline, rows])).not.toContain('26567.11');
  expect(await house.stakes(recordId)).toEqual([['order.cancelled', 'DOP 13452']]);
});

test('a credit note of 35,400 on an invoice of 3,540 counts 3,540, is found, and hides no over-invoicing', async () => {
  const house = await openHouse();
  await house.send('purchaseOrder', 1, order(1, 17_700));
  await house.send('financialDocument', 2, bill(2, 3540, { purchaseOrderId: 1 }));
  const credit = { purchaseOrderId: 1, relatedDocumentId: 2, ...creditNote };
  const note = await house.send('financialDocument', 3, bill(3, 35_400, credit, 'E340000000001'));
  const before = await house.claimFile();
  expect(before.ledger).toMatchObject([
    { ordered: '17700', invoiced: '3540', credited: '3540', outstanding: '14160', toCredit: '0' },
  ]);
  expect(before.notCounted).toMatchObject([
    { reason: 'creditAboveInvoice', amount: '31860', isCreditNote: true },
  ]);
  expect(await house.stakes(note.recordId)).toEqual([['creditNote.aboveInvoice', 'DOP 31860']]);

  const next = await house.send('financialDocument', 4, bill(4, 21_240, { purchaseOrderId: 1 }));
  expect(await house.stakes(next.recordId)).toEqual([['order.overInvoiced', 'DOP 3540']]);
  expect((await house.claimFile()).ledger).toMatchObject([{ outstanding: '0', toCredit: '3540' }]);
});

test('two credit notes share what their invoice leaves, whatever came first', async () => {
  const house = await openHouse();
  const credit = { purchaseOrderId: null, relatedDocumentId: 9, ...creditNote };
  const first = await house.send('financialDocument', 1, bill(1, 600, credit, 'E340000000001'));
  const second = await house.send('financialDocument', 2, bill(2, 600, credit, 'E340000000002'));
  expect(await house.stakes(first.recordId)).toEqual([['document.relatedUnknown', null]]);
  await house.send('financialDocument', 9, bill(9, 1000, { purchaseOrderId: null }));
  expect(await house.stakes(first.recordId)).toEqual([]);
  expect(await house.stakes(second.recordId)).toEqual([['creditNote.aboveInvoice', 'DOP 200']]);
  expect((await house.claimFile()).ledger).toMatchObject([{ invoiced: '1000', credited: '1000' }]);
});

test('a credit note before its invoice is above what is invoiced, until that comes', async () => {
  const house = await openHouse();
  await house.send('purchaseOrder', 1, order(1, 1000));
  const credit = { purchaseOrderId: 1, ...creditNote };
  const note = await house.send('financialDocument', 2, bill(2, 1000, credit, 'E340000000001'));
  expect(await house.stakes(note.recordId)).toEqual([['creditNote.aboveInvoice', 'DOP 1000']]);
  expect((await house.claimFile()).headline).toEqual([
    { currency: 'DOP', outstanding: '1000', toCredit: '0' },
  ]);
  await house.send('financialDocument', 3, bill(3, 1000, { purchaseOrderId: 1 }));
  expect(await house.stakes(note.recordId)).toEqual([]);
});

test('a US$ invoice on a RD$ order is an error, is compared with nothing, and nothing of it is green', async () => {
  const house = await openHouse();
  await house.send('purchaseOrder', 1, order(1, 118));
  const dollars = { purchaseOrderId: 1, currency: { code: 'USD', currencyName: 'Dólar' } };
  const { recordId } = await house.send('financialDocument', 2, bill(2, 118, dollars));
  const { ledger, headline, matches } = await house.claimFile();
  expect(await house.stakes(recordId)).toEqual([['order.otherCurrency', 'USD 118']]);
  expect((await house.list.get({ id: recordId })).findings[0]?.severity).toBe('error');
  expect(ledger).toMatchObject([
    { currency: 'DOP', ordered: '118', invoiced: '0', outstanding: '118', toCredit: '0' },
    // What is in dollars is neither owed nor settled: it stands beside no order.
    { currency: 'USD', ordered: '0', invoiced: '118', outstanding: '0', toCredit: '0', withoutOrder: '118' },
  ]);
  expect(headline).toEqual([
    { currency: 'DOP', outstanding: '118', toCredit: '0' },
    { currency: 'USD', outstanding: '0', toCredit: '0' },
  ]);
  expect(matches).toMatchObject([
    {
      comparedCount: 0,
      totalMatches: false,
      difference: null,
      documents: [{ notCompared: 'otherCurrency' }],
      lines: [{ state: 'notInvoiced', documentLines: [] }],
    },
  ]);
});

test('PESO is no currency: a finding, and no total of its own', async () => {
  const house = await openHouse();
  await house.send('purchaseOrder', 1, order(1, 118));
  const peso = { purchaseOrderId: 1, currency: { code: 'PESO', currencyName: 'Peso' } };
  const { recordId, number } = await house.send('financialDocument', 2, bill(2, 118, peso));
  const { ledger, notCounted, matches } = await house.claimFile();
  expect(await house.stakes(recordId)).toEqual([['document.currencyUnknown', null]]);
  expect(ledger).toMatchObject([{ currency: 'DOP', invoiced: '0', outstanding: '118' }]);
  expect(notCounted).toEqual([
    {
      recordId,
      number,
      kind: 'financialDocument',
      isCreditNote: false,
      reason: 'currencyUnknown',
      amount: '118',
      currency: 'PESO',
      duplicateOf: null,
    },
  ]);
  expect(matches).toMatchObject([{ comparedCount: 0, documents: [{ notCompared: 'currencyUnknown' }] }]);
});

test('a document 3.15 above its order by the rounding of four lines is no error; 5.01 is', async () => {
  const house = await openHouse();
  const parts = ['Bonete', 'Bumper', 'Faro', 'Aro'];
  const four = { items: parts.map((name, index) => ordered(index + 1, name, 1, 100)) };
  await house.send('purchaseOrder', 1, purchaseOrder(1, four));
  await house.send('purchaseOrder', 2, purchaseOrder(2, four));
  const fine = await house.send('financialDocument', 3, bill(3, 475.15, { purchaseOrderId: 1 }));
  const over = await house.send('financialDocument', 4, bill(4, 477.01, { purchaseOrderId: 2 }));
  expect(await house.stakes(fine.recordId)).toEqual([]);
  expect(await house.stakes(over.recordId)).toEqual([['order.overInvoiced', 'DOP 5.01']]);
  const { matches } = await house.claimFile();
  expect(matches.map(({ totalMatches, difference }) => [totalMatches, difference])).toEqual([
    [true, '3.15'],
    [false, '5.01'],
  ]);
});

test('what another issuer bills for an order stands in its own row, and the order stays outstanding', async () => {
  const house = await openHouse();
  await house.send('purchaseOrder', 1, order(1, 1000));
  const other = { personId: 9, identification: '1-02-00000-1', personName: 'Otro Suplidor' };
  const { recordId } = await house.send(
    'financialDocument',
    2,
    bill(2, 1000, { purchaseOrderId: 1, createdBy: other }),
  );
  const { ledger, matches } = await house.claimFile();
  expect(await house.stakes(recordId)).toEqual([['order.otherIssuer', 'DOP 1000']]);
  expect(ledger).toMatchObject([
    { party: 'Repuestos Ejemplo, SRL', outstanding: '1000', toCredit: '0', withoutOrder: '0' },
    {
      party: 'Otro Suplidor',
      partyTaxId: '102000001',
      invoiced: '1000',
      outstanding: '0',
      toCredit: '0',
      withoutOrder: '1000',
    },
  ]);
  expect(matches).toMatchObject([
    { comparedCount: 0, documents: [{ notCompared: 'otherIssuer' }], lines: [{ state: 'notInvoiced' }] },
  ]);
});

test('the same name without RNC is the same party', async () => {
  const house = await openHouse();
  await house.send('purchaseOrder', 1, order(1, 1000));
  const named = { identification: null, personName: 'REPUESTOS EJEMPLO SRL' };
  await house.send('financialDocument', 2, bill(2, 1000, { purchaseOrderId: 1, createdBy: named }));
  expect((await house.claimFile()).ledger).toMatchObject([
    { partyTaxId: '131000002', invoiced: '1000', outstanding: '0', toCredit: '0' },
  ]);
});

const who: [what: string, changes: Record<string, unknown>, found: [string, string | null][]][] = [
  [
    'an issuer that is not the supplier',
    { createdBy: { identification: '102000001' } },
    [['order.otherIssuer', 'DOP 1000']],
  ],
  [
    'issued to another company',
    { createdTo: { identification: '131000002' } },
    [['document.otherAddressee', 'DOP 1000']],
  ],
  ['a workshop’s document on a purchase order', { entityTypeId: 2 }, [['document.otherKind', null]]],
  ['dated before its order', { documentDate: '2026-11-19' }, [['order.afterDocument', null]]],
  ['of another claim', { insuranceClaimNumber: 'RC-9' }, [['order.otherClaim', 'DOP 1000']]],
  ['of another tender', { requestId: 8 }, [['order.otherRequest', null]]],
  [
    'with the number of another order',
    { purchaseOrderNumber: 'OC-2026-000777' },
    [['order.otherNumber', 'DOP 1000']],
  ],
  ['of a purchase order and a service order at once', { serviceOrderId: 2 }, [['document.twoOrders', null]]],
];

test.each(who)('who bills whom: %s', async (_, changes, found) => {
  const house = await openHouse();
  await house.settings.update({ company: { taxId: '1-02-00000-1' } }, { person: '', via: 'token' });
  // 22:05 of the 20th in Santo Domingo.
  await house.send('purchaseOrder', 1, order(1, 1000, { createdOnUtcDate: '2026-11-21T02:05:31' }));
  await house.send('serviceOrder', 2, serviceOrder(2));
  const { recordId } = await house.send(
    'financialDocument',
    3,
    bill(3, 1000, { purchaseOrderId: 1, ...changes }),
  );
  expect(await house.stakes(recordId)).toEqual(found);
});

test('a supplier’s document on a service order', async () => {
  const house = await openHouse();
  await house.send('serviceOrder', 2, serviceOrder(2));
  const onService = { purchaseOrderId: null, serviceOrderId: 2, createdBy: workshop };
  const { recordId } = await house.send('financialDocument', 3, bill(3, 9439.92, onService));
  expect(await house.stakes(recordId)).toEqual([['document.otherKind', null]]);
});

const mismatches: [what: string, changes: Record<string, unknown>, found: [string, string | null][]][] = [
  ['all of it agrees', {}, []],
  ['another receipt', { relatedTaxReceiptNumber: 'E310000000999' }, [['creditNote.otherReceipt', 'DOP 100']]],
  ['another issuer', { createdBy: workshop, purchaseOrderId: null }, [['creditNote.otherIssuer', 'DOP 100']]],
  ['another order', { purchaseOrderId: 5 }, [['creditNote.otherOrder', 'DOP 100']]],
  [
    'another claim',
    { insuranceClaimNumber: 'RC-9', purchaseOrderId: null },
    [['creditNote.otherClaim', 'DOP 100']],
  ],
  [
    'another currency',
    { currency: { code: 'EUR' }, purchaseOrderId: null },
    [['creditNote.otherCurrency', 'EUR 100']],
  ],
  [
    'a credit note',
    { relatedDocumentId: 3, relatedTaxReceiptNumber: 'E340000000003' },
    [['creditNote.ofCreditNote', 'DOP 100']],
  ],
];

test.each(mismatches)('a credit note beside the document that it names: %s', async (_, changes, found) => {
  const house = await openHouse();
  await house.send('purchaseOrder', 1, order(1, 1000));
  await house.send('purchaseOrder', 5, order(5, 1000));
  await house.send('financialDocument', 2, bill(2, 1000, { purchaseOrderId: 1 }));
  const note = (
    id: number,
    { relatedTaxReceiptNumber = 'E310000000002', ...more }: Record<string, unknown>,
  ) => {
    const body = bill(
      id,
      100,
      { purchaseOrderId: 1, relatedDocumentId: 2, ...creditNote, ...more },
      `E34${String(id).padStart(10, '0')}`,
    );
    return { ...body, taxReceipt: { ...body.taxReceipt, relatedTaxReceiptNumber } };
  };
  await house.send('financialDocument', 3, note(3, {}));
  const { recordId } = await house.send('financialDocument', 4, note(4, changes));
  expect(await house.stakes(recordId)).toEqual(found);
});

test('what hangs on an order, a company or another document is looked at again when that changes', async () => {
  const house = await openHouse();
  const credit = { purchaseOrderId: 1, relatedDocumentId: 2, ...creditNote };
  const note = await house.send('financialDocument', 3, bill(3, 500, credit, 'E340000000003'));
  const invoice = await house.send('financialDocument', 2, bill(2, 1000, { purchaseOrderId: 1 }));
  expect(await house.stakes(invoice.recordId)).toEqual([['order.unknown', 'DOP 1000']]);
  await house.send('purchaseOrder', 1, order(1, 1000));
  expect(await house.stakes(invoice.recordId)).toEqual([]);
  await house.send('purchaseOrder', 1, order(1, 100, { supplierTaxId: '102000001' }));
  expect(await house.stakes(invoice.recordId)).toEqual([['order.otherIssuer', 'DOP 1000']]);
  await house.send('purchaseOrder', 1, order(1, 100));
  expect(await house.stakes(invoice.recordId)).toEqual([['order.overInvoiced', 'DOP 400']]);
  // The invoice was of less than the credit note takes back.
  await house.send('financialDocument', 2, bill(2, 300, { purchaseOrderId: 1 }));
  expect(await house.stakes(note.recordId)).toEqual([['creditNote.aboveInvoice', 'DOP 200']]);
  expect(await house.stakes(invoice.recordId)).toEqual([]);
  await house.settings.update({ company: { taxId: '131000002' } }, { person: '', via: 'token' });
  expect(await house.stakes(invoice.recordId)).toEqual([['document.otherAddressee', 'DOP 300']]);
  await house.settings.update({ company: { taxId: '102000001' } }, { person: '', via: 'token' });
  expect(await house.stakes(invoice.recordId)).toEqual([]);
});

test('other costs on a line of their own are of their service, and the article that nobody ordered is no match', async () => {
  const house = await openHouse();
  const service = (name: string, price: number, otherCosts: number | null) => ({
    ...serviceOrder(2).items[0],
    itemName: 'Puerta delantera',
    itemQuantity: 1,
    workshopServiceName: name,
    workshopServicePrice: price,
    otherCosts,
  });
  const labour = {
    items: [service('Pintura', 1000, 350), service('Desabolladura', 2000, null)],
    subTotalAmount: 3350,
    differenceAmount: 0,
    taxTotalAmount: 603,
  };
  await house.send('serviceOrder', 2, serviceOrder(2, labour));
  const lines = [
    billed(1, 'Pintura - Puerta delantera', 1, 1000),
    billed(2, 'Otros costos - Pintura', 1, 350),
    billed(3, 'Lavado a presión', 1, 2000),
  ];
  const ofWorkshop = { purchaseOrderId: null, serviceOrderId: 2, entityTypeId: 2, createdBy: workshop };
  await house.send('financialDocument', 3, billing(3, lines, ofWorkshop));
  const { matches } = await house.claimFile();
  expect(matches).toMatchObject([
    {
      totalMatches: true,
      difference: '0',
      lines: [
        {
          state: 'matched',
          invoicedQuantity: '1',
          invoicedTotal: '1593',
          documentLines: [{ recognisedBy: 'name' }, { recognisedBy: 'otherCosts' }],
        },
        { state: 'amountOnly', documentLines: [{ recognisedBy: 'amount' }] },
      ],
    },
  ]);
});

/** Three lines of the order and three of the invoice: what is off by 6.00 or less is rounding. */
test.each<[what: string, billed: number[], outstanding: string, toCredit: string, codes: string[]]>([
  ['3.15 below its order', [100, 200, 296.85], '0', '0', []],
  ['3.15 above its order', [100, 200, 303.15], '0', '0', []],
  ['6.00 above its order', [100, 200, 306], '0', '0', []],
  ['6.01 above its order', [100, 200, 306.01], '0', '6.01', ['order.overInvoiced']],
  ['6.01 below its order', [100, 200, 293.99], '6.01', '0', []],
  ['a part of its order', [100], '500', '0', []],
])(
  'an invoice %s: ledger, headline, list and match card say what the findings say',
  async (_, amounts, outstanding, toCredit, codes) => {
    const house = await openHouse();
    const items = [100, 200, 300].map((total, index) =>
      purchaseOrderItem(index + 1, {
        itemName: `Pieza ${index}`,
        supplierItemPrice: total,
        supplierItemRowPrice: total,
        supplierItemRowTax: 0,
        supplierItemRowTotal: total,
      }),
    );
    const order = await house.send('purchaseOrder', 1, purchaseOrder(1, { items }));
    const lines = amounts.map((total, index) =>
      documentItem(index + 1, {
        documentItemName: `Pieza ${index}`,
        unitPrice: total,
        unitTaxAmount: 0,
        rowTotal: total,
      }),
    );
    const invoice = await house.send('financialDocument', 2, billing(2, lines, { purchaseOrderId: 1 }));
    const { ledger, headline, matches } = await house.claimFile();
    expect(ledger).toMatchObject([{ ordered: '600', outstanding, toCredit }]);
    expect(headline).toEqual([{ currency: 'DOP', outstanding, toCredit }]);
    expect((await house.claims.list()).rows).toMatchObject([{ headline }]);
    const isEven = outstanding === '0' && toCredit === '0';
    expect(matches).toMatchObject([{ outstanding, toCredit, totalMatches: isEven }]);
    const { match } = await house.claims.related({ recordId: order.recordId });
    expect(match).toMatchObject({ outstanding, toCredit, totalMatches: isEven });
    expect((await house.stakes(invoice.recordId)).map(([code]) => code)).toEqual(codes);
  },
);

test('what a credit note leaves by rounding of a cancelled order’s invoice is not to be credited, and what no note credits is', async () => {
  const house = await openHouse();
  await house.send('purchaseOrder', 1, order(1, 1000));
  await house.send('purchaseOrder', 2, order(2, 2));
  await house.send('financialDocument', 3, bill(3, 1000, { purchaseOrderId: 1 }));
  await house.send('financialDocument', 4, bill(4, 2, { purchaseOrderId: 2 }));
  const credit = { purchaseOrderId: 1, relatedDocumentId: 3, ...creditNote };
  await house.send('financialDocument', 5, bill(5, 999.5, credit, 'E340000000001'));
  await house.examined();
  await house.cancel('purchaseOrder', 1);
  await house.cancel('purchaseOrder', 2);
  const { headline, matches } = await house.claimFile();
  expect(headline).toEqual([{ currency: 'DOP', outstanding: '0', toCredit: '2' }]);
  expect(new Map(matches.map(({ order: { marketplaceId }, toCredit }) => [marketplaceId, toCredit]))).toEqual(
    new Map([
      [1, '0'],
      [2, '2'],
    ]),
  );
});

test('a credit note above its invoice by rounding is neither found nor left out', async () => {
  const house = await openHouse();
  await house.send('purchaseOrder', 1, order(1, 1000));
  await house.send('financialDocument', 2, bill(2, 1000, { purchaseOrderId: 1 }));
  const credit = { purchaseOrderId: 1, relatedDocumentId: 2, ...creditNote };
  const note = await house.send('financialDocument', 3, bill(3, 1001.15, credit, 'E340000000001'));
  const { notCounted, matches } = await house.claimFile();
  expect(notCounted).toEqual([]);
  expect(matches[0]?.documents.map(({ notCompared }) => notCompared)).toEqual([null, null]);
  expect(await house.stakes(note.recordId)).toEqual([]);
});

const arrivals = [
  ['order of parts', 'order of labour', 'invoice', 'credit note'],
  ['invoice', 'credit note', 'order of labour', 'order of parts'],
  ['credit note', 'invoice', 'order of parts', 'order of labour'],
  ['order of labour', 'credit note', 'invoice', 'order of parts'],
] as const;
test.each(arrivals)(
  'an invoice of two orders is of the purchase order, so a credit note of the other credits nothing: %s, %s, %s, %s',
  async (...arrival) => {
    const house = await openHouse();
    const supplier = { workshopPersonTaxId: '131000002', workshopPersonName: 'Repuestos Ejemplo, SRL' };
    const labour = { subTotalAmount: 500, differenceAmount: 0, taxTotalAmount: 0, ...supplier };
    const credit = { purchaseOrderId: null, serviceOrderId: 2, ...creditNote };
    const send = {
      'order of parts': () => house.send('purchaseOrder', 1, order(1, 500)),
      'order of labour': () => house.send('serviceOrder', 2, serviceOrder(2, labour)),
      invoice: () =>
        house.send('financialDocument', 3, bill(3, 500, { purchaseOrderId: 1, serviceOrderId: 2 })),
      'credit note': () => house.send('financialDocument', 4, bill(4, 300, credit, 'E340000000001')),
    };
    let note = 0;
    for (const what of arrival) {
      const { recordId } = await send[what]();
      if (what === 'credit note') note = recordId;
      // What was found of those that came before is found anew, not for the first time.
      await house.examined();
    }
    expect(await house.stakes(note)).toContainEqual(['creditNote.aboveInvoice', 'DOP 300']);
  },
);
