import { type ImportFailure, importFailure } from '#shared/contract/policies.ts';
import type { ImportFailureCode, ImportState } from '#shared/policy-terms.ts';
import type { StagedFrom } from './policy-staging.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

export interface ImportCounts {
  rows_done: number;
  added: number;
  changed: number;
  unchanged: number;
  bad: number;
  warned: number;
}

export interface ImportRow extends ImportCounts {
  id: number;
  filename: string;
  via: 'console' | 'folder' | 'script';
  started_at: number;
  started_by: string;
  state: ImportState;
  bytes: number;
  received_bytes: number;
  /** JSON of heading to column; null before the first check. */
  mapping: string | null;
  sheet: string | null;
  rows_total: number | null;
  finished_at: number | null;
  failure_code: ImportFailureCode | null;
  /** The rest of the failure, JSON; a plain text as earlier versions wrote it. */
  failure_detail: string | null;
  version: number | null;
  last_policy_id_before: number | null;
  last_vehicle_id_before: number | null;
}

export async function insertImport(
  tx: WriteTransaction,
  row: Pick<
    ImportRow,
    'filename' | 'via' | 'started_at' | 'started_by' | 'state' | 'bytes' | 'received_bytes'
  >,
): Promise<number> {
  return tx.run(
    `INSERT INTO policy_import (filename, via, started_at, started_by, state, bytes, received_bytes)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    row.filename,
    row.via,
    row.started_at,
    row.started_by,
    row.state,
    row.bytes,
    row.received_bytes,
  ).lastId;
}

export const importSql = {
  page: 'SELECT * FROM policy_import WHERE id < ? ORDER BY id DESC LIMIT ?',
  open: 'SELECT * FROM policy_import INDEXED BY policy_import_open WHERE finished_at IS NULL ORDER BY id',
  ofVersion: 'SELECT * FROM policy_import WHERE version = ?',
  problems: `SELECT line, column_name, code, value, id FROM policy_import_problem
    WHERE import_id = ? AND is_warning = ? AND (line, id) > (?, ?) ORDER BY line, id LIMIT ?`,
  problemCount: 'SELECT count(*) AS count FROM policy_import_problem WHERE import_id = ? AND is_warning = ?',
} as const;

export async function importById(tx: ReadTransaction, id: number): Promise<ImportRow | undefined> {
  return tx.get<ImportRow>('SELECT * FROM policy_import WHERE id = ?', id);
}

/** Newest first, below an id. */
export async function importPage(tx: ReadTransaction, belowId: number, limit: number): Promise<ImportRow[]> {
  return tx.all<ImportRow>(importSql.page, belowId, limit);
}

/** Imports are never removed, so the last id is their number. */
export async function importCount(tx: ReadTransaction): Promise<number> {
  return tx.get<{ last: number | null }>('SELECT max(id) AS last FROM policy_import')?.last ?? 0;
}

/** Imports that have not ended. */
export async function openImports(tx: ReadTransaction): Promise<ImportRow[]> {
  return tx.all<ImportRow>(importSql.open);
}

/** The import that writes, or wrote, a version of the book. */
export async function importOfVersion(tx: ReadTransaction, version: number): Promise<ImportRow | undefined> {
  return tx.get<ImportRow>(importSql.ofVersion, version);
}

export async function setImportReceived(
  tx: WriteTransaction,
  id: number,
  receivedBytes: number,
  state: 'uploading' | 'ready',
): Promise<void> {
  tx.run('UPDATE policy_import SET received_bytes = ?, state = ? WHERE id = ?', receivedBytes, state, id);
}

/** Begins a dry run with a mapping; what another one found is forgotten. */
export async function setImportChecking(
  tx: WriteTransaction,
  id: number,
  mapping: string,
  sheet: string | null,
): Promise<void> {
  tx.run(
    `UPDATE policy_import SET state = 'checking', mapping = ?, sheet = ?, rows_done = 0, rows_total = NULL, added = 0,
       changed = 0, unchanged = 0, bad = 0, warned = 0 WHERE id = ?`,
    mapping,
    sheet,
    id,
  );
}

/** The version that an import writes, and where it begins. */
export async function setImportWriting(
  tx: WriteTransaction,
  id: number,
  version: number,
  from: StagedFrom,
): Promise<void> {
  tx.run(
    `UPDATE policy_import SET state = 'importing', version = ?, last_policy_id_before = ?, last_vehicle_id_before = ? WHERE id = ?`,
    version,
    from.policyBefore,
    from.vehicleBefore,
    id,
  );
}

/** What a run has found; `rows_total` is known once it has read everything. */
export async function setImportCounts(
  tx: WriteTransaction,
  id: number,
  counts: ImportCounts,
  rowsTotal: number | null,
): Promise<void> {
  tx.run(
    `UPDATE policy_import SET rows_done = ?, rows_total = ?, added = ?, changed = ?, unchanged = ?, bad = ?, warned = ?
      WHERE id = ?`,
    counts.rows_done,
    rowsTotal,
    counts.added,
    counts.changed,
    counts.unchanged,
    counts.bad,
    counts.warned,
    id,
  );
}

export async function setImportState(
  tx: WriteTransaction,
  id: number,
  state: 'ready' | 'checked',
): Promise<void> {
  tx.run('UPDATE policy_import SET state = ? WHERE id = ?', state, id);
}

export async function endImport(
  tx: WriteTransaction,
  id: number,
  end: {
    state: 'imported' | 'cancelled' | 'failed' | 'checked';
    at: number;
    failure?: ImportFailure | undefined;
  },
): Promise<void> {
  const { code = null, ...rest } = end.failure ?? {};
  tx.run(
    'UPDATE policy_import SET state = ?, finished_at = ?, failure_code = ?, failure_detail = ? WHERE id = ?',
    end.state,
    end.at,
    code,
    code === null ? null : JSON.stringify(rest),
    id,
  );
}

/** Why an import failed; null where it did not. */
export function importFailureOf({
  failure_code: code,
  failure_detail: stored,
}: Pick<ImportRow, 'failure_code' | 'failure_detail'>): ImportFailure | null {
  return code === null ? null : { code, ...storedFailure(stored ?? '') };
}

const restOfFailure = importFailure.omit({ code: true });

function storedFailure(stored: string): Omit<ImportFailure, 'code'> {
  try {
    return restOfFailure.parse(JSON.parse(stored));
  } catch {
    return { line: null, limit: null, columns: [], detail: stored };
  }
}
