/**
 * A marketplace to try against. It makes orders from a seed, sends them over HTTP, asks to cancel them, and
 * keeps to the interface's rules: an order is cancelled here only when the insurer answered
 * `isCancelled: true`, and `responseText` is shown only when `showResponseText` is true.
 *
 * Every method can be awaited step by step, which is how tests drive it; `keepCalling` in `calling.ts`
 * drives it by itself.
 */
import type { OrderKind } from '#shared/terms.ts';
import { readCancellationAnswer, readOrderAnswer } from './answers.ts';
import { type CancellationWords, makeCancellation, type OrderToCancel } from './cancellation.ts';
import { type CallOptions, insurerClient } from './client.ts';
import type { CancellationEvent, FaultyDeliveryEvent, MarketplaceEvent, OrderEvent } from './events.ts';
import { type Fault, makeFaultyDelivery } from './faulty-delivery.ts';
import { type Oddity, withOddities } from './oddities.ts';
import { makePurchaseOrder, type PurchaseOrderBody } from './purchase-order.ts';
import { makeServiceOrder, type ServiceOrderBody } from './service-order.ts';

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
}

export type OrderState = 'notTaken' | 'open' | 'cancelled';

/** An order as the marketplace knows it. */
export interface KnownOrder extends OrderToCancel {
  state: OrderState;
  body: PurchaseOrderBody | ServiceOrderBody;
}

export interface SendOptions extends Pick<CallOptions, 'signal'> {
  oddities?: readonly Oddity[];
}

export interface Marketplace {
  readonly seed: number;
  /** The next purchase order of the seed; nothing is sent. */
  nextPurchaseOrder(itemCount?: number): PurchaseOrderBody;
  nextServiceOrder(itemCount?: number): ServiceOrderBody;
  sendPurchaseOrder(order?: PurchaseOrderBody, options?: SendOptions): Promise<OrderEvent>;
  sendServiceOrder(order?: ServiceOrderBody, options?: SendOptions): Promise<OrderEvent>;
  /**
   * Asks the insurer, as a user of the marketplace who cancels an order; settles when the call ended. An
   * order that was never sent may be asked for as well.
   */
  cancel(order: OrderToCancel, words?: CancellationWords, options?: SendOptions): Promise<CancellationEvent>;
  sendFaulty(fault: Fault): Promise<FaultyDeliveryEvent>;
  /** What was sent, in the order in which it was sent first. */
  orders(): readonly KnownOrder[];
  order(orderKind: OrderKind, marketplaceId: number): KnownOrder | undefined;
  /** Hangs up on every open call and waits until each ended. */
  stop(): Promise<void>;
}

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
  const known = new Map<string, KnownOrder>();
  const stopping = new AbortController();
  const open = new Set<Promise<unknown>>();
  let purchaseOrders = 0;
  let serviceOrders = 0;

  const nameOf = (orderKind: OrderKind, marketplaceId: number) => `${orderKind} ${marketplaceId}`;

  /** Makes one call, reports what came of it, and keeps count of it until then. */
  function calling<Event extends MarketplaceEvent>(
    path: string,
    body: object | string,
    signal: AbortSignal | undefined,
    read: (end: Awaited<ReturnType<typeof client.post>>, milliseconds: number) => Event,
  ): Promise<Event> {
    const started = performance.now();
    const ended = client
      .post(path, body, { signal: AbortSignal.any([stopping.signal, ...(signal ? [signal] : [])]) })
      .then((end) => {
        const event = read(end, Math.round(performance.now() - started));
        report(event);
        return event;
      });
    const counted = ended.finally(() => open.delete(counted));
    open.add(counted);
    return counted;
  }

  function send(order: KnownOrder, { oddities, signal }: SendOptions): Promise<OrderEvent> {
    const { orderKind, marketplaceId } = order;
    const name = nameOf(orderKind, marketplaceId);
    const before = known.get(name);
    const entry = before ?? order;
    entry.body = order.body;
    known.set(name, entry);
    const path = orderKind === 'purchaseOrder' ? '/PurchaseOrders' : '/ServiceOrders';
    return calling(path, withOddities(order.body, oddities), signal, (end, milliseconds) => {
      const read = readOrderAnswer(orderKind, marketplaceId, end);
      if (!('number' in read))
        return { event: 'orderNotTaken', orderKind, marketplaceId, milliseconds, trouble: read };
      if (entry.state === 'notTaken') entry.state = 'open';
      entry.number = read.number;
      const again = before !== undefined;
      return { event: 'orderAnswered', orderKind, marketplaceId, milliseconds, number: read.number, again };
    });
  }

  const marketplace: Marketplace = {
    seed,
    nextPurchaseOrder: (itemCount) =>
      makePurchaseOrder({ seed, index: purchaseOrders++, createdAt: now(), ...ofLength(itemCount) }),
    nextServiceOrder: (itemCount) =>
      makeServiceOrder({ seed, index: serviceOrders++, createdAt: now(), ...ofLength(itemCount) }),

    sendPurchaseOrder: (order = marketplace.nextPurchaseOrder(), sendOptions = {}) =>
      send(
        {
          orderKind: 'purchaseOrder',
          marketplaceId: order.purchaseOrderId,
          requestId: order.requestId,
          claimNumber: order.insuranceClaimNumber,
          number: '',
          state: 'notTaken',
          body: order,
        },
        sendOptions,
      ),

    sendServiceOrder: (order = marketplace.nextServiceOrder(), sendOptions = {}) =>
      send(
        {
          orderKind: 'serviceOrder',
          marketplaceId: order.serviceOrderId,
          requestId: order.requestId,
          claimNumber: order.insuranceClaimNumber,
          number: '',
          state: 'notTaken',
          body: order,
        },
        sendOptions,
      ),

    cancel(order, words = {}, { oddities, signal } = {}) {
      const { orderKind, marketplaceId } = order;
      const kindPath = orderKind === 'purchaseOrder' ? '/PurchaseOrders' : '/ServiceOrders';
      const body = withOddities(makeCancellation(seed, order, words), oddities);
      return calling(`${kindPath}/${marketplaceId}/cancel`, body, signal, (end, milliseconds) => {
        const call = { orderKind, marketplaceId, milliseconds };
        const read = readCancellationAnswer(end);
        if ('end' in read) return { event: 'cancellationNotAnswered', ...call, trouble: read };
        const entry = known.get(nameOf(orderKind, marketplaceId));
        if (read.isCancelled && entry) entry.state = 'cancelled';
        const shownText = read.showResponseText ? read.responseText : null;
        const inReview = shownText !== null && readsAsInReview(shownText);
        const outcome = read.isCancelled ? 'cancelled' : inReview ? 'inReview' : 'refused';
        return { event: 'cancellationAnswered', ...call, outcome, answer: read, shownText };
      });
    },

    sendFaulty(fault) {
      const { path, body } = makeFaultyDelivery(fault, marketplace.nextPurchaseOrder());
      return calling(path, body, undefined, (end, milliseconds) => ({
        event: 'faultyDelivery',
        fault,
        milliseconds,
        trouble: end.end === 'answered' ? null : end,
      }));
    },

    orders: () => [...known.values()],
    order: (orderKind, marketplaceId) => known.get(nameOf(orderKind, marketplaceId)),

    async stop() {
      stopping.abort();
      await Promise.allSettled(open);
    },
  };
  return marketplace;
}

function ofLength(itemCount: number | undefined) {
  return itemCount === undefined ? {} : { itemCount };
}
