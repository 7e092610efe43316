/** What the receiver appends to the journal, and what is read of it again. */
import * as z from 'zod';
import { cancelCall } from '#shared/marketplace/cancellation.ts';
import { askAnswer, orderKind, type RecordKind, recordKind, verdict } from '#shared/terms.ts';

/** A delivery of a record that passed the receiver's door. */
interface DeliveryArrival {
  kind: RecordKind;
  marketplaceId: number;
  keyLabel: string;
  bytes: Uint8Array;
  /** Of a large body, hexadecimal: what it is compared by, see `contentHash`. */
  contentHash: string | null;
}

/** A call that asks to cancel an order. */
interface AskArrival {
  kind: 'ask';
  marketplaceId: number;
  keyLabel: string;
  bytes: Uint8Array;
  detail: AskDetail;
}

/** What a cancel call is about to be answered with. */
interface AnswerEntry {
  kind: 'answer';
  askId: number;
  marketplaceId: number;
  detail: AnswerDetail;
}

/** What became of a cancel call. */
interface OutcomeEntry {
  kind: 'outcome';
  askId: number;
  marketplaceId: number;
  detail: OutcomeDetail;
}

/** A lookup in the policy book; its bytes are the JSON that is answered. */
interface LookupArrival {
  kind: 'lookup';
  keyLabel: string;
  bytes: Uint8Array;
  detail: object;
}

/** An authenticated delivery that is refused. */
interface RejectedArrival {
  kind: 'rejected';
  keyLabel: string;
  bytes: Uint8Array;
  detail: object;
}

/** That the deliveries of a record lie in a bundle, up to a revision, and what stays of it: its bytes. */
export interface ArchivedArrival {
  kind: 'archived';
  recordKind: RecordKind;
  marketplaceId: number;
  recordId: number;
  revision: number;
  bytes: Uint8Array;
  /** What the last of them is compared by, hexadecimal; null where it could not be read. */
  contentHash: string | null;
  bundle: ArchivedDetail['bundle'];
}

export type Arrival =
  | DeliveryArrival
  | AskArrival
  | AnswerEntry
  | OutcomeEntry
  | LookupArrival
  | RejectedArrival
  | ArchivedArrival;

/** What became of an arrival, once it is synced to disk. */
export interface Receipt {
  /** Of its entry; of what was there already, of the entry that it repeats. */
  seq: number;
  /** `changed`: the record that was to be archived has another revision, or is not there; nothing was kept. */
  outcome: 'new' | 'same' | 'revised' | 'changed';
  /** The insurer's number of a record; empty of anything else. */
  number: string;
  /** When it was taken, in milliseconds since 1970. */
  at: number;
}

/** Of an `ask`. */
export const askDetail = z.object({
  orderKind,
  /** Until when the call may be held, in milliseconds since 1970; null where the hold time is 0. */
  heldUntil: z.int().nullable(),
  /** What it says, bounded. */
  call: cancelCall,
  /** The cancellation that it raised or joined, of a call that an older version kept. */
  cancellationId: z.int().optional(),
});
type AskDetail = z.infer<typeof askDetail>;

/** Of an `answer`. */
export const answerDetail = z.object({
  answer: askAnswer,
  /** What the marketplace's user reads. */
  text: z.string().nullable(),
  /** The verdict that it carries: by whom, and when. */
  verdict: z.object({ verdict, decidedBy: z.string(), decidedAt: z.int() }).nullable(),
  /** Why "in review" is answered without a word of the engine; null where the engine said what to answer. */
  cause: z.enum(['time', 'moving', 'closing']).nullable(),
});
export type AnswerDetail = z.infer<typeof answerDetail>;

/** Of an `outcome`: the answer was written out, its socket closed first, or nobody knows. */
export const outcomeDetail = z.object({
  delivery: z.enum(['delivered', 'lost', 'unknown']),
  /** What was written, or was being written; null where the caller went away, or the program ended, before. */
  answer: askAnswer.nullable(),
});
export type OutcomeDetail = z.infer<typeof outcomeDetail>;

/** Of an `archived`. */
export const archivedDetail = z.object({
  kind: recordKind,
  revision: z.int().positive(),
  contentHash: z.string().nullable(),
  bundle: z.object({
    root: z.string().regex(/^[0-9a-f]{64}$/),
    /** The name of its file, without a folder. */
    file: z.string().min(1).max(500),
    /** Milliseconds since 1970. */
    madeAt: z.int(),
    bytes: z.int().nonnegative(),
    claims: z.int().nonnegative(),
    records: z.int().nonnegative(),
  }),
});
export type ArchivedDetail = z.infer<typeof archivedDetail>;

/** How many bytes of an arrival are kept as they came. */
export const bytesOf = (arrival: Arrival): number => ('bytes' in arrival ? arrival.bytes.length : 0);
