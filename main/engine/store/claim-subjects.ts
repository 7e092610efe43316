/** What claims are about: the policy, the insured and the vehicle, derived from their records, and which are to be derived anew. */
import type { RecordKind } from '#shared/terms.ts';
import { type ReadTransaction, selected, type WriteTransaction } from './transaction.ts';

export interface ClaimSubject {
  policyNumber: string | null;
  /** Without hyphens and spaces, in capitals. */
  policyKey: string | null;
  insured: string | null;
  /** Make, model and year. */
  vehicle: string | null;
  /** In lower case and without accents. */
  make: string | null;
  vin: string | null;
  plate: string | null;
  workshop: string | null;
  /** The Dominican day of its incident, as a report says it. */
  incidentOn: string | null;
  /** The insured in lower case and without accents. */
  insuredOrder: string | null;
  /** 1 where a report says it, else 0. */
  isOfReport: number;
}

const names = [
  'policyNumber',
  'policyKey',
  'insured',
  'vehicle',
  'make',
  'vin',
  'plate',
  'workshop',
  'incidentOn',
  'insuredOrder',
  'isOfReport',
] as const;
const subjectColumns = selected<ClaimSubject>('', [...names]);

/** What is known of a claim; undefined where nothing is. */
async function findClaimSubject(tx: ReadTransaction, claimNumber: string): Promise<ClaimSubject | undefined> {
  return tx.get<ClaimSubject>(
    `SELECT ${subjectColumns} FROM claim_subject WHERE claim_number = ?`,
    claimNumber,
  );
}

/** Sets what a claim is about, or deletes it; whether it was otherwise before. */
export async function setClaimSubject(
  tx: WriteTransaction,
  claimNumber: string,
  subject: ClaimSubject | null,
): Promise<boolean> {
  const before = await findClaimSubject(tx, claimNumber);
  if (subject === null) {
    if (before === undefined) return false;
    await tx.run('DELETE FROM claim_subject WHERE claim_number = ?', claimNumber);
    return true;
  }
  if (before !== undefined && names.every((name) => before[name] === subject[name])) return false;
  await tx.run(
    `INSERT INTO claim_subject (claim_number, policy_number, policy_key, insured, vehicle, make, vin, plate, workshop, incident_on,
        insured_order, is_of_report)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (claim_number) DO UPDATE SET policy_number = excluded.policy_number, policy_key = excluded.policy_key,
        insured = excluded.insured, vehicle = excluded.vehicle, make = excluded.make, vin = excluded.vin,
        plate = excluded.plate, workshop = excluded.workshop, incident_on = excluded.incident_on,
        insured_order = excluded.insured_order, is_of_report = excluded.is_of_report`,
    claimNumber,
    ...names.map((name) => subject[name]),
  );
  return true;
}

/** Records of a claim that are given its vehicle's make, the newest. */
const maxRecordsOfClaim = 5000;

/** Gives the orders and documents of a claim the make of its vehicle: all of its newest records. */
export async function setMakeOfClaim(
  tx: WriteTransaction,
  claimNumber: string,
  make: string | null,
): Promise<{ kind: RecordKind; id: number }[]> {
  const rows = await tx.all<{ kind: RecordKind; id: number }>(
    `SELECT r.kind, r.id FROM record_link l CROSS JOIN record r ON r.id = l.record_id
      WHERE l.name = 'claimNumber' AND l.value = ? ORDER BY l.record_id DESC LIMIT ?`,
    claimNumber,
    maxRecordsOfClaim,
  );
  await tx.run(
    `UPDATE record SET claim_make = ? WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) AND kind <> 'incidentReport'
      AND claim_make IS DISTINCT FROM ?`,
    make,
    JSON.stringify(rows.map(({ id }) => id)),
    make,
  );
  return rows;
}

/** Gives one order or document the make of its claim's vehicle, as far as that is known. */
export async function setClaimMake(
  tx: WriteTransaction,
  recordId: number,
  claimNumber: string | null,
): Promise<void> {
  const make = claimNumber === null ? null : ((await findClaimSubject(tx, claimNumber))?.make ?? null);
  await tx.run(
    'UPDATE record SET claim_make = ? WHERE id = ? AND claim_make IS DISTINCT FROM ?',
    make,
    recordId,
    make,
  );
}

/** Has the subject of a claim derived anew in the background. */
export async function setClaimStale(tx: WriteTransaction, claimNumber: string): Promise<void> {
  await tx.run(
    'INSERT INTO claim_stale (claim_number) VALUES (?) ON CONFLICT (claim_number) DO NOTHING',
    claimNumber,
  );
}

/** The same of all claims of which no report tells: the policy book is another. */
export async function setUnreportedClaimsStale(tx: WriteTransaction): Promise<void> {
  await tx.run(
    "INSERT INTO claim_stale (claim_number, walked_to) VALUES ('', '') ON CONFLICT (claim_number) DO UPDATE SET walked_to = ''",
  );
}

/** A claim whose subject is to be derived anew; undefined where none is. The empty number is that of `setUnreportedClaimsStale`. */
export async function findStaleClaim(
  tx: ReadTransaction,
): Promise<{ claimNumber: string; walkedTo: string | null } | undefined> {
  return tx.get(
    'SELECT claim_number AS "claimNumber", walked_to AS "walkedTo" FROM claim_stale ORDER BY claim_number DESC LIMIT 1',
  );
}

export async function deleteStaleClaim(tx: WriteTransaction, claimNumber: string): Promise<void> {
  await tx.run('DELETE FROM claim_stale WHERE claim_number = ?', claimNumber);
}

/** Marks the next claims of which no report tells, behind a number, as stale. */
export async function walkUnreportedClaims(
  tx: WriteTransaction,
  walkedTo: string,
  limit: number,
): Promise<void> {
  const rows = await tx.all<{ claimNumber: string }>(
    `SELECT claim_number AS "claimNumber" FROM claim_subject
      WHERE is_of_report = 0 AND claim_number > ? ORDER BY claim_number LIMIT ?`,
    walkedTo,
    limit,
  );
  for (const { claimNumber } of rows) await setClaimStale(tx, claimNumber);
  const last = rows.at(-1);
  if (last === undefined) await deleteStaleClaim(tx, '');
  else await tx.run("UPDATE claim_stale SET walked_to = ? WHERE claim_number = ''", last.claimNumber);
}
