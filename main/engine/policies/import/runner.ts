import { mkdir, open, readdir, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '#shared/contract/common.ts';
import type { ImportFailure } from '#shared/contract/policies.ts';
import { type ColumnMapping, maxImportFileBytes } from '#shared/contract/policy-imports.ts';
import type { PolicyColumn } from '#shared/policy-terms.ts';
import type { Changes } from '../../changes/index.ts';
import type { Clock } from '../../clock.ts';
import { errorCode } from '../../error-code.ts';
import type { EngineLog } from '../../log.ts';
import {
  appendAudit,
  claimPendingVersion,
  enqueueReportRecheck,
  findImport,
  findLastPolicyRows,
  type ImportCounts,
  type ImportProblem,
  type ImportRow,
  insertImportProblem,
  listOpenImports,
  type Store,
  StoreProblem,
  setImportCounts,
  setImportEnded,
  setImportState,
  setImportWriting,
  setPendingVersionInForce,
} from '../../store/index.ts';
import { readBatches } from '../reader/client.ts';
import { FileFailure, failureBecause } from '../reader/file-failure.ts';
import {
  addToBatch,
  batchRows,
  emptyBatch,
  type GoodRow,
  type RowBatch,
  RowChecker,
} from '../reader/row-batch.ts';
import { type Effect, effectOf, stageRow, sweep, undoPending } from './staging.ts';

interface RunnerDependencies {
  store: Store;
  clock: Clock;
  changes: Changes;
  log: EngineLog;
  files: ImportFiles;
  onBook(): void;
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
  /** From when its outcome is about to be stored, and so may be seen. */
  isEnding: boolean;
  /** Resolved when it has let go of its place. */
  ended: PromiseWithResolvers<void>;
}

const noCounts = (): ImportCounts => ({
  rowsDone: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  bad: 0,
  warned: 0,
});

/** The one import that runs, what it has done so far, and the cleaning up after it. */
export class ImportRunner {
  readonly #options: RunnerDependencies;
  #running: Running | null = null;
  #isClosing = false;
  /** Undoing and sweeping, one after the other; a run that writes waits for it. */
  #cleaning: Promise<void> = Promise.resolve();

  constructor(options: RunnerDependencies) {
    this.#options = options;
  }

  isBusy(): boolean {
    return this.#running !== null || this.#isClosing;
  }

  /**
   * Resolves when no import is left that has its outcome and not yet let go of its place. Whoever has seen how the last one
   * ended, wherever, is to find the place free.
   */
  async settled(): Promise<void> {
    while (this.#running?.isEnding === true) await this.#running.ended.promise;
  }

  isRunning(id: number): boolean {
    return this.#running?.id === id;
  }

  /** Takes the place of the running import; false where another has it. */
  reserve(id: number): boolean {
    if (this.isBusy()) return false;
    const abort = new AbortController();
    this.#running = {
      id,
      abort,
      counts: noCounts(),
      total: null,
      isEnding: false,
      ended: Promise.withResolvers(),
    };
    return true;
  }

  /** What is to be done between reserving and running; gives the place back where it fails, or where it resolves with null. */
  async withReservation<Result>(id: number, work: () => Promise<Result | null>): Promise<Result | null> {
    const giveBack = () => {
      if (this.#running?.id === id) this.#letGo(this.#running);
    };
    try {
      const result = await work();
      if (result === null) giveBack();
      return result;
    } catch (failure) {
      giveBack();
      throw failure;
    }
  }

  #letGo(running: Running): void {
    this.#running = null;
    running.ended.resolve();
  }

  /** Runs the import that has the place; resolves when it has ended, never rejects. */
  run(asked: Asked): Promise<RunEnd> {
    const running = this.#running;
    if (running === null || running.id !== asked.id) throw new Error('This import has no place to run in.');
    running.total = asked.total;
    return this.#runNow(asked, running);
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
      end = await runImport({
        ...asked,
        store,
        clock,
        counts,
        signal: abort.signal,
        onProgress: publish,
        onEnding() {
          running.isEnding = true;
        },
      });
    } catch (cause) {
      log.error({ err: cause }, 'An import failed.');
      const failure = failureBecause('stopped', { detail: systemErrorCode(cause) });
      end = { state: 'failed', problems: [], warnings: [], failure };
      await store
        .write((tx) => setImportEnded(tx, asked.id, { state: 'failed', at: clock.now(), failure }))
        .catch(() => undefined);
    }
    if (end.state === 'imported') onBook();
    const keepsOpen = end.state === 'checked' && asked.dryRun === 'keepOpen';
    if (!keepsOpen && end.state !== 'closing') {
      // Whatever the disk says, the place is free for the next one; what stays goes at the next start.
      await files
        .remove(asked.id)
        .catch((cause: unknown) => log.error({ err: cause }, 'The file of an import could not be removed.'));
    }
    if (end.state !== 'closing' && asked.dryRun === false) this.clean();
    this.#letGo(running);
    publish();
    return end;
  }

  /** Asks the run to end and waits until it has. */
  async cancel(id: number): Promise<void> {
    if (this.#running?.id !== id) return;
    this.#end(this.#running, 'cancelled');
    await this.#running.ended.promise;
  }

  #end(running: Running, by: EndedBy): void {
    running.abort.abort(by);
  }

  /** A stored row, with what the run under way has done since. */
  asItStands(row: ImportRow): ImportRow {
    const running = this.#running;
    if (running === null || running.id !== row.id || row.finishedAt !== null) return row;
    if (row.state !== 'checking' && row.state !== 'importing') return row;
    return { ...row, ...running.counts, rowsTotal: running.total };
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
    for (const { id } of await store.read(listOpenImports)) {
      await store.write((tx) => setImportEnded(tx, id, { state: 'failed', at: clock.now(), failure }));
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
    await running?.ended.promise;
    await this.#cleaning;
  }
}

/** Why a run was made to end: the reason of its signal. */
type EndedBy = 'cancelled' | 'closing';

interface RunOptions {
  store: Store;
  clock: Clock;
  id: number;
  filename: string;
  source: RowSource;
  /** A dry run: `keepOpen` leaves the import open, to be applied. */
  dryRun: false | 'keepOpen' | 'discard';
  badRows: 'refuse' | 'skip';
  actor: Actor;
  counts: ImportCounts;
  signal: AbortSignal;
  onProgress(): void;
  /** Told before the outcome is stored. */
  onEnding(): void;
}

export interface RunEnd extends AppliedRows {
  state: 'checked' | 'imported' | 'cancelled' | 'failed' | 'closing';
  failure: ImportFailure | null;
}

/** Runs an import, or its dry run, and stores how it ended. What it wrote and did not bring in force is to be undone. */
async function runImport(options: RunOptions): Promise<RunEnd> {
  let passed: AppliedRows = { problems: [], warnings: [] };
  try {
    const version = options.dryRun === false ? await beginWriting(options) : null;
    passed = await applyRows({
      ...options,
      importId: options.id,
      batches: batchesOf(options.source, options.signal),
      staging: version === null ? null : { version, at: options.clock.now(), by: options.actor.person },
      refuses: options.badRows === 'refuse',
    });
    options.onEnding();
    if (options.dryRun !== false) return await endDryRun(options, passed);
    if (options.badRows === 'refuse' && options.counts.bad > 0) {
      const failure = failureBecause('badRows');
      return await endAs(options, { state: 'failed', ...passed, failure });
    }
    await bringInForce(options);
    return { state: 'imported', ...passed, failure: null };
  } catch (cause) {
    return endByFailure(options, cause, passed);
  }
}

async function beginWriting({ store, id }: RunOptions): Promise<number> {
  return store.write(async (tx) => {
    const version = await claimPendingVersion(tx);
    if (version === null) throw new Error('Another import is writing.');
    await setImportWriting(tx, id, version, await findLastPolicyRows(tx));
    return version;
  });
}

/** The one small transaction that makes every row of the import count. */
async function bringInForce({
  store,
  clock,
  id,
  filename,
  counts,
  actor,
  signal,
}: RunOptions): Promise<void> {
  await store.write(async (tx) => {
    signal.throwIfAborted();
    const at = clock.now();
    const { rowsDone, added, changed, unchanged, bad, warned } = counts;
    await setPendingVersionInForce(tx);
    await enqueueReportRecheck(tx);
    await setImportCounts(tx, id, counts, rowsDone);
    await setImportEnded(tx, id, { state: 'imported', at });
    await appendAudit(tx, {
      at,
      actor,
      action: 'policies.imported',
      subject: `policyImport:${id}`,
      detail: { filename, rows: rowsDone, added, changed, unchanged, bad, warned },
    });
  });
}

async function endDryRun(options: RunOptions, passed: AppliedRows): Promise<RunEnd> {
  const { store, clock, id, counts, dryRun } = options;
  await store.write(async (tx) => {
    await setImportCounts(tx, id, counts, counts.rowsDone);
    if (dryRun === 'keepOpen') await setImportState(tx, id, 'checked');
    else await setImportEnded(tx, id, { state: 'checked', at: clock.now() });
  });
  return { state: 'checked', ...passed, failure: null };
}

async function endByFailure(options: RunOptions, cause: unknown, passed: AppliedRows): Promise<RunEnd> {
  const { signal, onEnding } = options;
  onEnding();
  const endedBy: EndedBy | null = signal.aborted ? signal.reason : null;
  // Closing must not wait: the next start ends and undoes it.
  if (endedBy === 'closing') return { state: 'closing', ...passed, failure: null };
  if (endedBy === 'cancelled') return endAs(options, { state: 'cancelled', ...passed, failure: null });
  if (cause instanceof FileFailure) {
    return endAs(options, { state: 'failed', ...passed, failure: cause.failure });
  }
  if (cause instanceof StoreProblem) {
    const failure = failureBecause('notStored', { detail: cause.message });
    // Where not even this can be stored, the next start finds the import unended.
    return endAs(options, { state: 'failed', ...passed, failure }).catch(() => ({
      state: 'failed',
      ...passed,
      failure,
    }));
  }
  throw cause;
}

async function endAs(options: RunOptions, end: RunEnd & { state: 'cancelled' | 'failed' }): Promise<RunEnd> {
  const { store, clock, id, counts, actor, filename } = options;
  return store.write(async (tx) => {
    // Its commit took effect, though nothing was heard of it.
    const isInForce = (await findImport(tx, id))?.state === 'imported';
    if (isInForce) return { ...end, state: 'imported', failure: null };
    await setImportCounts(tx, id, counts, null);
    await setImportEnded(tx, id, { state: end.state, at: clock.now(), failure: end.failure ?? undefined });
    await appendAudit(tx, {
      at: clock.now(),
      actor,
      action: end.state === 'cancelled' ? 'policies.importCancelled' : 'policies.importFailed',
      subject: `policyImport:${id}`,
      detail: { filename, ...(end.failure && { code: end.failure.code }) },
    });
    return end;
  });
}

/** Rows as a script gives them; what is absent says nothing, null is empty. */
export type GivenRow = Partial<Record<PolicyColumn, string | number | boolean | null | undefined>>;

/** Where an import takes its rows from. */
export type RowSource =
  | { from: 'file'; path: string; sheet: string | null; mapping: ColumnMapping }
  | { from: 'rows'; rows: readonly GivenRow[] };

function batchesOf(source: RowSource, signal: AbortSignal): AsyncIterable<RowBatch> {
  return source.from === 'file' ? readBatches(source, signal) : givenBatches(source.rows);
}

async function* givenBatches(rows: readonly GivenRow[]): AsyncGenerator<RowBatch, void, void> {
  const checker = new RowChecker();
  for (let at = 0; at < rows.length; at += batchRows) {
    const batch = emptyBatch();
    for (const [index, row] of rows.slice(at, at + batchRows).entries()) {
      const given = { insurancePolicyNumber: '', vin: '', ...row };
      const cells = Object.entries(given).flatMap(([column, value]) =>
        value === undefined
          ? []
          : [{ column: column as PolicyColumn, cell: value === null ? '' : String(value) }],
      );
      addToBatch(batch, checker.check(at + index + 1, cells, ''));
    }
    yield batch;
  }
}

/** A file of this machine that may be imported, with its size. Throws a `FileFailure` where it may not. */
export async function importableFile(path: string): Promise<{ path: string; bytes: number }> {
  const real = await realpath(path).catch((failure: unknown) => {
    throw new FileFailure('fileMissing', { detail: systemErrorCode(failure) }, failure);
  });
  if (!/\.(csv|txt|xlsx)$/i.test(real)) throw new FileFailure('otherEnding');
  const found = await stat(real);
  if (!found.isFile()) throw new FileFailure('notAFile');
  if (found.size > maxImportFileBytes) throw new FileFailure('tooLarge', { limit: maxImportFileBytes });
  return { path: real, bytes: found.size };
}

/** Problems and warnings that are kept of one import; `bad` and `warned` count all. */
const keptLimits = { errors: 20_000, warnings: 5000 } as const;
/** Of each as many are answered to who asked for the import. */
const maxAnswered = 100;
/** Problems in one job of the writer: a wrong mapping makes a dozen of each row. */
const problemsTogether = 200;

interface ApplyOptions {
  store: Store;
  importId: number;
  batches: AsyncIterable<RowBatch>;
  /** Written to as rows are applied. */
  counts: ImportCounts;
  /** Aborted by cancelling and by closing: applying ends with the signal's reason. */
  signal: AbortSignal;
  /** Told after each batch. */
  onProgress(): void;
  /** The version to write into; null of a dry run. */
  staging: { version: number; at: number; by: string } | null;
  /** Whether one bad row keeps all others from being imported: then nothing more is written after it. */
  refuses: boolean;
}

/** The first of each that were found. */
interface AppliedRows {
  problems: ImportProblem[];
  warnings: ImportProblem[];
}

/** Takes all rows of a file through, checked only or written beside the book in force. */
async function applyRows(options: ApplyOptions): Promise<AppliedRows> {
  const { store, batches, counts, signal, onProgress } = options;
  const pace = new AdaptiveBatch();
  const passed: AppliedRows = { problems: [], warnings: [] };
  const kept = { errors: 0, warnings: 0 };
  const keep = async (found: readonly ImportProblem[], as: keyof typeof kept = 'errors') => {
    const first = as === 'errors' ? passed.problems : passed.warnings;
    first.push(...found.slice(0, Math.max(0, maxAnswered - first.length)));
    const chosen = found.slice(0, Math.max(0, keptLimits[as] - kept[as]));
    kept[as] += chosen.length;
    for (let at = 0; at < chosen.length; at += problemsTogether) {
      await store.write(async (tx) => {
        for (const problem of chosen.slice(at, at + problemsTogether)) {
          await insertImportProblem(tx, options.importId, problem);
        }
      });
    }
  };
  for await (const { rows, bad, problems, warned, warnings } of batches) {
    signal.throwIfAborted();
    counts.bad += bad;
    counts.warned += warned;
    await keep(problems);
    await keep(warnings, 'warnings');
    for (let at = 0; at < rows.length; ) {
      pace.begin();
      const part = rows.slice(at, at + pace.rows);
      await keep(tally(part, await effectsOf(options, part, pace), counts));
      at += part.length;
      await pace.rest();
      signal.throwIfAborted();
    }
    counts.rowsDone += rows.length + bad;
    onProgress();
  }
  return passed;
}

async function effectsOf(
  { store, staging, refuses, counts }: ApplyOptions,
  rows: readonly GoodRow[],
  pace: AdaptiveBatch,
): Promise<Effect[]> {
  let milliseconds = 0;
  const timed = async (work: () => Promise<Effect[]>) => {
    const began = performance.now();
    const effects = await work();
    milliseconds = performance.now() - began;
    return effects;
  };
  const effects =
    staging === null || (refuses && counts.bad > 0)
      ? await store.read((tx) => timed(() => each(rows, (row) => effectOf(tx, row))))
      : await store.write((tx) => timed(() => each(rows, (row) => stageRow(tx, row, staging))));
  pace.took(rows.length, milliseconds);
  return effects;
}

async function each(rows: readonly GoodRow[], of: (row: GoodRow) => Promise<Effect>): Promise<Effect[]> {
  const effects: Effect[] = [];
  for (const row of rows) effects.push(await of(row));
  return effects;
}

/** Counts effects; answers the problems among them. */
function tally(rows: readonly GoodRow[], effects: readonly Effect[], counts: ImportCounts): ImportProblem[] {
  return effects.flatMap((effect, index) => {
    if (typeof effect === 'string') {
      counts[effect] += 1;
      return [];
    }
    counts.bad += 1;
    return effect.problems.map((problem) => ({ line: rows[index]?.line ?? 0, ...problem }));
  });
}

/** The longest that one job of the writer should take: orders wait behind it. */
const wantedMilliseconds = 3;
const minRows = 5;
const maxRows = 400;
/** Of the time that a job and its commit took, the share that then belongs to others alone. */
const shareOfOthers = 0.5;
const maxPause = 10;

/** How many rows go into one job, learned from how long the last ones took, and how long others come first after it. */
class AdaptiveBatch {
  #rows = 25;
  #began = performance.now();

  get rows(): number {
    return this.#rows;
  }

  took(rows: number, milliseconds: number): void {
    const perRow = Math.max(milliseconds / Math.max(1, rows), 0.001);
    const wanted = Math.floor(wantedMilliseconds / perRow);
    // Grows slowly and shrinks at once.
    this.#rows = Math.min(maxRows, Math.max(minRows, Math.min(wanted, Math.ceil(this.#rows * 1.5))));
  }

  begin(): void {
    this.#began = performance.now();
  }

  /** Lets the calls that came meanwhile be served. */
  async rest(): Promise<void> {
    await pause(Math.min(maxPause, (performance.now() - this.#began) * shareOfOthers));
  }
}

/** The system's own word for what failed, such as `ENOENT`; what it said where it has none. */
export function systemErrorCode(cause: unknown): string {
  return errorCode(cause) ?? (cause instanceof Error ? cause.message : String(cause));
}

/** The bytes of files that were sent to be imported, each under its import's id, readable by this account only. */
interface ImportFiles {
  path(id: number): string;
  /** Writes a piece at its place; the piece is on disk, though not synced, when it resolves. */
  write(id: number, offset: number, bytes: Uint8Array): Promise<void>;
  remove(id: number): Promise<void>;
  /** Removes all that the last run left behind. */
  removeAll(): Promise<void>;
}

export function createImportFiles(dataDir: string): ImportFiles {
  const folder = join(dataDir, 'imports');
  const path = (id: number) => join(folder, `${id}.part`);
  return {
    path,
    async write(id, offset, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const handle = await open(path(id), offset === 0 ? 'w' : 'r+', 0o600);
      try {
        // A disk that is nearly full takes only a part, without a word.
        for (let done = 0; done < bytes.length; ) {
          const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, offset + done);
          done += bytesWritten;
        }
      } finally {
        await handle.close();
      }
    },
    remove: (id) => rm(path(id), { force: true }),
    async removeAll() {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) if (/^\d+\.part$/.test(name)) await rm(join(folder, name), { force: true });
    },
  };
}
