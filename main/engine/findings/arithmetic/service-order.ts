import type Big from 'big.js';
import { isIncomplete } from '#shared/marketplace/places.ts';
import type { ServiceOrder } from '#shared/marketplace/service-order.ts';
import { decimal, zero } from '../decimal.ts';
import type { Tell } from '../gather.ts';
import { difference } from './compare.ts';

/**
 * The subtotal of a service order (interface, "ServiceOrderDetails": "based on prices agreed per service type") against
 * its lines: quantity x `workshopServicePrice`, the "agreed price per unit". The interface does not say whether
 * `otherCosts` are in it, nor whether they are of a unit or of the line, so a subtotal that fits any of the three
 * readings is right; otherwise it is told against the one that it comes nearest to. `differenceAmount` is what is
 * adjusted on top, and no part of it. A line may have no agreed price or no other costs; one with neither has no amount,
 * and the order is then not summed up.
 */
export function serviceOrderSum(order: ServiceOrder, tolerance: Big, tell: Tell): void {
  const subtotal = decimal(order.subTotalAmount);
  if (subtotal === null || order.items.length === 0 || isIncomplete(order.items)) return;
  let services = zero;
  let costs = zero;
  let costsOfUnits = zero;
  for (const item of order.items) {
    const quantity = decimal(item.itemQuantity);
    const price = decimal(item.workshopServicePrice);
    const other = decimal(item.otherCosts);
    if (quantity === null || (price === null && other === null)) return;
    services = services.plus(quantity.times(price ?? zero));
    costs = costs.plus(other ?? zero);
    costsOfUnits = costsOfUnits.plus(quantity.times(other ?? zero));
  }
  const readings = [services, services.plus(costs), services.plus(costsOfUnits)];
  const away = (reading: Big) => reading.minus(subtotal).abs();
  const expected = readings.reduce((best, reading) => (away(reading).lt(away(best)) ? reading : best));
  const odd = difference(subtotal, expected, tolerance.times(order.items.length));
  if (odd !== null) {
    tell('arithmetic.subtotal', () => ({
      pointer: '/subTotalAmount',
      parameters: { ...odd(), lines: order.items.length },
    }));
  }
}
