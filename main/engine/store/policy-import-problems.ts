import { isRowWarning, type PolicyColumn, type RowProblemCode } from '#shared/policy-terms.ts';
import { importSql } from './policy-imports.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

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
  tx.run(
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

/** Forgets problems of an import, at most `limit`; false when none is left. */
export async function removeImportProblems(
  tx: WriteTransaction,
  importId: number,
  limit: number,
): Promise<boolean> {
  const rows = tx.all<{ id: number }>(
    'SELECT id FROM policy_import_problem WHERE import_id = ? LIMIT ?',
    importId,
    limit,
  );
  for (const { id } of rows) tx.run('DELETE FROM policy_import_problem WHERE id = ?', id);
  return rows.length > 0;
}

interface ProblemRow {
  line: number;
  column_name: PolicyColumn | null;
  code: RowProblemCode;
  value: string;
  id: number;
}

/** What keeps rows out of the book, or the warnings of an import. */
export interface ProblemsOf {
  importId: number;
  isWarning: boolean;
}

/** Problems of an import in the order of their lines, after a place. */
export async function importProblems(
  tx: ReadTransaction,
  { importId, isWarning }: ProblemsOf,
  after: { line: number; id: number },
  limit: number,
): Promise<(ImportProblem & { id: number })[]> {
  return tx
    .all<ProblemRow>(importSql.problems, importId, Number(isWarning), after.line, after.id, limit)
    .map(({ column_name, ...row }) => ({ ...row, column: column_name }));
}

export async function countImportProblems(
  tx: ReadTransaction,
  { importId, isWarning }: ProblemsOf,
): Promise<number> {
  return tx.get<{ count: number }>(importSql.problemCount, importId, Number(isWarning))?.count ?? 0;
}
