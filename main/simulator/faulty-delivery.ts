/** Deliveries that are wrong in one way each, with a valid key: the receiver must refuse and keep them. */
import type { PurchaseOrderBody } from './purchase-order.ts';

export const faults = ['notJson', 'notAnObject', 'noIdentity', 'noItems', 'otherIdInPath'] as const;
export type Fault = (typeof faults)[number];

export function makeFaultyDelivery(fault: Fault, order: PurchaseOrderBody): { path: string; body: string } {
  const path = '/PurchaseOrders';
  const text = JSON.stringify(order);
  switch (fault) {
    case 'notJson':
      return { path, body: text.slice(0, Math.floor(text.length / 2)) };
    case 'notAnObject':
      return { path, body: `[${text}]` };
    case 'noIdentity': {
      const { purchaseOrderId: _id, ...rest } = order;
      return { path, body: JSON.stringify(rest) };
    }
    case 'noItems':
      return { path, body: JSON.stringify({ ...order, items: [] }) };
    case 'otherIdInPath': {
      const { purchaseOrderId, requestId, insuranceClaimNumber } = order;
      const body = {
        purchaseOrderId,
        requestId,
        insuranceClaimNumber,
        cancellationReason: 'Pieza equivocada',
      };
      return { path: `${path}/${purchaseOrderId + 1}/cancel`, body: JSON.stringify(body) };
    }
  }
}
