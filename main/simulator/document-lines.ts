/** The lines of sample documents, made from the lines of the orders or invoices that they are about. */
import Big from 'big.js';
import type * as z from 'zod';
import type { documentItem } from '#shared/marketplace/financial-document.ts';
import { taxRate } from './money.ts';
import type { PurchaseOrderBody } from './purchase-order.ts';
import type { ServiceOrderBody } from './service-order.ts';

type DocumentItemBody = z.input<typeof documentItem>;

/** Which lines, counted from 0, and of each how many where it is not all. */
export interface LineChoice {
  line: number;
  quantity?: number;
}

/** A line by its amounts a unit; exact, with up to four decimals. */
export interface DocumentLine {
  name: string;
  quantity: Big;
  unitPrice: Big;
  unitTax: Big;
  unitDiscount: Big;
}

/** Each line of the order as it was ordered: its row total is the order's. */
export function linesOfPurchaseOrder(order: PurchaseOrderBody): DocumentLine[] {
  return order.items.map((item) => ({
    name: item.itemName,
    quantity: new Big(item.itemQuantity),
    unitPrice: new Big(item.supplierItemPrice),
    unitTax: new Big(item.supplierItemRowTax).div(item.itemQuantity),
    unitDiscount: new Big(item.supplierRowDiscount).div(item.itemQuantity),
  }));
}

/** Labour by line, other costs on lines of their own, and an agreed rebate as discount on a line of quantity 1. */
export function linesOfServiceOrder(order: ServiceOrderBody): DocumentLine[] {
  const rebated = order.items.findIndex(({ itemQuantity }) => itemQuantity === 1);
  const labour = order.items.map((item, index) => {
    const unitPrice = new Big(item.workshopServicePrice ?? 0);
    const unitDiscount = index === rebated ? new Big(order.differenceAmount).times(-1) : new Big(0);
    const name = [item.workshopServiceName, item.itemName].filter((word) => word !== '').join(' - ');
    const unitTax = unitPrice.minus(unitDiscount).times(taxRate);
    return { name, quantity: new Big(item.itemQuantity), unitPrice, unitTax, unitDiscount };
  });
  const others = order.items.flatMap((item) => {
    if (!item.otherCosts) return [];
    const unitPrice = new Big(item.otherCosts);
    const name = `Otros costos - ${item.workshopServiceName}`;
    const unitTax = unitPrice.times(taxRate);
    return [{ name, quantity: new Big(1), unitPrice, unitTax, unitDiscount: new Big(0) }];
  });
  return [...labour, ...others];
}

export function linesOfDocument(items: readonly DocumentItemBody[]): DocumentLine[] {
  return items.map((item) => ({
    name: item.documentItemName,
    quantity: new Big(item.quantity),
    unitPrice: new Big(item.unitPrice),
    unitTax: new Big(item.unitTaxAmount),
    unitDiscount: new Big(item.unitDiscountAmount),
  }));
}

export function chosen(
  lines: readonly DocumentLine[],
  choice: readonly LineChoice[] | undefined,
): DocumentLine[] {
  if (choice === undefined) return [...lines];
  return choice.map(({ line, quantity }) => {
    const found = lines[line];
    if (found === undefined) throw new RangeError(`there is no line ${line}`);
    return quantity === undefined ? found : { ...found, quantity: new Big(quantity) };
  });
}

/** Interface, ItemDetails(FD): `rowTotal` is quantity x (unitPrice + unitTaxAmount - unitDiscountAmount). */
export function rowTotal({ quantity, unitPrice, unitTax, unitDiscount }: DocumentLine): Big {
  return unitPrice.plus(unitTax).minus(unitDiscount).times(quantity);
}
