import type { Settings } from '#shared/contract/settings.ts';
import type { CancelledOrderResponse } from '#shared/marketplace/cancellation.ts';
import type { AskAnswer } from '#shared/terms.ts';
import type { Clock } from '../clock.ts';
import type { AnswerDetail, Arrival, Journal, OutcomeDetail, Receipt } from '../journal/index.ts';
import type { EngineLog } from '../log.ts';
import { isPassing, StoreProblem } from '../store/index.ts';
import type { IncomingAsk } from './context.ts';
import type { HeldResponse } from './held-response.ts';
import type { AskInstruction } from './protocol.ts';

interface HeldCallsOptions {
  journal: Pick<Journal, 'keep' | 'endInterrupted'>;
  clock: Clock;
  log: EngineLog;
  /** As the settings have it now. */
  holdSeconds(): number;
  texts(): Settings['texts'];
  /** Beyond so many no more is held; usually 10,000. */
  maxHeld?: number;
}

/** A held call. */
interface Held {
  marketplaceId: number;
  response: HeldResponse;
  cancelTimer: () => void;
}

/** Why a hold ends without a word of the engine. */
export type HoldEnd = 'time' | 'moving' | 'closing';

/** Each takes some ten kilobytes: so many are far from what the thread may have, and beyond what people answer. */
const usualMaxHeld = 10_000;
/** Where calls are not held, the engine is given so long to say what is answered. */
const graceMilliseconds = 2000;
/** How long closing waits, where nobody says, for answers that a caller does not take. */
const closeMilliseconds = 3000;
/** After how long what a full disk refused, or a server that was away, is tried again. */
const retryMilliseconds = 5000;

/**
 * The cancel calls whose connections are open. Each is in the journal before it is held; what it is about to be answered
 * with is there before it is written out, and so is what became of that. Where nobody says what to answer until the hold
 * ends, it is "in review": silence never approves.
 */
export class HeldCalls {
  readonly #options: HeldCallsOptions;
  /** By ask. Whoever removes one answers it: it is in here once, so no call is answered twice. */
  readonly #held = new Map<number, Held>();
  /** Calls that are held, or of whose end it is not recorded yet what became of it, by ask. */
  readonly #open = new Set<number>();
  /** Calls that are being kept, and all that ever were. */
  #keeping = 0;
  #begun = 0;
  /** Of the calls that are being kept, what the engine said that read them before they were known to be kept; by ask. */
  readonly #early = new Map<number, AskInstruction>();
  /** The last ask that is known to be kept; they are known in their order. */
  #lastKept = 0;
  #cancelLooking: (() => void) | null = null;
  /** Entries and answers under way, for all of which closing waits. */
  readonly #pending = new Set<Promise<unknown>>();
  /** Each tries again at once to keep what became of a call, which could not be kept for now; else a timer does. */
  readonly #retries = new Set<() => Promise<void>>();
  /** Why all calls were answered last; another object each time. */
  #leaving: { cause: HoldEnd } | null = null;
  #closing: Promise<void> | null = null;
  #isClosed = false;

  constructor(options: HeldCallsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#held.size;
  }

  /** Resolves when the call is synced to disk and held. Rejects with nothing written to its connection. */
  ask(incoming: IncomingAsk, response: HeldResponse): Promise<void> {
    if (this.#closing !== null) return Promise.reject(new StoreProblem('closed', 'Perito is closing.'));
    return this.#track(this.#ask(incoming, response));
  }

  /**
   * Answers a held call as the engine says; does nothing where it was answered meanwhile, or its caller went away. What
   * cancels an order without somebody's approval is not followed.
   */
  answer(instruction: AskInstruction): void {
    const { askId, answer, verdictText, verdict } = instruction;
    if (answer === 'cancelled' && verdict?.verdict !== 'approve') {
      this.#options.log.error({ askId }, 'An order was to be cancelled that nobody approved to cancel.');
      return;
    }
    const held = this.#release(askId);
    if (held === null) {
      const mayCome = askId > this.#lastKept && this.#early.size < this.#keeping;
      if (mayCome) this.#early.set(askId, instruction);
      return;
    }
    const detail = { answer, text: this.#textOf(answer, verdictText), verdict, cause: null };
    void this.#track(this.#answer(askId, held, detail));
  }

  /**
   * Answers "in review" all calls that came so far; resolves when that is written and recorded for those that are held
   * already. Calls are still taken.
   */
  async answerAll(cause: Exclude<HoldEnd, 'time'>): Promise<void> {
    this.#leaving = { cause };
    await Promise.all([...this.#held.keys()].map((askId) => this.#endHold(askId, cause)));
  }

  /**
   * Takes no more calls and answers all held ones "in review"; resolves when that is recorded, after so long at the latest.
   * What could not be kept until then is tried once more, last of all. Safe to call twice.
   */
  close(limitMs = closeMilliseconds): Promise<void> {
    this.#closing ??= this.#close(limitMs);
    return this.#closing;
  }

  async #close(limitMs: number): Promise<void> {
    void this.answerAll('closing');
    let cancelLimit = () => {};
    const limit = new Promise<void>((resolve) => {
      cancelLimit = this.#options.clock.after(limitMs, () => {
        this.#options.log.warn({}, 'A caller did not take its answer in time; closing without it.');
        resolve();
      });
    });
    await Promise.race([this.#idle(), limit]);
    cancelLimit();
    this.#isClosed = true;
    this.#cancelLooking?.();
    // What is not known at the next start may be taken back, though the caller has it.
    await Promise.all([...this.#retries].map((retry) => retry()));
  }

  async #ask(incoming: IncomingAsk, response: HeldResponse): Promise<void> {
    const { clock, holdSeconds, maxHeld = usualMaxHeld } = this.#options;
    const { orderKind, marketplaceId, call, keyLabel, body: bytes } = incoming;
    const hold = this.#held.size < maxHeld ? holdSeconds() * 1000 : 0;
    const at = clock.now();
    let askId: number | null = null;
    let isGone = false;
    const leaving = this.#leaving;
    response.onGone(() => {
      isGone = true;
      if (askId !== null) this.#callerGone(askId);
    });
    const heldUntil = hold > 0 ? at + hold : null;
    const detail = { orderKind, heldUntil, call };
    const { seq } = await this.#keep({ kind: 'ask', marketplaceId, keyLabel, bytes, detail });
    askId = seq;
    this.#lastKept = Math.max(this.#lastKept, seq);
    const left = Math.max(0, (heldUntil ?? at + graceMilliseconds) - clock.now());
    const cancelTimer = clock.after(left, () => void this.#endHold(seq, 'time'));
    this.#held.set(seq, { marketplaceId, response, cancelTimer });
    this.#open.add(seq);
    const early = this.#early.get(seq);
    for (const known of this.#early.keys()) if (known <= seq) this.#early.delete(known);
    if (early !== undefined) this.answer(early);
    // It was being kept when all others were answered.
    if (this.#leaving !== null && this.#leaving !== leaving) void this.#endHold(seq, this.#leaving.cause);
    if (isGone) this.#callerGone(seq);
  }

  async #keep(arrival: Extract<Arrival, { kind: 'ask' }>): Promise<Receipt> {
    this.#begun += 1;
    this.#keeping += 1;
    try {
      return await this.#options.journal.keep(arrival);
    } catch (failure) {
      if (isPassing(failure)) this.#endLostLater();
      throw failure;
    } finally {
      this.#keeping -= 1;
    }
  }

  /** A call that was refused since nothing was heard of its commit may be in the journal: there it is ended, since nobody holds it. */
  #endLostLater(): void {
    this.#cancelLooking ??= this.#options.clock.after(retryMilliseconds, () => {
      this.#cancelLooking = null;
      if (this.#closing === null) void this.#track(this.#endLost());
    });
  }

  async #endLost(): Promise<void> {
    const begun = this.#begun;
    const wasKeeping = this.#keeping > 0;
    // What became of one may be recorded between the look at the journal and the look here.
    const openBefore = new Set(this.#open);
    // One that is being kept is in the journal before it is held.
    const isSettled = () => !wasKeeping && this.#begun === begun;
    const isHeld = (askId: number) => !isSettled() || openBefore.has(askId) || this.#open.has(askId);
    try {
      await this.#options.journal.endInterrupted(isHeld);
      if (!isSettled()) this.#endLostLater();
    } catch (failure) {
      if (isPassing(failure)) this.#endLostLater();
      else this.#options.log.error({ err: failure }, 'Cancel calls that nobody holds could not be ended.');
    }
  }

  /** A held call, for whoever answers it; null where the caller is gone or was answered. */
  #release(askId: number): Held | null {
    const held = this.#held.get(askId);
    if (held === undefined) return null;
    this.#held.delete(askId);
    held.cancelTimer();
    return held;
  }

  async #endHold(askId: number, cause: HoldEnd): Promise<void> {
    const held = this.#release(askId);
    if (held === null) return;
    await this.#track(this.#answer(askId, held, this.#inReview(cause)));
  }

  #inReview(cause: HoldEnd | null): AnswerDetail {
    return { answer: 'inReview', text: this.#textOf('inReview', null), verdict: null, cause };
  }

  /** Resolves when the call is answered and that is recorded; never rejects. */
  async #answer(askId: number, { marketplaceId, response }: Held, wanted: AnswerDetail): Promise<void> {
    const { journal, log } = this.#options;
    let detail = wanted;
    try {
      await journal.keep({ kind: 'answer', askId, marketplaceId, detail });
    } catch (failure) {
      // "In review" promises nothing, so it may go out; what decides is never written out before it is on the disk.
      log.error({ err: failure, askId }, 'An answer could not be kept; the call is answered "in review".');
      detail = this.#inReview(wanted.cause);
    }
    const outcome = await this.#write(askId, response, detail);
    await this.#recordOutcome(askId, marketplaceId, { delivery: outcome, answer: detail.answer });
  }

  async #write(
    askId: number,
    response: HeldResponse,
    detail: AnswerDetail,
  ): Promise<OutcomeDetail['delivery']> {
    const mayStay = detail.cause === null || detail.cause === 'time';
    const closeConnection = !mayStay || this.#closing !== null;
    try {
      return (await response.write(wireAnswer(detail), { closeConnection })) ? 'delivered' : 'lost';
    } catch (failure) {
      this.#options.log.error({ err: failure, askId }, 'Whether an answer was written out is not known.');
      return 'unknown';
    }
  }

  #callerGone(askId: number): void {
    const held = this.#release(askId);
    if (held !== null)
      void this.#track(this.#recordOutcome(askId, held.marketplaceId, { delivery: 'lost', answer: null }));
  }

  /** Never rejects, and is tried again while the disk is full or the server away. */
  async #recordOutcome(askId: number, marketplaceId: number, detail: OutcomeDetail): Promise<void> {
    const { journal, log, clock } = this.#options;
    try {
      await journal.keep({ kind: 'outcome', askId, marketplaceId, detail });
      this.#open.delete(askId);
    } catch (failure) {
      log.error({ err: failure, askId }, 'What became of a cancel call could not be kept.');
      if (!isPassing(failure) || this.#isClosed) {
        this.#open.delete(askId);
        return;
      }
      const retry = () => {
        this.#retries.delete(retry);
        cancelTimer();
        return this.#recordOutcome(askId, marketplaceId, detail);
      };
      const cancelTimer = clock.after(retryMilliseconds, () => void retry());
      this.#retries.add(retry);
    }
  }

  /** Two texts come from the settings as they are now, the others were kept with the verdict. */
  #textOf(answer: AskAnswer, verdictText: string | null): string | null {
    const { inReview, unknownOrder } = this.#options.texts();
    if (answer === 'inReview') return inReview;
    return answer === 'unknownOrder' ? unknownOrder : verdictText;
  }

  #track<Result>(promise: Promise<Result>): Promise<Result> {
    this.#pending.add(promise);
    const end = () => this.#pending.delete(promise);
    promise.then(end, end);
    return promise;
  }

  /** Resolves when nothing is under way, what begins meanwhile included. */
  async #idle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
  }
}

/** The body of an answer (interface, "CancelledPurchaseOrderResponse"). */
export function wireAnswer({ answer, text }: Pick<AnswerDetail, 'answer' | 'text'>): CancelledOrderResponse {
  const isCancelled = answer === 'cancelled';
  return { isCancelled, showResponseText: !isCancelled || text !== null, responseText: text };
}
