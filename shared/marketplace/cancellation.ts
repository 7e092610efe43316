/**
 * Interface, "PurchaseOrderCancellationDetails", "ServiceOrderCancellationDetails" and their answers.
 * The samples contradict the tables; both forms are listed here, and the receiver takes either.
 */
import * as z from 'zod';
import { integer, text } from './wire.ts';

export const purchaseOrderCancellationDetails = z.object({
  purchaseOrderId: integer(),
  requestId: integer(),
  purchaseOrderNumber: text(),
  insuranceClaimNumber: text(),
  /** Declared int in the field table, string in the class diagram. */
  cancellationReasonId: z.union([z.int(), z.string()]).optional(),
  cancellationReasonName: text().optional(),
  /** The sample's single string in place of the id and name. */
  cancellationReason: text().optional(),
  comments: text(),
  cancelledByEmailAddress: text(),
  cancelledByDisplayName: text(),
});

export const serviceOrderCancellationDetails = z.object({
  serviceOrderId: integer(),
  requestId: integer(),
  serviceOrderNumber: text().optional(),
  /** The sample's name for `serviceOrderNumber`. */
  purchaseOrderNumber: text().optional(),
  insuranceClaimNumber: text(),
  comments: text(),
  cancelledByEmailAddress: text(),
  cancelledByDisplayName: text(),
});

/** The answer to both cancel calls. */
export const cancelledOrderResponse = z.object({
  isCancelled: z.boolean(),
  showResponseText: z.boolean(),
  responseText: z.string().nullable(),
});
export type CancelledOrderResponse = z.infer<typeof cancelledOrderResponse>;
