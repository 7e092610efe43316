/**
 * Keeps a marketplace calling at a steady pace, as users of many workshops do: mostly new records of every kind, policy
 * lookups before them, now and then the same order again or changed, a cancellation, or the same cancellation once
 * more after the insurer said that it is in review.
 */

import { policyStates } from './insured-vehicle.ts';
import { balanceOf, lookupOf } from './lookups.ts';
import type { Marketplace, SendOptions, SentOrder } from './marketplace.ts';
import { type Random, randomFor } from './random.ts';
import { bodyVariants, callVariants } from './variants.ts';

export interface TrafficOptions {
  callsPerMinute: number;
  /** How long after "in review" a user asks again. */
  asksAgainAfterSeconds: number;
  /** How many orders are in cancellation at once, asked-again ones included. */
  cancellationsAtOnce: number;
}

export interface Traffic {
  /** Asks to cancel an order after so many seconds, and again and again while it is in review. */
  cancel(order: SentOrder, afterSeconds?: number): void;
  /** Stops, and waits for what is open. */
  stop(): Promise<void>;
}

/** Starts the traffic; a call does not wait for the call before it. */
export function generateTraffic(marketplace: Marketplace, pace: TrafficOptions): Traffic {
  const random = randomFor(marketplace.seed, 'calling');
  const stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const open = new Set<Promise<unknown>>();
  const inCancellation = new Set<SentOrder>();

  function later(milliseconds: number, then: () => Promise<unknown>): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const call = then().finally(() => open.delete(call));
      open.add(call);
    }, milliseconds);
    timers.add(timer);
  }

  async function ask(order: SentOrder): Promise<void> {
    inCancellation.add(order);
    const answer = await marketplace.cancel(order, {}, randomOptions(random, stopping.signal));
    const inReview = answer.event === 'cancellationAnswered' && answer.outcome === 'inReview';
    if (!inReview) inCancellation.delete(order);
    else if (!stopping.signal.aborted) later(pace.asksAgainAfterSeconds * 1000, () => ask(order));
  }

  function next(pause: number, isFirst = false): void {
    later(pause, () => {
      // Between half and one and a half of the mean, so that it does not tick like a clock.
      next((60_000 / pace.callsPerMinute) * (0.5 + random.fraction()));
      return isFirst ? marketplace.sendPurchaseOrder() : oneCall();
    });
  }

  function oneCall(): Promise<unknown> {
    const drawn = random.fraction();
    const options = randomOptions(random, stopping.signal);
    const openOrders = marketplace.orders().filter((order) => order.state === 'open');
    if (drawn < 0.22 || openOrders.length === 0) return marketplace.sendPurchaseOrder(undefined, options);
    if (drawn < 0.34) return marketplace.sendServiceOrder(undefined, options);
    if (drawn < 0.48) return reportIncident(options);
    if (drawn < 0.64) return marketplace.sendFinancialDocument(undefined, options);
    if (drawn < 0.7) return marketplace.balance(balanceOf(marketplace.factory.claim()));
    const order = random.pick(openOrders);
    if (drawn < 0.92 && inCancellation.size < pace.cancellationsAtOnce && !inCancellation.has(order))
      return ask(order);
    return sendOnceMore(order);
  }

  /** Looked up first, as a workshop does. */
  async function reportIncident(options: SendOptions): Promise<void> {
    const { factory } = marketplace;
    const claim = factory.claim(random.pick(policyStates));
    await marketplace.lookUp(lookupOf(claim, marketplace.now()), options);
    if (!stopping.signal.aborted)
      await marketplace.sendIncidentReport(factory.incidentReport({ claim }), options);
  }

  /** Half of the time as it was, half of the time changed. */
  function sendOnceMore({ body: before }: SentOrder): Promise<unknown> {
    const body = random.chance(0.5) ? before : { ...before, comments: 'Orden corregida por el taller.' };
    const options = { signal: stopping.signal };
    return 'purchaseOrderId' in body
      ? marketplace.sendPurchaseOrder(body, options)
      : marketplace.sendServiceOrder(body, options);
  }

  // The first soon and a new order, so that whoever started it sees one arrive.
  next(Math.min(1000, 60_000 / pace.callsPerMinute), true);
  return {
    cancel(order, afterSeconds = 0) {
      later(afterSeconds * 1000, () => ask(order));
    },
    async stop() {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.allSettled(open);
    },
  };
}

/** One delivery in ten is a variant of its body, and some others a variant of the call. */
function randomOptions(random: Random, signal: AbortSignal): SendOptions {
  if (random.chance(0.1)) return { signal, bodyVariants: [random.pick(bodyVariants)] };
  return random.chance(0.05) ? { signal, callVariants: [random.pick(callVariants)] } : { signal };
}
