import Big from 'big.js';
import type { FindingCode } from '#shared/finding-terms.ts';
import type { DocumentItem, FinancialDocument } from '#shared/marketplace/financial-document.ts';
import type { PurchaseOrderItem } from '#shared/marketplace/purchase-order.ts';
import type { ServiceOrder } from '#shared/marketplace/service-order.ts';
import { isIncomplete } from '#shared/marketplace/source-pointers.ts';
import { amountText, decimal, isTooLarge, toCents, zero } from './decimal.ts';
import { describeLine, type Findings, type Line, type NewFinding, pointerTo } from './finding.ts';

/**
 * Sums of a purchase order's line (interface, "PurchaseOrderItem"): `supplierItemRowPrice` is quantity x unit price,
 * `supplierItemRowTotal` is "line total including discounts and taxes". The total is held against the row price that
 * the line gives, so that one wrong product is told once; and where the total fits the product, only the row price is
 * wrong, where it fits an accepted rate and the tax does not, only the tax. A row price without a quantity is told of as
 * that.
 */
export function* purchaseLineSums(
  item: PurchaseOrderItem,
  line: Line,
  { tolerance, rates, hasQuantity }: { tolerance: Big; rates: readonly Big[]; hasQuantity: boolean },
): Findings {
  const quantity = decimal(item.itemQuantity);
  const unitPrice = decimal(item.supplierItemPrice);
  const price = decimal(item.supplierItemRowPrice);
  const discount = decimal(item.supplierRowDiscount);
  const tax = decimal(item.supplierItemRowTax);
  const product = quantity === null || unitPrice === null ? null : quantity.times(unitPrice);
  const priceOdd = hasQuantity ? difference(price, product, tolerance) : null;
  if (priceOdd !== null) {
    yield ofLine('arithmetic.rowPrice', line, 'supplierItemRowPrice', priceOdd);
  }
  if (price === null || discount === null || tax === null) return;
  const awayFrom = (taxed: Big) =>
    oddTaxOfLine({ tax, price: taxed, discount, units: quantity }, rates, tolerance);
  // Where the row price is wrong and the tax fits the product, only the row price is.
  const isOfProduct = priceOdd !== null && product !== null && awayFrom(product) === null;
  const away = isOfProduct ? null : awayFrom(price);
  if (away !== null) yield oddTaxRate(line, 'supplierItemRowTax', { tax, base: price.minus(discount), away });
  const total = decimal(item.supplierItemRowTotal);
  const totalOdd = difference(total, price.minus(discount).plus(tax), tolerance);
  if (totalOdd === null) return;
  const fitsProduct =
    priceOdd !== null &&
    product !== null &&
    difference(total, product.minus(discount).plus(tax), tolerance) === null;
  const fitsTax =
    away !== null && isTotalOfRightTax(total, { price, discount, units: quantity }, rates, tolerance);
  if (fitsProduct || fitsTax) return;
  yield ofLine('arithmetic.rowTotal', line, 'supplierItemRowTotal', totalOdd);
}

/**
 * The subtotal of a service order (interface, "ServiceOrderDetails": "based on prices agreed per service type") against
 * its lines: quantity x `workshopServicePrice`, the "agreed price per unit". The interface does not say whether
 * `otherCosts` are in it, nor whether they are of a unit or of the line, so a subtotal that fits any of the three
 * readings is right; otherwise it is told against the one that it comes nearest to. `differenceAmount` is what is
 * adjusted on top, and no part of it. A line may have no agreed price or no other costs; one with neither has no amount,
 * and the order is then not summed up. Then the rate of its tax, which only its total tells.
 */
export function* serviceOrderSums(
  order: ServiceOrder,
  { tolerance, rates }: { tolerance: Big; rates: readonly Big[] },
): Findings {
  const lines = lineAmounts(order);
  const ofTotals = tolerance.times(Math.max(1, order.items.length));
  yield* taxRateOfServiceOrder(order, lines?.map(({ services, costs }) => services.plus(costs)) ?? [], {
    rates,
    ofTotals,
  });
  const subtotal = decimal(order.subTotalAmount);
  if (subtotal === null || lines === null || lines.length === 0) return;
  const sum = (part: (line: LineAmounts) => Big) =>
    lines.reduce((total, line) => total.plus(part(line)), zero);
  const readings = [
    sum(({ services }) => services),
    sum(({ services, costs }) => services.plus(costs)),
    sum(({ services, costsOfUnits }) => services.plus(costsOfUnits)),
  ];
  const away = (reading: Big) => reading.minus(subtotal).abs();
  const expected = readings.reduce((best, reading) => (away(reading).lt(away(best)) ? reading : best));
  const odd = difference(subtotal, expected, ofTotals);
  if (odd !== null) {
    yield {
      code: 'arithmetic.subtotal',
      pointer: '/subTotalAmount',
      parameters: { ...odd.parameters, lines: lines.length },
      amount: odd.amount,
    };
  }
}

interface LineAmounts {
  services: Big;
  costs: Big;
  costsOfUnits: Big;
}

/** Null where a line has no amount, or no quantity above zero. */
function lineAmounts({ items }: ServiceOrder): LineAmounts[] | null {
  if (isIncomplete(items)) return null;
  const lines: LineAmounts[] = [];
  for (const item of items) {
    const quantity = decimal(item.itemQuantity);
    const price = decimal(item.workshopServicePrice);
    const costs = decimal(item.otherCosts);
    if (quantity === null || quantity.lte(zero) || (price === null && costs === null)) return null;
    lines.push({
      services: quantity.times(price ?? zero),
      costs: costs ?? zero,
      costsOfUnits: quantity.times(costs ?? zero),
    });
  }
  return lines;
}

/** The tax may be of the subtotal alone, or of what it is adjusted to. */
function* taxRateOfServiceOrder(
  order: ServiceOrder,
  lines: readonly Big[],
  { rates, ofTotals }: { rates: readonly Big[]; ofTotals: Big },
): Findings {
  const tax = decimal(order.taxTotalAmount);
  const subtotal = decimal(order.subTotalAmount);
  if (tax === null || subtotal === null) return;
  const adjusted = subtotal.plus(decimal(order.differenceAmount) ?? zero);
  const away = oddTaxOfTotal({ tax, bases: [subtotal, adjusted], lines }, rates, ofTotals);
  if (away !== null) yield oddTaxRateOfTotal({ tax, base: subtotal, away });
}

/** What lines come to; null from the first line on that lacks a part. */
interface Sums {
  subtotal: Big | null;
  taxes: Big | null;
  discounts: Big | null;
}

interface Limits {
  tolerance: Big;
  rates: readonly Big[];
}

/**
 * Sums of a financial document (interface, "FinancialDocumentDetails" and "ItemDetails(FD)"): each line's `rowTotal`;
 * the subtotal, taxes and discounts against the lines; `totalAmount` against the three that the document gives. Where
 * one of the three is wrong and the total fits the lines, that one is told and the total is not: it is one fault. A
 * document without lines, or with some that could not be read or have no quantity above zero, is not summed up.
 */
export function* documentSums(document: FinancialDocument, limits: Limits): Findings {
  const { items } = document;
  const sums: Sums = { subtotal: zero, taxes: zero, discounts: zero };
  for (const [index, item] of items.entries()) {
    yield* lineSums(item, { list: 'items', items, index, name: item.documentItemName }, sums, limits);
  }
  const ofTotals = limits.tolerance.times(Math.max(1, items.length));
  const compared = (
    code: FindingCode,
    field: string,
    found: Big | null,
    expected: Big | null,
  ): NewFinding[] => {
    const odd = difference(found, expected, ofTotals);
    if (odd === null) return [];
    const parameters = { ...odd.parameters, lines: items.length };
    return [{ code, pointer: `/${field}`, parameters, amount: odd.amount }];
  };
  const subtotal = decimal(document.subtotalAmount);
  const taxes = decimal(document.taxTotalAmount);
  const discounts = decimal(document.discountTotalAmount);
  const total = decimal(document.totalAmount);
  const isSummed = items.length > 0 && !isIncomplete(items) && items.every(hasQuantity);
  const oddParts = isSummed
    ? [
        ...compared('arithmetic.subtotal', 'subtotalAmount', subtotal, sums.subtotal),
        ...compared('arithmetic.taxTotal', 'taxTotalAmount', taxes, sums.taxes),
        ...compared('arithmetic.discountTotal', 'discountTotalAmount', discounts, sums.discounts),
      ]
    : [];
  yield* oddParts;
  if (oddParts.length === 0 || difference(total, ofParts(sums), ofTotals) !== null) {
    yield* compared('arithmetic.total', 'totalAmount', total, ofParts({ subtotal, taxes, discounts }));
  }
  if (items.every(({ unitTaxAmount }) => unitTaxAmount === null)) {
    yield* taxRateOfDocument({ subtotal, taxes, discounts }, document, { ...limits, tolerance: ofTotals });
  }
}

function ofParts({ subtotal, taxes, discounts }: Sums): Big | null {
  return subtotal === null || taxes === null || discounts === null
    ? null
    : subtotal.minus(discounts).plus(taxes);
}

/** The rate of a total's tax, where no line tells its own. */
function* taxRateOfDocument(
  { subtotal, taxes: tax, discounts }: Sums,
  { items }: FinancialDocument,
  { rates, tolerance }: Limits,
): Findings {
  if (subtotal === null || tax === null) return;
  const base = subtotal.minus(discounts ?? zero);
  const lines = items.flatMap((item) => times(decimal(item.quantity), decimal(item.unitPrice)) ?? []);
  const away = oddTaxOfTotal({ tax, bases: [base, subtotal], lines }, rates, tolerance);
  if (away !== null) yield oddTaxRateOfTotal({ tax, base, away });
}

/** `rowTotal` is quantity x (unitPrice + unitTaxAmount - unitDiscountAmount); adds the line's parts to the sums. */
function* lineSums(item: DocumentItem, line: Line, sums: Sums, { tolerance, rates }: Limits): Findings {
  const units = decimal(item.quantity);
  const price = times(units, decimal(item.unitPrice));
  const tax = times(units, decimal(item.unitTaxAmount));
  const discount = times(units, decimal(item.unitDiscountAmount));
  sums.subtotal = plus(sums.subtotal, price);
  sums.taxes = plus(sums.taxes, tax);
  sums.discounts = plus(sums.discounts, discount);
  if (price === null || tax === null || discount === null) return;
  const away = oddTaxOfLine({ tax, price, discount, units }, rates, tolerance);
  if (away !== null) yield oddTaxRate(line, 'unitTaxAmount', { tax, base: price.minus(discount), away });
  const total = decimal(item.rowTotal);
  const odd = difference(total, price.plus(tax).minus(discount), tolerance);
  if (odd === null || !units?.gt(zero)) return;
  // Where the total fits an accepted rate and the tax does not, only the tax is wrong.
  if (away !== null && isTotalOfRightTax(total, { price, discount, units }, rates, tolerance)) return;
  yield ofLine('arithmetic.rowTotal', line, 'rowTotal', odd);
}

const hasQuantity = ({ quantity }: DocumentItem) => decimal(quantity)?.gt(zero) !== false;

const times = (one: Big | null, other: Big | null) =>
  one === null || other === null ? null : one.times(other);
const plus = (one: Big | null, other: Big | null) =>
  one === null || other === null ? null : one.plus(other);

/** What rounding a unit's tax to cents can change. */
const halfCent = new Big('0.005');
/** So many taxes that lines can come to together are tried; a total of more lines is not judged. */
const maxSums = 4096;

/** Amounts of a line, and how many units it has. */
interface TaxedLine {
  tax: Big | null;
  price: Big | null;
  discount: Big | null;
  units: Big | null;
}

/** The rates of ITBIS that are accepted, as parts of one: 18 % and exempt, unless the settings say otherwise. */
export function acceptedRates(percents: readonly number[]): Big[] {
  return percents.map((percent) => new Big(percent).div(100));
}

/**
 * How far a line's tax is from the nearest accepted rate of its base, where that is more than the tolerance; null where
 * it is right. The interface does not say whether the tax is of the price before the discount or after it, so either
 * will do, and a unit's tax may have been rounded to cents. What is below zero is told of as negative, not here.
 */
function oddTaxOfLine(
  { tax, price, discount, units }: TaxedLine,
  rates: readonly Big[],
  tolerance: Big,
): Big | null {
  if (tax === null || price === null || discount === null || units === null) return null;
  if (tax.lt(zero) || price.lt(zero) || discount.lt(zero)) return null;
  const bases = discount.eq(zero) ? [price] : [price.minus(discount), price];
  const away = nearest(tax, bases, rates);
  const ofUnits = halfCent.times(units);
  return away === null || away.lte(tolerance) || away.lte(ofUnits) ? null : away;
}

/**
 * The same for the tax of a total of which no line tells its own. It is right where an accepted rate of one of the bases
 * gives it, or where lines of different rates can come to it together.
 */
function oddTaxOfTotal(
  { tax, bases, lines }: { tax: Big | null; bases: readonly Big[]; lines: readonly Big[] },
  rates: readonly Big[],
  tolerance: Big,
): Big | null {
  if (tax === null || tax.lt(zero) || bases.some((base) => base.lt(zero))) return null;
  const away = nearest(tax, bases, rates);
  if (away === null || away.lte(tolerance)) return null;
  let sums = new Set(['0']);
  for (const line of lines) {
    const longer = new Set<string>();
    for (const sum of sums)
      for (const rate of rates) longer.add(line.times(rate).plus(sum).round(2).toFixed());
    if (longer.size > maxSums) return null;
    sums = longer;
  }
  const isMixed = lines.length > 1 && [...sums].some((sum) => tax.minus(sum).abs().lte(tolerance));
  return isMixed ? null : away;
}

function nearest(tax: Big, bases: readonly Big[], rates: readonly Big[]): Big | null {
  let least: Big | null = null;
  for (const base of bases) {
    for (const rate of rates) {
      const away = tax.minus(base.times(rate)).abs();
      if (least === null || away.lt(least)) least = away;
    }
  }
  return least;
}

/**
 * Whether a line's total is its price less its discount with a tax that is right. Where its own tax is not, that is all
 * that is wrong.
 */
function isTotalOfRightTax(
  total: Big | null,
  { price, discount, units }: Omit<TaxedLine, 'tax'>,
  rates: readonly Big[],
  tolerance: Big,
): boolean {
  if (total === null || price === null || discount === null) return false;
  const tax = total.minus(price).plus(discount);
  return tax.gte(zero) && oddTaxOfLine({ tax, price, discount, units }, rates, tolerance) === null;
}

/** A line's tax, in `field`, that is `away` from every accepted rate of its base. */
function oddTaxRate(line: Line, field: string, taxed: OddTax): NewFinding {
  return ofLine('arithmetic.taxRate', line, field, describeTax(taxed));
}

/** The same of the tax of all lines together. */
function oddTaxRateOfTotal(taxed: OddTax): NewFinding {
  return { code: 'arithmetic.taxRateOfTotal', pointer: '/taxTotalAmount', ...describeTax(taxed) };
}

interface OddTax {
  tax: Big;
  base: Big;
  away: Big;
}

const describeTax = ({ tax, base, away }: OddTax) => ({
  parameters: { tax: amountText(tax), base: amountText(base), percent: percentOf(tax, base) },
  amount: inPesos(away),
});

/** A tax as the percent of its base, to two decimals; null of a base of zero. */
function percentOf(tax: Big, base: Big): string | null {
  return base.eq(zero) ? null : tax.times(100).div(base).round(2).toFixed();
}

/** The body itself, where `line` is null, or a line of it. */
type Owner<Field extends string> = Readonly<Record<Field, string | number | null>>;

/**
 * Finds the amounts of an object that are below zero. A credit note's amounts are those that it
 * takes back, and its type says so (interface, "Document types"). Only a service order's `differenceAmount`, an
 * adjustment, may be negative, so it is not among the fields.
 */
export function* negativeAmounts<Field extends string>(
  owner: Owner<Field>,
  line: Line | null,
  fields: readonly Field[],
): Findings {
  yield* checkAmountFields('arithmetic.negative', isNegative, owner, line, fields);
}

/** Finds the quantities and amounts of an object that are too large to be worked with. */
export function* tooLargeAmounts<Field extends string>(
  owner: Owner<Field>,
  line: Line | null,
  fields: readonly Field[],
): Findings {
  yield* checkAmountFields('arithmetic.tooLarge', isTooLarge, owner, line, fields);
}

function* checkAmountFields<Field extends string>(
  code: FindingCode,
  isOdd: (value: string | number | null) => boolean,
  owner: Owner<Field>,
  line: Line | null,
  fields: readonly Field[],
): Findings {
  for (const field of fields) {
    if (!isOdd(owner[field])) continue;
    yield {
      code,
      pointer: line === null ? `/${field}` : pointerTo(line, field),
      parameters: { names: field },
    };
  }
}

/**
 * Finds a line's quantity that is zero or less; returns whether it did, since the sums of such a line follow from it.
 * `charged` is what is charged for it all the same.
 */
export function* oddQuantity(
  quantity: string | number | null,
  line: Line,
  field: string,
  charged: string | null,
): Findings<boolean> {
  const units = decimal(quantity);
  if (units === null || units.gt(zero)) return false;
  const value = decimal(charged)?.abs() ?? null;
  yield {
    code: 'quantity.notPositive',
    pointer: pointerTo(line, field),
    parameters: { quantity: amountText(units), ...describeLine(line) },
    amount: value === null || value.eq(zero) ? null : { value: amountText(value), currency: 'DOP' },
  };
  return true;
}

const isNegative = (value: string | number | null) =>
  typeof value === 'string' ? value.startsWith('-') && /[1-9]/.test(value) : value !== null && value < 0;

/** An amount at stake, in pesos; `content.ts` gives those of documents their own currency. */
export const inPesos = (value: Big) => ({ value: amountText(toCents(value.abs())), currency: 'DOP' });

type Difference = Required<Pick<NewFinding, 'parameters' | 'amount'>>;

/** A finding of a field of a line, which its text names. */
function ofLine(
  code: FindingCode,
  line: Line,
  field: string,
  { parameters, amount }: Difference,
): NewFinding {
  return {
    code,
    pointer: pointerTo(line, field),
    parameters: { ...parameters, ...describeLine(line) },
    amount,
  };
}

/**
 * What a finding says of an amount that is not what was worked out, which is rounded to cents first, by more than the
 * tolerance; null where it is right, and an amount exactly at the tolerance is. Null where either is absent: the reader
 * found that.
 */
function difference(found: Big | null, expected: Big | null, tolerance: Big): Difference | null {
  if (found === null || expected === null || found.eq(expected)) return null;
  const rounded = toCents(expected);
  const away = found.minus(rounded);
  if (away.abs().lte(tolerance)) return null;
  return {
    parameters: {
      expected: amountText(rounded),
      found: amountText(found),
      difference: amountText(away),
    },
    amount: inPesos(away),
  };
}
