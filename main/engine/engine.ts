/**
 * The composition root: opens the store, builds the rooms, starts and stops them. It combines and holds
 * no logic of its own.
 */

import { isDeepStrictEqual } from 'node:util';
import type { MessagePort } from 'node:worker_threads';
import type { AnyRouter } from '@orpc/server';
import type { ContentVariant } from '#shared/attachment-terms.ts';
import { everyTopic } from '#shared/contract/changes.ts';
import type { TlsSettings } from '#shared/contract/settings.ts';
import { createAbsences } from './absences/index.ts';
import { createArchives } from './archive/index.ts';
import { createArchivedRecords } from './archived/index.ts';
import { createArrivalLoad } from './arrival-load.ts';
import { createAttachments } from './attachments/index.ts';
import { createAnchoring } from './audit/index.ts';
import { type BackgroundLoop, createBackgroundLoop, yieldToEventLoop } from './background-loop.ts';
import { logRestore } from './backup/restore-log.ts';
import { createCancellations, orderArrived } from './cancellations/index.ts';
import { type Changes, createChanges } from './changes/index.ts';
import { type CopiesToCheck, openDataCheck } from './check/index.ts';
import { type Clock, systemClock } from './clock.ts';
import { compactDatabaseAtStart } from './compact-at-start.ts';
import { createConsole, type EngineState } from './console/index.ts';
import { foldersOf, readConfiguration } from './copies.ts';
import { coverageCheckForReports } from './coverage-check.ts';
import { createDataSubjects } from './data-subject/index.ts';
import { watchDatabase } from './database-watch.ts';
import { createDecisions } from './decisions/index.ts';
import { createDerivation, type Derivation } from './derivation/index.ts';
import { derivers } from './derivers.ts';
import { watchDisk } from './disk/index.ts';
import type { EngineRun, FileAsker, FileFound, Hearing, Recognised } from './engine-protocol.ts';
import { openExamination } from './examination/index.ts';
import { createExports } from './exports/index.ts';
import type { CollectedOutcome, EngineHost } from './host.ts';
import { createInbox } from './inbox/index.ts';
import { type Keys, openKeys } from './keys/index.ts';
import type { EngineLog } from './log.ts';
import { logToStandardError } from './log.ts';
import { openOpenId } from './open-id/index.ts';
import { outgoingTrust } from './outbound/index.ts';
import { openPeople } from './people/index.ts';
import { createPolicies } from './policies/index.ts';
import { createPresence } from './presence/index.ts';
import {
  connectReceiver,
  passphraseAccount,
  type ReceiverConnection,
  ReceiverProblem,
  startReceiverThread,
} from './receiver/index.ts';
import { createRecords, type Records } from './records/index.ts';
import { createReference } from './reference/index.ts';
import { createRejected } from './rejected/index.ts';
import { createRetention } from './retention/index.ts';
import { openSettings, type SettingsService } from './settings/index.ts';
import { type CompactionProgress, narrowAll, openStore, StoreProblem } from './store/index.ts';
import { logTakeOvers } from './take-overs.ts';
import { createViews } from './views/index.ts';
import { createWork } from './work/index.ts';

export type { CallContext } from './serve-port.ts';

export interface EngineOptions {
  /** Folder of the database and all that belongs to it; made where it is missing. */
  dataDir: string;
  host: EngineHost;
  version: string;
  clock?: Clock;
  /** Given for this run, over what the settings say: port 0 is any free one. */
  receiver?: {
    address?: string;
    port?: number;
    holdSeconds?: number;
    tls?: TlsSettings;
    publicUrl?: string;
    trustedProxies?: string[];
  };
  /** For this run, over what the settings say: a PEM file of authorities that are trusted beside the system's. */
  authorityFile?: string;
  /** Keys for this run only, each `email:secret`, besides those of the database. */
  environmentKeys?: readonly string[];
  /** The platform for this run: its `{base_url}` over the settings', its key (`email:secret`) over the one that is kept. */
  platform?: { url?: string; key?: string };
  /** For this run: whether addresses of this machine may be fetched from, unencrypted too, and hosts, each at a port, that are approved. */
  attachments?: {
    allowLoopback?: boolean;
    hosts?: readonly string[];
    /** Where photos and papers are kept besides the data directory, of one that has none yet. */
    place?: string;
  };
  /** For this run: the private key by which archives are signed, over the keychain's; PEM (PKCS 8), or Base64 of it. */
  archiveKey?: string;
  /** For this run: the client secret at the office's OpenID provider, over the keychain's. */
  openIdSecret?: string;
  /** Whether other computers open the console in this run too: then nobody comes in without a password. */
  isOffice?: boolean;
  /** Marks the data directory as holding the demo's sample data. */
  sampleData?: boolean;
  /** Of the receiver that the shell has started, and that outlives the engine; it starts its own where none is given. */
  receiverPort?: MessagePort;
  /** For tests: up to which size the database is checked before it is opened, and when the check of all else begins. */
  check?: { alwaysCheckedBytes?: number; delay?: number };
  /** What came before in this run of the program; nothing unless given. */
  run?: EngineRun;
  /** Told about once a second while the start takes longer than usual. */
  onStarting?: (progress: CompactionProgress) => void;
  /** One line of structured log; never given a secret. Default: pino on standard error. */
  log?: EngineLog;
}

export interface Engine {
  /** Implements the console contract; served by an oRPC handler over any transport. */
  router: AnyRouter;
  /** Base address of the receiver, for example `http://127.0.0.1:8650`; null where it could not listen. */
  receiverUrl(): string | null;
  /** Goes on with the receiver that took the place of the one before. */
  joinReceiver(port: MessagePort): void;
  /** Takes a secret that a person gave on the shell's page for this ticket. */
  acceptCollected(ticket: string, secret: string): Promise<CollectedOutcome>;
  /** Whether somebody who signed in asks; `anybody` where nobody has to. */
  recognise(asker: FileAsker): Promise<Recognised>;
  /** Whether streams of changes may go on that these opened. */
  hearing(askers: readonly FileAsker[]): Promise<Hearing[]>;
  /** Where the file of an attachment lies; null where there is none in this form. */
  attachmentFile(attachmentId: number, variant: ContentVariant, asker: FileAsker): Promise<FileFound>;
  /** Where the file of an export lies; null where none is done that has this id. */
  exportFile(id: string, asker: FileAsker): Promise<FileFound>;
  /** Closes the store. A receiver of its own is closed first, which answers held calls "in review". Safe to call twice. */
  close(): Promise<void>;
}

/** After how long, in milliseconds, those are told whom a broken connection with the database left untold. */
const tellAgainMilliseconds = 1000;

/**
 * Opens the engine of a data directory and begins to receive. Throws a `StoreProblem` where the journal or the store cannot
 * be opened; an address that cannot be bound is no failure, but an error that the status shows.
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { dataDir, host, version, clock = systemClock, log = logToStandardError } = options;
  const startedAt = clock.now();
  let failed: StoreProblem | null = null;
  const environmentKeys = options.environmentKeys ?? [];
  // A shell has one that outlives the engine.
  const own =
    options.receiverPort === undefined
      ? startReceiverThread({
          ...{ dataDir, given: options.receiver, environmentKeys },
          certificatePassphrase: (installationId) => host.secret(passphraseAccount(installationId)),
        })
      : null;
  const opened: { close(): Promise<unknown> }[] = own === null ? [] : [own];
  try {
    await own?.opened;
    const port = options.receiverPort ?? own?.connect();
    if (port === undefined) throw new Error('There is no receiver.');
    // It holds the directory and has its journal open from then on.
    const receiver = await connectReceiver(port);
    if (isFirst(options.run)) {
      const onProgress = options.onStarting ?? (() => {});
      await compactDatabaseAtStart({ dataDir, log, onProgress }, () => receiver.leaveDatabase());
    }
    let tellingAgain: BackgroundLoop | null = null;
    let hasSaidBehind = false;
    const rowsMayDiffer = () => tellingAgain?.wake(tellAgainMilliseconds);
    const store = await openStore({
      dataDir,
      journalIsOpen: true,
      version,
      sampleData: options.sampleData ?? false,
      alwaysCheckedBytes: options.check?.alwaysCheckedBytes,
      onFailure: (problem) => {
        failed = problem;
        log.error({ code: problem.code }, problem.message);
        changes.publish({ topic: 'status' });
      },
      onUnknown: rowsMayDiffer,
    });
    opened.unshift(store);
    const restored = await logRestore(store, clock, log);
    const takeOver = await logTakeOvers(store, clock);
    const changes = createChanges(clock);
    const settings = await openSettings(store, clock, changes);
    const { isOffice = false } = options;
    const authorityFile = () => options.authorityFile ?? settings.current().trust.authorityFile;
    const keys = await openKeys({
      ...{ store, host, clock, changes, environmentKeys },
      onBehind: rowsMayDiffer,
    });
    const trust = outgoingTrust({ clock, log, authorityFile });
    const openId = await openOpenId({
      ...{ store, host, clock, changes, collections: keys.collections },
      trust,
      givenSecret: options.openIdSecret,
    });
    const people = await openPeople({
      ...{ store, clock, changes, settings, isOffice },
      provider: { issuer: () => openId.issuer(), name: () => openId.provider()?.name ?? null },
    });
    const load = createArrivalLoad();
    const policies = createPolicies({ store, clock, changes, settings, log });
    opened.unshift(policies);
    const checkCoverage = coverageCheckForReports(policies);
    const rejected = createRejected({ store, clock, changes });
    const reference = createReference({
      store,
      host,
      clock,
      changes,
      settings,
      collections: keys.collections,
      log,
      urlFromCommandLine: options.platform?.url,
      trust,
      environmentKey: options.platform?.key,
    });
    opened.unshift(reference);
    const disk = await watchDisk(dataDir, clock, () => {});
    opened.unshift({ close: async () => disk.stop() });
    const attachments = await createAttachments({
      store,
      clock,
      changes,
      settings,
      host,
      log,
      freeBytes: disk.freeBytes,
      isRush: () => load.isRush(),
      platform: reference,
      onRechecked: () => records.examiner.wake(),
      authorityFile,
      given: options.attachments,
    });
    opened.unshift(attachments);
    const archived = createArchivedRecords({ store, receiver, log });
    const records = createRecords({
      store,
      clock,
      changes,
      settings,
      checkCoverage,
      onNewOrder: async (tx, order, at) => (await orderArrived(tx, order, at))?.cancellationId ?? null,
      attachments,
      onArchived: () => archived.derived(),
      examination: openExamination({ platformUrl: () => reference.baseUrl() }),
      load,
      log,
    });
    const cancellations = await createCancellations({
      store,
      clock,
      changes,
      settings,
      deriveOrderBefore: records.deriveBefore,
      answer: (call) => receiver.answer(call),
      onSettled: () => records.examiner.wake(),
    });
    // Where the rows may be others than this run was told, it goes by the rows: also calls are answered, and screens look again.
    tellingAgain = createBackgroundLoop({
      clock,
      async run() {
        // What is on its way may take effect until then.
        await store.settle();
        derivation.wake();
        await cancellations.answerAgain();
        // Who is bound to a provider is read of the one that is set.
        for (const room of [settings, keys, openId, people, attachments.hosts]) await room.reread();
        await records.recount();
        for (const { topic } of everyTopic('')) changes.publish({ topic });
        hasSaidBehind = false;
        return null;
      },
      onError(failure) {
        if (failed !== null) return null;
        if (!hasSaidBehind) log.warn({ err: failure }, 'What is in the database cannot be read again yet.');
        hasSaidBehind = true;
        return { after: tellAgainMilliseconds, hasMore: true };
      },
    });
    const derivation = createDerivation({
      store,
      clock,
      log,
      load,
      derivers: derivers({ records, cancellations, policies, rejected }),
    });
    const check = await openDataCheck({
      ...{ store, clock, log, load },
      copies: copiesOf(dataDir, host),
      onChange: () => changes.publish({ topic: 'status' }),
      delay: options.check?.delay,
    });
    const database = watchDatabase({ dataDir, clock, onChange: () => changes.publish({ topic: 'status' }) });
    opened.unshift({ close: async () => database.stop() });
    const anchoring = createAnchoring({
      ...{ dataDir, store, clock, log },
      onContradiction: (found) => {
        if (found.restoredAt === null) check.note(found.chain, JSON.stringify(found));
      },
    });
    receiver.follow((report, before) => {
      if (report.isDamaged) check.note('journal', 'Something that arrived could not be kept.');
      for (const key of report.used) keys.noteUse(key);
      if (report.seq > before.seq) {
        load.note(report.seq - before.seq);
        derivation.wake();
      }
      const isOther =
        report.state.state !== before.state.state ||
        !isDeepStrictEqual(report.state.certificate, before.state.certificate);
      if (isOther) changes.publish({ topic: 'status' });
    });
    await policies.start();
    await followConfiguration({ receiver, settings, keys, changes, authorityFile });
    const archives = createArchives({
      ...{ store, host, clock, changes, settings, version, log },
      secretRequests: keys.collections,
      givenKey: options.archiveKey,
    });
    const retention = createRetention({
      ...{ store, clock, changes, archived, load, version, log },
      signingKey: () => archives.keyOrLocked(),
      isDerived: async () => (await derivation.backlog()).waiting === 0,
    });
    const dataSubjects = createDataSubjects({
      ...{ store, clock, changes, version, log },
      keyToSign: () => archives.keyToSign(),
      askPassphrase: (file, take) => archives.askPassphrase(file, take),
    });
    const exports = createExports({ store, clock, changes, version, log });
    const absences = createAbsences({ store, clock, changes });
    const work = createWork({ store, clock, changes });
    const views = createViews({ store, clock, changes });
    const decisions = createDecisions({ store, clock, changes });
    const inbox = createInbox({ store, clock, changes });
    receiver.followAbsences((told) => absences.keep(told));
    const backAt = clock.now();
    const router = await createConsole({
      store,
      clock,
      version,
      host,
      changes,
      settings,
      keys,
      records,
      rejected,
      reference,
      attachments,
      archives,
      retention,
      dataSubjects,
      exports,
      absences,
      work,
      decisions,
      views,
      inbox,
      cancellations,
      policies,
      people,
      openId,
      presence: createPresence({ clock, changes }),
      isOffice,
      receiver,
      givenPublicUrl: options.receiver?.publicUrl,
      givenAuthorityFile: options.authorityFile,
      check,
      database,
      arrivals: () => derivation.backlog(),
      onDamage: (failure) => check.note('database', String(failure)),
      engine: () => ({
        startedAt,
        restarts: options.run?.restarts ?? 0,
        lastInterruption: interruptionOf(options.run, backAt),
        takeOver: takeOver(),
        rebuilt: options.run?.rebuilt ?? null,
        rebuildFailure: options.run?.rebuildFailure ?? null,
        restored: options.run?.restored ?? null,
        restoreFailure: options.run?.restoreFailure ?? null,
        database: failed === null ? null : failed.code === 'databaseGone' ? 'gone' : 'failed',
        damaged: [...check.damaged()],
      }),
    });

    const begun = beginDeriving({ records, derivation, log });
    reference.start();
    check.start();
    database.start();
    anchoring.start();
    tellingAgain.start();
    archives.start();
    exports.start();
    retention.start();
    archived.start();
    void attachments.start();
    if (restored.lacksFiles) attachments.integrityCheck.begin('gently');
    let isClosing = false;
    narrowAll(dataDir, () => isClosing)
      .then(({ narrowed, failed }) => {
        if (narrowed > 0)
          log.info({ narrowed }, 'Files of the data directory were open to others, and are no more.');
        if (failed !== null)
          log.warn(failed, 'A file of the data directory is open to others and cannot be closed.');
      })
      .catch((failure: unknown) =>
        log.warn({ err: failure }, 'The data directory could not be looked over.'),
      );
    const close = async () => {
      isClosing = true;
      disk.stop();
      database.stop();
      const steps = [
        // New calls end first, and held ones are answered.
        async () => void (await own?.close()),
        () => begun,
        () => retention.close(),
        () => archives.close(),
        () => archived.stop(),
        () => dataSubjects.close(),
        () => exports.close(),
        () => check.stop(),
        () => anchoring.stop(),
        async () => tellingAgain?.stop(),
        () => derivation.stop(),
        () => attachments.close(),
        () => records.stop(),
        () => policies.close(),
        () => reference.close(),
        () => openId.close(),
        () => keys.close(),
      ];
      for (const step of steps) {
        // Whatever one of them meets, the store is closed.
        await step().catch((failure: unknown) => log.error({ err: failure }, 'A step of closing failed.'));
      }
      receiver.close();
      changes.close();
      await store.close();
    };
    let closing: Promise<void> | null = null;
    return {
      router,
      receiverUrl: () => receiver.state().url,
      joinReceiver: (port) => receiver.join(port),
      async attachmentFile(attachmentId, variant, asker) {
        const reader = await people.fileReader(asker);
        if (reader === 'signedOut' || reader === 'locked') return reader;
        const file = await attachments.file(attachmentId, variant);
        if (file === null || file === 'placeAway') return file;
        return { ...file, isGuarded: reader !== 'anybody' };
      },
      async exportFile(id, asker) {
        const reader = await people.fileReader(asker);
        if (reader === 'signedOut' || reader === 'locked') return reader;
        const file = exports.file(id);
        if (file === null || reader === 'anybody') return file?.file ?? null;
        const isOwn = reader.role === 'administrator' || reader.personId === file.personId;
        return isOwn ? { ...file.file, isGuarded: true } : 'ofAnother';
      },
      async recognise(asker) {
        const reader = await people.fileReader(asker);
        return typeof reader === 'string' ? reader : reader.role;
      },
      hearing: (askers) => Promise.all(askers.map((asker) => people.hearing(asker))),
      acceptCollected: (ticket, secret) => keys.collections.accept(ticket, secret),
      close: () => {
        closing ??= close();
        return closing;
      },
    };
  } catch (failure) {
    for (const one of opened) await one.close();
    throw failure instanceof ReceiverProblem
      ? new StoreProblem(failure.code ?? 'notAccessible', failure.message, failure)
      : failure;
  }
}

/**
 * Counts the records, then follows the journal, then examines. Counting a million takes a tenth of a second, so whoever waits
 * for the engine hears first that it is there.
 */
async function beginDeriving(rooms: {
  records: Records;
  derivation: Derivation;
  log: EngineLog;
}): Promise<void> {
  const { records, derivation, log } = rooms;
  await yieldToEventLoop();
  await records.countAll().catch((failure: unknown) => {
    log.error({ err: failure }, 'The records could not be counted.');
  });
  derivation.start();
  records.start();
}

/** The shell has them looked at, in processes that may hang. */
const copiesOf = (dataDir: string, host: EngineHost): CopiesToCheck => ({
  areConfigured: async () => foldersOf(await readConfiguration(dataDir).catch(() => null)).length > 0,
  verify: async (isThorough, onProgress, signal) =>
    told(await host.verifyCopies({ isThorough }, { signal }), onProgress, signal),
  verifyBundles: async (bundles, onProgress, signal) =>
    told(await host.verifyBundles({ bundles }, { signal }), onProgress, signal),
});

/** What comes of steps that are told on the way; rejects with the signal, also where they hang. */
async function told<Told, End>(
  steps: AsyncIterator<Told, End>,
  onProgress: (told: Told) => void,
  signal: AbortSignal,
): Promise<End> {
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  signal.addEventListener('abort', () => {
    ended.reject(signal.reason);
    void steps.return?.().catch(() => {});
  });
  for (;;) {
    const step = await Promise.race([steps.next(), ended.promise]);
    if (step.done === true) return step.value;
    onProgress(step.value);
  }
}

/** Tells the receiver what the settings and the keys say, now and whenever they change. */
async function followConfiguration(rooms: {
  receiver: ReceiverConnection;
  settings: SettingsService;
  keys: Keys;
  changes: Changes;
  authorityFile(): string;
}): Promise<void> {
  const { receiver, settings, keys, changes, authorityFile } = rooms;
  const configure = async () => {
    const { receiver: endpoint, numbering, texts, policyRules, coverageOfIncident } = settings.current();
    const trust = { authorityFile: authorityFile() };
    const own = { receiver: endpoint, numbering, texts, policyRules, coverageOfIncident, trust };
    await receiver.configure({ ...own, keys: keys.live() });
    changes.publish({ topic: 'status' });
  };
  settings.onChange(configure);
  keys.onLive(configure);
  await configure();
}

/** After one that ended unasked, people wait for the console. */
const isFirst = (run: EngineRun | undefined) => run === undefined || run.lastEnd === null;

/** The last time that there was no engine, in this run of the program. */
function interruptionOf(run: EngineRun | undefined, backAt: number): EngineState['lastInterruption'] {
  return run === undefined || run.lastEnd === null ? null : { ...run.lastEnd, until: backAt };
}
