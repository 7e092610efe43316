/**
 * Interface, "PurchaseOrderCancellationDetails", "ServiceOrderCancellationDetails" and their answers.
 * The samples contradict the tables; both forms are listed here, and the receiver takes either.
 */
import * as z from 'zod';
import { findingCode } from '../finding-terms.ts';
import type { OrderKind } from '../terms.ts';
import { exactText } from './exact-json.ts';
import { decimalText, member } from './member.ts';
import { readTolerantly } from './tolerant-reader.ts';
import { integer, text } from './wire.ts';

export const purchaseOrderCancellationDetails = z
  .object({
    purchaseOrderId: integer().describe(
      'Not other than the id of the path, which counts where it is absent.',
    ),
    requestId: integer(),
    purchaseOrderNumber: text(),
    insuranceClaimNumber: text(),
    /** Declared int in the field table, string in the class diagram. */
    cancellationReasonId: z.union([z.int(), z.string()]).optional().describe('A number, or a text.'),
    cancellationReasonName: text().optional(),
    /** The sample's single string in place of the id and name. */
    cancellationReason: text().optional(),
    comments: text(),
    cancelledByEmailAddress: text(),
    cancelledByDisplayName: text(),
  })
  .describe(
    'Asks to cancel a purchase order. The reason is an id with a name, or one text in `cancellationReason`; either is taken.',
  );

export const serviceOrderCancellationDetails = z
  .object({
    serviceOrderId: integer().describe('Not other than the id of the path, which counts where it is absent.'),
    requestId: integer(),
    serviceOrderNumber: text().optional(),
    /** The sample's name for `serviceOrderNumber`. */
    purchaseOrderNumber: text().optional().describe('Taken in place of `serviceOrderNumber`.'),
    insuranceClaimNumber: text(),
    comments: text(),
    cancelledByEmailAddress: text(),
    cancelledByDisplayName: text(),
  })
  .describe(
    'Asks to cancel a service order. Its number may stand in `serviceOrderNumber` or in `purchaseOrderNumber`.',
  );

/** The answer to both cancel calls. */
export const cancelledOrderResponse = z
  .object({
    isCancelled: z
      .boolean()
      .describe(
        'Whether the insurer cancelled the order. When false, it cannot be cancelled in the marketplace.',
      ),
    showResponseText: z.boolean().describe('Whether the text is to be shown to the user.'),
    responseText: z
      .string()
      .nullable()
      .describe('Says why the order was not cancelled, or that the question is in review.'),
  })
  .describe('What the insurer decided about a cancellation; the same of both kinds of order.');
export type CancelledOrderResponse = z.infer<typeof cancelledOrderResponse>;

/**
 * What a cancel call says, in bounded texts: the body may hold anything, and is kept whole beside this.
 * Interface, "PurchaseOrderCancellationDetails" and "ServiceOrderCancellationDetails".
 */

const value = z.string().nullable();

/** What a call says besides the id of its order; null for what it does not say. */
export const cancelCall = z.object({
  /** The insurer's number of the order: one, or two where a service order's call gives both of its forms. */
  orderNumbers: z.array(z.string()),
  claimNumber: value,
  /** Digits; null for 0, which senders use for none. */
  requestId: value,
  /** `cancellationReason`, the loose text of the sample. */
  reasonText: value,
  /** A number or a text, as digits or as it came. */
  reasonId: value,
  reasonName: value,
  comments: value,
  displayName: value,
  emailAddress: value,
  /** What is odd about the form of the body, at most `maxIssues`. */
  issues: z.array(
    z.object({
      code: findingCode,
      /** RFC 6901 pointer into the body as it came. */
      pointer: z.string(),
      parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    }),
  ),
});
export type CancelCall = z.infer<typeof cancelCall>;

/** Longer values are cut; none of the interface comes near it. */
const maxNameLength = 300;
const maxTextLength = 2000;
const maxIssues = 30;

/** Under what the two kinds of call name their order. The second is the other kind's name, which is taken too. */
const idNames: Record<OrderKind, readonly [own: string, other: string]> = {
  purchaseOrder: ['purchaseOrderId', 'serviceOrderId'],
  serviceOrder: ['serviceOrderId', 'purchaseOrderId'],
};

const numberNames: Record<OrderKind, readonly string[]> = {
  purchaseOrder: ['purchaseOrderNumber'],
  serviceOrder: ['serviceOrderNumber', 'purchaseOrderNumber'],
};

/**
 * The field under which the body of a cancel call names another order than the path does; null where it names the
 * same, or none: which order is meant stands in the path. Only an integer, or a text of one, names an order. The other
 * kind's name counts where its own is not there.
 */
export function nameOfOtherOrder(kind: OrderKind, json: object, pathId: number): string | null {
  const name = idNames[kind].find((one) => member(json, one) !== undefined && member(json, one) !== null);
  if (name === undefined) return null;
  const named = integerOf(member(json, name));
  return named === null || named === BigInt(pathId) ? null : name;
}

function integerOf(value: unknown): bigint | null {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : null;
  const given = typeof value === 'string' ? value : exactText(value);
  if (given === null) return null;
  const text = given.trim();
  return /^[+-]?\d{1,40}$/.test(text) ? BigInt(text.replace(/^\+/, '')) : null;
}

/** The body of POST /PurchaseOrders/{purchaseOrderId}/cancel. */
export const readPurchaseOrderCancellation = (json: object) =>
  readTolerantly(purchaseOrderCancellationDetails, json);

/** The body of POST /ServiceOrders/{serviceOrderId}/cancel. */
export const readServiceOrderCancellation = (json: object) =>
  readTolerantly(serviceOrderCancellationDetails, json);

/** Reads the body of a cancel call, whatever form its fields came in; never throws for any JSON. */
export function readCancelCall(kind: OrderKind, json: object): CancelCall {
  const read = kind === 'purchaseOrder' ? readPurchaseOrderCancellation : readServiceOrderCancellation;
  const { issues } = read(json);
  const text = (name: string, limit = maxNameLength) => textOf(member(json, name), limit);
  const orderNumbers = numberNames[kind].flatMap((name) => text(name) ?? []);
  const requestId = integerOf(member(json, 'requestId'));
  return {
    orderNumbers: [...new Set(orderNumbers)],
    claimNumber: text('insuranceClaimNumber'),
    requestId: requestId === null || requestId === 0n ? null : String(requestId),
    reasonText: text('cancellationReason', maxTextLength),
    reasonId: text('cancellationReasonId'),
    reasonName: text('cancellationReasonName', maxTextLength),
    comments: text('comments', maxTextLength),
    displayName: text('cancelledByDisplayName'),
    emailAddress: text('cancelledByEmailAddress'),
    issues: issues.slice(0, maxIssues),
  };
}

/** The reason as one text, all of it that came: the loose text, the name, and the id behind the name. */
export function reasonOfCall({ reasonText, reasonName, reasonId }: CancelCall): string | null {
  const named =
    reasonName === null ? reasonId : reasonId === null ? reasonName : `${reasonName} (${reasonId})`;
  const parts = [reasonText === reasonName ? null : reasonText, named].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' · ');
}

function textOf(value: unknown, limit: number): string | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const text = typeof value === 'string' ? value.trim() : (decimalText(value) ?? String(value));
  if (text === '') return null;
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

/** What the calls of one cancellation say of their order: every value that came, as texts, each once. */
export const orderReferences = z.object({
  orderNumber: z.array(z.string()),
  claimNumber: z.array(z.string()),
  requestId: z.array(z.string()),
});
export type OrderReferences = z.infer<typeof orderReferences>;

/** One thing that a call says of its order and the order says otherwise. */
export const mismatch = z.object({
  field: z.enum(['orderNumber', 'claimNumber', 'requestId']),
  /** What the call says. */
  asked: z.string(),
  /** What the order says. */
  order: z.string(),
});
export type Mismatch = z.infer<typeof mismatch>;

export const noOrderReferences: OrderReferences = { orderNumber: [], claimNumber: [], requestId: [] };

/** More different values than these of one field say no more. */
const maxDifferent = 5;

/** Adds what one more call says of its order to `references`. */
export function mergeOrderReferences(references: OrderReferences, call: CancelCall): OrderReferences {
  const join = (before: string[], values: readonly (string | null)[]) =>
    [...new Set([...before, ...values.filter((value) => value !== null)])].slice(0, maxDifferent);
  return {
    orderNumber: join(references.orderNumber, call.orderNumbers),
    claimNumber: join(references.claimNumber, [call.claimNumber]),
    requestId: join(references.requestId, [call.requestId]),
  };
}

/**
 * What the calls say otherwise than the order, without regard to case and spaces. An order that says nothing of a
 * field contradicts nobody.
 */
export function mismatchesOf(
  references: OrderReferences,
  order: { number: string | null; claimNumber: string | null; requestId: number | null },
): Mismatch[] {
  const own = {
    orderNumber: order.number,
    claimNumber: order.claimNumber,
    requestId: order.requestId === null || order.requestId === 0 ? null : String(order.requestId),
  };
  return (['orderNumber', 'claimNumber', 'requestId'] as const).flatMap((field) => {
    // Cut as what the call says: of a long claim number a record has more.
    const value = textOf(own[field], maxNameLength) ?? '';
    if (value === '') return [];
    return references[field]
      .filter((asked) => comparable(asked) !== comparable(value))
      .map((asked) => ({ field, asked, order: value }));
  });
}

const comparable = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, '').toUpperCase();
