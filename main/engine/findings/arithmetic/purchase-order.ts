import type Big from 'big.js';
import type { PurchaseOrderItem } from '#shared/marketplace/purchase-order.ts';
import { amountText, decimal } from '../decimal.ts';
import type { Tell } from '../gather.ts';
import { type Line, lineWords, pointerTo } from '../line.ts';
import { difference } from './compare.ts';
import { isOddTax } from './tax-rate.ts';

/**
 * Sums of a purchase order's line (interface, "PurchaseOrderItem"): `supplierItemRowPrice` is quantity x unit price,
 * `supplierItemRowTotal` is "line total including discounts and taxes". The total is held against the row price that
 * the line gives, so that one wrong product is told once.
 */
export function purchaseLineSums(item: PurchaseOrderItem, line: Line, tolerance: Big, tell: Tell): void {
  const quantity = decimal(item.itemQuantity);
  const unitPrice = decimal(item.supplierItemPrice);
  const price = decimal(item.supplierItemRowPrice);
  const discount = decimal(item.supplierRowDiscount);
  const tax = decimal(item.supplierItemRowTax);
  const product = quantity === null || unitPrice === null ? null : quantity.times(unitPrice);
  const priceOdd = difference(price, product, tolerance);
  if (priceOdd !== null) {
    tell('arithmetic.rowPrice', () => ({
      pointer: pointerTo(line, 'supplierItemRowPrice'),
      parameters: { ...priceOdd(), ...lineWords(line) },
    }));
  }
  if (price === null || discount === null || tax === null) return;
  const total = decimal(item.supplierItemRowTotal);
  const totalOdd = difference(total, price.minus(discount).plus(tax), tolerance);
  if (totalOdd !== null) {
    tell('arithmetic.rowTotal', () => ({
      pointer: pointerTo(line, 'supplierItemRowTotal'),
      parameters: { ...totalOdd(), ...lineWords(line) },
    }));
  }
  if (isOddTax({ tax, price, discount, units: quantity }, tolerance)) {
    tell('arithmetic.taxRate', () => ({
      pointer: pointerTo(line, 'supplierItemRowTax'),
      parameters: { tax: amountText(tax), base: amountText(price.minus(discount)), ...lineWords(line) },
    }));
  }
}
