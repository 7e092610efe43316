import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  documentLines,
  matchLines,
  purchaseLines,
  serviceLines,
} from '../../../main/engine/claims/matching.ts';
import type { DocumentLine, MatchedDocument, OrderLine } from '../../../main/engine/claims/pairing.ts';
import { readContent } from '../../../shared/marketplace/record-content.ts';
import { processorTime } from '../../processor-time.ts';
import { documentItem, financialDocument } from '../financial-documents.ts';
import { purchaseOrder, purchaseOrderItem, serviceOrder } from '../orders.ts';

type Line = [name: string, quantity: string | null, price: string | null, total: string | null];

const big = (value: string | null) => (value === null ? null : new Big(value));
const orderLine = ([name, quantity, price, total]: Line): OrderLine => ({
  names: [name],
  quantity: big(quantity),
  unitPrice: big(price),
  total: big(total),
  otherCosts: null,
});
const documentLine = ([name, quantity, price, total]: Line): DocumentLine => ({
  name,
  quantity: big(quantity),
  unitPrice: big(price),
  total: big(total),
});
const document = (recordId: number, isCreditNote: boolean, lines: readonly Line[]): MatchedDocument => ({
  recordId,
  number: `FD-${recordId}`,
  isCreditNote,
  lines: lines.map(documentLine),
});
/** Invoices, and credit notes where the first element is `credit`. */
const documents = (...given: (readonly Line[] | readonly ['credit', ...Line[]])[]) =>
  given.map((lines, index) => {
    const [first, ...rest] = lines;
    return first === 'credit'
      ? document(index + 1, true, rest as Line[])
      : document(index + 1, false, lines as Line[]);
  });
const one = new Big(1);
const match = (order: readonly Line[], bills: MatchedDocument[]) =>
  matchLines(order.map(orderLine), bills, one);

const bumper: Line = ['Bumper delantero', '1', '1000', '1180'];
const doors: Line = ['Puerta delantera izquierda', '2', '500', '1180'];
const hood: Line = ['Bonete', '1', '2000', '2360'];

type Bills = Parameters<typeof documents>;
const cases: [name: string, order: Line[], bills: Bills, states: string[], recognised?: string[]][] = [
  ['nothing billed', [bumper], [], ['notInvoiced']],
  ['billed as ordered', [bumper], [[bumper]], ['matched'], ['name']],
  ['two lines as ordered', [bumper, doors], [[doors, bumper]], ['matched', 'matched']],
  ['one line of two', [bumper, doors], [[bumper]], ['matched', 'notInvoiced']],
  ['within one peso', [bumper], [[['Bumper delantero', '1', '1000.8', '1181']]], ['matched']],
  ['beyond one peso', [bumper], [[['Bumper delantero', '1', '1001', '1181.01']]], ['priceDiffers']],
  ['cheaper', [bumper], [[['Bumper delantero', '1', '900', '1062']]], ['priceDiffers']],
  [
    'half of the quantity',
    [doors],
    [[['Puerta delantera izquierda', '1', '500', '590']]],
    ['partlyInvoiced'],
  ],
  [
    'the halves in two invoices',
    [doors],
    [
      [['Puerta delantera izquierda', '1', '500', '590']],
      [['Puerta delantera izquierda', '1', '500', '590']],
    ],
    ['matched'],
  ],
  [
    'half at a higher price',
    [doors],
    [[['Puerta delantera izquierda', '1', '600', '708']]],
    ['priceDiffers'],
  ],
  ['more than ordered', [doors], [[['Puerta delantera izquierda', '3', '500', '1770']]], ['overInvoiced']],
  ['billed twice in two invoices', [bumper], [[bumper], [bumper]], ['overInvoiced']],
  ['billed twice in one invoice', [bumper], [[bumper, bumper]], ['overInvoiced'], ['name', 'name']],
  ['not ordered', [bumper], [[bumper, hood]], ['matched', 'notOrdered']],
  ['credited whole', [bumper], [[bumper], ['credit', bumper]], ['credited']],
  [
    'credited in part',
    [doors],
    [[doors], ['credit', ['Puerta delantera izquierda', '1', '500', '590']]],
    ['credited'],
  ],
  [
    'a credit note makes good what was too much',
    [bumper],
    [[['Bumper delantero', '1', '1200', '1416']], ['credit', ['Bumper delantero', '1', '200', '236']]],
    ['matched'],
  ],
  [
    'a credit note makes good the second billing',
    [bumper],
    [[bumper], [bumper], ['credit', bumper]],
    ['matched'],
  ],
  ['a credit note without an invoice', [bumper], [['credit', bumper]], ['credited']],
  [
    'a credit note for what was not ordered',
    [bumper],
    [
      [bumper, hood],
      ['credit', hood],
    ],
    ['matched', 'notOrdered'],
  ],
  [
    'credited whole without amounts, the order telling no quantity',
    [['Bonete', null, null, null]],
    [[['Bonete', '2', null, null]], ['credit', ['Bonete', '2', null, null]]],
    ['credited'],
  ],
  [
    'credited in part without amounts, the order telling no quantity',
    [['Bonete', null, null, null]],
    [[['Bonete', '2', null, null]], ['credit', ['Bonete', '1', null, null]]],
    ['notCompared'],
  ],
  [
    'a credit note without an invoice, amounts and quantities',
    [['Bonete', '1', null, null]],
    [['credit', ['Bonete', null, null, null]]],
    ['credited'],
  ],
  [
    'an invoice and a credit note without amounts and quantities',
    [['Bonete', '1', null, null]],
    [[['Bonete', null, null, null]], ['credit', ['Bonete', null, null, null]]],
    ['notCompared'],
  ],
  [
    'accents and case',
    [['Óptica Niño', '1', '10', '11.8']],
    [[['OPTICA NINO', '1', '10', '11.8']]],
    ['matched'],
    ['name'],
  ],
  [
    'quantity in the name',
    [doors],
    [[['Puerta delantera izquierda x2', '2', '500', '1180']]],
    ['matched'],
    ['name'],
  ],
  ['short forms', [doors], [[['Puerta del. izq.', '2', '500', '1180']]], ['matched'], ['similarName']],
  [
    'left is not right, whatever the amount',
    [doors],
    [[['Puerta delantera derecha', '2', '500', '1180']]],
    ['notInvoiced', 'notOrdered'],
  ],
  [
    'each side to its own',
    [doors, ['Puerta delantera derecha', '2', '500', '1180']],
    [
      [
        ['Puerta del. der.', '2', '500', '1180'],
        ['Puerta del. izq.', '2', '500', '1180'],
      ],
    ],
    ['matched', 'matched'],
    ['similarName', 'similarName'],
  ],
  [
    'the same name before a similar one',
    [
      ['Faro', '1', '50', '59'],
      ['Faro LED', '1', '90', '106.2'],
    ],
    [
      [
        ['Faro LED', '1', '90', '106.2'],
        ['Faro', '1', '50', '59'],
      ],
    ],
    ['matched', 'matched'],
    ['name', 'name'],
  ],
  [
    'among the same names the nearest price',
    [
      ['Faro', '1', '50', '59'],
      ['Faro', '1', '90', '106.2'],
    ],
    [
      [
        ['Faro', '1', '90', '106.2'],
        ['Faro', '1', '50', '59'],
      ],
    ],
    ['matched', 'matched'],
  ],
  [
    'the same line ordered twice, billed in two invoices',
    [bumper, bumper],
    [[bumper], [bumper]],
    ['matched', 'matched'],
  ],
  [
    'by amount alone',
    [bumper, hood],
    [[bumper, ['Capó', '1', '2000', '2360']]],
    ['matched', 'amountOnly'],
    ['name', 'amount'],
  ],
  [
    'by amount, what another invoice billed is out',
    [bumper, ['Bonete', '1', '1000', '1180']],
    [[bumper], [['Capó', '1', '1000', '1180']]],
    ['matched', 'amountOnly'],
    ['name', 'amount'],
  ],
  [
    'by amount, two could be it',
    [
      ['Bonete', '1', '1000', '1180'],
      ['Baúl', '1', '1000', '1180'],
    ],
    [[['Xyz', '1', '1000', '1180']]],
    ['notInvoiced', 'notInvoiced', 'notOrdered'],
  ],
  [
    'by amount, it could be two',
    [hood],
    [
      [
        ['Abc', '1', '2000', '2360'],
        ['Xyz', '1', '2000', '2360'],
      ],
    ],
    ['notInvoiced', 'notOrdered', 'notOrdered'],
  ],
  [
    'no amount is nobody’s',
    [['Bonete', '1', '0', '0']],
    [[['Xyz', '1', '0', '0']]],
    ['notInvoiced', 'notOrdered'],
  ],
  [
    'a credit note by amount',
    [bumper, hood],
    [
      [bumper, hood],
      ['credit', ['Devolución', '1', '2000', '2360']],
    ],
    ['matched', 'credited'],
    ['name', 'name', 'amount'],
  ],
  [
    'no prices: nothing to compare',
    [['Bonete', '2', null, null]],
    [[['Bonete', '2', '10', '23.6']]],
    ['notCompared'],
  ],
  ['no prices: too many', [['Bonete', '2', null, null]], [[['Bonete', '3', '10', '35.4']]], ['overInvoiced']],
  [
    'no prices: too few',
    [['Bonete', '2', null, null]],
    [[['Bonete', '1', '10', '11.8']]],
    ['partlyInvoiced'],
  ],
  [
    'no quantities: by amount',
    [['Bonete', null, null, '100']],
    [[['Bonete', null, null, '60']]],
    ['partlyInvoiced'],
  ],
  [
    'no quantities: too much',
    [['Bonete', null, null, '100']],
    [[['Bonete', null, null, '160']]],
    ['overInvoiced'],
  ],
  [
    'no quantities: the amount alone',
    [['Bonete', null, null, '100']],
    [[['Bonete', '1', '100', '100']]],
    ['notCompared'],
  ],
  [
    'the amount of another quantity',
    [['Bonete', '2', '50', '100']],
    [[['Bonete', '1', '100', '100']]],
    ['quantityDiffers'],
  ],
  [
    'a line without its total',
    [['Bonete', '1', '100', '100']],
    [[['Bonete', '1', '100', null]]],
    ['notCompared'],
  ],
  [
    'by amount, and half a peso of it credited by its name',
    [hood],
    [[['Capó', '1', '2000', '2360']], ['credit', ['Bonete', '0', '0', '0.5']]],
    ['amountOnly'],
  ],
  [
    'half a peso off in each of two invoices',
    [['Bonete', '2', '500', '1180']],
    [[['Bonete', '1', '500', '590.9']], [['Bonete', '1', '500', '590.9']]],
    ['matched'],
  ],
  [
    'off by rounding of an invoice and its credit note',
    [['Bonete', '1', '1000', '1180']],
    [[['Bonete', '1', '1200', '1416']], ['credit', ['Bonete', '1', '200', '234.5']]],
    ['matched'],
  ],
  [
    'a credit note alone for a line of nothing',
    [['Bonete', '1', '0', '0']],
    [['credit', ['Bonete', '1', '0', '0.5']]],
    ['credited'],
  ],
  [
    'a credit note without its total',
    [['Bonete', '1', '1000', '1180']],
    [[['Bonete', '1', '1000', '1180']], ['credit', ['Bonete', '1', null, null]]],
    ['credited'],
  ],
  [
    'too much, with no quantity told of the invoice',
    [['Bonete', '1', '100', '100']],
    [[['Bonete', null, null, '160']]],
    ['overInvoiced'],
  ],
  [
    'too much, with no quantity told of the order',
    [['Bonete', null, null, '100']],
    [[['Bonete', '1', '160', '160']]],
    ['overInvoiced'],
  ],
  [
    'too little, with no quantity told of the order',
    [['Bonete', null, null, '100']],
    [[['Bonete', '1', '60', '60']]],
    ['partlyInvoiced'],
  ],
  [
    'too little, with no quantity told of the invoice',
    [['Bonete', '2', '50', '100']],
    [[['Bonete', null, null, '60']]],
    ['partlyInvoiced'],
  ],
  [
    'too little of no quantity ordered',
    [['Bonete', '0', '50', '100']],
    [[['Bonete', '1', '60', '60']]],
    ['partlyInvoiced'],
  ],
  [
    'too little of no quantity billed',
    [['Bonete', '2', '50', '100']],
    [[['Bonete', '0', '60', '60']]],
    ['partlyInvoiced'],
  ],
  [
    'the right amount, with no quantity told of the invoice',
    [['Bonete', '1', '100', '100']],
    [[['Bonete', null, '100', '100']]],
    ['notCompared'],
  ],
  [
    'the right amount of two, less a credit note of no quantity',
    [['Bonete', '1', '100', '100']],
    [[['Bonete', '2', '60', '120']], ['credit', ['Bonete', null, null, '20']]],
    ['quantityDiffers'],
  ],
  [
    'no amounts: a credit note alone',
    [['Bonete', '2', null, null]],
    [['credit', ['Bonete', '2', null, null]]],
    ['credited'],
  ],
  [
    'no amounts: all of it credited',
    [['Bonete', '2', null, null]],
    [[['Bonete', '2', null, null]], ['credit', ['Bonete', '2', null, null]]],
    ['credited'],
  ],
  [
    'no amounts: a part of it credited',
    [['Bonete', '2', null, null]],
    [[['Bonete', '2', null, null]], ['credit', ['Bonete', '1', null, null]]],
    ['credited'],
  ],
  [
    'no amounts: what was too much is credited',
    [['Bonete', '2', null, null]],
    [[['Bonete', '3', null, null]], ['credit', ['Bonete', '1', null, null]]],
    ['notCompared'],
  ],
  [
    'no amounts: not all that was too much is credited',
    [['Bonete', '2', null, null]],
    [[['Bonete', '4', null, null]], ['credit', ['Bonete', '1', null, null]]],
    ['overInvoiced'],
  ],
  [
    'no amounts: nothing billed',
    [['Bonete', '2', null, null]],
    [[['Bonete', '0', null, null]]],
    ['partlyInvoiced'],
  ],
  [
    'no amounts, and no quantity ordered',
    [['Bonete', null, null, null]],
    [[['Bonete', '2', null, null]]],
    ['notCompared'],
  ],
  [
    'no amounts, and no quantity billed',
    [['Bonete', '2', null, null]],
    [[['Bonete', null, null, null]]],
    ['notCompared'],
  ],
  [
    'no amounts, and no quantity billed of what is credited',
    [['Bonete', '2', null, null]],
    [[['Bonete', null, null, null]], ['credit', ['Bonete', '1', null, null]]],
    ['notCompared'],
  ],
  [
    'no amounts, and no quantity credited',
    [['Bonete', '2', null, null]],
    [[['Bonete', '2', null, null]], ['credit', ['Bonete', null, null, null]]],
    ['notCompared'],
  ],
  [
    'an empty name is no name',
    [['', '1', '10', '11.8']],
    [[['', '1', '20', '23.6']]],
    ['notInvoiced', 'notOrdered'],
  ],
];

test.each(cases)('%s', (_, order, bills, states, recognised) => {
  const lines = match(order, documents(...bills));
  expect(lines.map(({ state }) => state)).toEqual(states);
  if (recognised === undefined) return;
  const taken = lines.filter(({ orderLine: at }) => at !== null);
  expect(taken.flatMap((line) => line.documentLines.map(({ recognisedBy }) => recognisedBy))).toEqual(
    recognised,
  );
});

const painting: OrderLine = {
  ...orderLine(['Pintura', '1', '1000', '1593']),
  otherCosts: new Big('413'),
};
const costs: [name: string, bills: Bills, states: string[], recognised: string[]][] = [
  [
    'on a line of their own',
    [
      [
        ['Pintura', '1', '1000', '1180'],
        ['Otros costos – Pintura', '1', '350', '413'],
      ],
    ],
    ['matched'],
    ['name', 'otherCosts'],
  ],
  [
    'before their service',
    [
      [
        ['OTROS COSTOS: PINTURA', '1', '350', '413'],
        ['Pintura', '1', '1000', '1180'],
      ],
    ],
    ['matched'],
    ['otherCosts', 'name'],
  ],
  [
    'in an invoice of their own',
    [[['Pintura', '1', '1000', '1180']], [['Otros costos de pintura', '1', '350', '413']]],
    ['matched'],
    ['name', 'otherCosts'],
  ],
  ['not yet billed', [[['Pintura', '1', '1000', '1180']]], ['partlyInvoiced'], ['name']],
  ['alone', [[['Otros costos - Pintura', '1', '350', '413']]], ['partlyInvoiced'], ['otherCosts']],
  [
    'of another sum',
    [
      [
        ['Pintura', '1', '1000', '1180'],
        ['Otros costos - Pintura', '1', '900', '1062'],
      ],
    ],
    ['partlyInvoiced', 'notOrdered'],
    ['name'],
  ],
  [
    'of another service',
    [
      [
        ['Pintura', '1', '1000', '1180'],
        ['Otros costos - Grúa', '1', '350', '413'],
      ],
    ],
    ['partlyInvoiced', 'notOrdered'],
    ['name'],
  ],
  [
    'of nothing named',
    [
      [
        ['Pintura', '1', '1000', '1180'],
        ['Otros costos', '1', '350', '413'],
      ],
    ],
    ['matched'],
    ['name', 'otherCosts'],
  ],
];

test.each(costs)('other costs %s', (_, bills, states, recognised) => {
  const lines = matchLines([painting], documents(...bills), one);
  expect(lines.map(({ state }) => state)).toEqual(states);
  expect(lines[0]?.documentLines.map(({ recognisedBy }) => recognisedBy)).toEqual(recognised);
});

test('a line tells what was billed for it', () => {
  const [line] = match(
    [doors],
    documents(
      [['Puerta delantera izquierda', '2', '500', '1180']],
      ['credit', ['Puerta delantera izquierda', '1', '500', '590']],
    ),
  );
  expect(line).toMatchObject({
    orderLine: 0,
    orderedQuantity: '2',
    orderedTotal: '1180',
    invoicedQuantity: '2',
    invoicedTotal: '1180',
    creditedQuantity: '1',
    creditedTotal: '590',
    documentLines: [
      { recordId: 1, isCreditNote: false, line: 0 },
      { recordId: 2, isCreditNote: true, line: 0 },
    ],
  });
});

test('a line tells what each document bills for it, and other costs are none of its units', () => {
  const bills = documents(
    [
      ['Otros costos – Pintura', '3', '350', '413'],
      ['Pintura', '1', '1000', '1180'],
    ],
    ['credit', ['Pintura', '1', '100', null], ['Otros costos – Pintura', '2', null, '413']],
  );
  const [line] = matchLines([painting], bills.toReversed(), one);
  expect(line).toMatchObject({
    name: 'Pintura',
    orderedQuantity: '1',
    orderedUnitPrice: '1000',
    orderedTotal: '1593',
    invoicedQuantity: '1',
    invoicedTotal: '1593',
    creditedQuantity: '1',
    creditedTotal: '413',
  });
  expect(
    line?.documentLines.map(({ recordId, line: at, quantity, unitPrice, total }) => [
      recordId,
      at,
      quantity,
      unitPrice,
      total,
    ]),
  ).toEqual([
    [1, 0, '3', '350', '413'],
    [1, 1, '1', '1000', '1180'],
    [2, 0, '1', '100', null],
    [2, 1, '2', null, '413'],
  ]);
});

test('what was not ordered is one line for each name, called as the first document calls it', () => {
  const lines = match(
    [],
    documents(
      [
        ['Faro LED', '1', '10', '11.8'],
        ['Bonete', '1', '20', '23.6'],
      ],
      ['credit', ['FARO led', '1', '10', '11.8']],
    ),
  );
  expect(
    lines.map(({ name, orderLine: at, orderedTotal, invoicedTotal, creditedTotal }) => [
      name,
      at,
      orderedTotal,
      invoicedTotal,
      creditedTotal,
    ]),
  ).toEqual([
    ['Faro LED', null, null, '11.8', '11.8'],
    ['Bonete', null, null, '23.6', '0'],
  ]);
});

/** Names, quantity, unit price, total and other costs of a line. */
const told = ({ names: called, quantity, unitPrice, total, otherCosts }: OrderLine) => [
  called.join(' | '),
  ...[quantity, unitPrice, total, otherCosts].map((value) => value?.toFixed() ?? null),
];

test.each<[string, Record<string, unknown>, unknown[]]>([
  ['as it came', {}, ['Bumper delantero', '1', '12500.5', '14750.59', null]],
  ['by its code where it has no name', { itemName: '  ' }, ['BMP-1', '1', '12500.5', '14750.59', null]],
  ['without name and code', { itemName: null, itemCode: ' ' }, ['', '1', '12500.5', '14750.59', null]],
  ['with a space about its name', { itemName: ' Faro ' }, ['Faro', '1', '12500.5', '14750.59', null]],
  [
    'of which nothing is told',
    { itemQuantity: null, supplierItemPrice: null, supplierItemRowTotal: null },
    ['Bumper delantero', null, null, null, null],
  ],
])('a line of a purchase order %s', (_, changes, expected) => {
  const { content } = readContent(
    'purchaseOrder',
    purchaseOrder(1, { items: [purchaseOrderItem(1, changes)] }),
  );
  expect(content.kind === 'purchaseOrder' && purchaseLines(content.order).map(told)).toEqual([expected]);
});

const both = 'Pintura: Puerta | Pintura Puerta | Puerta Pintura | Pintura | Puerta';
test.each<[string, Record<string, unknown>, Record<string, unknown>, unknown[]]>([
  ['bears its part of the tax', {}, {}, [both, '2', '500', '1180', null]],
  ['has other costs, taxed too', { otherCosts: 350 }, {}, [both, '2', '500', '1593', '413']],
  ['has no other costs of zero', { otherCosts: 0 }, {}, [both, '2', '500', '1180', null]],
  ['has no other costs below zero', { otherCosts: -10 }, {}, [both, '2', '500', '1168.2', null]],
  ['is other costs alone', { otherCosts: 350, itemQuantity: null }, {}, [both, null, '500', '413', '413']],
  ['tells no quantity', { itemQuantity: null }, {}, [both, null, '500', null, null]],
  ['tells no price', { workshopServicePrice: null }, {}, [both, '2', null, null, null]],
  ['of an order that was adjusted', {}, { differenceAmount: -100 }, [both, '2', '500', '1200', null]],
  ['of an order that tells no adjustment', {}, { differenceAmount: null }, [both, '2', '500', '1180', null]],
  ['of an order that tells no tax', {}, { taxTotalAmount: null }, [both, '2', '500', '1000', null]],
  ['of an order that tells no subtotal', {}, { subTotalAmount: null }, [both, '2', '500', '1000', null]],
  ['of an order of nothing', {}, { subTotalAmount: 0 }, [both, '2', '500', '1000', null]],
  [
    'is rounded half up',
    { itemQuantity: 1, workshopServicePrice: 10.25 },
    {},
    [both, '1', '10.25', '12.1', null],
  ],
  ['names its service alone', { itemName: ' ' }, {}, ['Pintura', '2', '500', '1180', null]],
  ['names its part alone', { workshopServiceName: null }, {}, ['Puerta', '2', '500', '1180', null]],
  [
    'has the code of its service alone',
    { workshopServiceName: null, itemName: null, itemCode: 'PTA' },
    {},
    ['PINT', '2', '500', '1180', null],
  ],
  [
    'has the code of its part alone',
    { workshopServiceName: null, itemName: null, workshopServiceCode: null, itemCode: 'PTA' },
    {},
    ['PTA', '2', '500', '1180', null],
  ],
])('a line of a service order %s', (_, changes, orderChanges, expected) => {
  const item = {
    ...serviceOrder(1).items[0],
    itemName: 'Puerta',
    itemQuantity: 2,
    workshopServicePrice: 500,
    ...changes,
  };
  const order = {
    items: [item],
    subTotalAmount: 1000,
    differenceAmount: 0,
    taxTotalAmount: 180,
    ...orderChanges,
  };
  const { content } = readContent('serviceOrder', serviceOrder(1, order));
  expect(content.kind === 'serviceOrder' && serviceLines(content.order).map(told)).toEqual([expected]);
});

test('a line of a document tells its name, quantity, price and total, as far as it has them', () => {
  const items = [
    documentItem(1, { documentItemName: ' Faro ', quantity: 2, unitPrice: 50.5, rowTotal: 119.18 }),
    documentItem(2, { documentItemName: null, quantity: null, unitPrice: null, rowTotal: null }),
  ];
  const { content } = readContent('financialDocument', financialDocument(1, { items }));
  expect(
    content.kind === 'financialDocument' &&
      documentLines(content.document).map(({ name, quantity, unitPrice, total }) => [
        name,
        ...[quantity, unitPrice, total].map((value) => value?.toFixed() ?? null),
      ]),
  ).toEqual([
    ['Faro', '2', '50.5', '119.18'],
    ['', null, null, null],
  ]);
});

const names = [
  'Bumper delantero',
  'Bumper trasero',
  'Bumper',
  'Faro izq',
  'Faro der',
  'Bonete',
  'Capó',
  'BONETE',
  'Aro 15',
  '',
];
const cents = (value: number) => new Big(value).div(100).toFixed();
const anyLine: fc.Arbitrary<Line> = fc
  .tuple(fc.constantFrom(...names), fc.integer({ min: 1, max: 3 }), fc.constantFrom(100, 200, 5000))
  .map(([name, quantity, price]) => [name, String(quantity), cents(price), cents(quantity * price)]);
const anyLines = fc.array(anyLine, { maxLength: 6 });
const anyDocuments = fc.array(fc.tuple(fc.boolean(), anyLines), { maxLength: 4 });

test('every line of a document is in one place, and the sums are those of the documents', () => {
  fc.assert(
    fc.property(anyLines, anyDocuments, (order, given) => {
      const bills = given.map(([isCreditNote, lines], index) => document(index + 1, isCreditNote, lines));
      const lines = match(order, bills);
      const placed = lines.flatMap(({ documentLines }) =>
        documentLines.map(({ recordId, line }) => `${recordId}:${line}`),
      );
      const all = bills.flatMap(({ recordId, lines: own }) => own.map((_, index) => `${recordId}:${index}`));
      expect(placed.toSorted()).toEqual(all.toSorted());
      expect(lines.slice(0, order.length).map(({ orderLine: at }) => at)).toEqual([...order.keys()]);
      for (const side of ['invoicedTotal', 'creditedTotal'] as const) {
        const sum = lines.reduce((total, line) => total.plus(line[side]), new Big(0));
        const wanted = bills
          .filter(({ isCreditNote }) => isCreditNote === (side === 'creditedTotal'))
          .flatMap(({ lines: own }) => own)
          .reduce((total, line) => total.plus(line.total ?? 0), new Big(0));
        expect(sum.toFixed()).toBe(wanted.toFixed());
      }
    }),
  );
});

test('in what order lines stand changes nothing', () => {
  fc.assert(
    fc.property(
      anyLines.chain((order) =>
        fc.tuple(fc.constant(order), fc.shuffledSubarray(order, { minLength: order.length })),
      ),
      fc.array(
        fc.tuple(
          fc.boolean(),
          anyLines.chain((lines) =>
            fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })),
          ),
        ),
        { maxLength: 3 },
      ),
      ([order, shuffled], given) => {
        const bills = (which: 0 | 1) =>
          given.map(([isCreditNote, lines], index) => document(index + 1, isCreditNote, lines[which]));
        const outcome = (lines: ReturnType<typeof match>) =>
          lines
            .map(({ orderLine: at, documentLines, name, ...line }) =>
              JSON.stringify([
                at === null ? null : name,
                line,
                documentLines.map(({ line: _, ...rest }) => JSON.stringify(rest)).sort(),
              ]),
            )
            .sort();
        expect(outcome(match(shuffled, bills(1)))).toEqual(outcome(match(order, bills(0))));
      },
    ),
  );
});

test('thousands of lines are matched by their names in short time', async () => {
  const many = Array.from({ length: 5000 }, (_, index): Line => [`Pieza ${index}`, '1', '10', '11.8']);
  const others = many.map(([name, ...rest]): Line => [`Otra ${name}`, ...rest]);
  const same = Array.from({ length: 5000 }, (): Line => ['Tornillo', '1', '10', '11.8']);
  const billed = documents([...many, ...others, ...same]);
  let lines: ReturnType<typeof match> = [];
  const spent = await processorTime(() => {
    lines = match([...many, ...same], billed);
  });
  expect(spent).toBeLessThan(3000);
  const states = Map.groupBy(lines, ({ state }) => state);
  expect(states.get('notOrdered')).toHaveLength(5000);
  // However many lines bear one name, each is billed by one of its own.
  expect(states.get('matched')).toHaveLength(10_000);
});
