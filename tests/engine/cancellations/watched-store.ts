import type { Journal } from '../../../main/engine/journal/index.ts';
import type { Store, StoreProblem } from '../../../main/engine/store/index.ts';

/**
 * Stands between a thread and what it writes: knows when nothing is under way, and can play a thread that is killed.
 * `losing`: what is given from now on never reached the disk; `mute`: it did, and the thread was gone before it learnt of it.
 */
export class Watch {
  #underWay = 0;
  mode: 'live' | 'losing' | 'mute' = 'live';
  /** While it is set, nothing can be written. */
  failing: StoreProblem | null = null;
  /** While it is set, what is given reaches the disk, and whoever gave it is told this. */
  unheard: StoreProblem | null = null;
  /** While it is set, what is given reaches the disk, and whoever gave it learns of it only after. */
  heard: Promise<void> | null = null;
  /** Happens before each read. */
  beforeRead: () => Promise<unknown> = async () => {};

  run<Result>(write: () => Promise<Result>): Promise<Result> {
    if (this.mode === 'losing') return new Promise(() => {});
    if (this.failing !== null) return Promise.reject(this.failing);
    this.#underWay += 1;
    const end = () => {
      this.#underWay -= 1;
    };
    const written = write();
    written.then(end, end);
    const { heard, unheard } = this;
    if (heard !== null) return Promise.all([written, heard]).then(([result]) => result);
    if (unheard !== null) return written.then(() => Promise.reject(unheard));
    return this.mode === 'mute' ? new Promise(() => {}) : written;
  }

  get isQuiet(): boolean {
    return this.#underWay === 0;
  }
}

/** The store as an engine sees it that is watched. */
export function watchedStore(store: Store, watch: Watch): Store {
  return {
    dataDir: store.dataDir,
    installationId: store.installationId,
    sampleData: store.sampleData,
    write: (job) => watch.run(() => store.write(job)),
    derive: (job) => watch.run(() => store.derive(job)),
    settle: () => watch.run(() => store.settle()),
    async read(query) {
      await watch.beforeRead();
      return store.read(query);
    },
    close: () => store.close(),
  };
}

/** The journal as a receiver sees it that is watched; `refusing` may say why one arrival cannot be kept. */
export function watchedJournal(
  journal: Pick<Journal, 'keep' | 'endInterrupted'>,
  watch: Watch,
  refusing: (kind: string) => StoreProblem | null = () => null,
): Pick<Journal, 'keep' | 'endInterrupted'> {
  return {
    keep(arrival) {
      const problem = refusing(arrival.kind);
      return watch.run(() => (problem === null ? journal.keep(arrival) : Promise.reject(problem)));
    },
    endInterrupted: (isHeld) => watch.run(() => journal.endInterrupted(isHeld)),
  };
}
