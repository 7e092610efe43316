import type { Actor } from '#shared/contract/forms.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { EngineLog } from '../log.ts';
import type { SettingsRoom } from '../settings/index.ts';
import { type Store, StoreProblem, type WriteTransaction } from '../store/index.ts';
import { wireAnswer } from './answers.ts';
import type { AskConnection, IncomingAsk } from './asking.ts';
import { Holds } from './holds.ts';
import type { AskToAnswer, Touched } from './jobs/case.ts';
import { type Decided, decide, type VerdictGiven } from './jobs/decide.ts';
import { endHold, type HoldEnd, loseCaller } from './jobs/end-hold.ts';
import { type Delivery, settle } from './jobs/settle.ts';
import { takeAsk } from './jobs/take-ask.ts';
import { type Withdrawn, withdraw } from './jobs/withdraw.ts';
import { Work } from './work.ts';

export interface CancellationParts {
  store: Store;
  clock: Clock;
  changes: Changes;
  settings: Pick<SettingsRoom, 'current'>;
  log: EngineLog;
  /** For this run, over what the settings say. */
  holdSeconds?: number | undefined;
}

/** How long closing waits for answers that a caller does not take. */
const closeMilliseconds = 3000;
/** How long after a full disk a note is tried again. */
const retryMilliseconds = 5000;

/**
 * Joins the jobs of the writer with the open connections: a job decides what a call is answered with, the
 * answer is written after its commit, and another job notes what became of it.
 */
export class CancellationRoom {
  readonly #parts: CancellationParts;
  readonly #holds = new Holds();
  readonly #work = new Work();
  #closing: Promise<void> | null = null;

  constructor(parts: CancellationParts) {
    this.#parts = parts;
  }

  heldCalls(): number {
    return this.#holds.size;
  }

  /** Resolves when the call is kept; it is then held or being answered. Rejects with nothing written. */
  ask(incoming: IncomingAsk, connection: AskConnection): Promise<void> {
    if (this.#closing !== null) return Promise.reject(new StoreProblem('closed', 'Perito is closing.'));
    const at = this.#now();
    const { holdSeconds = this.#parts.settings.current().receiver.holdSeconds } = this.#parts;
    let askId: number | null = null;
    let isGone = false;
    connection.onGone(() => {
      isGone = true;
      if (askId !== null) this.#callerGone(askId);
    });
    return this.#commit(
      (tx) => takeAsk(tx, incoming, at, holdSeconds * 1000),
      (taken) => {
        this.#publish(taken.touched);
        askId = taken.askId;
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
    return this.#commit(
      (tx) => decide(tx, { ...given, responseText }, at),
      ({ decided, toAnswer, touched }) => {
        this.#publish(touched);
        for (const one of toAnswer) void this.#answer(one, this.#holds.take(one.askId));
        return decided;
      },
    );
  }

  withdraw(id: number, actor: Actor): Promise<Withdrawn> {
    const at = this.#now();
    return this.#commit(
      (tx) => withdraw(tx, id, actor, at),
      ({ withdrawn, touched }) => {
        this.#publish(touched);
        return withdrawn;
      },
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
    await Promise.race([this.#work.idle(), limit]);
    cancelLimit();
  }

  #hold(askId: number, connection: AskConnection, until: number): void {
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
      await this.#commit(
        (tx) => endHold(tx, askId, cause, at),
        (ended) => {
          if (ended === null) return;
          this.#publish(ended.touched);
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
    void this.#note(
      (tx) => loseCaller(tx, askId, at),
      (lost) => this.#publish(lost?.touched),
    );
  }

  /** Writes an answer whose job is committed, and notes what became of it; never rejects. */
  #answer(one: AskToAnswer, connection: AskConnection | null, closeConnection = false): Promise<void> {
    return this.#work.track(
      this.#write(one, connection, closeConnection).then((delivery) =>
        this.#note(
          (tx) => settle(tx, one.askId, delivery, this.#now()),
          (settled) => this.#publish(settled?.touched),
        ),
      ),
    );
  }

  /** The store cannot be written, and the caller waits: "in review" promises nothing, so it may go out first. */
  async #answerUnkept(askId: number, cause: HoldEnd): Promise<void> {
    const connection = this.#holds.take(askId);
    if (connection === null) return;
    const one: AskToAnswer = { askId, answer: 'inReview', verdictText: null };
    await this.#work.track(
      this.#write(one, connection, cause !== 'time').then((delivery) =>
        this.#note(
          async (tx) => {
            const at = this.#now();
            const ended = await endHold(tx, askId, cause, at);
            return ended === null ? null : settle(tx, askId, delivery, at);
          },
          (settled) => this.#publish(settled?.touched),
        ),
      ),
    );
  }

  async #write(
    one: AskToAnswer,
    connection: AskConnection | null,
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

  /**
   * Runs a job and then what follows from its commit. Jobs end in the order in which they were given, and so
   * do their `then`s: whoever decides after an ask finds its connection among the held ones.
   */
  #commit<Result, Then>(
    job: (tx: WriteTransaction) => Promise<Result>,
    then: (result: Result) => Then,
  ): Promise<Then> {
    return this.#work.track(this.#parts.store.write(job).then(then));
  }

  /** Runs a job that notes a fact: nobody waits for it, and a full disk only puts it off. */
  #note<Result>(
    job: (tx: WriteTransaction) => Promise<Result>,
    then: (result: Result) => void,
  ): Promise<void> {
    return this.#commit(job, then).catch((failure: unknown) => {
      const { log, clock } = this.#parts;
      log.error({ err: failure }, 'What became of a cancel call could not be kept.');
      const isPassing = failure instanceof StoreProblem && failure.code === 'diskFull';
      if (isPassing && this.#closing === null) {
        clock.after(retryMilliseconds, () => void this.#note(job, then));
      }
    });
  }

  #publish(touched: Touched | null | undefined): void {
    if (touched === null || touched === undefined) return;
    const { changes } = this.#parts;
    const { cancellationId, orderKind, recordId } = touched;
    changes.publish({ topic: 'cancellations', ids: [cancellationId] });
    if (recordId !== null) changes.publish({ topic: 'records', kind: orderKind, ids: [recordId] });
  }

  #now(): number {
    return this.#parts.clock.now();
  }
}
