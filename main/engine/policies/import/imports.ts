import type { Actor } from '#shared/contract/forms.ts';
import type { ImportFailure, ImportOutcome, RowProblem } from '#shared/contract/policies.ts';
import type { ColumnMapping, ImportHeadings } from '#shared/contract/policy-imports.ts';
import type { PolicyColumn } from '#shared/policy-terms.ts';
import type { ImportRow } from '../../store/index.ts';
import type { GivenRow } from './row-source.ts';

export type NotNow = { outcome: 'notNow'; state: ImportRow['state'] };
type NotFound = { outcome: 'notFound' };
type Busy = { outcome: 'busy' };
type Unreadable = { outcome: 'unreadable'; failure: ImportFailure };
type Done<Result> = { outcome: 'done'; result: Result };

export interface AtOnce {
  path?: string | undefined;
  rows?: readonly GivenRow[] | undefined;
  dryRun: boolean;
  badRows: 'refuse' | 'skip';
}

/** What came of an import that was asked for at once, with its row in the list of imports. */
export interface AtOnceResult extends ImportOutcome {
  importId: number;
}

/** Importing into the policy book. One import runs at a time; everything it does is nothing until it is all done. */
export interface PolicyImports {
  list(query: { belowId: number; limit: number }): Promise<{ rows: ImportRow[]; total: number }>;
  get(id: number): Promise<ImportRow | null>;
  begin(
    file: { filename: string; bytes: number },
    actor: Actor,
  ): Promise<Done<ImportRow> | Busy | { outcome: 'tooLarge' }>;
  append(
    id: number,
    offset: number,
    bytes: Uint8Array,
  ): Promise<Done<ImportRow> | NotFound | NotNow | { outcome: 'tooLarge' }>;
  headings(
    id: number,
    sheet: string | undefined,
  ): Promise<Done<ImportHeadings> | NotFound | NotNow | Unreadable>;
  /** Begins a dry run and resolves at once. */
  check(
    id: number,
    asked: { mapping: ColumnMapping; sheet: string | undefined },
    actor: Actor,
  ): Promise<
    | Done<ImportRow>
    | NotFound
    | NotNow
    | Busy
    | { outcome: 'mapping'; missing: PolicyColumn[]; twice: PolicyColumn[] }
  >;
  /** Begins to import and resolves at once. */
  apply(
    id: number,
    badRows: 'refuse' | 'skip',
    actor: Actor,
  ): Promise<Done<ImportRow> | NotFound | NotNow | Busy>;
  /** Resolves when it has ended. */
  cancel(id: number): Promise<Done<ImportRow> | NotFound | NotNow>;
  /** What keeps rows out, or what is odd about rows that came in. */
  problems(
    id: number,
    severity: 'error' | 'warning',
    after: { line: number; id: number },
    limit: number,
  ): Promise<{ rows: (RowProblem & { id: number })[]; total: number } | null>;
  /** Imports rows or a file of this machine and resolves when it has ended. */
  atOnce(
    asked: AtOnce,
    actor: Actor,
    via?: 'script' | 'folder',
  ): Promise<Done<AtOnceResult> | Busy | (Unreadable & { importId: number | null })>;
}
