import type { FindingAmount, FindingCode, FindingParameters } from '#shared/finding-terms.ts';
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
  /** How many places it has. */
  count: number;
  /** JSON list of pointers and parameters; null where its own are the only ones. */
  places: string | null;
  /** Decimal text. */
  amount: string | null;
  currency: string | null;
}

export interface FindingWriting {
  code: FindingCode;
  severity: Severity;
  pointer: string;
  parameters: FindingParameters;
  places: readonly { pointer: string; parameters: FindingParameters }[];
  count: number;
  amount: FindingAmount | null;
}

/** Adds findings to a revision, and to the record's counts while that revision is its latest. */
async function addFindings(
  tx: WriteTransaction,
  of: { recordId: number; revision: number },
  findings: readonly FindingWriting[],
): Promise<void> {
  for (const finding of findings) {
    const { parameters, places, amount, currency } = columnsOf(finding);
    tx.run(
      `INSERT INTO finding (record_id, revision, code, severity, pointer, parameters, count, places, amount, currency)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      of.recordId,
      of.revision,
      finding.code,
      finding.severity,
      finding.pointer,
      parameters,
      finding.count,
      places,
      amount,
      currency,
    );
  }
  addToCounts(tx, of, findings, 1);
}

/** Adds so many findings to the counts of their record, or takes them off. */
function addToCounts(
  tx: WriteTransaction,
  of: { recordId: number; revision: number },
  findings: readonly { severity: Severity }[],
  sign: 1 | -1,
): void {
  if (findings.length === 0) return;
  const asking = findings.filter(({ severity }) => severity !== 'info').length;
  tx.run(
    `UPDATE record SET finding_count = finding_count + ?, attention_count = attention_count + ?
     WHERE id = ? AND revision = ?`,
    sign * findings.length,
    sign * asking,
    of.recordId,
    of.revision,
  );
}

function columnsOf(finding: FindingWriting) {
  return {
    parameters: JSON.stringify(finding.parameters),
    places: finding.places.length > 1 ? JSON.stringify(finding.places) : null,
    amount: finding.amount?.value ?? null,
    currency: finding.amount?.currency ?? null,
  };
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
  addToCounts(tx, of, gone, -1);
  await addFindings(tx, of, added);
  return true;
}

function isSame(row: FindingRow | undefined, wanted: FindingWriting | undefined): boolean {
  if (row === undefined || wanted === undefined) return false;
  const { parameters, places, amount, currency } = columnsOf(wanted);
  return (
    row.code === wanted.code &&
    row.severity === wanted.severity &&
    row.pointer === wanted.pointer &&
    row.count === wanted.count &&
    row.parameters === parameters &&
    row.places === places &&
    row.amount === amount &&
    row.currency === currency
  );
}

const columns = 'id, revision, code, severity, pointer, parameters, count, places, amount, currency';
const findingSql = {
  all: `SELECT ${columns} FROM finding WHERE record_id = ? AND revision = ? ORDER BY id`,
} as const;

/** In the order in which they were found. */
export async function findingsOf(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
): Promise<FindingRow[]> {
  return tx.all<FindingRow>(
    `SELECT ${columns} FROM finding WHERE record_id = ? AND revision = ? ORDER BY id LIMIT 1000`,
    recordId,
    revision,
  );
}
