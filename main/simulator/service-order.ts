/** Makes service (labour) orders as the interface shapes them ("ServiceOrderDetails"). */
import Big from 'big.js';
import type * as z from 'zod';
import type { serviceOrderDetails, serviceOrderItem } from '#shared/marketplace/service-order.ts';
import { makeClaim, type SampleClaim } from './claim.ts';
import { money, sumOf, taxRate } from './money.ts';
import { type Random, randomFor } from './random.ts';
import { categories, itemActions, orderComments, services } from './sample-data.ts';

/** A service order as it is sent, decimals as JSON numbers. */
export type ServiceOrderBody = z.input<typeof serviceOrderDetails>;
type ItemBody = z.input<typeof serviceOrderItem>;

export const firstServiceOrderId = 80_001;

export interface MakingServiceOrder {
  seed: number;
  /** Counted from 0; makes the id, and with the seed everything else. */
  index: number;
  createdAt: Date;
  /** Otherwise 1 to 5, by chance; the interface allows 0. */
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
  const items = Array.from({ length: itemCount ?? random.integer(1, 5) }, () => makeItem(random));
  const subTotal = sumOf(items.map(lineAmount));
  // An agreed rebate stands on one line of the invoice, so it needs a line of quantity 1.
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
export function lineAmount(item: ItemBody): Big {
  return new Big(item.workshopServicePrice ?? 0).times(item.itemQuantity).plus(item.otherCosts ?? 0);
}

function makeItem(random: Random): ItemBody {
  const service = random.pick(services);
  const part = random.pick(random.pick(categories).parts);
  const action = random.pick(itemActions);
  // Labour is often agreed for the vehicle and not for one part: then the part's fields are null or blank.
  const ofPart = random.chance(0.8);
  return {
    itemId: ofPart ? 4_001 + random.integer(0, 899) : null,
    itemCode: ofPart ? part.code : '',
    itemName: ofPart ? part.name : '',
    itemQuantity: random.pick([1, 1, 1, 1.5, 2]),
    itemActionId: ofPart ? action.id : null,
    itemActionName: ofPart ? action.name : '',
    workshopServiceId: service.id,
    workshopServiceCode: service.code,
    workshopServiceName: service.name,
    workshopServicePrice: service.price,
    otherCosts: random.chance(0.15) ? 350 : 0,
  };
}
