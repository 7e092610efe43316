import { describe, expect, it, test } from 'vitest';
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

/** Today is 2026-11-20. */
const days: [text: unknown, isFuture: boolean][] = [
  ['2026-11-19', false],
  ['2026-11-20', false],
  ['2026-11-21', false],
  ['2026-11-22', true],
  ['2026-12-01', true],
  ['2027-01-01', true],
  ['9999-12-31', true],
  ['2026-11-21T23:59:59', false],
  ['2026-11-22T00:00:00', true],
  [' 2026-11-22 ', true],
  ['2026-11-31', false],
  ['0001-01-01', false],
  ['22/11/2026', false],
  ['', false],
  [null, false],
];

describe('a day that is still to come', () => {
  it.each(days)('a document of %j: %s', (documentDate, isFuture) => {
    const body = invoice({ documentDate, taxReceipt: { taxReceiptNumber: 'B0200000001' } });
    const found = signs(findingsOf('financialDocument', body)).filter((sign) => sign.startsWith('document.'));
    expect(found).toEqual(isFuture ? ['document.futureDate /documentDate'] : []);
  });

  it.each(days)('an incident of %j: %s', (incidentDateTime, isFuture) => {
    const found = signs(findingsOf('incidentReport', incident({}, { incidentDateTime })));
    expect(found).toEqual(isFuture ? ['incident.futureDate /generalInfo/incidentDateTime'] : []);
  });

  it.each(days)('an order of %j: %s', (createdOnUtcDate, isFuture) => {
    const found = signs(findingsOf('purchaseOrder', purchaseOrder([orderItem()], { createdOnUtcDate })));
    expect(found).toEqual(isFuture ? ['order.futureDate /createdOnUtcDate'] : []);
  });

  it.each([
    ['2026-11-22T02:00:00Z', '2026-11-21', []],
    ['2026-11-22T04:00:00Z', '2026-11-22', ['2026-11-22']],
  ])('an incident of %s is of the Dominican day %s', (incidentDateTime, _, days) => {
    const found = findingsOf('incidentReport', incident({}, { incidentDateTime }));
    expect(found.map(({ parameters }) => parameters['date'])).toEqual(days);
  });

  it.each(['2026-11-22T02:00:00Z', '2026-11-22T02:00:00'])(
    'an order of %s is of the day that is written',
    (text) => {
      const [finding] = findingsOf('purchaseOrder', purchaseOrder([orderItem()], { createdOnUtcDate: text }));
      expect(finding).toMatchObject({ code: 'order.futureDate', parameters: { date: '2026-11-22' } });
      const [ofDocument] = findingsOf('financialDocument', invoice({ documentDate: text }));
      expect(ofDocument).toMatchObject({ code: 'document.futureDate', parameters: { date: '2026-11-22' } });
    },
  );

  test('says the day', () => {
    const [finding] = findingsOf('incidentReport', incident({}, { incidentDateTime: '2026-12-24T10:00:00' }));
    expect(finding?.parameters).toEqual({ date: '2026-12-24' });
  });
});

describe('the local time of a report, created at 16:30 UTC', () => {
  it.each<[local: unknown, utc: unknown, isOdd: boolean]>([
    ['2026-11-14T12:30:00', '2026-11-14T16:30:00Z', false],
    ['2026-11-14T12:30:00.417', '2026-11-14T16:30:00.417Z', false],
    ['2026-11-14T12:30:00', '2026-11-14T16:30:00', false],
    ['2026-11-14T13:30:00', '2026-11-14T16:30:00Z', false],
    ['2026-11-14T11:30:00', '2026-11-14T16:30:00Z', false],
    ['2026-11-14T13:30:01', '2026-11-14T16:30:00Z', true],
    ['2026-11-14T16:30:00', '2026-11-14T16:30:00Z', true],
    ['2026-11-14T21:30:00', '2026-11-14T16:30:00Z', true],
    ['2026-11-13T12:30:00', '2026-11-14T16:30:00Z', true],
    ['2026-11-14T23:30:00', '2026-11-15T03:30:00Z', false],
    ['2026-11-14T16:30:00Z', '2026-11-14T16:30:00Z', false],
    ['2026-11-14T12:30:00Z', '2026-11-14T16:30:00Z', false],
    ['2026-11-14T21:30:00Z', '2026-11-14T16:30:00Z', true],
    ['2026-11-14T12:30:00-04:00', '2026-11-14T16:30:00Z', false],
    ['2026-11-14T12:30:00', '2026-11-14T11:30:00-05:00', false],
    ['2026-11-14', '2026-11-14T16:30:00Z', false],
    ['2026-11-14T21:30:00', '2026-11-14', false],
    ['0001-01-01T00:00:00', '2026-11-14T16:30:00Z', false],
    [null, '2026-11-14T16:30:00Z', false],
    ['2026-11-14T21:30:00', null, false],
  ])('%j beside %j: %s', (createdOnLocal, createdOnUtc, isOdd) => {
    const body = incident({ createdOnLocal, createdOnUtc }, { incidentDateTime: '2026-11-10T08:00:00' });
    expect(signs(findingsOf('incidentReport', body))).toEqual(
      isOdd ? ['incident.otherLocalTime /createdOnLocal'] : [],
    );
  });

  test('says both times, as Dominican ones', () => {
    const times = { createdOnLocal: '2026-11-14T21:30:00Z', createdOnUtc: '2026-11-14T16:30:00Z' };
    const body = incident(times, { incidentDateTime: '2026-11-10T08:00:00' });
    const [finding] = findingsOf('incidentReport', body);
    expect(finding?.parameters).toEqual({ time: '2026-11-14T17:30:00', otherTime: '2026-11-14T12:30:00' });
  });

  it.each<[happened: string, created: unknown, isAfter: boolean]>([
    ['2026-11-15T08:00:00', '2026-11-15T12:00:00Z', false],
    ['2026-11-15T23:00:00', '2026-11-15T12:00:00Z', false],
    ['2026-11-16T00:00:00', '2026-11-15T12:00:00Z', true],
    ['2026-11-16T00:00:00', '2026-11-16T03:59:00Z', true],
    ['2026-11-16T00:00:00', '2026-11-16T04:00:00Z', false],
    // The zone may be a mistake: both days that are meant must be later.
    ['2026-11-16T02:00:00Z', '2026-11-15T12:00:00Z', false],
    ['2026-11-16T02:00:00-06:00', '2026-11-15T12:00:00Z', true],
    ['2026-11-15T23:00:00-06:00', '2026-11-15T12:00:00Z', false],
    ['2026-11-17T02:00:00Z', '2026-11-15T12:00:00Z', true],
    ['2026-11-16T00:00:00', null, false],
  ])('an incident of %s is after its report of %j: %s', (incidentDateTime, createdOnUtc, isAfter) => {
    const found = findingsOf('incidentReport', incident({ createdOnUtc }, { incidentDateTime }));
    expect(signs(found)).toEqual(isAfter ? ['incident.afterReport /generalInfo/incidentDateTime'] : []);
  });

  test('an incident after its report says both days', () => {
    const body = incident(
      { createdOnUtc: '2026-11-16T02:00:00Z' },
      { incidentDateTime: '2026-11-17T02:00:00' },
    );
    expect(findingsOf('incidentReport', body)[0]?.parameters).toEqual({
      date: '2026-11-17',
      otherDate: '2026-11-15',
    });
  });

  test('without a zone the UTC one is UTC: an incident of the next Dominican day is after its report', () => {
    const body = incident(
      { createdOnUtc: '2026-11-15T02:00:00' },
      { incidentDateTime: '2026-11-15T08:00:00' },
    );
    expect(signs(findingsOf('incidentReport', body))).toEqual([
      'incident.afterReport /generalInfo/incidentDateTime',
    ]);
  });
});

/** Today is 2026-11-20. */
it.each([
  [1018, true],
  [0, true],
  [-2012, true],
  [1899, true],
  [1900, false],
  [1994, false],
  [2012, false],
  [2026, false],
  [2027, false],
  [2028, false],
  [2029, true],
  [20_018, true],
  [null, false],
])('a vehicle of the year %j: %s', (vehicleYear, isOdd) => {
  expect(signs(findingsOf('incidentReport', incident({}, { vehicleYear })))).toEqual(
    isOdd ? ['incident.vehicleYear /generalInfo/vehicleYear'] : [],
  );
});

it.each<[sequence: unknown[], odd: number[]]>([
  [[1, 2, 3], []],
  [[3, 1, 2], []],
  [[0, 0], [1]],
  [
    [1, 2, 1, 2, 1],
    [2, 3, 4],
  ],
  [[null, null, 1], []],
])('pictures in the positions %j', (sequence, odd) => {
  const attachmentsPictures = sequence.map((sequenceIndex, index) => ({
    sequenceIndex,
    originalFilename: `foto-${index}.jpg`,
  }));
  const found = findingsOf('incidentReport', incident({ attachmentsPictures }));
  expect(signs(found)).toEqual(
    odd.map((index) => `incident.samePosition /attachmentsPictures/${index}/sequenceIndex`),
  );
  expect(found.length).toBe(odd.length === 0 ? 0 : 1);
});

const negative = (body: object, kind: Parameters<typeof findingsOf>[0]) =>
  findingsOf(kind, body)
    .filter(({ code }) => code === 'arithmetic.negative')
    .map(({ pointer, parameters }) => [pointer, parameters['names']]);

const service = { itemQuantity: 1, workshopServicePrice: 10, otherCosts: 0 };

describe('what is below zero', () => {
  it.each<[what: string, kind: Parameters<typeof findingsOf>[0], body: object, expected: unknown[]]>([
    ['nothing', 'financialDocument', invoice(), []],
    ['a zero with a sign', 'financialDocument', invoice({ discountTotalAmount: '-0.00' }), []],
    [
      'a total',
      'financialDocument',
      invoice({ totalAmount: -1180, subtotalAmount: null }),
      [['/totalAmount', 'totalAmount']],
    ],
    [
      'a total that is told of as a wrong sum already',
      'financialDocument',
      invoice({ totalAmount: -1180 }),
      [],
    ],
    [
      'several totals at once',
      'financialDocument',
      invoice({ totalAmount: '-1180', subtotalAmount: -1000, discountTotalAmount: null, items: [] }),
      [['/subtotalAmount', 'subtotalAmount, totalAmount']],
    ],
    [
      'a total whose quantity is told of already',
      'financialDocument',
      invoice({ items: [documentItem(), documentItem({ quantity: -2, total: -1180 })] }),
      [],
    ],
    [
      'a cent',
      'purchaseOrder',
      purchaseOrder([orderItem({ discount: -0.01 })]),
      [['/items/0/supplierRowDiscount', 'supplierRowDiscount']],
    ],
    [
      'a market price',
      'purchaseOrder',
      purchaseOrder([orderItem({ market: [-1, 0, 0] })]),
      [['/items/0/itemMinSellPrice', 'itemMinSellPrice']],
    ],
    [
      'a deductible',
      'purchaseOrder',
      purchaseOrder([orderItem()], { deductibleAmount: -5 }),
      [['/deductibleAmount', 'deductibleAmount']],
    ],
    [
      'a service',
      'serviceOrder',
      serviceOrder(10, [{ ...service, otherCosts: -3 }]),
      [['/items/0/otherCosts', 'otherCosts']],
    ],
    ['a subtotal', 'serviceOrder', serviceOrder(-10, []), [['/subTotalAmount', 'subTotalAmount']]],
    ['an adjustment may be', 'serviceOrder', serviceOrder(10, [service], { differenceAmount: -10 }), []],
    [
      'a part',
      'incidentReport',
      incident({ items: [{ itemRepairPrice: -1 }] }),
      [['/items/0/itemRepairPrice', 'itemRepairPrice']],
    ],
    [
      'labour',
      'incidentReport',
      incident({ services: [{ quantity: 1, unitPrice: -1 }] }),
      [['/services/0/unitPrice', 'unitPrice']],
    ],
  ])('%s', (_, kind, body, expected) => {
    expect(negative(body, kind)).toEqual(expected);
  });
});

describe('what is too large to be worked with', () => {
  const tooLarge = (total: unknown) =>
    signs(findingsOf('financialDocument', invoice({ totalAmount: total, subtotalAmount: null })));

  it.each([
    ['999999999999999', []],
    ['999999999999999.99', []],
    ['-999999999999999', ['arithmetic.negative /totalAmount']],
    ['1000000000000000', ['arithmetic.tooLarge /totalAmount']],
    [1e15, ['arithmetic.tooLarge /totalAmount']],
    [1e300, []],
    ['9'.repeat(40), ['arithmetic.tooLarge /totalAmount']],
    [`1180.${'0'.repeat(39)}1`, []],
  ])('%j', (total, expected) => {
    expect(tooLarge(total)).toEqual(expected);
  });

  test('it is told, and nothing is reckoned with it', () => {
    const amount = '9'.repeat(40);
    const found = findingsOf('purchaseOrder', purchaseOrder([orderItem({ unit: amount, row: amount })]));
    expect(found.map(({ code, pointer, parameters }) => [code, pointer, parameters['names']])).toEqual([
      ['arithmetic.tooLarge', '/items/0/supplierItemPrice', 'supplierItemPrice, supplierItemRowPrice'],
    ]);
  });

  test('digits far behind the point change nothing', () => {
    const noise = '0.00000000000005684341886080802';
    expect(findingsOf('purchaseOrder', purchaseOrder([orderItem({ discount: noise })]))).toEqual([]);
  });
});
