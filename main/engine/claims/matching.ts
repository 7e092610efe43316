import Big from 'big.js';
import type { LineMatch, LineState } from '#shared/contract/claims.ts';
import type { FinancialDocument } from '#shared/marketplace/financial-document.ts';
import type { PurchaseOrder } from '#shared/marketplace/purchase-order.ts';
import type { ServiceOrder } from '#shared/marketplace/service-order.ts';
import { plainName } from './item-names.ts';
import {
  type DocumentLine,
  type MatchedDocument,
  type OrderLine,
  type PlacedLine,
  placeLines,
} from './pairing.ts';

/**
 * Three-way matching: each line of an order beside the lines of invoices and credit notes that are taken for it, then
 * what was billed and not ordered. Every document's line is in exactly one place.
 *
 * @param documents those that count: each receipt once, in the order's currency.
 * @param tolerance how far one line may be off, in the order's currency.
 */
export function matchLines(
  order: readonly OrderLine[],
  documents: readonly MatchedDocument[],
  tolerance: Big,
): LineMatch[] {
  const placed = placeLines(order, documents, tolerance);
  const placedAt = Map.groupBy(placed, ({ orderLine }) => orderLine);
  const ordered = order.map((line, index) => {
    const own = placedAt.get(index) ?? [];
    const billed = billedBy(own);
    return lineMatch(own, billed, {
      orderLine: index,
      name: line.names[0],
      orderedQuantity: text(line.quantity),
      orderedUnitPrice: text(line.unitPrice),
      orderedTotal: text(line.total),
      state: lineState(line, billed, tolerance),
    });
  });
  return [...ordered, ...notOrdered(placedAt.get(null) ?? [])];
}

/** An invoice's line and a credit note's line of the same name are one thing that was not ordered. */
function notOrdered(placed: readonly PlacedLine[]): LineMatch[] {
  const groups = Map.groupBy(placed, ({ line }) => plainName(line.name));
  return [...groups.values()].map((own) => {
    const [name = ''] = own.map(({ line }) => line.name);
    return lineMatch(own, billedBy(own), {
      orderLine: null,
      name,
      orderedQuantity: null,
      orderedUnitPrice: null,
      orderedTotal: null,
      state: 'notOrdered',
    });
  });
}

type OrderSide = Pick<
  LineMatch,
  'orderLine' | 'name' | 'orderedQuantity' | 'orderedUnitPrice' | 'orderedTotal' | 'state'
>;

function lineMatch(own: readonly PlacedLine[], billed: Billed, side: OrderSide): LineMatch {
  return {
    ...side,
    invoicedQuantity: (billed.invoicedQuantity ?? new Big(0)).toFixed(),
    invoicedTotal: totalOf(own, false).toFixed(),
    creditedQuantity: (billed.creditedQuantity ?? new Big(0)).toFixed(),
    creditedTotal: totalOf(own, true).toFixed(),
    documentLines: own
      .toSorted((a, b) => a.document.recordId - b.document.recordId || a.index - b.index)
      .map(({ document, line, index, recognisedBy }) => ({
        recordId: document.recordId,
        number: document.number,
        isCreditNote: document.isCreditNote,
        line: index,
        quantity: text(line.quantity),
        unitPrice: text(line.unitPrice),
        total: text(line.total),
        recognisedBy,
      })),
  };
}

/** Other costs are money of a line and no more of its units. */
function billedBy(own: readonly PlacedLine[]): Billed {
  const invoices = own.filter(({ document }) => !document.isCreditNote);
  const credits = own.filter(({ document }) => document.isCreditNote);
  const units = ({ recognisedBy }: PlacedLine) => recognisedBy !== 'otherCosts';
  return {
    invoiceLines: invoices.length,
    creditLines: credits.length,
    invoicedQuantity: sumOrNull(invoices.filter(units).map(({ line }) => line.quantity)),
    invoicedTotal: sumOrNull(invoices.map(({ line }) => line.total)),
    creditedQuantity: sumOrNull(credits.filter(units).map(({ line }) => line.quantity)),
    creditedTotal: sumOrNull(credits.map(({ line }) => line.total)),
    isByAmount: own.some(({ recognisedBy }) => recognisedBy === 'amount'),
  };
}

const totalOf = (own: readonly PlacedLine[], isCredit: boolean) =>
  own
    .filter(({ document }) => document.isCreditNote === isCredit)
    .reduce((sum, { line }) => sum.plus(line.total ?? 0), new Big(0));
const text = (value: Big | null) => value?.toFixed() ?? null;

/** What was billed for one line of an order. Quantities and totals are null where a line does not tell its own. */
interface Billed {
  invoiceLines: number;
  creditLines: number;
  invoicedQuantity: Big | null;
  invoicedTotal: Big | null;
  creditedQuantity: Big | null;
  creditedTotal: Big | null;
  /** Whether an article of another name was taken for it by its amount alone. */
  isByAmount: boolean;
}

/**
 * How a line stands. Money decides: what is invoiced less what is credited is the ordered total, or not. Below it, a
 * credit note, a quantity or a price is the reason; above it, a quantity or a price. It matches only where the quantity is
 * the ordered one too, before credits or after them: a credit note may take back goods, or only lower a price.
 *
 * @param tolerance of one document's line (settings, `lineTolerance`); each line of a document may be off by it.
 */
function lineState(line: OrderLine, billed: Billed, tolerance: Big): LineState {
  const { invoiceLines, creditLines, invoicedQuantity, invoicedTotal, creditedTotal } = billed;
  if (invoiceLines + creditLines === 0) return 'notInvoiced';
  if (line.total === null || invoicedTotal === null || creditedTotal === null)
    return stateByQuantity(line, billed);
  const allowed = tolerance.times(invoiceLines + creditLines);
  const net = invoicedTotal.minus(creditedTotal);
  const above = net.minus(line.total);
  if (above.abs().lte(allowed)) return invoiceLines > 0 ? stateOfSameAmount(line, billed) : 'credited';
  if (above.gt(0)) {
    const netQuantity = quantityLessCredits(billed);
    const isSameQuantity = netQuantity !== null && line.quantity !== null && netQuantity.lte(line.quantity);
    return isSameQuantity ? 'priceDiffers' : 'overInvoiced';
  }
  if (creditLines > 0) return 'credited';
  if (line.quantity === null || invoicedQuantity === null || line.quantity.lte(0)) return 'partlyInvoiced';
  const withoutCosts = line.total.minus(line.otherCosts ?? 0);
  if (invoicedQuantity.lte(0) || net.minus(withoutCosts).abs().lte(allowed)) return 'partlyInvoiced';
  if (invoicedQuantity.gte(line.quantity)) return 'priceDiffers';
  const due = line.total.times(invoicedQuantity).div(line.quantity);
  return invoicedTotal.minus(due).gt(allowed) ? 'priceDiffers' : 'partlyInvoiced';
}

function stateOfSameAmount(line: OrderLine, billed: Billed): LineState {
  if (billed.isByAmount) return 'amountOnly';
  const { quantity } = line;
  if (quantity === null || billed.invoicedQuantity === null) return 'notCompared';
  const isOrdered = [billed.invoicedQuantity, quantityLessCredits(billed)].some((one) => one?.eq(quantity));
  return isOrdered ? 'matched' : 'quantityDiffers';
}

/** Without amounts to compare, quantities can only tell what is wrong. */
function stateByQuantity(line: OrderLine, billed: Billed): LineState {
  const net = quantityLessCredits(billed);
  if (billed.creditLines > 0 && (billed.invoiceLines === 0 || net?.lte(0))) return 'credited';
  if (net === null || line.quantity === null || net.eq(line.quantity)) return 'notCompared';
  if (net.gt(line.quantity)) return 'overInvoiced';
  return billed.creditLines > 0 ? 'credited' : 'partlyInvoiced';
}

function quantityLessCredits({ invoicedQuantity, creditedQuantity }: Billed): Big | null {
  return invoicedQuantity === null || creditedQuantity === null
    ? null
    : invoicedQuantity.minus(creditedQuantity);
}

/** The sum of quantities; null where one of them is not told. */
function sumOrNull(values: readonly (Big | null)[]): Big | null {
  let sum: Big = new Big(0);
  for (const value of values) {
    if (value === null) return null;
    sum = sum.plus(value);
  }
  return sum;
}

/** Lines of a purchase order: `supplierItemRowTotal` includes discounts and taxes, as a document's `rowTotal`. */
export function purchaseLines(order: PurchaseOrder): OrderLine[] {
  return order.items.map((item) => ({
    names: namesOf(item.itemName, item.itemCode),
    quantity: number(item.itemQuantity),
    unitPrice: decimal(item.supplierItemPrice),
    total: decimal(item.supplierItemRowTotal),
    otherCosts: null,
  }));
}

/**
 * Lines of a service order: quantity x agreed price, and other costs. Its tax is told of the whole order, so each line
 * bears its part of it; the adjustment of the whole (`differenceAmount`) is on no line.
 */
export function serviceLines(order: ServiceOrder): OrderLine[] {
  const rate = taxRate(order);
  return order.items.map((item) => {
    const quantity = decimal(item.itemQuantity);
    const unitPrice = decimal(item.workshopServicePrice);
    const labour = quantity === null || unitPrice === null ? null : quantity.times(unitPrice);
    const others = decimal(item.otherCosts);
    const net = labour === null ? others : labour.plus(others ?? 0);
    const service = trimmed(item.workshopServiceName);
    const part = trimmed(item.itemName);
    return {
      names:
        service !== null && part !== null
          ? [`${service}: ${part}`, `${service} ${part}`, `${part} ${service}`, service, part]
          : namesOf(service ?? part, item.workshopServiceCode ?? item.itemCode),
      quantity,
      unitPrice,
      total: net === null ? null : net.times(rate).round(2, Big.roundHalfUp),
      otherCosts: others?.gt(0) ? others.times(rate).round(2, Big.roundHalfUp) : null,
    };
  });
}

/** 1 and the order's tax over what it is a tax of; 1 where that is not told. */
function taxRate({ subTotalAmount, differenceAmount, taxTotalAmount }: ServiceOrder): Big {
  const taxed = decimal(subTotalAmount)?.plus(decimal(differenceAmount) ?? 0) ?? null;
  const tax = decimal(taxTotalAmount);
  if (taxed === null || tax === null || taxed.lte(0)) return new Big(1);
  return tax.div(taxed).plus(1);
}

export function documentLines(document: FinancialDocument): DocumentLine[] {
  return document.items.map((item) => ({
    name: trimmed(item.documentItemName) ?? '',
    quantity: decimal(item.quantity),
    unitPrice: decimal(item.unitPrice),
    total: decimal(item.rowTotal),
  }));
}

function namesOf(name: string | null, code: string | null): [string, ...string[]] {
  return [trimmed(name) ?? trimmed(code) ?? ''];
}

function trimmed(text: string | null): string | null {
  const found = text?.trim() ?? '';
  return found === '' ? null : found;
}

function number(value: number | null): Big | null {
  return value === null ? null : new Big(value);
}

function decimal(text: string | null): Big | null {
  return text === null ? null : new Big(text);
}
