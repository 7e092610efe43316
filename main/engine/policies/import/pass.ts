import { type ImportCounts, type ImportProblem, insertImportProblem, type Store } from '../../store/index.ts';
import type { GoodRow, RowBatch } from '../reader/messages.ts';
import { Pace } from './pace.ts';
import { type Effect, effectOf, stageRow } from './stage.ts';

/** Problems and warnings that are kept of one import; `bad` and `warned` count all. */
const keptLimits = { errors: 20_000, warnings: 5000 } as const;
/** Of each as many are answered to who asked for the import. */
const maxAnswered = 100;
/** Problems in one job of the writer: a wrong mapping makes a dozen of each row. */
const problemsTogether = 200;

export interface PassOptions {
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
export interface Passed {
  problems: ImportProblem[];
  warnings: ImportProblem[];
}

/** Takes all rows of a file through, checked only or written beside the book in force. */
export async function runPass(options: PassOptions): Promise<Passed> {
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
    counts.rows_done += rows.length + bad;
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
