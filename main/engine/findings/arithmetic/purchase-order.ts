import type Big from 'big.js';
import type { PurchaseOrderItem } from '#shared/marketplace/purchase-order.ts';
import { decimal } from '../decimal.ts';
import type { Line } from '../line.ts';
import type { NewFinding } from '../new-finding.ts';
import { differs } from './compare.ts';
import { oddTaxRate } from './tax-rate.ts';

/**
 * Sums of a purchase order's line (interface, "PurchaseOrderItem"): `supplierItemRowPrice` is quantity x unit price,
 * `supplierItemRowTotal` is "line total including discounts and taxes". The total is held against the row price that
 * the line gives, so that one wrong product is told once.
 */
export function purchaseLineSums(
  { item, pointer, told }: Line<PurchaseOrderItem>,
  tolerance: Big,
): (NewFinding | null)[] {
  const quantity = decimal(item.itemQuantity);
  const unitPrice = decimal(item.supplierItemPrice);
  const rowPrice = decimal(item.supplierItemRowPrice);
  const discount = decimal(item.supplierRowDiscount);
  const tax = decimal(item.supplierItemRowTax);
  const rowTotal = decimal(item.supplierItemRowTotal);
  const product = quantity === null || unitPrice === null ? null : quantity.times(unitPrice);
  const sum =
    rowPrice === null || discount === null || tax === null ? null : rowPrice.minus(discount).plus(tax);
  return [
    differs(
      'arithmetic.rowPrice',
      `${pointer}/supplierItemRowPrice`,
      { found: rowPrice, expected: product, tolerance },
      told,
    ),
    differs(
      'arithmetic.rowTotal',
      `${pointer}/supplierItemRowTotal`,
      { found: rowTotal, expected: sum, tolerance },
      told,
    ),
    oddTaxRate(
      `${pointer}/supplierItemRowTax`,
      { tax, price: rowPrice, discount, units: quantity },
      tolerance,
      told,
    ),
  ];
}
