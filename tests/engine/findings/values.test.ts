import { describe, expect, it, test } from 'vitest';
import type { RecordKind } from '../../../shared/terms.ts';
import {
  documentItem,
  findingsOf,
  incident,
  invoice,
  orderItem,
  purchaseOrder,
  serviceOrder,
  signs,
} from './bodies.ts';

const ofFamilies = (kind: RecordKind, body: object, ...families: string[]) =>
  signs(
    findingsOf(kind, body).filter(({ code }) => families.some((family) => code.startsWith(`${family}.`))),
  );

describe('values that the interface lists', () => {
  it.each<[what: string, kind: RecordKind, body: object, expected: string[]]>([
    ...[1, 2, null].map((documentTypeId): [string, RecordKind, object, string[]] => [
      `document type ${documentTypeId}`,
      'financialDocument',
      invoice({ documentTypeId }),
      [],
    ]),
    ...[0, 3, 7, -1, 33].map((documentTypeId): [string, RecordKind, object, string[]] => [
      `document type ${documentTypeId}`,
      'financialDocument',
      invoice({ documentTypeId }),
      ['value.notListed /documentTypeId'],
    ]),
    ['entity type 1', 'financialDocument', invoice({ entityTypeId: 1 }), []],
    ['entity type 2', 'financialDocument', invoice({ entityTypeId: 2 }), []],
    ['entity type 9', 'financialDocument', invoice({ entityTypeId: 9 }), ['value.notListed /entityTypeId']],
    // "Other document statuses: not shown."
    ['a document status that is not shown', 'financialDocument', invoice({ documentStatusId: 40 }), []],
    ['category 1', 'incidentReport', incident({ incidentReportCategoryId: 1 }), []],
    ['category 2', 'incidentReport', incident({ incidentReportCategoryId: 2 }), []],
    [
      'category 3',
      'incidentReport',
      incident({ incidentReportCategoryId: 3 }),
      ['value.notListed /incidentReportCategoryId'],
    ],
    ...[1, 2, 3, 4, 5, null].map((incidentReportTypeId): [string, RecordKind, object, string[]] => [
      `incident type ${incidentReportTypeId}`,
      'incidentReport',
      incident({}, { incidentReportTypeId }),
      [],
    ]),
    ...[0, 6, 9].map((incidentReportTypeId): [string, RecordKind, object, string[]] => [
      `incident type ${incidentReportTypeId}`,
      'incidentReport',
      incident({}, { incidentReportTypeId }),
      ['value.notListed /generalInfo/incidentReportTypeId'],
    ]),
  ])('%s', (_, kind, body, expected) => {
    expect(ofFamilies(kind, body, 'value')).toEqual(expected);
  });

  test('says what is listed', () => {
    const [finding] = findingsOf('financialDocument', invoice({ entityTypeId: 9 }));
    expect(finding?.parameters).toEqual({ value: 9, listed: '1, 2' });
  });
});

test('an id and the name of another say what both are', () => {
  const named = (body: object, kind: RecordKind) =>
    findingsOf(kind, body).map(({ parameters }) => parameters);
  expect(
    named(invoice({ documentTypeId: 1, documentTypeName: ' Nota de Crédito ' }), 'financialDocument'),
  ).toEqual([{ value: 1, name: 'Nota de Crédito', other: 2 }]);
  expect(
    named(
      incident({}, { incidentReportTypeId: 5, incidentReportTypeName: 'Robo o choque' }),
      'incidentReport',
    ),
  ).toEqual([{ value: 5, name: 'Robo o choque', other: 2 }]);
});

test('a company under two ids or an id of two companies says which they are', () => {
  const company = (personId: number, identification: string) => ({ personId, identification });
  const found = (createdBy: object, createdTo: object) =>
    findingsOf('financialDocument', invoice({ createdBy, createdTo })).map(({ parameters }) => parameters);
  expect(found(company(5, '1-01-01063-2'), company(6, '101010632'))).toEqual([
    { value: 6, other: 5, taxId: '101010632' },
  ]);
  expect(found(company(5, '101010632'), company(5, '1-31-24675-3'))).toEqual([
    { value: 5, taxId: '131246753', other: '101010632' },
  ]);
});

test('a company that comes three times is held against its first', () => {
  const person = (personId: number, personTaxId: string) => ({ personId, personTaxId });
  const found = findingsOf(
    'incidentReport',
    incident({
      insurancePerson: person(1, '131246753'),
      createdByPerson: person(2, '131246753'),
      workshopPerson: person(2, '101010632'),
    }),
  );
  expect(found.map(({ code, pointer, parameters }) => [code, pointer, parameters])).toEqual([
    ['person.otherId', '/createdByPerson/personId', { value: 2, other: 1, taxId: '131246753' }],
    ['person.otherTaxId', '/workshopPerson/personId', { value: 2, taxId: '101010632', other: '131246753' }],
  ]);
});

describe('an id and its name', () => {
  const name = 'value.nameOfOther';
  it.each<[what: string, kind: RecordKind, body: object, expected: string[]]>([
    ...(
      [
        [1, 'Invoice', true],
        [1, 'FACTURA', true],
        [1, 'Factura de suplidor', true],
        [1, 'Comprobante', true],
        [1, '', true],
        [1, 'Facturación', true],
        [1, 'Factura con nota de crédito', true],
        [1, 'Credit note', false],
        [1, 'Nota de Crédito', false],
        [1, 'nota de credito del taller', false],
        [2, 'Credit note', true],
        [2, 'NOTA DE CREDITO', true],
        [2, 'Factura', false],
        [2, 'Invoice from supplier', false],
        [1, 'Nota - de -- crédito', false],
        [1, ' (Credit   note) ', false],
        [2, '1. Factura', false],
      ] as const
    ).map(([documentTypeId, documentTypeName, isRight]): [string, RecordKind, object, string[]] => [
      `document type ${documentTypeId} “${documentTypeName}”`,
      'financialDocument',
      invoice({ documentTypeId, documentTypeName }),
      isRight ? [] : [`${name} /documentTypeName`],
    ]),
    ...(
      [
        [1, 'Supplier', true],
        [1, 'Suplidor', true],
        [1, 'Proveedora', true],
        [1, 'Taller', false],
        [2, 'Workshop', true],
        [2, 'Taller', true],
        [2, 'Supplier', false],
        [2, 'Talleres', true],
      ] as const
    ).map(([entityTypeId, entityTypeName, isRight]): [string, RecordKind, object, string[]] => [
      `entity type ${entityTypeId} “${entityTypeName}”`,
      'financialDocument',
      invoice({ entityTypeId, entityTypeName }),
      isRight ? [] : [`${name} /entityTypeName`],
    ]),
    ...(
      [
        [1, 'Intermediario', true],
        [1, 'Taller', true],
        [1, 'Asegurado', false],
        [2, 'Insured', true],
        [2, 'Reporte del asegurado', true],
        [2, 'Intermediary', false],
      ] as const
    ).map(
      ([incidentReportCategoryId, incidentReportCategoryName, isRight]): [
        string,
        RecordKind,
        object,
        string[],
      ] => [
        `category ${incidentReportCategoryId} “${incidentReportCategoryName}”`,
        'incidentReport',
        incident({ incidentReportCategoryId, incidentReportCategoryName }),
        isRight ? [] : [`${name} /incidentReportCategoryName`],
      ],
    ),
    ...(
      [
        [1, 'Incendio', true],
        [2, 'Hurto', true],
        [3, 'Colisión', true],
        [3, 'Choque con otro vehículo', true],
        [4, 'Rotura de cristales por choque', true],
        [5, 'Otro', true],
        [3, 'Theft', false],
        [1, 'Colisión', false],
        [5, 'Robo', false],
      ] as const
    ).map(
      ([incidentReportTypeId, incidentReportTypeName, isRight]): [string, RecordKind, object, string[]] => [
        `incident type ${incidentReportTypeId} “${incidentReportTypeName}”`,
        'incidentReport',
        incident({}, { incidentReportTypeId, incidentReportTypeName }),
        isRight ? [] : [`${name} /generalInfo/incidentReportTypeName`],
      ],
    ),
  ])('%s', (_, kind, body, expected) => {
    expect(ofFamilies(kind, body, 'value')).toEqual(expected);
  });
});

describe('a GUID', () => {
  it.each<[guid: unknown, isOdd: boolean]>([
    ['7f6a2c1e-9d1b-4c53-8a57-0b6f7d2e1a90', false],
    ['7F6A2C1E-9D1B-4C53-8A57-0B6F7D2E1A90', false],
    ['{7f6a2c1e-9d1b-4c53-8a57-0b6f7d2e1a90}', false],
    [null, false],
    ['00000000-0000-0000-0000-000000000000', true],
    ['7f6a2c1e-9d1b-4c53-8a57-0b6f7d2e1a9', true],
    ['7f6a2c1e-9d1b-4c53-8a57-0b6f7d2e1a9z', true],
    ['12345', true],
    ['', true],
  ])('%j', (guid, isOdd) => {
    const bodies: [RecordKind, string, object][] = [
      ['purchaseOrder', 'purchaseOrderGuid', purchaseOrder([orderItem()])],
      ['serviceOrder', 'serviceOrderGuid', serviceOrder(0, [])],
      ['incidentReport', 'incidentReportFormGuid', incident()],
      ['financialDocument', 'documentGuid', invoice()],
    ];
    for (const [kind, field, body] of bodies) {
      const found = ofFamilies(kind, { ...body, [field]: guid }, 'guid');
      expect(found).toEqual(isOdd ? [`guid.form /${field}`] : []);
    }
  });
});

test('a report without its general part lists nothing of it', () => {
  expect(findingsOf('incidentReport', incident({ generalInfo: null }))).toEqual([]);
});

test('what is odd of a report is pointed at as it came, in PascalCase', () => {
  const { generalInfo: _, ...body } = incident();
  const found = findingsOf('incidentReport', {
    ...body,
    GeneralInfo: { IncidentReportTypeId: 9, VinNumber: '?' },
  });
  expect(signs(found)).toEqual([
    'value.notListed /GeneralInfo/IncidentReportTypeId',
    'vin.form /GeneralInfo/VinNumber',
  ]);
});

test('what is no GUID is said, in its first 60 characters', () => {
  const of = (documentGuid: string) =>
    findingsOf('financialDocument', invoice({ documentGuid }))[0]?.parameters;
  expect(of(' 12345 ')).toEqual({ value: '12345' });
  expect(of('x'.repeat(60))).toEqual({ value: 'x'.repeat(60) });
  expect(of('x'.repeat(61))).toEqual({ value: `${'x'.repeat(59)}…` });
});

describe('companies of one record', () => {
  const rnc = '101010632';
  const other = '131246753';
  const person = (personId: unknown, personTaxId: unknown) => ({ personId, personTaxId, personName: 'X' });
  it.each<[what: string, kind: RecordKind, body: object, expected: string[]]>([
    ['all in order', 'incidentReport', incident(), []],
    [
      'one company that reports and repairs',
      'incidentReport',
      incident({ createdByPerson: person(2, rnc), workshopPerson: person(2, '1-01-01063-2') }),
      [],
    ],
    [
      'one company under two ids',
      'incidentReport',
      incident({ createdByPerson: person(2, rnc), workshopPerson: person(3, rnc) }),
      ['person.otherId /workshopPerson/personId'],
    ],
    [
      'two companies under one id',
      'incidentReport',
      incident({ createdByPerson: person(2, rnc), workshopPerson: person(2, other), insurancePerson: null }),
      ['person.otherTaxId /workshopPerson/personId'],
    ],
    [
      'the workshop’s id in the general part',
      'incidentReport',
      incident({ workshopPerson: person(3, '00113918205') }, { workshopPersonId: 3 }),
      [],
    ],
    [
      'another id of the workshop in the general part',
      'incidentReport',
      incident({ workshopPerson: person(3, '00113918205') }, { workshopPersonId: 8 }),
      ['person.otherId /generalInfo/workshopPersonId'],
    ],
    [
      'no ids',
      'incidentReport',
      incident({ createdByPerson: person(null, rnc), workshopPerson: person(0, rnc) }),
      [],
    ],
    [
      'no RNC',
      'incidentReport',
      incident({ createdByPerson: person(2, ''), workshopPerson: person(2, null) }),
      [],
    ],
    [
      'issuer and addressee under one id',
      'financialDocument',
      invoice({
        createdBy: { personId: 5, identification: rnc },
        createdTo: { personId: 5, identification: other },
      }),
      ['person.otherTaxId /createdTo/personId'],
    ],
    [
      'a document to oneself under two ids',
      'financialDocument',
      invoice({
        createdBy: { personId: 5, identification: rnc },
        createdTo: { personId: 6, identification: rnc },
      }),
      ['person.otherId /createdTo/personId'],
    ],
    [
      'ids of lines that repeat, which is no fault',
      'purchaseOrder',
      purchaseOrder([orderItem(), orderItem()]),
      [],
    ],
  ])('%s', (_, kind, body, expected) => {
    expect(ofFamilies(kind, body, 'person')).toEqual(expected);
  });
});

describe('a quantity', () => {
  it.each<[quantity: unknown, isOdd: boolean]>([
    [1, false],
    [0.25, false],
    ['2', false],
    [null, false],
    [0, true],
    ['0', true],
    [-1, true],
  ])('of %j', (quantity, isOdd) => {
    const bodies: [RecordKind, string, object][] = [
      ['purchaseOrder', '/items/0/itemQuantity', purchaseOrder([orderItem({ quantity })])],
      [
        'serviceOrder',
        '/items/0/itemQuantity',
        serviceOrder(null, [{ itemQuantity: quantity, workshopServicePrice: 5 }]),
      ],
      ['incidentReport', '/items/0/quantity', incident({ items: [{ quantity }] })],
      ['incidentReport', '/services/0/quantity', incident({ services: [{ quantity }] })],
      ['financialDocument', '/items/0/quantity', invoice({ items: [documentItem({ quantity })] })],
    ];
    for (const [kind, pointer, body] of bodies) {
      // A whole number where the interface has int: what is none was told of by the reader.
      expect(ofFamilies(kind, body, 'quantity')).toEqual(isOdd ? [`quantity.notPositive ${pointer}`] : []);
    }
  });

  test('of nothing that is charged tells what, and no sum beside it', () => {
    const found = findingsOf('purchaseOrder', purchaseOrder([orderItem({ quantity: 0 })]));
    expect(found).toMatchObject([
      {
        code: 'quantity.notPositive',
        amount: { value: '1180', currency: 'DOP' },
        parameters: { quantity: '0' },
      },
    ]);
  });

  it.each([
    ['its total', { quantity: 0, row: 500, total: 590 }, { value: '590', currency: 'DOP' }],
    [
      'its row price, where it has no total',
      { quantity: 0, row: 500, total: null },
      { value: '500', currency: 'DOP' },
    ],
    ['nothing, where it is for nothing', { quantity: 0, row: 500, total: 0 }, null],
    ['nothing, where it has no amount', { quantity: 0, row: null, total: null }, null],
    [
      'its total without its sign',
      { quantity: -2, row: -1000, total: '-1180.00' },
      { value: '1180', currency: 'DOP' },
    ],
  ])('of an order’s line puts at stake %s', (_, line, amount) => {
    const [finding] = findingsOf('purchaseOrder', purchaseOrder([orderItem(), orderItem(line)]));
    expect(finding).toMatchObject({
      code: 'quantity.notPositive',
      parameters: { quantity: String(line.quantity), line: 2, name: 'Faro delantero' },
    });
    expect(finding?.amount).toEqual(amount);
  });

  it.each<[what: string, kind: RecordKind, body: object, amount: object | null]>([
    [
      'a service’s price',
      'serviceOrder',
      serviceOrder(null, [{ itemQuantity: 0, workshopServicePrice: 70, otherCosts: 5 }]),
      { value: '70', currency: 'DOP' },
    ],
    [
      'a labour’s price',
      'incidentReport',
      incident({ services: [{ quantity: 0, unitPrice: 80 }] }),
      { value: '80', currency: 'DOP' },
    ],
    ['nothing of a part', 'incidentReport', incident({ items: [{ quantity: 0, itemRepairPrice: 9 }] }), null],
  ])('puts at stake %s', (_, kind, body, amount) => {
    expect(findingsOf(kind, body).map((finding) => finding.amount)).toEqual([amount]);
  });

  test.each<[kind: RecordKind, body: object, name: string]>([
    [
      'serviceOrder',
      serviceOrder(null, [{ itemQuantity: 0, workshopServiceName: 'Pintura', itemName: 'Puerta' }]),
      'Pintura',
    ],
    [
      'serviceOrder',
      serviceOrder(null, [{ itemQuantity: 0, workshopServiceName: null, itemName: 'Puerta' }]),
      'Puerta',
    ],
    ['incidentReport', incident({ services: [{ quantity: 0, workshopServiceName: 'Pintura' }] }), 'Pintura'],
    ['incidentReport', incident({ items: [{ quantity: 0, itemName: 'Faro' }] }), 'Faro'],
    ['financialDocument', invoice({ items: [documentItem({ quantity: 0, total: 0 })] }), 'Faro delantero'],
  ])('of a line of a %s (%j) names it %s', (kind, body, name) => {
    const [finding] = findingsOf(kind, body).filter(({ code }) => code === 'quantity.notPositive');
    expect(finding?.parameters).toMatchObject({ line: 1, name, quantity: '0' });
  });

  test('below zero takes the amounts of its row with it', () => {
    const line = { quantity: -2, total: -1180 };
    const currency = { code: 'USD' };
    const found = findingsOf(
      'financialDocument',
      invoice({ items: [documentItem(line)], subtotalAmount: null, taxTotalAmount: null, currency }),
    );
    expect(found).toMatchObject([
      { code: 'quantity.notPositive', amount: { value: '1180', currency: 'USD' } },
    ]);
    expect(found).toHaveLength(1);
  });
});

describe('the ITBIS of a total whose lines tell none', () => {
  const of = (tax: unknown, items: readonly object[] = [], more = {}) =>
    ofFamilies('serviceOrder', serviceOrder(1000, items, { taxTotalAmount: tax, ...more }), 'arithmetic');
  const line = (price: number) => ({ itemQuantity: 1, workshopServicePrice: price });
  const odd = ['arithmetic.taxRateOfTotal /taxTotalAmount'];
  it.each<[what: string, tax: unknown, items: object[], more: object, expected: string[]]>([
    ['18 %', 180, [], {}, []],
    ['exempt', 0, [], {}, []],
    ['at the tolerance', 181, [], {}, []],
    ['just above it', 181.01, [], {}, odd],
    ['16 %', 160, [], {}, odd],
    ['16 % of one line', 160, [line(1000)], {}, odd],
    ['none given', null, [], {}, []],
    ['18 % of what was adjusted', 162, [], { differenceAmount: -100 }, []],
    ['18 % of one line of two, the other exempt', 108, [line(600), line(400)], {}, []],
    ['of no mixture of the lines', 160, [line(600), line(400)], {}, odd],
    ['above 18 % of all', 200, [line(600), line(400)], {}, odd],
    ['of the lower line of two, at the tolerance of both', 74, [line(600), line(400)], {}, []],
    ['of the lower line of two, just above it', 74.01, [line(600), line(400)], {}, odd],
    ['of the lower line of two, just below it', 69.99, [line(600), line(400)], {}, odd],
    ['at the tolerance of two lines', 182, [line(600), line(400)], {}, []],
    ['just above the tolerance of two lines', 182.01, [line(600), line(400)], {}, odd],
    ['of one line with its other costs', 108, [{ ...line(500), otherCosts: 100 }, line(400)], {}, []],
    [
      'of a line that is not the subtotal',
      90,
      [line(500)],
      {},
      ['arithmetic.subtotal /subTotalAmount', ...odd],
    ],
    ['of lines of which one has no amount', 108, [line(600), { itemQuantity: 1 }], {}, odd],
    ['below zero', -50, [], {}, ['arithmetic.negative /taxTotalAmount']],
    ['of an adjustment below zero', 50, [], { differenceAmount: -1001 }, []],
    ['of an adjustment to zero', 50, [], { differenceAmount: -1000 }, odd],
    ['of no adjustment', 180, [], { differenceAmount: null }, []],
    ['of no subtotal', 50, [], { subTotalAmount: null }, []],
  ])('%s', (_, tax, items, more, expected) => {
    expect(of(tax, items, more)).toEqual(expected);
  });

  test('says its base, its percent and how far it is away', () => {
    const found = findingsOf(
      'serviceOrder',
      serviceOrder(1000, [], { taxTotalAmount: 160, differenceAmount: -200 }),
    );
    expect(found).toMatchObject([
      {
        code: 'arithmetic.taxRateOfTotal',
        parameters: { tax: '160', base: '1000', percent: '16' },
        // 18 % of what it was adjusted to are 144.
        amount: { value: '16', currency: 'DOP' },
      },
    ]);
  });

  test.each([
    ['12 lines of different prices, whose mixtures are tried', 12, (index: number) => 1000 * 2 ** index, odd],
    ['13 lines, whose mixtures are too many', 13, (index: number) => 1000 * 2 ** index, []],
    ['30 lines of one price, whose mixtures are few', 30, () => 10_000, odd],
  ])('of %s', (_, count, priceOf, expected) => {
    const prices = Array.from({ length: count }, (_, index) => priceOf(index));
    const sum = prices.reduce((total, price) => total + price, 0);
    // Half way between two mixtures: a thousand's tax is 180.
    const step = 0.18 * Math.min(...prices);
    const body = serviceOrder(sum, prices.map(line), { taxTotalAmount: 3.5 * step });
    expect(ofFamilies('serviceOrder', body, 'arithmetic')).toEqual(expected);
    expect(ofFamilies('serviceOrder', { ...body, taxTotalAmount: 3 * step }, 'arithmetic')).toEqual([]);
  });

  it.each<[what: string, body: object, expected: string[]]>([
    ['18 %', {}, []],
    ['16 %', { taxTotalAmount: 160, totalAmount: 1160 }, odd],
    ['18 % after the discount', { discountTotalAmount: 100, taxTotalAmount: 162, totalAmount: 1062 }, []],
    ['18 % before the discount', { discountTotalAmount: 100, taxTotalAmount: 180, totalAmount: 1080 }, []],
    ['18 % of neither', { discountTotalAmount: 100, taxTotalAmount: 171, totalAmount: 1071 }, odd],
    ['no discount told', { discountTotalAmount: null, taxTotalAmount: 160 }, odd],
    ['no subtotal', { subtotalAmount: null, taxTotalAmount: 160 }, []],
    ['no tax', { taxTotalAmount: null }, []],
  ])('of a document without lines: %s', (_, body, expected) => {
    expect(ofFamilies('financialDocument', invoice({ items: [], ...body }), 'arithmetic')).toEqual(expected);
  });

  const untaxed = (price: number, more = {}) => ({
    ...documentItem({ quantity: 2, unit: price / 2, tax: null, total: null }),
    ...more,
  });
  it.each<[what: string, tax: number, items: object[], expected: string[]]>([
    ['18 % of one of two, the other exempt', 108, [untaxed(600), untaxed(400)], []],
    ['16 % of one of two', 96, [untaxed(600), untaxed(400)], odd],
    [
      '16 % of one of two, of which one tells a tax',
      96,
      [untaxed(600), untaxed(400, { unitTaxAmount: 0 })],
      [],
    ],
    [
      '18 % of one of two, of which one has no price',
      108,
      [untaxed(600), untaxed(400, { unitPrice: null })],
      odd,
    ],
    ['at the tolerance of two', 182, [untaxed(600), untaxed(400)], []],
    ['just above the tolerance of two', 182.01, [untaxed(600), untaxed(400)], odd],
  ])('of a document whose lines tell none: %s', (_, taxTotalAmount, items, expected) => {
    const body = invoice({ items, taxTotalAmount, totalAmount: 1000 + taxTotalAmount });
    expect(ofFamilies('financialDocument', body, 'arithmetic')).toEqual(expected);
  });

  test('of a document says its base after the discount', () => {
    const body = invoice({ items: [], discountTotalAmount: 100, taxTotalAmount: 144, totalAmount: 1044 });
    expect(findingsOf('financialDocument', body)).toMatchObject([
      {
        code: 'arithmetic.taxRateOfTotal',
        parameters: { tax: '144', base: '900', percent: '16', currency: 'DOP' },
        amount: { value: '18', currency: 'DOP' },
      },
    ]);
  });

  test('the accepted rates are those of the settings', () => {
    const body = serviceOrder(1000, [], { taxTotalAmount: 160 });
    expect(findingsOf('serviceOrder', body, { taxRates: [16] })).toEqual([]);
    expect(
      signs(findingsOf('serviceOrder', serviceOrder(1000, [], { taxTotalAmount: 180 }), { taxRates: [16] })),
    ).toEqual(odd);
  });
});

/** Every amount of the interface that may not be below zero. */
const amounts: [
  kind: RecordKind,
  list: string | null,
  fields: string[],
  body: (changes: object) => object,
][] = [
  ['purchaseOrder', null, ['deductibleAmount'], (changes) => purchaseOrder([orderItem()], changes)],
  [
    'purchaseOrder',
    'items',
    [
      'supplierItemPrice',
      'supplierItemRowPrice',
      'supplierRowDiscount',
      'supplierItemRowTax',
      'supplierItemRowTotal',
      'workshopItemRepairPrice',
      'workshopItemReplacePrice',
      'itemMinSellPrice',
      'itemAverageSellPrice',
      'itemMaxSellPrice',
    ],
    (changes) => purchaseOrder([{ itemQuantity: null, ...changes }]),
  ],
  [
    'serviceOrder',
    null,
    ['subTotalAmount', 'deductibleAmount', 'taxTotalAmount'],
    (changes) => serviceOrder(null, [], { taxTotalAmount: null, ...changes }),
  ],
  [
    'serviceOrder',
    'items',
    ['workshopServicePrice', 'otherCosts'],
    (changes) => serviceOrder(null, [{ itemQuantity: null, ...changes }]),
  ],
  [
    'incidentReport',
    'items',
    ['itemRepairPrice', 'itemReplacePrice', 'itemMinSellPrice', 'itemAverageSellPrice', 'itemMaxSellPrice'],
    (changes) => incident({ items: [changes] }),
  ],
  ['incidentReport', 'services', ['unitPrice'], (changes) => incident({ services: [changes] })],
  [
    'financialDocument',
    null,
    ['subtotalAmount', 'discountTotalAmount', 'taxTotalAmount', 'totalAmount'],
    (changes) => {
      const none = {
        subtotalAmount: null,
        discountTotalAmount: null,
        taxTotalAmount: null,
        totalAmount: null,
      };
      return invoice({ items: [], ...none, ...changes });
    },
  ],
  [
    'financialDocument',
    'items',
    ['unitPrice', 'unitTaxAmount', 'unitDiscountAmount', 'rowTotal'],
    (changes) => invoice({ items: [{ quantity: null, ...changes }] }),
  ],
];
const eachAmount = amounts.flatMap(([kind, list, fields, body]) =>
  fields.map((field) => ({
    kind,
    field,
    pointer: list === null ? `/${field}` : `/${list}/0/${field}`,
    body,
  })),
);

describe.each(eachAmount)('the amount of a $kind at $pointer', ({ kind, field, pointer, body }) => {
  test.each<[value: unknown, code: string | null]>([
    [0, null],
    [5, null],
    ['-0.01', 'arithmetic.negative'],
    [-5, 'arithmetic.negative'],
    ['999999999999999.99', null],
    ['1000000000000000', 'arithmetic.tooLarge'],
  ])('of %j: %s', (value, code) => {
    const found = findingsOf(kind, body({ [field]: value })).filter(({ code: one }) =>
      /negative|tooLarge/.test(one),
    );
    expect(found.map((finding) => [finding.code, finding.pointer, finding.parameters['names']])).toEqual(
      code === null ? [] : [[code, pointer, field]],
    );
  });
});

describe('a number of days', () => {
  test.each([
    [0, false],
    [3, false],
    [null, false],
    [-1, true],
  ])('of %j: %s', (days, isOdd) => {
    const order = purchaseOrder([{ ...orderItem(), deliveryTimeInDays: days }]);
    const of = (pointer: string) => (isOdd ? [`arithmetic.negative ${pointer}`] : []);
    expect(ofFamilies('purchaseOrder', order, 'arithmetic')).toEqual(of('/items/0/deliveryTimeInDays'));
    const service = serviceOrder(null, [], { deliveryDays: days });
    expect(ofFamilies('serviceOrder', service, 'arithmetic')).toEqual(of('/deliveryDays'));
  });
});

describe('a quantity that is too large', () => {
  test.each<[kind: RecordKind, pointer: string, body: (quantity: unknown) => object]>([
    ['serviceOrder', '/items/0/itemQuantity', (itemQuantity) => serviceOrder(null, [{ itemQuantity }])],
    ['incidentReport', '/services/0/quantity', (quantity) => incident({ services: [{ quantity }] })],
    [
      'financialDocument',
      '/items/0/quantity',
      (quantity) => invoice({ items: [documentItem({ quantity, total: null })] }),
    ],
  ])('of a %s is told of at %s', (kind, pointer, body) => {
    expect(ofFamilies(kind, body('1000000000000000'), 'arithmetic')).toEqual([
      `arithmetic.tooLarge ${pointer}`,
    ]);
    expect(findingsOf(kind, body('999999999999999')).map(({ code }) => code)).not.toContain(
      'arithmetic.tooLarge',
    );
  });

  test('an adjustment may be below zero, and is told of where it is too large', () => {
    const of = (differenceAmount: unknown) =>
      signs(findingsOf('serviceOrder', serviceOrder(null, [], { differenceAmount })));
    expect(of(-5)).toEqual([]);
    expect(of('-1000000000000000')).toEqual(['arithmetic.tooLarge /differenceAmount']);
  });
});

describe('what a document bills', () => {
  const billing = (more: object) =>
    findingsOf('financialDocument', invoice(more))
      .filter(({ code }) => code.startsWith('document.'))
      .map(({ code, pointer, parameters }) => [code, pointer, parameters]);
  const twoOrders = ['document.twoOrders', '/serviceOrderId', {}];
  const otherKind = (value: string) => ['document.otherKind', '/entityTypeId', { value }];

  test.each<[what: string, more: object, expected: unknown[]]>([
    ['no order', {}, []],
    ['a supplier’s purchase order', { entityTypeId: 1, purchaseOrderId: 7 }, []],
    [
      'a supplier’s purchase order, and 0 for no other',
      { entityTypeId: 1, purchaseOrderId: 7, serviceOrderId: 0 },
      [],
    ],
    ['a workshop’s service order', { entityTypeId: 2, serviceOrderId: 7 }, []],
    [
      'a workshop’s service order, and -1 for no other',
      { entityTypeId: 2, serviceOrderId: 7, purchaseOrderId: -1 },
      [],
    ],
    ['a service order of no one', { entityTypeId: null, serviceOrderId: 7 }, []],
    ['an order of each kind', { entityTypeId: 2, purchaseOrderId: 1, serviceOrderId: 1 }, [twoOrders]],
    [
      'a supplier’s service order',
      { entityTypeId: 1, entityTypeName: 'Suplidor', serviceOrderId: 7 },
      [otherKind('Suplidor')],
    ],
    [
      'a workshop’s purchase order',
      { entityTypeId: 2, entityTypeName: 'Taller', purchaseOrderId: 7 },
      [otherKind('Taller')],
    ],
    [
      'a workshop’s, by its id where it has no name',
      { entityTypeId: 2, purchaseOrderId: 7 },
      [otherKind('2')],
    ],
  ])('%s', (_, more, expected) => {
    expect(billing(more)).toEqual(expected);
  });

  const notation = (value: string, own: string) => [
    'document.currencyNotation',
    '/currency/code',
    { value, own },
  ];
  const unknown = (value: string) => ['document.currencyUnknown', '/currency/code', { value }];
  test.each<[currency: object | null, expected: unknown[]]>([
    [null, []],
    [{ code: null }, []],
    [{ code: '' }, []],
    [{ code: ' ' }, []],
    [{ code: 'DOP' }, []],
    [{ code: ' usd ' }, []],
    [{ code: 'RD$' }, [notation('RD$', 'DOP')]],
    [{ code: ' us$ ' }, [notation('us$', 'USD')]],
    [{ code: 'PESO' }, [unknown('PESO')]],
    [{ code: ' $ ' }, [unknown('$')]],
  ])('in the currency %j', (currency, expected) => {
    expect(billing({ currency })).toEqual(expected);
  });
});
