import { oc } from '@orpc/contract';
import * as z from 'zod';
import { importState, policyColumn } from '../policy-terms.ts';
import { instant, page, pageRequest, rowId } from './common.ts';
import { importFailure, rowProblem } from './policies.ts';

/** The bytes of a file that one call carries, before Base64; a call may have 1 MiB. */
export const uploadChunkBytes = 512 * 1024;
/** The largest file that is imported. */
export const maxImportFileBytes = 200 * 1024 * 1024;

/** Heading of the file to column of the book; headings that are left out are not imported. */
export const columnMapping = z.record(z.string().max(200), policyColumn);
export type ColumnMapping = z.infer<typeof columnMapping>;

export const policyImport = z.object({
  id: rowId,
  filename: z.string(),
  startedAt: instant,
  startedBy: z.string(),
  /** Chosen by a person, dropped into the watched folder, or given by a script. */
  via: z.enum(['console', 'folder', 'script']),
  state: importState,
  bytes: z.int(),
  receivedBytes: z.int(),
  /** Rows read so far in the run under way; `rowsTotal` is null while it is not known. */
  rowsDone: z.int(),
  rowsTotal: z.int().nullable(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  bad: z.int(),
  /** Rows with warnings, which are imported. */
  warned: z.int(),
  finishedAt: instant.nullable(),
  /** The reason of the failure; null where the import did not fail. */
  failure: importFailure.nullable(),
});
export type PolicyImport = z.infer<typeof policyImport>;

/** A file's headings and sample rows, for the mapping. */
const importHeadings = z.object({
  headings: z.array(z.string()),
  /** The first rows as texts, as a sample of each column. */
  sample: z.array(z.array(z.string())),
  /** Proposed from the headings, or remembered from the last file with the same ones. */
  mapping: columnMapping,
  isRemembered: z.boolean(),
  /** Sheets of a workbook; empty for CSV. */
  sheets: z.array(z.string()),
});
export type ImportHeadings = z.infer<typeof importHeadings>;

const errors = {
  NOT_FOUND: { status: 404, message: 'No import has this id.' },
  BUSY: { status: 409, message: 'Another import is under way.' },
  NOT_NOW: {
    status: 409,
    message: 'The import does not take this in its state.',
    data: z.object({ state: importState }),
  },
  TOO_LARGE: { status: 413, message: 'The file is too large.' },
  FILE: { status: 422, message: 'The file could not be read.', data: importFailure },
  MAPPING: {
    status: 422,
    message: 'Columns that the book needs are not mapped, or one is mapped twice.',
    data: z.object({ missing: z.array(policyColumn), twice: z.array(policyColumn) }),
  },
} as const;
const { NOT_FOUND, BUSY, NOT_NOW, TOO_LARGE, FILE, MAPPING } = errors;
const importId = z.object({ id: rowId });

/** Importing a file into the policy book step by step, as the screen does it. */
export const policyImportsContract = {
  /** Newest first. */
  list: oc.input(z.object(pageRequest).prefault({})).output(page(policyImport)),
  get: oc.input(importId).output(policyImport).errors({ NOT_FOUND }),
  /** Announces a file, whose bytes follow in order. */
  begin: oc
    .input(z.object({ filename: z.string().trim().min(1).max(255), bytes: z.int().positive() }))
    .output(policyImport)
    .errors({ TOO_LARGE, BUSY }),
  append: oc
    .input(
      z.object({ id: rowId, offset: z.int().nonnegative(), base64: z.base64().max(uploadChunkBytes * 2) }),
    )
    .output(policyImport)
    .errors({ NOT_FOUND, NOT_NOW, TOO_LARGE }),
  headings: oc
    .input(z.object({ id: rowId, sheet: z.string().max(200).optional() }))
    .output(importHeadings)
    .errors({ NOT_FOUND, NOT_NOW, FILE }),
  /** Begins a dry run: every row is checked and compared with the book, nothing is written. */
  check: oc
    .input(z.object({ id: rowId, mapping: columnMapping, sheet: z.string().max(200).optional() }))
    .output(policyImport)
    .errors({ NOT_FOUND, NOT_NOW, BUSY, MAPPING }),
  /** Begins to import what was checked. With bad rows, `skip` imports exactly the good ones. */
  apply: oc
    .input(z.object({ id: rowId, badRows: z.enum(['refuse', 'skip']) }))
    .output(policyImport)
    .errors({ NOT_FOUND, NOT_NOW, BUSY }),
  /** Cancels the import in any state; the book stays unchanged. */
  cancel: oc.input(importId).output(policyImport).errors({ NOT_FOUND, NOT_NOW }),
  /** Lists the errors of rows by line; with `warning` the warnings of imported rows. */
  problems: oc
    .input(z.object({ id: rowId, severity: z.enum(['error', 'warning']).default('error'), ...pageRequest }))
    .output(page(rowProblem))
    .errors({ NOT_FOUND }),
};
