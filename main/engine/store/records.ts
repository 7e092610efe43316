import type { RecordKind } from '#shared/terms.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

/** What lists show of a record, read from its latest revision. */
export interface RecordSummary {
  claimNumber: string | null;
  requestId: number | null;
  firstItem: string | null;
  itemCount: number;
  partyName: string | null;
  /** Decimal text. */
  total: string | null;
  /** JSON of the contract's `recordHeading`; null of an order. */
  heading: string | null;
}

export interface RecordIdentityRow {
  id: number;
  number: string;
  revision: number;
}

export async function recordByIdentity(
  tx: ReadTransaction,
  kind: RecordKind,
  marketplaceId: number,
): Promise<RecordIdentityRow | undefined> {
  return tx.get<RecordIdentityRow>(
    'SELECT id, number, revision FROM record WHERE kind = ? AND marketplace_id = ?',
    kind,
    marketplaceId,
  );
}

/** Inserts a record at revision 1; null where another record has this number already. */
export async function insertRecord(
  tx: WriteTransaction,
  record: {
    kind: RecordKind;
    marketplaceId: number;
    number: string;
    receivedAt: number;
    summary: RecordSummary;
  },
): Promise<number | null> {
  const { summary } = record;
  const { changes, lastId } = tx.run(
    `INSERT INTO record (kind, marketplace_id, number, claim_number, request_id, first_item, item_count, party_name,
       total, heading, received_at, revision)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1) ON CONFLICT (number) DO NOTHING`,
    record.kind,
    record.marketplaceId,
    record.number,
    summary.claimNumber,
    summary.requestId,
    summary.firstItem,
    summary.itemCount,
    summary.partyName,
    summary.total,
    summary.heading,
    record.receivedAt,
  );
  return changes === 0 ? null : lastId;
}

/** Brings a record to a new revision: the new summary, not reviewed, no findings counted yet. */
export async function setRecordRevision(
  tx: WriteTransaction,
  id: number,
  revision: number,
  summary: RecordSummary,
): Promise<void> {
  tx.run(
    `UPDATE record SET revision = ?, claim_number = ?, request_id = ?, first_item = ?, item_count = ?, party_name = ?,
       total = ?, heading = ?, finding_count = 0, attention_count = 0, reviewed_at = NULL, reviewed_by = NULL
       WHERE id = ?`,
    revision,
    summary.claimNumber,
    summary.requestId,
    summary.firstItem,
    summary.itemCount,
    summary.partyName,
    summary.total,
    summary.heading,
    id,
  );
}

/** Sets or takes back the mark of review; false where no record has this id. */
export async function setRecordReviewed(
  tx: WriteTransaction,
  id: number,
  review: { at: number; by: string } | null,
): Promise<boolean> {
  return (
    tx.run(
      'UPDATE record SET reviewed_at = ?, reviewed_by = ? WHERE id = ?',
      review?.at ?? null,
      review?.by ?? null,
      id,
    ).changes === 1
  );
}

/** Records of each kind; walks an index, so it is asked once at the start. */
export async function recordCounts(tx: ReadTransaction): Promise<{ kind: string; count: number }[]> {
  return tx.all<{ kind: string; count: number }>(
    'SELECT kind, count(*) AS count FROM record INDEXED BY record_identity GROUP BY kind',
  );
}

/** Sets the party and the day that a record's latest revision says; writes nothing where they are there already. */
export async function setRecordParty(
  tx: WriteTransaction,
  id: number,
  { partyTaxId, datedOn }: { partyTaxId: string | null; datedOn: string | null },
): Promise<void> {
  tx.run(
    `UPDATE record SET party_tax_id = ?, dated_on = ?
      WHERE id = ? AND (party_tax_id IS NOT ? OR dated_on IS NOT ?)`,
    partyTaxId,
    datedOn,
    id,
    partyTaxId,
    datedOn,
  );
}
