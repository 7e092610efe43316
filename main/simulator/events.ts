/** What the simulated marketplace reports of each call that it made. */
import type { CancelledOrderResponse } from '#shared/marketplace/cancellation.ts';
import type { OrderKind } from '#shared/terms.ts';
import type { CallEnd } from './client.ts';
import type { Fault } from './faulty-delivery.ts';

interface Call {
  orderKind: OrderKind;
  marketplaceId: number;
  /** How long the call took. */
  milliseconds: number;
}

/** The end of a call that brought no usable answer. */
export type Trouble =
  | Exclude<CallEnd, { end: 'answered' }>
  /** A 2xx answer that is not what the interface says. */
  | { end: 'notUnderstood'; status: number; body: unknown };

export type OrderEvent = Call &
  (
    | { event: 'orderAnswered'; number: string /** Sent before. */; again: boolean }
    | { event: 'orderNotTaken'; trouble: Trouble }
  );

/**
 * `inReview` and `refused` look alike on the wire (`isCancelled: false`); the user tells them apart by
 * reading. `shownText` is what the marketplace shows to its user: null unless `showResponseText` is true.
 */
export type CancellationEvent = Call &
  (
    | {
        event: 'cancellationAnswered';
        outcome: 'cancelled' | 'refused' | 'inReview';
        answer: CancelledOrderResponse;
        shownText: string | null;
      }
    | { event: 'cancellationNotAnswered'; trouble: Trouble }
  );

/** A delivery that was wrong on purpose, and what was said to it. */
export interface FaultyDeliveryEvent {
  event: 'faultyDelivery';
  fault: Fault;
  trouble: Trouble | null;
  milliseconds: number;
}

export type MarketplaceEvent = OrderEvent | CancellationEvent | FaultyDeliveryEvent;
