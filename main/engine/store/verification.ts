/** Whether what is derived is what the journal says, and whether the journal's numbers are: nothing here changes anything. */
import type { DisagreementCode } from '#shared/contract/verification.ts';
import { findJournalHead } from './journal.ts';
import { findDerivedPosition } from './settings.ts';
import type { ReadTransaction, SqlValue } from './transaction.ts';

export interface Disagreement {
  code: DisagreementCode;
  count: number;
  /** Of the first: entries of the journal, or ids of rows that it has none for. */
  first: number[];
}

/** How far the database is derived, and where the journal ends. */
export interface DerivedPlace {
  seq: number;
  calls: number;
  arrivals: number;
}

const firstFew = 10;

/** Where a comparison goes on. */
export interface ComparisonPlace {
  check: number;
  /** The last entry or row of that check that was compared. */
  after: number;
  /** Rejected deliveries that the journal has so far. */
  rejected: number;
}

export const comparisonStart: ComparisonPlace = { check: 0, after: 0, rejected: 0 };

/** What a step found, how far it is, and where to go on; null at the end. */
interface ComparisonStep {
  derived: DerivedPlace;
  found: Disagreement | null;
  done: number;
  all: number;
  next: ComparisonPlace | null;
}

/** Entries or rows that are compared in one step, which takes some milliseconds. */
const comparedAtOnce = 1000;
/** Of the progress, what one check counts. */
const perCheck = 1000;

/**
 * Looks a step on for rows of the database that are not what the journal says, as far as it is derived. All steps together read all of
 * both; Perito may go on working between two of them.
 */
export async function compareWithJournal(
  tx: ReadTransaction,
  { check, after, rejected }: ComparisonPlace,
): Promise<ComparisonStep> {
  const derived: DerivedPlace = {
    arrivals: await findDerivedPosition(tx, 'derivedArrivals'),
    calls: await findDerivedPosition(tx, 'derivedCalls'),
    seq: (await findJournalHead(tx)).seq,
  };
  const all = (checks.length + 1) * perCheck;
  const current = checks[check];
  const end = current === undefined ? derived.arrivals : await endOf(tx, current, derived);
  const upTo = Math.min(end ?? 0, after + comparedAtOnce);
  const isLast = end === null || upTo >= end;
  const done = perCheck * (check + (isLast ? 1 : upTo / end));
  if (current === undefined) {
    const known = rejected + (await countArrivedRejected(tx, after, upTo));
    if (!isLast) return { derived, found: null, done, all, next: { check, after: upTo, rejected: known } };
    const missing = known - (await countListedRejected(tx));
    const found = { code: 'countOfRejected' as const, count: Math.abs(missing), first: [] };
    return { derived, found: missing === 0 ? null : found, done, all, next: null };
  }
  const { code, sql, until, column } = current;
  const parameters: SqlValue[] = until === null ? [] : [derived[until]];
  const range = column === null ? '' : ` AND ${column} > ? AND ${column} <= ?`;
  if (column !== null) parameters.push(after, upTo);
  const counted = await tx.get<{ count: number }>(
    `SELECT count(*) AS count FROM (${sql}${range}) AS w`,
    ...parameters,
  );
  const count = counted?.count ?? 0;
  const rows =
    count === 0 ? [] : await tx.all<{ seq: number }>(`${sql}${range} LIMIT ${firstFew}`, ...parameters);
  const found = count === 0 ? null : { code, count, first: rows.map(({ seq }) => seq) };
  const next = isLast ? { check: check + 1, after: 0, rejected } : { check, after: upTo, rejected };
  return { derived, found, done, all, next };
}

/** Up to which entry or row a check goes; null where it is one step. */
async function endOf(
  tx: ReadTransaction,
  { column, until, table }: Comparison,
  derived: DerivedPlace,
): Promise<number | null> {
  if (column === null) return null;
  if (table === undefined) return until === null ? null : derived[until];
  return (await tx.get<{ last: number | null }>(`SELECT max(id) AS last FROM ${table}`))?.last ?? 0;
}

/** What was delivered of a call, from the JSON of its outcome. */
const outcome = `json_extract(o.detail, '$.delivery')`;
const outcomeAnswer = `json_extract(o.detail, '$.answer')`;

/** How one kind of disagreement is looked for. */
interface Comparison {
  code: DisagreementCode;
  /** Finds what disagrees; its first parameter is the place up to which it is derived, where it has one. */
  sql: string;
  until: 'arrivals' | 'calls' | null;
  /** The entry or row by which it goes on in steps; null of what is little. */
  column: string | null;
  /** Whose rows they are; entries of the journal unless given. */
  table?: string;
}

const checks: readonly Comparison[] = [
  {
    code: 'recordOfDelivery',
    sql: `SELECT e.seq FROM entry e NOT INDEXED LEFT JOIN record r ON r.kind = e.kind AND r.marketplace_id = e.marketplace_id
      WHERE e.revision = 1 AND e.seq <= ? AND (r.id IS NOT e.subject_id OR r.number IS NOT e.number OR r.received_at IS NOT e.at)`,
    until: 'arrivals',
    column: 'e.seq',
  },
  {
    code: 'revisionOfRecord',
    sql: `SELECT r.id AS seq FROM record r WHERE (r.revision < coalesce((SELECT e.revision FROM entry e WHERE e.kind = r.kind
        AND e.marketplace_id = r.marketplace_id AND e.revision IS NOT NULL AND e.seq <= ? ORDER BY e.revision DESC LIMIT 1), 0)
      OR NOT EXISTS (SELECT 1 FROM entry e WHERE e.kind = r.kind AND e.marketplace_id = r.marketplace_id
        AND e.revision = r.revision AND e.subject_id = r.id))`,
    until: 'arrivals',
    column: 'r.id',
    table: 'record',
  },
  {
    code: 'recordOfArchived',
    sql: `SELECT a.seq FROM archived_record a LEFT JOIN record r ON r.id = a.record_id
      WHERE a.seq <= ? AND (r.archived_revision IS NULL OR r.archived_revision < a.revision)
        AND NOT EXISTS (SELECT 1 FROM not_derived n WHERE n.seq = a.seq)`,
    until: 'arrivals',
    column: 'a.seq',
  },
  {
    code: 'archivedOfRecord',
    sql: `SELECT r.id AS seq FROM record r WHERE r.archived_revision IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM archived_record a JOIN entry e ON e.seq = a.seq
        WHERE a.record_id = r.id AND a.revision = r.archived_revision AND e.kind = 'archived')`,
    until: null,
    column: 'r.id',
    table: 'record',
  },
  {
    code: 'askOfCall',
    sql: `SELECT e.seq FROM entry e LEFT JOIN ask a ON a.id = e.subject_id
      WHERE e.kind IN ('ask', 'answer', 'outcome') AND e.kind = 'ask' AND e.seq <= ?
        AND (a.seq IS NOT e.seq OR a.received_at IS NOT e.at OR a.key_label IS NOT e.key_label)`,
    until: 'calls',
    column: null,
  },
  {
    code: 'callOfAsk',
    sql: `SELECT a.id AS seq FROM ask a LEFT JOIN entry e ON e.seq = a.seq WHERE e.kind IS NOT 'ask' OR e.subject_id IS NOT a.id`,
    until: null,
    column: null,
  },
  {
    code: 'outcomeOfAsk',
    sql: `SELECT o.seq FROM entry o LEFT JOIN ask a ON a.id = o.subject_id
      WHERE o.kind IN ('ask', 'answer', 'outcome') AND o.kind = 'outcome' AND o.seq <= ?
        AND (a.delivery IS NOT ${outcome} OR (${outcome} = 'delivered' AND a.answer IS NOT ${outcomeAnswer}))`,
    until: 'calls',
    column: null,
  },
  {
    code: 'verdictOfAnswer',
    sql: `SELECT o.seq FROM entry o LEFT JOIN ask a ON a.id = o.subject_id LEFT JOIN cancellation c ON c.id = a.cancellation_id
      WHERE o.kind IN ('ask', 'answer', 'outcome') AND o.kind = 'outcome' AND o.seq <= ? AND ${outcome} = 'delivered'
        AND ${outcomeAnswer} IN ('cancelled', 'refused') AND (c.delivered_at IS NULL OR c.state IS NOT ${outcomeAnswer})`,
    until: 'calls',
    column: null,
  },
  {
    code: 'answerOfVerdict',
    sql: `SELECT c.id AS seq FROM cancellation c WHERE c.delivered_at IS NOT NULL AND c.id NOT IN (
        SELECT a.cancellation_id FROM entry o JOIN ask a ON a.id = o.subject_id
        WHERE o.kind IN ('ask', 'answer', 'outcome') AND o.kind = 'outcome' AND ${outcome} = 'delivered'
          AND ${outcomeAnswer} IN ('cancelled', 'refused'))`,
    until: null,
    column: null,
  },
  {
    code: 'rowOfLookup',
    sql: `SELECT e.seq FROM entry e LEFT JOIN policy_lookup l ON l.id = e.subject_id
      WHERE e.kind = 'lookup' AND e.seq <= ? AND (l.seq IS NOT e.seq OR l.at IS NOT e.at)`,
    until: 'arrivals',
    column: 'e.seq',
  },
  {
    code: 'lookupOfRow',
    sql: `SELECT l.id AS seq FROM policy_lookup l LEFT JOIN entry e ON e.seq = l.seq
      WHERE (e.kind IS NOT 'lookup' OR e.subject_id IS NOT l.id)`,
    until: null,
    column: 'l.id',
    table: 'policy_lookup',
  },
  {
    code: 'rejectedOfRow',
    sql: `SELECT d.id AS seq FROM rejected_delivery d LEFT JOIN entry e ON e.seq = d.seq WHERE e.kind IS NOT 'rejected'
      UNION ALL SELECT p.id FROM rejected_repeat p LEFT JOIN entry e ON e.seq = p.seq WHERE e.kind IS NOT 'rejected'`,
    until: null,
    column: null,
  },
];

/** Rejected deliveries among some entries of the journal; one that was moved from an older version may stand for many. */
async function countArrivedRejected(tx: ReadTransaction, after: number, upTo: number): Promise<number> {
  const arrived = await tx.get<{ count: number }>(
    `SELECT coalesce(sum(coalesce(CAST(json_extract(e.detail, '$.count') AS BIGINT), 1)), 0) AS count FROM entry e
      WHERE e.kind = 'rejected' AND e.seq > ? AND e.seq <= ?`,
    after,
    upTo,
  );
  return arrived?.count ?? 0;
}

/** Rejected deliveries that are listed, or counted as repeats. */
async function countListedRejected(tx: ReadTransaction): Promise<number> {
  const listed = await tx.get<{ count: number }>(
    'SELECT coalesce(sum(d.count), 0) AS count FROM rejected_delivery d',
  );
  return listed?.count ?? 0;
}

/** A sequence of numbers that are given without gaps. */
export interface NumberSequenceCheck {
  /** The text around the place of the number, `OC-2026-{seq}`. */
  sequence: string;
  /** How many of its numbers were given, and the last of them. */
  given: number;
  last: number;
  /** The last that the journal goes on from. */
  kept: number;
  /** Runs of numbers that were never given, the first few. */
  gaps: { from: number; to: number }[];
}

/** Numbers of records that are read at a time. */
const numbersAtOnce = 5000;

/**
 * Each sequence of numbers, with what was never given of it. A gap is no damage by itself: after the restore of an older
 * backup Perito goes on above all numbers that it may have given. `read` is called once for some thousands of numbers.
 */
export async function checkNumbers(
  read: <Result>(query: (tx: ReadTransaction) => Promise<Result>) => Promise<Result>,
): Promise<NumberSequenceCheck[]> {
  const checks: NumberSequenceCheck[] = [];
  for (const name of Object.keys((await read(findJournalHead)).numbers)) {
    const seen = await numbersOf(read, name);
    // Read last: what is given meanwhile is above all that was seen.
    const kept = (await read(findJournalHead)).numbers[name] ?? 0;
    checks.push({ sequence: name, given: seen.size, last: seen.last, kept, gaps: seen.gaps(firstFew) });
  }
  return checks;
}

async function numbersOf(read: Parameters<typeof checkNumbers>[0], sequence: string): Promise<NumberSet> {
  const [before = '', after = ''] = sequence.split('{seq}');
  const seen = new NumberSet();
  for (let beyond = ''; ; ) {
    const from = beyond;
    const rows: { number: string }[] = await read((tx) =>
      tx.all(
        `SELECT e.number FROM entry e WHERE e.revision = 1 AND e.number > ? AND e.number >= ? AND e.number < ?
          ORDER BY e.number LIMIT ${numbersAtOnce}`,
        from,
        before,
        `${before}\u{10FFFF}`,
      ),
    );
    for (const { number } of rows) {
      const digits = number.slice(before.length, number.length - after.length);
      if (number.endsWith(after) && /^\d{1,15}$/.test(digits)) seen.add(Number(digits));
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < numbersAtOnce) return seen;
    beyond = last.number;
  }
}

/** Whole numbers from 1, as one bit each: a million takes 125 kB. */
class NumberSet {
  #bits = new Uint8Array(1024);
  size = 0;
  last = 0;

  add(number: number): void {
    const place = Math.floor(number / 8);
    if (place >= maxNumberBytes) return;
    if (place >= this.#bits.length) {
      const larger = new Uint8Array(Math.min(maxNumberBytes, Math.max(place + 1, 2 * this.#bits.length)));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    this.#bits[place] = (this.#bits[place] ?? 0) | (1 << (number % 8));
    this.size += 1;
    this.last = Math.max(this.last, number);
  }

  /** The first runs of numbers below the last that are not in it. */
  gaps(limit: number): { from: number; to: number }[] {
    const found: { from: number; to: number }[] = [];
    if (this.size === this.last) return found;
    for (let number = 1; number < this.last && found.length < limit; number += 1) {
      if (this.#has(number)) continue;
      const from = number;
      while (number < this.last && !this.#has(number)) number += 1;
      found.push({ from, to: number - 1 });
    }
    return found;
  }

  #has(number: number): boolean {
    return ((this.#bits[Math.floor(number / 8)] ?? 0) & (1 << (number % 8))) !== 0;
  }
}

/** Of two hundred million numbers. */
const maxNumberBytes = 25_000_000;
