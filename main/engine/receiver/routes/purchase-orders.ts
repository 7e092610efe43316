import type { ReceivedResource } from './received-resource.ts';

/** Interface, "PurchaseOrderDetails" and "PurchaseOrderCancellationDetails". */
export const purchaseOrders: ReceivedResource<'purchaseOrder'> = {
  kind: 'purchaseOrder',
  path: '/PurchaseOrders',
  idName: 'purchaseOrderId',
  numberName: 'purchaseOrderNumber',
  needsItems: true,
};
