import type Big from 'big.js';
import { isIncomplete } from '#shared/marketplace/places.ts';
import type { ServiceOrder } from '#shared/marketplace/service-order.ts';
import { decimal, zero } from '../decimal.ts';
import type { AddFinding } from '../gather.ts';
import { difference } from './compare.ts';
import { checkTaxOfTotal, oddTaxOfTotal } from './tax-rate.ts';

/**
 * The subtotal of a service order (interface, "ServiceOrderDetails": "based on prices agreed per service type") against
 * its lines: quantity x `workshopServicePrice`, the "agreed price per unit". The interface does not say whether
 * `otherCosts` are in it, nor whether they are of a unit or of the line, so a subtotal that fits any of the three
 * readings is right; otherwise it is told against the one that it comes nearest to. `differenceAmount` is what is
 * adjusted on top, and no part of it. A line may have no agreed price or no other costs; one with neither has no amount,
 * and the order is then not summed up. Then the rate of its tax, which only its total tells.
 */
export function serviceOrderSums(
  order: ServiceOrder,
  { tolerance, rates }: { tolerance: Big; rates: readonly Big[] },
  tell: AddFinding,
): void {
  const lines = lineAmounts(order);
  const ofTotals = tolerance.times(Math.max(1, order.items.length));
  taxRate(order, lines?.map(({ services, costs }) => services.plus(costs)) ?? [], { rates, ofTotals }, tell);
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
    tell('arithmetic.subtotal', () => {
      const { parameters, amount } = odd();
      return { pointer: '/subTotalAmount', parameters: { ...parameters, lines: lines.length }, amount };
    });
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
function taxRate(
  order: ServiceOrder,
  lines: readonly Big[],
  { rates, ofTotals }: { rates: readonly Big[]; ofTotals: Big },
  tell: AddFinding,
): void {
  const tax = decimal(order.taxTotalAmount);
  const subtotal = decimal(order.subTotalAmount);
  if (tax === null || subtotal === null) return;
  const adjusted = subtotal.plus(decimal(order.differenceAmount) ?? zero);
  const away = oddTaxOfTotal({ tax, bases: [subtotal, adjusted], lines }, rates, ofTotals);
  if (away !== null) checkTaxOfTotal({ tax, base: subtotal, away }, tell);
}
