import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import {
  type AskToAnswer,
  type Cancellations,
  createCancellations,
  type Decided,
  orderArrived,
} from '../../../main/engine/cancellations/index.ts';
import { type Changes, createChanges, type Published } from '../../../main/engine/changes/index.ts';
import type { Clock } from '../../../main/engine/clock.ts';
import { createDerivation, type Derivation } from '../../../main/engine/derivation/index.ts';
import { type Journal, openJournal } from '../../../main/engine/journal/index.ts';
import type { EngineLog } from '../../../main/engine/log.ts';
import type { IncomingAsk } from '../../../main/engine/receiver/context.ts';
import { HeldCalls } from '../../../main/engine/receiver/held-calls.ts';
import { createRecords } from '../../../main/engine/records/index.ts';
import { defaultSettings } from '../../../main/engine/settings/defaults.ts';
import type { SettingsService } from '../../../main/engine/settings/index.ts';
import {
  type AuditRow,
  listCallsAfter,
  openStore,
  type Store,
  type StoreProblem,
} from '../../../main/engine/store/index.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { readCancelCall } from '../../../shared/marketplace/cancellation.ts';
import type { OrderKind } from '../../../shared/terms.ts';
import { ManualClock } from '../manual-clock.ts';
import { migratedFolder } from '../migrated-folder.ts';
import { Call } from './call.ts';
import { Watch, watchedJournal, watchedStore } from './watched-store.ts';

interface Given {
  dataDir: string;
  clock?: ManualClock;
  settings?: Settings;
  /** For this run, over what the settings say. */
  holdSeconds?: number;
  /** The most calls that are held at a time. */
  maxHeld?: number;
  /** Whether the engine derives only when it is told to. */
  derivesByHand?: boolean;
}

/**
 * The two sides of cancel calls on one data directory: the receiver's, which keeps and holds them in the journal, and the
 * engine's, which derives cancellations and takes verdicts. Either can be killed alone. Both follow a clock of the test's
 * own; what is derived is derived without pauses.
 */
export class House {
  readonly dataDir: string;
  readonly settings: Settings;
  /** Warnings and errors that were logged. */
  readonly troubles: string[] = [];
  readonly published: Published[] = [];
  /** How often the engine's room said that findings may have changed. */
  settled = 0;
  clock: ManualClock;
  receiving = new Watch();
  writing = new Watch();
  /** Why the receiver cannot keep an arrival; null where it can. */
  refusing: (kind: string) => StoreProblem | null = () => null;
  /** While it is set, what the engine says is on its way to the receiver. */
  onTheWay: AskToAnswer[] | null = null;
  readonly #given: Given;
  readonly #log: EngineLog;
  #store: Store | null = null;
  #journal: Journal | null = null;
  #calls: HeldCalls | null = null;
  #engine: { room: Cancellations; derivation: Derivation } | null = null;

  constructor(given: Given) {
    this.#given = given;
    this.dataDir = given.dataDir;
    this.clock = given.clock ?? new ManualClock();
    this.settings = given.settings ?? structuredClone(defaultSettings);
    const note = (_: object, text: string) => void this.troubles.push(text);
    this.#log = { info() {}, warn: note, error: note };
  }

  get room(): Cancellations {
    return required(this.#engine).room;
  }

  get calls(): HeldCalls {
    return required(this.#calls);
  }

  get store(): Store {
    return required(this.#store);
  }

  get journal(): Journal {
    return required(this.#journal);
  }

  async open(): Promise<void> {
    await this.openReceiver();
    this.#store = await openStore({ dataDir: this.dataDir, journalIsOpen: true });
    await this.openEngine();
  }

  async openReceiver(): Promise<void> {
    const { clock, settings } = this;
    const { holdSeconds, maxHeld } = this.#given;
    const watch = new Watch();
    this.receiving = watch;
    this.#journal = await openJournal({
      dataDir: this.dataDir,
      clock,
      numberTemplate: (kind) => settings.numbering[kind],
      onAppended: () => {
        if (this.#given.derivesByHand !== true) this.#engine?.derivation.wake();
      },
    });
    this.#calls = new HeldCalls({
      journal: watchedJournal(this.#journal, watch, (kind) => this.refusing(kind)),
      clock,
      log: this.#log,
      holdSeconds: () => holdSeconds ?? settings.receiver.holdSeconds,
      texts: () => settings.texts,
      ...(maxHeld !== undefined && { maxHeld }),
    });
  }

  async openEngine(): Promise<void> {
    const { clock } = this;
    const watch = new Watch();
    this.writing = watch;
    const store = watchedStore(this.store, watch);
    const settings: SettingsService = {
      current: () => this.settings,
      onChange() {},
      reread: async () => {},
      update: () => Promise.reject(new Error('Settings of this house are changed in place.')),
    };
    const records = createRecords({
      store,
      clock,
      changes: createChanges(clock),
      settings,
      onNewOrder: async (tx, order, at) => (await orderArrived(tx, order, at))?.cancellationId ?? null,
    });
    const room = await createCancellations({
      store,
      clock,
      changes: listening(this.published),
      settings,
      deriveOrderBefore: records.deriveBefore,
      answer: (call) => {
        // What a killed engine was about to say is not said.
        if (watch !== this.writing || watch.mode !== 'live') return;
        if (this.onTheWay === null) this.calls.answer(call);
        else this.onTheWay.push(call);
      },
      onSettled: () => {
        this.settled += 1;
      },
    });
    const nothing = async () => async () => null;
    const derivation = createDerivation({
      store,
      clock: withoutPauses(clock),
      log: this.#log,
      load: { isRush: () => false, rate: () => 0 },
      derivers: {
        purchaseOrder: records.derive,
        serviceOrder: records.derive,
        incidentReport: records.derive,
        financialDocument: records.derive,
        ...room.derive,
        lookup: nothing,
        rejected: nothing,
        archived: nothing,
      },
    });
    this.#engine = { room, derivation };
    if (this.#given.derivesByHand !== true) derivation.start();
  }

  /** Keeps an order in the journal; its record's id. */
  async receive(marketplaceId: number, kind: OrderKind = 'purchaseOrder'): Promise<number> {
    const bytes = Buffer.from(JSON.stringify(bodyOfOrder(kind)));
    const { seq } = await this.journal.keep({
      kind,
      marketplaceId,
      keyLabel: 'key',
      bytes,
      contentHash: null,
    });
    return seq;
  }

  /** Receives an order and derives it; its record's id. */
  async order(marketplaceId: number, kind: OrderKind = 'purchaseOrder'): Promise<number> {
    const recordId = await this.receive(marketplaceId, kind);
    await this.quiet();
    return recordId;
  }

  /** Calls about an order; resolves when the call is kept and what follows at once has happened. */
  async ask(marketplaceId: number, more: Partial<IncomingAsk> & { slow?: boolean } = {}): Promise<Call> {
    const { slow = false, ...words } = more;
    const call = new Call({ slow });
    await this.calls.ask({ ...incoming(marketplaceId), ...words }, call);
    await this.quiet();
    return call;
  }

  /** Gives a verdict; resolves when what follows at once has happened. */
  async decide(decision: Parameters<Cancellations['decide']>[0]): Promise<Decided> {
    const decided = await this.room.decide(decision);
    await this.quiet();
    return decided;
  }

  async rows() {
    return (await this.room.list({ limit: 50 })).rows;
  }

  async only() {
    const [row, ...others] = await this.rows();
    if (row === undefined || others.length > 0) throw new Error('There is not one cancellation.');
    return row;
  }

  /** What the log says of a cancellation. */
  async audited(id: number) {
    const found = await this.store.read(async (tx) =>
      tx.all<AuditRow>('SELECT * FROM audit WHERE subject = ? ORDER BY id', `cancellation:${id}`),
    );
    return found.map(({ action, actor, detail: json }) => {
      // Where the journal stood is for a rebuild.
      const { after: _, ...detail } = JSON.parse(json) as Record<string, unknown>;
      return {
        action: action.replace('cancellation.', ''),
        actor: JSON.parse(actor) as unknown,
        detail,
      };
    });
  }

  /** What the journal has of cancel calls: the kind, the call, and what it is answered with or what became of it. */
  async entries(): Promise<string[]> {
    const entries = await this.store.read((tx) => listCallsAfter(tx, 0, 1000));
    const calls = [...new Set(entries.map(({ subjectId }) => subjectId))];
    return entries.map(({ kind, subjectId, detail }) => {
      const { answer, delivery, cause } = JSON.parse(detail ?? '{}') as Record<string, string | null>;
      const words = kind === 'ask' ? [] : kind === 'answer' ? [answer, cause] : [delivery, answer];
      return [kind, calls.indexOf(subjectId) + 1, ...words.filter((word) => word != null)].join(' ');
    });
  }

  inReview() {
    return { isCancelled: false, showResponseText: true, responseText: this.settings.texts.inReview };
  }

  /** Derives all that the journal holds. */
  async derive(): Promise<void> {
    const { derivation } = required(this.#engine);
    derivation.start();
    derivation.wake();
    await derivation.idle();
  }

  /** The engine's thread ends at once; the receiver goes on without. */
  killEngine(): void {
    this.writing.mode = 'losing';
    void this.#engine?.derivation.stop();
    this.#engine = null;
  }

  /** The process ends at once, and its journal is opened again by another, as is its engine where there was one. */
  async killProcess(): Promise<void> {
    this.receiving.mode = 'losing';
    this.killEngine();
    this.#calls = null;
    await this.journal.close();
    this.clock = new ManualClock(this.clock.now());
    await this.openReceiver();
  }

  async killAndReopen(): Promise<void> {
    await this.killProcess();
    await this.openEngine();
    await this.quiet();
  }

  async killEngineAndReopen(): Promise<void> {
    this.killEngine();
    await this.openEngine();
    await this.quiet();
  }

  /** Resolves when neither side has anything under way, and all that followed has run. */
  async quiet(): Promise<void> {
    let quietRounds = 0;
    while (quietRounds < 2) {
      await setImmediate();
      if (this.#given.derivesByHand !== true) await this.#engine?.derivation.idle();
      quietRounds = this.receiving.isQuiet && this.writing.isQuiet ? quietRounds + 1 : 0;
    }
  }

  async close(): Promise<void> {
    await this.#engine?.derivation.stop();
    await this.#store?.close();
    await this.#journal?.close();
  }
}

export type OpenRoom = House;

/** A house on a data directory of its own, closed when the test ends. */
export async function openRoom(given: Partial<Given> = {}): Promise<House> {
  const house = new House({ dataDir: await migratedFolder(), ...given });
  await house.open();
  onTestFinished(() => house.close());
  return house;
}

export const approve = { verdict: 'approve', actor: { person: 'Ana Prueba', via: 'desktop' } } as const;
export const refuse = { ...approve, verdict: 'refuse', responseText: 'Ya fue facturada.' } as const;
export const cancelledAnswer = { isCancelled: true, showResponseText: false, responseText: null };
export const refusedAnswer = {
  isCancelled: false,
  showResponseText: true,
  responseText: 'Ya fue facturada.',
};

export const ana = { person: 'Ana Prueba', via: 'desktop' as const };

export function incoming(marketplaceId: number): IncomingAsk {
  return {
    orderKind: 'purchaseOrder',
    marketplaceId,
    ...saying('purchaseOrder', {
      purchaseOrderId: marketplaceId,
      cancellationReason: 'Error en el pedido',
      comments: 'Pieza equivocada',
      cancelledByEmailAddress: 'taller@example.com',
    }),
    keyLabel: 'Clave principal',
  };
}

/** What a call with this body says, and its bytes. */
export function saying(kind: OrderKind, json: object): Pick<IncomingAsk, 'call' | 'body'> {
  return { call: readCancelCall(kind, json), body: Buffer.from(JSON.stringify(json)) };
}

function bodyOfOrder(kind: OrderKind): object {
  const party = kind === 'purchaseOrder' ? 'supplierName' : 'workshopPersonName';
  return {
    requestId: 77,
    insuranceClaimNumber: 'REC-1',
    [party]: 'Repuestos del Este',
    items: [
      { itemName: 'Bumper delantero', supplierItemRowTotal: 600 },
      { itemName: 'Retrovisor', supplierItemRowTotal: 400 },
    ],
  };
}

function required<Part>(part: Part | null): Part {
  if (part === null) throw new Error('This part of the house is not there now.');
  return part;
}

/** Timers are due as soon as the thread rests. */
function withoutPauses(clock: Clock): Clock {
  return {
    now: () => clock.now(),
    after(_milliseconds, then) {
      const timer = globalThis.setImmediate(then);
      return () => clearImmediate(timer);
    },
  };
}

function listening(published: Published[]): Changes {
  return {
    publish: (one) => void published.push(one),
    async *subscribe() {},
    onTold() {},
    close() {},
  };
}
