/** Interface, "ServiceOrderDetails" and what belongs to it. */
import * as z from 'zod';
import { dateTime, decimal, guid, integer, type TolerantObject, text } from './wire.ts';

export const serviceOrderItem = z.object({
  itemId: integer().nullable(),
  itemCode: text(),
  itemName: text(),
  itemQuantity: decimal(),
  itemActionId: integer().nullable(),
  itemActionName: text(),
  workshopServiceId: integer().nullable(),
  workshopServiceCode: text(),
  workshopServiceName: text(),
  workshopServicePrice: decimal().nullable(),
  otherCosts: decimal().nullable(),
});

export const serviceOrderDetails = z.object({
  serviceOrderId: integer(),
  serviceOrderGuid: guid(),
  requestId: integer(),
  claimId: integer(),
  insuranceClaimNumber: text(),
  deliveryDays: integer(),
  createdOnUtcDate: dateTime('utc'),
  createdByEmailAddress: text(),
  createdByDisplayName: text(),
  workshopPersonTaxId: text(),
  workshopPersonName: text(),
  subTotalAmount: decimal(),
  differenceAmount: decimal(),
  deductibleAmount: decimal(),
  taxTotalAmount: decimal(),
  comments: text(),
  items: z.array(serviceOrderItem),
});

export type ServiceOrderItem = TolerantObject<z.infer<typeof serviceOrderItem>>;
export type ServiceOrder = TolerantObject<z.infer<typeof serviceOrderDetails>>;

/** The answer to POST /ServiceOrders. */
export const createdServiceOrderResponse = z.object({
  serviceOrderId: z.int(),
  serviceOrderNumber: z.string(),
});
