/** What is read through for a person who asks what is kept about him; each function reads on from an id, by its table's key. */
import type { RecordKind } from '#shared/terms.ts';
import type { Entry } from './journal.ts';
import { type ReadTransaction, selected } from './transaction.ts';

/** An entry with its bytes where they are few; `length` is null where it has none. */
export interface ScannedEntry
  extends Pick<Entry, 'seq' | 'kind' | 'subjectId' | 'revision' | 'at' | 'detail'> {
  length: number | null;
  bytes: Uint8Array | null;
}

/** Entries behind a place of the journal, with bytes of those that have at most `wholeBytes`. */
export async function listEntriesToScan(
  tx: ReadTransaction,
  query: { afterSeq: number; limit: number; wholeBytes: number },
): Promise<ScannedEntry[]> {
  return tx.all<ScannedEntry>(
    `SELECT ${selected<ScannedEntry>('e', ['seq', 'kind', 'subjectId', 'revision', 'at', 'detail'])}, length(e.bytes) AS length,
      CASE WHEN length(e.bytes) <= ? THEN e.bytes END AS bytes FROM entry e WHERE e.seq > ? ORDER BY e.seq LIMIT ?`,
    query.wholeBytes,
    query.afterSeq,
    query.limit,
  );
}

/** What people wrote, and what of an imported file was refused. */
export const writtenSources = [
  'note',
  'claimNote',
  'reminder',
  'flag',
  'annotation',
  'acknowledgement',
  'decision',
  'cancellation',
  'verdictProposal',
  'importProblem',
] as const;
type WrittenSource = (typeof writtenSources)[number];

export interface WrittenText {
  id: number;
  /** Null where it is of no record. */
  recordId: number | null;
  text: string;
}

const writtenSql: Record<WrittenSource, { table: string; columns: string }> = {
  note: { table: 'note', columns: 'record_id AS "recordId", text' },
  claimNote: { table: 'claim_note', columns: 'NULL AS "recordId", text' },
  reminder: { table: 'reminder', columns: 'record_id AS "recordId", text' },
  flag: {
    table: '(SELECT r.id, r.flag_word AS text FROM record r WHERE r.flag_word IS NOT NULL) AS flagged',
    columns: 'id AS "recordId", text',
  },
  annotation: {
    table: 'attachment_mark',
    columns: '(SELECT a.record_id FROM attachment a WHERE a.id = attachment_id) AS "recordId", text',
  },
  acknowledgement: {
    table: 'acknowledgement',
    columns: `record_id AS "recordId", coalesce(party_tax_id, '') || ' ' || coalesce(party_name, '') || ' ' || reason AS text`,
  },
  decision: {
    table: 'decision',
    columns: `record_id AS "recordId", coalesce(comment, '') || ' ' || coalesce(request, '') AS text`,
  },
  cancellation: {
    table: 'cancellation',
    columns: `record_id AS "recordId", coalesce(response_text, '') || ' ' || coalesce(closed_reason, '') AS text`,
  },
  verdictProposal: {
    table: 'verdict_proposal',
    columns: `(SELECT c.record_id FROM cancellation c WHERE c.id = cancellation_id) AS "recordId",
      coalesce(response_text, '') || ' ' || coalesce(comment, '') AS text`,
  },
  importProblem: { table: 'policy_import_problem', columns: 'NULL AS "recordId", value AS text' },
};

export async function listWrittenTexts(
  tx: ReadTransaction,
  source: WrittenSource,
  afterId: number,
  limit: number,
): Promise<WrittenText[]> {
  const { table, columns } = writtenSql[source];
  return tx.all<WrittenText>(
    `SELECT id, ${columns} FROM ${table} WHERE id > ? ORDER BY id LIMIT ?`,
    afterId,
    limit,
  );
}

/** The record that a call to cancel was about; null where it is not here, undefined where there is no such call. */
export async function findRecordOfAsk(
  tx: ReadTransaction,
  askId: number,
): Promise<number | null | undefined> {
  const row = await tx.get<{ recordId: number | null }>(
    'SELECT c.record_id AS "recordId" FROM ask a JOIN cancellation c ON c.id = a.cancellation_id WHERE a.id = ?',
    askId,
  );
  return row?.recordId;
}

/** The record of an attachment or a cancellation; null where there is none. */
export async function findRecordOf(
  tx: ReadTransaction,
  table: 'attachment' | 'cancellation',
  id: number,
): Promise<number | null> {
  const row = await tx.get<{ recordId: number | null }>(
    `SELECT record_id AS "recordId" FROM ${table} WHERE id = ?`,
    id,
  );
  return row?.recordId ?? null;
}

/** Of the records of these ids that are there: their kinds, and how many photos and papers each has. */
export async function listKindsOfRecords(
  tx: ReadTransaction,
  ids: readonly number[],
): Promise<{ id: number; kind: RecordKind; attachments: number }[]> {
  return tx.all(
    `SELECT r.id, r.kind, (SELECT count(*) FROM attachment a WHERE a.record_id = r.id) AS attachments
      FROM record r WHERE r.id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))`,
    JSON.stringify(ids),
  );
}
