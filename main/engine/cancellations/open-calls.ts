import type { Settings } from '#shared/contract/settings.ts';
import type { CancelledOrderResponse } from '#shared/marketplace/cancellation.ts';
import type { AskAnswer } from '#shared/terms.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { EngineLog } from '../log.ts';
import type { SettingsService } from '../settings/index.ts';
import { type Store, StoreProblem, type WriteTransaction } from '../store/index.ts';
import {
  type AskToAnswer,
  callerDisconnected,
  type DeliveryOutcome,
  endHold,
  type HoldEnd,
  type IncomingAsk,
  recordDelivery,
  registerAsk,
  type Touched,
} from './transactions.ts';

export interface CancellationDependencies {
  store: Store;
  clock: Clock;
  changes: Changes;
  settings: Pick<SettingsService, 'current'>;
  log: EngineLog;
  /** Overrides the settings for this run. */
  holdSeconds?: number | undefined;
  /** Called where findings of records may have changed: an answer was settled, or a call contradicts its order. */
  onSettled?: (() => void) | undefined;
}

/** The connection of an open call, as the receiver hands it over. */
export interface HeldResponse {
  /** Calls the listener once when the socket closes before an answer was written; at once if it has. */
  onGone(listener: () => void): void;
  /**
   * Writes the one answer. True only when it was written out whole, false where the socket closed first;
   * a rejection means that nobody knows.
   */
  write(answer: CancelledOrderResponse, options: { closeConnection: boolean }): Promise<boolean>;
}

type Transaction<Result> = (tx: WriteTransaction) => Promise<Result>;

/** How long closing waits for answers that a caller does not take. */
const closeMilliseconds = 3000;
/** After how long a transaction that a full disk refused is tried again. */
const retryMilliseconds = 5000;

/**
 * The cancel calls whose connections are open. One transaction decides what a call is answered with, the answer is
 * written after its commit, and another transaction records whether it arrived.
 */
export class OpenCalls {
  readonly #deps: CancellationDependencies;
  /** Held calls by ask. Whoever removes one answers it: it is in here once, so no call is answered twice. */
  readonly #held = new Map<number, { response: HeldResponse; cancelTimer: () => void }>();
  /** Transactions and answers under way, for all of which closing waits. */
  readonly #pending = new Set<Promise<unknown>>();
  #closing: Promise<void> | null = null;

  constructor(deps: CancellationDependencies) {
    this.#deps = deps;
  }

  get heldCount(): number {
    return this.#held.size;
  }

  /** Resolves when the call is stored; it is then held or being answered. Rejects with nothing written. */
  register(incoming: IncomingAsk, response: HeldResponse): Promise<void> {
    if (this.#closing !== null) return Promise.reject(new StoreProblem('closed', 'Perito is closing.'));
    const at = this.#now();
    const { holdSeconds = this.#deps.settings.current().receiver.holdSeconds } = this.#deps;
    let askId: number | null = null;
    let isGone = false;
    response.onGone(() => {
      isGone = true;
      if (askId !== null) this.#callerGone(askId);
    });
    return this.commit(
      (tx) => registerAsk(tx, incoming, at, holdSeconds * 1000),
      (registered) => {
        askId = registered.askId;
        if (registered.contradictsOrder) this.#deps.onSettled?.();
        if (registered.answer !== null) {
          void this.#answer({ ...registered, answer: registered.answer }, response);
          return;
        }
        this.#hold(registered.askId, response, registered.heldUntil ?? at);
        if (isGone) this.#callerGone(registered.askId);
      },
    );
  }

  /**
   * Runs a transaction, publishes what it touched, and then calls `then`. Transactions end in the order in which they
   * were given, and so do their `then`s: a verdict given after an ask finds its call among the held ones.
   */
  commit<Result extends { touched: Touched | null } | null, Then>(
    transaction: Transaction<Result>,
    then: (result: Result) => Then,
  ): Promise<Then> {
    return this.#track(
      this.#deps.store.write(transaction).then((result) => {
        if (result !== null) this.#publish(result.touched);
        return then(result);
      }),
    );
  }

  /** Writes the answers of a committed verdict to its held calls. */
  answer(calls: readonly AskToAnswer[]): void {
    for (const call of calls) void this.#answer(call, this.#release(call.askId));
  }

  /** Answers all held calls "in review"; resolves when that is written and recorded. */
  async answerHeld(): Promise<void> {
    await Promise.all([...this.#held.keys()].map((askId) => this.#endHold(askId, 'moving')));
  }

  /** Takes no more calls and answers all held ones "in review"; resolves when that is written and recorded. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    for (const askId of this.#held.keys()) void this.#endHold(askId, 'closing');
    let cancelLimit = () => {};
    const limit = new Promise<void>((resolve) => {
      cancelLimit = this.#deps.clock.after(closeMilliseconds, () => {
        this.#deps.log.warn({}, 'A caller did not take its answer in time; closing without it.');
        resolve();
      });
    });
    await Promise.race([this.#idle(), limit]);
    cancelLimit();
  }

  #hold(askId: number, response: HeldResponse, until: number): void {
    const left = Math.max(0, until - this.#now());
    const cancelTimer = this.#deps.clock.after(left, () => void this.#endHold(askId, 'time'));
    this.#held.set(askId, { response, cancelTimer });
    // It came in just before closing began.
    if (this.#closing !== null) void this.#endHold(askId, 'closing');
  }

  /** The response of a held call, for whoever answers it; null where the caller is gone or was answered. */
  #release(askId: number): HeldResponse | null {
    const held = this.#held.get(askId);
    if (held === undefined) return null;
    this.#held.delete(askId);
    held.cancelTimer();
    return held.response;
  }

  /** Resolves when the call is answered and that is recorded; never rejects. */
  async #endHold(askId: number, cause: HoldEnd): Promise<void> {
    const at = this.#now();
    try {
      await this.commit(
        (tx) => endHold(tx, askId, cause, at),
        (ended) => ended && this.#answer(ended.toAnswer, this.#release(askId), cause !== 'time'),
      );
    } catch (error) {
      this.#deps.log.error(
        { err: error, askId },
        'The end of a hold could not be kept; the call is answered.',
      );
      await this.#answerUnstored(askId, cause);
    }
  }

  /** The store cannot be written, and the caller waits: "in review" promises nothing, so it may go out first. */
  async #answerUnstored(askId: number, cause: HoldEnd): Promise<void> {
    const response = this.#release(askId);
    if (response === null) return;
    const call: AskToAnswer = { askId, answer: 'inReview', verdictText: null };
    await this.#track(
      this.#write(call, response, cause !== 'time').then((outcome) =>
        this.#recordEventually(async (tx) => {
          const at = this.#now();
          const ended = await endHold(tx, askId, cause, at);
          return ended === null ? null : recordDelivery(tx, askId, outcome, at);
        }),
      ),
    );
  }

  #callerGone(askId: number): void {
    if (this.#release(askId) === null) return;
    const at = this.#now();
    void this.#recordEventually((tx) => callerDisconnected(tx, askId, at));
  }

  /** Writes an answer whose transaction is committed, and records what became of it; never rejects. */
  #answer(call: AskToAnswer, response: HeldResponse | null, closeConnection = false): Promise<void> {
    return this.#track(
      this.#write(call, response, closeConnection).then(async (outcome) => {
        await this.#recordEventually((tx) => recordDelivery(tx, call.askId, outcome, this.#now()));
        this.#deps.onSettled?.();
      }),
    );
  }

  async #write(
    call: AskToAnswer,
    response: HeldResponse | null,
    closeConnection: boolean,
  ): Promise<DeliveryOutcome> {
    if (response === null) return 'lost';
    const { settings, log } = this.#deps;
    const answer = wireAnswer(call.answer, call.verdictText, settings.current().texts);
    try {
      const isWritten = await response.write(answer, {
        closeConnection: closeConnection || this.#closing !== null,
      });
      return isWritten ? 'delivered' : 'lost';
    } catch (error) {
      log.error({ err: error, askId: call.askId }, 'Whether an answer was written out is not known.');
      return 'unknown';
    }
  }

  /** Runs a transaction that records a fact; never rejects, and is tried again while the disk is full. */
  async #recordEventually(transaction: Transaction<{ touched: Touched } | null>): Promise<void> {
    try {
      await this.commit(transaction, () => {});
    } catch (error) {
      const { log, clock } = this.#deps;
      log.error({ err: error }, 'What became of a cancel call could not be kept.');
      const isPassing = error instanceof StoreProblem && error.code === 'diskFull';
      if (isPassing && this.#closing === null)
        clock.after(retryMilliseconds, () => void this.#recordEventually(transaction));
    }
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

  #publish(touched: Touched | null): void {
    if (touched === null) return;
    const { changes } = this.#deps;
    const { cancellationId, orderKind, recordId } = touched;
    changes.publish({ topic: 'cancellations', ids: [cancellationId] });
    if (recordId !== null) changes.publish({ topic: 'records', kind: orderKind, ids: [recordId] });
  }

  #now(): number {
    return this.#deps.clock.now();
  }
}

/**
 * The body of an answer (interface, "CancelledPurchaseOrderResponse"). `verdictText` is the text that was stored with
 * the verdict; the other two texts come from the settings as they are now.
 */
export function wireAnswer(
  answer: AskAnswer,
  verdictText: string | null,
  texts: Settings['texts'],
): CancelledOrderResponse {
  switch (answer) {
    case 'cancelled':
      return { isCancelled: true, showResponseText: verdictText !== null, responseText: verdictText };
    case 'refused':
      return { isCancelled: false, showResponseText: true, responseText: verdictText };
    case 'inReview':
      return { isCancelled: false, showResponseText: true, responseText: texts.inReview };
    case 'unknownOrder':
      return { isCancelled: false, showResponseText: true, responseText: texts.unknownOrder };
  }
}
