/** Whether a database that was made anew says what the old one said, row by row. */
import type Database from 'better-sqlite3';
import { openConnection } from './connection.ts';
import { attachJournal } from './database.ts';
import { type DifferingColumns, type IsUnreached, unreachedBy } from './rebuild-unreached.ts';
import { addVocabulary, type DamagedDatabase } from './salvage.ts';

export interface TableComparison {
  table: string;
  same: number;
  /** Rows that say something else, that only the old one has, and that only the new one has. */
  different: number;
  onlyBefore: number;
  onlyNow: number;
  /** Rows that differ because the old one had not come to all that they hang on; they are no part of these. */
  notReached: number;
  /** Keys of the first of them. */
  first: string[];
  /** Whether the old one could be read to its end. */
  isWhole: boolean;
}

const firstFew = 5;

/** What is compared: the key by which rows are in order, and everything else that is derived. */
interface Compared {
  table: string;
  /** Columns of the key, in the order of `from`. */
  keys: readonly string[];
  values: readonly string[];
  from: string;
}

/** Findings have ids in the order in which they were found, which say nothing; links are their own key. */
const compared: readonly Compared[] = [
  {
    table: 'record',
    keys: ['id'],
    values: [
      ...[
        'kind',
        'marketplace_id',
        'number',
        'claim_number',
        'request_id',
        'first_item',
        'item_count',
        'party_name',
      ],
      ...[
        'total',
        'received_at',
        'revision',
        'finding_count',
        'attention_count',
        'reviewed_at',
        'reviewed_by',
      ],
      ...['heading', 'party_tax_id', 'dated_on', 'archived_revision'],
      ...['assigned_to', 'assigned_at', 'assigned_by', 'flagged_at', 'flagged_by', 'flag_word'],
      ...['decision', 'decision_revision', 'decision_proposed'],
    ],
    from: 'record ORDER BY id',
  },
  {
    table: 'finding',
    keys: ['record_id', 'revision'],
    values: ['found'],
    from: `(SELECT record_id, revision, json_group_array(json_array(code, severity, pointer, parameters, count, places, amount,
      currency, acknowledgement_id)) AS found FROM (SELECT * FROM finding INDEXED BY finding_of_record ORDER BY record_id, revision, id) AS ordered
      GROUP BY record_id, revision) ORDER BY record_id, revision`,
  },
  {
    table: 'record_link',
    keys: ['record_id', 'name', 'value'],
    values: [],
    from: 'record_link ORDER BY record_id, name, value',
  },
  {
    table: 'claim',
    keys: ['claim_number'],
    values: [
      'last_seq',
      'last_received_at',
      'purchase_orders',
      'service_orders',
      'incident_reports',
      'financial_documents',
    ],
    from: 'claim ORDER BY claim_number',
  },
  {
    table: 'claim_summary',
    keys: ['claim_number'],
    values: [
      ...['last_seq', 'last_received_at', 'records', 'open_records', 'flagged_records'],
      ...['attention_rank', 'ordered', 'waiting', 'assigned_to'],
    ],
    from: 'claim_summary ORDER BY claim_number',
  },
  // Each term of the search and in how many records it stands.
  { table: 'search', keys: ['term'], values: ['doc'], from: 'temp.search_vocabulary ORDER BY term' },
  { table: 'large_body', keys: ['seq'], values: ['extract', 'left_out'], from: 'large_body ORDER BY seq' },
  {
    table: 'cancellation',
    keys: ['id'],
    values: [
      ...[
        'order_kind',
        'marketplace_id',
        'record_id',
        'state',
        'asked_at',
        'last_asked_at',
        'held_until',
        'verdict',
      ],
      ...[
        'response_text',
        'decided_at',
        'decided_by',
        'delivered_at',
        'order_references',
        'closed_at',
        'closed_by',
      ],
      'closed_reason',
      'reason_code',
    ],
    from: 'cancellation ORDER BY id',
  },
  {
    table: 'ask',
    keys: ['id'],
    values: [
      ...[
        'seq',
        'cancellation_id',
        'received_at',
        'held_until',
        'key_label',
        'reason',
        'comments',
        'asked_by',
        'answer',
      ],
      ...['answered_at', 'delivery', 'content'],
    ],
    from: 'ask ORDER BY id',
  },
  {
    table: 'rejected_delivery',
    keys: ['id'],
    values: [
      ...[
        'seq',
        'received_at',
        'method',
        'path',
        'content_type',
        'status',
        'title',
        'code',
        'reason',
        'errors',
        'key_label',
      ],
      ...[
        'received_bytes',
        'kept_bytes',
        'seen_at',
        'count',
        'last_received_at',
        'arrival_sequence',
        'repeat_hash',
      ],
      'content_hash',
    ],
    from: 'rejected_delivery ORDER BY id',
  },
  {
    table: 'rejected_repeat',
    keys: ['rejected_id', 'content_hash'],
    values: [
      'seq',
      'received_at',
      'last_received_at',
      'count',
      'path',
      'content_type',
      'received_bytes',
      'kept_bytes',
    ],
    from: 'rejected_repeat ORDER BY rejected_id, content_hash',
  },
  {
    table: 'policy_lookup',
    keys: ['id'],
    values: [
      ...[
        'seq',
        'at',
        'kind',
        'key_label',
        'insurance_policy_number',
        'vin',
        'number_key',
        'vin_key',
        'incident_type_id',
      ],
      ...[
        'incident_date',
        'intermediary_tax_id',
        'report_category_id',
        'policies',
        'vehicles',
        'rules',
        'status',
        'cover',
      ],
    ],
    from: 'policy_lookup ORDER BY id',
  },
  {
    table: 'attachment',
    keys: ['id'],
    values: [
      ...[
        'record_id',
        'identity',
        'role',
        'position',
        'pointer',
        'marketplace_id',
        'filename',
        'caption',
        'declared_type',
      ],
      ...[
        'declared_size',
        'first_revision',
        'last_revision',
        'url',
        'address_source',
        'host',
        'state',
        'problem',
        'sha256',
      ],
      'is_dropped',
    ],
    from: 'attachment ORDER BY id',
  },
];

/** Compares table by table; `onTable` is told before each how many are done. Memory is bounded, since both are walked side by side. */
export function compareDatabases(
  old: DamagedDatabase,
  { file, dataDir }: { file: string; dataDir: string },
  onTable: (done: number, all: number) => void,
): TableComparison[] {
  const database = openConnection(file, { readonly: true });
  try {
    addVocabulary(database);
    attachJournal(database, dataDir);
    const isUnreached = unreachedBy(old, database);
    return compared.map((one, index) => {
      onTable(index, compared.length);
      const sql = `SELECT ${[...one.keys, ...one.values].join(', ')} FROM ${one.from}`;
      return compareRows(one, old.rows(sql), rowsOf(database, sql), isUnreached);
    });
  } finally {
    database.close();
  }
}

function* rowsOf(database: Database.Database, sql: string): Generator<unknown[], boolean, void> {
  yield* database.prepare<[], unknown[]>(sql).raw().iterate();
  return true;
}

function compareRows(
  { table, keys, values }: Compared,
  before: Generator<unknown[], boolean, void>,
  now: Generator<unknown[], boolean, void>,
  isUnreached: IsUnreached,
): TableComparison {
  const columns = [...keys, ...values];
  const found: TableComparison = {
    ...{ table, same: 0, different: 0, onlyBefore: 0, onlyNow: 0, notReached: 0 },
    ...{ first: [], isWhole: true },
  };
  const pairs = sideBySide(before, now, keys.length);
  for (let pair = pairs.next(); ; pair = pairs.next()) {
    if (pair.done === true) return { ...found, isWhole: pair.value };
    const what = verdictOn(pair.value);
    const row = pair.value.made ?? pair.value.old ?? [];
    if (what !== 'same' && isUnreached(table, named(columns, row), differingColumns(columns, pair.value))) {
      found.notReached += 1;
      continue;
    }
    found[what] += 1;
    if (what !== 'same' && found.first.length < firstFew)
      found.first.push(row.slice(0, keys.length).map(textOf).join(' '));
  }
}

/** The rows of one key; null where one of the two has none. */
interface Pair {
  old: unknown[] | null;
  made: unknown[] | null;
}

function verdictOn({ old, made }: Pair): 'same' | 'different' | 'onlyBefore' | 'onlyNow' {
  if (made === null) return 'onlyBefore';
  if (old === null) return 'onlyNow';
  return old.every((value, index) => compareValues(value, made[index]) === 0) ? 'same' : 'different';
}

const named = (columns: readonly string[], row: readonly unknown[]) =>
  Object.fromEntries(columns.map((column, index) => [column, row[index]]));

const differingColumns = (columns: readonly string[], { old, made }: Pair): DifferingColumns =>
  old === null || made === null
    ? null
    : columns.filter((_, index) => compareValues(old[index], made[index]) !== 0);

/**
 * The rows of both by their keys, in which both are in order. Whether the old one came to its end: behind where it breaks,
 * nothing can be said of the new one's rows.
 */
function* sideBySide(
  before: Generator<unknown[], boolean, void>,
  now: Generator<unknown[], boolean, void>,
  keys: number,
): Generator<Pair, boolean, void> {
  let left = before.next();
  let right = now.next();
  try {
    for (;;) {
      const old = rowOf(left);
      const made = rowOf(right);
      if (left.done === true && (made === null || !left.value)) return left.value;
      const order = orderOf(old, made, keys);
      yield { old: order <= 0 ? old : null, made: order >= 0 ? made : null };
      if (order <= 0) left = before.next();
      if (order >= 0) right = now.next();
    }
  } finally {
    before.return(true);
    now.return(true);
  }
}

const rowOf = (result: IteratorResult<unknown[], boolean>): unknown[] | null =>
  result.done === true ? null : result.value;

/** Below 0 where one comes before the other; none comes after all. */
function orderOf(one: readonly unknown[] | null, other: readonly unknown[] | null, keys: number): number {
  if (one === null) return 1;
  if (other === null) return -1;
  for (let index = 0; index < keys; index += 1) {
    const order = compareValues(one[index], other[index]);
    if (order !== 0) return order;
  }
  return 0;
}

/** As SQLite orders values: null, numbers, texts by their bytes, bytes. */
function compareValues(one: unknown, other: unknown): number {
  if (one === other) return 0;
  const ranks = rankOf(one) - rankOf(other);
  if (ranks !== 0) return ranks;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return Buffer.compare(bytesOf(one), bytesOf(other));
}

const rankOf = (value: unknown): number =>
  value === null ? 0 : typeof value === 'number' ? 1 : typeof value === 'string' ? 2 : 3;

const bytesOf = (value: unknown): Uint8Array =>
  value instanceof Uint8Array ? value : Buffer.from(String(value), 'utf8');

const textOf = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
