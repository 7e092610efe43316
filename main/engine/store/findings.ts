/** Acknowledgements of findings, the findings of revisions, and which acknowledgement holds for which finding. */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FindingAmount, FindingCode, FindingParameters } from '#shared/finding-terms.ts';
import type { RecordKind, Severity } from '#shared/terms.ts';
import { rankOfError } from './record-queues.ts';
import { storable } from './storable.ts';
import {
  countRows,
  insertedRow,
  type ReadTransaction,
  selected,
  type WriteTransaction,
} from './transaction.ts';

export interface AcknowledgementRow {
  id: number;
  scope: 'record' | 'party';
  recordId: number;
  code: FindingCode;
  /** JSON list of fingerprints (`findingFingerprint`); null of a party. */
  fingerprints: string | null;
  partyTaxId: string | null;
  partyName: string | null;
  /** JSON of pointer and parameters. */
  example: string;
  reason: string;
  at: number;
  who: string;
  withdrawnAt: number | null;
  withdrawnBy: string | null;
}

/** What is acknowledged: findings of a record as they are now, or a code of a party from now on. */
export type AcknowledgementWriting = Pick<
  AcknowledgementRow,
  'recordId' | 'code' | 'example' | 'reason' | 'at' | 'who'
> &
  (
    | { scope: 'record'; fingerprints: readonly string[] }
    | { scope: 'party'; partyTaxId: string; partyName: string | null }
  );

const acknowledgementColumns = selected<AcknowledgementRow>('a', [
  'id',
  'scope',
  'recordId',
  'code',
  'fingerprints',
  'partyTaxId',
  'partyName',
  'example',
  'reason',
  'at',
  'who',
  'withdrawnAt',
  'withdrawnBy',
]);

/** Inserts an acknowledgement; null where the party's code is acknowledged already. */
export async function insertAcknowledgement(
  tx: WriteTransaction,
  acknowledgement: AcknowledgementWriting,
): Promise<number | null> {
  const id = await insertedRow(
    tx,
    `INSERT INTO acknowledgement (scope, record_id, code, fingerprints, party_tax_id, party_name, example, reason,
        at, who)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (party_tax_id, code) WHERE scope = 'party' AND withdrawn_at IS NULL DO NOTHING`,
    acknowledgement.scope,
    acknowledgement.recordId,
    acknowledgement.code,
    acknowledgement.scope === 'record' ? JSON.stringify(acknowledgement.fingerprints) : null,
    acknowledgement.scope === 'party' ? acknowledgement.partyTaxId : null,
    acknowledgement.scope === 'party' ? acknowledgement.partyName : null,
    acknowledgement.example,
    acknowledgement.reason,
    acknowledgement.at,
    acknowledgement.who,
  );
  return id;
}

export async function findAcknowledgement(
  tx: ReadTransaction,
  id: number,
): Promise<AcknowledgementRow | undefined> {
  return tx.get<AcknowledgementRow>(
    `SELECT ${acknowledgementColumns} FROM acknowledgement a WHERE id = ?`,
    id,
  );
}

/** Withdraws an acknowledgement; its row stays. */
export async function setAcknowledgementWithdrawn(
  tx: WriteTransaction,
  id: number,
  by: { at: number; who: string },
): Promise<void> {
  await tx.run(
    'UPDATE acknowledgement SET withdrawn_at = ?, withdrawn_by = ? WHERE id = ?',
    by.at,
    by.who,
    id,
  );
}

/** An acknowledgement of a party, with the record where it was made. */
export type PartyRuleRow = AcknowledgementRow & { recordKind: RecordKind; recordNumber: string };

/** The acknowledgements of parties that are not withdrawn, newest first, below an id. */
export async function listPartyRules(
  tx: ReadTransaction,
  belowId: number,
  limit: number,
): Promise<PartyRuleRow[]> {
  return tx.all<PartyRuleRow>(
    `SELECT ${acknowledgementColumns}, r.kind AS "recordKind", r.number AS "recordNumber" FROM acknowledgement a
      JOIN record r ON r.id = a.record_id
      WHERE a.scope = 'party' AND a.withdrawn_at IS NULL AND a.id < ? ORDER BY a.id DESC LIMIT ?`,
    belowId,
    limit,
  );
}

/** Counts the acknowledgements of parties that are not withdrawn, up to `limit`. */
export async function countPartyRules(tx: ReadTransaction, limit: number): Promise<number> {
  return countRows(
    tx,
    `SELECT 1 FROM acknowledgement WHERE scope = 'party' AND withdrawn_at IS NULL LIMIT ?`,
    limit,
  );
}

/** Counts the findings that an acknowledgement holds for, up to `limit`. */
export async function countAcknowledgedFindings(
  tx: ReadTransaction,
  id: number,
  limit: number,
): Promise<number> {
  return countRows(tx, 'SELECT 1 FROM finding WHERE acknowledgement_id = ? LIMIT ?', id, limit);
}

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
  /** JSON list of pointers and parameters; null where it has one, which says what the finding says. */
  places: string | null;
  /** Decimal text. */
  amount: string | null;
  currency: string | null;
  acknowledgementId: number | null;
}

const findingColumns = selected<FindingRow>('f', [
  'id',
  'revision',
  'code',
  'severity',
  'pointer',
  'parameters',
  'count',
  'places',
  'amount',
  'currency',
  'acknowledgementId',
]);

const findingsOfRevisionSql = `SELECT ${findingColumns} FROM finding f WHERE record_id = ? AND revision = ? ORDER BY id`;

export interface FindingWriting {
  code: FindingCode;
  severity: Severity;
  pointer: string;
  parameters: FindingParameters;
  places: readonly { pointer: string; parameters: FindingParameters }[];
  count: number;
  amount: FindingAmount | null;
}

/**
 * Replaces the findings of a revision whose code `isReplaced`, sets which acknowledgements hold for them, and counts anew.
 * Writes nothing where the same findings are there; returns whether it wrote.
 */
export async function replaceFindings(
  tx: WriteTransaction,
  target: { recordId: number; revision: number },
  isReplaced: (code: FindingCode) => boolean,
  findings: readonly FindingWriting[],
): Promise<boolean> {
  const before = (await tx.all<FindingRow>(findingsOfRevisionSql, target.recordId, target.revision)).filter(
    ({ code }) => isReplaced(code),
  );
  // Those before the first difference stay: their order is that of their ids.
  let same = 0;
  while (same < before.length && same < findings.length && isSame(before[same], findings[same])) same += 1;
  const gone = before.slice(same);
  const added = findings.slice(same);
  for (const { id } of gone) await tx.run('DELETE FROM finding WHERE id = ?', id);
  const unacknowledged = gone.filter((row) => row.acknowledgementId === null);
  await updateFindingCounts(tx, target, unacknowledged, -1);
  await insertFindings(tx, target, added);
  const settled = await updateFindingAcknowledgements(tx, target);
  return settled || gone.length > 0 || added.length > 0;
}

function isSame(row: FindingRow | undefined, wanted: FindingWriting | undefined): boolean {
  if (row === undefined || wanted === undefined) return false;
  const { pointer, parameters, places, amount, currency } = storedValues(wanted);
  return (
    row.code === wanted.code &&
    row.severity === wanted.severity &&
    row.pointer === pointer &&
    row.count === wanted.count &&
    row.parameters === parameters &&
    row.places === places &&
    row.amount === amount &&
    row.currency === currency
  );
}

/** Inserts findings of a revision, and counts them while that revision is the record's latest. */
async function insertFindings(
  tx: WriteTransaction,
  target: { recordId: number; revision: number },
  findings: readonly FindingWriting[],
): Promise<void> {
  for (const finding of findings) {
    const { pointer, parameters, places, amount, currency } = storedValues(finding);
    await tx.run(
      `INSERT INTO finding (record_id, revision, code, severity, pointer, parameters, count, places, amount, currency)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      target.recordId,
      target.revision,
      finding.code,
      finding.severity,
      pointer,
      parameters,
      finding.count,
      places,
      amount,
      currency,
    );
  }
  await updateFindingCounts(tx, target, findings, 1);
}

/** Adds findings to the counts of their record (`sign` 1), or subtracts them (-1), while their revision is its latest. */
async function updateFindingCounts(
  tx: WriteTransaction,
  target: { recordId: number; revision: number },
  findings: readonly { severity: Severity }[],
  sign: 1 | -1,
): Promise<void> {
  if (findings.length === 0) return;
  const asking = findings.filter(({ severity }) => severity !== 'info').length;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  await tx.run(
    `UPDATE record SET finding_count = finding_count + ?, attention_count = attention_count + ?,
        attention_rank = attention_rank + ? WHERE id = ? AND revision = ?`,
    sign * findings.length,
    sign * asking,
    sign * (asking + (rankOfError - 1) * errors),
    target.recordId,
    target.revision,
  );
}

function storedValues(finding: FindingWriting) {
  const { pointer, parameters, places } = finding;
  const isItsOwnPlace = isDeepStrictEqual(places, [{ pointer, parameters }]);
  return {
    pointer: storable(pointer),
    parameters: JSON.stringify(parameters),
    places: isItsOwnPlace ? null : JSON.stringify(places),
    amount: finding.amount?.value ?? null,
    currency: finding.amount === null ? null : storable(finding.amount.currency),
  };
}

/** Sets for every finding of a revision which acknowledgement holds for it now; returns whether any changed. */
export async function updateFindingAcknowledgements(
  tx: WriteTransaction,
  target: { recordId: number; revision: number },
): Promise<boolean> {
  const findings = await tx.all<FindingRow>(findingsOfRevisionSql, target.recordId, target.revision);
  if (findings.length === 0) return false;
  const acknowledgements = await listAcknowledgementsFor(tx, target);
  let isOther = false;
  for (const finding of findings) {
    const wanted = acknowledgements.find((acknowledgement) => holdsFor(acknowledgement, finding))?.id ?? null;
    if (wanted === finding.acknowledgementId) continue;
    await tx.run('UPDATE finding SET acknowledgement_id = ? WHERE id = ?', wanted, finding.id);
    isOther = true;
  }
  if (isOther)
    await tx.run(
      `UPDATE record SET (finding_count, attention_count, attention_rank) = (
          SELECT count(*), count(*) FILTER (WHERE f.severity <> 'info'), coalesce(sum(CASE f.severity
            WHEN 'error' THEN ${rankOfError} WHEN 'warning' THEN 1 ELSE 0 END), 0) FROM finding f
          WHERE f.record_id = record.id AND f.revision = record.revision AND f.acknowledgement_id IS NULL
        ) WHERE id = ?`,
      target.recordId,
    );
  return isOther;
}

/**
 * The acknowledgements that can hold for a revision of a record, its own first. Those of its party are taken where they were
 * made before the revision arrived, or at this record.
 */
async function listAcknowledgementsFor(
  tx: ReadTransaction,
  target: { recordId: number; revision: number },
): Promise<AcknowledgementRow[]> {
  const own = await tx.all<AcknowledgementRow>(
    `SELECT ${acknowledgementColumns} FROM acknowledgement a WHERE record_id = ? AND scope = 'record' AND withdrawn_at IS NULL
      ORDER BY id`,
    target.recordId,
  );
  const party = await tx.get<{ id: string | null }>(
    'SELECT party_tax_id AS id FROM record WHERE id = ?',
    target.recordId,
  );
  const rules =
    party?.id == null
      ? []
      : await tx.all<AcknowledgementRow>(
          `SELECT ${acknowledgementColumns} FROM acknowledgement a WHERE party_tax_id = ? AND scope = 'party' AND withdrawn_at IS NULL`,
          party.id,
        );
  if (rules.length === 0) return own;
  const arrived = await tx.get<{ at: number }>(
    `SELECT e.at FROM record r
      JOIN entry e ON e.kind = r.kind AND e.marketplace_id = r.marketplace_id WHERE r.id = ? AND e.revision = ?`,
    target.recordId,
    target.revision,
  );
  return [
    ...own,
    ...rules.filter(({ recordId, at }) => recordId === target.recordId || at < (arrived?.at ?? 0)),
  ];
}

function holdsFor({ scope, code, fingerprints }: AcknowledgementRow, finding: FindingRow): boolean {
  if (code !== finding.code) return false;
  if (scope === 'party') return true;
  const held: unknown = JSON.parse(fingerprints ?? '[]');
  return Array.isArray(held) && held.includes(findingFingerprint(finding));
}

/** A hash of what a finding says: equal where places, figures and amount are the same. */
export function findingFingerprint(
  finding: Pick<FindingRow, 'pointer' | 'parameters' | 'count' | 'places' | 'amount' | 'currency'>,
): string {
  const { pointer, parameters, count, places, amount, currency } = finding;
  return hash('sha256', JSON.stringify([pointer, parameters, count, places, amount, currency]), 'hex');
}

/** A finding and, where it is acknowledged, by whom and why; all null where it is not. */
export type AcknowledgedFindingRow = FindingRow & {
  [Name in 'scope' | 'reason' | 'at' | 'who']: AcknowledgementRow[Name] | null;
};

/** In the order in which they were found. */
export async function listFindings(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
): Promise<AcknowledgedFindingRow[]> {
  return tx.all<AcknowledgedFindingRow>(
    `SELECT ${findingColumns}, a.scope, a.reason, a.at, a.who FROM finding f
      LEFT JOIN acknowledgement a ON a.id = f.acknowledgement_id AND a.withdrawn_at IS NULL
      WHERE f.record_id = ? AND f.revision = ? ORDER BY f.id LIMIT 1000`,
    recordId,
    revision,
  );
}

export type FindingOfRecord = FindingRow & { recordId: number };

/** Errors and warnings of the newest revisions of some records, the gravest first, the larger amount before the smaller. */
export async function listGravestFindings(
  tx: ReadTransaction,
  recordIds: readonly number[],
  limit: number,
): Promise<FindingOfRecord[]> {
  return tx.all<FindingOfRecord>(
    `SELECT ${findingColumns}, f.record_id AS "recordId"
      FROM json_each(?) own CROSS JOIN record r ON r.id = CAST(own.value AS BIGINT) AND r.attention_count > 0
      CROSS JOIN finding f ON f.record_id = r.id AND f.revision = r.revision AND f.severity <> 'info'
        AND f.acknowledgement_id IS NULL
      ORDER BY f.severity = 'error' DESC, f.amount IS NULL, CAST(f.amount AS NUMERIC) DESC, f.id LIMIT ?`,
    JSON.stringify(recordIds),
    limit,
  );
}
