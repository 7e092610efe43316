/**
 * What cancel calls shall do, told a second time and in another way than the program does. Its receiver writes a list of
 * what came and what it answered; its engine reads that list. Nothing here has a state: it is read off from the verdict,
 * from what was delivered, and from the calls that the engine knows as held.
 */
import type {
  AskAnswer,
  AskDelivery,
  CancellationState,
  OrderKind,
  Verdict,
} from '../../../../shared/terms.ts';

type Outcome = { delivery: 'delivered' | 'lost' | 'unknown'; answer: AskAnswer | null };

export interface ModelAsk {
  tag: string;
  order: ModelOrder;
  slow: boolean;
  heldUntil: number | null;
  /** When the receiver answers it by itself. */
  endsAt: number;
  /** The receiver holds its connection. */
  isHeld: boolean;
  isGone: boolean;
  /** What was handed to the connection. */
  written: AskAnswer | null;
  /** What the journal has of it. */
  kept: { answer: AskAnswer | null; outcome: Outcome | null };
  /** What became of it and could not be kept, and when that is tried again. */
  unkept: { outcome: Outcome; retryAt: number } | null;
  /** As the engine has it; null until it is derived. */
  derived: { delivery: AskDelivery; answer: AskAnswer | null } | null;
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
  /** The engine has it. */
  isDerived: boolean;
  cancellations: ModelCancellation[];
}

type Entry =
  | { kind: 'order'; order: ModelOrder }
  | { kind: 'ask'; ask: ModelAsk; at: number }
  | { kind: 'answer'; ask: ModelAsk; answer: AskAnswer }
  | { kind: 'outcome'; ask: ModelAsk; outcome: Outcome };

export function stateOf(one: ModelCancellation): CancellationState {
  if (!one.isMatched) return 'unmatched';
  if (one.verdict?.verdict === 'approve') return one.isDelivered ? 'cancelled' : 'approved';
  if (one.verdict?.verdict === 'refuse') return 'refused';
  return one.asks.some((ask) => ask.derived?.delivery === 'held') ? 'waiting' : 'deferred';
}

export function heldUntilOf(one: ModelCancellation): number | null {
  if (stateOf(one) !== 'waiting') return null;
  const held = one.asks.filter((ask) => ask.derived?.delivery === 'held');
  return Math.max(...held.map((ask) => ask.heldUntil ?? 0));
}

const carriesVerdict = (answer: AskAnswer | null): boolean => answer === 'cancelled' || answer === 'refused';

export function isBeingDelivered(one: ModelCancellation): boolean {
  return one.asks.some(({ derived }) => derived?.delivery === 'answering' && carriesVerdict(derived.answer));
}

export function mayHaveBeenDelivered(one: ModelCancellation): boolean {
  const isUnknown = ({ derived }: ModelAsk) =>
    derived?.delivery === 'unknown' && carriesVerdict(derived.answer);
  return !one.isDelivered && one.asks.some(isUnknown);
}

/** Where calls are not held, the engine is given so long. */
const graceMilliseconds = 2000;
const retryMilliseconds = 5000;

export class Model {
  readonly orders: ModelOrder[];
  readonly asks: ModelAsk[] = [];
  holdSeconds = 8;
  now: number;
  /** Nothing can be kept now. */
  isFull = false;
  /** The receiver is gone before it learns of what reached the disk. */
  isDeaf = false;
  isEngineThere = true;
  /** What happened now and then. */
  readonly cameThrough = new Set<string>();
  readonly #entries: Entry[] = [];
  #derived = 0;
  /** What the engine said and the receiver has not heard. */
  #onTheWay: { ask: ModelAsk; answer: AskAnswer }[] = [];

  constructor(orders: Pick<ModelOrder, 'kind' | 'marketplaceId'>[], now: number) {
    this.orders = orders.map((order) => ({ ...order, isDerived: false, cancellations: [] }));
    this.now = now;
  }

  cancellations(): ModelCancellation[] {
    return this.orders.flatMap((order) => order.cancellations);
  }

  // The receiver.

  receive(order: ModelOrder): void {
    this.#entries.push({ kind: 'order', order });
  }

  isReceived(order: ModelOrder): boolean {
    return this.#entries.some((entry) => entry.kind === 'order' && entry.order === order);
  }

  /** Null where it cannot be kept. */
  ask(order: ModelOrder, tag: string, slow: boolean): ModelAsk | null {
    if (this.isFull) return null;
    const hold = this.holdSeconds * 1000;
    const ask: ModelAsk = {
      tag,
      order,
      slow,
      heldUntil: hold > 0 ? this.now + hold : null,
      endsAt: this.now + (hold > 0 ? hold : graceMilliseconds),
      isHeld: !this.isDeaf,
      isGone: false,
      written: null,
      kept: { answer: null, outcome: null },
      unkept: null,
      derived: null,
    };
    this.asks.push(ask);
    this.#entries.push({ kind: 'ask', ask, at: this.now });
    return ask;
  }

  /** Time went on: calls are answered whose hold is over, and what could not be kept is tried again. */
  timeIs(now: number): void {
    this.now = now;
    for (const ask of this.asks) {
      if (ask.isHeld && ask.endsAt <= now) this.#give(ask, 'inReview');
      else if (ask.unkept !== null && ask.unkept.retryAt <= now) this.#keepOutcome(ask, ask.unkept.outcome);
    }
  }

  /** The socket of a call closes. */
  hangUp(ask: ModelAsk): void {
    ask.isGone = true;
    if (ask.isHeld) {
      ask.isHeld = false;
      this.#keepOutcome(ask, { delivery: 'lost', answer: null });
    } else if (this.isBeingWritten(ask)) this.#keepOutcome(ask, { delivery: 'lost', answer: ask.written });
  }

  /** A slow caller takes what is being written to it. */
  take(ask: ModelAsk): void {
    this.#keepOutcome(ask, { delivery: 'delivered', answer: ask.written });
  }

  isBeingWritten(ask: ModelAsk): boolean {
    return ask.written !== null && ask.kept.outcome === null && ask.unkept === null;
  }

  /** All held calls are answered, as before the receiver moves or closes. */
  answerAll(): void {
    for (const ask of this.asks) if (ask.isHeld) this.#give(ask, 'inReview');
  }

  /** The receiver is about to end: what could not be kept is tried once more. */
  closed(): void {
    for (const ask of this.asks) {
      if (ask.unkept === null) continue;
      this.#keepOutcome(ask, ask.unkept.outcome);
      this.cameThrough.add(ask.unkept === null ? 'kept at last' : 'never kept');
    }
  }

  /** What the engine said comes to the receiver. */
  hear(): void {
    for (const { ask, answer } of this.#onTheWay.splice(0)) {
      if (ask.isHeld) this.#give(ask, answer);
      else this.cameThrough.add(`too late ${answer}`);
    }
  }

  /** The receiver was killed or closed, and another one ends what it finds open. */
  receiverEnded(): void {
    this.isDeaf = false;
    for (const ask of this.asks) {
      ask.isHeld = false;
      ask.unkept = null;
      const { answer, outcome } = ask.kept;
      if (outcome === null)
        this.#keepOutcome(ask, { delivery: answer === null ? 'lost' : 'unknown', answer });
    }
  }

  #give(ask: ModelAsk, wanted: AskAnswer): void {
    ask.isHeld = false;
    const answer = this.isFull ? 'inReview' : wanted;
    if (this.isFull) this.cameThrough.add(`not kept ${wanted}`);
    else {
      ask.kept.answer = answer;
      this.#entries.push({ kind: 'answer', ask, answer });
    }
    if (this.isDeaf) return;
    ask.written = answer;
    if (!ask.slow) this.take(ask);
  }

  #keepOutcome(ask: ModelAsk, outcome: Outcome): void {
    ask.unkept = this.isFull ? { outcome, retryAt: this.now + retryMilliseconds } : null;
    if (this.isFull) return;
    ask.kept.outcome = outcome;
    this.#entries.push({ kind: 'outcome', ask, outcome });
  }

  // The engine.

  /** What it finds to be answered it says again. */
  startEngine(): void {
    this.isEngineThere = true;
    for (const { asks } of this.cancellations())
      for (const ask of asks)
        if (ask.derived?.delivery === 'answering') this.#say(ask, ask.derived.answer ?? 'inReview');
  }

  /** `isHeard`: what it said before is on its way. */
  killEngine(isHeard: boolean): void {
    this.isEngineThere = false;
    if (!isHeard) this.#onTheWay = [];
  }

  get isQuiet(): boolean {
    return this.#onTheWay.length === 0 && this.#derived === this.#entries.length;
  }

  derive(): void {
    for (const [index, entry] of this.#entries.entries()) {
      if (index < this.#derived) continue;
      if (entry.kind === 'order') this.#joinOrder(entry.order);
      else if (entry.kind === 'ask') this.#deriveAsk(entry.ask, index, entry.at);
      else if (entry.kind === 'answer') this.#deriveAnswer(entry.ask, entry.answer);
      else this.#deriveOutcome(entry.ask, entry.outcome);
    }
    this.#derived = this.#entries.length;
  }

  /** What was asked about an order before it came is a question from then on, unless it was closed. */
  #joinOrder(order: ModelOrder): void {
    if (order.isDerived) return;
    order.isDerived = true;
    for (const one of order.cancellations) if (!one.isClosed) one.isMatched = true;
  }

  #deriveAsk(ask: ModelAsk, index: number, at: number): void {
    const { order } = ask;
    const isKnown = this.#entries.slice(0, index).some((one) => one.kind === 'order' && one.order === order);
    if (isKnown) this.#joinOrder(order);
    const one = this.#questionAbout(order, isKnown, at);
    one.asks.push(ask);
    ask.derived = { delivery: 'held', answer: null };
    if (!one.isMatched) this.#answer(ask, 'unknownOrder');
    else if (one.verdict !== null)
      this.#answer(ask, one.verdict.verdict === 'approve' ? 'cancelled' : 'refused');
    else if (ask.heldUntil === null) this.#answer(ask, 'inReview');
    // A call that is answered at once was not held.
    if (ask.derived.delivery !== 'held') ask.heldUntil = null;
  }

  #questionAbout(order: ModelOrder, isKnown: boolean, at: number): ModelCancellation {
    const last = order.cancellations.filter((one) => one.isMatched === isKnown && !one.isClosed).at(-1);
    if (last !== undefined && !(last.verdict?.verdict === 'refuse' && last.isDelivered)) return last;
    const fresh: ModelCancellation = {
      id: null,
      order,
      isMatched: isKnown,
      isClosed: false,
      verdict: null,
      isDelivered: false,
      askedAt: at,
      asks: [],
    };
    order.cancellations.push(fresh);
    return fresh;
  }

  #deriveAnswer(ask: ModelAsk, answer: AskAnswer): void {
    if (ask.derived?.answer !== answer) this.cameThrough.add(`${ask.derived?.answer} told ${answer}`);
    ask.derived = { delivery: 'answering', answer };
  }

  #deriveOutcome(ask: ModelAsk, { delivery, answer }: Outcome): void {
    ask.derived = { delivery, answer: answer ?? ask.derived?.answer ?? null };
    const one = this.cancellations().find(({ asks }) => asks.includes(ask));
    if (one !== undefined && delivery === 'delivered' && carriesVerdict(answer)) one.isDelivered = true;
  }

  #answer(ask: ModelAsk, answer: AskAnswer): void {
    ask.derived = { delivery: 'answering', answer };
    this.#say(ask, answer);
  }

  #say(ask: ModelAsk, answer: AskAnswer): void {
    this.#onTheWay.push({ ask, answer });
  }

  // What people do. `isMute`: the engine is gone before it learns that it is kept.

  decide(
    one: ModelCancellation,
    { verdict, text, person }: { verdict: Verdict; text: string | null; person: string },
    isMute: boolean,
  ): string {
    if (!one.isMatched) return 'notDecidable';
    if (one.verdict !== null) return `alreadyDecided ${one.verdict.verdict} by ${one.verdict.person}`;
    if (verdict === 'refuse' && text === null) return 'textRequired';
    one.verdict = { verdict, text, person };
    for (const ask of one.asks) {
      if (ask.derived?.delivery !== 'held') continue;
      const answer = verdict === 'approve' ? 'cancelled' : 'refused';
      ask.derived = { delivery: 'answering', answer };
      if (!isMute) this.#say(ask, answer);
    }
    return 'decided';
  }

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
}
