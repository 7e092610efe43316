/** Reads the insurer's answers as strictly as the interface writes them. */
import { type CancelledOrderResponse, cancelledOrderResponse } from '#shared/marketplace/cancellation.ts';
import { createdPurchaseOrderResponse } from '#shared/marketplace/purchase-order.ts';
import { createdServiceOrderResponse } from '#shared/marketplace/service-order.ts';
import type { OrderKind } from '#shared/terms.ts';
import type { CallEnd } from './client.ts';
import type { Trouble } from './events.ts';

/** The insurer's number; trouble where there is none, or where the id is not an echo of what was sent. */
export function readOrderAnswer(
  orderKind: OrderKind,
  marketplaceId: number,
  end: CallEnd,
): { number: string } | Trouble {
  if (end.end !== 'answered') return end;
  const notUnderstood = { end: 'notUnderstood', status: end.status, body: end.body } as const;
  if (orderKind === 'purchaseOrder') {
    const read = createdPurchaseOrderResponse.safeParse(end.body);
    if (!read.success || read.data.purchaseOrderId !== marketplaceId) return notUnderstood;
    return { number: read.data.purchaseOrderNumber };
  }
  const read = createdServiceOrderResponse.safeParse(end.body);
  if (!read.success || read.data.serviceOrderId !== marketplaceId) return notUnderstood;
  return { number: read.data.serviceOrderNumber };
}

export function readCancellationAnswer(end: CallEnd): CancelledOrderResponse | Trouble {
  if (end.end !== 'answered') return end;
  const read = cancelledOrderResponse.safeParse(end.body);
  return read.success ? read.data : { end: 'notUnderstood', status: end.status, body: end.body };
}
