import type { Actor } from '#shared/contract/forms.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { EngineLog } from '../log.ts';
import type { SettingsService } from '../settings/index.ts';
import { type Store, StoreProblem } from '../store/index.ts';
import { wireAnswer } from './answers.ts';
import type { HeldResponse, IncomingAsk } from './asking.ts';
import { HeldCalls } from './holds.ts';
import type { AskToAnswer } from './jobs/case.ts';
import { type Closed, closeUnmatched } from './jobs/close-unmatched.ts';
import { type Decided, decide, type VerdictGiven } from './jobs/decide.ts';
import { callerDisconnected, endHold, type HoldEnd } from './jobs/end-hold.ts';
import { type Delivery, recordDelivery } from './jobs/settle.ts';
import { registerAsk } from './jobs/take-ask.ts';
import { type Withdrawn, withdraw } from './jobs/withdraw.ts';
import { TransactionRunner } from './journal.ts';

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
