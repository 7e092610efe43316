/** Records (orders, reports, documents): one row for each, its queues, notes and events. */
import type { InvoiceDecision, RecordKind, Verdict } from '#shared/terms.ts';
import type { DecisionAct, DecisionRow } from './decisions.ts';
import { whereOf } from './queues.ts';
import { conditionsOf, type RecordFilter } from './record-queues.ts';
import {
  columnOf,
  insertedId,
  type ReadTransaction,
  selected,
  type WriteTransaction,
} from './transaction.ts';

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

export async function findRecordByIdentity(
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

/** Inserts a record at revision 1. */
export async function insertRecord(
  tx: WriteTransaction,
  record: {
    id: number;
    kind: RecordKind;
    marketplaceId: number;
    number: string;
    receivedAt: number;
    summary: RecordSummary;
  },
): Promise<void> {
  const { summary } = record;
  await tx.run(
    `INSERT INTO record (id, kind, marketplace_id, number, claim_number, request_id, first_item, item_count, party_name,
        total, heading, received_at, revision)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
    record.id,
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
}

/** Brings a record to a new revision: the new summary, not reviewed, no findings counted yet. */
export async function setRecordRevision(
  tx: WriteTransaction,
  id: number,
  revision: number,
  summary: RecordSummary,
): Promise<void> {
  await tx.run(
    `UPDATE record SET revision = ?, claim_number = ?, request_id = ?, first_item = ?, item_count = ?, party_name = ?,
       total = ?, heading = ?, finding_count = 0, attention_count = 0, attention_rank = 0, reviewed_at = NULL, reviewed_by = NULL
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
  const { changes } = await tx.run(
    'UPDATE record SET reviewed_at = ?, reviewed_by = ? WHERE id = ?',
    review?.at ?? null,
    review?.by ?? null,
    id,
  );
  return changes === 1;
}

/** The record that has an insurer's number; undefined where none has. */
export async function findRecordIdByNumber(tx: ReadTransaction, number: string): Promise<number | undefined> {
  return (await tx.get<{ id: number }>('SELECT id FROM record WHERE number = ?', number))?.id;
}

/** Counts the records of each kind. It walks a whole index, so it is called once, at the start. */
export async function countRecordsByKind(tx: ReadTransaction): Promise<{ kind: string; count: number }[]> {
  return tx.all<{ kind: string; count: number }>(
    'SELECT kind, count(*) AS count FROM record INDEXED BY record_identity GROUP BY kind',
  );
}

/** What lists are filtered and sorted by, of a record's latest revision, besides what they show. */
export interface RecordTraits {
  /** Digits of the party's RNC or Cédula. */
  partyTaxId: string | null;
  /** The same of the workshop of a purchase order. */
  workshopTaxId: string | null;
  /** `YYYY-MM-DD` of an order, a document or an incident. */
  datedOn: string | null;
  /** The make of a report's vehicle, in lower case and without accents. */
  make: string | null;
  /** The party's name, in lower case and without accents. */
  partyOrder: string | null;
  /** Of the total, as ISO 4217 has it. */
  currency: string | null;
  /** The total in hundredths, as far as an integer holds it. */
  amount: number | null;
}

const traitNames = [
  'partyTaxId',
  'workshopTaxId',
  'datedOn',
  'make',
  'partyOrder',
  'currency',
  'amount',
] as const;
const traitColumns = traitNames.map(columnOf);

/** Sets the traits of a record; writes nothing where they are there already. */
export async function setRecordTraits(tx: WriteTransaction, id: number, traits: RecordTraits): Promise<void> {
  const values = traitNames.map((name) => traits[name]);
  await tx.run(
    `UPDATE record SET ${traitColumns.map((column) => `${column} = ?`).join(', ')}
      WHERE id = ? AND (${traitColumns.map((column) => `${column} IS DISTINCT FROM ?`).join(' OR ')})`,
    ...values,
    id,
    ...values,
  );
}

export interface RecordListRow extends RecordSummary {
  id: number;
  kind: RecordKind;
  marketplaceId: number;
  number: string;
  /** Digits of the party's RNC, once it is examined. */
  partyTaxId: string | null;
  /** `YYYY-MM-DD` of an order, a document or an incident, once it is examined. */
  datedOn: string | null;
  /** Digits of the RNC of a purchase order's workshop, and the make of a report's vehicle, once it is examined. */
  workshopTaxId: string | null;
  make: string | null;
  receivedAt: number;
  revision: number;
  findingCount: number;
  attentionCount: number;
  /** A thousand for each error among them, one for each warning. */
  attentionRank: number;
  reviewedAt: number | null;
  reviewedBy: string | null;
  /** The id of a person; null where it is nobody's, with `assignedAt` where somebody took it back. */
  assignedTo: number | null;
  assignedAt: number | null;
  assignedBy: string | null;
  flaggedAt: number | null;
  flaggedBy: string | null;
  /** What somebody wrote on the flag; null without. */
  flagWord: string | null;
  cancellationId: number | null;
  cancellationState: string | null;
  /** What stands of what was decided on an invoice, and of which revision; null where nothing does. */
  decision: InvoiceDecision | null;
  decisionRevision: number | null;
  /** Whether a payment waits for a second person: 1 or 0. */
  decisionProposed: number;
  /** Up to this revision its deliveries lie in bundles, the last of them in this one; null where all are here. */
  archivedRevision: number | null;
  archivedBundle: number | null;
  /** What its claim is about, as far as that is known. */
  claimPolicy: string | null;
  claimVehicle: string | null;
  claimVin: string | null;
  claimPlate: string | null;
  claimWorkshop: string | null;
  /** The name of a purchase order's workshop that came last with its RNC. */
  workshopName: string | null;
}

const rowColumns = `${selected<RecordListRow>('r', ['id', 'kind', 'marketplaceId', 'number', 'claimNumber', 'requestId', 'firstItem', 'itemCount', 'partyName', 'partyTaxId', 'datedOn', 'workshopTaxId', 'make', 'total', 'heading', 'receivedAt', 'revision', 'findingCount', 'attentionCount', 'attentionRank', 'reviewedAt', 'reviewedBy', 'assignedTo', 'assignedAt', 'assignedBy', 'flaggedAt', 'flaggedBy', 'flagWord', 'decision', 'decisionRevision', 'decisionProposed', 'archivedRevision', 'archivedBundle'])},
  c.id AS "cancellationId", c.state AS "cancellationState", s.policy_number AS "claimPolicy", s.vehicle AS "claimVehicle",
  s.vin AS "claimVin", s.plate AS "claimPlate", s.workshop AS "claimWorkshop", w.label AS "workshopName"`;
const latestCancellation =
  'LEFT JOIN cancellation c ON c.id = (SELECT max(x.id) FROM cancellation x WHERE x.record_id = r.id)';
const claimAndWorkshop = `LEFT JOIN claim_subject s ON s.claim_number = r.claim_number
  LEFT JOIN filter_choice w ON w.name = 'party' AND w.value = r.workshop_tax_id`;

export async function findRecord(tx: ReadTransaction, id: number): Promise<RecordListRow | undefined> {
  return tx.get<RecordListRow>(
    `SELECT ${rowColumns} FROM record r ${latestCancellation} ${claimAndWorkshop} WHERE r.id = ?`,
    id,
  );
}

/** The records of these ids that match a filter, newest first. */
export async function listRecordsByIds(
  tx: ReadTransaction,
  ids: readonly number[],
  filter: RecordFilter,
): Promise<RecordListRow[]> {
  if (ids.length === 0) return [];
  const { sql, parameters } = whereOf(conditionsOf(filter));
  return tx.all<RecordListRow>(
    `SELECT ${rowColumns} FROM record r ${latestCancellation} ${claimAndWorkshop}
      WHERE r.id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))${sql} ORDER BY r.id DESC`,
    JSON.stringify(ids),
    ...parameters,
  );
}

export interface NoteRow {
  id: number;
  at: number;
  who: string;
  /** The id of who wrote it; null where that is not known. */
  personId: number | null;
  text: string;
}

export async function insertNote(
  tx: WriteTransaction,
  note: Omit<NoteRow, 'id' | 'personId'> & { recordId: number; personId?: number | null },
): Promise<number> {
  const id = await insertedId(
    tx,
    'INSERT INTO note (record_id, at, who, person_id, text) VALUES (?, ?, ?, ?, ?)',
    note.recordId,
    note.at,
    note.who,
    note.personId ?? null,
    note.text,
  );
  return id;
}

/** The notes of a record, oldest first, at most 1,000. */
export async function listNotes(tx: ReadTransaction, recordId: number): Promise<NoteRow[]> {
  return tx.all<NoteRow>(
    `SELECT ${selected<NoteRow>('', ['id', 'at', 'who', 'personId', 'text'])} FROM note
      WHERE record_id = ? ORDER BY id LIMIT 1000`,
    recordId,
  );
}

/** What happened to records beside their arrival; times are milliseconds since 1970. */
export type RecordEvent = { recordId: number; at: number } & (
  | { event: 'revision'; revision: number }
  | { event: 'note'; who: string; text: string }
  | { event: 'asked'; who: string | null; text: string | null }
  | { event: 'decided'; who: string; verdict: Verdict }
  | { event: 'invoiceDecision'; who: string; act: DecisionAct; decision: InvoiceDecision }
  | { event: 'cancelled' }
);

/** The most events of one kind: the history of one claim stays a page that can be read. */
const maxEvents = 500;

interface VerdictRow {
  recordId: number;
  at: number;
  who: string;
  verdict: Verdict;
  state: string;
  deliveredAt: number | null;
}

/** Revisions after the first, notes, asks, verdicts, cancellations and decisions of records; in no order. */
export async function listRecordEvents(tx: ReadTransaction, ids: readonly number[]): Promise<RecordEvent[]> {
  const list = JSON.stringify(ids);
  const all = <Row>(sql: string) => tx.all<Row>(sql, list, maxEvents);
  const events: RecordEvent[] = [];
  for (const row of await all<{
    recordId: number;
    at: number;
    revision: number;
  }>(`SELECT r.id AS "recordId", e.at, e.revision FROM json_each(?) ids JOIN record r ON r.id = CAST(ids.value AS BIGINT)
    JOIN entry e ON e.kind = r.kind AND e.marketplace_id = r.marketplace_id AND e.revision > 1 LIMIT ?`)) {
    events.push({ event: 'revision', ...row });
  }
  for (const row of await all<{
    recordId: number;
    at: number;
    who: string;
    text: string;
  }>(`SELECT n.record_id AS "recordId", n.at, n.who, n.text FROM json_each(?) ids
    JOIN note n ON n.record_id = CAST(ids.value AS BIGINT) LIMIT ?`)) {
    events.push({ event: 'note', ...row });
  }
  for (const row of await all<{ recordId: number; at: number; who: string | null; text: string | null }>(
    `SELECT c.record_id AS "recordId", a.received_at AS at, a.asked_by AS who, a.reason AS text FROM json_each(?) ids
      JOIN cancellation c ON c.record_id = CAST(ids.value AS BIGINT) JOIN ask a ON a.cancellation_id = c.id LIMIT ?`,
  )) {
    events.push({ event: 'asked', ...row });
  }
  for (const {
    state,
    deliveredAt,
    ...row
  } of await all<VerdictRow>(`SELECT c.record_id AS "recordId", c.decided_at AS at, c.decided_by AS who, c.verdict, c.state,
      c.delivered_at AS "deliveredAt" FROM json_each(?) ids
    JOIN cancellation c ON c.record_id = CAST(ids.value AS BIGINT) WHERE c.verdict IS NOT NULL LIMIT ?`)) {
    events.push({ event: 'decided', ...row });
    if (state === 'cancelled' && deliveredAt !== null) {
      events.push({ event: 'cancelled', recordId: row.recordId, at: deliveredAt });
    }
  }
  for (const row of await all<Pick<DecisionRow, 'recordId' | 'at' | 'who' | 'act' | 'decision'>>(
    `SELECT d.record_id AS "recordId", d.at, d.who, d.act, d.decision FROM json_each(?) ids
      JOIN decision d ON d.record_id = CAST(ids.value AS BIGINT) LIMIT ?`,
  )) {
    events.push({ event: 'invoiceDecision', ...row });
  }
  return events;
}
