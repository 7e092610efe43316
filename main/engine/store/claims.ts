/** Claims: how many records of each kind each claim number has, and when the last one arrived. */
import type { RecordKind } from '#shared/terms.ts';
import { type ReadTransaction, selected, type WriteTransaction } from './transaction.ts';

export interface ClaimStored {
  claimNumber: string;
  /** Row id of the newest revision of any of its records. */
  lastSeq: number;
  lastReceivedAt: number;
  purchaseOrders: number;
  serviceOrders: number;
  incidentReports: number;
  financialDocuments: number;
}

const countColumns: Record<RecordKind, string> = {
  purchaseOrder: 'purchase_orders',
  serviceOrder: 'service_orders',
  incidentReport: 'incident_reports',
  financialDocument: 'financial_documents',
};

/** The columns of a claim, of a table under this name. */
export const claimColumns = (table: string): string =>
  selected<ClaimStored>(table, [
    'claimNumber',
    'lastSeq',
    'lastReceivedAt',
    'purchaseOrders',
    'serviceOrders',
    'incidentReports',
    'financialDocuments',
  ]);

/** The greater of what a claim has and what is inserted; a function of two values has another name on each engine. */
const later = (column: string) =>
  `CASE WHEN excluded.${column} > claim.${column} THEN excluded.${column} ELSE claim.${column} END`;

/** Upserts a claim after a revision of its record was examined; `isNew` where the record came to the claim with it. */
export async function addRecordToClaim(
  tx: WriteTransaction,
  claim: { claimNumber: string; kind: RecordKind; seq: number; at: number; isNew: boolean },
): Promise<void> {
  const column = countColumns[claim.kind];
  await tx.run(
    `INSERT INTO claim (claim_number, last_seq, last_received_at, ${column}) VALUES (?, ?, ?, ?)
      ON CONFLICT (claim_number) DO UPDATE SET
        last_seq = ${later('last_seq')}, last_received_at = ${later('last_received_at')},
        ${column} = claim.${column} + excluded.${column}`,
    claim.claimNumber,
    claim.seq,
    claim.at,
    claim.isNew ? 1 : 0,
  );
}

/** Counts a record of a claim less, and deletes a claim without records. */
export async function removeRecordFromClaim(
  tx: WriteTransaction,
  claimNumber: string,
  kind: RecordKind,
): Promise<void> {
  const column = countColumns[kind];
  await tx.run(`UPDATE claim SET ${column} = ${column} - 1 WHERE claim_number = ?`, claimNumber);
  await tx.run(
    `DELETE FROM claim WHERE claim_number = ?
       AND purchase_orders + service_orders + incident_reports + financial_documents <= 0`,
    claimNumber,
  );
}

/** The number of a claim in SQL as it is compared: without hyphens and spaces, in capitals where they are of ASCII. */
export const claimKeySql = (column: string): string => `upper(replace(replace(${column}, '-', ''), ' ', ''))`;

/** The same of a text that somebody wrote. */
export const claimKey = (claimNumber: string): string =>
  claimNumber.replaceAll(/[- ]/g, '').replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());

/** A claim's number may be written in so many ways. */
const maxWritings = 100;

/** The numbers of claims that are compared as one; undefined where they are too many to be looked for one by one. */
export async function listClaimNumbers(tx: ReadTransaction, key: string): Promise<string[] | undefined> {
  const rows = await tx.all<{ claimNumber: string }>(
    `SELECT claim_number AS "claimNumber" FROM claim WHERE ${claimKeySql('claim_number')} = ? LIMIT ?`,
    key,
    maxWritings + 1,
  );
  return rows.length > maxWritings ? undefined : rows.map(({ claimNumber }) => claimNumber);
}

/** Claims whose number begins with a text, by number, both without hyphens and spaces. */
export async function listClaimsByPrefix(
  tx: ReadTransaction,
  beginning: string,
  limit: number,
): Promise<ClaimStored[]> {
  return tx.all<ClaimStored>(
    `SELECT ${claimColumns('')} FROM claim WHERE ${claimKeySql('claim_number')} >= ? AND ${claimKeySql('claim_number')} < ?
      ORDER BY ${claimKeySql('claim_number')} LIMIT ?`,
    claimKey(beginning),
    `${claimKey(beginning)}\u{10FFFF}`,
    limit,
  );
}

/** Of the latest `walked` claims below a revision's row id, those whose number begins with a text. */
export async function listLatestClaimsByPrefix(
  tx: ReadTransaction,
  beginning: string,
  belowRevision: number,
  walked: number,
): Promise<ClaimStored[]> {
  const key = claimKey(beginning);
  return tx.all<ClaimStored>(
    `SELECT ${claimColumns('')} FROM (SELECT * FROM claim WHERE last_seq < ? ORDER BY last_seq DESC LIMIT ?) AS latest
      WHERE ${claimKeySql('claim_number')} >= ? AND ${claimKeySql('claim_number')} < ?`,
    belowRevision,
    walked,
    key,
    `${key}\u{10FFFF}`,
  );
}

export async function findClaim(tx: ReadTransaction, claimNumber: string): Promise<ClaimStored | undefined> {
  return tx.get<ClaimStored>(`SELECT ${claimColumns('')} FROM claim WHERE claim_number = ?`, claimNumber);
}
