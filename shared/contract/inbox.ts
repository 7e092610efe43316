import { oc } from '@orpc/contract';
import * as z from 'zod';
import { cancellationState, orderKind } from '../terms.ts';
import { instant, pageRequest, rowId } from './common.ts';
import { finding, newerRevision, recordRow } from './records.ts';

/** Why an entry is in somebody's inbox. */
const inboxReason = z.discriminatedUnion('why', [
  /** Somebody gave it to the person; `by` is a name. */
  z.object({ why: z.literal('assigned'), at: instant, by: z.string() }),
  z.object({ why: z.literal('mentioned'), id: rowId, at: instant, who: z.string(), text: z.string() }),
  z.object({
    why: z.literal('reminder'),
    id: rowId,
    dueAt: instant,
    /** `HH:MM`, Dominican; null where the day alone was said. */
    time: z.string().nullable(),
    text: z.string(),
    who: z.string(),
  }),
  /**
   * Somebody proposed to pay it, and who asks may confirm that; `isOutdated` where a newer revision came since, so that it can
   * only be rejected. With `lacksSecond` nobody who works here may confirm it, and who asks may give somebody a higher limit.
   */
  z.object({
    why: z.literal('proposed'),
    at: instant,
    who: z.string(),
    isOutdated: z.boolean(),
    lacksSecond: z.boolean(),
  }),
  /** The gravest of its findings is an error; `isNew` where it arrived since the person was last here. */
  z.object({ why: z.literal('serious'), finding, count: z.int().positive(), isNew: z.boolean() }),
]);
export type InboxReason = z.infer<typeof inboxReason>;

const common = {
  /** Names the entry as long as it is there. */
  key: z.string(),
  /** Whether it is the person's own; what is nobody's is everybody's. */
  isMine: z.boolean(),
  /** Since when somebody waits for it; of a held call when its hold ends. */
  since: instant,
};

const inboxEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cancellation'),
    ...common,
    id: rowId,
    orderKind,
    marketplaceId: z.int(),
    state: cancellationState,
    askedAt: instant,
    heldUntil: instant.nullable(),
    /** The order; null where it was never received. */
    record: recordRow.nullable(),
    /** Somebody proposed to approve it, and who asks may confirm that; else null. */
    proposal: z.object({ at: instant, who: z.string() }).nullable(),
  }),
  z.object({
    kind: z.literal('record'),
    ...common,
    record: recordRow,
    reasons: z.array(inboxReason),
  }),
  z.object({
    kind: z.literal('claim'),
    ...common,
    claimNumber: z.string(),
    reasons: z.array(inboxReason),
  }),
]);
export type InboxEntry = z.infer<typeof inboxEntry>;

const inboxGroup = z.object({
  key: z.string(),
  /** Null of what has no claim number, which is a group by itself. */
  claimNumber: z.string().nullable(),
  isMine: z.boolean(),
  /** What has waited longest first. */
  entries: z.array(inboxEntry).min(1),
});
export type InboxGroup = z.infer<typeof inboxGroup>;

/** How many deliveries came of each kind; `isCapped` where there are more than are counted. */
const arrived = z.object({
  purchaseOrder: z.int(),
  serviceOrder: z.int(),
  incidentReport: z.int(),
  financialDocument: z.int(),
  isCapped: z.boolean(),
});
export type InboxArrived = z.infer<typeof arrived>;

/** What was worked off at one entry, to be opened again. */
const worked = z.object({
  mentions: z.array(rowId).max(200),
  reminders: z.array(rowId).max(200),
  /** The record that was marked as reviewed; null where none was. */
  recordId: rowId.nullable(),
});
export type InboxWorked = z.infer<typeof worked>;

export const inboxContract = {
  /**
   * What waits for whoever asks: held calls first, by the time that is left; then what is his own and what he may confirm for
   * others, then what is nobody's, each by how long it has waited. What waits for a second person is not in the inbox of who
   * proposed it, nor of who may not confirm it, but in that of administrators where nobody may. Grouped by claim. Of each reason no more than a few hundred are looked at, `isCapped` says so.
   */
  list: oc.input(z.object(pageRequest).prefault({})).output(
    z.object({
      groups: z.array(inboxGroup),
      nextCursor: z.string().nullable(),
      /** All entries of all groups. */
      total: z.int().nonnegative(),
      isCapped: z.boolean(),
      /** When the person was last here before this visit; null on the first. */
      lastVisitAt: instant.nullable(),
      /** What came since then; null on the first visit. */
      since: arrived.nullable(),
      today: arrived,
    }),
  ),
  /** Says that the person looks at the inbox. After half an hour without it, the next is another visit. */
  visit: oc,
  /**
   * Works an entry off: mentions and due reminders of it are done, and a record that is there as assigned or for its findings is
   * reviewed, in the revision that was seen: where a newer one came nothing is done. A cancellation is worked off by its verdict
   * alone. Of who only reads mentions and reminders are done, and nothing else.
   */
  done: oc
    .input(
      z
        .object({
          key: z.string().max(450),
          /** The revision that was seen; needed at the entry of a record. */
          revision: z.int().positive().optional(),
        })
        .refine(({ key, revision }) => revision !== undefined || !key.startsWith('record:'), {
          path: ['revision'],
        }),
    )
    .output(worked)
    .errors({
      NOT_THERE: { status: 404, message: 'The inbox has no such entry any more.' },
      NEWER_REVISION: newerRevision,
    }),
  /** Opens again what was worked off. */
  reopen: oc.input(worked),
};
