import type { orders as esOrders, search as esSearch } from '../es/orders.ts';
import type { Translated } from '../translated.ts';

export const orders: Translated<typeof esOrders> = {
  facts: {
    marketplaceId: 'Order at the marketplace',
    category: 'Category',
    deliverTo: 'Deliver to',
    deliveryDays: 'Delivery',
    createdBy: 'Created by',
    createdOn: 'Created',
    deductible: 'Deductible',
  },
  lines: {
    item: 'Part',
    service: 'Service',
    action: 'Action',
    quantity: 'Qty',
    unitPrice: 'Price',
    market: 'Market: min – avg – max',
    rowPrice: 'Amount',
    discount: 'Discount',
    discountShort: 'disc.',
    tax: 'ITBIS',
    total: 'Total',
    workshopLabour: "Workshop's labour",
    toRepair: 'to repair',
    toReplace: 'to replace',
    otherCosts: 'Other costs',
    servicePrice: 'Agreed price',
    none: 'The order came without lines.',
    subtotal: 'Subtotal',
    difference: 'Adjustment',
    grandTotal: 'Total',
    currency: 'Amounts in Dominican pesos (RD$)',
    incomplete: 'Some amount is missing: the sum counts only what came.',
  },
};

export const search: Translated<typeof esSearch> = {
  label: 'Results for “{{query}}”',
  kinds: 'Kind',
  allKinds: 'Of any kind',
  inClaims_one: '{{count}} claim',
  inClaims_other: '{{count}} claims',
  inPolicies_one: '{{count}} vehicle in the policy book',
  inPolicies_other: '{{count}} vehicles in the policy book',
};
