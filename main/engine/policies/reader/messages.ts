/**
 * What the engine and the thread that reads files say to each other. Both ends are this program in one process, so the
 * types are trusted; what stands in the file is checked in the thread.
 */
import type { ImportFailure } from '#shared/contract/policies.ts';
import type { ColumnMapping } from '#shared/contract/policy-imports.ts';
import type { ImportProblem } from '../../store/index.ts';
import type { RowValues } from '../book/values.ts';

/** `workerData`. */
export type ReadingTask =
  | { task: 'headings'; path: string; sheet: string | null }
  | { task: 'rows'; path: string; sheet: string | null; mapping: ColumnMapping };

/** What stands at the top of a file. */
export interface FilePreview {
  headings: string[];
  /** The first rows as texts. */
  sample: string[][];
  /** Of a workbook. */
  sheets: string[];
}

/** A good row: number and VIN are there. */
export type GoodRow = { line: number; values: RowValues & { insurancePolicyNumber: string; vin: string } };

export interface RowBatch {
  rows: GoodRow[];
  /** Rows with a problem, which are not in `rows`. */
  bad: number;
  problems: ImportProblem[];
  /** Rows among `rows` that have a warning. */
  warned: number;
  warnings: ImportProblem[];
}

export type FromReader =
  | { type: 'top'; top: FilePreview }
  | { type: 'rows'; batch: RowBatch }
  | { type: 'end' }
  | { type: 'failed'; failure: ImportFailure };

/** Asks for one batch more. */
export type ToReader = 'more';

/** Batches that are on their way at the most: reading goes on while rows are written, and not further. */
export const batchesAhead = 4;
/** Rows of a batch, good and bad. */
export const batchRows = 200;
