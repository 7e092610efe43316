import { setImmediate } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { expect } from 'vitest';
import { defaultSettings } from '../../../../main/engine/settings/defaults.ts';
import { type ReadTransaction, StoreProblem } from '../../../../main/engine/store/index.ts';
import { ConnectionTransaction } from '../../../../main/engine/store/transaction.ts';
import { readCancelCall } from '../../../../shared/marketplace/cancellation.ts';
import { Call } from '../call.ts';
import type { House } from '../open-cancellations.ts';
import { expectSame, lookAt } from './look.ts';
import { Model, type ModelCancellation } from './model.ts';
import type { Round, Step } from './steps.ts';
import { type Asked, Witness } from './witness.ts';

const { texts } = defaultSettings;

/** Drives both sides of a real house and the model through the same life, and compares them after every round. */
export class Life {
  readonly #house: House;
  readonly #committed: ReadTransaction;
  readonly #witness: Witness;
  readonly #model: Model;
  readonly #firstSeq: number;

  constructor(house: House, committed: Database.Database, firstMarketplaceId: number) {
    this.#house = house;
    this.#committed = new ConnectionTransaction(committed);
    this.#witness = new Witness(committed);
    this.#firstSeq = house.journal.head().seq;
    house.onTheWay = [];
    const orders = [
      { kind: 'purchaseOrder', marketplaceId: firstMarketplaceId },
      { kind: 'serviceOrder', marketplaceId: firstMarketplaceId + 1 },
      // The id of the service order, as a purchase order: another order, and not known yet.
      { kind: 'purchaseOrder', marketplaceId: firstMarketplaceId + 1 },
      { kind: 'serviceOrder', marketplaceId: firstMarketplaceId + 2 },
    ] as const;
    this.#model = new Model([...orders], house.clock.now());
    this.#setHoldTime(8);
  }

  /** What this life came through, to know that the lives are not all the same. */
  get cameThrough(): ReadonlySet<string> {
    return this.#model.cameThrough;
  }

  async live(rounds: Round[]): Promise<void> {
    await this.#receive(0);
    await this.#receive(1);
    for (const round of rounds) {
      await this.#round(round);
      await this.#compare();
    }
    await this.#close(true);
    await this.#settle();
    await this.#compare();
    this.#witness.expectAllAnswered(await lookAt(this.#committed, this.#model.orders));
    await this.#deriveAgain();
  }

  async #round({ steps, ending, taken }: Round): Promise<void> {
    if (ending === 'killedBefore') {
      this.#loseAll(taken);
      return this.#killProcess();
    }
    const isDeaf = ending === 'killedDeaf';
    const isEngineDeaf = isDeaf || ending === 'engineKilledDeaf';
    if (isDeaf) {
      this.#disk(false);
      this.#house.receiving.mode = 'mute';
      this.#model.isDeaf = true;
    }
    if (isEngineDeaf) this.#house.writing.mode = 'mute';
    for (const step of steps) await this.#step(step, isEngineDeaf);
    if (ending === 'settle') await this.#settle();
    else if (ending === 'close') await this.#close(taken);
    else if (ending === 'killed' || isDeaf) await this.#killProcess();
    else if (ending === 'engineKilledDeaf' && this.#model.isEngineThere) {
      this.#killEngine(true);
      await this.#startEngine();
    }
  }

  async #step(step: Step, isEngineDeaf: boolean): Promise<void> {
    const isEngineThere = this.#model.isEngineThere;
    if (step.do === 'ask') await this.#ask(step.order, step.slow);
    else if (step.do === 'pass') this.#pass(step.seconds);
    else if (step.do === 'hangUp') this.#hangUp(step.which);
    else if (step.do === 'take') this.#take(step.which);
    else if (step.do === 'receive') await this.#receiveNext();
    else if (step.do === 'holdTime') this.#setHoldTime(step.seconds);
    else if (step.do === 'move') this.#move();
    else if (step.do === 'disk') this.#disk(step.isFull && !this.#model.isDeaf);
    else if (step.do === 'hear') this.#hear();
    else if (step.do === 'startEngine') {
      if (!isEngineThere) await this.#startEngine();
    } else if (isEngineThere) await this.#engineStep(step, isEngineDeaf);
    await this.#house.quiet();
  }

  /** What only happens where there is an engine. */
  async #engineStep(step: Step, isDeaf: boolean): Promise<void> {
    if (step.do === 'decide') await this.#decide(step, isDeaf);
    else if (step.do === 'withdraw') await this.#withdraw(step.which, isDeaf);
    else if (step.do === 'close') await this.#closeUnmatched(step.which, isDeaf);
    else if (step.do === 'derive') {
      // One that learns nothing of what it wrote comes no further than its first job.
      if (isDeaf) return;
      await this.#derive(step.killedAfter);
      await this.#house.quiet();
      await this.#compare();
    } else if (step.do === 'killEngine') this.#killEngine(step.isHeard);
  }

  async #settle(): Promise<void> {
    this.#disk(false);
    if (!this.#model.isEngineThere) await this.#startEngine();
    do {
      await this.#derive(null);
      this.#hear();
      await this.#house.quiet();
    } while (!this.#model.isQuiet);
  }

  async #derive(killedAfter: number | null): Promise<void> {
    const derived = this.#house.derive();
    this.#model.derive();
    if (killedAfter === null) return derived;
    for (let turns = 0; turns < killedAfter; turns += 1) await setImmediate();
    this.#killEngine(true);
    await this.#startEngine();
    await this.#derive(null);
  }

  #hear(): void {
    for (const call of this.#house.onTheWay?.splice(0) ?? []) this.#house.calls.answer(call);
    this.#model.hear();
  }

  #killEngine(isHeard: boolean): void {
    this.#house.killEngine();
    if (!isHeard) this.#house.onTheWay = [];
    this.#model.killEngine(isHeard);
    this.#model.cameThrough.add('engine killed');
  }

  async #startEngine(): Promise<void> {
    // What the killed one had given to its disk is there by then.
    await this.#house.quiet();
    await this.#house.openEngine();
    this.#model.startEngine();
  }

  #disk(isFull: boolean): void {
    this.#house.receiving.failing = isFull ? new StoreProblem('diskFull', 'The disk is full.') : null;
    this.#model.isFull = isFull;
  }

  #setHoldTime(seconds: number): void {
    this.#house.settings.receiver.holdSeconds = seconds;
    this.#model.holdSeconds = seconds;
  }

  #pass(seconds: number): void {
    this.#house.clock.advance(seconds * 1000);
    this.#model.timeIs(this.#house.clock.now());
  }

  #move(): void {
    void this.#house.calls.answerAll('moving');
    this.#model.answerAll();
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
  async #receiveNext(): Promise<void> {
    const next = this.#model.orders.findIndex((order) => !this.#model.isReceived(order));
    if (next >= 0) await this.#receive(next);
  }

  async #receive(which: number): Promise<void> {
    const order = this.#model.orders[which]!;
    this.#model.receive(order);
    await this.#house.receive(order.marketplaceId, order.kind);
  }

  async #ask(which: number, slow: boolean): Promise<void> {
    const order = this.#model.orders[which]!;
    const tag = `ask-${order.marketplaceId}-${this.#witness.asked.size}`;
    const call = new Call({ slow });
    call.onWrite = (answer) => this.#witness.seesWrite(tag, answer);
    const ask = this.#model.ask(order, tag, slow);
    if (ask !== null) this.#witness.asked.set(tag, { call, ask, order, person: null, isUnheard: false });
    const asked = this.#house.calls
      .ask(
        {
          orderKind: order.kind,
          marketplaceId: order.marketplaceId,
          call: readCancelCall(order.kind, {}),
          body: Buffer.from(tag),
          keyLabel: 'test',
        },
        call,
      )
      .then(
        () => 'kept',
        () => 'refused',
      );
    if (this.#model.isDeaf) return;
    const expected = ask === null ? 'refused' : 'kept';
    expect(await asked).toBe(expected);
    this.#model.cameThrough.add(expected);
  }

  async #decide(given: Extract<Step, { do: 'decide' }>, isDeaf: boolean): Promise<void> {
    const one = this.#pickCancellation(given.which);
    if (one?.id == null) return;
    const person = `person-${this.#witness.given.size}`;
    const text = given.text ? `text of ${person}` : null;
    const { verdict } = given;
    this.#witness.given.set(person, { id: one.id, verdict });
    const expected = this.#model.decide(one, { verdict, text, person }, isDeaf);
    const said = this.#house.room
      .decide({ id: one.id, verdict, responseText: text ?? ' ', actor: { person, via: 'desktop' } })
      .then((decided) =>
        decided.outcome === 'alreadyDecided'
          ? `alreadyDecided ${decided.verdict} by ${decided.decidedBy}`
          : decided.outcome,
      );
    await this.#hearPerson(expected, said, isDeaf);
  }

  async #withdraw(which: number, isDeaf: boolean): Promise<void> {
    const one = this.#pickCancellation(which);
    if (one?.id == null) return;
    const expected = this.#model.withdraw(one);
    const said = this.#house.room
      .withdraw(one.id, { person: 'supervisor', via: 'desktop' })
      .then((withdrawn) =>
        withdrawn.outcome === 'notWithdrawable' ? `notWithdrawable ${withdrawn.reason}` : withdrawn.outcome,
      );
    await this.#hearPerson(expected, said, isDeaf);
  }

  async #closeUnmatched(which: number, isDeaf: boolean): Promise<void> {
    const one = this.#pickCancellation(which);
    if (one?.id == null) return;
    const expected = this.#model.close(one);
    const actor = { person: 'supervisor', via: 'desktop' } as const;
    const said = this.#house.room
      .closeUnmatched({ id: one.id, reason: 'No llegó.', actor })
      .then(({ outcome }) => outcome);
    await this.#hearPerson(expected, said, isDeaf);
  }

  /** What the person was told is what the model says, where anybody was there to say it. */
  async #hearPerson(expected: string, said: Promise<string>, isDeaf: boolean): Promise<void> {
    if (isDeaf) return;
    expect(await said).toBe(expected);
    this.#model.cameThrough.add(expected.split(' by ')[0]!);
  }

  /** Among those that the person can see: what is in the database. */
  #pickCancellation(which: number): ModelCancellation | undefined {
    return pick(
      this.#model.cancellations().filter(({ id }) => id !== null),
      which,
    );
  }

  async #close(slowOnesTake: boolean): Promise<void> {
    const closed = this.#house.calls.close();
    await this.#house.quiet();
    this.#model.answerAll();
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
    this.#model.closed();
    expect(this.#house.calls.count).toBe(0);
    await this.#killProcess();
  }

  /** The process dies: its sockets close, and nobody hears of it. Another one takes its place. */
  async #killProcess(): Promise<void> {
    this.#disk(false);
    this.#killEngine(false);
    this.#house.receiving.mode = 'losing';
    for (const { call } of this.#witness.asked.values()) if (call.taken === null) call.hangUp();
    await this.#house.killProcess();
    for (const asked of this.#witness.asked.values()) if (asked.ask.unkept !== null) asked.isUnheard = true;
    this.#model.receiverEnded();
    for (const { call, ask } of this.#witness.asked.values()) ask.isGone = call.isGone;
    await this.#startEngine();
  }

  /** Nothing reaches the disk any more; the last answers may go out, and the process dies before it can note that. */
  #loseAll(isTaken: boolean): void {
    this.#house.receiving.mode = 'losing';
    this.#house.writing.mode = 'losing';
    if (!isTaken) return;
    for (const asked of this.#witness.asked.values()) {
      if (!asked.call.isBeingAnswered) continue;
      asked.call.take();
      asked.isUnheard = true;
    }
  }

  async #compare(): Promise<void> {
    const found = await lookAt(this.#committed, this.#model.orders);
    this.#witness.expectPromisesKept(found);
    expectSame(found, this.#model);
    const { cameThrough } = this.#model;
    for (const { state, isClosed, mayHaveBeenDelivered, mustAskAgain, asks } of found) {
      cameThrough.add(state);
      if (isClosed) cameThrough.add('is closed');
      // Its order came after it was asked.
      if (state !== 'unmatched' && asks.some(({ answer }) => answer === 'unknownOrder'))
        cameThrough.add(`arrived ${state}`);
      if (mayHaveBeenDelivered) cameThrough.add('mayHaveBeenDelivered');
      if (mustAskAgain) cameThrough.add('mustAskAgain');
      for (const { delivery, answer } of asks) cameThrough.add(`${delivery} ${answer}`);
    }
    for (const asked of this.#witness.asked.values()) this.#sameAnswer(asked);
  }

  #sameAnswer({ call, ask, person }: Asked): void {
    if (call.isGone) expect(call.written.length, `answers to ${ask.tag}`).toBeLessThanOrEqual(1);
    else expect(call.written.length, `answers to ${ask.tag}`).toBe(ask.written === null ? 0 : 1);
    const [written] = call.written;
    if (written === undefined) return;
    expect(written.answer.isCancelled, ask.tag).toBe(ask.written === 'cancelled');
    if (ask.written === 'inReview') expect(written.answer.responseText).toBe(texts.inReview);
    if (ask.written === 'unknownOrder') expect(written.answer.responseText).toBe(texts.unknownOrder);
    if (ask.written === 'refused') expect(written.answer.responseText).toBe(`text of ${person}`);
    expect(written.answer.showResponseText).toBe(written.answer.responseText !== null);
  }

  /** Whoever derives all of this life once more changes nothing. */
  async #deriveAgain(): Promise<void> {
    const before = await this.#derivedRows();
    this.#house.killEngine();
    await this.#house.store.write(async (tx) => {
      await tx.run(
        `UPDATE setting SET value = ? WHERE name IN ('derivedCalls', 'derivedArrivals')`,
        String(this.#firstSeq),
      );
    });
    await this.#house.openEngine();
    await this.#house.derive();
    expect(await this.#derivedRows()).toEqual(before);
    expect(this.#house.onTheWay).toEqual([]);
  }

  async #derivedRows(): Promise<unknown[]> {
    const tables = ['ask', 'cancellation', 'record'];
    const rows = tables.map((table) =>
      this.#committed.all(`SELECT * FROM ${table} WHERE id > ? ORDER BY id`, this.#firstSeq),
    );
    const audit = this.#committed.all('SELECT count(*) AS entries FROM audit');
    return Promise.all([...rows, audit]);
  }
}

function pick<Thing>(things: readonly Thing[], which: number): Thing | undefined {
  return things[which % Math.max(1, things.length)];
}
