/** Exports: a list with its filter, a record, a claim or a table of a screen as a file that other programs read. */
import { oc } from '@orpc/contract';
import * as z from 'zod';
import { locale } from '../terms.ts';
import { attachmentsContract } from './attachments.ts';
import { auditContract } from './audit.ts';
import { cancellationsContract } from './cancellations.ts';
import { claimFileKey, claimsContract } from './claims.ts';
import { instant, rowId } from './common.ts';
import { policiesContract } from './policies.ts';
import { policyLookupsContract } from './policy-lookups.ts';
import { recordsContract } from './records.ts';
import { rejectedContract } from './rejected.ts';

const exportFormats = ['csv', 'xlsx', 'pdf'] as const;
export const exportFormat = z.enum(exportFormats);
export type ExportFormat = z.infer<typeof exportFormat>;

/**
 * The most rows that a file of a format holds below its heading: of XLSX what a sheet may have ("Excel specifications and limits"),
 * of PDF what somebody may still leaf through. CSV has none.
 */
export const maxExportRows = { xlsx: 1_048_575, pdf: 5000 } as const;

/** What a column holds; an amount is a decimal text in the currency that another column names, a month `YYYY-MM`. */
const columnType = z.enum(['text', 'integer', 'amount', 'month', 'day', 'instant', 'boolean']);
export type ColumnType = z.infer<typeof columnType>;

/** A column of a table; `width` is about how many characters it shows. */
const sheetColumn = z.object({
  title: z.string().max(200),
  type: columnType,
  width: z.int().min(2).max(80).default(16),
});

const sheetCell = z.union([z.string().max(65_536), z.number(), z.boolean(), z.null()]);
/** Of a day `YYYY-MM-DD`, of an instant ISO 8601. What is not of its column's type is written as text. */
export type SheetCell = z.infer<typeof sheetCell>;

const columnIndex = z.int().nonnegative().max(49);

/** How a table is drawn above itself on paper: its first column names what is compared, and other columns are its series. */
const sheetChart = z.object({
  /** `columns` stand up, side by side or one on the other; `bars` lie, for long names; `lines` go from point to point. */
  form: z.enum(['columns', 'stackedColumns', 'bars', 'stackedBars', 'lines']),
  /** Numbers. */
  series: z.array(columnIndex).min(1).max(6),
  unit: z.enum(['count', 'amount', 'percent', 'minutes']),
  /** What it shows, in a sentence. */
  sentence: z.string().max(300),
  /** So many rows are drawn, the first ones. */
  drawn: z.int().positive().max(120),
});
export type SheetChart = z.infer<typeof sheetChart>;

/** A table that a screen shows, as it is: what it is of stands in its title and filters. */
const shownTable = z.object({
  of: z.literal('table'),
  title: z.string().min(1).max(200),
  filters: z.array(z.string().max(500)).max(50),
  columns: z.array(sheetColumn).min(1).max(50),
  rows: z.array(z.array(sheetCell).max(50)).max(5000),
  chart: sheetChart.optional(),
});

type ListOf<Input extends z.ZodObject> = { '~orpc': { inputSchema?: z.ZodPrefault<Input> | undefined } };

/** What a list can be asked for: its input, from which the pages are left out. */
function inputOf<Input extends z.ZodObject>(list: ListOf<Input>): Input {
  const schema = list['~orpc'].inputSchema;
  if (schema === undefined) throw new Error('A list without an input cannot be exported.');
  return schema.unwrap();
}

const pages = { limit: true, cursor: true } as const;

/** Every list with its own filter; what it leaves out is not looked at. */
export const exportSource = z.discriminatedUnion('of', [
  z.object({ of: z.literal('records'), filter: inputOf(recordsContract.list).omit(pages).prefault({}) }),
  z.object({ of: z.literal('claims'), filter: inputOf(claimsContract.list).omit(pages).prefault({}) }),
  z.object({
    of: z.literal('cancellations'),
    filter: inputOf(cancellationsContract.list).omit(pages).prefault({}),
  }),
  z.object({ of: z.literal('policies'), filter: inputOf(policiesContract.list).omit(pages).prefault({}) }),
  z.object({
    of: z.literal('policyLookups'),
    filter: inputOf(policyLookupsContract.list).omit(pages).prefault({}),
  }),
  z.object({
    of: z.literal('downloads'),
    filter: inputOf(attachmentsContract.waiting).omit(pages).prefault({}),
  }),
  z.object({ of: z.literal('rejected'), filter: inputOf(rejectedContract.list).omit(pages).prefault({}) }),
  z.object({ of: z.literal('audit'), filter: inputOf(auditContract.list).omit(pages).prefault({}) }),
  shownTable,
  /** Everything that is known of one, as it reads in its latest revision, on paper: PDF alone. */
  z.object({ of: z.literal('record'), id: rowId }),
  z.object({ of: z.literal('claim'), by: claimFileKey, value: z.string().min(1).max(200) }),
]);
export type ExportSource = z.infer<typeof exportSource>;

/** Why an export was not made; the screen holds the text of each. */
const exportFailure = z.enum([
  'diskFull',
  'notWritable',
  /** Something lies at its path already; only the command line names one. */
  'targetExists',
  /** More than `maxExportRows` of its format. */
  'tooManyRows',
  /** What was to be exported is not there. */
  'notFound',
  'stopped',
  'other',
]);
export type ExportFailure = z.infer<typeof exportFailure>;

const exportEntry = z.object({
  id: z.uuid(),
  /** What it is of, in the language of the file. */
  title: z.string(),
  /** Under which the file is saved. */
  name: z.string(),
  format: exportFormat,
  /** A record or claim, which has no rows of its own. */
  isDocument: z.boolean(),
  since: instant,
  state: z.enum(['writing', 'done', 'failed']),
  rows: z.int().nonnegative(),
  /** Null where nobody knows yet, or there are too many to be counted before. */
  total: z.int().nonnegative().nullable(),
  /** Of the whole file; 0 before. */
  bytes: z.int().nonnegative(),
  failure: z
    .object({ code: exportFailure, /** For whoever looks after the computer. */ detail: z.string() })
    .nullable(),
});
export type ExportEntry = z.infer<typeof exportEntry>;

const notFound = { NOT_FOUND: { status: 404, message: 'No export of yours has this id.' } } as const;

export const exportsContract = {
  /**
   * Begins to write one; the file is at `/exports/<id>/download` once it is done, for whoever began it and administrators, until it
   * is removed, Perito starts anew or a day has passed. Rows are read in pages, each of one moment: what arrives or changes while it is written may be in it as it
   * was, as it became, or, where the list is ordered by what changed, not at all.
   */
  begin: oc
    .input(z.object({ source: exportSource, format: exportFormat, locale: locale.default('es') }))
    .output(exportEntry)
    .errors({ BUSY: { status: 409, message: 'As many exports are being written as may be at once.' } }),
  /** Those of whoever asks, the newest first; at most 20. */
  list: oc.output(z.array(exportEntry)),
  /** Ends one that is being written; nothing is left of its file. */
  stop: oc
    .input(z.object({ id: z.uuid() }))
    .output(exportEntry)
    .errors(notFound),
  /** Removes one with its file; of one that is being saved (`isSaved`) the file stays, and it is listed no more. */
  remove: oc.input(z.object({ id: z.uuid(), isSaved: z.boolean().default(false) })).errors(notFound),
};
