/**
 * A marketplace to try against. It makes records from a seed, sends them over HTTP, looks policies up, asks to cancel
 * orders, and keeps to the interface's rules: an order is cancelled here only when the insurer answered
 * `isCancelled: true`, and `responseText` is shown only when `showResponseText` is true.
 *
 * Every method can be awaited step by step, which is how tests drive it; `generateTraffic` in `calling.ts`
 * drives it by itself, and `runScenario` in `stories/` plays whole claims.
 */
import * as z from 'zod';
import { type CancelledOrderResponse, cancelledOrderResponse } from '#shared/marketplace/cancellation.ts';
import {
  balanceDetails,
  type InsurancePolicyDetails,
  insurancePolicyDetails,
  personTypes,
} from '#shared/marketplace/insurance-policy.ts';
import type { OrderKind, RecordKind } from '#shared/terms.ts';
import { makeCancellation } from './cancellation.ts';
import { type Delivery, deliveryPaths, makeFaultyDelivery, readCreated } from './deliveries.ts';
import type {
  BalanceEvent,
  CancellationEvent,
  DeliveryFailure,
  FaultyDeliveryEvent,
  FaultyLookupEvent,
  LookupEvent,
  MarketplaceEvent,
  OrderEvent,
  RecordEvent,
} from './events.ts';
import { withOddities } from './faults.ts';
import type { FinancialDocumentBody } from './financial-document.ts';
import {
  balancePath,
  type CallEnd,
  type CallOptions,
  insurerClient,
  lookupPath,
  makeFaultyLookup,
  parametersOf,
} from './marketplace-client.ts';
import type {
  AskOptions,
  KnownOrder,
  KnownRecord,
  Marketplace,
  MarketplaceOptions,
  SendOptions,
} from './marketplace-terms.ts';
import { createRecordFactory, type Drafts } from './record-factory.ts';

/** The interface has no field for it: a user understands it from the text. */
function soundsInReview(text: string): boolean {
  return /revisando|en revisi[oó]n|in review|reviewing/i.test(text);
}

export function openMarketplace(options: MarketplaceOptions): Marketplace {
  const { seed, insurerUrl, key, now = () => new Date(), report = () => undefined } = options;
  const readsAsInReview = options.readsAsInReview ?? soundsInReview;
  const client = insurerClient({
    baseUrl: insurerUrl,
    key,
    ...(options.patienceSeconds === undefined ? {} : { patienceSeconds: options.patienceSeconds }),
  });
  const drafts = createRecordFactory(seed, now, options.filesUrl);
  const orders = new Map<string, KnownOrder>();
  const records = new Map<string, KnownRecord>();
  const stopping = new AbortController();
  const open = new Set<Promise<unknown>>();

  const nameOf = (kind: RecordKind, marketplaceId: number) => `${kind} ${marketplaceId}`;

  /** Makes one call, reports what came of it, and keeps count of it until then. */
  function calling<Event extends MarketplaceEvent>(
    call: (options: CallOptions) => Promise<CallEnd>,
    { signal, callOddities = [] }: AskOptions,
    read: (end: CallEnd, milliseconds: number) => Event,
  ): Promise<Event> {
    const started = performance.now();
    const signals = [stopping.signal, ...(signal ? [signal] : [])];
    const ended = call({ signal: AbortSignal.any(signals), oddities: callOddities }).then((end) => {
      const event = read(end, Math.round(performance.now() - started));
      report(event);
      return event;
    });
    const counted = ended.finally(() => open.delete(counted));
    open.add(counted);
    return counted;
  }

  function posting<Event extends MarketplaceEvent>(
    path: string,
    body: object | string,
    asked: AskOptions,
    read: (end: CallEnd, milliseconds: number) => Event,
  ): Promise<Event> {
    return calling((callOptions) => client.post(path, body, callOptions), asked, read);
  }

  function sendOrder(order: KnownOrder, sendOptions: SendOptions): Promise<OrderEvent> {
    const { orderKind, marketplaceId } = order;
    const name = nameOf(orderKind, marketplaceId);
    const before = orders.get(name);
    const entry = before ?? order;
    entry.body = order.body;
    orders.set(name, entry);
    const sent = withOddities(order.body, sendOptions.oddities);
    return posting(deliveryPaths[orderKind], sent, sendOptions, (end, milliseconds) => {
      const call = { orderKind, marketplaceId, milliseconds };
      const read = readDeliveryAnswer(orderKind, marketplaceId, end);
      if (!('number' in read)) return { event: 'orderNotTaken', ...call, error: read };
      if (entry.state === 'notTaken') entry.state = 'open';
      entry.number = read.number;
      return { event: 'orderAnswered', ...call, number: read.number, again: before !== undefined };
    });
  }

  function sendRecord(record: KnownRecord, sendOptions: SendOptions): Promise<RecordEvent> {
    const { kind, marketplaceId } = record;
    const name = nameOf(kind, marketplaceId);
    const before = records.get(name);
    const entry: KnownRecord = { ...record, number: before?.number ?? '' };
    records.set(name, entry);
    options.tellOfFiles?.(record.body);
    const sent = withOddities(record.body, sendOptions.oddities);
    return posting(deliveryPaths[kind], sent, sendOptions, (end, milliseconds) => {
      const call = { kind, marketplaceId, milliseconds };
      const read = readDeliveryAnswer(kind, marketplaceId, end);
      if (!('number' in read)) return { event: 'recordNotTaken', ...call, error: read };
      entry.number = read.number;
      return { event: 'recordAnswered', ...call, number: read.number, again: before !== undefined };
    });
  }

  const faultOf = (end: CallEnd) => (end.end === 'answered' ? null : end);

  const marketplace: Marketplace = {
    seed,
    drafts,
    now,
    nextPurchaseOrder: (itemCount) => drafts.purchaseOrder(itemCount === undefined ? {} : { itemCount }),
    nextServiceOrder: (itemCount) => drafts.serviceOrder(itemCount === undefined ? {} : { itemCount }),

    sendPurchaseOrder: (body = drafts.purchaseOrder(), sendOptions = {}) =>
      sendOrder(newlyKnown('purchaseOrder', body.purchaseOrderId, body), sendOptions),
    sendServiceOrder: (body = drafts.serviceOrder(), sendOptions = {}) =>
      sendOrder(newlyKnown('serviceOrder', body.serviceOrderId, body), sendOptions),
    sendIncidentReport: (body = drafts.incidentReport(), sendOptions = {}) =>
      sendRecord(
        { kind: 'incidentReport', marketplaceId: body.incidentReportFormId, number: '', body },
        sendOptions,
      ),
    sendFinancialDocument: (
      body = nextDocument(drafts, orders.values(), records.values()),
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

    lookUp(query, asked = {}) {
      const get = (callOptions: CallOptions) => client.get(lookupPath, parametersOf(query), callOptions);
      return calling<LookupEvent>(get, asked, (end, milliseconds) => {
        const read = readPoliciesAnswer(end);
        if (!Array.isArray(read)) return { event: 'lookupNotAnswered', query, milliseconds, error: read };
        return { event: 'policiesAnswered', query, milliseconds, policies: read };
      });
    },

    balance(of, asked = {}) {
      const path = balancePath(of.insurancePolicyNumber);
      const get = (callOptions: CallOptions) => client.get(path, [['vin', of.vin]], callOptions);
      return calling<BalanceEvent>(get, asked, (end, milliseconds) => {
        const read = readBalanceAnswer(end);
        if ('end' in read) return { event: 'balanceNotAnswered', of, milliseconds, error: read };
        return { event: 'balanceAnswered', of, milliseconds, ...read };
      });
    },

    cancel(order, words = {}, sendOptions = {}) {
      const { orderKind, marketplaceId } = order;
      const body = withOddities(makeCancellation(seed, order, words), sendOptions.oddities);
      const path = `${deliveryPaths[orderKind]}/${marketplaceId}/cancel`;
      return posting<CancellationEvent>(path, body, sendOptions, (end, milliseconds) => {
        const call = { orderKind, marketplaceId, milliseconds };
        const read = readCancellationAnswer(end);
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
      const { path, body } = makeFaultyDelivery(fault, nextOf(drafts, kind));
      return posting<FaultyDeliveryEvent>(path, body, {}, (end, milliseconds) => ({
        event: 'faultyDelivery',
        kind,
        fault,
        milliseconds,
        error: faultOf(end),
      }));
    },

    lookUpFaulty(fault) {
      const { path, parameters } = makeFaultyLookup(fault, drafts.claim());
      const get = (callOptions: CallOptions) => client.get(path, parameters, callOptions);
      return calling<FaultyLookupEvent>(get, {}, (end, milliseconds) => ({
        event: 'faultyLookup',
        fault,
        milliseconds,
        error: faultOf(end),
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

function newlyKnown(orderKind: OrderKind, marketplaceId: number, body: KnownOrder['body']): KnownOrder {
  const { requestId, insuranceClaimNumber: claimNumber } = body;
  return { orderKind, marketplaceId, requestId, claimNumber, number: '', state: 'notTaken', body };
}

/** Reads the insurer's answers as strictly as the interface writes them. */

/** The insurer's number; trouble where there is none, or where the id is not an echo of what was sent. */
function readDeliveryAnswer(
  kind: RecordKind,
  marketplaceId: number,
  end: CallEnd,
): { number: string } | DeliveryFailure {
  if (end.end !== 'answered') return end;
  const created = readCreated(kind, end.body);
  return created?.id === marketplaceId ? { number: created.number } : notUnderstood(end);
}

function readCancellationAnswer(end: CallEnd): CancelledOrderResponse | DeliveryFailure {
  return readAs(cancelledOrderResponse, end);
}

/** Interface, "OwnerDetails": of companyInfo and personalInfo the one that is not the owner's is null. */
const ownedPolicy = insurancePolicyDetails.refine(({ owner }) => {
  const isCompany = owner.personTypeId === personTypes.company;
  return (owner.companyInfo !== null) === isCompany && (owner.personalInfo === null) === isCompany;
});

function readPoliciesAnswer(end: CallEnd): InsurancePolicyDetails[] | DeliveryFailure {
  return readAs(z.array(ownedPolicy), end);
}

function readBalanceAnswer(end: CallEnd): z.infer<typeof balanceDetails> | DeliveryFailure {
  return readAs(balanceDetails, end);
}

function readAs<Answer>(schema: z.ZodType<Answer>, end: CallEnd): Answer | DeliveryFailure {
  if (end.end !== 'answered') return end;
  const read = schema.safeParse(end.body);
  return read.success ? read.data : notUnderstood(end);
}

function notUnderstood({ status, body }: Extract<CallEnd, { end: 'answered' }>): DeliveryFailure {
  return { end: 'notUnderstood', status, body };
}

/** What comes next where nobody says what: of a kind, or the document that is due. */

/** The invoice of the first order that is not invoiced yet, or else of an order that was never sent. */
function nextDocument(
  drafts: Drafts,
  orders: Iterable<KnownOrder>,
  records: Iterable<KnownRecord>,
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
  return drafts.invoice(due?.body ?? drafts.purchaseOrder());
}

export function nextOf(drafts: Drafts, kind: RecordKind): Delivery {
  switch (kind) {
    case 'purchaseOrder':
      return { kind, body: drafts.purchaseOrder() };
    case 'serviceOrder':
      return { kind, body: drafts.serviceOrder() };
    case 'incidentReport':
      return { kind, body: drafts.incidentReport() };
    case 'financialDocument':
      return { kind, body: drafts.invoice(drafts.purchaseOrder()) };
  }
}
