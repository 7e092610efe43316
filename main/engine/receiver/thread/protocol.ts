/**
 * The messages between the engine and the receiver's thread. Both ends are this program in one process, so
 * the types are trusted; what came from the network was checked by the receiver's routes.
 */
import type { Status } from '#shared/contract/status.ts';
import type { CancelledOrderResponse } from '#shared/marketplace/cancellation.ts';
import type { BalanceQuery, PolicyQuery } from '#shared/marketplace/insurance-policy.ts';
import type { IncomingAsk } from '../../cancellations/index.ts';
import type { LiveKey } from '../../keys/index.ts';
import type { PreparedDelivery } from '../../records/index.ts';
import type { Rejected } from '../../rejected/index.ts';
import type { StoreProblemCode } from '../../store/index.ts';
import type { ReceiverLimits, StorageUnavailable } from '../context.ts';

export type ReceiverStatus = Status['receiver'];

/** `workerData`. */
export interface ThreadStart {
  limits: ReceiverLimits;
}

export type UsedKey = { id: number | null; label: string };

/** A body's place in the bytes of its batch. */
export interface Span {
  at: number;
  length: number;
}

type RejectedDelivery = Omit<Parameters<Rejected['keep']>[0], 'body'>;

/** A failure as data: a `StoreProblem` keeps its code, anything else is a fault of ours. */
export type Failure = { code: StoreProblemCode | null; message: string };

export type FromThread =
  | { type: 'register'; call: number; delivery: Omit<PreparedDelivery, 'body'>; body: Span }
  | { type: 'keep'; call: number; rejected: RejectedDelivery; body: Span }
  | { type: 'ask'; call: number; ask: Omit<IncomingAsk, 'body'>; body: Span }
  | { type: 'lookup'; call: number; query: PolicyQuery; keyLabel: string }
  | { type: 'balance'; call: number; query: BalanceQuery; keyLabel: string }
  | { type: 'gone'; call: number }
  | { type: 'written'; call: number; outcome: 'written' | 'closed' | 'unknown' }
  | { type: 'log'; level: 'info' | 'warn' | 'error'; fields: object; text: string }
  | { type: 'done'; call: number };

/** The messages of one round of the thread's event loop, with the bodies in one piece. */
export interface Batch {
  messages: FromThread[];
  bodies: ArrayBuffer;
  /** Keys that were presented. */
  used: UsedKey[];
  state: ReceiverStatus;
}

export type ToThread =
  | { type: 'listen'; call: number; address: string; port: number }
  | { type: 'stop'; call: number }
  | { type: 'keys'; call: number; live: readonly LiveKey[] }
  | { type: 'able'; unavailable: StorageUnavailable | null }
  /** `text` is the number that was given, or the JSON that answers a lookup. */
  | { type: 'result'; call: number; text: string | null; failure: Failure | null }
  | { type: 'write'; call: number; answer: CancelledOrderResponse; closeConnection: boolean };
