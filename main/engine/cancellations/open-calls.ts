import type { Actor } from '#shared/contract/forms.ts';
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
  type Closed,
  callerDisconnected,
  closeUnmatched,
  type Decided,
  type Delivery,
  decide,
  endHold,
  type HoldEnd,
  type IncomingAsk,
  recordDelivery,
  registerAsk,
  type Touched,
  type VerdictGiven,
  type Withdrawn,
  withdraw,
} from './transactions.ts';

/** The open call. */
export interface HeldResponse {
  /** Calls the listener once when the socket closes before an answer was written; at once if it has. */
  onGone(listener: () => void): void;
  /**
   * Writes the one answer. True only when it was written out whole, false where the socket closed first;
   * a rejection means that nobody knows.
   */
  write(answer: CancelledOrderResponse, options: { closeConnection: boolean }): Promise<boolean>;
}

export interface CancellationParts {
  store: Store;
  clock: Clock;
  changes: Changes;
  settings: Pick<SettingsService, 'current'>;
  log: EngineLog;
  /** For this run, over what the settings say. */
  holdSeconds?: number | undefined;
  /** Called where findings of records may now be others: after an answer was settled, or a call that says otherwise than its order. */
  onSettled?: (() => void) | undefined;
}

/** How long closing waits for answers that a caller does not take. */
const closeMilliseconds = 3000;

/**
 * Joins the jobs of the writer with the open connections: a job decides what a call is answered with, the
 * answer is written after its commit, and another job notes what became of it.
 */
export class CancellationRoom {
  readonly #parts: CancellationParts;
  readonly #holds = new HeldCalls();
  readonly #journal: TransactionRunner;
  #closing: Promise<void> | null = null;

  constructor(parts: CancellationParts) {
    this.#parts = parts;
    this.#journal = new TransactionRunner(parts);
  }

  heldCalls(): number {
    return this.#holds.size;
  }

  /** Resolves when the call is kept; it is then held or being answered. Rejects with nothing written. */
  ask(incoming: IncomingAsk, connection: HeldResponse): Promise<void> {
    if (this.#closing !== null) return Promise.reject(new StoreProblem('closed', 'Perito is closing.'));
    const at = this.#now();
    const { holdSeconds = this.#parts.settings.current().receiver.holdSeconds } = this.#parts;
    let askId: number | null = null;
    let isGone = false;
    connection.onGone(() => {
      isGone = true;
      if (askId !== null) this.#callerGone(askId);
    });
    return this.#journal.commit(
      (tx) => registerAsk(tx, incoming, at, holdSeconds * 1000),
      (taken) => {
        askId = taken.askId;
        if (taken.isOtherwise) this.#parts.onSettled?.();
        if (taken.answer !== null) {
          void this.#answer({ ...taken, answer: taken.answer }, connection);
          return;
        }
        this.#hold(taken.askId, connection, taken.heldUntil ?? at);
        if (isGone) this.#callerGone(taken.askId);
      },
    );
  }

  decide(
    given: Omit<VerdictGiven, 'responseText'> & { responseText?: string | undefined },
  ): Promise<Decided> {
    const text = given.responseText?.trim() ?? '';
    const { approved } = this.#parts.settings.current().texts;
    const responseText =
      text !== '' ? text : given.verdict === 'approve' && approved !== '' ? approved : null;
    const at = this.#now();
    return this.#journal.commit(
      (tx) => decide(tx, { ...given, responseText }, at),
      ({ decided, toAnswer }) => {
        for (const one of toAnswer) void this.#answer(one, this.#holds.take(one.askId));
        return decided;
      },
    );
  }

  withdraw(id: number, actor: Actor): Promise<Withdrawn> {
    const at = this.#now();
    return this.#journal.commit(
      (tx) => withdraw(tx, id, actor, at),
      ({ withdrawn }) => withdrawn,
    );
  }

  closeUnmatched(given: { id: number; reason: string; actor: Actor }): Promise<Closed> {
    const at = this.#now();
    return this.#journal.commit(
      (tx) => closeUnmatched(tx, given, at),
      ({ closed }) => closed,
    );
  }

  /** Answers all held calls "in review" now, and waits until that is written and noted. */
  async answerHeld(): Promise<void> {
    await Promise.all(this.#holds.ids().map((askId) => this.#endHold(askId, 'moving')));
  }

  /** Takes no more asks, answers all held calls "in review", waits until that is written and noted. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    for (const askId of this.#holds.ids()) void this.#endHold(askId, 'closing');
    let cancelLimit = () => {};
    const limit = new Promise<void>((resolve) => {
      cancelLimit = this.#parts.clock.after(closeMilliseconds, () => {
        this.#parts.log.warn({}, 'A caller did not take its answer in time; closing without it.');
        resolve();
      });
    });
    await Promise.race([this.#journal.close(), limit]);
    cancelLimit();
  }

  #hold(askId: number, connection: HeldResponse, until: number): void {
    const left = Math.max(0, until - this.#now());
    const cancelTimer = this.#parts.clock.after(left, () => void this.#endHold(askId, 'time'));
    this.#holds.put(askId, connection, cancelTimer);
    // It came in just before the room was closed.
    if (this.#closing !== null) void this.#endHold(askId, 'closing');
  }

  /** Resolves when the call is answered and that is noted; never rejects. */
  async #endHold(askId: number, cause: HoldEnd): Promise<void> {
    const at = this.#now();
    try {
      await this.#journal.commit(
        (tx) => endHold(tx, askId, cause, at),
        (ended) => {
          if (ended === null) return;
          return this.#answer(ended.toAnswer, this.#holds.take(askId), cause !== 'time');
        },
      );
    } catch (failure) {
      this.#parts.log.error(
        { err: failure, askId },
        'The end of a hold could not be kept; the call is answered.',
      );
      await this.#answerUnkept(askId, cause);
    }
  }

  #callerGone(askId: number): void {
    if (this.#holds.take(askId) === null) return;
    const at = this.#now();
    void this.#journal.note((tx) => callerDisconnected(tx, askId, at));
  }

  /** Writes an answer whose job is committed, and notes what became of it; never rejects. */
  #answer(one: AskToAnswer, connection: HeldResponse | null, closeConnection = false): Promise<void> {
    return this.#journal.track(
      this.#write(one, connection, closeConnection).then(async (delivery) => {
        await this.#journal.note((tx) => recordDelivery(tx, one.askId, delivery, this.#now()));
        this.#parts.onSettled?.();
      }),
    );
  }

  /** The store cannot be written, and the caller waits: "in review" promises nothing, so it may go out first. */
  async #answerUnkept(askId: number, cause: HoldEnd): Promise<void> {
    const connection = this.#holds.take(askId);
    if (connection === null) return;
    const one: AskToAnswer = { askId, answer: 'inReview', verdictText: null };
    await this.#journal.track(
      this.#write(one, connection, cause !== 'time').then((delivery) =>
        this.#journal.note(async (tx) => {
          const at = this.#now();
          const ended = await endHold(tx, askId, cause, at);
          return ended === null ? null : recordDelivery(tx, askId, delivery, at);
        }),
      ),
    );
  }

  async #write(
    one: AskToAnswer,
    connection: HeldResponse | null,
    closeConnection: boolean,
  ): Promise<Delivery> {
    if (connection === null) return 'lost';
    const { settings, log } = this.#parts;
    const answer = wireAnswer(one.answer, one.verdictText, settings.current().texts);
    try {
      const written = await connection.write(answer, {
        closeConnection: closeConnection || this.#closing !== null,
      });
      return written ? 'delivered' : 'lost';
    } catch (failure) {
      log.error({ err: failure, askId: one.askId }, 'Whether an answer was written out is not known.');
      return 'unknown';
    }
  }

  #now(): number {
    return this.#parts.clock.now();
  }
}

/**
 * What goes over the wire for an answer (interface, "CancelledPurchaseOrderResponse"). `verdictText` is the
 * text that was kept with the verdict; the other two come from the settings as they are now.
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

/** A held call: its connection, and how to stop the clock of its hold. */
interface Hold {
  connection: HeldResponse;
  cancelTimer: () => void;
}

/**
 * The open connections of held calls. Whoever takes one out has to answer it: it is in here once, so no
 * call is answered twice.
 */
class HeldCalls {
  readonly #held = new Map<number, Hold>();

  get size(): number {
    return this.#held.size;
  }

  ids(): number[] {
    return [...this.#held.keys()];
  }

  put(askId: number, connection: HeldResponse, cancelTimer: () => void): void {
    this.#held.set(askId, { connection, cancelTimer });
  }

  /** The connection, for the one who answers it; null where it is gone or was answered. */
  take(askId: number): HeldResponse | null {
    const hold = this.#held.get(askId);
    if (hold === undefined) return null;
    this.#held.delete(askId);
    hold.cancelTimer();
    return hold.connection;
  }
}

/** How long after a full disk a note is tried again. */
const retryMilliseconds = 5000;

type Job<Result> = (tx: WriteTransaction) => Promise<Result>;

/** Runs the jobs of this room, publishes what they touched after their commit, and knows when all is done. */
class TransactionRunner {
  readonly #parts: { store: Store; clock: Clock; changes: Changes; log: EngineLog };
  readonly #work = new PendingWork();
  #isClosing = false;

  constructor(parts: { store: Store; clock: Clock; changes: Changes; log: EngineLog }) {
    this.#parts = parts;
  }

  /**
   * Runs a job and then what follows from its commit. Jobs end in the order in which they were given, and so
   * do their `then`s: whoever decides after an ask finds its connection among the held ones.
   */
  commit<Result extends { touched: Touched | null } | null, Then>(
    job: Job<Result>,
    then: (result: Result) => Then,
  ): Promise<Then> {
    const committed = this.#parts.store.write(job).then((result) => {
      if (result !== null) this.#publish(result.touched);
      return then(result);
    });
    return this.#work.track(committed);
  }

  /** Runs a job that notes a fact; never rejects, and a full disk only puts it off. */
  async note(job: Job<{ touched: Touched } | null>): Promise<void> {
    try {
      await this.commit(job, () => {});
    } catch (failure) {
      const { log, clock } = this.#parts;
      log.error({ err: failure }, 'What became of a cancel call could not be kept.');
      const isPassing = failure instanceof StoreProblem && failure.code === 'diskFull';
      if (isPassing && !this.#isClosing) clock.after(retryMilliseconds, () => void this.note(job));
    }
  }

  /** Counts what is under way besides jobs: an answer that is being written. */
  track<Result>(underWay: Promise<Result>): Promise<Result> {
    return this.#work.track(underWay);
  }

  /** Puts no note off any more; resolves when nothing is under way. */
  close(): Promise<void> {
    this.#isClosing = true;
    return this.#work.idle();
  }

  #publish(touched: Touched | null): void {
    if (touched === null) return;
    const { changes } = this.#parts;
    const { cancellationId, orderKind, recordId } = touched;
    changes.publish({ topic: 'cancellations', ids: [cancellationId] });
    if (recordId !== null) changes.publish({ topic: 'records', kind: orderKind, ids: [recordId] });
  }
}

/** Counts what is under way, so that closing can wait for all of it. */
class PendingWork {
  #underWay = 0;
  #wake: (() => void)[] = [];

  /** The same promise, counted until it ends. */
  track<Result>(promise: Promise<Result>): Promise<Result> {
    this.#underWay += 1;
    const end = () => {
      this.#underWay -= 1;
      if (this.#underWay === 0) for (const wake of this.#wake.splice(0)) wake();
    };
    promise.then(end, end);
    return promise;
  }

  async idle(): Promise<void> {
    while (this.#underWay > 0) await new Promise<void>((resolve) => this.#wake.push(resolve));
  }
}
