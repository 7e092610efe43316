import type { ImportFailure } from '#shared/contract/policies.ts';
import type { ImportFailureCode } from '#shared/policy-terms.ts';

/** Why a file cannot be read, as the contract has it; what is left out does not apply. */
export function failureBecause(
  code: ImportFailureCode,
  more: Partial<Omit<ImportFailure, 'code'>> = {},
): ImportFailure {
  return { code, line: null, limit: null, columns: [], detail: '', ...more };
}

/** A file that cannot be read. */
export class FileFailure extends Error {
  readonly failure: ImportFailure;
  constructor(code: ImportFailureCode, more: Partial<Omit<ImportFailure, 'code'>> = {}, cause?: unknown) {
    super(code, { cause });
    this.name = 'FileFailure';
    this.failure = failureBecause(code, more);
  }
}

/** A failure as data, whatever it was: what is none of a file says what it says as the detail. */
export function failureOf(cause: unknown): ImportFailure {
  if (cause instanceof FileFailure) return cause.failure;
  return failureBecause('notReadable', { detail: cause instanceof Error ? cause.message : String(cause) });
}

/** How large a file may be in each respect; what is above is refused with its reason. */
export const readerLimits = {
  columns: 100,
  /** Rows of a CSV file, blank ones too; lines without any sign do not count. */
  rows: 2_000_000,
  /** Rows of a sheet, empty ones too: as many as Excel can hold. */
  sheetRows: 1_048_576,
  /** Bytes of a CSV record: an unclosed quotation mark would make one of the whole file. */
  record: 4 * 1024 * 1024,
  /** Bytes that a part of a workbook may unfold to. */
  sheet: 2 * 1024 * 1024 * 1024,
  part: 512 * 1024 * 1024,
  /** Bytes that one compressed byte may unfold to, above `ratioFrom`; honest sheets stay under 40. */
  ratio: 200,
  ratioFrom: 16 * 1024 * 1024,
  /** Elements of a part of a workbook: those of the most rows with all columns of the book, texts in the cells. */
  elements: 150_000_000,
  /** Elements of one row of a sheet; outside of its rows so many, and a few more for each row, as links are. */
  rowElements: 100_000,
  otherElements: 200_000,
  otherElementsPerRow: 4,
  /** Levels of elements within each other, and attributes of one; honest parts have 10 and 30. */
  depth: 64,
  attributes: 256,
  /** Characters of a text in a cell; Excel's own limit is 32,767. */
  cell: 1024 * 1024,
} as const;
