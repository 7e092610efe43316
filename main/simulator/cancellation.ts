/** Makes the bodies of the two cancel calls ("PurchaseOrderCancellationDetails" and its service sibling). */
import type * as z from 'zod';
import type {
  purchaseOrderCancellationDetails,
  serviceOrderCancellationDetails,
} from '#shared/marketplace/cancellation.ts';
import type { OrderKind } from '#shared/terms.ts';
import { randomFor } from './random.ts';
import { cancellationComments, cancellationReasons, users } from './sample-data.ts';

type PurchaseOrderCancellationBody = z.input<typeof purchaseOrderCancellationDetails>;
type ServiceOrderCancellationBody = z.input<typeof serviceOrderCancellationDetails>;

/** What the marketplace knows of an order when it asks. */
export interface OrderToCancel {
  orderKind: OrderKind;
  marketplaceId: number;
  requestId: number;
  claimNumber: string;
  /** The insurer's number; empty where none was ever answered. */
  number: string;
}

/** What the user of the marketplace entered; everything left out is random, from seed and order. */
export interface CancellationInput {
  reason?: { id: number; name: string };
  comments?: string;
  user?: { email: string; name: string };
}

export function makeCancellation(
  seed: number,
  order: OrderToCancel,
  input: CancellationInput = {},
): PurchaseOrderCancellationBody | ServiceOrderCancellationBody {
  const random = randomFor(seed, `cancellation of ${order.orderKind} ${order.marketplaceId}`);
  const reason = input.reason ?? random.pick(cancellationReasons);
  const user = input.user ?? random.pick(users);
  const common = {
    requestId: order.requestId,
    insuranceClaimNumber: order.claimNumber,
    comments: input.comments ?? random.pick(cancellationComments),
    cancelledByEmailAddress: user.email,
    cancelledByDisplayName: user.name,
  };
  if (order.orderKind === 'serviceOrder')
    return { serviceOrderId: order.marketplaceId, serviceOrderNumber: order.number, ...common };
  return {
    purchaseOrderId: order.marketplaceId,
    purchaseOrderNumber: order.number,
    cancellationReasonId: reason.id,
    cancellationReasonName: reason.name,
    ...common,
  };
}
