/** What the simulated marketplace reports of each call that it made. */
import type { CancelledOrderResponse } from '#shared/marketplace/cancellation.ts';
import type { InsurancePolicyDetails, PolicyQuery } from '#shared/marketplace/insurance-policy.ts';
import type { OrderKind, RecordKind } from '#shared/terms.ts';
import type { Fault } from './deliveries.ts';
import type { BalanceQuery, LookupFault } from './lookups.ts';
import type { CallEnd } from './marketplace-client.ts';

interface Call {
  orderKind: OrderKind;
  marketplaceId: number;
  /** How long the call took. */
  milliseconds: number;
}

/** The end of a call that brought no usable answer. */
export type DeliveryFailure =
  | Exclude<CallEnd, { end: 'answered' }>
  /** A 2xx answer that is not what the interface says. */
  | { end: 'notUnderstood'; status: number; body: unknown };

export type OrderEvent = Call &
  (
    | { event: 'orderAnswered'; number: string /** Sent before. */; again: boolean }
    | { event: 'orderNotTaken'; error: DeliveryFailure }
  );

/** An incident report or a financial document was answered, or was not. */
export type RecordEvent = {
  kind: Exclude<RecordKind, OrderKind>;
  marketplaceId: number;
  milliseconds: number;
} & (
  | { event: 'recordAnswered'; number: string /** Sent before. */; again: boolean }
  | { event: 'recordNotTaken'; error: DeliveryFailure }
);

export type DeliveryEvent = OrderEvent | RecordEvent;

export type LookupEvent = { query: PolicyQuery; milliseconds: number } & (
  | { event: 'policiesAnswered'; policies: InsurancePolicyDetails[] }
  | { event: 'lookupNotAnswered'; error: DeliveryFailure }
);

export type BalanceEvent = { balanceOf: BalanceQuery; milliseconds: number } & (
  | { event: 'balanceAnswered'; accountBalance: number; deductibleAmount: number }
  | { event: 'balanceNotAnswered'; error: DeliveryFailure }
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
    | { event: 'cancellationNotAnswered'; error: DeliveryFailure }
  );

/** A delivery that was wrong on purpose; `error` is null where it was accepted all the same. */
export interface FaultyDeliveryEvent {
  event: 'faultyDelivery';
  kind: RecordKind;
  fault: Fault;
  error: DeliveryFailure | null;
  milliseconds: number;
}

/** A lookup that was wrong on purpose; `error` is null where it was answered all the same. */
export interface FaultyLookupEvent {
  event: 'faultyLookup';
  fault: LookupFault;
  error: DeliveryFailure | null;
  milliseconds: number;
}

export type MarketplaceEvent =
  | DeliveryEvent
  | CancellationEvent
  | LookupEvent
  | BalanceEvent
  | FaultyDeliveryEvent
  | FaultyLookupEvent;
