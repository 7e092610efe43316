import type { Changes } from '../../changes/index.ts';
import type { Clock } from '../../clock.ts';
import type { EngineLog } from '../../log.ts';
import { endImport, type ImportCounts, type ImportRow, openImports, type Store } from '../../store/index.ts';
import { failureBecause } from '../reader/failure.ts';
import type { ImportFiles } from './files.ts';
import { type EndedBy, type RunEnd, type RunOptions, runImport } from './run.ts';
import { systemErrorCode } from './system-word.ts';
import { sweep, undoPending } from './undo.ts';

export interface RunsOptions {
  store: Store;
  clock: Clock;
  changes: Changes;
  log: EngineLog;
  files: ImportFiles;
  onBook(): Promise<void>;
}

type Asked = Pick<RunOptions, 'id' | 'filename' | 'source' | 'dryRun' | 'badRows' | 'actor'> & {
  /** Rows of the file, where a dry run has counted them. */
  total: number | null;
};

interface Running {
  id: number;
  abort: AbortController;
  counts: ImportCounts;
  total: number | null;
  ended: Promise<unknown>;
}

const noCounts = (): ImportCounts => ({
  rows_done: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  bad: 0,
  warned: 0,
});

/** The one import that runs, what it has done so far, and the cleaning up after it. */
export class Runs {
  readonly #options: RunsOptions;
  #running: Running | null = null;
  #isClosing = false;
  /** Undoing and sweeping, one after the other; a run that writes waits for it. */
  #cleaning: Promise<void> = Promise.resolve();

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  isBusy(): boolean {
    return this.#running !== null || this.#isClosing;
  }

  isRunning(id: number): boolean {
    return this.#running?.id === id;
  }

  /** Takes the place of the running import; false where another has it. */
  claim(id: number): boolean {
    if (this.isBusy()) return false;
    const abort = new AbortController();
    this.#running = { id, abort, counts: noCounts(), total: null, ended: Promise.resolve() };
    return true;
  }

  /** What is to be done between claiming and running; gives the place back where it fails. */
  async claimed<Result>(id: number, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (failure) {
      if (this.#running?.id === id) this.#running = null;
      throw failure;
    }
  }

  /** Runs the import that has the place; resolves when it has ended, never rejects. */
  run(asked: Asked): Promise<RunEnd> {
    const running = this.#running;
    if (running === null || running.id !== asked.id) throw new Error('This import has no place to run in.');
    running.total = asked.total;
    const ended = this.#runNow(asked, running);
    running.ended = ended;
    return ended;
  }

  async #runNow(asked: Asked, running: Running): Promise<RunEnd> {
    const { store, clock, changes, log, files, onBook } = this.#options;
    const publish = () => changes.publish({ topic: 'policyImports', ids: [asked.id] });
    let end: RunEnd;
    try {
      // What could not be undone before, for want of space perhaps, is tried again.
      if (asked.dryRun === false) this.clean();
      await this.#cleaning;
      const { counts, abort } = running;
      end = await runImport({ ...asked, store, clock, counts, signal: abort.signal, onProgress: publish });
    } catch (cause) {
      log.error({ err: cause }, 'An import failed.');
      const failure = failureBecause('stopped', { detail: systemErrorCode(cause) });
      end = { state: 'failed', problems: [], warnings: [], failure };
      await store
        .write((tx) => endImport(tx, asked.id, { state: 'failed', at: clock.now(), failure }))
        .catch(() => undefined);
    }
    if (end.state === 'imported') {
      await onBook().catch((cause: unknown) => log.error({ err: cause }, 'The book could not be looked at.'));
    }
    const goesOn = end.state === 'checked' && asked.dryRun === 'goesOn';
    if (!goesOn && end.state !== 'closing') {
      // Whatever the disk says, the place is free for the next one; what stays goes at the next start.
      await files
        .remove(asked.id)
        .catch((cause: unknown) => log.error({ err: cause }, 'The file of an import could not be removed.'));
    }
    if (end.state !== 'closing' && asked.dryRun === false) this.clean();
    this.#running = null;
    publish();
    return end;
  }

  /** Asks the run to end and waits until it has. */
  async cancel(id: number): Promise<void> {
    if (this.#running?.id !== id) return;
    this.#end(this.#running, 'cancelled');
    await this.#running.ended;
  }

  #end(running: Running, by: EndedBy): void {
    running.abort.abort(by);
  }

  /** A stored row, with what the run under way has done since. */
  asItStands(row: ImportRow): ImportRow {
    const running = this.#running;
    if (running === null || running.id !== row.id || row.finished_at !== null) return row;
    if (row.state !== 'checking' && row.state !== 'importing') return row;
    return { ...row, ...running.counts, rows_total: running.total };
  }

  /** Undoes what was given up and sweeps out what is in force no longer, in the background. */
  clean(): void {
    const { store, log } = this.#options;
    const isStopped = () => this.#isClosing;
    this.#cleaning = this.#cleaning
      .then(async () => {
        if (await undoPending(store, isStopped)) await sweep(store, isStopped);
      })
      .catch((cause: unknown) => log.error({ err: cause }, 'The policy book could not be cleaned up.'));
  }

  async start(): Promise<void> {
    const { store, clock, files } = this.#options;
    const failure = failureBecause('stopped');
    for (const { id } of await store.read(openImports)) {
      await store.write((tx) => endImport(tx, id, { state: 'failed', at: clock.now(), failure }));
    }
    await files.removeAll();
    this.clean();
  }

  /** Resolves when nothing is being cleaned up. */
  cleaned(): Promise<void> {
    return this.#cleaning;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const running = this.#running;
    if (running !== null) this.#end(running, 'closing');
    await running?.ended;
    await this.#cleaning;
  }
}
