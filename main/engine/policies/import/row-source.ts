import { realpath, stat } from 'node:fs/promises';
import { type ColumnMapping, maxImportFileBytes } from '#shared/contract/policy-imports.ts';
import type { PolicyColumn } from '#shared/policy-terms.ts';
import { addToBatch, emptyBatch, RowChecker } from '../reader/check-rows.ts';
import { FileFailure } from '../reader/failure.ts';
import { batchRows, type RowBatch } from '../reader/messages.ts';
import { readBatches } from '../reader/start.ts';
import { systemErrorCode } from './system-word.ts';

/** Rows as a script gives them; what is absent says nothing, null is empty. */
export type GivenRow = Partial<Record<PolicyColumn, string | number | boolean | null | undefined>>;

/** Where an import takes its rows from. */
export type RowSource =
  | { from: 'file'; path: string; sheet: string | null; mapping: ColumnMapping }
  | { from: 'rows'; rows: readonly GivenRow[] };

export function batchesOf(source: RowSource, signal: AbortSignal): AsyncIterable<RowBatch> {
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
