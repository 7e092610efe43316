import { oc } from '@orpc/contract';
import * as z from 'zod';
import { rowId } from './common.ts';

/** A screen says again where it is after so many seconds; one that says nothing for twice as long and a quarter is gone. */
export const presenceSeconds = 30;

const place = z.object({
  /** As the claim is written; null where there is none. */
  claimNumber: z.string().min(1).max(400).nullable(),
  /** Null of the claim as a whole. */
  recordId: rowId.nullable(),
});
export type PresencePlace = z.infer<typeof place>;

const colleagueHere = z.object({
  personId: rowId,
  /** On the same record; else on the same claim. */
  isOnRecord: z.boolean(),
  /** Has something written there that is not sent yet. */
  isWriting: z.boolean(),
});
export type ColleagueHere = z.infer<typeof colleagueHere>;

export const presenceContract = {
  /**
   * Says where a screen is, null that it is nowhere, and is told who else is at the same claim or record. Kept in memory alone:
   * it is no act, and the log says nothing of it.
   */
  here: oc
    .input(
      z.object({
        /** Of a window or tab, for as long as it is open. */
        screen: z.uuid(),
        place: place.nullable(),
        isWriting: z.boolean(),
      }),
    )
    .output(z.object({ others: z.array(colleagueHere).max(20) })),
};
