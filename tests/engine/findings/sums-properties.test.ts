/** Documents and orders that were reckoned in whole ten-millionths by BigInt, beside what `big.js` makes of them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentFindings } from '../../../main/engine/findings/index.ts';
import { readContent } from '../../../shared/marketplace/record-content.ts';
import { leastRatio } from '../../processor-time.ts';
import {
  documentItem,
  findingsOf,
  invoice,
  orderItem,
  purchaseOrder,
  signs,
  thresholds,
  today,
} from './bodies.ts';

/** A price in ten-thousandths, a quantity in thousandths; the product is in ten-millionths. */
interface GeneratedLine {
  quantity: bigint;
  price: bigint;
  discountPercent: bigint;
  rate: bigint;
}

const generatedLine: fc.Arbitrary<GeneratedLine> = fc.record({
  quantity: fc.oneof(
    fc.bigInt({ min: 1n, max: 60n }).map((units) => units * 1000n),
    fc.bigInt({ min: 1n, max: 90_000n }),
  ),
  price: fc.bigInt({ min: 0n, max: 20_000_000_000n }),
  discountPercent: fc.constantFrom(0n, 0n, 5n, 10n, 33n, 100n),
  rate: fc.constantFrom(0n, 18n),
});
const lines = fc.array(generatedLine, { minLength: 1, maxLength: 30 });

const ratio = (value: bigint, divisor: bigint) => (2n * value + divisor) / (2n * divisor);
/** Ten-millionths as whole cents, half up. */
const cents = (value: bigint) => ratio(value, 100_000n);

function text(value: bigint, digits: number): string {
  const all = String(value < 0n ? -value : value).padStart(digits + 1, '0');
  return `${value < 0n ? '-' : ''}${all.slice(0, -digits)}.${all.slice(-digits)}`;
}

const priceParts = ({ price, discountPercent, rate }: GeneratedLine) => {
  const discount = ratio(price * discountPercent, 100n);
  return { price, discount, tax: ratio((price - discount) * rate, 100n) };
};

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

/** A document whose every amount is right: parts with four decimals, sums in cents. */
function rightDocument(generated: readonly GeneratedLine[]) {
  const parts = generated.map((line) => ({ quantity: line.quantity, ...priceParts(line) }));
  const rows = parts.map(({ quantity, price, tax, discount }) => cents(quantity * (price + tax - discount)));
  const subtotal = cents(sum(parts.map(({ quantity, price }) => quantity * price)));
  const taxes = cents(sum(parts.map(({ quantity, tax }) => quantity * tax)));
  const discounts = cents(sum(parts.map(({ quantity, discount }) => quantity * discount)));
  return { parts, rows, subtotal, taxes, discounts, total: subtotal - discounts + taxes };
}

type RightDocument = ReturnType<typeof rightDocument>;

const bodyOf = ({ parts, rows, subtotal, taxes, discounts, total }: RightDocument) =>
  invoice({
    items: parts.map(({ quantity, price, tax, discount }, index) =>
      documentItem({
        quantity: text(quantity, 3),
        unit: text(price, 4),
        tax: text(tax, 4),
        discount: text(discount, 4),
        total: text(rows[index] ?? 0n, 2),
      }),
    ),
    subtotalAmount: text(subtotal, 2),
    taxTotalAmount: text(taxes, 2),
    discountTotalAmount: text(discounts, 2),
    totalAmount: text(total, 2),
  });

const arithmetic = (kind: 'financialDocument' | 'purchaseOrder', body: object) =>
  findingsOf(kind, body).filter(({ code }) => code.startsWith('arithmetic.'));

const sign = fc.constantFrom(1n, -1n);
const excess = fc.bigInt({ min: 1n, max: 100_000_000n });

describe('a document', () => {
  it('that is built right has no finding of arithmetic', () => {
    fc.assert(
      fc.property(lines, (generated) => {
        expect(arithmetic('financialDocument', bodyOf(rightDocument(generated)))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('has exactly one where a row is off by more than the tolerance, and none at it', () => {
    fc.assert(
      fc.property(lines, fc.nat(), sign, excess, (generated, at, direction, over) => {
        const right = rightDocument(generated);
        const index = at % right.rows.length;
        const off = (by: bigint) => ({
          ...right,
          rows: right.rows.with(index, (right.rows[index] ?? 0n) + by * direction),
        });
        const pointer = `/items/${index}/rowTotal`;
        const negative = (found: readonly { code: string }[]) =>
          found.filter(({ code }) => code !== 'arithmetic.negative');
        expect(negative(arithmetic('financialDocument', bodyOf(off(100n))))).toEqual([]);
        expect(negative(arithmetic('financialDocument', bodyOf(off(100n + over))))).toMatchObject([
          { code: 'arithmetic.rowTotal', pointer },
        ]);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['total', ['arithmetic.total']],
    ['subtotal', ['arithmetic.subtotal']],
    ['taxes', ['arithmetic.taxTotal']],
    ['discounts', ['arithmetic.discountTotal']],
  ] as const)(
    'has exactly those that follow where its %s is off, and none at the tolerance',
    (name, codes) => {
      fc.assert(
        fc.property(lines, excess, (generated, over) => {
          const right = rightDocument(generated);
          const tolerance = 100n * BigInt(generated.length);
          const at = { ...right, [name]: right[name] + tolerance };
          expect(arithmetic('financialDocument', bodyOf(at))).toEqual([]);
          const beyond = { ...right, [name]: right[name] + tolerance + over };
          const found = arithmetic('financialDocument', bodyOf(beyond));
          expect(
            found
              .map(({ code }) => code)
              .toSorted()
              .filter((code) => code !== 'arithmetic.negative'),
          ).toEqual(codes);
          const [first] = found.filter(({ code }) => code === codes[0]);
          // What the check works out is the sum in whole cents.
          expect(Number(first?.parameters['expected'])).toBe(Number(text(right[name], 2)));
          expect(Number(first?.parameters['difference'])).toBe(Number(text(tolerance + over, 2)));
        }),
        { numRuns: 100 },
      );
    },
  );
});

/** Orders have whole quantities, and their lines' amounts are of the row. */
function rightOrder(generated: readonly GeneratedLine[]) {
  return generated.map((line) => {
    const quantity = (line.quantity + 999n) / 1000n;
    const row = cents(quantity * line.price * 1000n);
    const discount = ratio(row * line.discountPercent, 100n);
    const tax = ratio((row - discount) * line.rate, 100n);
    return { quantity, price: line.price, row, discount, tax, total: row - discount + tax };
  });
}

type RightRow = ReturnType<typeof rightOrder>[number];

const orderOf = (rows: readonly RightRow[]) =>
  purchaseOrder(
    rows.map(({ quantity, price, row, discount, tax, total }) =>
      orderItem({
        quantity: Number(quantity),
        unit: text(price, 4),
        row: text(row, 2),
        discount: text(discount, 2),
        tax: text(tax, 2),
        total: text(total, 2),
      }),
    ),
  );

describe('a purchase order', () => {
  it('that is built right has no finding of arithmetic', () => {
    fc.assert(
      fc.property(lines, (generated) => {
        expect(arithmetic('purchaseOrder', orderOf(rightOrder(generated)))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['total', ['arithmetic.rowTotal /items/#/supplierItemRowTotal']],
    // The total of the line fits its product, so only the row price is wrong.
    ['row', ['arithmetic.rowPrice /items/#/supplierItemRowPrice']],
  ] as const)(
    'has exactly those that follow where the %s of a line is off, and none at the tolerance',
    (name, expected) => {
      fc.assert(
        fc.property(lines, fc.nat(), excess, (generated, at, over) => {
          const rows = rightOrder(generated.map((line) => ({ ...line, rate: 0n })));
          const index = at % rows.length;
          const off = (by: bigint) =>
            orderOf(rows.map((row, place) => (place === index ? { ...row, [name]: row[name] + by } : row)));
          expect(arithmetic('purchaseOrder', off(100n))).toEqual([]);
          expect(signs(arithmetic('purchaseOrder', off(100n + over)))).toEqual(
            expected.map((one) => one.replace('#', String(index))),
          );
        }),
        { numRuns: 200 },
      );
    },
  );

  it('of 5,000 lines costs no more than twice what reading them costs, with absurd digits too', async () => {
    const lines = Array.from({ length: 5000 }, (_, index) => ({
      quantity: BigInt(1 + (index % 7)) * 1000n,
      price: 1_000_000n + BigInt(index) * 1237n,
      discountPercent: 5n,
      rate: 18n,
    }));
    const right = orderOf(rightOrder(lines));
    const absurd = purchaseOrder(
      lines.map((_, index) => {
        const amount = `${'9'.repeat(30)}${index}.${'7'.repeat(30)}`;
        return orderItem({ unit: amount, row: amount, discount: amount, tax: amount, total: amount });
      }),
    );
    for (const body of [right, absurd]) {
      const { content } = readContent('purchaseOrder', body);
      const ratio = await leastRatio(
        () => contentFindings(content, { thresholds, today }),
        () => readContent('purchaseOrder', body),
        2,
      );
      expect(ratio).toBeLessThan(2);
    }
  });
});
