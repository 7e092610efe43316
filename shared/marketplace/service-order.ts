/** Interface, "ServiceOrderDetails" and what belongs to it. */
import * as z from 'zod';
import { dateTime, decimal, guid, integer, type TolerantObject, text } from './wire.ts';

export const serviceOrderItem = z.object({
  itemId: integer().nullable(),
  itemCode: text().describe('May be blank.'),
  itemName: text(),
  itemQuantity: decimal(),
  itemActionId: integer().nullable(),
  itemActionName: text(),
  workshopServiceId: integer().nullable(),
  workshopServiceCode: text(),
  workshopServiceName: text(),
  workshopServicePrice: decimal().nullable().describe('Agreed, of one unit.'),
  otherCosts: decimal().nullable(),
});

export const serviceOrderDetails = z
  .object({
    serviceOrderId: integer().describe("The marketplace's id of the order. A body without it is refused."),
    serviceOrderGuid: guid(),
    requestId: integer().describe('The tender.'),
    claimId: integer(),
    insuranceClaimNumber: text(),
    deliveryDays: integer(),
    createdOnUtcDate: dateTime('utc'),
    createdByEmailAddress: text(),
    createdByDisplayName: text(),
    workshopPersonTaxId: text().describe('RNC.'),
    workshopPersonName: text(),
    subTotalAmount: decimal(),
    differenceAmount: decimal().describe('An adjustment.'),
    deductibleAmount: decimal(),
    taxTotalAmount: decimal(),
    comments: text(),
    items: z.array(serviceOrderItem).describe('May be empty.'),
  })
  .describe('An order of labour to a workshop.');

export type ServiceOrderItem = TolerantObject<z.infer<typeof serviceOrderItem>>;
export type ServiceOrder = TolerantObject<z.infer<typeof serviceOrderDetails>>;

/** The answer to POST /ServiceOrders. */
export const createdServiceOrderResponse = z.object({
  serviceOrderId: z.int(),
  serviceOrderNumber: z.string().describe("The insurer's own number."),
});
