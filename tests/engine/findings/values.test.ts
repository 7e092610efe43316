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
  ])('%s', (_, tax, items, more, expected) => {
    expect(of(tax, items, more)).toEqual(expected);
  });

  it.each<[what: string, body: object, expected: string[]]>([
    ['18 %', {}, []],
    ['16 %', { taxTotalAmount: 160, totalAmount: 1160 }, odd],
    ['18 % after the discount', { discountTotalAmount: 100, taxTotalAmount: 162, totalAmount: 1062 }, []],
  ])('of a document without lines: %s', (_, body, expected) => {
    expect(ofFamilies('financialDocument', invoice({ items: [], ...body }), 'arithmetic')).toEqual(expected);
  });

  test('the accepted rates are those of the settings', () => {
    const body = serviceOrder(1000, [], { taxTotalAmount: 160 });
    expect(findingsOf('serviceOrder', body, { taxRates: [16] })).toEqual([]);
    expect(
      signs(findingsOf('serviceOrder', serviceOrder(1000, [], { taxTotalAmount: 180 }), { taxRates: [16] })),
    ).toEqual(odd);
  });
});
