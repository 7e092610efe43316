/** The two sides of a cancel call: what the receiver hands over, and how it is answered. */
import type { CancelCall } from '#shared/marketplace/cancel-call.ts';
import type { CancelledOrderResponse } from '#shared/marketplace/cancellation.ts';
import type { OrderKind } from '#shared/terms.ts';

/** One cancel call, read with tolerance by the receiver. */
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

/** The open call. */
export interface HeldResponse {
  /** Calls the listener once when the socket closes before an answer was written; at once if it has. */
  onGone(listener: () => void): void;
  /**
   * Writes the one answer. True only when it was written out whole, false where the socket closed first;
   * a rejection means that nobody knows.
   */
  write(answer: CancelledOrderResponse, options: { closeConnection: boolean }): Promise<boolean>;
}
