/**
 * What the engine and the thread that reads files say to each other. Both ends are this program in one process, so the
 * types are trusted; what stands in the file is checked in the thread.
 */

import { hash } from 'node:crypto';
import type { ImportFailure } from '#shared/contract/policies.ts';
import type { ColumnMapping } from '#shared/contract/policy-imports.ts';
import { ownerColumns, type PolicyColumn } from '#shared/policy-terms.ts';
import { oddIdentifiers } from '#shared/rules/policy-identifiers.ts';
import type { ImportProblem } from '../../store/index.ts';
import { numberKey, type RowValues, readCell, shortened } from '../book/policy-row.ts';

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

/** A good row may have warnings. */
type Checked = { good: GoodRow; warnings: ImportProblem[] } | { problems: ImportProblem[] };

export const emptyBatch = (): RowBatch => ({ rows: [], bad: 0, problems: [], warned: 0, warnings: [] });

/** Adds what was checked of one row. */
export function addToBatch(batch: RowBatch, checked: Checked): void {
  if ('problems' in checked) {
    batch.bad += 1;
    batch.problems.push(...checked.problems);
    return;
  }
  batch.rows.push(checked.good);
  if (checked.warnings.length > 0) batch.warned += 1;
  batch.warnings.push(...checked.warnings);
}

/** What is checked of a row alone and beside the rows before it; each good row is remembered by number and VIN. */
export class RowChecker {
  readonly #vehicles = new Set<string>();
  /** By policy: a digest of its owner as the first row has it. */
  readonly #owners = new Map<string, string>();
  /** By policy: its number as the first row spells it, where that is not the key itself. */
  readonly #numbers = new Map<string, string>();

  check(line: number, cells: readonly { column: PolicyColumn; cell: string }[], extra: string): Checked {
    const values: RowValues = {};
    const problems: ImportProblem[] = [];
    for (const { column, cell } of cells) {
      const problem = readCell(values, column, cell);
      if (problem !== null) problems.push({ line, ...problem });
    }
    // More cells than headings: a separator stands inside of one, and all after it are in the wrong column.
    if (extra !== '') problems.push({ line, column: null, code: 'unreadable', value: shortened(extra) });
    const { insurancePolicyNumber, vin } = values;
    if (problems.length > 0 || insurancePolicyNumber === undefined || vin === undefined) {
      return {
        problems: problems.length > 0 ? problems : [{ line, column: null, code: 'missing', value: '' }],
      };
    }
    const key = numberKey(insurancePolicyNumber);
    const vehicle = `${key}\n${vin}`;
    if (this.#vehicles.has(vehicle)) {
      return { problems: [{ line, column: 'vin', code: 'duplicateInFile', value: vin }] };
    }
    const owner = ownerDigest(values);
    if ((this.#owners.get(key) ?? owner) !== owner) {
      return { problems: [{ line, column: null, code: 'ownerDiffersInFile', value: insurancePolicyNumber }] };
    }
    this.#vehicles.add(vehicle);
    const number = this.#spelling(key, insurancePolicyNumber);
    this.#owners.set(key, owner);
    const warnings = oddIdentifiers(values).map(({ column, code }) => ({
      line,
      column,
      code,
      value: shortened(values[column] ?? ''),
    }));
    return { good: { line, values: { ...values, insurancePolicyNumber: number, vin } }, warnings };
  }

  /** One spelling for one policy, or the book would have another one after each import of the same file. */
  #spelling(key: string, number: string): string {
    if (this.#owners.has(key)) return this.#numbers.get(key) ?? key;
    if (number !== key) this.#numbers.set(key, number);
    return number;
  }
}

function ownerDigest(values: RowValues): string {
  const owner = ownerColumns.map((column) => values[column] ?? '').join('\n');
  return owner.length <= 28 ? owner : hash('sha1', owner, 'base64');
}
