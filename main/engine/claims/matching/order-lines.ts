import Big from 'big.js';
import type { FinancialDocument } from '#shared/marketplace/financial-document.ts';
import type { PurchaseOrder } from '#shared/marketplace/purchase-order.ts';
import type { ServiceOrder } from '#shared/marketplace/service-order.ts';
import type { DocumentLine, OrderLine } from './lines.ts';

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
  return value === null || !Number.isFinite(value) ? null : new Big(value);
}

function decimal(text: string | null): Big | null {
  return text === null ? null : new Big(text);
}
