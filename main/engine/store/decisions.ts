/** What people decide on invoices (`decision`, one row an act), and what stands of it at the document. */
import type { InvoiceDecision } from '#shared/terms.ts';
import {
  countRows,
  insertedId,
  type ReadTransaction,
  selected,
  type WriteTransaction,
} from './transaction.ts';

/** What somebody did about an invoice. */
export type DecisionAct = 'decided' | 'proposed' | 'confirmed' | 'rejected' | 'withdrawn';

/** A row of `decision`; `at` in milliseconds since 1970. */
export interface DecisionRow {
  id: number;
  recordId: number;
  /** Of the document, as it was when this was done. */
  revision: number;
  act: DecisionAct;
  /** What is decided or proposed; of the other acts what they are about. */
  decision: InvoiceDecision;
  /** The proposal that was confirmed or rejected, else null. */
  proposalId: number | null;
  reasonCode: string | null;
  comment: string | null;
  request: string | null;
  /** Decimal text; null where the document says none. */
  amount: string | null;
  currency: string;
  at: number;
  who: string;
  personId: number | null;
}

const columns = selected<DecisionRow>('d', [
  'id',
  'recordId',
  'revision',
  'act',
  'decision',
  'proposalId',
  'reasonCode',
  'comment',
  'request',
  'amount',
  'currency',
  'at',
  'who',
  'personId',
]);

export async function insertDecision(tx: WriteTransaction, row: Omit<DecisionRow, 'id'>): Promise<number> {
  const id = await insertedId(
    tx,
    `INSERT INTO decision (record_id, revision, act, decision, proposal_id, reason_code, comment, request, amount, currency,
       at, who, person_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.recordId,
    row.revision,
    row.act,
    row.decision,
    row.proposalId,
    row.reasonCode,
    row.comment,
    row.request,
    row.amount,
    row.currency,
    row.at,
    row.who,
    row.personId,
  );
  return id;
}

/** The acts about a document, the newest first. */
export async function listDecisions(
  tx: ReadTransaction,
  recordId: number,
  limit: number,
): Promise<DecisionRow[]> {
  return tx.all<DecisionRow>(
    `SELECT ${columns} FROM decision d WHERE d.record_id = ? ORDER BY d.id DESC LIMIT ?`,
    recordId,
    limit,
  );
}

/** What stands at a document; `decision` is null where nothing does. */
export interface StandingDecision {
  decision: InvoiceDecision | null;
  /** Of which revision of the document; null where nothing stands. */
  revision: number | null;
  isProposed: boolean;
}

export async function setRecordDecision(
  tx: WriteTransaction,
  recordId: number,
  { decision, revision, isProposed }: StandingDecision,
): Promise<void> {
  await tx.run(
    'UPDATE record SET decision = ?, decision_revision = ?, decision_proposed = ? WHERE id = ?',
    decision,
    revision,
    isProposed ? 1 : 0,
    recordId,
  );
}

/** More acts about one document are not looked at. */
const maxActs = 1000;

/** What a document's acts leave standing, whatever is written at the document. */
export async function standingOfActs(tx: ReadTransaction, recordId: number): Promise<StandingDecision> {
  const acts = (await listDecisions(tx, recordId, maxActs)).reverse();
  let standing = nothingStands;
  for (const { act, decision, revision } of acts) {
    if (act === 'decided' || act === 'confirmed') standing = { decision, revision, isProposed: false };
    else if (act === 'withdrawn' && !standing.isProposed) standing = nothingStands;
    else standing = { ...standing, isProposed: act === 'proposed' };
  }
  return standing;
}

export const nothingStands: StandingDecision = { decision: null, revision: null, isProposed: false };

/** Documents of which a payment is proposed, the newest first, below an id. */
export async function listProposedPayments(
  tx: ReadTransaction,
  belowId: number,
  limit: number,
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    'SELECT id FROM record WHERE decision_proposed = 1 AND id < ? ORDER BY id DESC LIMIT ?',
    belowId,
    limit,
  );
  return rows.map(({ id }) => id);
}

/** Counts documents of which a payment is proposed, up to `limit`. */
export async function countProposedPayments(tx: ReadTransaction, limit: number): Promise<number> {
  return countRows(tx, 'SELECT 1 FROM record WHERE decision_proposed = 1 LIMIT ?', limit);
}
