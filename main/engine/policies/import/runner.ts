import { mkdir, open, readdir, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '#shared/contract/forms.ts';
import type { ImportFailure } from '#shared/contract/policies.ts';
import { type ColumnMapping, maxImportFileBytes } from '#shared/contract/policy-imports.ts';
import type { PolicyColumn } from '#shared/policy-terms.ts';
import { yieldToEventLoop } from '../../background-loop.ts';
import type { Changes } from '../../changes/index.ts';
import type { Clock } from '../../clock.ts';
import { errorCode } from '../../error-code.ts';
import type { EngineLog } from '../../log.ts';
import {
  appendAudit,
  bookVersion,
  closePendingVersion,
  endImport,
  endRow,
  enforcePendingVersion,
  type ImportCounts,
  type ImportProblem,
  type ImportRow,
  importOfVersion,
  insertImportProblem,
  insertPolicy,
  insertVehicle,
  lastPolicyRows,
  nextInSequence,
  openImports,
  openPendingVersion,
  policyInForce,
  policyWasTouched,
  queueReportRecheck,
  type ReadTransaction,
  reopenEnded,
  type StagedFrom,
  type Store,
  StoreProblem,
  setImportCounts,
  setImportState,
  setImportWriting,
  setWordsDue,
  stagedPolicy,
  sweepEnded,
  undoStaged,
  type VehicleBookRow,
  vehicleInForce,
  vehicleWasTouched,
  type WriteTransaction,
} from '../../store/index.ts';
import { vehicleIds } from '../book/book.ts';
import {
  type CellProblem,
  type Completed,
  completeRow,
  isSamePolicy,
  isSameVehicle,
  numberKey,
} from '../book/policy-row.ts';
import { policyTokens } from '../book/search.ts';
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

interface RunsOptions {
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
  rowsDone: 0,
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

/** Why a run was made to end: the reason of its signal. */
type EndedBy = 'cancelled' | 'closing';

interface RunOptions {
  store: Store;
  clock: Clock;
  id: number;
  filename: string;
  source: RowSource;
  /** A dry run: `goesOn` leaves the import open, to be applied. */
  dryRun: false | 'goesOn' | 'ends';
  badRows: 'refuse' | 'skip';
  actor: Actor;
  counts: ImportCounts;
  signal: AbortSignal;
  onProgress(): void;
}

export interface RunEnd extends Passed {
  state: 'checked' | 'imported' | 'cancelled' | 'failed' | 'closing';
  failure: ImportFailure | null;
}

/** Runs an import, or its dry run, and stores how it ended. What it wrote and did not bring in force is to be undone. */
async function runImport(options: RunOptions): Promise<RunEnd> {
  let passed: Passed = { problems: [], warnings: [] };
  try {
    const version = options.dryRun === false ? await beginWriting(options) : null;
    passed = await runPass({
      ...options,
      importId: options.id,
      batches: batchesOf(options.source, options.signal),
      staging: version === null ? null : { version, at: options.clock.now(), by: options.actor.person },
      refuses: options.badRows === 'refuse',
    });
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
    const version = await openPendingVersion(tx);
    if (version === null) throw new Error('Another import is writing.');
    await setImportWriting(tx, id, version, await lastPolicyRows(tx));
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
    await enforcePendingVersion(tx);
    await queueReportRecheck(tx);
    await setImportCounts(tx, id, counts, rowsDone);
    await endImport(tx, id, { state: 'imported', at });
    await appendAudit(tx, {
      at,
      actor,
      action: 'policies.imported',
      subject: `policyImport:${id}`,
      detail: { filename, rows: rowsDone, added, changed, unchanged, bad, warned },
    });
  });
}

async function endDryRun(options: RunOptions, passed: Passed): Promise<RunEnd> {
  const { store, clock, id, counts, dryRun } = options;
  await store.write(async (tx) => {
    await setImportCounts(tx, id, counts, counts.rowsDone);
    if (dryRun === 'goesOn') await setImportState(tx, id, 'checked');
    else await endImport(tx, id, { state: 'checked', at: clock.now() });
  });
  return { state: 'checked', ...passed, failure: null };
}

async function endByFailure(options: RunOptions, cause: unknown, passed: Passed): Promise<RunEnd> {
  const { signal } = options;
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
  await store.write(async (tx) => {
    await setImportCounts(tx, id, counts, null);
    await endImport(tx, id, { state: end.state, at: clock.now(), failure: end.failure ?? undefined });
    await appendAudit(tx, {
      at: clock.now(),
      actor,
      action: end.state === 'cancelled' ? 'policies.importCancelled' : 'policies.importFailed',
      subject: `policyImport:${id}`,
      detail: { filename, ...(end.failure && { code: end.failure.code }) },
    });
  });
  return end;
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

interface PassOptions {
  store: Store;
  importId: number;
  batches: AsyncIterable<RowBatch>;
  /** Written to as the pass goes on. */
  counts: ImportCounts;
  /** Aborted by cancelling and by closing: the pass ends with the signal's reason. */
  signal: AbortSignal;
  /** Told after each batch. */
  onProgress(): void;
  /** The version to write into; null of a dry run. */
  staging: { version: number; at: number; by: string } | null;
  /** Whether one bad row keeps all others from being imported: then nothing more is written after it. */
  refuses: boolean;
}

/** The first of each that a pass found. */
interface Passed {
  problems: ImportProblem[];
  warnings: ImportProblem[];
}

/** Takes all rows of a file through, checked only or written beside the book in force. */
async function runPass(options: PassOptions): Promise<Passed> {
  const { store, batches, counts, signal, onProgress } = options;
  const pace = new Pace();
  const passed: Passed = { problems: [], warnings: [] };
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
  { store, staging, refuses, counts }: PassOptions,
  rows: readonly GoodRow[],
  pace: Pace,
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
const fewest = 5;
const most = 400;
/** Of the time that a job and its commit took, the share that then belongs to others alone. */
const shareOfOthers = 0.5;
const maxPause = 10;

/** How many rows go into one job, learned from how long the last ones took, and how long others come first after it. */
class Pace {
  #rows = 25;
  #began = performance.now();

  get rows(): number {
    return this.#rows;
  }

  took(rows: number, milliseconds: number): void {
    const perRow = Math.max(milliseconds / Math.max(1, rows), 0.001);
    const wanted = Math.floor(wantedMilliseconds / perRow);
    // Grows slowly and shrinks at once.
    this.#rows = Math.min(most, Math.max(fewest, Math.min(wanted, Math.ceil(this.#rows * 1.5))));
  }

  begin(): void {
    this.#began = performance.now();
  }

  /** Lets the calls that came meanwhile be served. */
  async rest(): Promise<void> {
    await pause(Math.min(maxPause, (performance.now() - this.#began) * shareOfOthers));
  }
}

type Effect = 'added' | 'changed' | 'unchanged' | { problems: CellProblem[] };

interface Compared {
  key: string;
  vin: string;
  completed: Completed;
  policyBefore: Awaited<ReturnType<typeof policyInForce>>;
  vehicleBefore: VehicleBookRow | undefined;
  policyDiffers: boolean;
  vehicleDiffers: boolean;
}

/** What a row would do to the book in force. */
async function effectOf(tx: ReadTransaction, row: GoodRow): Promise<Effect> {
  const compared = await compare(tx, row);
  return 'problems' in compared ? compared : effectName(compared);
}

async function compare(
  tx: ReadTransaction,
  { values }: GoodRow,
): Promise<Compared | { problems: CellProblem[] }> {
  const key = numberKey(values.insurancePolicyNumber);
  const policyBefore = await policyInForce(tx, key);
  const vehicleBefore = await vehicleInForce(tx, key, values.vin);
  const completed = completeRow(values, { policy: policyBefore, vehicle: vehicleBefore });
  if ('problems' in completed) return completed;
  return {
    key,
    vin: values.vin,
    completed,
    policyBefore,
    vehicleBefore,
    policyDiffers: policyBefore === undefined || !isSamePolicy(policyBefore, completed.policy),
    vehicleDiffers: vehicleBefore === undefined || !isSameVehicle(vehicleBefore, completed.vehicle),
  };
}

function effectName({ vehicleBefore, vehicleDiffers, policyDiffers }: Compared): Exclude<Effect, object> {
  if (vehicleBefore === undefined) return 'added';
  return vehicleDiffers || policyDiffers ? 'changed' : 'unchanged';
}

/**
 * Writes a row into the version that an import is writing, where it differs from the book in force. What a person has
 * added, corrected or taken out since the import began is left as they made it, as if they had done it afterwards.
 */
async function stageRow(
  tx: WriteTransaction,
  row: GoodRow,
  { version, at, by }: { version: number; at: number; by: string },
): Promise<Effect> {
  const compared = await compare(tx, row);
  if ('problems' in compared) return compared;
  const { key, vin, completed, policyBefore, vehicleBefore, policyDiffers, vehicleDiffers } = compared;
  const placing = { fromVersion: version, touchedIn: null };
  if (policyDiffers && !(await policyIsSettled(tx, key, version))) {
    if (policyBefore !== undefined) await endRow(tx, 'policy', policyBefore.id, version);
    const id = await insertPolicy(tx, key, completed.policy, placing);
    if (policyBefore !== undefined) await setWordsDue(tx, id);
  }
  if (await vehicleWasTouched(tx, key, vin, version)) return 'unchanged';
  if (vehicleDiffers) {
    if (vehicleBefore !== undefined) await endRow(tx, 'policy_vehicle', vehicleBefore.id, version);
    const vehicleId = vehicleBefore?.vehicleId ?? (await nextInSequence(tx, vehicleIds));
    await insertVehicle(
      tx,
      { vehicleId, key, vin, content: completed.vehicle, changedAt: at, changedBy: by },
      policyTokens(completed.policy, { ...completed.vehicle, vin }),
      placing,
    );
  }
  return effectName(compared);
}

/** Whether an earlier row of the file, or a person, has said meanwhile who the owner is. */
async function policyIsSettled(tx: ReadTransaction, key: string, version: number): Promise<boolean> {
  return (await stagedPolicy(tx, key, version)) || (await policyWasTouched(tx, key, version));
}

/** Rows in one job of the writer. */
const chunk = 50;

/**
 * Undoes what a given-up import has written, a little in each job. The book in force is not touched by it, so it may be
 * interrupted at any moment and goes on at the next start. Answers whether all is done.
 */
async function undoPending(store: Store, isStopped: () => boolean): Promise<boolean> {
  const { pending } = await store.read(bookVersion);
  if (pending === null) return true;
  const writer = await store.read((tx) => importOfVersion(tx, pending));
  let from: StagedFrom | null = {
    policyBefore: writer?.lastPolicyIdBefore ?? 0,
    vehicleBefore: writer?.lastVehicleIdBefore ?? 0,
  };
  while (from !== null) {
    if (isStopped()) return false;
    const here: StagedFrom = from;
    from = await store.write((tx) => undoStaged(tx, pending, here, chunk));
    await yieldToEventLoop();
  }
  for (let isMore = true; isMore; ) {
    if (isStopped()) return false;
    isMore = await store.write((tx) => reopenEnded(tx, pending, chunk));
    await yieldToEventLoop();
  }
  await store.write(closePendingVersion);
  return true;
}

/** Removes rows that are in force no longer, a little in each job; what is left is removed after the next start. */
async function sweep(store: Store, isStopped: () => boolean): Promise<void> {
  while (!isStopped() && (await store.write((tx) => sweepEnded(tx, chunk)))) await yieldToEventLoop();
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
