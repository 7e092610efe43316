/** Imports of the policy book: their state, row problems, column mappings, and the rows that they stage. */
import { type ImportFailure, importFailure } from '#shared/contract/policies.ts';
import {
  type ImportFailureCode,
  type ImportState,
  isRowWarning,
  type PolicyColumn,
  type RowProblemCode,
} from '#shared/policy-terms.ts';
import { indexKey } from './storable.ts';
import {
  countRows,
  insertedId,
  type ReadTransaction,
  selected,
  type WriteTransaction,
} from './transaction.ts';

export interface ImportCounts {
  rowsDone: number;
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
  startedAt: number;
  startedBy: string;
  state: ImportState;
  bytes: number;
  receivedBytes: number;
  /** JSON of heading to column; null before the first check. */
  mapping: string | null;
  sheet: string | null;
  rowsTotal: number | null;
  finishedAt: number | null;
  failureCode: ImportFailureCode | null;
  /** The rest of the failure, JSON; a plain text as earlier versions wrote it. */
  failureDetail: string | null;
  version: number | null;
  lastPolicyIdBefore: number | null;
  lastVehicleIdBefore: number | null;
}

export async function insertImport(
  tx: WriteTransaction,
  row: Pick<ImportRow, 'filename' | 'via' | 'startedAt' | 'startedBy' | 'state' | 'bytes' | 'receivedBytes'>,
): Promise<number> {
  const id = await insertedId(
    tx,
    `INSERT INTO policy_import (filename, via, started_at, started_by, state, bytes, received_bytes)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
    row.filename,
    row.via,
    row.startedAt,
    row.startedBy,
    row.state,
    row.bytes,
    row.receivedBytes,
  );
  return id;
}

const importColumns = selected<ImportRow>('i', [
  'id',
  'filename',
  'via',
  'startedAt',
  'startedBy',
  'state',
  'bytes',
  'receivedBytes',
  'mapping',
  'sheet',
  'rowsTotal',
  'finishedAt',
  'failureCode',
  'failureDetail',
  'version',
  'lastPolicyIdBefore',
  'lastVehicleIdBefore',
  'rowsDone',
  'added',
  'changed',
  'unchanged',
  'bad',
  'warned',
]);

export async function findImport(tx: ReadTransaction, id: number): Promise<ImportRow | undefined> {
  return tx.get<ImportRow>(`SELECT ${importColumns} FROM policy_import i WHERE id = ?`, id);
}

/** Newest first, below an id. */
export async function listImports(tx: ReadTransaction, belowId: number, limit: number): Promise<ImportRow[]> {
  return tx.all<ImportRow>(
    `SELECT ${importColumns} FROM policy_import i WHERE id < ? ORDER BY id DESC LIMIT ?`,
    belowId,
    limit,
  );
}

export async function countImports(tx: ReadTransaction): Promise<number> {
  return countRows(tx, 'SELECT 1 FROM policy_import');
}

/** Imports that have not ended. */
export async function listOpenImports(tx: ReadTransaction): Promise<ImportRow[]> {
  return tx.all<ImportRow>(
    `SELECT ${importColumns} FROM policy_import i INDEXED BY policy_import_open WHERE finished_at IS NULL ORDER BY id`,
  );
}

/** The import that writes, or wrote, a version of the book. */
export async function findImportOfVersion(
  tx: ReadTransaction,
  version: number,
): Promise<ImportRow | undefined> {
  return tx.get<ImportRow>(`SELECT ${importColumns} FROM policy_import i WHERE version = ?`, version);
}

export async function setImportReceived(
  tx: WriteTransaction,
  id: number,
  receivedBytes: number,
  state: 'uploading' | 'ready',
): Promise<void> {
  await tx.run(
    'UPDATE policy_import SET received_bytes = ?, state = ? WHERE id = ?',
    receivedBytes,
    state,
    id,
  );
}

/** Sets an import to `checking` with a mapping, and its counts to zero. */
export async function setImportChecking(
  tx: WriteTransaction,
  id: number,
  mapping: string,
  sheet: string | null,
): Promise<void> {
  await tx.run(
    `UPDATE policy_import SET state = 'checking', mapping = ?, sheet = ?, rows_done = 0, rows_total = NULL, added = 0,
       changed = 0, unchanged = 0, bad = 0, warned = 0 WHERE id = ?`,
    mapping,
    sheet,
    id,
  );
}

/** Sets an import to `importing`, with its version and the last rows before it. */
export async function setImportWriting(
  tx: WriteTransaction,
  id: number,
  version: number,
  from: StagedFrom,
): Promise<void> {
  await tx.run(
    `UPDATE policy_import SET state = 'importing', version = ?, last_policy_id_before = ?, last_vehicle_id_before = ? WHERE id = ?`,
    version,
    from.policyBefore,
    from.vehicleBefore,
    id,
  );
}

/** Sets what a run has counted; `rowsTotal` is known once it has read the whole file. */
export async function setImportCounts(
  tx: WriteTransaction,
  id: number,
  counts: ImportCounts,
  rowsTotal: number | null,
): Promise<void> {
  await tx.run(
    `UPDATE policy_import SET rows_done = ?, rows_total = ?, added = ?, changed = ?, unchanged = ?, bad = ?, warned = ?
      WHERE id = ?`,
    counts.rowsDone,
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
  await tx.run('UPDATE policy_import SET state = ? WHERE id = ?', state, id);
}

export async function setImportEnded(
  tx: WriteTransaction,
  id: number,
  end: {
    state: 'imported' | 'cancelled' | 'failed' | 'checked';
    at: number;
    failure?: ImportFailure | undefined;
  },
): Promise<void> {
  const { code = null, ...rest } = end.failure ?? {};
  await tx.run(
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
  failureCode: code,
  failureDetail: stored,
}: Pick<ImportRow, 'failureCode' | 'failureDetail'>): ImportFailure | null {
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

export interface ImportProblem {
  line: number;
  column: PolicyColumn | null;
  code: RowProblemCode;
  value: string;
}

export async function insertImportProblem(
  tx: WriteTransaction,
  importId: number,
  problem: ImportProblem,
): Promise<void> {
  await tx.run(
    `INSERT INTO policy_import_problem (import_id, line, column_name, code, value, is_warning)
      VALUES (?, ?, ?, ?, ?, ?)`,
    importId,
    problem.line,
    problem.column,
    problem.code,
    problem.value,
    Number(isRowWarning(problem.code)),
  );
}

/** Deletes at most `limit` problems of an import; false when none is left. */
export async function deleteImportProblems(
  tx: WriteTransaction,
  importId: number,
  limit: number,
): Promise<boolean> {
  const rows = await tx.all<{ id: number }>(
    'SELECT id FROM policy_import_problem WHERE import_id = ? LIMIT ?',
    importId,
    limit,
  );
  for (const { id } of rows) await tx.run('DELETE FROM policy_import_problem WHERE id = ?', id);
  return rows.length > 0;
}

/** Which problems of an import: its warnings, or what keeps rows out of the book. */
export interface ImportProblemFilter {
  importId: number;
  isWarning: boolean;
}

/** Problems of an import in the order of their lines, after a place. */
export async function listImportProblems(
  tx: ReadTransaction,
  { importId, isWarning }: ImportProblemFilter,
  after: { line: number; id: number },
  limit: number,
): Promise<(ImportProblem & { id: number })[]> {
  return tx.all<ImportProblem & { id: number }>(
    `SELECT line, column_name AS "column", code, value, id FROM policy_import_problem
      WHERE import_id = ? AND is_warning = ? AND (line, id) > (?, ?) ORDER BY line, id LIMIT ?`,
    importId,
    Number(isWarning),
    after.line,
    after.id,
    limit,
  );
}

export async function countImportProblems(
  tx: ReadTransaction,
  { importId, isWarning }: ImportProblemFilter,
): Promise<number> {
  const row = await tx.get<{ count: number }>(
    'SELECT count(*) AS count FROM policy_import_problem WHERE import_id = ? AND is_warning = ?',
    importId,
    Number(isWarning),
  );
  return row?.count ?? 0;
}

/** The mapping (JSON) that was last used for this set of headings; null where none was. */
export async function findColumnMapping(tx: ReadTransaction, headings: string): Promise<string | null> {
  const row = await tx.get<{ mapping: string }>(
    // Older versions wrote the headings whole, however many.
    'SELECT mapping FROM policy_mapping WHERE headings IN (?, ?) ORDER BY used_at DESC LIMIT 1',
    indexKey(headings),
    headings,
  );
  return row?.mapping ?? null;
}

export async function upsertColumnMapping(
  tx: WriteTransaction,
  headings: string,
  mapping: string,
  at: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO policy_mapping (headings, mapping, used_at) VALUES (?, ?, ?)
      ON CONFLICT (headings) DO UPDATE SET mapping = excluded.mapping, used_at = excluded.used_at`,
    indexKey(headings),
    mapping,
    at,
  );
}

/** Whether a file of this content came through the watched folder before, and no other was imported after it. */
export async function isFolderFileKnown(tx: ReadTransaction, sha256: Uint8Array): Promise<boolean> {
  const row = await tx.get(
    `SELECT 1 FROM policy_folder_file f JOIN policy_import i ON i.id = f.import_id
        WHERE f.sha256 = ? AND i.version = (SELECT version FROM policy_book WHERE "only" = 1)`,
    sha256,
  );
  return row !== undefined;
}

export async function upsertFolderFile(
  tx: WriteTransaction,
  sha256: Uint8Array,
  importId: number,
): Promise<void> {
  await tx.run(
    'INSERT INTO policy_folder_file (sha256, import_id) VALUES (?, ?) ON CONFLICT (sha256) DO UPDATE SET import_id = excluded.import_id',
    sha256,
    importId,
  );
}

/** Where an import began to write: undoing looks at nothing before. */
export interface StagedFrom {
  policyBefore: number;
  vehicleBefore: number;
}

export async function findLastPolicyRows(tx: ReadTransaction): Promise<StagedFrom> {
  const last = async (table: string) =>
    (await tx.get<{ last: number | null }>(`SELECT max(id) AS last FROM ${table}`))?.last;
  return { policyBefore: (await last('policy')) ?? 0, vehicleBefore: (await last('policy_vehicle')) ?? 0 };
}

/** Whether an import has written a policy in this version. */
export async function isPolicyStaged(tx: ReadTransaction, key: string, version: number): Promise<boolean> {
  const row = await tx.get('SELECT 1 FROM policy WHERE number_key = ? AND from_version = ?', key, version);
  return row !== undefined;
}

/** Whether a person changed this policy's owner, or took the policy out, while the import is under way. */
export async function isPolicyEdited(tx: ReadTransaction, key: string, pending: number): Promise<boolean> {
  const row = await tx.get(
    'SELECT 1 FROM policy WHERE number_key = ? AND edited_in_version = ?',
    key,
    pending,
  );
  return row !== undefined;
}

// A row that a person has taken out stays as the sign of it until the import under way has ended.
const isNoSign =
  '(edited_in_version IS NULL OR edited_in_version IS DISTINCT FROM (SELECT pending_version FROM policy_book WHERE "only" = 1))';

/**
 * Deletes rows that a given-up import has written, in the order in which it wrote them, at most `limit`. Returns where to
 * go on, or null when none is left.
 */
export async function deleteStagedRows(
  tx: WriteTransaction,
  version: number,
  from: StagedFrom,
  limit: number,
): Promise<StagedFrom | null> {
  type Staged = { id: number; fromVersion: number };
  const vehicles = await tx.all<Staged>(
    `SELECT id, from_version AS "fromVersion" FROM policy_vehicle WHERE id > ? ORDER BY id LIMIT ?`,
    from.vehicleBefore,
    limit,
  );
  for (const { id, fromVersion } of vehicles) if (fromVersion === version) await removeVehicleRow(tx, id);
  const lastVehicle = vehicles.at(-1)?.id;
  if (lastVehicle !== undefined) return { ...from, vehicleBefore: lastVehicle };
  const policies = await tx.all<Staged>(
    `SELECT id, from_version AS "fromVersion" FROM policy WHERE id > ? ORDER BY id LIMIT ?`,
    from.policyBefore,
    limit,
  );
  for (const { id, fromVersion } of policies)
    if (fromVersion === version) await tx.run('DELETE FROM policy WHERE id = ?', id);
  const lastPolicy = policies.at(-1)?.id;
  return lastPolicy === undefined ? null : { ...from, policyBefore: lastPolicy };
}

/** Clears the end of rows that would end at a version that was given up, at most `limit`; false when none is left. */
export async function reopenEndedRows(
  tx: WriteTransaction,
  version: number,
  limit: number,
): Promise<boolean> {
  let isMore = false;
  for (const table of ['policy_vehicle', 'policy'] as const) {
    const sql =
      table === 'policy'
        ? 'SELECT id FROM policy WHERE until_version = ? LIMIT ?'
        : 'SELECT id FROM policy_vehicle WHERE until_version = ? LIMIT ?';
    const rows = await tx.all<{ id: number }>(sql, version, limit);
    for (const { id } of rows) await tx.run(`UPDATE ${table} SET until_version = NULL WHERE id = ?`, id);
    isMore ||= rows.length > 0;
  }
  return isMore;
}

/** Deletes rows that are no longer in force, at most `limit` of each kind; false when none is left. */
export async function deleteEndedRows(tx: WriteTransaction, limit: number): Promise<boolean> {
  const vehicles = await tx.all<{ id: number; numberKey: string }>(
    `SELECT id, number_key AS "numberKey" FROM policy_vehicle INDEXED BY policy_vehicle_ended
      WHERE until_version <= (SELECT version FROM policy_book WHERE "only" = 1) AND ${isNoSign} LIMIT ?`,
    limit,
  );
  for (const { id } of vehicles) await removeVehicleRow(tx, id);
  // A policy whose last vehicle was taken out by hand goes with it.
  for (const { numberKey } of vehicles)
    await tx.run(
      `DELETE FROM policy WHERE number_key = ?
        AND NOT EXISTS (SELECT 1 FROM policy_vehicle v WHERE v.number_key = ?)`,
      numberKey,
      numberKey,
    );
  const policies = await tx.all<{ id: number }>(
    `SELECT id FROM policy INDEXED BY policy_ended
      WHERE until_version <= (SELECT version FROM policy_book WHERE "only" = 1) AND ${isNoSign} LIMIT ?`,
    limit,
  );
  for (const { id } of policies) await tx.run('DELETE FROM policy WHERE id = ?', id);
  return vehicles.length > 0 || policies.length > 0;
}

async function removeVehicleRow(tx: WriteTransaction, id: number): Promise<void> {
  await tx.run('DELETE FROM policy_search WHERE rowid = ?', id);
  await tx.run('DELETE FROM policy_vehicle WHERE id = ?', id);
}
