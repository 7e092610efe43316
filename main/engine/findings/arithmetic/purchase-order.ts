import type Big from 'big.js';
import type { PurchaseOrderItem } from '#shared/marketplace/purchase-order.ts';
import { amountText, decimal } from '../decimal.ts';
import type { Tell } from '../gather.ts';
import { type Line, lineWords, pointerTo } from '../line.ts';
import { difference, inPesos } from './compare.ts';
import { oddTaxOfLine, percentOf } from './tax-rate.ts';

/**
 * Sums of a purchase order's line (interface, "PurchaseOrderItem"): `supplierItemRowPrice` is quantity x unit price,
 * `supplierItemRowTotal` is "line total including discounts and taxes". The total is held against the row price that
 * the line gives, so that one wrong product is told once; and where the total fits the product, only the row price is
 * wrong. A row price without a quantity is told of as that.
 */
export function purchaseLineSums(
  item: PurchaseOrderItem,
  line: Line,
  { tolerance, rates, hasQuantity }: { tolerance: Big; rates: readonly Big[]; hasQuantity: boolean },
  tell: Tell,
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
      return { pointer, parameters: { ...parameters, ...lineWords(line) }, amount };
    });
  }
  if (price === null || discount === null || tax === null) return;
  const total = decimal(item.supplierItemRowTotal);
  const totalOdd = difference(total, price.minus(discount).plus(tax), tolerance);
  const fitsProduct = () =>
    product !== null && difference(total, product.minus(discount).plus(tax), tolerance) === null;
  if (totalOdd !== null && !(priceOdd !== null && fitsProduct())) {
    tell('arithmetic.rowTotal', () => {
      const { parameters, amount } = totalOdd();
      const pointer = pointerTo(line, 'supplierItemRowTotal');
      return { pointer, parameters: { ...parameters, ...lineWords(line) }, amount };
    });
  }
  const awayFrom = (taxed: Big) =>
    oddTaxOfLine({ tax, price: taxed, discount, units: quantity }, rates, tolerance);
  const taxAway = awayFrom(price);
  // Where the row price is wrong and the tax fits the product, only the row price is.
  const isOfProduct = priceOdd !== null && product !== null && awayFrom(product) === null;
  if (taxAway !== null && !isOfProduct) {
    const base = price.minus(discount);
    tell('arithmetic.taxRate', () => ({
      pointer: pointerTo(line, 'supplierItemRowTax'),
      parameters: {
        tax: amountText(tax),
        base: amountText(base),
        percent: percentOf(tax, base),
        ...lineWords(line),
      },
      amount: inPesos(taxAway),
    }));
  }
}
