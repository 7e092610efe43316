/** Makes purchase orders as the interface shapes them ("PurchaseOrderDetails"). */
import Big from 'big.js';
import type * as z from 'zod';
import type { purchaseOrderDetails, purchaseOrderItem } from '#shared/marketplace/purchase-order.ts';
import { makeClaim, type SampleClaim } from './claim.ts';
import { money, sumOf, taxRate } from './money.ts';
import { type Random, randomFor } from './random.ts';
import { categories, itemTypes, orderComments, type SamplePart, suppliers } from './sample-data.ts';

/** A purchase order as it is sent, decimals as JSON numbers. */
export type PurchaseOrderBody = z.input<typeof purchaseOrderDetails>;
type ItemBody = z.input<typeof purchaseOrderItem>;

export const firstPurchaseOrderId = 50_001;

/** `byChance` has about one line in eight dearer than the market, as staff will want to notice; `above` the first line. */
export type PriceLevel = 'byChance' | 'within' | 'above';

export interface MakingPurchaseOrder {
  seed: number;
  /** Counted from 0; makes the id, and with the seed everything else. */
  index: number;
  createdAt: Date;
  /** 1 to 7; otherwise 1 to 6, by chance. */
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
  prices = 'byChance',
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
      .map((part, line) => makeItem(random, part, line, prices)),
  };
}

/** What the lines of an order come to, with discounts and taxes: the sum a supplier invoices. */
export function purchaseOrderTotal(order: PurchaseOrderBody): Big {
  return sumOf(order.items.map((item) => item.supplierItemRowTotal));
}

function makeItem(random: Random, part: SamplePart, line: number, prices: PriceLevel): ItemBody {
  const itemType = random.pick(itemTypes);
  const minimum = money(new Big(part.price).times('0.82'));
  const maximum = money(new Big(part.price).times('1.25'));
  const isAbove = prices === 'byChance' ? random.chance(0.12) : prices === 'above' && line === 0;
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

/** In an order by chance, so that no part is ordered twice. */
export function shuffled<Thing>(random: Random, things: readonly Thing[]): Thing[] {
  return things
    .map((thing) => ({ thing, place: random.fraction() }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
}
