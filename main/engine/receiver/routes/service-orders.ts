import type { ReceivedResource } from './received-resource.ts';

/** Interface, "ServiceOrderDetails" and "ServiceOrderCancellationDetails". */
export const serviceOrders: ReceivedResource<'serviceOrder'> = {
  kind: 'serviceOrder',
  path: '/ServiceOrders',
  idName: 'serviceOrderId',
  numberName: 'serviceOrderNumber',
  needsItems: false,
};
