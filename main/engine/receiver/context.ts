/** What every call of the receiver finds: the services behind it, its limits, and what is counted. */

import type { OutsideCall } from '#shared/contract/reachability.ts';
import type { Status } from '#shared/contract/status.ts';
import type { CancelCall } from '#shared/marketplace/cancellation.ts';
import type { OrderKind } from '#shared/terms.ts';
import type { LargeBodies } from '../bodies/index.ts';
import type { FindCaller } from '../caller-address.ts';
import type { Clock } from '../clock.ts';
import type { Journal } from '../journal/index.ts';
import type { KeyRedactor } from '../keys/index.ts';
import type { EngineLog } from '../log.ts';
import type { PolicyAnswers } from '../policies/index.ts';
import type { HeldResponse } from './held-response.ts';
import type { OwnCalls } from './own-calls.ts';
import type { ProblemError } from './problems.ts';

/** Why nothing can be stored at present, and when the marketplace should try again. */
export interface StorageUnavailable {
  code: 'diskLow' | 'databaseFailed' | 'databaseGone' | 'databaseAway';
  retryAfterSeconds: number;
}

/** The state of a receiver that listens. */
export function statusOf(
  isKeyed: boolean,
  unavailable: StorageUnavailable | null,
): Pick<Status['receiver'], 'state' | 'error'> {
  if (unavailable !== null) return { state: 'notStoring', error: { code: unavailable.code, detail: '' } };
  return { state: isKeyed ? 'listening' : 'noKey', error: null };
}

/** One cancel call, read with tolerance. */
export interface IncomingAsk {
  orderKind: OrderKind;
  marketplaceId: number;
  /** What it says, bounded. */
  call: CancelCall;
  /** The bytes that arrived. */
  body: Uint8Array;
  /** Label of the key that authenticated the call. */
  keyLabel: string;
}

/** What the receiver answers with. */
export interface ReceiverServices {
  keys: {
    /** The key that this `X-API-KEY` value is, or null. Every live key is tried, each in constant time. */
    authenticate(presented: string): { id: number | null; label: string } | null;
    /** Takes keys out of what a call brought that presented this `X-API-KEY` value. */
    redactor(presented: string | null): KeyRedactor;
    /** Whether any key is live; with none the receiver answers 503. */
    configured(): boolean;
  };
  journal: Pick<Journal, 'keep'>;
  policies: PolicyAnswers;
  calls: {
    /** Resolves when the call is synced to disk and held. Rejects with nothing written to its connection. */
    ask(incoming: IncomingAsk, response: HeldResponse): Promise<void>;
    /** Calls that are held now. */
    readonly count: number;
  };
  /** From where a call comes, behind the trusted proxies of the settings. */
  findCaller: FindCaller;
  clock: Clock;
  log: EngineLog;
  /** Null while calls can be stored. */
  storageUnavailable(): StorageUnavailable | null;
}

/** The bounds of the receiver, in bytes and milliseconds; tests set smaller ones. */
export interface ReceiverLimits {
  /** The largest body that is accepted. */
  bodyBytes: number;
  /** Up to here a larger body is stored whole with its rejection. */
  storedBytes: number;
  /** All bodies that are in memory together; beyond it large ones are cut or put off. */
  memoryBytes: number;
  headersTimeout: number;
  /** For a whole request to arrive; a held response is not bounded by it. */
  requestTimeout: number;
  keepAliveTimeout: number;
  connectionsCheckingInterval: number;
  /** Above it, connections on which no key was shown make room for others. */
  maxConnections: number;
  /** How long `stop` waits for calls that are being answered. */
  stopTimeout: number;
  /** How long the rest of an unwanted body, which is drained after the answer, may pause; `requestTimeout` bounds it all. */
  drainTimeout: number;
  /** Failed authentications from one address within `failureWindow` before it is answered 429. */
  maxFailures: number;
  failureWindow: number;
  /** How often the files of the certificate are looked at. */
  certificateInterval: number;
}

const mebibyte = 1024 * 1024;

export const defaultLimits: ReceiverLimits = {
  bodyBytes: 8 * mebibyte,
  storedBytes: 32 * mebibyte,
  memoryBytes: 256 * mebibyte,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1000,
  maxConnections: 2000,
  stopTimeout: 4000,
  drainTimeout: 1000,
  maxFailures: 10,
  failureWindow: 60_000,
  certificateInterval: 5000,
};

/** Counts failed authentications by address. */
export interface FailureThrottle {
  /** Counts a failure; the seconds to wait once there were too many, else null. */
  countFailure(address: string): number | null;
}

/** Bytes of bodies that are in memory, over all calls; small bodies are not counted. */
export interface MemoryBudget {
  /** False where they do not fit any more. */
  acquire(bytes: number): boolean;
  release(bytes: number): void;
}

/** Calls since the start, with and without a valid key; times in epoch milliseconds. */
interface CallCounts {
  calls: number;
  lastCallAt: number | null;
  unauthenticated: number;
  lastUnauthenticatedAt: number | null;
  /** Of somebody outside of this computer. */
  lastOutside: (Omit<OutsideCall, 'at'> & { at: number }) | null;
}

export const newCallCounts = (): CallCounts => ({
  calls: 0,
  lastCallAt: null,
  unauthenticated: 0,
  lastUnauthenticatedAt: null,
  lastOutside: null,
});

export interface ReceiverContext {
  services: ReceiverServices;
  limits: ReceiverLimits;
  throttle: FailureThrottle;
  memory: MemoryBudget;
  counts: CallCounts;
  ownCalls: OwnCalls;
  /** Reads bodies that are too large for the thread that answers. */
  bodies: LargeBodies;
  isStopping(): boolean;
}

/** The body of a call as it arrived. */
export interface RequestBody {
  bytes: Buffer;
  /** Bytes that were read; more than `bytes` holds where it was cut. */
  receivedBytes: number;
  /** Whether it is over the limit of what is accepted. */
  isTooLarge: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the call, by its key; null until the call is authenticated. */
    caller: { label: string } | null;
    /** Whether this program calls itself: that counts as no call of the marketplace, and its rejection is not kept. */
    isOwn: boolean;
    /** Why an authenticated call is refused once its body is read; null where nothing is known against it. */
    problem: ProblemError | null;
    /** Null until the body is read. */
    requestBody: RequestBody | null;
  }
}
