/**
 * The copies of one data directory, as its shell sees them: where they are configured to go, which of them are there, and the
 * way back. What touches a place is done by the copier of that place.
 */
import { basename, dirname, isAbsolute } from 'node:path';
import { implement, ORPCError } from '@orpc/server';
import {
  type BackupConfiguration,
  backupsContract,
  type CopiesInFolder,
  type CopyRequest,
  type PlaceProblem,
  type RestorePlan,
  type RestoreProgress,
} from '#shared/contract/backups.ts';
import type { Actor } from '#shared/contract/common.ts';
import type { FolderSight } from '#shared/contract/recovery.ts';
import type {
  BundlesVerification,
  BundleToCheck,
  PlaceVerification,
  VerificationProgress,
} from '#shared/contract/verification.ts';
import type { CopierClient, RestoreEnd } from '../../copier/contract.ts';
import { type Clock, systemClock } from '../../engine/clock.ts';
import {
  type CopiesState,
  findInstallationId,
  foldersOf,
  isOnServer,
  readConfiguration,
  readState,
  unconfigured,
  writeConfiguration,
  writeState,
} from '../../engine/copies.ts';
import { errorCode } from '../../engine/error-code.ts';
import { within } from '../../engine/within.ts';
import { told } from '../../told.ts';
import type { Archives } from '../archives.ts';
import type { StartProcess } from '../start-process.ts';
import { type BackupLimits, type Backups, keepBackups } from './backups.ts';
import { CopierFailure, type Copiers, openCopiers } from './copier-client.ts';
import { fetchCopy } from './fetched-copy.ts';
import { openSalvaging, type Salvaging } from './salvaging.ts';
import { keepSecondCopy, type SecondCopy } from './second-copy.ts';

/** In milliseconds. */
interface CopiesLimits extends BackupLimits {
  /** For reading which copies a folder has. */
  list: number;
  /** For a plan, which reads the second copy through. */
  plan: number;
  /** For the second copy without a word of it, and with something that waits and does not come on. */
  following: number;
  stuck: number;
}
const usualLimits: CopiesLimits = {
  ...{ look: 10_000, quiet: 180_000, stop: 5000 },
  ...{ list: 60_000, plan: 900_000, following: 90_000, stuck: 300_000 },
};

export interface CopiesOptions {
  dataDir: string;
  /** Perito's own. */
  version: string;
  start: StartProcess;
  /** Where the second copy goes in this run, over what is configured. */
  secondCopy?: string | undefined;
  /** Told where that cannot be used, once for each reason, and with null once it can be again. */
  onSecondCopy?: ((problem: PlaceProblem | null, folder: string) => void) | undefined;
  /** Opens a copy read-only: the path of its console, or null where as many are open as may be. */
  openCopy?: OpenCopy | undefined;
  clock?: Clock;
  limits?: Partial<CopiesLimits>;
  onFault(cause: unknown): void;
}

/** What a shell does to show a copy; see `Archives.openCopy`. */
export type OpenCopy = (...given: Parameters<Archives['openCopy']>) => string | null;

export interface RunningRestore {
  progress(): RestoreProgress;
  readonly ended: Promise<RestoreEnd>;
  /** Ends it where nothing is put in place yet; resolves once it has ended. */
  stop(): Promise<void>;
}

/** All but the restore, which needs the threads to end. */
type CopiesProcedures = ReturnType<typeof proceduresOf>;

export interface Copies {
  /** What is got out of a data directory that is ill. */
  readonly salvaging: Salvaging;
  /** Implements the contract but for the restore. */
  readonly procedures: CopiesProcedures;
  /** Goes on with what the data directory says of them; it is there, and belongs to this program. */
  begin(): Promise<void>;
  /** Says where they are configured to go, and makes none: the data directory is ill. */
  look(): Promise<void>;
  /** Nothing reads the data directory any more once this is resolved. */
  suspend(): Promise<void>;
  /** While all is suspended, and nothing else works on the data directory. */
  restore(request: CopyRequest & { actor: Actor }): RunningRestore;
  /** What lies in a folder that may become the data directory. */
  lookAtFolder(folder: string): Promise<FolderSight>;
  /** Looks over all copies in their places, one place after the other. */
  verify(isThorough: boolean): AsyncGenerator<VerificationProgress, PlaceVerification, void>;
  /** Looks over archives, one folder after the other. */
  verifyBundles(
    bundles: readonly BundleToCheck[],
  ): AsyncGenerator<VerificationProgress, BundlesVerification, void>;
  /** Ends all of it; the second copy gets so many milliseconds for what it has not written yet. */
  close(limitMs: number): Promise<void>;
}

export function openCopies(options: CopiesOptions): Copies {
  return new DirectoryCopies(options);
}

class DirectoryCopies implements Copies {
  readonly procedures: CopiesProcedures;
  readonly salvaging: Salvaging;
  readonly #options: CopiesOptions;
  readonly #limits: CopiesLimits;
  readonly #copiers: Copiers;
  readonly #backups: Backups;
  readonly #secondCopy: SecondCopy;
  #configuration: BackupConfiguration | null = null;
  /** What is known of the backups, and where the second copy is known to be. */
  #known: CopiesState | null = null;
  readonly #begun = Promise.withResolvers<void>();
  #isSuspended = true;
  #isClosed = false;
  /** The state, as it was written last. */
  #written = '';
  /** Files are written and what follows from them is done one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: CopiesOptions) {
    const { dataDir, version, start, clock = systemClock, onFault } = options;
    this.#options = options;
    this.#limits = { ...usualLimits, ...options.limits };
    this.#copiers = openCopiers(start);
    const own = { dataDir, copiers: this.#copiers, clock };
    this.#backups = keepBackups({
      ...{ ...own, limits: this.#limits, onFault },
      note: (state) => void this.#inTurn(() => this.#note(state)),
    });
    const { following: quietMs, stuck: stuckMs } = this.#limits;
    this.#secondCopy = keepSecondCopy({
      ...own,
      quietMs,
      stuckMs,
      onProblem: options.onSecondCopy,
      known: (folder) => this.#secondCopyOf(folder),
      onThere: (folder) => void this.#inTurn(() => this.#noteSecondCopy(folder)),
    });
    this.salvaging = openSalvaging({
      ...{ dataDir, version, copiers: this.#copiers, now: () => clock.now() },
      ...{ quietMs: this.#limits.plan, stopMs: this.#limits.stop },
    });
    this.procedures = proceduresOf(this);
  }

  begin(): Promise<void> {
    return this.#inTurn(async () => {
      const { dataDir, clock = systemClock, onFault } = this.#options;
      const known = await readState(dataDir);
      this.#written = JSON.stringify(known);
      const configuration = await readConfiguration(dataDir).catch((failure: unknown) => {
        onFault(failure);
        return unconfigured;
      });
      this.#known = known ?? { since: instantOf(clock.now()), places: {}, secondCopy: null };
      await this.#follow(configuration, this.#known);
      this.#begun.resolve();
    });
  }

  look(): Promise<void> {
    return this.#inTurn(async () => {
      const { dataDir, onFault } = this.#options;
      this.#configuration = await readConfiguration(dataDir).catch((failure: unknown) => {
        onFault(failure);
        return unconfigured;
      });
      this.#begun.resolve();
    });
  }

  async suspend(): Promise<void> {
    await this.#inTurn(async () => {
      this.#isSuspended = true;
      await Promise.all([this.#backups.suspend(), this.#secondCopy.stop()]);
    });
  }

  restore(request: CopyRequest & { actor: Actor }): RunningRestore {
    const { dataDir, clock = systemClock } = this.#options;
    const { folder } = request;
    const since = instantOf(clock.now());
    let progress: RestoreProgress = {
      ...{ phase: 'journal', isChecking: false, done: 0, all: 0 },
      ...{ since, isEnding: false },
    };
    let isEnding = false;
    const ended = this.#ask(folder, this.#limits.quiet, async (copier, alive) => {
      const steps = await copier.restore({ ...request, dataDir });
      for (;;) {
        const step = await steps.next();
        if (step.done === true) return step.value;
        alive();
        progress = { ...step.value, since };
      }
    }).then(({ answer, problem }): RestoreEnd => {
      if (answer !== null) return answer;
      return isEnding ? { state: 'ended' } : { state: 'failed', where: 'copy', problem };
    });
    return {
      progress: () => ({ ...progress, isEnding }),
      ended,
      stop: async () => {
        isEnding = true;
        const { stop: limit } = this.#limits;
        const asked = this.#copiers.ask(folder, limit, (copier) => copier.stop()).catch(() => {});
        await within(limit, Promise.all([asked, ended]));
        // While it puts the new directory in its place nothing ends it.
        if (progress.phase !== 'replacing') await within(limit, this.#copiers.end(folder));
        await ended;
      },
    };
  }

  verify(isThorough: boolean): AsyncGenerator<VerificationProgress, PlaceVerification, void> {
    return told(async (tell, signal) => {
      const { secondCopy = null } = this.#options;
      const folders = new Set([
        ...foldersOf(this.#configuration),
        ...(secondCopy === null ? [] : [secondCopy]),
      ]);
      const all: PlaceVerification = { findings: [], anchors: [], backups: 0 };
      let before = 0;
      for (const folder of folders) {
        const found = await this.#verifyFolder({ folder, isThorough }, signal, ({ done, all: of }) =>
          tell({
            done: perFolder * before + Math.floor((perFolder * done) / Math.max(1, of)),
            all: perFolder * folders.size,
          }),
        );
        before += 1;
        all.findings.push(...found.findings);
        all.anchors.push(...found.anchors);
        all.backups += found.backups;
      }
      return all;
    });
  }

  verifyBundles(
    bundles: readonly BundleToCheck[],
  ): AsyncGenerator<VerificationProgress, BundlesVerification, void> {
    return told(async (tell, signal) => {
      const all: BundlesVerification = { findings: [], anchors: [], remarks: [], bundles: 0 };
      let before = 0;
      for (const [folder, some] of Map.groupBy(bundles, ({ file }) => dirname(file))) {
        const found = await this.#verifyBundlesIn(folder, some, signal, ({ done, all: of }) =>
          tell({
            done: perFolder * before + Math.floor((perFolder * some.length * done) / Math.max(1, of)),
            all: perFolder * bundles.length,
          }),
        );
        before += some.length;
        all.findings.push(...found.findings);
        all.anchors.push(...found.anchors);
        all.remarks.push(...found.remarks);
        all.bundles += found.bundles;
      }
      return all;
    });
  }

  async #verifyBundlesIn(
    folder: string,
    bundles: BundleToCheck[],
    signal: AbortSignal,
    onProgress: (progress: VerificationProgress) => void,
  ): Promise<BundlesVerification> {
    const { dataDir } = this.#options;
    signal.throwIfAborted();
    // A process of their own: the folder may be a place of copies as well.
    const key = `archives in ${folder}`;
    const found = await this.#asked<BundlesVerification>(key, this.#limits.quiet, async (copier, alive) =>
      lastOf(await copier.verifyBundles({ dataDir, bundles }), nothingFoundOfBundles, signal, (progress) => {
        alive();
        onProgress(progress);
      }),
    );
    void this.#copiers.end(key);
    if (found.answer !== null) return found.answer;
    const problem = found.problem.code === 'slow' ? 'slow' : 'notReadable';
    const { detail } = found.problem;
    return {
      ...nothingFoundOfBundles,
      findings: bundles.map(({ file }) => ({ code: 'bundleUnreadable', file, problem, detail })),
    };
  }

  async #verifyFolder(
    { folder, isThorough }: { folder: string; isThorough: boolean },
    signal: AbortSignal,
    onProgress: (progress: VerificationProgress) => void,
  ): Promise<PlaceVerification> {
    const { dataDir } = this.#options;
    const unreadable = (problem: PlaceProblem): PlaceVerification => {
      return {
        findings: [{ code: 'placeUnreadable', folder, name: null, problem }],
        anchors: [],
        backups: 0,
      };
    };
    signal.throwIfAborted();
    // One that hangs is known for it sooner.
    const looked = await this.#ask(folder, this.#limits.look, (copier) => copier.look({ dataDir, folder }));
    if (looked.problem !== null) return unreadable(looked.problem);
    const found = await this.#ask<PlaceVerification>(folder, this.#limits.quiet, async (copier, alive) =>
      lastOf(await copier.verify({ dataDir, folder, isThorough }), nothingFound, signal, (progress) => {
        alive();
        onProgress(progress);
      }),
    );
    return found.answer ?? unreadable(found.problem);
  }

  async close(limitMs: number): Promise<void> {
    this.#isClosed = true;
    this.#begun.resolve();
    const backups = this.#backups.suspend();
    await this.#secondCopy.stop(limitMs / 2);
    this.#copiers.close();
    await within(limitMs / 2, Promise.all([backups, this.#last]));
  }

  async view() {
    await this.#begun.promise;
    await this.#backups.refresh();
    const { secondCopy } = this.#options;
    const second = this.#secondCopy.status();
    return {
      configuration: this.#configuration ?? unconfigured,
      places: this.#backups.places(),
      running: this.#backups.running(),
      secondCopy: second === null ? null : { ...second, isForThisRun: secondCopy !== undefined },
      lacksPlace: this.#backups.lacksPlace(),
      isOnServer: isOnServer(this.#options.dataDir),
    };
  }

  configure(configuration: BackupConfiguration): Promise<void> {
    const folders = [
      ...configuration.places,
      ...(configuration.secondCopy ? [configuration.secondCopy] : []),
    ];
    if (!folders.every(({ folder }) => isAbsolute(folder)))
      throw new ORPCError('BAD_REQUEST', { message: 'A place of copies is named by its whole path.' });
    return this.#inTurn(async () => {
      await writeConfiguration(this.#options.dataDir, configuration);
      this.#configuration = configuration;
      if (!this.#isSuspended) await this.#follow(configuration);
    });
  }

  async checkPlace(folder: string) {
    const { dataDir } = this.#options;
    const [place, needed] = await Promise.all([
      this.#ask(folder, this.#limits.look, (copier) => copier.look({ dataDir, folder })),
      this.#ask(dataDir, this.#limits.list, (copier) => copier.measure({ dataDir })),
    ]);
    const nothing = { problem: place.problem, isSameDisk: null, freeBytes: null };
    const { problem, isSameDisk, freeBytes } = place.answer ?? nothing;
    return { problem, isSameDisk, freeBytes, neededBytes: needed.answer ?? 0 };
  }

  async lookAtFolder(folder: string): Promise<FolderSight> {
    const { look } = this.#limits;
    const { answer, problem } = await this.#ask(folder, look, (copier) => copier.lookAtFolder({ folder }));
    const isSlow = problem?.code === 'slow';
    return answer ?? { kind: isSlow ? 'slow' : 'notAFolder', usedAt: null };
  }

  startBackup(placeId: string | null): void {
    this.#backups.start(placeId);
  }

  stopBackup(): void {
    void this.#backups.stop();
  }

  async list(folder: string): Promise<CopiesInFolder> {
    const { dataDir } = this.#options;
    const found = await this.#ask(folder, this.#limits.list, (copier) => copier.list({ dataDir, folder }));
    return found.answer ?? { problem: found.problem, installations: [] };
  }

  async planRestore(request: CopyRequest): Promise<RestorePlan> {
    const { dataDir } = this.#options;
    const { plan: limit } = this.#limits;
    const found = await this.#ask(request.folder, limit, (copier) =>
      copier.planRestore({ ...request, dataDir }),
    );
    return found.answer ?? { ...emptyPlan, problem: found.problem };
  }

  /** The path of its console; null where as many are open as may be, or this shell shows none. */
  openCopy(request: CopyRequest): string | null {
    const { openCopy } = this.#options;
    const { folder } = request;
    if (openCopy === undefined || !isAbsolute(folder)) return null;
    return openCopy(basename(folder), (to) =>
      fetchCopy(this.#copiers, { ...request, to }, this.#limits.quiet),
    );
  }

  /** What a copier answers, or why it does not. */
  async #ask<Answer>(
    folder: string,
    quietMs: number,
    call: (copier: CopierClient, alive: () => void) => Promise<Answer>,
  ): Promise<{ answer: Answer; problem: null } | { answer: null; problem: PlaceProblem }> {
    // It would be looked for from wherever Perito was started.
    if (!isAbsolute(folder)) return { answer: null, problem: { code: 'notAFolder', detail: folder } };
    return this.#asked(folder, quietMs, call);
  }

  async #asked<Answer>(
    key: string,
    quietMs: number,
    call: (copier: CopierClient, alive: () => void) => Promise<Answer>,
  ): Promise<{ answer: Answer; problem: null } | { answer: null; problem: PlaceProblem }> {
    try {
      return { answer: await this.#copiers.ask(key, quietMs, call), problem: null };
    } catch (failure) {
      return { answer: null, problem: this.#asProblem(failure) };
    }
  }

  #asProblem(failure: unknown): PlaceProblem {
    if (failure instanceof CopierFailure) return failure.problem;
    this.#options.onFault(failure);
    return { code: 'other', detail: failure instanceof Error ? failure.message : String(failure) };
  }

  async #follow(configuration: BackupConfiguration, known?: CopiesState): Promise<void> {
    if (this.#isClosed) return;
    this.#isSuspended = false;
    this.#configuration = configuration;
    this.#backups.configure(configuration, known);
    const chosen = this.#options.secondCopy ?? configuration.secondCopy?.folder ?? null;
    // It follows files; a database server has standbys of its own.
    const secondCopy = isOnServer(this.#options.dataDir) ? null : chosen;
    // Who takes it away and chooses the same folder again means to begin anew there.
    if (chosen === null && this.#known !== null) this.#known = { ...this.#known, secondCopy: null };
    await this.#secondCopy.follow(secondCopy);
  }

  /** Of a folder that had none of this installation nothing is expected. */
  #secondCopyOf(folder: string): string | null {
    const known = this.#known?.secondCopy ?? null;
    return known?.folder === folder ? known.installationId : null;
  }

  async #noteSecondCopy(folder: string): Promise<void> {
    const installationId = findInstallationId(this.#options.dataDir);
    if (installationId === null || this.#known === null) return;
    this.#known = { ...this.#known, secondCopy: { folder, installationId } };
    await this.#write(this.#known);
  }

  async #note(state: Omit<CopiesState, 'secondCopy'>): Promise<void> {
    this.#known = { ...state, secondCopy: this.#known?.secondCopy ?? null };
    await this.#write(this.#known);
  }

  async #write(state: CopiesState): Promise<void> {
    const text = JSON.stringify(state);
    if (text === this.#written) return;
    try {
      await writeState(this.#options.dataDir, state);
      this.#written = text;
    } catch (failure) {
      // A full disk is said elsewhere; it is known in this run all the same, and written with what changes next.
      if (errorCode(failure) === null) this.#options.onFault(failure);
    }
  }

  #inTurn<Done>(work: () => Promise<Done>): Promise<Done> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }
}

/** Of the progress, what one folder counts. */
const perFolder = 1000;
const nothingFound: PlaceVerification = { findings: [], anchors: [], backups: 0 };
const nothingFoundOfBundles: BundlesVerification = { findings: [], anchors: [], remarks: [], bundles: 0 };

/** What comes of steps that are told on the way; ends them, and rejects, once the signal says so. */
async function lastOf<Told, End>(
  steps: AsyncGenerator<Told, End, void>,
  nothing: End,
  signal: AbortSignal,
  onStep: (told: Told) => void,
): Promise<End> {
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return step.value;
    onStep(step.value);
    if (signal.aborted) await steps.return(nothing);
    signal.throwIfAborted();
  }
}

/** Of a copy that cannot be read. */
const emptyPlan: Omit<RestorePlan, 'problem'> = {
  journal: { source: 'live', entries: 0, until: null },
  database: { source: 'live', until: null },
  attachments: { there: 0, missing: 0 },
  ...{ bytes: 0, freeBytes: null, loses: null, numbers: [], isForeign: false, newer: null },
};

function proceduresOf(copies: DirectoryCopies) {
  const on = implement(backupsContract);
  return {
    get: on.get.handler(() => copies.view()),
    configure: on.configure.handler(({ input }) => copies.configure(input)),
    checkPlace: on.checkPlace.handler(({ input }) => copies.checkPlace(input.folder)),
    start: on.start.handler(({ input }) => copies.startBackup(input.placeId)),
    stop: on.stop.handler(() => copies.stopBackup()),
    list: on.list.handler(({ input }) => copies.list(input.folder)),
    open: on.open.handler(({ input }) => ({ home: copies.openCopy(input) })),
    planRestore: on.planRestore.handler(({ input }) => copies.planRestore(input)),
  };
}

const instantOf = (at: number): string => new Date(at).toISOString();
