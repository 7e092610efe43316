import { oc } from '@orpc/contract';
import * as z from 'zod';
import { actor, instant, page, pageRequest, rowId } from './common.ts';

export const auditEntry = z.object({
  id: rowId,
  at: instant,
  actor,
  /** The action, for example `cancellation.decided`. */
  action: z.string(),
  /** The object of the action, for example `cancellation:12`. */
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()),
  /** SHA-256 over this entry and the hash before it, hexadecimal. */
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditContract = {
  list: oc
    .input(z.object({ subject: z.string().max(100).optional(), ...pageRequest }).prefault({}))
    .output(page(auditEntry)),
  /** Walks the whole chain; `brokenAt` is the first entry whose hash does not follow. */
  verify: oc.output(
    z.object({
      intact: z.boolean(),
      entries: z.int(),
      brokenAt: rowId.nullable(),
      lastHash: z.string().nullable(),
    }),
  ),
};
