/** Makes purchase and service (labour) orders as the interface shapes them ("PurchaseOrderDetails", "ServiceOrderDetails"). */

import Big from 'big.js';
import type * as z from 'zod';
import type { purchaseOrderDetails, purchaseOrderItem } from '#shared/marketplace/purchase-order.ts';
import type { serviceOrderDetails, serviceOrderItem } from '#shared/marketplace/service-order.ts';
import { money, sumOf, taxRate } from './amounts-and-times.ts';
import { makeClaim, type SampleClaim } from './claim.ts';
import { type Random, randomFor, shuffled } from './random.ts';
import {
  categories,
  itemActions,
  itemTypes,
  orderComments,
  type SamplePart,
  services,
  suppliers,
} from './sample-data.ts';

/** A purchase order as it is sent, decimals as JSON numbers. */
export type PurchaseOrderBody = z.input<typeof purchaseOrderDetails>;
type PartBody = z.input<typeof purchaseOrderItem>;

const firstPurchaseOrderId = 50_001;

/** Where prices lie in the market's range: `random` has about one line in eight above it, `above` the first line. */
type PriceLevel = 'random' | 'within' | 'above';

export interface MakingPurchaseOrder {
  seed: number;
  /** Counted from 0; makes the id, and with the seed everything else. */
  index: number;
  createdAt: Date;
  /** 1 to 7; otherwise 1 to 6, random. */
  itemCount?: number;
  /** Otherwise two orders in a row share a claim of the seed. */
  claim?: SampleClaim;
  prices?: PriceLevel;
}

export function makePurchaseOrder({
  seed,
  index,
  createdAt,
  itemCount,
  claim = makeClaim(seed, Math.floor(index / 2)),
  prices = 'random',
}: MakingPurchaseOrder): PurchaseOrderBody {
  const random = randomFor(seed, `purchase order ${index}`);
  const category = random.pick(categories);
  const supplier = random.pick(suppliers);
  const count = itemCount ?? random.integer(1, 6);
  return {
    purchaseOrderId: firstPurchaseOrderId + index,
    purchaseOrderGuid: random.guid(),
    batchId: random.guid(),
    requestId: claim.requestId,
    claimId: claim.claimId,
    insuranceClaimNumber: claim.claimNumber,
    itemCategoryId: category.id,
    itemCategoryName: category.name,
    createdOnUtcDate: createdAt.toISOString(),
    createdByEmailAddress: claim.user.email,
    createdByDisplayName: claim.user.name,
    workshopTaxId: claim.workshop.taxId,
    workshopName: claim.workshop.name,
    supplierTaxId: supplier.taxId,
    supplierName: supplier.name,
    deliverTo: claim.workshop.name,
    deductibleAmount: claim.deductible,
    comments: random.pick(orderComments),
    items: shuffled(random, category.parts)
      .slice(0, count)
      .map((part, line) => makePart(random, part, line, prices)),
  };
}

/** The sum of the lines of an order, with discounts and taxes: what a supplier invoices. */
export function purchaseOrderTotal(order: PurchaseOrderBody): Big {
  return sumOf(order.items.map((item) => item.supplierItemRowTotal));
}

function makePart(random: Random, part: SamplePart, line: number, prices: PriceLevel): PartBody {
  const itemType = random.pick(itemTypes);
  const minimum = money(new Big(part.price).times('0.82'));
  const maximum = money(new Big(part.price).times('1.25'));
  const isAbove = prices === 'random' ? random.chance(0.12) : prices === 'above' && line === 0;
  const factor = isAbove ? random.integer(128, 150) : random.integer(84, 123);
  const price = money(new Big(part.price).times(factor).div(100));
  const quantity = random.chance(0.85) ? 1 : 2;
  const rowPrice = money(price.times(quantity));
  const discount = random.chance(0.25) ? money(rowPrice.times('0.05')) : new Big(0);
  const tax = money(rowPrice.minus(discount).times(taxRate));
  return {
    itemId: 4_001 + random.integer(0, 899) + line * 1_000,
    itemTypeId: itemType.id,
    itemTypeName: itemType.name,
    deliveryTimeInDays: random.integer(1, 15),
    itemCode: part.code,
    itemName: part.name,
    itemQuantity: quantity,
    supplierItemPrice: price.toNumber(),
    supplierItemRowPrice: rowPrice.toNumber(),
    supplierRowDiscount: discount.toNumber(),
    supplierItemRowTax: tax.toNumber(),
    supplierItemRowTotal: rowPrice.minus(discount).plus(tax).toNumber(),
    workshopItemRepairPrice: money(price.times('0.4')).toNumber(),
    workshopItemReplacePrice: money(price.times('0.15')).toNumber(),
    itemMinSellPrice: minimum.toNumber(),
    itemAverageSellPrice: part.price,
    itemMaxSellPrice: maximum.toNumber(),
  };
}

/** A service order as it is sent, decimals as JSON numbers. */
export type ServiceOrderBody = z.input<typeof serviceOrderDetails>;
type LabourBody = z.input<typeof serviceOrderItem>;

const firstServiceOrderId = 80_001;

export interface MakingServiceOrder extends Omit<MakingPurchaseOrder, 'prices'> {
  /** Otherwise 1 to 5, random; the interface allows 0. */
  itemCount?: number;
  /** Otherwise the claim of the seed with the same index. */
  claim?: SampleClaim;
}

export function makeServiceOrder({
  seed,
  index,
  createdAt,
  itemCount,
  claim = makeClaim(seed, index),
}: MakingServiceOrder): ServiceOrderBody {
  const random = randomFor(seed, `service order ${index}`);
  const items = Array.from({ length: itemCount ?? random.integer(1, 5) }, () => makeLabour(random));
  const subTotal = sumOf(items.map(lineAmount));
  // An agreed rebate is on one line of the invoice, so it needs a line of quantity 1.
  const mayBeLower = items.some(({ itemQuantity }) => itemQuantity === 1);
  const difference = new Big(mayBeLower && random.chance(0.2) ? -500 : 0);
  return {
    serviceOrderId: firstServiceOrderId + index,
    serviceOrderGuid: random.guid(),
    requestId: claim.requestId,
    claimId: claim.claimId,
    insuranceClaimNumber: claim.claimNumber,
    deliveryDays: random.integer(2, 21),
    createdOnUtcDate: createdAt.toISOString(),
    createdByEmailAddress: claim.user.email,
    createdByDisplayName: claim.user.name,
    workshopPersonTaxId: claim.workshop.taxId,
    workshopPersonName: claim.workshop.name,
    subTotalAmount: subTotal.toNumber(),
    differenceAmount: difference.toNumber(),
    deductibleAmount: claim.deductible,
    taxTotalAmount: money(subTotal.plus(difference).times(taxRate)).toNumber(),
    comments: random.pick(orderComments),
    items,
  };
}

/** Quantity x agreed price, and other costs. */
export function lineAmount(item: LabourBody): Big {
  return new Big(item.workshopServicePrice ?? 0).times(item.itemQuantity).plus(item.otherCosts ?? 0);
}

function makeLabour(random: Random): LabourBody {
  const service = random.pick(services);
  const part = random.pick(random.pick(categories).parts);
  const action = random.pick(itemActions);
  // Labour is often agreed for the vehicle and not for one part: then the part's fields are null or blank.
  const isForPart = random.chance(0.8);
  return {
    itemId: isForPart ? 4_001 + random.integer(0, 899) : null,
    itemCode: isForPart ? part.code : '',
    itemName: isForPart ? part.name : '',
    itemQuantity: random.pick([1, 1, 1, 1.5, 2]),
    itemActionId: isForPart ? action.id : null,
    itemActionName: isForPart ? action.name : '',
    workshopServiceId: service.id,
    workshopServiceCode: service.code,
    workshopServiceName: service.name,
    workshopServicePrice: service.price,
    otherCosts: random.chance(0.15) ? 350 : 0,
  };
}
