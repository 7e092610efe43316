/** Writes what an older version kept as entries of a new journal, in the order in which it arrived. */
import { hash } from 'node:crypto';
import type Database from 'better-sqlite3';
import { readCancelCall } from '#shared/marketplace/cancellation.ts';
import type { AskAnswer, OrderKind, RecordKind, Verdict } from '#shared/terms.ts';
import { openConnection } from '../connection.ts';
import { groupHash } from '../group-hash.ts';
import type { Entry, EntryWithBytes } from '../journal.ts';
import { StoreProblem } from '../store-error.ts';

interface Moving {
  /** The database of the older version; it is only read. */
  older: string;
  /** What is to take its place: all of it but the bodies of deliveries, in the last schema without a journal. */
  derived: string;
  /** The new journal: empty, or as far as an earlier run came with the same two. */
  journal: string;
  installation: { installationId: string; createdAt: string };
  onMoved: (moved: number, all: number) => void;
}

/** An entry before it has its place. */
type Moved = Omit<EntryWithBytes, 'seq'> & {
  /** What it was, and its id there; null of what was no row of its own. */
  movedId: { kind: string; id: number } | null;
  /** A cancel call whose outcome is not known: what it was about to be answered with, as JSON, or null. */
  openAsk: { askId: number; marketplaceId: number; answer: string | null } | null;
};

/** A group is ended by so many entries, or by so many bytes. */
const groupEntries = 256;
const groupBytes = 4 * 1024 * 1024;

/**
 * Moves all that arrived, with its numbers and ids, into the new journal, group by group, each committed with the place of
 * every row; what is there already is passed over, so that it goes on where it was ended. The journal is whole and synced to
 * disk when it returns. The bytes of one group are in memory at a time. Throws a `StoreProblem` where a delivery is not what
 * arrived.
 */
export function moveEntries({ older, derived, journal, installation, onMoved }: Moving): void {
  const reading = openConnection(derived, { readonly: false });
  const writing = openConnection(journal, { readonly: false });
  try {
    reading.pragma('temp_store = FILE');
    reading.prepare('ATTACH ? AS older').run(older);
    listOthers(reading);
    reading.pragma('query_only = ON');
    // It is synced whole at the end; until then a loss of power may take the last groups, but never a part of one.
    writing.pragma('synchronous = NORMAL');
    writing.pragma('wal_autocheckpoint = 8000');
    const all = countAll(reading);
    refuseGaps(reading, all);
    const writer = new EntryWriter(writing);
    const { lastRevisionId, others } = writer.whereItEnded();
    for (const moved of inOrder(reading, { lastRevisionId, others, at: writer.head.at })) {
      writer.add(moved);
      onMoved(writer.head.seq, all);
    }
    writer.flush();
    writing.pragma('synchronous = FULL');
    setNumbers(reading, writing);
    setInstallation(writing, installation);
    onMoved(writer.head.seq, all);
    writing.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    reading.close();
    writing.close();
  }
}

/** Numbers go on where they were. */
function setNumbers(reading: Database.Database, writing: Database.Database): void {
  // Every sequence of numbers is named by its template up to the date.
  const sequences = reading
    .prepare<[], { name: string; last: number }>(
      "SELECT name, last_number AS last FROM sequence WHERE instr(name, '{seq}') > 0 ORDER BY name",
    )
    .all();
  const numbers = Object.fromEntries(sequences.map(({ name, last }) => [name, last]));
  writing.prepare('UPDATE journal_head SET numbers = ?').run(JSON.stringify(numbers));
}

/** Whose the journal is. */
function setInstallation(writing: Database.Database, installation: Moving['installation']): void {
  writing
    .prepare(
      "INSERT INTO receiver_setting (name, value) VALUES ('installation', ?) ON CONFLICT (name) DO NOTHING",
    )
    .run(JSON.stringify(installation));
}

/**
 * All that is no delivery of a record, in the order in which it came: rows of each table in the order of their ids, whatever
 * the clock did, and by their times beside each other. What follows from something comes after it. When a call ended that was
 * not answered is read from the log.
 */
function listOthers(reading: Database.Database): void {
  reading.exec(`
CREATE TEMP TABLE other (position INTEGER PRIMARY KEY, at INTEGER NOT NULL, source TEXT NOT NULL, id INTEGER NOT NULL);
CREATE TEMP TABLE rejected_rank (id INTEGER PRIMARY KEY, place INTEGER NOT NULL);
INSERT INTO temp.rejected_rank SELECT id, row_number() OVER (ORDER BY arrival_sequence) FROM rejected_delivery;

WITH refused AS (SELECT id, max(received_at) OVER (ORDER BY id) AS at FROM rejected_delivery),
  repeated AS (
    SELECT p.id, max(max(p.received_at) OVER (ORDER BY p.id), d.at) AS at
      FROM rejected_repeat p JOIN refused d ON d.id = p.rejected_id),
  asked AS (SELECT id, max(received_at) OVER (ORDER BY id) AS at FROM ask),
  called AS (
    SELECT a.id, asked.at, a.answer, a.delivery, max(asked.at, coalesce(
        a.answered_at,
        (SELECT max(u.at) FROM audit u WHERE u.subject = 'cancellation:' || a.cancellation_id
          AND u.action IN ('cancellation.answered', 'cancellation.callerGone', 'cancellation.interrupted',
            'cancellation.holdEnded')
          AND json_extract(u.detail, '$.ask') = a.id),
        CASE WHEN a.answer IN ('cancelled', 'refused') THEN c.decided_at END,
        a.held_until,
        asked.at)) AS ended_at
      FROM ask a JOIN asked ON asked.id = a.id JOIN cancellation c ON c.id = a.cancellation_id)
INSERT INTO temp.other (at, source, id)
  SELECT at, source, id FROM (
    SELECT at, 'rejected' AS source, id, 0 AS turn, id AS subject, 0 AS part FROM refused
    UNION ALL SELECT at, 'rejectedRepeat', id, 1, id, 0 FROM repeated
    UNION ALL SELECT max(at) OVER (ORDER BY id), 'lookup', id, 2, id, 0 FROM policy_lookup
    UNION ALL SELECT at, 'ask', id, 3, id, 0 FROM called
    UNION ALL SELECT ended_at, 'answer', id, 3, id, 1 FROM called WHERE answer IS NOT NULL
    UNION ALL SELECT ended_at, 'outcome', id, 3, id, 2 FROM called WHERE delivery NOT IN ('held', 'answering')
  ) ORDER BY at, turn, subject, part`);
}

function countAll(reading: Database.Database): number {
  const { deliveries, others } = reading
    .prepare<[], { deliveries: number; others: number }>(
      `SELECT (SELECT count(*) FROM older.revision INDEXED BY revision_of_record) AS deliveries,
        (SELECT count(*) FROM temp.other) AS others`,
    )
    .get() ?? { deliveries: 0, others: 0 };
  return deliveries + others;
}

/** New ids are numbers of entries, so each of before must be below those. They are, unless somebody took rows out. */
function refuseGaps(reading: Database.Database, all: number): void {
  for (const table of [
    'record',
    'cancellation',
    'ask',
    'rejected_delivery',
    'rejected_repeat',
    'policy_lookup',
  ]) {
    const { last } = reading
      .prepare<[], { last: number }>(`SELECT coalesce(max(id), 0) AS last FROM ${table}`)
      .get() ?? { last: 0 };
    if (last > all)
      throw new StoreProblem(
        'corrupt',
        `The database misses rows: it has a ${table} ${last}, and no more than ${all} arrivals. Restore a backup; nothing was changed.`,
      );
  }
}

/** What is to be moved from a place on: deliveries by their ids and all else by its place, both by their times. */
function* inOrder(
  reading: Database.Database,
  from: { lastRevisionId: number; others: number; at: number },
): Generator<Moved> {
  const others = reading
    .prepare<[number], Other>('SELECT at, source, id FROM temp.other WHERE position > ? ORDER BY position')
    .iterate(from.others);
  const read = readers(reading);
  let at = from.at;
  try {
    let other = nextOf(others);
    for (const row of reading.prepare<[number], DeliveryRow>(deliverySql).iterate(from.lastRevisionId)) {
      // Revisions come in their order, whatever the clock did.
      at = Math.max(at, row.at);
      for (; other !== null && other.at < at; other = nextOf(others)) yield read(other);
      yield deliveryOf(row);
    }
    for (; other !== null; other = nextOf(others)) yield read(other);
  } finally {
    others.return?.();
  }
}

type Source = 'rejected' | 'rejectedRepeat' | 'lookup' | 'ask' | 'answer' | 'outcome';
interface Other {
  at: number;
  source: Source;
  id: number;
}

function nextOf(rows: Iterator<Other>): Other | null {
  const next = rows.next();
  return next.done === true ? null : next.value;
}

interface DeliveryRow {
  id: number;
  kind: RecordKind;
  marketplaceId: number;
  recordId: number;
  revision: number;
  number: string;
  at: number;
  keyLabel: string;
  sha256: Buffer;
  bytes: Buffer;
  contentHash: Buffer | null;
}
const deliverySql = `SELECT v.id, r.kind, r.marketplace_id AS marketplaceId, v.record_id AS recordId, v.revision, r.number,
    v.received_at AS at, v.key_label AS keyLabel, v.sha256, v.body AS bytes, l.content_hash AS contentHash
  FROM older.revision v CROSS JOIN record r ON r.id = v.record_id LEFT JOIN large_body l ON l.revision_id = v.id
  WHERE v.id > ? ORDER BY v.id`;

function deliveryOf({ id, recordId, contentHash, ...row }: DeliveryRow): Moved {
  if (!hash('sha256', row.bytes, 'buffer').equals(row.sha256))
    throw new StoreProblem(
      'corrupt',
      `Revision ${row.revision} of ${row.number} is not what arrived: its bytes have another SHA-256. Restore a backup; nothing was changed.`,
    );
  return {
    ...row,
    subjectId: recordId,
    detail: contentHash === null ? null : JSON.stringify({ contentHash: contentHash.toString('hex') }),
    movedId: { kind: 'revision', id },
    openAsk: null,
  };
}

/** Reads one of what is no delivery, in the form in which the receiver writes it now. */
function readers(reading: Database.Database): (other: Other) => Moved {
  const rejected = reading.prepare<[number], RejectedRow>(rejectedSql);
  const repeat = reading.prepare<[number], RejectedRow>(repeatSql);
  const lookup = reading.prepare<[number], LookupRow>(lookupSql);
  const call = reading.prepare<[number], CallRow>(callSql);
  return (other) => {
    switch (other.source) {
      case 'rejected':
        return rejectedOf(found(rejected.get(other.id)), false);
      case 'rejectedRepeat':
        return rejectedOf(found(repeat.get(other.id)), true);
      case 'lookup':
        return lookupOf(found(lookup.get(other.id)));
      case 'ask':
        return askOf(found(call.get(other.id)));
      case 'answer':
        return answerOf(found(call.get(other.id)), other.at);
      case 'outcome':
        return outcomeOf(found(call.get(other.id)), other.at);
    }
  };
}

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('A row that was listed is gone.');
  return row;
}

/** Of an entry that is no delivery. */
const plain = { marketplaceId: null, revision: null, number: null, openAsk: null };
const digest = (bytes: Buffer) => hash('sha256', bytes, 'buffer');

interface RejectedRow {
  id: number;
  rejectedId: number;
  at: number;
  method: string;
  path: string;
  contentType: string | null;
  status: number;
  title: string;
  code: string | null;
  reason: string;
  errors: string;
  keyLabel: string;
  receivedBytes: number;
  bytes: Buffer;
  count: number;
  lastReceivedAt: number;
  /** Of the delivery, in the order of the list. */
  place: number;
  repeatHash: Buffer | null;
  contentHash: Buffer | null;
}
const ofRejected = `d.id AS rejectedId, d.method, d.status, d.title, d.code, d.reason, d.errors, d.key_label AS keyLabel,
  d.repeat_hash AS repeatHash, k.place`;
const rejectedSql = `SELECT d.id, ${ofRejected}, d.received_at AS at, d.path, d.content_type AS contentType,
    d.received_bytes AS receivedBytes, coalesce(b.body, d.body) AS bytes, d.count, d.last_received_at AS lastReceivedAt,
    d.content_hash AS contentHash
  FROM rejected_delivery d JOIN temp.rejected_rank k ON k.id = d.id LEFT JOIN rejected_body b ON b.rejected_id = d.id
  WHERE d.id = ?`;
const repeatSql = `SELECT p.id, ${ofRejected}, p.received_at AS at, p.path, p.content_type AS contentType,
    p.received_bytes AS receivedBytes, p.body AS bytes, p.count, p.last_received_at AS lastReceivedAt,
    p.content_hash AS contentHash
  FROM rejected_repeat p JOIN rejected_delivery d ON d.id = p.rejected_id JOIN temp.rejected_rank k ON k.id = d.id
  WHERE p.id = ?`;

/** One that stands for all that were counted in it: how often each came is not known any more, only when last. */
function rejectedOf(row: RejectedRow, isRepeat: boolean): Moved {
  const { id, rejectedId, at, keyLabel, bytes, count, lastReceivedAt, place, repeatHash, contentHash } = row;
  const { method, path, contentType, status, title, code, reason, receivedBytes } = row;
  const errors: unknown = JSON.parse(row.errors);
  const moved = {
    isRepeat,
    count,
    lastReceivedAt,
    place,
    repeatHash: repeatHash?.toString('hex') ?? null,
    contentHash: contentHash?.toString('hex') ?? null,
  };
  const detail = {
    ...{ method, path, contentType, status, title, code, reason, errors, receivedBytes },
    moved,
  };
  return {
    ...plain,
    kind: 'rejected',
    subjectId: rejectedId,
    at,
    keyLabel,
    sha256: digest(bytes),
    detail: JSON.stringify(detail),
    bytes,
    movedId: { kind: isRepeat ? 'rejectedRepeat' : 'rejected', id },
  };
}

interface LookupRow {
  id: number;
  lookupKind: string;
  at: number;
  keyLabel: string;
  insurancePolicyNumber: string | null;
  vin: string | null;
  incidentTypeId: number | null;
  incidentDate: string | null;
  intermediaryTaxId: string | null;
  reportCategoryId: number | null;
  policies: number;
  vehicles: number;
  rules: string;
  cover: string | null;
  status: number;
  answer: string;
}
const lookupSql = `SELECT id, kind AS lookupKind, at, key_label AS keyLabel, insurance_policy_number AS insurancePolicyNumber,
    vin, incident_type_id AS incidentTypeId, incident_date AS incidentDate, intermediary_tax_id AS intermediaryTaxId,
    report_category_id AS reportCategoryId, policies, vehicles, rules, cover, status, answer
  FROM policy_lookup WHERE id = ?`;

function lookupOf({ id, lookupKind, at, keyLabel, answer, ...asked }: LookupRow): Moved {
  const bytes = Buffer.from(answer);
  const detail = JSON.stringify({ kind: lookupKind, ...asked });
  const movedId = { kind: 'lookup', id };
  return {
    ...plain,
    kind: 'lookup',
    subjectId: id,
    at,
    keyLabel,
    sha256: digest(bytes),
    detail,
    bytes,
    movedId,
  };
}

interface CallRow {
  id: number;
  cancellationId: number;
  orderKind: OrderKind;
  marketplaceId: number;
  at: number;
  heldUntil: number | null;
  keyLabel: string;
  content: string | null;
  bytes: Buffer;
  answer: AskAnswer | null;
  delivery: 'held' | 'answering' | 'delivered' | 'lost' | 'unknown';
  verdict: Verdict | null;
  responseText: string | null;
  decidedAt: number | null;
  decidedBy: string | null;
}
const callSql = `SELECT a.id, a.cancellation_id AS cancellationId, c.order_kind AS orderKind,
    c.marketplace_id AS marketplaceId, a.received_at AS at, a.held_until AS heldUntil, a.key_label AS keyLabel, a.content,
    coalesce(b.body, a.body) AS bytes, a.answer, a.delivery, c.verdict, c.response_text AS responseText,
    c.decided_at AS decidedAt, c.decided_by AS decidedBy
  FROM ask a JOIN cancellation c ON c.id = a.cancellation_id LEFT JOIN ask_body b ON b.ask_id = a.id WHERE a.id = ?`;

function askOf(row: CallRow): Moved {
  const { id, cancellationId, orderKind, marketplaceId, at, heldUntil, keyLabel, bytes, delivery } = row;
  // "null" is noted of a body that was too long to be read at a start.
  const isRead = row.content !== null && row.content !== 'null';
  const call: unknown = isRead ? JSON.parse(row.content ?? '') : readCancelCall(orderKind, objectOf(bytes));
  const isOpen = delivery === 'held' || delivery === 'answering';
  return {
    ...plain,
    kind: 'ask',
    marketplaceId,
    subjectId: id,
    at,
    keyLabel,
    sha256: digest(bytes),
    detail: JSON.stringify({ orderKind, heldUntil, call, cancellationId }),
    bytes,
    movedId: { kind: 'ask', id },
    openAsk: isOpen ? { askId: id, marketplaceId, answer: null } : null,
  };
}

function objectOf(bytes: Buffer): object {
  try {
    const json: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof json === 'object' && json !== null ? json : {};
  } catch {
    return {};
  }
}

const ofCall = { ...plain, keyLabel: '', sha256: null, bytes: null, movedId: null };

function answerOf(row: CallRow, at: number): Moved {
  const { id, marketplaceId, answer, delivery, verdict, decidedAt, decidedBy, responseText } = row;
  // One that was taken back since, or given after this answer, is not what this answer carried.
  const carried = verdict === null ? null : verdict === 'approve' ? 'cancelled' : 'refused';
  const isCarried = answer === carried && decidedAt !== null && decidedAt <= at;
  const detail = JSON.stringify({
    answer,
    text: isCarried ? responseText : null,
    verdict: isCarried ? { verdict, decidedBy, decidedAt } : null,
    cause: null,
  });
  const openAsk = delivery === 'answering' ? { askId: id, marketplaceId, answer: detail } : null;
  return { ...ofCall, kind: 'answer', marketplaceId, subjectId: id, at, detail, openAsk };
}

function outcomeOf({ id, marketplaceId, answer, delivery }: CallRow, at: number): Moved {
  const detail = JSON.stringify({ delivery, answer });
  return { ...ofCall, kind: 'outcome', marketplaceId, subjectId: id, at, detail };
}

/** Gives entries their places, and commits them group by group. */
class EntryWriter {
  readonly #database: Database.Database;
  /** Where the journal ends with what was added so far. */
  readonly head: { seq: number; at: number };
  #hash: Uint8Array;
  #group: { moved: Moved; entry: Entry }[] = [];
  #groupBytes = 0;

  constructor(database: Database.Database) {
    this.#database = database;
    const { hash: last, ...head } = found(
      database
        .prepare<[], { seq: number; at: number; hash: Uint8Array }>('SELECT seq, at, hash FROM journal_head')
        .get(),
    );
    this.head = head;
    this.#hash = last;
  }

  /** The last delivery that was moved, and how many of the others were: each of these made one entry. */
  whereItEnded(): { lastRevisionId: number; others: number } {
    const moved = found(
      this.#database
        .prepare<[], { count: number; last: number }>(
          "SELECT count(*) AS count, coalesce(max(id), 0) AS last FROM moved_id WHERE kind = 'revision'",
        )
        .get(),
    );
    return { lastRevisionId: moved.last, others: this.head.seq - moved.count };
  }

  add(moved: Moved): void {
    const seq = this.head.seq + 1;
    const { kind, marketplaceId, subjectId, revision, number, at, keyLabel, sha256, detail, bytes } = moved;
    const entry = {
      seq,
      kind,
      marketplaceId,
      subjectId,
      revision,
      number,
      at,
      keyLabel,
      sha256,
      detail,
    };
    this.#group.push({ moved, entry });
    this.#groupBytes += bytes?.length ?? 0;
    this.head.seq = seq;
    this.head.at = Math.max(this.head.at, at);
    if (this.#group.length >= groupEntries || this.#groupBytes >= groupBytes) this.flush();
  }

  flush(): void {
    if (this.#group.length === 0) return;
    this.#hash = groupHash(
      this.#hash,
      this.#group.map(({ entry }) => entry),
    );
    this.#database.transaction(() => this.#write())();
    this.#group = [];
    this.#groupBytes = 0;
  }

  #write(): void {
    const { seq, at } = this.head;
    for (const { moved, entry } of this.#group) {
      this.#run(
        `INSERT INTO entry (seq, kind, marketplace_id, subject_id, revision, number, at, key_label, sha256, detail, chain, bytes)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...Object.values(entry),
        entry.seq === seq ? this.#hash : null,
        moved.bytes,
      );
      const { movedId, openAsk } = moved;
      if (movedId !== null)
        this.#run(
          'INSERT INTO moved_id (kind, id, seq) VALUES (?, ?, ?)',
          movedId.kind,
          movedId.id,
          entry.seq,
        );
      if (openAsk !== null)
        this.#run(
          `INSERT INTO open_ask (ask_id, marketplace_id, answer) VALUES (?, ?, ?)
            ON CONFLICT (ask_id) DO UPDATE SET answer = excluded.answer`,
          openAsk.askId,
          openAsk.marketplaceId,
          openAsk.answer,
        );
    }
    this.#run('UPDATE journal_head SET seq = ?, hash = ?, at = ? WHERE id = 1', seq, this.#hash, at);
  }

  readonly #statements = new Map<string, Database.Statement<unknown[]>>();

  #run(sql: string, ...parameters: unknown[]): void {
    const known = this.#statements.get(sql) ?? this.#database.prepare<unknown[]>(sql);
    this.#statements.set(sql, known);
    known.run(...parameters);
  }
}
