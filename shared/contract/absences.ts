import { oc } from '@orpc/contract';
import * as z from 'zod';
import { absenceReason, callKind, recordKind } from '../terms.ts';
import { instant, rowId } from './common.ts';

/** So many are listed; older ones are told of no more. */
export const maxAbsences = 200;

/** From when until when nothing was received. */
const absence = z.object({
  id: rowId,
  from: instant,
  until: instant,
  why: absenceReason,
  /** When somebody has read of it, and who; null where nobody has. */
  seenAt: instant.nullable(),
  seenBy: z.string().nullable(),
});
export type Absence = z.infer<typeof absence>;

/** What the marketplace may have called meanwhile: a hint, no knowledge. */
const absenceDetail = absence.extend({
  /**
   * What came on an average of the weeks before, at the same hours of the same days; null where nothing was received long enough
   * before to compare with.
   */
  usual: z
    .object({
      weeks: z.int().min(1).max(4),
      calls: z.array(z.object({ kind: callKind, count: z.number() })),
    })
    .nullable(),
  /**
   * Ids that the marketplace gave between the last record before and the first one after, which may be those of others;
   * `usually` is how many were missing between two before.
   */
  gaps: z.array(
    z.object({
      kind: recordKind,
      lastBefore: z.int(),
      firstAfter: z.int(),
      missing: z.int(),
      usually: z.number(),
    }),
  ),
});
export type AbsenceDetail = z.infer<typeof absenceDetail>;

const notFound = { NOT_FOUND: { status: 404, message: 'No absence has this id.' } } as const;

export const absencesContract = {
  /** The newest first. */
  list: oc.output(z.object({ rows: z.array(absence).max(maxAbsences), unseen: z.int() })),
  get: oc
    .input(z.object({ id: rowId }))
    .output(absenceDetail)
    .errors(notFound),
  /** Notes that a person has read of it, and so of all before it. */
  setSeen: oc
    .input(z.object({ id: rowId }))
    .output(absence)
    .errors(notFound),
};
