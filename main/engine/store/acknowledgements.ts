import type { FindingCode } from '#shared/finding-terms.ts';
import type { RecordKind } from '#shared/terms.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

export interface AcknowledgementRow {
  id: number;
  scope: 'record' | 'party';
  record_id: number;
  code: FindingCode;
  /** JSON list of fingerprints (`findingFingerprint`); null of a party. */
  fingerprints: string | null;
  party_tax_id: string | null;
  party_name: string | null;
  /** JSON of pointer and parameters. */
  example: string;
  reason: string;
  at: number;
  who: string;
  withdrawn_at: number | null;
  withdrawn_by: string | null;
}

/** What one is given for: findings of a record as they stand, or a code of a party from then on. */
export type AcknowledgementWriting = Pick<
  AcknowledgementRow,
  'record_id' | 'code' | 'example' | 'reason' | 'at' | 'who'
> &
  (
    | { scope: 'record'; fingerprints: readonly string[] }
    | { scope: 'party'; partyTaxId: string; partyName: string | null }
  );

/** The statements, so that a test can look at their plans. */
export const acknowledgementSql = {
  ofRecord: `SELECT * FROM acknowledgement WHERE record_id = ? AND scope = 'record' AND withdrawn_at IS NULL
    ORDER BY id`,
  ofParty: `SELECT * FROM acknowledgement WHERE party_tax_id = ? AND scope = 'party' AND withdrawn_at IS NULL`,
  ofPartyAndCode: `SELECT id FROM acknowledgement
    WHERE party_tax_id = ? AND code = ? AND scope = 'party' AND withdrawn_at IS NULL`,
  rules: `SELECT a.*, r.kind AS record_kind, r.number AS record_number FROM acknowledgement a
    JOIN record r ON r.id = a.record_id
    WHERE a.scope = 'party' AND a.withdrawn_at IS NULL AND a.id < ? ORDER BY a.id DESC LIMIT ?`,
  countRules: `SELECT count(*) AS count FROM
    (SELECT 1 FROM acknowledgement WHERE scope = 'party' AND withdrawn_at IS NULL LIMIT ?)`,
  held: 'SELECT count(*) AS count FROM (SELECT 1 FROM finding WHERE acknowledgement_id = ? LIMIT ?)',
} as const;

/** Keeps one; null where the party's is known already. */
export async function insertAcknowledgement(
  tx: WriteTransaction,
  given: AcknowledgementWriting,
): Promise<number | null> {
  const { changes, lastId } = tx.run(
    `INSERT INTO acknowledgement (scope, record_id, code, fingerprints, party_tax_id, party_name, example, reason,
       at, who)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    given.scope,
    given.record_id,
    given.code,
    given.scope === 'record' ? JSON.stringify(given.fingerprints) : null,
    given.scope === 'party' ? given.partyTaxId : null,
    given.scope === 'party' ? given.partyName : null,
    given.example,
    given.reason,
    given.at,
    given.who,
  );
  return changes === 0 ? null : lastId;
}

export async function acknowledgementById(
  tx: ReadTransaction,
  id: number,
): Promise<AcknowledgementRow | undefined> {
  return tx.get<AcknowledgementRow>('SELECT * FROM acknowledgement WHERE id = ?', id);
}

/** Takes one back; it stays on record. */
export async function setAcknowledgementWithdrawn(
  tx: WriteTransaction,
  id: number,
  by: { at: number; who: string },
): Promise<void> {
  tx.run('UPDATE acknowledgement SET withdrawn_at = ?, withdrawn_by = ? WHERE id = ?', by.at, by.who, id);
}

/**
 * Those that can hold for a revision of a record, its own first: of its party only what was given before the revision
 * arrived, or at this record.
 */
export async function acknowledgementsFor(
  tx: ReadTransaction,
  of: { recordId: number; revision: number },
): Promise<AcknowledgementRow[]> {
  const own = tx.all<AcknowledgementRow>(acknowledgementSql.ofRecord, of.recordId);
  const party = tx.get<{ id: string | null }>(
    'SELECT party_tax_id AS id FROM record WHERE id = ?',
    of.recordId,
  );
  const rules = party?.id == null ? [] : tx.all<AcknowledgementRow>(acknowledgementSql.ofParty, party.id);
  if (rules.length === 0) return own;
  const arrived = tx.get<{ at: number }>(
    'SELECT received_at AS at FROM revision WHERE record_id = ? AND revision = ?',
    of.recordId,
    of.revision,
  );
  return [
    ...own,
    ...rules.filter(({ record_id, at }) => record_id === of.recordId || at < (arrived?.at ?? 0)),
  ];
}

/** What holds for a party, with the record where it was given. */
export type PartyRuleRow = AcknowledgementRow & { record_kind: RecordKind; record_number: string };

/** Those of parties that stand, newest first, below an id. */
export async function partyRules(
  tx: ReadTransaction,
  belowId: number,
  limit: number,
): Promise<PartyRuleRow[]> {
  return tx.all<PartyRuleRow>(acknowledgementSql.rules, belowId, limit);
}

/** How many of parties stand, counted up to a limit. */
export async function countPartyRules(tx: ReadTransaction, limit: number): Promise<number> {
  return tx.get<{ count: number }>(acknowledgementSql.countRules, limit)?.count ?? 0;
}

/** How many findings one holds for, counted up to a limit. */
export async function countHeld(tx: ReadTransaction, id: number, limit: number): Promise<number> {
  return tx.get<{ count: number }>(acknowledgementSql.held, id, limit)?.count ?? 0;
}
