import type { Actor } from '#shared/contract/forms.ts';
import type { ImportFailure } from '#shared/contract/policies.ts';
import type { Clock } from '../../clock.ts';
import {
  appendAudit,
  endImport,
  enforcePendingVersion,
  type ImportCounts,
  lastPolicyRows,
  openPendingVersion,
  queueReportRecheck,
  type Store,
  StoreProblem,
  setImportCounts,
  setImportState,
  setImportWriting,
} from '../../store/index.ts';
import { FileFailure, failureBecause } from '../reader/failure.ts';
import { type Passed, runPass } from './pass.ts';
import { batchesOf, type RowSource } from './row-source.ts';

/** Why a run was made to end: the reason of its signal. */
export type EndedBy = 'cancelled' | 'closing';

export interface RunOptions {
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
export async function runImport(options: RunOptions): Promise<RunEnd> {
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
    const { rows_done, added, changed, unchanged, bad, warned } = counts;
    await enforcePendingVersion(tx);
    await queueReportRecheck(tx);
    await setImportCounts(tx, id, counts, rows_done);
    await endImport(tx, id, { state: 'imported', at });
    await appendAudit(tx, {
      at,
      actor,
      action: 'policies.imported',
      subject: `policyImport:${id}`,
      detail: { filename, rows: rows_done, added, changed, unchanged, bad, warned },
    });
  });
}

async function endDryRun(options: RunOptions, passed: Passed): Promise<RunEnd> {
  const { store, clock, id, counts, dryRun } = options;
  await store.write(async (tx) => {
    await setImportCounts(tx, id, counts, counts.rows_done);
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
