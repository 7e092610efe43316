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
  supplierItemPrice: decimal(),
  supplierItemRowPrice: decimal(),
  supplierRowDiscount: decimal(),
  supplierItemRowTax: decimal(),
  supplierItemRowTotal: decimal(),
  workshopItemRepairPrice: decimal(),
  workshopItemReplacePrice: decimal(),
  itemMinSellPrice: decimal(),
  itemAverageSellPrice: decimal(),
  itemMaxSellPrice: decimal(),
});

export const purchaseOrderDetails = z.object({
  purchaseOrderId: integer(),
  purchaseOrderGuid: guid(),
  batchId: text(),
  requestId: integer(),
  claimId: integer(),
  insuranceClaimNumber: text(),
  itemCategoryId: integer(),
  itemCategoryName: text(),
  createdOnUtcDate: dateTime('utc'),
  createdByEmailAddress: text(),
  createdByDisplayName: text(),
  workshopTaxId: text(),
  workshopName: text(),
  supplierTaxId: text(),
  supplierName: text(),
  deliverTo: text(),
  deductibleAmount: decimal(),
  comments: text(),
  items: z.array(purchaseOrderItem).min(1),
});

export type PurchaseOrderItem = TolerantObject<z.infer<typeof purchaseOrderItem>>;
export type PurchaseOrder = TolerantObject<z.infer<typeof purchaseOrderDetails>>;

/** The answer to POST /PurchaseOrders. */
export const createdPurchaseOrderResponse = z.object({
  purchaseOrderId: z.int(),
  purchaseOrderNumber: z.string(),
});
