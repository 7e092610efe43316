import type { Verdict } from '#shared/terms.ts';
import type { ReadTransaction } from './transaction.ts';

/** What happened to records beside their arrival; times are milliseconds since 1970. */
export type RecordEvent = { recordId: number; at: number } & (
  | { event: 'revision'; revision: number }
  | { event: 'note'; who: string; text: string }
  | { event: 'asked'; who: string | null; text: string | null }
  | { event: 'decided'; who: string; verdict: Verdict }
  | { event: 'cancelled' }
);

/** At most so many of one kind of event: what is told of one dossier stays a page that can be read. */
const maxEvents = 500;

/** The statements, so that a test can look at their plans. Each takes a JSON list of record ids and a limit. */
export const timelineSql = {
  revisions: `SELECT v.record_id AS recordId, v.received_at AS at, v.revision FROM json_each(?) ids
    JOIN revision v ON v.record_id = ids.value WHERE v.revision > 1 LIMIT ?`,
  notes: `SELECT n.record_id AS recordId, n.at, n.who, n.text FROM json_each(?) ids
    JOIN note n ON n.record_id = ids.value LIMIT ?`,
  asks: `SELECT c.record_id AS recordId, a.received_at AS at, a.asked_by AS who, a.reason AS text FROM json_each(?) ids
    JOIN cancellation c ON c.record_id = ids.value JOIN ask a ON a.cancellation_id = c.id LIMIT ?`,
  verdicts: `SELECT c.record_id AS recordId, c.decided_at AS at, c.decided_by AS who, c.verdict, c.state,
      c.delivered_at AS deliveredAt FROM json_each(?) ids
    JOIN cancellation c ON c.record_id = ids.value WHERE c.verdict IS NOT NULL LIMIT ?`,
} as const;

interface VerdictRow {
  recordId: number;
  at: number;
  who: string;
  verdict: Verdict;
  state: string;
  deliveredAt: number | null;
}

/** Revisions after the first, notes, asks, verdicts and cancellations of records; in no order. */
export async function eventsOfRecords(tx: ReadTransaction, ids: readonly number[]): Promise<RecordEvent[]> {
  const list = JSON.stringify(ids);
  const all = <Row>(sql: string) => tx.all<Row>(sql, list, maxEvents);
  const events: RecordEvent[] = [];
  for (const row of all<{ recordId: number; at: number; revision: number }>(timelineSql.revisions)) {
    events.push({ event: 'revision', ...row });
  }
  for (const row of all<{ recordId: number; at: number; who: string; text: string }>(timelineSql.notes)) {
    events.push({ event: 'note', ...row });
  }
  for (const row of all<{ recordId: number; at: number; who: string | null; text: string | null }>(
    timelineSql.asks,
  )) {
    events.push({ event: 'asked', ...row });
  }
  for (const { state, deliveredAt, ...row } of all<VerdictRow>(timelineSql.verdicts)) {
    events.push({ event: 'decided', ...row });
    if (state === 'cancelled' && deliveredAt !== null) {
      events.push({ event: 'cancelled', recordId: row.recordId, at: deliveredAt });
    }
  }
  return events;
}
