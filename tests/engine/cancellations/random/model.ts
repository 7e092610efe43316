/**
 * What cancellations shall do, told a second time and in another way than the engine does: here nothing has
 * a state; it is read off from the verdict, from what was delivered and from the calls that are held.
 */
import type {
  AskAnswer,
  AskDelivery,
  CancellationState,
  OrderKind,
  Verdict,
} from '../../../../shared/terms.ts';

export interface ModelAsk {
  tag: string;
  delivery: AskDelivery;
  answer: AskAnswer | null;
  heldUntil: number | null;
  slow: boolean;
  /** The engine has committed it, and holds its connection. */
  isPlaced: boolean;
  isGone: boolean;
  /** The answer was handed to the connection. */
  isWritten: boolean;
  /** What the connection will say of the answer, once it is known. */
  outcome: 'delivered' | 'lost' | null;
}

export interface ModelCancellation {
  /** In the database; null until it was looked at. */
  id: number | null;
  order: ModelOrder;
  isMatched: boolean;
  isClosed: boolean;
  verdict: { verdict: Verdict; text: string | null; person: string } | null;
  isDelivered: boolean;
  askedAt: number;
  asks: ModelAsk[];
}

export interface ModelOrder {
  kind: OrderKind;
  marketplaceId: number;
  isKnown: boolean;
  cancellations: ModelCancellation[];
}

export function stateOf(one: ModelCancellation): CancellationState {
  if (!one.isMatched) return 'unmatched';
  if (one.verdict?.verdict === 'approve') return one.isDelivered ? 'cancelled' : 'approved';
  if (one.verdict?.verdict === 'refuse') return 'refused';
  return one.asks.some((ask) => ask.delivery === 'held') ? 'waiting' : 'deferred';
}

export function heldUntilOf(one: ModelCancellation): number | null {
  const times = one.asks.filter((ask) => ask.delivery === 'held').map((ask) => ask.heldUntil ?? 0);
  return times.length === 0 ? null : Math.max(...times);
}

function carriesVerdict(ask: ModelAsk): boolean {
  return ask.answer === 'cancelled' || ask.answer === 'refused';
}

export function isBeingDelivered(one: ModelCancellation): boolean {
  return one.asks.some((ask) => ask.delivery === 'answering' && carriesVerdict(ask));
}

export function mayHaveBeenDelivered(one: ModelCancellation): boolean {
  return !one.isDelivered && one.asks.some((ask) => ask.delivery === 'unknown' && carriesVerdict(ask));
}

export class Model {
  readonly orders: ModelOrder[];
  holdSeconds = 8;

  constructor(orders: Omit<ModelOrder, 'cancellations'>[]) {
    this.orders = orders.map((order) => ({ ...order, cancellations: [] }));
  }

  cancellations(): ModelCancellation[] {
    return this.orders.flatMap((order) => order.cancellations);
  }

  asks(): ModelAsk[] {
    return this.cancellations().flatMap((one) => one.asks);
  }

  ask(order: ModelOrder, tag: string, slow: boolean, now: number): ModelAsk {
    const one = this.#questionAbout(order, now);
    const ask: ModelAsk = {
      tag,
      delivery: 'held',
      answer: null,
      heldUntil: null,
      slow,
      isPlaced: false,
      isGone: false,
      isWritten: false,
      outcome: null,
    };
    one.asks.push(ask);
    if (!one.isMatched) answer(ask, 'unknownOrder');
    else if (one.verdict !== null) answer(ask, one.verdict.verdict === 'approve' ? 'cancelled' : 'refused');
    else if (this.holdSeconds === 0) answer(ask, 'inReview');
    else ask.heldUntil = now + this.holdSeconds * 1000;
    return ask;
  }

  #questionAbout(order: ModelOrder, now: number): ModelCancellation {
    const sameSort = order.cancellations.filter((one) => one.isMatched === order.isKnown && !one.isClosed);
    const last = sameSort.at(-1);
    if (last !== undefined && !(last.verdict?.verdict === 'refuse' && last.isDelivered)) return last;
    const fresh: ModelCancellation = {
      id: null,
      order,
      isMatched: order.isKnown,
      isClosed: false,
      verdict: null,
      isDelivered: false,
      askedAt: now,
      asks: [],
    };
    order.cancellations.push(fresh);
    return fresh;
  }

  /** What the person is told. */
  decide(one: ModelCancellation, verdict: Verdict, text: string | null, person: string): string {
    if (!one.isMatched) return 'notDecidable';
    if (one.verdict !== null) return `alreadyDecided ${one.verdict.verdict} by ${one.verdict.person}`;
    if (verdict === 'refuse' && text === null) return 'textRequired';
    one.verdict = { verdict, text, person };
    for (const ask of one.asks) {
      if (ask.delivery === 'held') answer(ask, verdict === 'approve' ? 'cancelled' : 'refused');
    }
    return 'decided';
  }

  /** The order that nobody knew arrives: what was asked about it is a question now, unless it was closed. */
  receive(order: ModelOrder): void {
    order.isKnown = true;
    for (const one of order.cancellations) if (!one.isClosed) one.isMatched = true;
  }

  /** What the person is told who closes it without a verdict. */
  close(one: ModelCancellation): string {
    if (one.isMatched) return 'notClosable';
    if (one.isClosed) return 'alreadyClosed';
    one.isClosed = true;
    return 'closed';
  }

  withdraw(one: ModelCancellation): string {
    if (one.verdict === null) return 'notWithdrawable notDecided';
    if (one.isDelivered) return 'notWithdrawable delivered';
    if (isBeingDelivered(one)) return 'notWithdrawable beingDelivered';
    one.verdict = null;
    return 'withdrawn';
  }

  /** Time went on: calls that the engine holds are answered when their own time is over. */
  timeIs(now: number): void {
    for (const ask of this.asks()) if (ask.isPlaced) endHoldWhenDue(ask, now);
  }

  /** The socket of a call closes. */
  hangUp(ask: ModelAsk): void {
    ask.isGone = true;
    if (ask.isPlaced && ask.delivery === 'held') ask.delivery = 'lost';
    if (ask.isWritten) ask.outcome ??= 'lost';
  }

  /** A slow caller takes what is being written to it. */
  take(ask: ModelAsk): void {
    ask.outcome ??= 'delivered';
  }

  /** All that was asked for is committed and what follows from it has happened. */
  settle(now: number): void {
    for (const ask of this.asks()) {
      ask.isPlaced = true;
      if (ask.delivery === 'held' && ask.isGone) ask.delivery = 'lost';
      endHoldWhenDue(ask, now);
      if (ask.delivery === 'answering' && !ask.isWritten) {
        ask.isWritten = true;
        if (ask.isGone) ask.outcome = 'lost';
        else if (!ask.slow) ask.outcome = 'delivered';
      }
    }
    this.noteOutcomes();
  }

  /** What the connections have said is noted. */
  noteOutcomes(): void {
    for (const one of this.cancellations()) {
      for (const ask of one.asks) {
        if (ask.delivery !== 'answering' || ask.outcome === null) continue;
        ask.delivery = ask.outcome;
        if (ask.outcome === 'delivered' && carriesVerdict(ask)) one.isDelivered = true;
      }
    }
  }

  /** The program closes: every held call is answered first. */
  closing(): void {
    for (const ask of this.asks()) if (ask.delivery === 'held') answer(ask, 'inReview');
  }

  /** The process was killed. */
  killed(): void {
    for (const ask of this.asks()) {
      if (ask.delivery === 'held') ask.delivery = 'lost';
      if (ask.delivery === 'answering') ask.delivery = 'unknown';
    }
  }
}

function answer(ask: ModelAsk, what: AskAnswer): void {
  ask.delivery = 'answering';
  ask.answer = what;
}

function endHoldWhenDue(ask: ModelAsk, now: number): void {
  if (ask.delivery === 'held' && ask.heldUntil !== null && ask.heldUntil <= now) answer(ask, 'inReview');
}
