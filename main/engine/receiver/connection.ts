/** The engine's end of the connection with the receiver's thread. */
import type { MessagePort } from 'node:worker_threads';
import type { CallerAddress } from '../caller-address.ts';
import type { ArchivedArrival, Receipt } from '../journal/index.ts';
import type { ReceiverConfiguration } from './configuration.ts';
import type { Absence } from './heartbeat.ts';
import type {
  AskInstruction,
  EngineToReceiver,
  ReceiverReport,
  ReceiverStatus,
  ReceiverToEngine,
} from './protocol.ts';

/** Told of each report, and of the one before it. */
type OnReport = (report: ReceiverReport, before: ReceiverReport) => void;

export interface ReceiverConnection {
  /** As of the last report. */
  state(): ReceiverStatus;
  /** The last entry of the journal, as of the last report. */
  seq(): number;
  /** Has a listener told of each report from now on; at once of what was reported since the connection was made. */
  follow(listener: OnReport): void;
  /** Goes on with the receiver that took the place of the one before, and tells it what that was told last. */
  join(port: MessagePort): void;
  /**
   * Resolves once it is in force and the receiver listens, or cannot: that is the `error` of `state`. Where there is no
   * receiver, it resolves at once, and the next one is told.
   */
  configure(configuration: ReceiverConfiguration): Promise<void>;
  /** Resolves once it reads the database no more, which it does again from the next `configure` on; at once where it is gone. */
  leaveDatabase(): Promise<void>;
  /** Has it read its certificate again, since the passphrase is another one; resolves once that is in force, or cannot be. */
  readCertificate(): Promise<void>;
  /** Has a held call answered; nothing happens where it is not held any more. */
  answer(instruction: AskInstruction): void;
  /**
   * Has the journal say that the deliveries of records lie in a bundle; resolves with what became of each once that is synced,
   * or with null where it could not be written or there is no receiver: then nobody knows which of them it says.
   */
  archive(records: readonly ArchivedArrival[]): Promise<readonly Receipt[] | null>;
  /** Has the journal give up the bytes that lie in bundles, as far as `archived` entries are derived, but for those of `except`. */
  release(upTo: number, except: readonly number[]): void;
  /** Has a listener keep what is told of absences, from now on and of what was told before; those that it kept are told no more. */
  followAbsences(keep: (absences: readonly Absence[]) => Promise<void>): void;
  /**
   * Has the receiver expect calls of this program's own with this nonce, for a minute; resolves with where the last one came
   * from, null where none has come or there is no receiver.
   */
  expectOwnCall(nonce: string): Promise<CallerAddress | null>;
  close(): void;
}

/** The state of a receiver whose thread is gone. */
const gone = (before: ReceiverStatus): ReceiverStatus => ({
  ...before,
  state: 'failed',
  url: null,
  heldCalls: 0,
  error: { code: 'other', detail: 'The receiver ended.' },
});

/** Connects with the receiver; resolves with its first report, which it gives once its journal is open. */
export async function connectReceiver(port: MessagePort): Promise<ReceiverConnection> {
  const first = Promise.withResolvers<ReceiverReport>();
  const connection = new Connection(port, first);
  await first.promise;
  return connection;
}

class Connection implements ReceiverConnection {
  readonly #first: PromiseWithResolvers<ReceiverReport>;
  readonly #commands = new Map<number, () => void>();
  readonly #arrivals = new Map<number, CallerAddress | null>();
  readonly #archiving = new Map<number, (receipts: readonly Receipt[] | null) => void>();
  #released: { upTo: number; except: readonly number[] } | null = null;
  #lastCommand = 0;
  #port: MessagePort;
  #isOpen = true;
  #configuration: ReceiverConfiguration | null = null;
  #initial: ReceiverReport | null = null;
  #latest: ReceiverReport | null = null;
  /** Keys of reports that nobody has heard of yet. */
  #unheard: ReceiverReport['used'][number][] = [];
  #listener: OnReport | null = null;
  #absences: readonly Absence[] = [];
  #keepAbsences: ((absences: readonly Absence[]) => Promise<void>) | null = null;

  constructor(port: MessagePort, first: PromiseWithResolvers<ReceiverReport>) {
    this.#first = first;
    this.#port = port;
    this.join(port);
  }

  join(port: MessagePort): void {
    // Of the one before, which answers no more; its port may close after this.
    const unanswered = [...this.#commands.keys()];
    this.#endArchiving();
    this.#port = port;
    this.#isOpen = true;
    port.on('message', (message: ReceiverToEngine) => {
      if (message.type === 'report') this.#take(message);
      else if (message.type === 'absences') this.#takeAbsences(message.absences);
      else if (message.type === 'archived') {
        this.#archiving.get(message.call)?.(message.receipts);
        this.#archiving.delete(message.call);
      } else if (message.type === 'arrival') {
        this.#arrivals.set(message.call, message.from);
        this.#finish(message.call);
      } else this.#finish(message.call);
    });
    port.on('close', () => {
      if (this.#port !== port) return;
      this.#isOpen = false;
      this.#first.reject(new Error('The receiver ended before it could be joined.'));
      this.#finishAll([...this.#commands.keys()]);
      this.#endArchiving();
      if (this.#latest !== null) this.#take({ ...this.#latest, state: gone(this.#latest.state), used: [] });
    });
    // It goes by what its journal has, which may be older than a key that was retired while there was none.
    if (this.#configuration !== null)
      void this.configure(this.#configuration).then(() => this.#finishAll(unanswered));
    if (this.#released !== null) this.#post({ type: 'release', ...this.#released });
  }

  state(): ReceiverStatus {
    return this.#now().state;
  }

  seq(): number {
    return this.#now().seq;
  }

  follow(listener: OnReport): void {
    this.#listener = listener;
    const before = this.#initial ?? this.#now();
    listener({ ...this.#now(), used: this.#unheard }, before);
    this.#unheard = [];
  }

  configure(configuration: ReceiverConfiguration): Promise<void> {
    this.#configuration = configuration;
    return this.#command((call) => ({ type: 'configure', call, configuration }));
  }

  leaveDatabase(): Promise<void> {
    return this.#command((call) => ({ type: 'leaveDatabase', call }));
  }

  readCertificate(): Promise<void> {
    return this.#command((call) => ({ type: 'readCertificate', call }));
  }

  async expectOwnCall(nonce: string): Promise<CallerAddress | null> {
    let asked = 0;
    await this.#command((call) => {
      asked = call;
      return { type: 'ownCall', call, nonce };
    });
    const from = this.#arrivals.get(asked) ?? null;
    this.#arrivals.delete(asked);
    return from;
  }

  answer(instruction: AskInstruction): void {
    this.#post({ type: 'answer', instruction });
  }

  archive(records: readonly ArchivedArrival[]): Promise<readonly Receipt[] | null> {
    if (!this.#isOpen) return Promise.resolve(null);
    this.#lastCommand += 1;
    const call = this.#lastCommand;
    return new Promise((resolve) => {
      this.#archiving.set(call, resolve);
      this.#post({ type: 'archive', call, records });
    });
  }

  release(upTo: number, except: readonly number[]): void {
    this.#released = { upTo, except };
    if (this.#isOpen) this.#post({ type: 'release', upTo, except });
  }

  followAbsences(keep: (absences: readonly Absence[]) => Promise<void>): void {
    this.#keepAbsences = keep;
    this.#takeAbsences(this.#absences);
  }

  #takeAbsences(absences: readonly Absence[]): void {
    this.#absences = absences;
    const last = absences.at(-1);
    if (this.#keepAbsences === null || last === undefined) return;
    // Where they could not be kept, the receiver tells of them again.
    this.#keepAbsences(absences).then(
      () => this.#isOpen && this.#post({ type: 'absencesKept', until: last.until }),
      () => {},
    );
  }

  close(): void {
    this.#isOpen = false;
    this.#port.removeAllListeners('close');
    this.#port.close();
    this.#finishAll([...this.#commands.keys()]);
    this.#endArchiving();
  }

  /** Resolves once it is done, or there is nobody to do it. */
  #command(message: (call: number) => EngineToReceiver): Promise<void> {
    if (!this.#isOpen) return Promise.resolve();
    this.#lastCommand += 1;
    const call = this.#lastCommand;
    return new Promise((resolve) => {
      this.#commands.set(call, resolve);
      this.#post(message(call));
    });
  }

  #post(message: EngineToReceiver): void {
    this.#port.postMessage(message);
  }

  #take(report: ReceiverReport): void {
    const before = this.#latest;
    this.#latest = report;
    if (before === null) {
      this.#initial = report;
      this.#first.resolve(report);
    }
    if (this.#listener === null) this.#unheard.push(...report.used);
    else if (before !== null) this.#listener(report, before);
  }

  #finish(call: number): void {
    this.#commands.get(call)?.();
    this.#commands.delete(call);
  }

  #finishAll(calls: readonly number[]): void {
    for (const call of calls) this.#finish(call);
  }

  #endArchiving(): void {
    for (const resolve of this.#archiving.values()) resolve(null);
    this.#archiving.clear();
  }

  #now(): ReceiverReport {
    if (this.#latest === null) throw new Error('The receiver was not heard of yet.');
    return this.#latest;
  }
}
