/** What a simulated marketplace is given, knows and does. */
import type { PolicyQuery } from '#shared/marketplace/insurance-policy.ts';
import type { OrderKind, RecordKind } from '#shared/terms.ts';
import type { CancellationWords, OrderToCancel } from './cancellation.ts';
import type { Delivery, Fault } from './deliveries.ts';
import type {
  BalanceEvent,
  CancellationEvent,
  DeliveryEvent,
  FaultyDeliveryEvent,
  FaultyLookupEvent,
  LookupEvent,
  MarketplaceEvent,
  OrderEvent,
  RecordEvent,
} from './events.ts';
import type { Oddity } from './faults.ts';
import type { FinancialDocumentBody } from './financial-document.ts';
import type { IncidentReportBody } from './incident-report.ts';
import type { BalanceOf, CallOddity, CallOptions, LookupFault } from './marketplace-client.ts';
import type { PurchaseOrderBody, ServiceOrderBody } from './orders.ts';
import type { Drafts } from './record-factory.ts';

export interface MarketplaceOptions {
  /** `{insurer_base_url}`, for example `http://127.0.0.1:8650`. */
  insurerUrl: string;
  /** `email:secret`; null sends no key. */
  key: string | null;
  seed: number;
  /** Default 100, as .NET's HttpClient. */
  patienceSeconds?: number;
  now?: () => Date;
  /** Told of every call when it ended. */
  report?: (event: MarketplaceEvent) => void;
  /** Whether a user who reads this text understands that the answer is still to come. */
  readsAsInReview?: (text: string) => boolean;
  /** Where the files of reports and documents are, for example `http://127.0.0.1:8652`. */
  filesUrl?: string;
  /** Told of every report and document before it is sent, so that a server of their files knows what they show. */
  tellOfFiles?: (body: IncidentReportBody | FinancialDocumentBody) => void;
}

type OrderState = 'notTaken' | 'open' | 'cancelled';

/** An order as the marketplace knows it. */
export interface KnownOrder extends OrderToCancel {
  state: OrderState;
  body: PurchaseOrderBody | ServiceOrderBody;
}

/** A report or document as the marketplace knows it; `number` is empty where none was ever answered. */
export type KnownRecord = { marketplaceId: number; number: string } & Exclude<Delivery, { kind: OrderKind }>;

export interface AskOptions extends Pick<CallOptions, 'signal'> {
  callOddities?: readonly CallOddity[];
}

export interface SendOptions extends AskOptions {
  oddities?: readonly Oddity[];
}

export interface Marketplace {
  readonly seed: number;
  /** Makes what is sent; nothing is sent by it. */
  readonly drafts: Drafts;
  now(): Date;
  /** The next purchase order of the seed; nothing is sent. */
  nextPurchaseOrder(itemCount?: number): PurchaseOrderBody;
  nextServiceOrder(itemCount?: number): ServiceOrderBody;
  sendPurchaseOrder(order?: PurchaseOrderBody, options?: SendOptions): Promise<OrderEvent>;
  sendServiceOrder(order?: ServiceOrderBody, options?: SendOptions): Promise<OrderEvent>;
  sendIncidentReport(report?: IncidentReportBody, options?: SendOptions): Promise<RecordEvent>;
  /** Without a document the invoice of an order that was sent, or else of the next one. */
  sendFinancialDocument(document?: FinancialDocumentBody, options?: SendOptions): Promise<RecordEvent>;
  /** As the method of the kind. */
  send(delivery: Delivery, options?: SendOptions): Promise<DeliveryEvent>;
  lookUp(query: PolicyQuery, options?: AskOptions): Promise<LookupEvent>;
  balance(of: BalanceOf, options?: AskOptions): Promise<BalanceEvent>;
  /**
   * Asks the insurer, as a user of the marketplace who cancels an order; settles when the call ended. An
   * order that was never sent may be asked for as well.
   */
  cancel(order: OrderToCancel, words?: CancellationWords, options?: SendOptions): Promise<CancellationEvent>;
  sendFaulty(fault: Fault, kind?: RecordKind): Promise<FaultyDeliveryEvent>;
  lookUpFaulty(fault: LookupFault): Promise<FaultyLookupEvent>;
  /** What was sent, in the order in which it was sent first. */
  orders(): readonly KnownOrder[];
  order(orderKind: OrderKind, marketplaceId: number): KnownOrder | undefined;
  /** Reports and documents that were sent, in the order in which they were sent first. */
  records(): readonly KnownRecord[];
  /** Hangs up on every open call and waits until each ended. */
  stop(): Promise<void>;
}
