import type { OrderResource } from './orders.ts';

/** Interface, "ServiceOrderDetails" and "ServiceOrderCancellationDetails". */
export const serviceOrders: OrderResource = {
  kind: 'serviceOrder',
  path: '/ServiceOrders',
  idName: 'serviceOrderId',
  numberName: 'serviceOrderNumber',
  needsItems: false,
};
