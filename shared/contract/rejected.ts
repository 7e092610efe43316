import { oc } from '@orpc/contract';
import * as z from 'zod';
import { bodyPart, bodyPartRequest, instant, page, pageRequest, rowId } from './common.ts';

/** An authenticated delivery that was refused, kept with its bytes and the reason. */
export const rejectedRow = z.object({
  id: rowId,
  receivedAt: instant,
  /** How often it came, and when last; a repeat brings the delivery to the top of the list. */
  count: z.int(),
  lastReceivedAt: instant,
  method: z.string(),
  path: z.string(),
  contentType: z.string().nullable(),
  status: z.int(),
  /** The code in the `type` of the problem document that was answered; null where it was kept before codes were. */
  code: z.string().nullable(),
  /** Its `title` and `detail`. */
  title: z.string(),
  reason: z.string(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })),
  keyLabel: z.string(),
  /** Bytes that arrived, as far as they were read. */
  receivedBytes: z.int(),
  /** Bytes kept; fewer than received only above the ceiling for kept bodies. */
  keptBytes: z.int(),
  /** The kept bytes in Base64: 16 KiB of them in a list, `maxKeptBodyBytes` with `get`; `body` gives all, in parts. */
  body: z.string(),
  seenAt: instant.nullable(),
});
export type RejectedRow = z.infer<typeof rejectedRow>;

/** What a repeat of a delivery brought that differs from it. */
const rejectedRepeat = z.object({
  id: rowId,
  receivedAt: instant,
  count: z.int(),
  lastReceivedAt: instant,
  path: z.string(),
  contentType: z.string().nullable(),
  receivedBytes: z.int(),
  keptBytes: z.int(),
});
export type RejectedRepeat = z.infer<typeof rejectedRepeat>;

/** How many bytes of a body a list row carries. */
export const maxRejectedListBody = 16 * 1024;

const notFound = { NOT_FOUND: { status: 404, message: 'No rejected delivery has this id.' } } as const;

export const rejectedContract = {
  list: oc
    .input(z.object({ unseen: z.boolean().optional(), ...pageRequest }).prefault({}))
    .output(page(rejectedRow)),
  get: oc
    .input(z.object({ id: rowId }))
    .output(rejectedRow.extend({ repeats: z.array(rejectedRepeat) }))
    .errors(notFound),
  /** All bytes that were kept, in parts. */
  body: oc
    .input(z.object({ id: rowId, ...bodyPartRequest }))
    .output(bodyPart)
    .errors(notFound),
  /** All bytes that a repeat brought, in parts. */
  repeatBody: oc
    .input(z.object({ id: rowId, ...bodyPartRequest }))
    .output(bodyPart)
    .errors({ NOT_FOUND: { status: 404, message: 'No repeat of a rejected delivery has this id.' } }),
  setSeen: oc
    .input(z.object({ id: rowId, seen: z.boolean() }))
    .output(rejectedRow)
    .errors(notFound),
};
