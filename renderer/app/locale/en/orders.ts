import type { finding as esFinding, orders as esOrders, search as esSearch } from '../es/orders.ts';
import type { Words } from '../words.ts';

export const orders: Words<typeof esOrders> = {
  facts: {
    marketplaceId: 'Order at the marketplace',
    batch: 'Batch',
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
    repair: 'Repair',
    replace: 'Replace',
    workshopPrices: 'Workshop',
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

export const finding: Words<typeof esFinding> = {
  wire: {
    missing: 'Missing: {{names}}.',
    null: 'Came empty (null): {{names}}.',
    numberAsText: 'Came as text and should be numbers: {{names}}.',
    textAsNumber: 'Came as numbers and should be text: {{names}}.',
    wrongType: '“{{field}}” is not of its type and could not be read.',
    unknownProperty: 'It carries “{{field}}”, which the interface does not document.',
    pascalCase: 'Came with a capital initial: {{names}}.',
    dateWithoutZone: '“{{field}}” is a UTC time and came without a zone; it was taken as UTC.',
    notADate: '“{{field}}” should be a date and is not.',
  },
  revision: { changed: 'The marketplace sent it again with other content: this is revision {{revision}}.' },
};

export const search: Words<typeof esSearch> = {
  label: 'Results for “{{query}}”',
  kinds: 'Kind',
  allKinds: 'Of any kind',
};
