import type { OrderResource } from './orders.ts';

/** Interface, "PurchaseOrderDetails" and "PurchaseOrderCancellationDetails". */
export const purchaseOrders: OrderResource = {
  kind: 'purchaseOrder',
  path: '/PurchaseOrders',
  idName: 'purchaseOrderId',
  numberName: 'purchaseOrderNumber',
  needsItems: true,
};
