/**
 * The shell's threads: the receiver, which keeps and answers what arrives, and the engine, which lists, searches and decides.
 * Each is started again where it ends unasked, and neither waits for the other. Where the database of the engine is damaged
 * or lost, the receiver goes on, and a rebuild takes the engine's place when somebody asks for it. Where the data directory is
 * so ill that nothing can be received either, the shell answers what there is to recover it, until it is well again.
 */
import { isAbsolute } from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient, implement } from '@orpc/server';
import type { ContentVariant } from '#shared/attachment-terms.ts';
import type { CopyRequest, Restored, RestoreFailure, RestoreProgress } from '#shared/contract/backups.ts';
import type { Actor } from '#shared/contract/common.ts';
import { contract } from '#shared/contract/contract.ts';
import {
  type DatabaseFault,
  isPasswordWanted,
  type RebuildFailure,
  type RebuildProgress,
  type Rebuilt as RebuiltView,
} from '#shared/contract/database.ts';
import type { Passage } from '#shared/contract/receiver-keys.ts';
import type { DataFolder } from '#shared/contract/recovery.ts';
import { type EngineAway, type EngineEnd, illnessCode, type Status } from '#shared/contract/status.ts';
import { archiveKey } from '../engine/archive-key.ts';
import { type ClosedFlag, newClosedFlag, waitUntilRaised } from '../engine/closed-flag.ts';
import { findInstallationId, isOnServer } from '../engine/copies.ts';
import {
  databaseToEnter,
  holdPassword,
  holdPasswordOf,
  isPasswordSetFor,
} from '../engine/database-password.ts';
import { endThread } from '../engine/end-thread.ts';
import {
  type EngineRun,
  type EngineStart,
  type engineContract,
  type FileAsker,
  type FileFound,
  type FromEngine,
  fromEngine,
  type Hearing,
  type Recognised,
  type ThreadOptions,
  type ToEngine,
} from '../engine/engine-protocol.ts';
import { type CollectedOutcome, threadsContract } from '../engine/host.ts';
import { type Rebuilt, type RunningRebuild, startRebuild } from '../engine/rebuild-thread.ts';
import {
  passphraseAccount,
  ReceiverProblem,
  type ReceiverThread,
  type StartProgress,
  startReceiverThread,
} from '../engine/receiver-thread.ts';
import { type CallFault, refuseOnPort, serveOnPort } from '../engine/serve-port.ts';
import { findVersionBefore, putBackVersionBefore } from '../engine/version-before.ts';
import { within } from '../engine/within.ts';
import { workerFile } from '../engine/worker-file.ts';
import {
  type Copies,
  type CopiesOptions,
  type OpenCopy,
  openCopies,
  type RunningRestore,
} from './copies/copies.ts';
import type { Host } from './host.ts';
import { EngineProblem } from './process.ts';
import { forkProcess, type StartProcess } from './start-process.ts';

export interface EngineThread {
  /** Where the receiver listened when all was started; null where it could not. */
  readonly receiverUrl: string | null;
  /** Why there was no engine when all was started; null where there was one. */
  readonly lacked: EngineProblem | null;
  /** Whether there was no receiver either, since the data directory is ill. */
  readonly isIll: boolean;
  /** Resolves once both are there: where it was ill, with the address that is listened on then. */
  readonly isWell: Promise<string | null>;
  /** How the receiver stands now, without an engine too. */
  receiving(): Receiving;
  /**
   * A port that speaks the console contract for a caller who came this way. It closes with the engine behind it; one that is
   * made while there is none refuses every call as 503 with an `EngineAway`, and closes once the engine is back.
   */
  connect(via: Actor['via']): MessagePort;
  /** Gives the engine what a person typed on a page of the shell; null where the engine failed at it or is gone. */
  acceptCollected(ticket: string, secret: string): Promise<CollectedOutcome | null>;
  /**
   * Where the file of an attachment is; null where there is none, or where the engine failed at it. Waits a little for an
   * engine that is away.
   */
  /** The role of somebody who asks and is signed in; `anybody` where nobody has to be. */
  recognise(asker: FileAsker): Promise<Recognised>;
  /** Whether streams of changes may go on that these opened; null where the engine failed at it or is gone. */
  hearing(askers: readonly FileAsker[]): Promise<readonly Hearing[] | null>;
  attachmentFile(attachmentId: number, variant: ContentVariant, asker: FileAsker): Promise<FileFound>;
  /** The same of the file of an export; with its engine all exports are gone. */
  exportFile(id: string, asker: FileAsker): Promise<FileFound>;
  /** Answers what waits, closes the journal, then the store, ends both threads; `terminated` where that took over the limit. */
  close(limitMs?: number): Promise<'closed' | 'terminated'>;
  /**
   * Closes while the caller stands still, for a session that ends and waits for nothing else: held calls get their answer, the
   * journal and the store are closed. Nothing works after it; the process is to end.
   */
  closeNow(limitMs?: number): 'closed' | 'terminated';
  /** Has the receiver try whether calls reach it, and listen again where they do not, as after a sleep of the computer. */
  checkListening(): void;
  /** Resolves once it was closed, or with the problem where there is no receiver any more, and no data to recover. */
  readonly ended: Promise<EngineProblem | null>;
}

/** What is known of the receiver without asking it. */
export interface Receiving {
  state: Status['receiver']['state'];
  /** Why that is not its normal state; null where it is, or nobody knows. */
  cause: NonNullable<Status['receiver']['error']>['code'] | null;
  /** Since when it is in that state, in milliseconds since 1970. */
  since: number;
  /** Whether its thread was heard of lately, or has ended as it should. */
  isAlive: boolean;
}

/** Which folder is the data directory, and how another one takes its place. */
export interface DataFolders {
  state(): DataFolder;
  /** Goes on with another one, soon. */
  use(folder: string, isKept: boolean): void;
  forget(): void;
}

export interface EngineThreadOptions {
  options: ThreadOptions;
  /** Address of the database of a new data directory, which notes it once another engine, or this one, leads there. */
  database?: string | undefined;
  host: Host;
  /** Started with the same options already; one is started where none is given. */
  receiver?: ReceiverThread | undefined;
  /** Notified of calls to the host that failed through a fault of ours. */
  onFault: (fault: CallFault) => void;
  /** Notified of each end that nobody asked for, and of each start after it that failed. */
  onEnd?: (problem: EngineProblem) => void;
  /** Starts the processes that make copies; under plain Node unless told otherwise. */
  startProcess?: StartProcess;
  /** Where all that is committed is copied in this run, over what is configured. */
  secondCopy?: string | undefined;
  /** Told where the second copy cannot go on, once for each reason, and with null once it can again. */
  onSecondCopy?: CopiesOptions['onSecondCopy'];
  /** Whose data the directory is known to hold: it is not begun anew where it does not. */
  expects?: string | undefined;
  /** Where none are given, the directory stays what it is. */
  folders?: DataFolders | undefined;
  /** Opens a copy read-only beside the console; where none is given, none is opened. */
  openCopy?: OpenCopy | undefined;
  /** Told about once a second while a start takes longer than usual. */
  onStarting?: ((progress: StartProgress) => void) | undefined;
  /** For tests: another entry than the engine's own. */
  workerFile?: URL;
  /** For tests: another receiver. */
  startReceiver?: (options: Parameters<typeof startReceiverThread>[0]) => ReceiverThread;
  /** For tests: how long is waited before each new start, in milliseconds; the last holds for all that follow. */
  pauses?: readonly [number, ...number[]];
  /** For tests that end a thread: told of each engine's. */
  onWorker?: (worker: Worker) => void;
}

/** A runaway is ended before it takes the machine; the engine at rest needs a fifth of this. */
const resourceLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };
const closeLimitMs = 4000;
/** A thread whose engine is closed ends at once, but where a folder of the network hangs. */
const threadEndMs = 5000;
/** What the engine has at the least to close its store, where the receiver took long. */
const leastCloseMs = 500;
/** What copies have to end, where the threads took long, and where they did not. */
const leastCopiesCloseMs = 600;
const copiesCloseMs = 1500;
const usualPauses = [0, 1000, 5000, 30_000] as const;
/** So often the receiver is tried, once a second, while something else holds the data directory. */
const maxAttemptsInUse = 20;
/** An engine that was there for so long is started again at once. */
const calmMs = 60_000;
/** How long a file is waited for while the engine is away. */
const fileWaitMs = 5000;

/** The file that the engine's thread runs. */
export function engineWorkerFile(from: string = import.meta.url): URL {
  return workerFile({ source: '../engine/engine.worker.ts', built: 'engine-worker.js' }, from);
}

/** How often is looked for the password of a database in the file of passwords, while none is known. */
const passwordLookMs = 15_000;
/** The longest password of a database that is taken; the keychain keeps a little more. */
const maxPasswordBytes = 1024;

/** Without an engine that fails so, the receiver goes on. */
const causes: ReadonlyMap<string, EngineEnd> = new Map([
  ['corrupt', 'databaseDamaged'],
  ['databaseLost', 'databaseLost'],
  ['diskFull', 'diskFull'],
  // Its rights, or another program that has locked it.
  ['notAccessible', 'cannotStart'],
] as const);

/** With these nothing can be received, and there is something to recover: a copy, room, rights, the right files. */
const illnesses: ReadonlySet<string> = new Set(illnessCode.options);

/**
 * Starts both threads. Where the receiver can go on without an engine it does; where the data directory is ill it waits to be
 * recovered. Rejects with an `EngineProblem` where either cannot start for another reason.
 */
export async function startEngineThread(start: EngineThreadOptions): Promise<EngineThread> {
  const { startReceiver = startReceiverThread } = start;
  const { dataDir, receiver: endpoint = {}, environmentKeys } = start.options;
  const openReceiver = (given: typeof endpoint) =>
    startReceiver({
      ...{ dataDir, given, environmentKeys, expects: start.expects, onStarting: start.onStarting },
      database: start.database,
      certificatePassphrase: (installationId) =>
        createRouterClient(start.host).secret(passphraseAccount(installationId)),
    });
  if (start.receiver === undefined)
    await holdPasswordOf({ dataDir, database: start.database }, (account) =>
      createRouterClient(start.host).secret(account),
    );
  const receiver = start.receiver ?? openReceiver(endpoint);
  const copies = openCopies({
    ...{
      dataDir,
      version: start.options.version,
      start: start.startProcess ?? forkProcess,
      secondCopy: start.secondCopy,
    },
    openCopy: start.openCopy,
    onSecondCopy: start.onSecondCopy,
    onFault: (cause) => start.onFault({ procedure: 'copies', cause }),
  });
  let threads: Threads | null = null;
  const launch: Launch = (joined, run) =>
    launchEngine(start, joined.connect(), run, {
      rebuildDatabase: implement(threadsContract.rebuildDatabase).handler(({ input }) =>
        threads?.rebuild(input),
      ),
      stopRebuild: implement(threadsContract.stopRebuild).handler(() => threads?.stopRebuild()),
      dataFolder: folderProcedures(start),
      verifyCopies: implement(threadsContract.verifyCopies).handler(({ input }) =>
        copies.verify(input.isThorough),
      ),
      verifyBundles: implement(threadsContract.verifyBundles).handler(({ input }) =>
        copies.verifyBundles(input.bundles),
      ),
      backups: {
        ...copies.procedures,
        restore: implement(threadsContract.backups.restore).handler(({ input }) => threads?.restore(input)),
        stopRestore: implement(threadsContract.backups.stopRestore).handler(() => threads?.stopRestore()),
      },
    });
  const engine = launch(receiver, {
    ...{ restarts: 0, lastEnd: null, rebuilt: null, rebuildFailure: null },
    ...{ restored: null, restoreFailure: null },
  });
  const begun = await Promise.all([engine.started.catch(asEngineProblem), receiver.opened]).catch(
    // An engine cannot start without a receiver, whose problem says more.
    (failure: unknown) => [asEngineProblem(failure)] as const,
  );
  const [ready, opened] = begun;
  // In an office nobody is at a screen who could give it: whoever looks after the service sets it, and that starts it again.
  const isAsked = start.options.isOffice !== true;
  const lacked = ready instanceof EngineProblem ? (isAsked ? orIllness(ready) : ready) : null;
  if (lacked !== null) await engine.terminate();
  const isIll = lacked !== null && (opened === undefined || !causes.has(lacked.code));
  if (isIll) await receiver.close(undefined, false);
  // Where a new one is to be on a server there is nothing in it that could be recovered.
  const isNewOnServer = start.database !== undefined && !isOnServer(dataDir);
  if (isIll && (isNewOnServer || !illnesses.has(lacked.code))) throw lacked;
  const receiverUrl = ready instanceof EngineProblem ? receiver.state().url : ready.receiverUrl;
  // Any free port is chosen once: the marketplace goes on calling where it called.
  const isAnyPort = endpoint.port === 0 && receiverUrl !== null;
  const later = isAnyPort ? { ...endpoint, port: Number(new URL(receiverUrl).port) } : endpoint;
  const parts = { openReceiver: () => openReceiver(later), launch, copies };
  threads = new Threads(start, parts, { receiver, engine, receiverUrl, lacked, isIll });
  return threads;
}

/** Of which a restore makes a data directory, and who asked for it. */
type RestoreRequest = CopyRequest & { actor: Actor };

type Launch = (receiver: ReceiverThread, run: EngineRun) => LaunchedEngine;

/** Why there is no engine; `since` in milliseconds since 1970. */
interface Away {
  since: number;
  cause: EngineEnd;
  detail: string;
  fault: DatabaseFault | null;
}

class Threads implements EngineThread {
  readonly receiverUrl: string | null;
  readonly lacked: EngineProblem | null;
  readonly isIll: boolean;
  readonly isWell: Promise<string | null>;
  readonly ended: Promise<EngineProblem | null>;
  readonly #start: EngineThreadOptions;
  readonly #openReceiver: () => ReceiverThread;
  readonly #launch: Launch;
  readonly #copies: Copies;
  readonly #ended = Promise.withResolvers<EngineProblem | null>();
  readonly #closed = Promise.withResolvers<void>();
  #receiver: ReceiverThread;
  /** The engine that was started last. */
  #engine: LaunchedEngine;
  /** Null while there is an engine that answers. */
  #away: Away | null = null;
  /** Who asked for a rebuild that has not come to its end; what waits for that is told by `#asked`. */
  #rebuildFor: Actor | null = null;
  #asked = Promise.withResolvers<void>();
  #rebuild: RunningRebuild | null = null;
  #rebuildFailure: RebuildFailure | null = null;
  #rebuilt: RebuiltView | null = null;
  /** The same of a restore, which takes the receiver's place as well, until `#directoryFree`. */
  #restoreFor: RestoreRequest | null = null;
  #restore: RunningRestore | null = null;
  /** How far one was that is over, until all is there again. */
  #restoreOver: RestoreProgress | null = null;
  #restoreFailure: RestoreFailure | null = null;
  #restored: Restored | null = null;
  #directoryFree: Promise<void> | null = null;
  /** Why there is no receiver; null where there is one, or will be soon. */
  #illness: EngineProblem | null = null;
  #healed = Promise.withResolvers<void>();
  #isTried = false;
  /** Of the page on which the password of the database is asked for; null where it is not. */
  #passwordTicket: string | null = null;
  #isLooking = false;
  /** Resolves once an engine was started, or could not be. */
  #started = Promise.withResolvers<void>();
  readonly #well = Promise.withResolvers<string | null>();
  #restarts = 0;
  #back = Promise.withResolvers<void>();
  /** Both kinds of ports that `connect` has given and that are open: to the engine, and to nobody but this. */
  readonly #answered = new Set<MessagePort>();
  readonly #refused = new Set<MessagePort>();
  #closing: Promise<'closed' | 'terminated'> | null = null;

  constructor(
    start: EngineThreadOptions,
    parts: { openReceiver: () => ReceiverThread; launch: Launch; copies: Copies },
    begun: {
      receiver: ReceiverThread;
      engine: LaunchedEngine;
      receiverUrl: string | null;
      lacked: EngineProblem | null;
      isIll: boolean;
    },
  ) {
    this.#start = start;
    this.#openReceiver = parts.openReceiver;
    this.#receiver = begun.receiver;
    this.#engine = begun.engine;
    this.#launch = parts.launch;
    this.#copies = parts.copies;
    this.receiverUrl = begun.receiverUrl;
    this.lacked = begun.lacked;
    this.isIll = begun.isIll;
    this.isWell = this.#well.promise;
    this.ended = this.#ended.promise;
    if (begun.isIll) this.#illness = begun.lacked;
    void this.#lookForPassword();
    if (begun.lacked !== null) this.#noteAway(endOf(begun.lacked), begun.lacked);
    else this.#well.resolve(begun.receiverUrl);
    void this.#keepEngine();
    void this.#keepReceiver();
    this.#beginCopies();
  }

  /** Of an ill directory no copy is made; it is only said which there are. */
  #beginCopies(): void {
    const begun = this.#illness === null ? this.#copies.begin() : this.#copies.look();
    begun.catch((cause: unknown) => this.#start.onFault({ procedure: 'copies', cause }));
  }

  receiving(): Receiving {
    const { state, error } = this.#receiver.state();
    return { state, cause: error?.code ?? null, ...this.#receiver.pulse() };
  }

  connect(via: Actor['via']): MessagePort {
    const { port1, port2 } = new MessageChannel();
    const given = this.#away === null ? this.#answered : this.#refused;
    given.add(port1);
    port1.on('close', () => given.delete(port1));
    if (this.#away === null) this.#engine.send({ type: 'connect', port: port2, via }, [port2]);
    else {
      const { onFault, options } = this.#start;
      // Without an engine nobody knows who calls from another computer; whoever has this one's link or token is known by that.
      const isUnknown = options.isOffice === true && via === 'browser';
      const known = isUnknown ? undefined : { router: this.#proceduresOf({ person: via, via }), onFault };
      const away = () => (isUnknown ? toStranger(this.#awayNow()) : this.#awayNow());
      refuseOnPort(port2, 'There is no engine at present.', away, known);
    }
    return port1;
  }

  /** What can be asked for without an engine. */
  #proceduresOf(actor: Actor) {
    return {
      database: {
        rebuild: implement(contract.database.rebuild).handler(() => this.rebuild(actor)),
        stopRebuild: implement(contract.database.stopRebuild).handler(() => this.stopRebuild()),
      },
      backups: {
        ...this.#copies.procedures,
        restore: implement(contract.backups.restore).handler(({ input }) =>
          this.restore({ ...input, actor }),
        ),
        stopRestore: implement(contract.backups.stopRestore).handler(() => this.stopRestore()),
      },
      ...(this.#illness === null ? {} : { shell: this.#shellProcedures() }),
      recovery: {
        tryAgain: implement(contract.recovery.tryAgain).handler(() => this.tryAgain()),
        collectPassword: implement(contract.recovery.collectPassword).handler(() => this.collectPassword()),
        putBackVersionBefore: implement(contract.recovery.putBackVersionBefore).handler(() =>
          this.putBackVersionBefore(actor),
        ),
        salvage: implement(contract.recovery.salvage).handler(({ input }) => this.salvage(input.folder)),
        ...folderProcedures(this.#start),
        checkFolder: implement(contract.recovery.checkFolder).handler(({ input }) =>
          this.#copies.lookAtFolder(input.folder),
        ),
        useFolder: implement(contract.recovery.useFolder).handler(({ input }) =>
          this.useFolder(input.folder, input.isKept),
        ),
        stopSalvage: implement(contract.recovery.stopSalvage).handler(() => this.#copies.salvaging.stop()),
      },
    };
  }

  /** While nothing comes back by itself, folders are chosen. */
  #shellProcedures() {
    const host = createRouterClient(this.#start.host);
    return {
      capabilities: implement(contract.shell.capabilities).handler(() => host.capabilities()),
      chooseFolder: implement(contract.shell.chooseFolder).handler(async () => ({
        folder: await host.chooseFolder(),
      })),
      chooseFile: implement(contract.shell.chooseFile).handler(async ({ input }) => ({
        file: await host.chooseFile(input.kind),
      })),
    };
  }

  /** Starts both on a data directory that was ill, soon; nothing happens where that, or a restore, is under way. */
  tryAgain(): void {
    if (this.#illness === null || this.#restoreFor !== null || this.#isTried) return;
    if (this.#copies.salvaging.isRunning()) return;
    this.#isTried = true;
    void this.#tryAgain().finally(() => {
      this.#isTried = false;
    });
  }

  async #tryAgain(): Promise<void> {
    const started = this.#started.promise;
    if (!(await this.#openReceiverAgain())) return;
    this.#beginCopies();
    await Promise.race([started, this.#closed.promise]);
  }

  /** Asks the person for the password of the database; null where none is wanted. */
  async collectPassword(): Promise<Passage | null> {
    const database = this.#databaseToEnter();
    if (database === null) return null;
    const ticket = crypto.randomUUID();
    this.#passwordTicket = ticket;
    const host = createRouterClient(this.#start.host);
    const prompt = await host.collect({ ticket, label: database.name, purpose: 'databasePassword' });
    // One is typed, whichever shell it is.
    return prompt.way === 'page' ? prompt : null;
  }

  #databaseToEnter() {
    const isWanted = this.#illness !== null && isPasswordWanted(this.#illness.fault);
    return isWanted ? databaseToEnter(this.#start.options.dataDir) : null;
  }

  /** Only what the server takes replaces what is kept. */
  async #takePassword(password: string): Promise<CollectedOutcome> {
    const database = this.#databaseToEnter();
    if (database === null) return 'expired';
    if (password === '' || Buffer.byteLength(password) > maxPasswordBytes) return 'notAKey';
    const outcome = await database.tryPassword(password);
    if (outcome !== 'taken') return outcome === 'refused' ? 'notAKey' : 'busy';
    const { account } = database;
    await createRouterClient(this.#start.host).saveSecret({ account, secret: password });
    holdPassword(account, password);
    this.#passwordTicket = null;
    this.tryAgain();
    return 'accepted';
  }

  /** Goes back to the database of the version before, and starts on it; nothing happens where something else is done with it. */
  putBackVersionBefore(actor: Actor): void {
    if (this.#illness?.code !== 'newerSchema' || this.#restoreFor !== null || this.#isTried) return;
    if (this.#copies.salvaging.isRunning()) return;
    // Files are renamed, which takes no time.
    putBackVersionBefore(this.#start.options.dataDir, actor);
    this.tryAgain();
  }

  /** Goes on with another directory, soon; nothing happens where something else is done with this one. */
  useFolder(folder: string, isKept: boolean): void {
    if (this.#illness === null || this.#restoreFor !== null || this.#isTried) return;
    if (!this.#copies.salvaging.isRunning()) this.#start.folders?.use(folder, isKept);
  }

  /** Gets out of an ill directory what can be read, soon; nothing happens where something else is done with it. */
  salvage(folder: string): void {
    if (this.#illness === null || this.#restoreFor !== null || this.#isTried || !isAbsolute(folder)) return;
    const { dataDir, archiveKey: given } = this.#start.options;
    this.#copies.salvaging.begin(folder, async () => {
      const installationId = findInstallationId(dataDir);
      return installationId === null ? null : keyOf(this.#start.host, installationId, given);
    });
  }

  #fallIll(problem: EngineProblem): void {
    this.#illness = problem;
    this.#noteAway('cannotStart', problem);
    void this.#lookForPassword();
  }

  /** One that is put into a file meanwhile is found by itself, as where Perito is a service. */
  async #lookForPassword(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#illness?.fault?.code === 'noPassword' && this.#closing === null) {
      await this.#pause(passwordLookMs);
      if (await isPasswordSetFor(this.#start.options.dataDir)) this.tryAgain();
    }
    this.#isLooking = false;
  }

  /** Has the database made anew, soon; nothing happens where that is under way. */
  rebuild(actor: Actor): void {
    if (this.#rebuildFor !== null || this.#restoreFor !== null || this.#illness !== null) return;
    this.#rebuildFor = actor;
    this.#rebuildFailure = null;
    this.#asked.resolve();
  }

  /** Ends it; one that has not begun is not begun. */
  async stopRebuild(): Promise<void> {
    if (this.#rebuild === null) this.#forgetAsked();
    else await this.#rebuild.stop();
  }

  /** Has the data directory restored from a copy, soon; nothing happens where that, or a rebuild, is under way. */
  restore(request: RestoreRequest): void {
    if (this.#rebuildFor !== null || this.#restoreFor !== null || this.#isTried) return;
    if (this.#copies.salvaging.isRunning()) return;
    this.#restoreFor = request;
    this.#restoreFailure = null;
    this.#asked.resolve();
  }

  /** Ends it; one that has not begun is not begun. */
  async stopRestore(): Promise<void> {
    if (this.#restore === null) this.#forgetAsked();
    else await this.#restore.stop();
  }

  #forgetAsked(): void {
    if (this.#rebuildFor === null && this.#restoreFor === null) return;
    this.#rebuildFor = null;
    this.#restoreFor = null;
    this.#asked = Promise.withResolvers();
  }

  async acceptCollected(ticket: string, secret: string): Promise<CollectedOutcome | null> {
    if (ticket === this.#passwordTicket) return this.#takePassword(secret);
    return this.#engine.ask((engine) => engine.acceptCollected({ ticket, secret }));
  }

  async recognise(asker: FileAsker): Promise<Recognised> {
    // Whom nobody can look up is let into nothing.
    return (await this.#engine.ask((engine) => engine.recognise({ asker }))) ?? 'signedOut';
  }

  async hearing(askers: readonly FileAsker[]): Promise<Hearing[] | null> {
    return this.#engine.ask((engine) => engine.hearing({ askers: [...askers] }));
  }

  async attachmentFile(attachmentId: number, variant: ContentVariant, asker: FileAsker): Promise<FileFound> {
    if (this.#away !== null) await this.#pause(fileWaitMs, this.#back.promise);
    return this.#engine.ask((engine) => engine.attachmentFile({ attachmentId, variant, asker }));
  }

  async exportFile(id: string, asker: FileAsker): Promise<FileFound> {
    return this.#engine.ask((engine) => engine.exportFile({ id, asker }));
  }

  close(limitMs: number = closeLimitMs): Promise<'closed' | 'terminated'> {
    this.#closing ??= this.#close(limitMs);
    return this.#closing;
  }

  closeNow(limitMs: number = closeLimitMs): 'closed' | 'terminated' {
    const until = performance.now() + limitMs;
    this.#closing ??= new Promise(() => {});
    // As when it has time: what is answered last is in the journal before the engine goes.
    const hows = [this.#receiver.closeNow(limitMs - Math.min(leastCloseMs, limitMs / 2))];
    hows.push(this.#engine.closeNow(until - performance.now()));
    return hows.includes('terminated') ? 'terminated' : 'closed';
  }

  checkListening(): void {
    this.#receiver.checkListening();
  }

  async #close(limitMs: number): Promise<'closed' | 'terminated'> {
    const until = performance.now() + limitMs;
    this.#closed.resolve();
    // Its thread ends only after what SQLite does: held calls do not wait for that, and the swap takes a moment.
    await within(limitMs / 4, this.#rebuild?.stop() ?? this.#restore?.stop());
    // The receiver first: what is answered last is in the journal before the engine goes.
    const hows = [await this.#receiver.close(limitMs - Math.min(leastCloseMs, limitMs / 2))];
    hows.push(await this.#engine.close(until - performance.now()));
    // Last, so that the second copy has what was answered last.
    const left = until + leastCopiesCloseMs - performance.now();
    await this.#copies.close(Math.max(leastCopiesCloseMs, Math.min(left, copiesCloseMs)));
    for (const port of [...this.#answered, ...this.#refused]) port.close();
    this.#ended.resolve(null);
    return hows.includes('terminated') ? 'terminated' : 'closed';
  }

  #noteAway(cause: EngineEnd, problem: EngineProblem | null): void {
    const { message: detail = '', fault = null } = problem ?? {};
    this.#away = { since: this.#away?.since ?? Date.now(), cause, detail, fault };
  }

  /** One that was on its way to an engine that is gone would stay open without end. */
  #closeAnswered(): void {
    for (const port of this.#answered) port.close();
  }

  #awayNow(): EngineAway {
    const unknown: Away = { since: Date.now(), cause: 'crashed', detail: '', fault: null };
    const { since, cause, detail, fault } = this.#away ?? unknown;
    return {
      since: new Date(since).toISOString(),
      // From when it was asked for: whoever asked sees it at once.
      cause: this.#rebuildFor !== null ? 'rebuilding' : this.#restoreFor !== null ? 'restoring' : cause,
      ...{ detail, fault },
      illness: this.#illness === null ? null : illnessCode.parse(this.#illness.code),
      mayRepair: true,
      isTriedAgain: this.#isTried,
      receiver: this.#receiver.state().state,
      rebuild: this.#rebuild === null ? null : progressOf(this.#rebuild),
      rebuildFailure: this.#rebuildFailure,
      restore: this.#restore?.progress() ?? this.#restoreOver,
      restoreFailure: this.#restoreFailure,
      salvage: this.#copies.salvaging.state(),
      versionBefore:
        this.#illness?.code === 'newerSchema' ? findVersionBefore(this.#start.options.dataDir) : null,
      folder: this.#start.folders?.state() ?? null,
    };
  }

  /** Starts the engine again whenever it ends unasked, without end, and after a rebuild. */
  async #keepEngine(): Promise<void> {
    let attempt = this.lacked === null ? 0 : await this.#bringBack(1);
    let startedAt = performance.now();
    for (;;) {
      const { gone } = this.#engine;
      const isAsked = await Promise.race([gone.then(() => false), this.#asked.promise.then(() => true)]);
      if (this.#closing !== null) return;
      // It was ended with the receiver, which has nothing to receive into.
      if (this.#illness !== null) this.#closeAnswered();
      else if (!isAsked) {
        this.#restarts += 1;
        this.#noteAway('crashed', null);
        this.#closeAnswered();
        const problem = await this.#engine.ended;
        this.#noteAway(endOf(problem), problem);
        this.#start.onEnd?.(problem);
      } else {
        this.#noteAway(this.#restoreFor === null ? 'rebuilding' : 'restoring', null);
        // It answers what it was asked, this too.
        await this.#engine.close(closeLimitMs);
        this.#closeAnswered();
      }
      attempt = await this.#bringBack(performance.now() - startedAt >= calmMs ? 0 : attempt);
      if (this.#closing !== null) return;
      startedAt = performance.now();
    }
  }

  /** Tries until there is an engine, or none is wanted any more; resolves with what the next attempt after it would be. */
  async #bringBack(attempt: number): Promise<number> {
    for (let next = attempt; ; next++) {
      const pauses = this.#start.pauses ?? usualPauses;
      const asked = this.#asked.promise;
      if (this.#illness === null) await this.#pause(pauses[next] ?? pauses.at(-1) ?? 0, asked);
      else await Promise.race([asked, this.#healed.promise, this.#closed.promise]);
      if (this.#rebuildFor !== null && this.#closing === null) {
        await this.#makeAnew(this.#rebuildFor);
        next = 0;
      } else if (this.#restoreFor !== null && this.#closing === null) {
        await this.#restoreCopy(this.#restoreFor);
        next = 0;
      }
      if (this.#illness !== null && this.#closing === null) continue;
      // Without a receiver there is nothing to join.
      await this.#receiver.opened.catch(() => {});
      if (this.#closing !== null) return next + 1;
      const isBack = await this.#restart();
      this.#started.resolve();
      this.#started = Promise.withResolvers();
      if (isBack) return next + 1;
    }
  }

  /** Has the database made anew; whatever came of it, an engine is to be started after it. */
  async #makeAnew(actor: Actor): Promise<void> {
    const receiver = this.#receiver;
    this.#noteAway('rebuilding', null);
    try {
      const { installationId } = await receiver.opened;
      if (this.#closing !== null || this.#rebuildFor === null) return;
      const begun = startRebuild({
        ...{ dataDir: this.#start.options.dataDir, installationId, actor },
        leaveDatabase: () => receiver.leaveDatabase(),
      });
      this.#rebuild = begun;
      const end = await begun.ended;
      if (end.type === 'rebuilt') this.#rebuilt = viewOf(begun.since, end.rebuilt);
      if (end.type === 'failed') this.#rebuildFailure = { code: end.code, detail: end.detail };
    } catch (failure) {
      this.#rebuildFailure = { code: 'other', detail: asEngineProblem(failure).message };
    } finally {
      this.#rebuild = null;
      this.#forgetAsked();
      this.#receiver.readDatabase();
    }
  }

  /** Has the data directory restored; whatever came of it, receiver and engine are to be started after it. */
  async #restoreCopy(request: RestoreRequest): Promise<void> {
    this.#noteAway('restoring', null);
    this.#restoreOver = null;
    const free = Promise.withResolvers<void>();
    this.#directoryFree = free.promise;
    try {
      // Held calls are answered; what was answered last is still in what the second copy follows.
      await this.#receiver.close();
      await this.#copies.suspend();
      if (this.#closing !== null || this.#restoreFor === null) return;
      this.#restore = this.#copies.restore(request);
      const end = await this.#restore.ended;
      const progress = this.#restore.progress();
      this.#restoreOver =
        end.state === 'restored'
          ? { ...progress, phase: 'opening', isChecking: false, done: progress.all }
          : { ...progress, isEnding: true };
      if (end.state === 'restored') this.#restored = end.restored;
      if (end.state === 'failed') this.#restoreFailure = { where: end.where, problem: end.problem };
      if (end.state === 'inUse')
        this.#restoreFailure = { where: 'dataDirectory', problem: { code: 'other', detail: end.state } };
    } catch (failure) {
      const problem = { code: 'other', detail: asEngineProblem(failure).message } as const;
      this.#restoreFailure = { where: 'dataDirectory', problem };
    } finally {
      this.#restore = null;
      this.#forgetAsked();
      await this.#openReceiverAgain();
      this.#directoryFree = null;
      free.resolve();
      if (this.#closing === null) this.#beginCopies();
    }
  }

  /** Whether the engine is there again, or is not wanted any more. */
  async #restart(): Promise<boolean> {
    const { since, cause } = this.#away ?? { since: Date.now(), cause: 'crashed' };
    const run: EngineRun = {
      restarts: this.#restarts,
      lastEnd: { from: since, cause },
      rebuilt: this.#rebuilt,
      rebuildFailure: this.#rebuildFailure,
      restored: this.#restored,
      restoreFailure: this.#restoreFailure,
    };
    const engine = this.#launch(this.#receiver, run);
    this.#engine = engine;
    let receiverUrl: string | null;
    try {
      ({ receiverUrl } = await engine.started);
    } catch (failure) {
      await engine.terminate();
      if (this.#closing !== null) return true;
      const problem = asEngineProblem(failure);
      this.#noteAway(endOf(problem, 'cannotStart'), problem);
      this.#start.onEnd?.(problem);
      if (illnesses.has(problem.code) && !causes.has(problem.code)) await this.#endIll(problem);
      return false;
    }
    this.#away = null;
    this.#well.resolve(receiverUrl);
    for (const port of this.#refused) port.close();
    this.#back.resolve();
    this.#back = Promise.withResolvers();
    return true;
  }

  /** What an engine works on is ill, though the journal is not: nothing is received until it is recovered. */
  async #endIll(problem: EngineProblem): Promise<void> {
    // First, so that its end is not taken for one that nobody asked for.
    this.#fallIll(problem);
    await this.#receiver.close(undefined, false);
    await this.#copies.suspend();
    this.#beginCopies();
  }

  /** Starts the receiver again whenever it ends unasked; where its journal cannot be opened again, both wait to be recovered. */
  async #keepReceiver(): Promise<void> {
    const pauses = this.#start.pauses ?? usualPauses;
    let startedAt = performance.now();
    for (let attempt = 0; ; attempt++) {
      await this.#whileIll();
      const receiver = this.#receiver;
      const problem = await receiver.ended;
      if (this.#isOver(problem)) return;
      if (this.#illness !== null) continue;
      if (problem !== null && this.#directoryFree === null) {
        this.#start.onEnd?.(asEngineProblem(problem));
        if (performance.now() - startedAt >= calmMs) attempt = 0;
        await this.#pause(pauses[attempt] ?? pauses.at(-1) ?? 0);
      }
      if (this.#closing !== null) return;
      startedAt = performance.now();
      // A restore has ended it, and starts it on what was restored.
      if (this.#directoryFree !== null) {
        await this.#directoryFree;
        continue;
      }
      if (this.#receiver === receiver && !(await this.#replaceReceiver())) return;
    }
  }

  /** Whether no receiver is wanted any more: all is closed, or another Perito leads. */
  #isOver(problem: ReceiverProblem | null): boolean {
    // Then all of it ends: whoever starts Perito again has one that stands by, with nothing of before in memory.
    if (problem?.code === 'superseded') this.#ended.resolve(asEngineProblem(problem));
    return this.#closing !== null || problem?.code === 'superseded';
  }

  async #whileIll(): Promise<void> {
    while (this.#illness !== null && this.#closing === null)
      await Promise.race([this.#healed.promise, this.#closed.promise]);
  }

  /** Has the engine go on with a new one; whether there will be one again. Where the directory is ill, the engine ends as well. */
  async #replaceReceiver(): Promise<boolean> {
    if (await this.#openReceiverAgain()) {
      const port = this.#receiver.connect();
      this.#engine.send({ type: 'receiver', port }, [port]);
      return true;
    }
    if (this.#illness === null) return false;
    await this.#engine.close(closeLimitMs);
    await this.#copies.suspend();
    this.#beginCopies();
    return true;
  }

  /** Whether it is open; where it cannot be, the directory is ill, or that is the end, or all is closed. */
  async #openReceiverAgain(): Promise<boolean> {
    for (let attempt = 1; this.#closing === null; attempt++) {
      if (this.#illness !== null) await this.#readPassword();
      if (this.#closing !== null) return false;
      this.#receiver = this.#openReceiver();
      try {
        await this.#receiver.opened;
        this.#illness = null;
        this.#healed.resolve();
        this.#healed = Promise.withResolvers();
        return true;
      } catch (failure) {
        const problem = orIllness(asEngineProblem(failure), this.#illness !== null);
        if (illnesses.has(problem.code)) {
          this.#fallIll(problem);
          return false;
        }
        // The process of a restore that hung may hold the directory a moment longer.
        if (problem.code !== 'inUse' || attempt === maxAttemptsInUse) {
          this.#ended.resolve(problem);
          return false;
        }
        await this.#pause(1000);
      }
    }
    return false;
  }

  /** Whoever tries again may have unlocked the keychain, or set the password, meanwhile. */
  async #readPassword(): Promise<void> {
    const { options, host } = this.#start;
    const secrets = createRouterClient(host);
    await holdPasswordOf({ dataDir: options.dataDir, isAgain: true }, async (account) => {
      await secrets.keychain();
      return secrets.secret(account);
    });
  }

  /** Also ends when all is closed. */
  #pause(milliseconds: number, orUntil: Promise<void> = this.#closed.promise): Promise<void> {
    return within(milliseconds, Promise.race([orUntil, this.#closed.promise]));
  }
}

/** One engine in its thread, from its start to its end. */
interface LaunchedEngine {
  /** Rejects with an `EngineProblem` where it could not start. */
  readonly started: Promise<Extract<FromEngine, { type: 'ready' }>>;
  /** Resolves once it answers nothing more. */
  readonly gone: Promise<void>;
  /** Resolves once the thread has ended, with the reason as far as there is one. */
  readonly ended: Promise<EngineProblem>;
  send(message: ToEngine, transfer: MessagePort[]): void;
  /** Null where the engine failed at the call, which it has logged, or is gone. */
  ask<Answer>(call: (engine: EngineClient) => Promise<Answer>): Promise<Answer | null>;
  close(limitMs: number): Promise<'closed' | 'terminated'>;
  closeNow(limitMs: number): 'closed' | 'terminated';
  terminate(): Promise<void>;
}
type EngineClient = ContractRouterClient<typeof engineContract>;

function launchEngine(
  start: EngineThreadOptions,
  receiverPort: MessagePort,
  run: EngineRun,
  owner: object,
): LaunchedEngine {
  const host = new MessageChannel();
  const shell = new MessageChannel();
  serveOnPort({ ...start.host, ...owner }, host.port1, {}, start.onFault);
  const { options } = start;
  const isClosed: ClosedFlag = newClosedFlag();
  const workerData: EngineStart = {
    hostPort: host.port2,
    shellPort: shell.port2,
    receiverPort,
    closed: isClosed,
    run,
    options,
  };
  const worker = new Worker(start.workerFile ?? engineWorkerFile(), {
    name: 'perito engine',
    workerData,
    transferList: [host.port2, shell.port2, receiverPort],
    resourceLimits,
  });
  start.onWorker?.(worker);
  const started = Promise.withResolvers<Extract<FromEngine, { type: 'ready' }>>();
  // Whoever started it waits for it; nobody else has to hear of it.
  started.promise.catch(() => {});
  const closed = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<EngineProblem>();
  let problem = new EngineProblem('ended', 'The engine ended without being asked to.');
  worker.on('message', (raw: unknown) => {
    const message = fromEngine.safeParse(raw);
    if (!message.success) return;
    if (message.data.type === 'closed') closed.resolve();
    else if (message.data.type === 'starting') start.onStarting?.(message.data.progress);
    else if (message.data.type === 'ready') started.resolve(message.data);
    else {
      const { code, message: sentence, fault } = message.data;
      started.reject(new EngineProblem(code, sentence, undefined, fault));
    }
  });
  worker.on('error', (failure: unknown) => {
    problem = asCrash(failure);
  });
  let isGone = false;
  const noteGone = () => {
    isGone = true;
    gone.resolve();
  };
  const closePorts = () => {
    noteGone();
    host.port1.close();
    shell.port1.close();
  };
  worker.on('exit', () => {
    closePorts();
    started.reject(problem);
    ended.resolve(problem);
  });

  const client: EngineClient = createORPCClient(new RPCLink({ port: shell.port1 }));
  // Seen a moment before the thread's end.
  shell.port1.on('close', noteGone);
  shell.port1.start();
  const send = (message: ToEngine, transfer: MessagePort[]) => worker.postMessage(message, transfer);
  const terminate = async () => {
    closePorts();
    await endThread(worker, threadEndMs);
  };
  return {
    started: started.promise,
    gone: gone.promise,
    ended: ended.promise,
    send,
    // A call on a port that is closed would never be answered.
    ask: (call) => (isGone ? Promise.resolve(null) : call(client).catch(() => null)),
    async close(limitMs) {
      send({ type: 'close' }, []);
      const over = Promise.withResolvers<'over'>();
      const limit = setTimeout(over.resolve, limitMs, 'over');
      const how = await Promise.race([closed.promise, ended.promise, over.promise]);
      clearTimeout(limit);
      await terminate();
      return how === 'over' ? 'terminated' : 'closed';
    },
    closeNow(limitMs) {
      if (isGone) return 'closed';
      send({ type: 'close' }, []);
      return waitUntilRaised(isClosed, limitMs) ? 'closed' : 'terminated';
    },
    terminate,
  };
}

/** Which folder it is, with an engine and without one. */
function folderProcedures({ folders, options }: EngineThreadOptions) {
  const only: DataFolder = {
    ...{ path: options.dataDir, usual: options.dataDir, ofNextStart: options.dataDir },
    ...{ isGiven: true, origin: 'given' as const },
    ...{ isChanging: false, failure: null, fault: null },
  };
  return {
    folder: implement(contract.recovery.folder).handler(() => folders?.state() ?? only),
    forgetFolder: implement(contract.recovery.forgetFolder).handler(() => folders?.forget()),
  };
}

/** The key by which this installation signs its archives; null where none is kept. */
function keyOf(host: Host, installationId: string, given: string | undefined): Promise<string | null> {
  const secrets = createRouterClient(host);
  return archiveKey(
    {
      read: (account) => secrets.secret(account),
      isKept: async () => (await secrets.keychain()).state === 'works',
      save: (account, secret) => secrets.saveSecret({ account, secret }),
      forget: async (account) => void (await secrets.forgetSecret(account)),
    },
    { installationId, given },
  );
}

/** What is said to somebody of whom nobody knows who they are. */
const toStranger = (away: EngineAway): EngineAway => ({
  ...away,
  mayRepair: false,
  detail: '',
  fault: away.fault && { ...away.fault, detail: '' },
  ...{ rebuildFailure: null, restoreFailure: null, versionBefore: null, folder: null },
  salvage: { running: null, done: null, failure: null },
});

/** How far a rebuild is, for the screen. */
function progressOf({ since, progress }: RunningRebuild): RebuildProgress {
  const { phaseSince, ...rest } = progress();
  return {
    ...rest,
    since: new Date(since).toISOString(),
    phaseSince: new Date(phaseSince).toISOString(),
  };
}

/** What a person is told of a rebuild. */
function viewOf(since: number, { lost, differences, ...rebuilt }: Rebuilt): RebuiltView {
  const { entries, records, before, aside, notRepeated, notDerived } = rebuilt;
  return {
    since: new Date(since).toISOString(),
    at: new Date().toISOString(),
    ...{ entries, records, before, aside, notRepeated, notDerived },
    lost: lost.map(({ table, kept, unreadable, refused, leftOver }) => ({
      table,
      kept,
      lost: unreadable === null ? refused + leftOver : null,
    })),
    differences: differences.reduce(
      (sum, { different, onlyBefore, onlyNow }) => sum + different + onlyBefore + onlyNow,
      0,
    ),
  };
}

/** Why there is no engine, for the screen. */
function endOf({ code }: EngineProblem, otherwise: EngineEnd = 'crashed'): EngineEnd {
  return code === 'outOfMemory' ? 'outOfMemory' : (causes.get(code) ?? otherwise);
}

function asEngineProblem(failure: unknown): EngineProblem {
  if (failure instanceof EngineProblem) return failure;
  if (failure instanceof ReceiverProblem) {
    return new EngineProblem(failure.code ?? 'unexpected', failure.message, failure, failure.fault);
  }
  return asCrash(failure);
}

/**
 * A server that asks for a password that a person can give is an illness, which waits for that person; so is one that is away while
 * somebody tries again.
 */
function orIllness(problem: EngineProblem, isTried = false): EngineProblem {
  const { code, message, cause, fault } = problem;
  const isIllness = isPasswordWanted(fault) || (isTried && code === 'unreachable');
  return isIllness ? new EngineProblem('notAccessible', message, cause, fault) : problem;
}

function asCrash(failure: unknown): EngineProblem {
  if (failure instanceof Error && 'code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new EngineProblem(
      'outOfMemory',
      'The engine was stopped: it needed more memory than it may take.',
      failure,
    );
  }
  const text = failure instanceof Error ? failure.message : String(failure);
  return new EngineProblem('crashed', `The engine stopped through a fault: ${text}`, failure);
}
