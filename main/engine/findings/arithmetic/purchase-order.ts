import type Big from 'big.js';
import type { PurchaseOrderItem } from '#shared/marketplace/purchase-order.ts';
import { decimal } from '../decimal.ts';
import type { AddFinding } from '../gather.ts';
import { describeLine, type Line, pointerTo } from '../line.ts';
import { difference } from './compare.ts';
import { checkTaxOfLine, isTotalOfRightTax, oddTaxOfLine } from './tax-rate.ts';

/**
 * Sums of a purchase order's line (interface, "PurchaseOrderItem"): `supplierItemRowPrice` is quantity x unit price,
 * `supplierItemRowTotal` is "line total including discounts and taxes". The total is held against the row price that
 * the line gives, so that one wrong product is told once; and where the total fits the product, only the row price is
 * wrong, where it fits an accepted rate and the tax does not, only the tax. A row price without a quantity is told of as
 * that.
 */
export function purchaseLineSums(
  item: PurchaseOrderItem,
  line: Line,
  { tolerance, rates, hasQuantity }: { tolerance: Big; rates: readonly Big[]; hasQuantity: boolean },
  tell: AddFinding,
): void {
  const quantity = decimal(item.itemQuantity);
  const unitPrice = decimal(item.supplierItemPrice);
  const price = decimal(item.supplierItemRowPrice);
  const discount = decimal(item.supplierRowDiscount);
  const tax = decimal(item.supplierItemRowTax);
  const product = quantity === null || unitPrice === null ? null : quantity.times(unitPrice);
  const priceOdd = hasQuantity ? difference(price, product, tolerance) : null;
  if (priceOdd !== null) {
    tell('arithmetic.rowPrice', () => {
      const { parameters, amount } = priceOdd();
      const pointer = pointerTo(line, 'supplierItemRowPrice');
      return { pointer, parameters: { ...parameters, ...describeLine(line) }, amount };
    });
  }
  if (price === null || discount === null || tax === null) return;
  const awayFrom = (taxed: Big) =>
    oddTaxOfLine({ tax, price: taxed, discount, units: quantity }, rates, tolerance);
  // Where the row price is wrong and the tax fits the product, only the row price is.
  const isOfProduct = priceOdd !== null && product !== null && awayFrom(product) === null;
  const away = isOfProduct ? null : awayFrom(price);
  if (away !== null)
    checkTaxOfLine(line, 'supplierItemRowTax', { tax, base: price.minus(discount), away }, tell);
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
  tell('arithmetic.rowTotal', () => {
    const { parameters, amount } = totalOdd();
    const pointer = pointerTo(line, 'supplierItemRowTotal');
    return { pointer, parameters: { ...parameters, ...describeLine(line) }, amount };
  });
}
