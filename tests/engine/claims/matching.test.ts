import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchLines } from '../../../main/engine/claims/matching.ts';
import type { DocumentLine, MatchedDocument, OrderLine } from '../../../main/engine/claims/pairing.ts';
import { processorTime } from '../../processor-time.ts';

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
