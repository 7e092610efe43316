import type { Store, StoreProblem } from '../../../main/engine/store/index.ts';

type Write = Store['write'];

/**
 * A store between a room and the real one: knows when nothing is under way, and can play a process that is
 * killed. `losing`: what is given from now on never reached the disk; `mute`: it did, and the process was
 * gone before it learnt of it.
 */
export class WatchedStore implements Store {
  readonly #store: Store;
  #underWay = 0;
  mode: 'live' | 'losing' | 'mute' = 'live';
  /** While it is set, nothing can be written. */
  failing: StoreProblem | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  get dataDir() {
    return this.#store.dataDir;
  }
  get installationId() {
    return this.#store.installationId;
  }
  get sampleData() {
    return this.#store.sampleData;
  }

  write: Write = (job) => {
    if (this.mode === 'losing') return new Promise(() => {});
    if (this.failing !== null) return Promise.reject(this.failing);
    this.#underWay += 1;
    const end = () => {
      this.#underWay -= 1;
    };
    const written = this.#store.write(job);
    written.then(end, end);
    return this.mode === 'mute' ? new Promise(() => {}) : written;
  };

  read: Store['read'] = (query) => this.#store.read(query);
  close = () => this.#store.close();

  /** Resolves when no job is under way and all that followed from the last ones has run. */
  async quiet(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (this.#underWay > 0);
  }
}
