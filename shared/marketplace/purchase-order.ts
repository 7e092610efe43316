/** Interface, "PurchaseOrderDetails" and what belongs to it. */
import * as z from 'zod';
import { dateTime, decimal, guid, integer, type TolerantObject, text } from './wire.ts';

export const purchaseOrderItem = z.object({
  itemId: integer(),
  itemTypeId: integer(),
  itemTypeName: text(),
  deliveryTimeInDays: integer(),
  itemCode: text(),
  itemName: text(),
  itemQuantity: integer(),
  supplierItemPrice: decimal().describe('Of one unit.'),
  supplierItemRowPrice: decimal().describe('Quantity times unit price.'),
  supplierRowDiscount: decimal(),
  supplierItemRowTax: decimal(),
  supplierItemRowTotal: decimal().describe('Of the line, with discount and tax.'),
  workshopItemRepairPrice: decimal().describe('Agreed with the workshop.'),
  workshopItemReplacePrice: decimal().describe('Agreed with the workshop.'),
  itemMinSellPrice: decimal().describe('Lowest of the market.'),
  itemAverageSellPrice: decimal().describe('Average of the market.'),
  itemMaxSellPrice: decimal().describe('Highest of the market.'),
});

export const purchaseOrderDetails = z
  .object({
    purchaseOrderId: integer().describe("The marketplace's id of the order. A body without it is refused."),
    purchaseOrderGuid: guid(),
    batchId: text().describe('Names the orders that were made together.'),
    requestId: integer().describe('The tender that the order belongs to.'),
    claimId: integer().describe("The marketplace's id of the claim, where it has one."),
    insuranceClaimNumber: text().describe("The insurer's claim number."),
    itemCategoryId: integer(),
    itemCategoryName: text(),
    createdOnUtcDate: dateTime('utc'),
    createdByEmailAddress: text(),
    createdByDisplayName: text(),
    workshopTaxId: text().describe('RNC.'),
    workshopName: text(),
    supplierTaxId: text().describe('RNC.'),
    supplierName: text(),
    deliverTo: text(),
    deductibleAmount: decimal(),
    comments: text(),
    items: z.array(purchaseOrderItem).min(1).describe('One line or more. A body without any is refused.'),
  })
  .describe('An order of parts to a supplier.');

export type PurchaseOrderItem = TolerantObject<z.infer<typeof purchaseOrderItem>>;
export type PurchaseOrder = TolerantObject<z.infer<typeof purchaseOrderDetails>>;

/** The answer to POST /PurchaseOrders. */
export const createdPurchaseOrderResponse = z.object({
  purchaseOrderId: z.int(),
  purchaseOrderNumber: z.string().describe("The insurer's own number."),
});
