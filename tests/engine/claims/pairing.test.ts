import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DocumentLine, type OrderLine, placeLines } from '../../../main/engine/claims/pairing.ts';

/** Of an order: names, unit price, total, and what of it are other costs. */
type Ordered = [
  names: string | [string, ...string[]],
  price: number | null,
  total: number | null,
  otherCosts?: number | undefined,
];
/** Of a document: name, unit price and total. */
type Billed = [name: string, price: number | null, total: number | null];

const big = (value: number | null | undefined) => (value == null ? null : new Big(value));
const orderLine = ([names, price, total, otherCosts]: Ordered): OrderLine => ({
  names: typeof names === 'string' ? [names] : names,
  quantity: new Big(1),
  unitPrice: big(price),
  total: big(total),
  otherCosts: big(otherCosts),
});
const billedLine = ([name, price, total]: Billed): DocumentLine => ({
  name,
  quantity: new Big(1),
  unitPrice: big(price),
  total: big(total),
});
interface Bill {
  id: number;
  lines: readonly Billed[];
  isCreditNote?: boolean;
}

/** Where each line is taken for which line of the order, as `document.line>orderLine how`; one peso may be off. */
function places(order: readonly Ordered[], ...bills: readonly Bill[]): string[] {
  const documents = bills.map(({ id, lines, isCreditNote = false }) => ({
    recordId: id,
    number: `FD-${id}`,
    isCreditNote,
    lines: lines.map(billedLine),
  }));
  return placeLines(order.map(orderLine), documents, new Big(1))
    .map(
      ({ document, index, orderLine: at, recognisedBy }) =>
        `${document.recordId}.${index}>${at ?? 'none'} ${recognisedBy}`,
    )
    .toSorted();
}
const bill = (id: number, ...lines: Billed[]): Bill => ({ id, lines });
const credit = (id: number, ...lines: Billed[]): Bill => ({ id, lines, isCreditNote: true });

describe('which of several lines of one name', () => {
  const cheap: Ordered = ['Faro', 50, 59];
  const dear: Ordered = ['Faro', 90, 106.2];

  test.each<[string, Ordered[], Bill[], string[]]>([
    ['the nearest price', [dear, cheap], [bill(1, ['Faro', 52, 100])], ['1.0>1 name']],
    [
      'the price before the total',
      [
        ['Faro', 60, 100],
        ['Faro', 50, 200],
      ],
      [bill(1, ['Faro', 52, 100])],
      ['1.0>1 name'],
    ],
    [
      'at one price the nearest total',
      [
        ['Faro', 50, 50],
        ['Faro', 50, 150],
      ],
      [bill(1, ['Faro', 50, 140])],
      ['1.0>1 name'],
    ],
    [
      'one with a price before one without',
      [
        ['Faro', null, 100],
        ['Faro', 90, 106],
      ],
      [bill(1, ['Faro', 50, 100])],
      ['1.0>1 name'],
    ],
    [
      'one with a total before one without',
      [
        ['Faro', 50, null],
        ['Faro', 50, 106],
      ],
      [bill(1, ['Faro', 50, 20])],
      ['1.0>1 name'],
    ],
    [
      'one that wants an invoice before the nearer price',
      [cheap, dear],
      [bill(1, ['Faro', 50, 59]), bill(2, ['Faro', 51, 60])],
      ['1.0>0 name', '2.0>1 name'],
    ],
    [
      'one is filled where a peso is left',
      [cheap, dear],
      [bill(1, ['Faro', 50, 58]), bill(2, ['Faro', 50, 58])],
      ['1.0>0 name', '2.0>1 name'],
    ],
    [
      'one is not filled where more than a peso is left',
      [cheap, dear],
      [bill(1, ['Faro', 50, 57.99]), bill(2, ['Faro', 50, 57])],
      ['1.0>0 name', '2.0>0 name'],
    ],
    [
      'one without a total is filled by any invoice',
      [
        ['Faro', 50, null],
        ['Faro', 90, null],
      ],
      [bill(1, ['Faro', 50, 5]), bill(2, ['Faro', 50, 5])],
      ['1.0>0 name', '2.0>1 name'],
    ],
    [
      'a credit note goes where something was invoiced',
      [cheap, dear],
      [bill(1, ['Faro', 90, 106.2]), credit(2, ['Faro', 50, 59])],
      ['1.0>1 name', '2.0>1 name'],
    ],
    [
      'a credit note goes where more than a peso is left of what was invoiced',
      [cheap, dear],
      [
        bill(1, ['Faro', 50, 59], ['Faro', 90, 106.2]),
        credit(2, ['Faro', 50, 58]),
        credit(3, ['Faro', 50, 59]),
      ],
      ['1.0>0 name', '1.1>1 name', '2.0>0 name', '3.0>1 name'],
    ],
    [
      'what a credit note took back may be invoiced again',
      [cheap, dear],
      [bill(1, ['Faro', 50, 59]), credit(2, ['Faro', 50, 59]), bill(3, ['Faro', 50, 59])],
      ['1.0>0 name', '2.0>0 name', '3.0>0 name'],
    ],
  ])('%s', (_, order, bills, expected) => {
    expect(places(order, ...bills)).toEqual(expected);
    // In whatever order the lines of the order stand.
    const turned = expected.map((place) =>
      place.replace(/>(\d)/, (_all, at) => `>${order.length - 1 - Number(at)}`),
    );
    expect(places(order.toReversed(), ...bills)).toEqual(turned.toSorted());
  });

  test('documents are taken by arrival, in whatever order they are given', () => {
    const order: Ordered[] = [
      ['Faro', 50, 59],
      ['Faro', 50, 61],
    ];
    const bills = [bill(1, ['Faro', 50, 59.4]), bill(2, ['Faro', 50, 59.4]), bill(3, ['Faro', 50, 59.4])];
    for (const given of [bills, bills.toReversed(), bills.toSpliced(0, 2, ...bills.slice(0, 2).toReversed())])
      expect(places(order, ...given).slice(0, 2)).toEqual(['1.0>0 name', '2.0>1 name']);
  });

  test('however many lines have one name, each is billed at its own price', () => {
    const order = Array.from({ length: 120 }, (_, index): Ordered => ['Pieza', index + 1, 10 * (index + 1)]);
    const lines = order.map(([, price, total]): Billed => ['PIEZA', price, total]).toReversed();
    const expected = order.map((_, index) => `1.${119 - index}>${index} name`);
    expect(places(order, bill(1, ...lines))).toEqual(expected.toSorted());
  });

  test('of lines that say the same each is taken once', () => {
    const same: Ordered[] = [cheap, cheap, cheap];
    const lines: Billed[] = [
      ['Faro', 50, 59],
      ['faro', 50, 59],
      ['Faro', 50, 59],
    ];
    const found = places(same, bill(1, ...lines));
    expect(new Set(found.map((place) => place.replace(/.*>/, '')))).toEqual(
      new Set(['0 name', '1 name', '2 name']),
    );
  });

  test('a line without a name is like no other, whatever its price', () => {
    expect(places([['', 50, 59]], bill(1, [' - ', 50, 40], ['', 50, 59], ['', 50, 59]))).toEqual([
      '1.0>none name',
      '1.1>none name',
      '1.2>none name',
    ]);
  });

  test('a line of several names is billed by any of them', () => {
    const service: Ordered = [['Pintura: Puerta', 'Pintura Puerta', 'Pintura', 'Puerta'], 50, 59];
    for (const name of ['Puerta', 'pintura', 'Pintura – puerta'])
      expect(places([service], bill(1, [name, 50, 59]))).toEqual(['1.0>0 name']);
    // Two lines of the document have names of it: one is taken, always the same.
    const both: Billed[] = [
      ['Puerta', 50, 59],
      ['Pintura', 50, 59],
    ];
    expect(places([service, ['Otra', 1, 1]], bill(1, ...both))).toEqual(['1.0>0 name', '1.1>0 name']);
    expect(places([service, service], bill(1, ...both)).map((place) => place.slice(0, 3))).toEqual([
      '1.0',
      '1.1',
    ]);
    expect(new Set(places([service, service], bill(1, ...both)).map((place) => place.slice(4)))).toEqual(
      new Set(['0 name', '1 name']),
    );
  });
});

describe('similar names', () => {
  test('the most similar comes before the nearer price', () => {
    const order: Ordered[] = [
      ['Faro LED izquierdo grande', 50, 59],
      ['Faro LED izquierdo', 90, 106],
    ];
    expect(places(order, bill(1, ['Faro LED izq', 50, 59]))).toEqual(['1.0>1 similarName']);
  });

  test('of equally similar ones the one that wants an invoice, then the nearer price', () => {
    const order: Ordered[] = [
      ['Faro izquierdo', 50, 59],
      ['Faro izquierdo', 90, 106],
    ];
    expect(places(order, bill(1, ['Faro izq', 88, 59]), bill(2, ['Faro LH', 88, 59]))).toEqual([
      '1.0>1 similarName',
      '2.0>1 similarName',
    ]);
    expect(places(order, bill(1, ['Faro izq', 88, 106]), bill(2, ['Faro LH', 88, 59]))).toEqual([
      '1.0>1 similarName',
      '2.0>0 similarName',
    ]);
  });

  test('one line of the order is one line of a document’s, the other stays', () => {
    expect(places([['Faro izquierdo', 50, 59]], bill(1, ['Faro izq', 50, 30], ['Faro LH', 90, 20]))).toEqual([
      '1.0>0 similarName',
      '1.1>none name',
    ]);
  });

  /** Lines that have nothing in common with others. */
  const others = (from: number, count: number) =>
    Array.from({ length: count }, (_, index): [string, null, null] => [`q${from + index}z`, null, null]);
  test.each([
    ['20,000 pairs of one document', 199, 99, 1, '1.99>0 similarName'],
    ['more pairs of one document', 200, 99, 1, '1.99>0 amount'],
    ['60,000 pairs of all documents', 149, 99, 4, '1.99>0 similarName'],
    ['more pairs of all documents', 150, 99, 4, '1.99>0 amount'],
  ])('are looked for among %s', (_, ordered, billed, documents, expected) => {
    const order: Ordered[] = [['Bonete delantero', 50, 59], ...others(0, ordered)];
    const bills = [
      bill(1, ...others(5000, billed), ['Bonete frontal del.', 50, 59]),
      ...Array.from({ length: documents - 1 }, (_none, index) => bill(index + 2)),
    ];
    const found = places(order, ...bills).find((place) => place.startsWith('1.99>'));
    expect(found).toBe(expected.endsWith('amount') ? '1.99>none name' : expected);
  });
});

describe('other costs', () => {
  const painting: Ordered = ['Pintura', 1000, 1593, 413];
  const washing: Ordered = ['Lavado', 1000, 1593, 413];

  test.each<[string, Ordered[], Bill[], string[]]>([
    [
      'named ones before those of nothing named',
      [painting],
      [bill(1, ['Otros costos', 413, 413], ['Otros costos de pintura', 413, 413])],
      ['1.0>none name', '1.1>0 otherCosts'],
    ],
    [
      'of one service two lines are not both taken',
      [painting],
      [bill(1, ['Otros costos', 413, 413], ['Otros gastos', 413, 413])],
      ['1.0>0 otherCosts', '1.1>none name'],
    ],
    [
      'are of the service that the document bills',
      [painting, washing],
      [bill(1, ['Lavado', 1000, 1180], ['Otros costos', 413, 413])],
      ['1.0>1 name', '1.1>1 otherCosts'],
    ],
    [
      'each service has its own',
      [painting, washing],
      [bill(1, ['Otros costos - lavado', 413, 413], ['Otros costos - pintura', 413, 413])],
      ['1.0>1 otherCosts', '1.1>0 otherCosts'],
    ],
    [
      'with the whole name of a line of the order they are that line',
      [painting, ['Otros costos de pintura', 413, 413]],
      [bill(1, ['Otros costos de pintura', 413, 413])],
      ['1.0>1 name'],
    ],
    [
      'of a service that is named nearly so',
      [['Pintura puerta delantera', 1000, 1593, 413]],
      [bill(1, ['Otros costos: pintura puerta del.', 413, 413])],
      ['1.0>0 otherCosts'],
    ],
    ['are off by a peso', [painting], [bill(1, ['Otros costos de pintura', 412, 412])], ['1.0>0 otherCosts']],
    [
      'are off by more',
      [painting],
      [bill(1, ['Otros costos de pintura', 411.99, 411.99])],
      ['1.0>none name'],
    ],
    [
      'make up the total with what is billed, two pesos off',
      [['Pintura', 1000, 1593]],
      [bill(1, ['Pintura', 1000, 1180], ['Otros costos de pintura', 411, 411])],
      ['1.0>0 name', '1.1>0 otherCosts'],
    ],
    [
      'do not make it up, more than two pesos off',
      [['Pintura', 1000, 1593]],
      [bill(1, ['Pintura', 1000, 1180], ['Otros costos de pintura', 410.99, 410.99])],
      ['1.0>0 name', '1.1>none name'],
    ],
    [
      'of a line without a total',
      [['Pintura', 1000, null, 413]],
      [bill(1, ['Pintura', 1000, 1180], ['Otros costos de pintura', 413, 413])],
      ['1.0>0 name', '1.1>0 otherCosts'],
    ],
    [
      'without an amount are nobody’s',
      [painting],
      [bill(1, ['Otros costos de pintura', null, null])],
      ['1.0>none name'],
    ],
    [
      'of a line that has none',
      [['Pintura', 1000, 1000, 0]],
      [bill(1, ['Otros costos de pintura', 0, 0])],
      ['1.0>none name'],
    ],
  ])('%s', (_, order, bills, expected) => {
    expect(places(order, ...bills)).toEqual(expected);
  });

  test('of nothing named they are of one service only', () => {
    expect(places([painting, washing], bill(1, ['Otros costos', 413, 413]))).toHaveLength(1);
  });
});

describe('by the amount alone', () => {
  const hood: Ordered = ['Bonete', 2000, 2360];
  const unlike: Billed = ['Xyz', 1, 2360];

  test.each<[string, Ordered[], Bill[], string[]]>([
    ['a peso off', [hood], [bill(1, ['Xyz', 1, 2361])], ['1.0>0 amount']],
    ['more than a peso off', [hood], [bill(1, ['Xyz', 1, 2361.01])], ['1.0>none name']],
    [
      'what is invoiced already is out',
      [hood],
      [bill(1, ['Bonete', 2000, 2360]), bill(2, unlike)],
      ['1.0>0 name', '2.0>none name'],
    ],
    [
      'a credit note of what is invoiced',
      [hood],
      [bill(1, ['Bonete', 2000, 2360]), credit(2, unlike)],
      ['1.0>0 name', '2.0>0 amount'],
    ],
    ['a credit note of what nobody invoiced', [hood], [credit(2, unlike)], ['2.0>none name']],
    [
      'a second credit note',
      [hood],
      [bill(1, ['Bonete', 2000, 2360]), credit(2, unlike), credit(3, unlike)],
      ['1.0>0 name', '2.0>0 amount', '3.0>none name'],
    ],
    [
      'a line without an amount',
      [['Bonete', 2000, null]],
      [bill(1, unlike, ['Abc', 1, null])],
      ['1.0>none name', '1.1>none name'],
    ],
    ['a line below nothing', [['Bonete', 1, -5]], [bill(1, ['Xyz', 1, -5])], ['1.0>none name']],
    [
      'another line of the document has another amount',
      [hood],
      [bill(1, unlike, ['Abc', 1, 17])],
      ['1.0>0 amount', '1.1>none name'],
    ],
    [
      'what contradicts is left out of the count',
      [['Bonete izquierdo', 2000, 2360]],
      [bill(1, ['Xyz derecho', 1, 2360], ['Abc', 1, 2360])],
      ['1.0>none name', '1.1>0 amount'],
    ],
  ])('%s', (_, order, bills, expected) => {
    expect(places(order, ...bills)).toEqual(expected);
  });

  const others = (count: number) =>
    Array.from({ length: count }, (_, index): [string, null, null] => [`q${index}z`, null, null]);
  test.each([
    ['the order', 199, 99, '1.99>0 amount'],
    ['the order', 200, 99, '1.99>none name'],
    ['the document', 0, 140, '1.140>0 amount'],
    ['the document', 0, 141, '1.141>none name'],
  ])('it is left where %s has too many lines: %i and %i', (_, ordered, billed, expected) => {
    const lines = others(billed).map(([name]): Billed => [`${name}w`, null, null]);
    const found = places([hood, ...others(ordered)], bill(1, ...lines, unlike));
    expect(found).toContain(expected);
  });
});

describe('in what order the lines stand', () => {
  const amount = fc.constantFrom(null, 50, 50.8, 90, 106.2, 200);
  const name = fc.constantFrom(
    ...['Faro', 'Faro derecho', 'Faro izquierdo', 'Pintura', 'Pintura general', 'Otros costos Pintura', ''],
  );
  const names = fc
    .array(name, { minLength: 1, maxLength: 2 })
    .map(([first = '', ...more]) => [first, ...more] as const);
  const ordered = fc.record({
    ...{ names, unitPrice: amount, total: amount, otherCosts: fc.constantFrom(null, 50, 90) },
    place: fc.nat(),
  });
  const billed = fc.record({ name, unitPrice: amount, total: amount, place: fc.nat() });
  const bills = fc.array(
    fc.record({ isCreditNote: fc.boolean(), lines: fc.array(billed, { maxLength: 5 }) }),
    { maxLength: 3 },
  );

  /** What is taken for what, by what the lines say. */
  function pairs(
    order: readonly {
      names: readonly [string, ...string[]];
      unitPrice: number | null;
      total: number | null;
      otherCosts: number | null;
    }[],
    documents: readonly {
      isCreditNote: boolean;
      lines: readonly { name: string; unitPrice: number | null; total: number | null }[];
    }[],
  ): string[] {
    const lines = order.map(({ names, unitPrice, total, otherCosts }) =>
      orderLine([[...names], unitPrice, total, otherCosts ?? undefined]),
    );
    const matched = documents.map(({ isCreditNote, lines: own }, at) => ({
      recordId: at,
      number: String(at),
      isCreditNote,
      lines: own.map(({ name, unitPrice, total }) => billedLine([name, unitPrice, total])),
    }));
    return placeLines(lines, matched, new Big(1))
      .map(({ document, line, orderLine: at, recognisedBy }) =>
        JSON.stringify([document.recordId, line, at === null ? null : lines[at], recognisedBy]),
      )
      .toSorted();
  }

  test('changes nothing: any order, with up to three documents, has the same pairs by place and shuffled', () => {
    fc.assert(
      fc.property(fc.array(ordered, { maxLength: 5 }), bills, (order, documents) => {
        const shuffled = order.toSorted((a, b) => a.place - b.place);
        const shuffledBills = documents.map((document) => ({
          ...document,
          lines: document.lines.toSorted((a, b) => a.place - b.place),
        }));
        expect(pairs(shuffled, shuffledBills)).toEqual(pairs(order, documents));
      }),
    );
  });
});
