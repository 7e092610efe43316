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

/** A walked chain of hashes. */
const chain = {
  intact: z.boolean(),
  entries: z.int(),
  brokenAt: rowId.nullable(),
  lastHash: z.string().nullable(),
};

/** An entry is missing or cannot be read, its bytes are not those that arrived, or its group does not follow from the one before. */
const journalBreak = z.enum(['missing', 'bytes', 'chain']);

export const auditContract = {
  list: oc
    .input(z.object({ subject: z.string().max(100).optional(), ...pageRequest }).prefault({}))
    .output(page(auditEntry)),
  /**
   * Walks both chains: of what people and Perito did, and of what arrived. `brokenAt` is the first entry of each whose hash
   * does not follow.
   */
  verify: oc.output(z.object({ ...chain, journal: z.object({ ...chain, what: journalBreak.nullable() }) })),
};
