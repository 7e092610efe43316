/**
 * The receiver's thread: it holds the data directory, listens, and answers each call once what came is in the journal. The
 * engine tells it what the settings say and what held calls are answered with; without an engine it goes on with what it was
 * told last.
 */
import { isDeepStrictEqual } from 'node:util';
import type { MessagePort } from 'node:worker_threads';
import type { RecordKind } from '#shared/terms.ts';
import { yieldToEventLoop } from '../background-loop.ts';
import { callerBehind } from '../caller-address.ts';
import { systemClock } from '../clock.ts';
import { raise } from '../closed-flag.ts';
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
import { within } from '../within.ts';
import {
  configurationJson,
  configurationName,
  type ReceiverConfiguration,
  readConfiguration,
} from './configuration.ts';
import type { StorageUnavailable } from './context.ts';
import { beatMilliseconds, openHeartbeat } from './heartbeat.ts';
import { HeldCalls } from './held-calls.ts';
import { noteLeading } from './leading.ts';
import { createReceiver } from './listener.ts';
import type {
  EngineToReceiver,
  ListenState,
  OwnerToReceiver,
  ReceiverReport,
  ReceiverStart,
  ReceiverStatus,
  ReceiverToEngine,
  ReceiverToOwner,
  UsedKey,
} from './protocol.ts';
import { readAuthorities } from './tls/authorities.ts';
import { hostOfAddress } from './tls/certificate.ts';
import { createCertificateKeeper } from './tls/keeper.ts';

/** Runs until its owner has it closed; a journal that cannot be opened is told to the owner. */
export async function runReceiverThread(owner: MessagePort, start: ReceiverStart): Promise<void> {
  const tell = (message: ReceiverToOwner) => owner.postMessage(message);
  const passphrases = new Passphrases(tell);
  // What comes meanwhile waits until somebody heeds it, but for what is waited for.
  const waiting: OwnerToReceiver[] = [];
  let heed = (message: OwnerToReceiver) => void waiting.push(message);
  owner.on('message', (message: OwnerToReceiver) => {
    if (message.type === 'passphrase') passphrases.take(message.call, message.passphrase);
    else heed(message);
  });
  let receiver: Awaited<ReturnType<typeof openReceiverThread>>;
  try {
    receiver = await openReceiverThread(start, tell, (installationId) => passphrases.ask(installationId));
  } catch (failure) {
    tell(asProblem(failure));
    owner.close();
    return;
  }
  heed = (message) => {
    if (message.type === 'engine') receiver.connect(message.port);
    else if (message.type === 'readDatabase') receiver.readDatabase();
    else if (message.type === 'checkListening') void receiver.checkListening();
    else if (message.type === 'leaveDatabase') {
      void receiver.leaveDatabase().then(() => tell({ type: 'databaseLeft' }));
    } else if (message.type === 'close') {
      void receiver.close(message).then(() => {
        raise(start.closed);
        tell({ type: 'closed' });
        owner.close();
      });
    }
  };
  for (const message of waiting) heed(message);
  tell({ type: 'opened', installationId: receiver.installationId });
}

function asProblem(failure: unknown): ReceiverToOwner {
  if (failure instanceof StoreProblem) {
    return problemOf(failure);
  }
  log.error({ err: failure }, 'The receiver could not start.');
  const text = failure instanceof Error ? failure.message : String(failure);
  return { type: 'problem', code: null, message: `The receiver could not start: ${text}`, fault: null };
}

const problemOf = ({ code, message, fault }: StoreProblem): ReceiverToOwner => ({
  ...{ type: 'problem', code, message, fault },
});

async function openReceiverThread(
  start: ReceiverStart,
  tellOwner: (message: ReceiverToOwner) => void,
  passphraseOf: (installationId: string) => Promise<string | null>,
) {
  const { dataDir, database, limits, lowWaterBytes, given, environmentKeys, expects } = start;
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
  let findCaller = callerBehind([]);
  let failure: StorageUnavailable | null = null;
  let away: StorageUnavailable | null = null;

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
    database,
    clock,
    hasCheckpointer: true,
    numberTemplate: (kind: RecordKind) => required().numbering[kind],
    onMoved: onProgress,
    onStandby: onProgress,
    onDoubt(isInDoubt) {
      if (isInDoubt) log.warn({}, 'The database server does not answer: calls are told to come again.');
      else log.info({}, 'The database server answers again, and this engine still leads.');
      away = isInDoubt ? { code: 'databaseAway', retryAfterSeconds: 5 } : null;
      reports.schedule();
    },
    onAppended: () => reports.schedule(),
    onDamage(cause) {
      if (!isDamaged)
        log.error({ err: cause }, 'Something that arrived could not be kept: the journal is damaged.');
      isDamaged = true;
      reports.schedule();
    },
    onFailure(problem) {
      log.error({ code: problem.code }, problem.message);
      if (problem.code === 'superseded') {
        tellOwner(problemOf(problem));
        // Another leads: what is held here is answered nothing any more.
        process.exit();
      }
      failure = {
        code: problem.code === 'databaseGone' ? 'databaseGone' : 'databaseFailed',
        retryAfterSeconds: 60,
      };
      reports.schedule();
    },
  });
  let leading: Awaited<ReturnType<typeof noteLeading>>;
  try {
    // Before it listens: nothing is taken into a journal that does not stay.
    refuseOlderJournal(dataDir);
    leading = await noteLeading(journal, { dataDir, clock, log });
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
          // What it brings is committed in a moment, and is reported at once then.
          reports.schedule(reportMilliseconds);
          return key;
        },
      },
      findCaller: (peer, forwardedFor) => findCaller(peer, forwardedFor),
      storageUnavailable: () =>
        failure ?? away ?? (disk.isLow() ? { code: 'diskLow', retryAfterSeconds: 30 } : null),
    },
    limits,
  );
  const certificate = createCertificateKeeper({
    ...{ clock, log, authorities: readAuthorities(clock, () => configuration?.trust.authorityFile ?? '') },
    passphrase: () => passphraseOf(journal.installationId),
    interval: limits.certificateInterval,
    onTaken(options) {
      if (receiver.state().error?.code === 'certificate') void inTurn(() => listen());
      else receiver.replaceCertificate(options);
    },
    onChange: () => reports.schedule(),
  });
  reports.begin(() => ({
    state: { ...receiver.state(), certificate: certificate.report() },
    seq: journal.head().seq,
    isDamaged,
  }));

  const apply = (next: ReceiverConfiguration) => {
    configuration = next;
    findCaller = callerBehind(given.trustedProxies ?? next.receiver.trustedProxies);
    live = [...next.keys, ...environment];
  };
  const endpointOf = ({ receiver }: ReceiverConfiguration) => ({
    address: given.address ?? receiver.address,
    port: given.port ?? receiver.port,
    tls: given.tls ?? receiver.tls,
    host: hostOfAddress(given.publicUrl ?? receiver.publicUrl),
  });
  let listensAt: { address: string; port: number; isSecure: boolean } | null = null;
  const listen = async (isLost = false) => {
    const { tls, host, ...endpoint } = endpointOf(required());
    const wanted = { ...endpoint, isSecure: tls.mode !== 'off' };
    await certificate.use({ files: tls.mode === 'off' ? null : tls, host });
    const isThere = isDeepStrictEqual(listensAt, wanted);
    if (!isLost && isThere && receiver.state().state !== 'failed') return;
    // Any free port was chosen once: the marketplace goes on calling where it called.
    const port = isLost && wanted.port === 0 ? receiver.state().port : wanted.port;
    listensAt = wanted;
    // It stops taking calls at once; the held ones are answered on the old address before it is left.
    const moved = moveTo({ ...wanted, port });
    await calls.answerAll('moving');
    await moved;
    logListening(log, receiver.state(), endpoint);
  };
  /** Where it was to answer over TLS it never answers without. */
  const moveTo = ({ address, port, isSecure }: NonNullable<typeof listensAt>): Promise<void> => {
    const taken = certificate.inForce();
    if (!isSecure || taken !== null) return receiver.listen(address, port, isSecure ? taken : null);
    const detail = certificate.report()?.problem?.code ?? '';
    return receiver.fail(address, port, { code: 'certificate', detail });
  };
  /** Configurations take effect one after the other. */
  let last: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    last = last.then(work);
    return last;
  };
  const configure = (next: ReceiverConfiguration): Promise<void> =>
    inTurn(async () => {
      apply(next);
      book.reopen();
      await journal.saveSetting(configurationName, configurationJson(next)).catch((cause: unknown) => {
        // It is in force: a key that was retired is refused, whatever the disk has.
        log.error({ err: cause }, 'What the settings say could not be kept for the receiver.');
      });
      await listen();
    });
  const kept = readConfiguration(await journal.setting(configurationName));
  if (kept !== null) {
    apply(kept);
    await inTurn(() => listen());
    reports.flush();
  }

  const closed = Promise.withResolvers<void>();
  let isChecking = false;
  /** Networks come back some time after the computer does. */
  const checkListening = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    for (const pause of checkPauses) {
      await within(pause, closed.promise);
      let isReached = false;
      // In turn, since while it moves it is reached at neither address.
      await inTurn(async () => {
        isReached = isClosing || (await receiver.isReached());
        if (isReached || configuration === null) return;
        await listen(true);
        reports.flush();
      });
      if (isReached) break;
    }
    isChecking = false;
  };
  let isClosing = false;
  let tellEngine: ((message: ReceiverToEngine) => void) | null = null;
  const tellAbsences = () => {
    const absences = heartbeat.waiting();
    if (absences.length > 0) tellEngine?.({ type: 'absences', absences });
  };
  const unledMilliseconds = journal.taken?.unledMilliseconds ?? null;
  const heartbeat = openHeartbeat({ dataDir, log, onAbsence: tellAbsences, unledMilliseconds });
  heartbeat.note(receiver.state().state);
  const beat = setInterval(() => {
    tellOwner({ type: 'beat' });
    heartbeat.note(receiver.state().state);
  }, beatMilliseconds);

  return {
    installationId: journal.installationId,
    checkListening,
    connect(port: MessagePort): void {
      const tell = (message: ReceiverToEngine) => port.postMessage(message);
      const tellDone = (call: number) => tell({ type: 'done', call });
      const tellInForce = (call: number) => {
        // The state first, so that whoever waits finds it changed.
        reports.flush();
        heartbeat.note(receiver.state().state);
        tellDone(call);
      };
      port.on('message', (message: EngineToReceiver) => {
        switch (message.type) {
          case 'answer':
            calls.answer(message.instruction);
            break;
          case 'absencesKept':
            heartbeat.keptUntil(message.until);
            break;
          case 'archive':
            void archive(journal, message.records, log).then((receipts) =>
              tell({ type: 'archived', call: message.call, receipts }),
            );
            break;
          case 'release':
            journal.release(message.upTo, new Set(message.except)).catch((cause: unknown) => {
              log.error({ err: cause }, 'What lies in bundles could not be taken from the journal.');
            });
            break;
          case 'ownCall':
            tell({ type: 'arrival', call: message.call, from: receiver.ownCalls.expect(message.nonce) });
            break;
          case 'leaveDatabase':
            void book.leave().then(() => tellDone(message.call));
            break;
          case 'readCertificate':
            void certificate.readAgain().then(() => tellInForce(message.call));
            break;
          case 'configure':
            void configure(message.configuration).then(() => tellInForce(message.call));
            break;
        }
      });
      port.on('close', () => {
        reports.disconnect(tell);
        if (tellEngine === tell) tellEngine = null;
      });
      reports.connect(tell);
      tellEngine = tell;
      tellAbsences();
    },
    leaveDatabase: () => book.leave(),
    readDatabase: () => book.reopen(),
    async close({ limitMs, isAsked }: { limitMs: number; isAsked: boolean }): Promise<void> {
      isClosing = true;
      closed.resolve();
      // New calls end first, so that closing answers every held one and no other comes in between.
      const stopped = receiver.stop(limitMs * closing.connections);
      const ended = isAsked ? leading.end() : null;
      await calls.close(limitMs * closing.calls);
      await stopped;
      disk.stop();
      clearInterval(beat);
      heartbeat.end();
      certificate.stop();
      reports.flush();
      await book.close();
      await ended;
      await journal.close();
    },
  };
}

/** Before each try to listen again after a sleep of the computer, in milliseconds. */
const checkPauses = [0, 2000, 5000, 15_000, 30_000, 60_000] as const;

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

/** How long the owner has for a passphrase: a keychain has three seconds. */
const passphraseMilliseconds = 10_000;

/** Asks the owner for the passphrase of the certificate's key; null also where it does not say. */
class Passphrases {
  readonly #tell: (message: ReceiverToOwner) => void;
  readonly #asked = new Map<number, (passphrase: string | null) => void>();
  #last = 0;

  constructor(tell: (message: ReceiverToOwner) => void) {
    this.#tell = tell;
  }

  async ask(installationId: string): Promise<string | null> {
    this.#last += 1;
    const call = this.#last;
    const { promise, resolve } = Promise.withResolvers<string | null>();
    this.#asked.set(call, resolve);
    const cancelLimit = systemClock.after(passphraseMilliseconds, () => this.take(call, null));
    this.#tell({ type: 'passphraseWanted', call, installationId });
    return promise.finally(cancelLimit);
  }

  take(call: number, passphrase: string | null): void {
    this.#asked.get(call)?.(passphrase);
    this.#asked.delete(call);
  }
}

/** Reports follow each other no faster than this, in milliseconds; the first after a silence goes at once. */
const reportMilliseconds = 50;

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
  #ownerKnows: ListenState | null = null;
  #timer: NodeJS.Timeout | null = null;
  #timerAt = 0;
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

  /** Reports after so long at the latest, and not sooner than reports follow each other. */
  schedule(within = 0): void {
    if (this.#report === null) return;
    const now = performance.now();
    const at = Math.max(this.#reportedAt + reportMilliseconds, now + within);
    if (this.#timer !== null && this.#timerAt <= at) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timerAt = at;
    this.#timer = setTimeout(() => this.flush(), Math.max(0, at - now));
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#report === null) return;
    this.#reportedAt = performance.now();
    const report = this.#report();
    const { state, url, error } = report.state;
    if (!isDeepStrictEqual({ state, url, error }, this.#ownerKnows)) {
      this.#ownerKnows = { state, url, error };
      this.#tellOwner({ type: 'state', state, url, error });
    }
    if (this.#tell === null) return;
    this.#tell({ type: 'report', ...report, used: [...this.#used.values()] });
    this.#used = new Map();
    this.#lastUsed = null;
  }
}
