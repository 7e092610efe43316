import Big from 'big.js';
import type { LineState } from '#shared/contract/claims.ts';
import type { OrderLine } from './lines.ts';

/** What was billed for one line of an order. Quantities and totals are null where a line does not tell its own. */
export interface Billed {
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
export function lineState(line: OrderLine, billed: Billed, tolerance: Big): LineState {
  const { invoiceLines, creditLines, invoicedQuantity, invoicedTotal, creditedTotal } = billed;
  if (invoiceLines + creditLines === 0) return 'notInvoiced';
  if (line.total === null || invoicedTotal === null || creditedTotal === null)
    return stateByQuantity(line, billed);
  const allowed = tolerance.times(Math.max(1, invoiceLines + creditLines));
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

function quantityLessCredits({ invoicedQuantity, creditedQuantity, creditLines }: Billed): Big | null {
  if (invoicedQuantity === null) return null;
  if (creditLines === 0) return invoicedQuantity;
  return creditedQuantity === null ? null : invoicedQuantity.minus(creditedQuantity);
}

/** The sum of quantities; null where one of them is not told. */
export function sumOrNull(values: readonly (Big | null)[]): Big | null {
  let sum: Big = new Big(0);
  for (const value of values) {
    if (value === null) return null;
    sum = sum.plus(value);
  }
  return sum;
}
