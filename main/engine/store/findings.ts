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
  findings: readonly { code: FindingCode; severity: Severity; pointer: string; parameters: object }[],
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
