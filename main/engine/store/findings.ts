import type { FindingCode } from '#shared/finding-terms.ts';
import type { Severity } from '#shared/terms.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

export interface FindingRow {
  id: number;
  revision: number;
  code: FindingCode;
  severity: Severity;
  pointer: string;
  /** JSON object. */
  parameters: string;
}

/** Adds findings to a revision, and to the record's count while that revision is its latest. */
export async function addFindings(
  tx: WriteTransaction,
  of: { recordId: number; revision: number },
  findings: readonly FindingWriting[],
): Promise<void> {
  if (findings.length === 0) return;
  for (const finding of findings) {
    tx.run(
      'INSERT INTO finding (record_id, revision, code, severity, pointer, parameters) VALUES (?, ?, ?, ?, ?, ?)',
      of.recordId,
      of.revision,
      finding.code,
      finding.severity,
      finding.pointer,
      JSON.stringify(finding.parameters),
    );
  }
  tx.run(
    'UPDATE record SET finding_count = finding_count + ? WHERE id = ? AND revision = ?',
    findings.length,
    of.recordId,
    of.revision,
  );
}

export interface FindingWriting {
  code: FindingCode;
  severity: Severity;
  pointer: string;
  parameters: object;
}

/**
 * Replaces the findings of a revision that have one of the given codes, and counts anew. Writes nothing where they
 * are there already; whether it wrote.
 */
export async function replaceFindings(
  tx: WriteTransaction,
  of: { recordId: number; revision: number },
  isReplaced: (code: FindingCode) => boolean,
  findings: readonly FindingWriting[],
): Promise<boolean> {
  const before = tx
    .all<FindingRow>(findingSql.all, of.recordId, of.revision)
    .filter(({ code }) => isReplaced(code));
  // Those before the first that is other stay: their order is that of their ids.
  let same = 0;
  while (same < before.length && same < findings.length && isSame(before[same], findings[same])) same += 1;
  const gone = before.slice(same);
  const added = findings.slice(same);
  if (gone.length === 0 && added.length === 0) return false;
  for (const { id } of gone) tx.run('DELETE FROM finding WHERE id = ?', id);
  tx.run(
    'UPDATE record SET finding_count = finding_count - ? WHERE id = ? AND revision = ?',
    gone.length,
    of.recordId,
    of.revision,
  );
  await addFindings(tx, of, added);
  return true;
}

function isSame(row: FindingRow | undefined, wanted: FindingWriting | undefined): boolean {
  return (
    row !== undefined &&
    wanted !== undefined &&
    row.code === wanted.code &&
    row.severity === wanted.severity &&
    row.pointer === wanted.pointer &&
    row.parameters === JSON.stringify(wanted.parameters)
  );
}

const findingSql = {
  all: `SELECT id, revision, code, severity, pointer, parameters FROM finding
    WHERE record_id = ? AND revision = ? ORDER BY id`,
} as const;

/** In the order in which they were found. */
export async function findingsOf(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
): Promise<FindingRow[]> {
  return tx.all<FindingRow>(
    `SELECT id, revision, code, severity, pointer, parameters FROM finding
      WHERE record_id = ? AND revision = ? ORDER BY id LIMIT 1000`,
    recordId,
    revision,
  );
}
