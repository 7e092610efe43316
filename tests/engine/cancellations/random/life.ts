import type Database from 'better-sqlite3';
import { expect } from 'vitest';
import { type Cancellations, createCancellations } from '../../../../main/engine/cancellations/index.ts';
import { createChanges } from '../../../../main/engine/changes/index.ts';
import { defaultSettings } from '../../../../main/engine/settings/defaults.ts';
import type { ReadTransaction, Store } from '../../../../main/engine/store/index.ts';
import { ConnectionTransaction } from '../../../../main/engine/store/transaction.ts';
import { readCancelCall } from '../../../../shared/marketplace/cancellation.ts';
import type { Verdict } from '../../../../shared/terms.ts';
import { ManualClock } from '../../manual-clock.ts';
import { Call } from '../call.ts';
import { insertOrder } from '../order.ts';
import { WatchedStore } from '../watched-store.ts';
import { expectSame, lookAt } from './look.ts';
import { Model, type ModelCancellation } from './model.ts';
import type { Round, Step } from './steps.ts';
import { type Asked, Witness } from './witness.ts';

const quietLog = { info() {}, warn() {}, error() {} };
const { texts } = defaultSettings;

/** Drives a real room and the model through the same life, and compares them after every round. */
export class Life {
  readonly #store: Store;
  readonly #committed: ReadTransaction;
  readonly #witness: Witness;
  readonly #model: Model;
  /** What this life came through, to know that the lives are not all the same. */
  readonly cameThrough = new Set<string>();
  readonly #said: { expected: string; said: Promise<string> }[] = [];
  #clock = new ManualClock();
  #watched: WatchedStore;
  #room: Cancellations | null = null;

  constructor(store: Store, committed: Database.Database, firstMarketplaceId: number) {
    this.#store = store;
    this.#committed = new ConnectionTransaction(committed);
    this.#witness = new Witness(committed);
    this.#watched = new WatchedStore(store);
    this.#model = new Model([
      { kind: 'purchaseOrder', marketplaceId: firstMarketplaceId, isKnown: true },
      { kind: 'serviceOrder', marketplaceId: firstMarketplaceId + 1, isKnown: true },
      // The id of the service order, as a purchase order: another order, and not known yet.
      { kind: 'purchaseOrder', marketplaceId: firstMarketplaceId + 1, isKnown: false },
      { kind: 'serviceOrder', marketplaceId: firstMarketplaceId + 2, isKnown: false },
    ]);
  }

  async live(rounds: Round[]): Promise<void> {
    for (const order of this.#model.orders) if (order.isKnown) await insertOrder(this.#store, order);
    await this.#open();
    for (const round of rounds) {
      await this.#round(round);
      await this.#compare();
    }
    await this.#close(true);
    await this.#compare();
    this.#witness.expectAllAnswered(await lookAt(this.#committed, this.#model.orders));
  }

  async #open(): Promise<void> {
    this.#watched = new WatchedStore(this.#store);
    this.#clock = new ManualClock(this.#clock.now());
    const model = this.#model;
    this.#room = await createCancellations({
      store: this.#watched,
      clock: this.#clock,
      changes: createChanges(this.#clock),
      settings: {
        current: () => ({
          ...defaultSettings,
          receiver: { ...defaultSettings.receiver, holdSeconds: model.holdSeconds },
        }),
      },
      log: quietLog,
    });
  }

  async #round({ steps, ending, taken }: Round): Promise<void> {
    if (ending === 'killedBefore') {
      this.#watched.mode = 'losing';
      if (taken) this.#takeUnheard();
      this.#kill();
      return this.#open();
    }
    if (ending === 'killedAfter') this.#watched.mode = 'mute';
    for (const step of steps) this.#step(step);
    if (ending === 'killedAfter') {
      await this.#watched.quiet();
      this.#model.noteOutcomes();
      this.#said.length = 0;
      this.#kill();
      return this.#open();
    }
    if (ending === 'close') {
      await this.#close(taken);
      return this.#open();
    }
    await this.#settle();
  }

  async #settle(): Promise<void> {
    await this.#watched.quiet();
    // A call whose time was over before it was held is answered now.
    this.#clock.advance(0);
    await this.#watched.quiet();
    this.#model.settle(this.#clock.now());
    await this.#hear();
  }

  /** What the people were told is what the model says. */
  async #hear(): Promise<void> {
    for (const { expected, said } of this.#said.splice(0)) {
      expect(await said).toBe(expected);
      this.cameThrough.add(expected.split(' by ')[0]!);
    }
  }

  #step(step: Step): void {
    if (step.do === 'ask') this.#ask(step.order, step.slow);
    else if (step.do === 'decide') this.#decide(step.which, step.verdict, step.text);
    else if (step.do === 'withdraw') this.#withdraw(step.which);
    else if (step.do === 'close') this.#closeUnmatched(step.which);
    else if (step.do === 'pass') this.#pass(step.seconds);
    else if (step.do === 'hangUp') this.#hangUp(step.which);
    else if (step.do === 'take') this.#take(step.which);
    else if (step.do === 'receive') this.#receive();
    else this.#model.holdSeconds = step.seconds;
  }

  #pass(seconds: number): void {
    this.#clock.advance(seconds * 1000);
    this.#model.timeIs(this.#clock.now());
  }

  #hangUp(which: number): void {
    const open = [...this.#witness.asked.values()].filter(({ call }) => !call.isGone && call.taken === null);
    const asked = pick(open, which);
    if (asked === undefined) return;
    this.#model.hangUp(asked.ask);
    asked.call.hangUp();
  }

  #take(which: number): void {
    const pending = [...this.#witness.asked.values()].filter(({ call }) => call.isBeingAnswered);
    const asked = pick(pending, which);
    if (asked === undefined) return;
    this.#model.take(asked.ask);
    asked.call.take();
  }

  /** An order that nobody knew arrives. */
  #receive(): void {
    const order = this.#model.orders.find(({ isKnown }) => !isKnown);
    if (order === undefined) return;
    this.#model.receive(order);
    void insertOrder(this.#watched, order);
  }

  #ask(which: number, slow: boolean): void {
    const order = this.#model.orders[which]!;
    const tag = `ask-${order.marketplaceId}-${this.#witness.asked.size}`;
    const call = new Call({ slow });
    call.onWrite = (answer) => this.#witness.seesWrite(tag, order, answer);
    const ask = this.#model.ask(order, tag, slow, this.#clock.now());
    this.#witness.asked.set(tag, { call, ask, order, person: null, isUnheard: false });
    const kept = this.#room!.ask(
      {
        orderKind: order.kind,
        marketplaceId: order.marketplaceId,
        call: readCancelCall(order.kind, {}),
        body: Buffer.from(tag),
        keyLabel: 'test',
      },
      call,
    );
    this.#said.push({ expected: 'kept', said: kept.then(() => 'kept') });
  }

  #decide(which: number, verdict: Verdict, hasText: boolean): void {
    const one = this.#pickCancellation(which);
    if (one === undefined) return;
    const person = `person-${this.#witness.given.size}`;
    const text = hasText ? `text of ${person}` : null;
    this.#witness.given.set(person, { id: one.id!, verdict });
    const expected = this.#model.decide(one, verdict, text, person);
    const said = this.#room!.decide({
      id: one.id!,
      verdict,
      responseText: text ?? ' ',
      actor: { person, via: 'desktop' },
    }).then((decided) =>
      decided.outcome === 'alreadyDecided'
        ? `alreadyDecided ${decided.verdict} by ${decided.decidedBy}`
        : decided.outcome,
    );
    this.#said.push({ expected, said });
  }

  #withdraw(which: number): void {
    const one = this.#pickCancellation(which);
    if (one === undefined) return;
    const expected = this.#model.withdraw(one);
    const said = this.#room!.withdraw(one.id!, { person: 'supervisor', via: 'desktop' }).then((withdrawn) =>
      withdrawn.outcome === 'notWithdrawable' ? `notWithdrawable ${withdrawn.reason}` : withdrawn.outcome,
    );
    this.#said.push({ expected, said });
  }

  #closeUnmatched(which: number): void {
    const one = this.#pickCancellation(which);
    if (one === undefined) return;
    const expected = this.#model.close(one);
    const given = {
      id: one.id!,
      reason: 'No llegó.',
      actor: { person: 'supervisor', via: 'desktop' } as const,
    };
    const said = this.#room!.closeUnmatched(given).then(({ outcome }) => outcome);
    this.#said.push({ expected, said });
  }

  /** Among those that the person can see: what is in the database. */
  #pickCancellation(which: number): ModelCancellation | undefined {
    return pick(
      this.#model.cancellations().filter(({ id }) => id !== null),
      which,
    );
  }

  async #close(slowOnesTake: boolean): Promise<void> {
    const closed = this.#room!.close();
    await this.#watched.quiet();
    this.#model.closing();
    this.#model.settle(this.#clock.now());
    for (const { call, ask } of this.#witness.asked.values()) {
      if (!call.isBeingAnswered) continue;
      if (slowOnesTake) {
        this.#model.take(ask);
        call.take();
      } else {
        this.#model.hangUp(ask);
        call.hangUp();
      }
    }
    await closed;
    this.#model.noteOutcomes();
    await this.#hear();
    expect(this.#room!.heldCalls()).toBe(0);
  }

  /** The last answers go out, and the process dies before it can note that. */
  #takeUnheard(): void {
    for (const asked of this.#witness.asked.values()) {
      if (!asked.call.isBeingAnswered) continue;
      asked.call.take();
      asked.isUnheard = true;
    }
  }

  /** The process dies: its sockets close, and nobody hears of it. */
  #kill(): void {
    this.#watched.mode = 'losing';
    this.#model.killed();
    for (const { call } of this.#witness.asked.values()) if (call.taken === null) call.hangUp();
  }

  async #compare(): Promise<void> {
    const found = await lookAt(this.#committed, this.#model.orders);
    this.#witness.expectPromisesKept(found);
    expectSame(found, this.#model);
    for (const { state, isClosed, mayHaveBeenDelivered, mustAskAgain, asks } of found) {
      this.cameThrough.add(state);
      if (isClosed) this.cameThrough.add('is closed');
      // Its order came after it was asked.
      if (state !== 'unmatched' && asks.some(({ answer }) => answer === 'unknownOrder'))
        this.cameThrough.add(`arrived ${state}`);
      if (mayHaveBeenDelivered) this.cameThrough.add('mayHaveBeenDelivered');
      if (mustAskAgain) this.cameThrough.add('mustAskAgain');
      for (const { delivery, answer } of asks) this.cameThrough.add(`${delivery} ${answer}`);
    }
    for (const asked of this.#witness.asked.values()) this.#sameAnswer(asked);
  }

  #sameAnswer({ call, ask, person }: Asked): void {
    if (call.isGone) expect(call.written.length, `answers to ${ask.tag}`).toBeLessThanOrEqual(1);
    else expect(call.written.length, `answers to ${ask.tag}`).toBe(ask.isWritten ? 1 : 0);
    const [written] = call.written;
    if (written === undefined) return;
    expect(written.answer.isCancelled, ask.tag).toBe(ask.answer === 'cancelled');
    if (ask.answer === 'inReview') expect(written.answer.responseText).toBe(texts.inReview);
    if (ask.answer === 'unknownOrder') expect(written.answer.responseText).toBe(texts.unknownOrder);
    if (ask.answer === 'refused') expect(written.answer.responseText).toBe(`text of ${person}`);
    expect(written.answer.showResponseText).toBe(written.answer.responseText !== null);
  }
}

function pick<Thing>(things: readonly Thing[], which: number): Thing | undefined {
  return things[which % Math.max(1, things.length)];
}
