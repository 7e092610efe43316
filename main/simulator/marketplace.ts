/**
 * A marketplace to try against. It makes records from a seed, sends them over HTTP, looks policies up, asks to cancel
 * orders, and keeps to the interface's rules: an order is cancelled here only when the insurer answered
 * `isCancelled: true`, and `responseText` is shown only when `showResponseText` is true.
 *
 * Tests await its methods step by step; `generateTraffic` (`traffic.ts`) calls them at a steady pace, and the scenarios
 * (`scenarios/`) play whole claims.
 */
import * as z from 'zod';
import { cancelledOrderResponse } from '#shared/marketplace/cancellation.ts';
import {
  balanceDetails,
  insurancePolicyDetails,
  type PolicyQuery,
  personTypes,
} from '#shared/marketplace/insurance-policy.ts';
import type { OrderKind, RecordKind } from '#shared/terms.ts';
import { type CancellationInput, makeCancellation, type OrderToCancel } from './cancellation.ts';
import { type Delivery, deliveryPaths, type Fault, makeFaultyDelivery, readCreated } from './deliveries.ts';
import type {
  BalanceEvent,
  CancellationEvent,
  DeliveryEvent,
  DeliveryFailure,
  FaultyDeliveryEvent,
  FaultyLookupEvent,
  LookupEvent,
  MarketplaceEvent,
  OrderEvent,
  RecordEvent,
} from './events.ts';
import type { FinancialDocumentBody } from './financial-document.ts';
import type { IncidentReportBody } from './incident-report.ts';
import {
  type BalanceQuery,
  balancePath,
  type LookupFault,
  lookupPath,
  makeFaultyLookup,
  parametersOf,
} from './lookups.ts';
import { type CallEnd, type CallOptions, insurerClient } from './marketplace-client.ts';
import type { PurchaseOrderBody, ServiceOrderBody } from './orders.ts';
import { createRecordFactory, type RecordFactory } from './record-factory.ts';
import { applyBodyVariants, type BodyVariant, type CallVariant } from './variants.ts';

export interface MarketplaceOptions {
  /** `{insurer_base_url}`, for example `http://127.0.0.1:8650`. */
  insurerUrl: string;
  /** `email:secret`; null sends no key. */
  key: string | null;
  seed: number;
  /** Default 100, as .NET's HttpClient. */
  timeoutSeconds?: number;
  now?: () => Date;
  /** Called with every call's outcome. */
  report?: (event: MarketplaceEvent) => void;
  /** Whether a user who reads this text understands that the answer is still to come; default: it says "in review". */
  readsAsInReview?: (text: string) => boolean;
  /** Where the files of reports and documents are, for example `http://127.0.0.1:8652`. */
  filesUrl?: string;
  /** Called with every report and document before it is sent, so that the server of their files knows what they show. */
  registerFiles?: (body: IncidentReportBody | FinancialDocumentBody) => void;
}

/** An order that was sent. */
export interface SentOrder extends OrderToCancel {
  state: 'notTaken' | 'open' | 'cancelled';
  body: PurchaseOrderBody | ServiceOrderBody;
}

/** A report or document that was sent; `number` is empty where none was ever answered. */
export type SentRecord = { marketplaceId: number; number: string } & Exclude<Delivery, { kind: OrderKind }>;

interface LookupOptions extends Pick<CallOptions, 'signal'> {
  callVariants?: readonly CallVariant[];
}

export interface SendOptions extends LookupOptions {
  bodyVariants?: readonly BodyVariant[];
}

export interface Marketplace {
  readonly seed: number;
  /** Makes records without sending them. */
  readonly factory: RecordFactory;
  now(): Date;
  /** The next purchase order of the seed; nothing is sent. */
  nextPurchaseOrder(itemCount?: number): PurchaseOrderBody;
  nextServiceOrder(itemCount?: number): ServiceOrderBody;
  sendPurchaseOrder(order?: PurchaseOrderBody, options?: SendOptions): Promise<OrderEvent>;
  sendServiceOrder(order?: ServiceOrderBody, options?: SendOptions): Promise<OrderEvent>;
  sendIncidentReport(report?: IncidentReportBody, options?: SendOptions): Promise<RecordEvent>;
  /** Without a document the invoice of an order that was sent, or else of the next one. */
  sendFinancialDocument(document?: FinancialDocumentBody, options?: SendOptions): Promise<RecordEvent>;
  /** Sends as the method of the kind does. */
  send(delivery: Delivery, options?: SendOptions): Promise<DeliveryEvent>;
  lookUp(query: PolicyQuery, options?: LookupOptions): Promise<LookupEvent>;
  balance(query: BalanceQuery, options?: LookupOptions): Promise<BalanceEvent>;
  /**
   * Asks the insurer, as a user of the marketplace who cancels an order; settles when the call ended. An
   * order that was never sent may be asked for as well.
   */
  cancel(order: OrderToCancel, input?: CancellationInput, options?: SendOptions): Promise<CancellationEvent>;
  sendFaulty(fault: Fault, kind?: RecordKind): Promise<FaultyDeliveryEvent>;
  lookUpFaulty(fault: LookupFault): Promise<FaultyLookupEvent>;
  /** Orders that were sent, in the order in which they were sent first. */
  orders(): readonly SentOrder[];
  order(orderKind: OrderKind, marketplaceId: number): SentOrder | undefined;
  /** Reports and documents that were sent, in the order in which they were sent first. */
  records(): readonly SentRecord[];
  /** Aborts every open call and waits until each ended. */
  stop(): Promise<void>;
}

export function openMarketplace(options: MarketplaceOptions): Marketplace {
  const { seed, insurerUrl, key, now = () => new Date(), report = () => undefined } = options;
  const readsAsInReview = options.readsAsInReview ?? soundsInReview;
  const client = insurerClient({
    baseUrl: insurerUrl,
    key,
    ...(options.timeoutSeconds === undefined ? {} : { timeoutSeconds: options.timeoutSeconds }),
  });
  const factory = createRecordFactory(seed, now, options.filesUrl);
  const orders = new Map<string, SentOrder>();
  const records = new Map<string, SentRecord>();
  const stopping = new AbortController();
  const open = new Set<Promise<unknown>>();

  const nameOf = (kind: RecordKind, marketplaceId: number) => `${kind} ${marketplaceId}`;

  /** Makes one call and reports its outcome; the call counts as open until then. */
  function trackCall<Event extends MarketplaceEvent>(
    call: (options: CallOptions) => Promise<CallEnd>,
    { signal, callVariants = [] }: LookupOptions,
    read: (end: CallEnd, milliseconds: number) => Event,
  ): Promise<Event> {
    const started = performance.now();
    const signals = [stopping.signal, ...(signal ? [signal] : [])];
    const ended = call({ signal: AbortSignal.any(signals), variants: callVariants }).then((end) => {
      const event = read(end, Math.round(performance.now() - started));
      report(event);
      return event;
    });
    const tracked = ended.finally(() => open.delete(tracked));
    open.add(tracked);
    return tracked;
  }

  function post<Event extends MarketplaceEvent>(
    path: string,
    body: object | string,
    callOptions: LookupOptions,
    read: (end: CallEnd, milliseconds: number) => Event,
  ): Promise<Event> {
    return trackCall((sent) => client.post(path, body, sent), callOptions, read);
  }

  function sendOrder(order: SentOrder, sendOptions: SendOptions): Promise<OrderEvent> {
    const { orderKind, marketplaceId } = order;
    const name = nameOf(orderKind, marketplaceId);
    const before = orders.get(name);
    const entry = before ?? order;
    entry.body = order.body;
    orders.set(name, entry);
    const sent = applyBodyVariants(order.body, sendOptions.bodyVariants);
    return post(deliveryPaths[orderKind], sent, sendOptions, (end, milliseconds) => {
      const call = { orderKind, marketplaceId, milliseconds };
      const read = readDeliveryAnswer(orderKind, marketplaceId, end);
      if (!('number' in read)) return { event: 'orderNotTaken', ...call, error: read };
      if (entry.state === 'notTaken') entry.state = 'open';
      entry.number = read.number;
      return { event: 'orderAnswered', ...call, number: read.number, again: before !== undefined };
    });
  }

  function sendRecord(record: SentRecord, sendOptions: SendOptions): Promise<RecordEvent> {
    const { kind, marketplaceId } = record;
    const name = nameOf(kind, marketplaceId);
    const before = records.get(name);
    const entry: SentRecord = { ...record, number: before?.number ?? '' };
    records.set(name, entry);
    options.registerFiles?.(record.body);
    const sent = applyBodyVariants(record.body, sendOptions.bodyVariants);
    return post(deliveryPaths[kind], sent, sendOptions, (end, milliseconds) => {
      const call = { kind, marketplaceId, milliseconds };
      const read = readDeliveryAnswer(kind, marketplaceId, end);
      if (!('number' in read)) return { event: 'recordNotTaken', ...call, error: read };
      entry.number = read.number;
      return { event: 'recordAnswered', ...call, number: read.number, again: before !== undefined };
    });
  }

  const failureOf = (end: CallEnd) => (end.end === 'answered' ? null : end);

  const marketplace: Marketplace = {
    seed,
    factory,
    now,
    nextPurchaseOrder: (itemCount) => factory.purchaseOrder(itemCount === undefined ? {} : { itemCount }),
    nextServiceOrder: (itemCount) => factory.serviceOrder(itemCount === undefined ? {} : { itemCount }),

    sendPurchaseOrder: (body = factory.purchaseOrder(), sendOptions = {}) =>
      sendOrder(newOrder('purchaseOrder', body.purchaseOrderId, body), sendOptions),
    sendServiceOrder: (body = factory.serviceOrder(), sendOptions = {}) =>
      sendOrder(newOrder('serviceOrder', body.serviceOrderId, body), sendOptions),
    sendIncidentReport: (body = factory.incidentReport(), sendOptions = {}) =>
      sendRecord(
        { kind: 'incidentReport', marketplaceId: body.incidentReportFormId, number: '', body },
        sendOptions,
      ),
    sendFinancialDocument: (
      body = nextDocument(factory, orders.values(), records.values()),
      sendOptions = {},
    ) =>
      sendRecord(
        { kind: 'financialDocument', marketplaceId: body.documentId, number: '', body },
        sendOptions,
      ),

    send(delivery, sendOptions) {
      switch (delivery.kind) {
        case 'purchaseOrder':
          return marketplace.sendPurchaseOrder(delivery.body, sendOptions);
        case 'serviceOrder':
          return marketplace.sendServiceOrder(delivery.body, sendOptions);
        case 'incidentReport':
          return marketplace.sendIncidentReport(delivery.body, sendOptions);
        case 'financialDocument':
          return marketplace.sendFinancialDocument(delivery.body, sendOptions);
      }
    },

    lookUp(query, lookupOptions = {}) {
      const get = (callOptions: CallOptions) => client.get(lookupPath, parametersOf(query), callOptions);
      return trackCall<LookupEvent>(get, lookupOptions, (end, milliseconds) => {
        const read = readAs(z.array(ownedPolicy), end);
        if (!Array.isArray(read)) return { event: 'lookupNotAnswered', query, milliseconds, error: read };
        return { event: 'policiesAnswered', query, milliseconds, policies: read };
      });
    },

    balance(query, lookupOptions = {}) {
      const path = balancePath(query.insurancePolicyNumber);
      const get = (callOptions: CallOptions) => client.get(path, [['vin', query.vin]], callOptions);
      return trackCall<BalanceEvent>(get, lookupOptions, (end, milliseconds) => {
        const read = readAs(balanceDetails, end);
        if ('end' in read)
          return { event: 'balanceNotAnswered', balanceOf: query, milliseconds, error: read };
        return { event: 'balanceAnswered', balanceOf: query, milliseconds, ...read };
      });
    },

    cancel(order, input = {}, sendOptions = {}) {
      const { orderKind, marketplaceId } = order;
      const body = applyBodyVariants(makeCancellation(seed, order, input), sendOptions.bodyVariants);
      const path = `${deliveryPaths[orderKind]}/${marketplaceId}/cancel`;
      return post<CancellationEvent>(path, body, sendOptions, (end, milliseconds) => {
        const call = { orderKind, marketplaceId, milliseconds };
        const read = readAs(cancelledOrderResponse, end);
        if ('end' in read) return { event: 'cancellationNotAnswered', ...call, error: read };
        const entry = orders.get(nameOf(orderKind, marketplaceId));
        if (read.isCancelled && entry) entry.state = 'cancelled';
        const shownText = read.showResponseText ? read.responseText : null;
        const inReview = shownText !== null && readsAsInReview(shownText);
        const outcome = read.isCancelled ? 'cancelled' : inReview ? 'inReview' : 'refused';
        return { event: 'cancellationAnswered', ...call, outcome, answer: read, shownText };
      });
    },

    sendFaulty(fault, kind = 'purchaseOrder') {
      const { path, body } = makeFaultyDelivery(fault, nextOf(factory, kind));
      return post<FaultyDeliveryEvent>(path, body, {}, (end, milliseconds) => ({
        event: 'faultyDelivery',
        kind,
        fault,
        milliseconds,
        error: failureOf(end),
      }));
    },

    lookUpFaulty(fault) {
      const { path, parameters } = makeFaultyLookup(fault, factory.claim());
      const get = (callOptions: CallOptions) => client.get(path, parameters, callOptions);
      return trackCall<FaultyLookupEvent>(get, {}, (end, milliseconds) => ({
        event: 'faultyLookup',
        fault,
        milliseconds,
        error: failureOf(end),
      }));
    },

    orders: () => [...orders.values()],
    order: (orderKind, marketplaceId) => orders.get(nameOf(orderKind, marketplaceId)),
    records: () => [...records.values()],

    async stop() {
      stopping.abort();
      await Promise.allSettled(open);
    },
  };
  return marketplace;
}

/** The interface has no field for it: a user understands it from the text. */
function soundsInReview(text: string): boolean {
  return /revisando|en revisi[oó]n|in review|reviewing/i.test(text);
}

function newOrder(orderKind: OrderKind, marketplaceId: number, body: SentOrder['body']): SentOrder {
  const { requestId, insuranceClaimNumber: claimNumber } = body;
  return { orderKind, marketplaceId, requestId, claimNumber, number: '', state: 'notTaken', body };
}

/** The insurer's number; a failure where there is none, or where the id is not the one that was sent. */
function readDeliveryAnswer(
  kind: RecordKind,
  marketplaceId: number,
  end: CallEnd,
): { number: string } | DeliveryFailure {
  if (end.end !== 'answered') return end;
  const created = readCreated(kind, end.body);
  return created?.id === marketplaceId ? { number: created.number } : notUnderstood(end);
}

/** Interface, "OwnerDetails": of companyInfo and personalInfo the one that is not the owner's is null. */
const ownedPolicy = insurancePolicyDetails.refine(({ owner }) => {
  const isCompany = owner.personTypeId === personTypes.company;
  return (owner.companyInfo !== null) === isCompany && (owner.personalInfo === null) === isCompany;
});

function readAs<Answer>(schema: z.ZodType<Answer>, end: CallEnd): Answer | DeliveryFailure {
  if (end.end !== 'answered') return end;
  const read = schema.safeParse(end.body);
  return read.success ? read.data : notUnderstood(end);
}

function notUnderstood({ status, body }: Extract<CallEnd, { end: 'answered' }>): DeliveryFailure {
  return { end: 'notUnderstood', status, body };
}

/** The invoice of the first order that is not invoiced yet, or else of an order that was never sent. */
function nextDocument(
  factory: RecordFactory,
  orders: Iterable<SentOrder>,
  records: Iterable<SentRecord>,
): FinancialDocumentBody {
  const invoiced = new Set(
    [...records].map(({ kind, body }) =>
      kind === 'financialDocument' ? `${body.purchaseOrderId} ${body.serviceOrderId}` : '',
    ),
  );
  const due = [...orders].find(({ orderKind, marketplaceId, state }) => {
    const named = orderKind === 'purchaseOrder' ? `${marketplaceId} null` : `null ${marketplaceId}`;
    return state === 'open' && !invoiced.has(named);
  });
  return factory.invoice(due?.body ?? factory.purchaseOrder());
}

export function nextOf(factory: RecordFactory, kind: RecordKind): Delivery {
  switch (kind) {
    case 'purchaseOrder':
      return { kind, body: factory.purchaseOrder() };
    case 'serviceOrder':
      return { kind, body: factory.serviceOrder() };
    case 'incidentReport':
      return { kind, body: factory.incidentReport() };
    case 'financialDocument':
      return { kind, body: factory.invoice(factory.purchaseOrder()) };
  }
}
