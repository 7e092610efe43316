/** Has backups made: to one place after another, when somebody asks or the schedule says. */
import type {
  BackupCause,
  BackupConfiguration,
  BackupPlace,
  BackupProgress,
  BackupSummary,
  PlaceProblem,
} from '#shared/contract/backups.ts';
import type { BackupEnd, PlaceSight } from '../../copier/contract.ts';
import { createBackgroundLoop } from '../../engine/background-loop.ts';
import type { Clock } from '../../engine/clock.ts';
import type { CopiesState, PlaceState } from '../../engine/copies.ts';
import { within } from '../../engine/within.ts';
import { CopierFailure, type Copiers } from './copier-client.ts';
import { isTooOld, nextBackupAt } from './schedule.ts';

/** In milliseconds. */
export interface BackupLimits {
  /** For a look at a place. */
  look: number;
  /** Without any progress of a backup: opening a large database and checking it takes a while. */
  quiet: number;
  /** For what is under way, once it is asked to end. */
  stop: number;
}

export interface Backups {
  places(): BackupPlace[];
  running(): BackupProgress | null;
  /** Whether there is no place, though there could have been one for so many days. */
  lacksPlace(): boolean;
  /** Looks at the places again that nobody looked at just now, and waits a little for what is seen. */
  refresh(): Promise<void>;
  /** Begins one to this place, or to each; nothing happens where one is under way. */
  start(placeId: string | null): void;
  /** Ends it, and those that were to follow; resolves once it has ended. */
  stop(): Promise<void>;
  /** Goes on with this configuration, and with what was known of its places before this run. */
  configure(configuration: BackupConfiguration, known?: CopiesState): void;
  /** Nothing is begun any more by itself; what is under way is ended. */
  suspend(): Promise<void>;
}

/** A look is good for so long; one at a place that hangs, whose process has to be killed, for longer. */
const freshMs = 5000;
const freshWhereSlowMs = 60_000;
/** Whoever asks for the places does not wait longer for what is seen. */
const refreshMs = 1000;
/** The clock of the computer may have been put forward, or it slept. */
const roundMs = 60_000;
/** A scheduled one that somebody ended is not begun again at once. */
const endedMs = 3_600_000;

interface Place {
  id: string;
  folder: string;
  state: PlaceState;
  sight: PlaceSight | null;
  lookedAt: number;
  looking: Promise<PlaceSight> | null;
  /** When the last one of this run was made, in milliseconds since 1970: the newest may be of a clock that was ahead. */
  madeAt: number | null;
  postponedUntil: number;
}

interface Task {
  place: Place;
  cause: BackupCause;
}

interface Running {
  progress: BackupProgress;
  place: Place;
  ended: Promise<void>;
}

export function keepBackups(options: {
  dataDir: string;
  copiers: Copiers;
  clock: Clock;
  limits: BackupLimits;
  /** Has what is known written down. */
  note(state: Omit<CopiesState, 'secondCopy'>): void;
  onFault(cause: unknown): void;
}): Backups {
  return new ScheduledBackups(options);
}

class ScheduledBackups implements Backups {
  readonly #options: Parameters<typeof keepBackups>[0];
  readonly #loop;
  #configuration: BackupConfiguration | null = null;
  #since = 0;
  #places: Place[] = [];
  #waiting: Task[] = [];
  #running: Running | null = null;

  constructor(options: Parameters<typeof keepBackups>[0]) {
    this.#options = options;
    this.#loop = createBackgroundLoop({
      clock: options.clock,
      run: async () => ({ after: this.#beginDue() }),
      onError: (failure) => {
        options.onFault(failure);
        return { after: roundMs };
      },
    });
  }

  configure(configuration: BackupConfiguration, known?: CopiesState): void {
    const before = known === undefined ? this.#places : [];
    this.#configuration = configuration;
    if (known !== undefined) this.#since = Date.parse(known.since);
    this.#places = configuration.places.map(({ id, folder }) => {
      const same = before.find((place) => place.id === id);
      if (same?.folder === folder) return same;
      // Of another folder nothing is known.
      const state = (same === undefined ? known?.places[id] : undefined) ?? nothingKnown;
      return { id, folder, state, sight: null, lookedAt: 0, looking: null, madeAt: null, postponedUntil: 0 };
    });
    this.#waiting = this.#waiting.filter(({ place }) => this.#places.includes(place));
    if (this.#running !== null && !this.#places.includes(this.#running.place)) void this.stop();
    this.#note();
    this.#loop.start();
    this.#loop.wake();
  }

  places(): BackupPlace[] {
    const now = this.#options.clock.now();
    return this.#places.map((place) => {
      const { id, folder, sight, state } = place;
      return {
        ...{ id, folder },
        problem: sight === null ? null : problemOf(place, sight),
        isSameDisk: sight?.isSameDisk ?? null,
        freeBytes: sight?.freeBytes ?? null,
        lastGood: state.lastGood,
        isTooOld: isTooOld(madeAt(state.lastGood), this.#since, this.#configuration?.warnAfterDays ?? 0, now),
        lastFailure: state.lastFailure,
        nextAt: instantOf(this.#dueAt(place)),
      };
    });
  }

  running(): BackupProgress | null {
    return this.#running?.progress ?? null;
  }

  lacksPlace(): boolean {
    const { clock } = this.#options;
    if (this.#configuration === null || this.#places.length > 0) return false;
    return isTooOld(null, this.#since, this.#configuration.warnAfterDays, clock.now());
  }

  async refresh(): Promise<void> {
    const now = this.#options.clock.now();
    const stale = this.#places.filter(({ sight, lookedAt }) => {
      const fresh = sight?.problem?.code === 'slow' ? freshWhereSlowMs : freshMs;
      return sight === null || Math.abs(now - lookedAt) >= fresh;
    });
    await within(refreshMs, Promise.all(stale.map((place) => this.#look(place))));
  }

  start(placeId: string | null): void {
    if (this.#running !== null) return;
    const chosen = this.#places.filter(({ id }) => placeId === null || id === placeId);
    this.#add(chosen.map((place) => ({ place, cause: 'person' })));
  }

  async stop(): Promise<void> {
    this.#waiting = [];
    const ending = this.#running;
    if (ending === null) return;
    ending.progress = { ...ending.progress, isEnding: true };
    const { copiers, limits } = this.#options;
    const { folder } = ending.place;
    const asked = copiers.ask(folder, limits.stop, (copier) => copier.stop()).catch(() => {});
    await within(limits.stop, Promise.all([asked, ending.ended]));
    if (this.#running === ending) await within(limits.stop, copiers.end(folder));
    await ending.ended;
  }

  async suspend(): Promise<void> {
    await this.#loop.stop();
    await this.stop();
  }

  /** Begins what is due; resolves with how long it is until something else is, in milliseconds. */
  #beginDue(): number {
    const now = this.#options.clock.now();
    const due = this.#places.filter((place) => (this.#dueAt(place) ?? Infinity) <= now);
    this.#add(due.map((place) => ({ place, cause: 'schedule' })));
    const others = this.#places.flatMap((place) => this.#dueAt(place) ?? []).filter((at) => at > now);
    return Math.min(roundMs, ...others.map((at) => at - now));
  }

  #dueAt({ state, madeAt: madeHereAt, postponedUntil }: Place): number | null {
    if (this.#configuration === null) return null;
    const known = {
      lastGoodAt: madeHereAt ?? madeAt(state.lastGood),
      lastFailureAt: state.lastFailure === null ? null : Date.parse(state.lastFailure.at),
      failures: state.failures,
    };
    const at = nextBackupAt(this.#configuration.schedule, known, this.#options.clock.now());
    return at === null ? null : Math.max(at, postponedUntil);
  }

  #add(tasks: Task[]): void {
    const isThere = ({ place }: Task) =>
      this.#running?.place === place || this.#waiting.some((task) => task.place === place);
    this.#waiting.push(...tasks.filter((task) => !isThere(task)));
    this.#next();
  }

  #next(): void {
    if (this.#running !== null) return;
    const task = this.#waiting.shift();
    if (task === undefined) return;
    const since = new Date(this.#options.clock.now()).toISOString();
    const running: Running = {
      progress: {
        ...{ placeId: task.place.id, phase: 'database', done: 0, all: 0 },
        ...{ since, isEnding: false },
      },
      place: task.place,
      ended: Promise.resolve(),
    };
    this.#running = running;
    running.ended = this.#backUp(running, task).then(() => {
      this.#running = null;
      this.#next();
      this.#loop.wake();
    });
  }

  async #backUp(running: Running, { place, cause }: Task): Promise<void> {
    const end = await this.#tryBackUp(running, place, cause).catch(
      (failure: unknown): BackupEnd => ({ state: 'failed', problem: this.#asProblem(failure) }),
    );
    const now = this.#options.clock.now();
    if (end.state === 'made') {
      place.madeAt = now;
      place.state = { lastGood: end.summary, lastFailure: null, failures: 0 };
    } else if (end.state === 'ended' || running.progress.isEnding) {
      place.postponedUntil = now + endedMs;
      place.state = { ...place.state, lastFailure: null };
    } else {
      const lastFailure = { at: new Date(now).toISOString(), problem: end.problem };
      place.state = { ...place.state, lastFailure, failures: place.state.failures + 1 };
    }
    this.#note();
    if (end.state === 'made') await within(refreshMs, this.#look(place));
  }

  async #tryBackUp(running: Running, place: Place, cause: BackupCause): Promise<BackupEnd> {
    const { copiers, dataDir, limits } = this.#options;
    const keep = this.#configuration?.keep;
    if (keep === undefined) return { state: 'ended' };
    const sight = await this.#look(place);
    // A person may mean to begin anew in a folder that was emptied.
    const problem = cause === 'schedule' ? problemOf(place, sight) : sight.problem;
    if (problem !== null) return { state: 'failed', problem };
    if (running.progress.isEnding) return { state: 'ended' };
    return copiers.ask(place.folder, limits.quiet, async (copier, alive) => {
      const steps = await copier.backup({ dataDir, folder: place.folder, keep, cause });
      for (;;) {
        const step = await steps.next();
        if (step.done === true) return step.value;
        alive();
        running.progress = { ...running.progress, ...step.value };
      }
    });
  }

  /** Of a look that is under way, the same. */
  #look(place: Place): Promise<PlaceSight> {
    place.looking ??= this.#lookNow(place).finally(() => {
      place.looking = null;
    });
    return place.looking;
  }

  async #lookNow(place: Place): Promise<PlaceSight> {
    const { copiers, dataDir, limits, clock } = this.#options;
    const { folder } = place;
    const before = place.sight;
    const sight = await copiers
      .ask(folder, limits.look, (copier) => copier.look({ dataDir, folder }))
      .catch((failure: unknown): PlaceSight => {
        const isSameDisk = before?.isSameDisk ?? null;
        return {
          problem: this.#asProblem(failure),
          isSameDisk,
          freeBytes: null,
          isKnown: false,
          lastGood: null,
        };
      });
    place.sight = sight;
    place.lookedAt = clock.now();
    if (problemOf(place, sight) !== null) return sight;
    if (sight.lastGood?.name !== place.state.lastGood?.name) {
      place.state = { ...place.state, lastGood: sight.lastGood };
      this.#note();
    }
    // It was away and is back: what failed for that is tried now.
    if (before !== null && before.problem !== null && place.state.failures > 0) {
      place.state = { ...place.state, failures: 0 };
      this.#loop.wake();
    }
    return sight;
  }

  #asProblem(failure: unknown): PlaceProblem {
    if (failure instanceof CopierFailure) return failure.problem;
    this.#options.onFault(failure);
    return { code: 'other', detail: failure instanceof Error ? failure.message : String(failure) };
  }

  #note(): void {
    const places = Object.fromEntries(this.#places.map(({ id, state }) => [id, state]));
    this.#options.note({ since: new Date(this.#since).toISOString(), places });
  }
}

const nothingKnown: PlaceState = { lastGood: null, lastFailure: null, failures: 0 };

/** A folder that had backups and has nothing of them is where a disk is plugged in, and is not. */
function problemOf({ state }: Place, { problem, isKnown }: PlaceSight): PlaceProblem | null {
  if (problem !== null || isKnown || state.lastGood === null) return problem;
  return { code: 'away', detail: 'The folder is there, and the backups that were in it are not.' };
}

const madeAt = (backup: BackupSummary | null): number | null =>
  backup === null ? null : Date.parse(backup.madeAt);

const instantOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
