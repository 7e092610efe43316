/**
 * The receiver's thread: it holds the data directory, listens, and answers each call once what came is in the journal. The
 * engine tells it what the settings say and what held calls are answered with; without an engine it goes on with what it was
 * told last.
 */
import type { MessagePort } from 'node:worker_threads';
import type { RecordKind } from '#shared/terms.ts';
import { yieldToEventLoop } from '../background-loop.ts';
import { systemClock } from '../clock.ts';
import { compactJournalAtStart } from '../compact-at-start.ts';
import { watchDisk } from '../disk/index.ts';
import { type ArchivedArrival, type Journal, openJournal, type Receipt } from '../journal/index.ts';
import { createKeyRedactor, environmentKeysOf, type LiveKey, RecentKey } from '../keys/index.ts';
import { type EngineLog, logToStandardError as log } from '../log.ts';
import { createAnswers } from '../policies/index.ts';
import {
  findInstallationId,
  openReading,
  refuseOlderJournal,
  type StartProgress,
  StoreProblem,
} from '../store/index.ts';
import {
  configurationJson,
  configurationName,
  type ReceiverConfiguration,
  readConfiguration,
} from './configuration.ts';
import type { StorageUnavailable } from './context.ts';
import { HeldCalls } from './held-calls.ts';
import { createReceiver } from './listener.ts';
import type {
  EngineToReceiver,
  OwnerToReceiver,
  ReceiverReport,
  ReceiverStart,
  ReceiverStatus,
  ReceiverToEngine,
  ReceiverToOwner,
  UsedKey,
} from './protocol.ts';

/** Runs until its owner has it closed; a journal that cannot be opened is told to the owner. */
export async function runReceiverThread(owner: MessagePort, start: ReceiverStart): Promise<void> {
  const tell = (message: ReceiverToOwner) => owner.postMessage(message);
  // Messages that come meanwhile wait in the port until somebody listens.
  let receiver: Awaited<ReturnType<typeof openReceiverThread>>;
  try {
    receiver = await openReceiverThread(start, tell);
  } catch (failure) {
    tell(asProblem(failure));
    owner.close();
    return;
  }
  owner.on('message', (message: OwnerToReceiver) => {
    if (message.type === 'engine') receiver.connect(message.port);
    else if (message.type === 'readDatabase') receiver.readDatabase();
    else if (message.type === 'leaveDatabase') {
      void receiver.leaveDatabase().then(() => tell({ type: 'databaseLeft' }));
    } else {
      void receiver.close(message.limitMs).then(() => {
        tell({ type: 'closed' });
        owner.close();
      });
    }
  });
  tell({ type: 'opened', installationId: receiver.installationId });
}

function asProblem(failure: unknown): ReceiverToOwner {
  if (failure instanceof StoreProblem) {
    return { type: 'problem', code: failure.code, message: failure.message };
  }
  log.error({ err: failure }, 'The receiver could not start.');
  const text = failure instanceof Error ? failure.message : String(failure);
  return { type: 'problem', code: null, message: `The receiver could not start: ${text}` };
}

async function openReceiverThread(start: ReceiverStart, tellOwner: (message: ReceiverToOwner) => void) {
  const { dataDir, limits, lowWaterBytes, given, environmentKeys, expects } = start;
  if (expects !== null && findInstallationId(dataDir) !== expects)
    throw new StoreProblem(
      'databaseLost',
      `${dataDir} was chosen as the data directory, and the data that were there are not: is its disk connected?`,
    );
  const clock = systemClock;
  const environment = environmentKeysOf(environmentKeys);
  let configuration: ReceiverConfiguration | null = null;
  let live: readonly LiveKey[] = environment;
  const recentKey = new RecentKey();
  let failure: StorageUnavailable | null = null;

  const required = (): ReceiverConfiguration => {
    // It listens only once there is one.
    if (configuration === null) throw new Error('The receiver was told nothing yet.');
    return configuration;
  };
  let isDamaged = false;
  const onProgress = (progress: StartProgress) => tellOwner({ type: 'starting', progress });
  // Nothing has it open yet, and nothing is received.
  await compactJournalAtStart({ dataDir, log, onProgress });
  // Before all that has something to report while it opens.
  const reports = new Reports(tellOwner);
  const journal = await openJournal({
    dataDir,
    clock,
    hasCheckpointer: true,
    numberTemplate: (kind: RecordKind) => required().numbering[kind],
    onMoved: onProgress,
    onAppended: () => reports.schedule(),
    onDamage(cause) {
      if (!isDamaged)
        log.error({ err: cause }, 'Something that arrived could not be kept: the journal is damaged.');
      isDamaged = true;
      reports.schedule();
    },
    onFailure(problem) {
      log.error({ code: problem.code }, problem.message);
      failure = {
        code: problem.code === 'databaseGone' ? 'databaseGone' : 'databaseFailed',
        retryAfterSeconds: 60,
      };
      reports.schedule();
    },
  });
  try {
    // Before it listens: nothing is taken into a journal that does not stay.
    refuseOlderJournal(dataDir);
  } catch (problem) {
    await journal.close();
    throw problem;
  }
  const disk = await watchDisk(dataDir, clock, () => reports.schedule(), lowWaterBytes);
  const book = openReading(dataDir);
  const calls = new HeldCalls({
    journal,
    clock,
    log,
    holdSeconds: () => given.holdSeconds ?? required().receiver.holdSeconds,
    texts: () => required().texts,
  });
  const receiver = createReceiver(
    {
      clock,
      log,
      journal,
      calls,
      policies: createAnswers({ book, journal, settings: required }),
      keys: {
        configured: () => live.length > 0,
        redactor: (presented) => createKeyRedactor(live, presented),
        authenticate(presented) {
          const key = recentKey.find(live, presented);
          if (key !== null) reports.noteKey(key);
          reports.schedule();
          return key;
        },
      },
      storageUnavailable: () => failure ?? (disk.isLow() ? { code: 'diskLow', retryAfterSeconds: 30 } : null),
    },
    limits,
  );
  reports.begin(() => ({ state: receiver.state(), seq: journal.head().seq, isDamaged }));

  const apply = (next: ReceiverConfiguration) => {
    configuration = next;
    live = [...next.keys, ...environment];
  };
  const endpointOf = ({ receiver }: ReceiverConfiguration) => ({
    address: given.address ?? receiver.address,
    port: given.port ?? receiver.port,
  });
  let listensAt: { address: string; port: number } | null = null;
  const listen = async () => {
    const wanted = endpointOf(required());
    const isThere = listensAt?.address === wanted.address && listensAt.port === wanted.port;
    if (isThere && receiver.state().state !== 'failed') return;
    listensAt = wanted;
    // It stops taking calls at once; the held ones are answered on the old address before it is left.
    const moved = receiver.listen(wanted.address, wanted.port);
    await calls.answerAll('moving');
    await moved;
    logListening(log, receiver.state(), wanted);
  };
  /** Configurations take effect one after the other. */
  let last: Promise<void> = Promise.resolve();
  const configure = (next: ReceiverConfiguration): Promise<void> => {
    last = last.then(async () => {
      apply(next);
      book.reopen();
      await journal.saveSetting(configurationName, configurationJson(next)).catch((cause: unknown) => {
        // It is in force: a key that was retired is refused, whatever the disk has.
        log.error({ err: cause }, 'What the settings say could not be kept for the receiver.');
      });
      await listen();
    });
    return last;
  };
  const kept = readConfiguration(await journal.setting(configurationName));
  if (kept !== null) {
    apply(kept);
    last = listen();
    await last;
    reports.flush();
  }

  return {
    installationId: journal.installationId,
    connect(port: MessagePort): void {
      const tell = (message: ReceiverToEngine) => port.postMessage(message);
      port.on('message', (message: EngineToReceiver) => {
        if (message.type === 'answer') {
          calls.answer(message.instruction);
          return;
        }
        if (message.type === 'archive') {
          const { call, records } = message;
          void archive(journal, records, log).then((receipts) => tell({ type: 'archived', call, receipts }));
          return;
        }
        if (message.type === 'release') {
          journal.release(message.upTo, new Set(message.except)).catch((cause: unknown) => {
            log.error({ err: cause }, 'What lies in bundles could not be taken from the journal.');
          });
          return;
        }
        if (message.type === 'leaveDatabase') {
          void book.leave().then(() => tell({ type: 'done', call: message.call }));
          return;
        }
        void configure(message.configuration).then(() => {
          // The state first, so that whoever waits finds it changed.
          reports.flush();
          tell({ type: 'done', call: message.call });
        });
      });
      port.on('close', () => reports.disconnect(tell));
      reports.connect(tell);
    },
    leaveDatabase: () => book.leave(),
    readDatabase: () => book.reopen(),
    async close(limitMs: number): Promise<void> {
      // New calls end first, so that closing answers every held one and no other comes in between.
      const stopped = receiver.stop(limitMs * closing.connections);
      await calls.close(limitMs * closing.calls);
      await stopped;
      disk.stop();
      reports.flush();
      await book.close();
      await journal.close();
    },
  };
}

/** Records of one commit: their entries, with what stays of each, are written while calls wait. */
const archivedAtOnce = 25;

/** Says in the journal that the deliveries of records lie in a bundle; what became of each, or null where it could not be written. */
async function archive(
  journal: Pick<Journal, 'append'>,
  records: readonly ArchivedArrival[],
  log: EngineLog,
): Promise<Receipt[] | null> {
  const receipts: Receipt[] = [];
  try {
    for (let from = 0; from < records.length; from += archivedAtOnce) {
      receipts.push(...(await journal.append(records.slice(from, from + archivedAtOnce))));
      await yieldToEventLoop();
    }
    return receipts;
  } catch (failure) {
    log.error({ err: failure }, 'Records could not be noted as archived.');
    return null;
  }
}

/**
 * Which part of the time that closing may take is over when what comes before is given up, so that the rest is left for the
 * journal: first the connections of callers that do not take their answers are cut, which the journal is then told, and then
 * nothing is waited for any more.
 */
const closing = { connections: 0.4, calls: 0.6 } as const;

/** Says how it stands where it was to listen. */
export function logListening(
  log: EngineLog,
  { state, url, error }: Pick<ReceiverStatus, 'state' | 'url' | 'error'>,
  wanted: { address: string; port: number },
): void {
  if (error === null) log.info({ url, state }, 'The receiver listens.');
  else if (url !== null)
    log.warn({ url, state, error: error.code }, 'The receiver listens and takes nothing.');
  else log.error({ ...wanted, error: error.code }, 'The receiver cannot listen.');
}

/** Reports follow each other no faster than this, in milliseconds; the first after a silence goes at once. */
const reportMilliseconds = 10;

/**
 * Tells the engine of what came, soon and in one message: the journal holds it, the message only shortens the wait. The owner
 * is told of another state.
 */
class Reports {
  #report: (() => Omit<ReceiverReport, 'used'>) | null = null;
  #tell: ((message: ReceiverToEngine) => void) | null = null;
  #used = new Map<string, UsedKey>();
  #lastUsed: UsedKey | null = null;
  readonly #tellOwner: (message: ReceiverToOwner) => void;
  #ownerKnows: Pick<ReceiverReport['state'], 'state' | 'url'> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #reportedAt = 0;

  constructor(tellOwner: (message: ReceiverToOwner) => void) {
    this.#tellOwner = tellOwner;
  }

  /** Nothing is reported before all of what there is to report is there. */
  begin(report: () => Omit<ReceiverReport, 'used'>): void {
    this.#report = report;
    this.schedule();
  }

  connect(tell: (message: ReceiverToEngine) => void): void {
    this.#tell = tell;
    this.flush();
  }

  disconnect(tell: (message: ReceiverToEngine) => void): void {
    if (this.#tell === tell) this.#tell = null;
  }

  noteKey(key: UsedKey): void {
    if (key === this.#lastUsed) return;
    this.#lastUsed = key;
    const { id, label } = key;
    // Two keys may have one label.
    this.#used.set(`${id} ${label}`, { id, label });
  }

  schedule(): void {
    if (this.#timer !== null || this.#report === null) return;
    const left = Math.max(0, this.#reportedAt + reportMilliseconds - performance.now());
    this.#timer = setTimeout(() => this.flush(), left);
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#report === null) return;
    this.#reportedAt = performance.now();
    const report = this.#report();
    const { state, url } = report.state;
    if (state !== this.#ownerKnows?.state || url !== this.#ownerKnows.url) {
      this.#ownerKnows = { state, url };
      this.#tellOwner({ type: 'state', state, url });
    }
    if (this.#tell === null) return;
    this.#tell({ type: 'report', ...report, used: [...this.#used.values()] });
    this.#used = new Map();
    this.#lastUsed = null;
  }
}
