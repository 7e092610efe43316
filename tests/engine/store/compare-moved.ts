/**
 * Compares a database of before there was a journal with what a data directory holds since it was moved, row by row:
 * `node tests/engine/store/compare-moved.ts OLD-DATABASE DATA-DIRECTORY` prints what differs. Nothing is written.
 */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** At most so many rows of a table are named. */
const maxNamed = 5;

type Row = Record<string, unknown>;

/** Moved into the journal, or counted otherwise; each is compared by itself. */
const comparedApart = new Set([
  'revision',
  'ask_body',
  'rejected_body',
  'large_body',
  'not_examined',
  'claim',
  'setting',
  'sequence',
]);

/** Each is a sentence; none where nothing was lost, changed or added. */
export function differencesOfMove(olderFile: string, dataDir: string): string[] {
  const database = new Database(olderFile, { readonly: true });
  try {
    database.prepare('ATTACH ? AS journal').run(join(dataDir, 'journal.db'));
    database.prepare('ATTACH ? AS present').run(join(dataDir, 'perito.db'));
    return [...differences(database)];
  } finally {
    database.close();
  }
}

function* differences(database: Database.Database): Generator<string> {
  const all = (sql: string) => database.prepare<[], Row>(sql).all();
  const columnsOf = (schema: string, table: string) =>
    all(`SELECT name FROM pragma_table_info('${table}', '${schema}')`).map(({ name }) => String(name));
  const tables = all(
    "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%'",
  ).map(({ name }) => String(name));

  /** What one query finds and the other does not. */
  function* both(what: string, older: string, present: string): Generator<string> {
    const name = (rows: Row[]) => `${rows.length} rows, such as ${JSON.stringify(rows.slice(0, maxNamed))}`;
    const lost = all(`SELECT * FROM (${older}) EXCEPT SELECT * FROM (${present})`);
    if (lost.length > 0) yield `${what}: not there any more: ${name(lost)}.`;
    const added = all(`SELECT * FROM (${present}) EXCEPT SELECT * FROM (${older})`);
    if (added.length > 0) yield `${what}: not there before: ${name(added)}.`;
    const count = (sql: string) => all(`SELECT count(*) AS count FROM (${sql})`)[0]?.['count'];
    if (count(older) !== count(present))
      yield `${what}: ${String(count(older))} rows, and ${String(count(present))} now.`;
  }

  for (const table of tables) {
    if (comparedApart.has(table)) continue;
    const now = columnsOf('present', table);
    const columns = columnsOf('main', table)
      .filter((column) => now.includes(column) && column !== 'arrival_sequence')
      .join(', ');
    yield* both(table, `SELECT ${columns} FROM main.${table}`, `SELECT ${columns} FROM present.${table}`);
  }
  if (tables.includes('rejected_repeat'))
    yield* both(
      'the order of rejected deliveries',
      'SELECT id, row_number() OVER (ORDER BY arrival_sequence) AS place FROM main.rejected_delivery',
      'SELECT id, row_number() OVER (ORDER BY arrival_sequence) AS place FROM present.rejected_delivery',
    );
  // What hung on the ids of revisions hangs on the numbers of their entries.
  const seqOf = (column: string) =>
    `(SELECT e.seq FROM main.revision v JOIN main.record r ON r.id = v.record_id
      JOIN journal.entry e ON e.kind = r.kind AND e.marketplace_id = r.marketplace_id AND e.revision = v.revision
      WHERE v.id = ${column})`;
  if (tables.includes('large_body')) {
    yield* both(
      'large_body',
      `SELECT ${seqOf('revision_id')} AS seq, extract, left_out FROM main.large_body`,
      'SELECT seq, extract, left_out FROM present.large_body',
    );
    yield* both(
      'not_examined',
      `SELECT ${seqOf('revision_id')} AS seq, reason, at FROM main.not_examined`,
      'SELECT seq, reason, at FROM present.not_examined',
    );
  }
  if (columnsOf('main', 'claim').includes('last_revision_id'))
    yield* both(
      'claim',
      `SELECT claim_number, ${seqOf('last_revision_id')} AS last_seq, last_received_at, purchase_orders, service_orders,
         incident_reports, financial_documents FROM main.claim`,
      `SELECT claim_number, last_seq, last_received_at, purchase_orders, service_orders, incident_reports,
         financial_documents FROM present.claim`,
    );
  yield* both(
    'how far the examiner came',
    `SELECT coalesce(${seqOf('CAST(value AS INTEGER)')}, 0) FROM main.setting WHERE name = 'examinedRevision'`,
    "SELECT CAST(value AS INTEGER) FROM present.setting WHERE name = 'examinedEntry'",
  );
  const positions =
    "('examinedRevision', 'examinedEntry', 'derivedArrivals', 'derivedCalls', 'examinationBegan')";
  yield* both(
    'setting',
    `SELECT name, value FROM main.setting WHERE name NOT IN ${positions}`,
    `SELECT name, value FROM present.setting WHERE name NOT IN ${positions}`,
  );
  const lastNumber = columnsOf('main', 'sequence').includes('last') ? 'last' : 'last_number';
  yield* both(
    'sequence',
    `SELECT name, ${lastNumber} FROM main.sequence`,
    'SELECT name, last_number FROM present.sequence UNION SELECT key, value FROM journal.journal_head, json_each(numbers)',
  );
  yield* journalDifferences(database, tables);
}

/** Every delivery, call, lookup and rejected delivery, byte by byte. */
function* journalDifferences(database: Database.Database, tables: readonly string[]): Generator<string> {
  const hasApart = tables.includes('ask_body');
  const wholes: [what: string, sql: string][] = [
    [
      'revision',
      `SELECT v.id, v.body AS bytes, v.sha256, e.bytes AS kept, e.sha256 AS keptHash,
        e.subject_id = v.record_id AND e.at = v.received_at AND e.key_label = v.key_label AND e.number = r.number AS isSame
       FROM main.revision v JOIN main.record r ON r.id = v.record_id
       LEFT JOIN journal.entry e ON e.kind = r.kind AND e.marketplace_id = r.marketplace_id AND e.revision = v.revision`,
    ],
    [
      'ask',
      `SELECT a.id, ${hasApart ? 'coalesce(b.body, a.body)' : 'a.body'} AS bytes, e.sha256, e.bytes AS kept,
        e.sha256 AS keptHash, e.kind = 'ask' AND e.subject_id = a.id AND e.at = a.received_at
          AND e.key_label = a.key_label AND e.marketplace_id = c.marketplace_id AS isSame
       FROM main.ask a JOIN main.cancellation c ON c.id = a.cancellation_id
       ${hasApart ? 'LEFT JOIN main.ask_body b ON b.ask_id = a.id' : ''}
       JOIN present.ask p ON p.id = a.id LEFT JOIN journal.entry e ON e.seq = p.seq`,
    ],
    [
      'rejected_delivery',
      `SELECT d.id, ${hasApart ? 'coalesce(b.body, d.body)' : 'd.body'} AS bytes, e.sha256, e.bytes AS kept,
        e.sha256 AS keptHash, e.kind = 'rejected' AND e.subject_id = d.id AND e.at = d.received_at
          AND e.key_label = d.key_label AS isSame
       FROM main.rejected_delivery d ${hasApart ? 'LEFT JOIN main.rejected_body b ON b.rejected_id = d.id' : ''}
       JOIN present.rejected_delivery p ON p.id = d.id LEFT JOIN journal.entry e ON e.seq = p.seq`,
    ],
    [
      'policy_lookup',
      `SELECT l.id, CAST(l.answer AS BLOB) AS bytes, e.sha256, e.bytes AS kept, e.sha256 AS keptHash,
        e.kind = 'lookup' AND e.subject_id = l.id AND e.at = l.at AND e.key_label = l.key_label AS isSame
       FROM main.policy_lookup l JOIN present.policy_lookup p ON p.id = l.id LEFT JOIN journal.entry e ON e.seq = p.seq`,
    ],
  ];
  if (tables.includes('rejected_repeat'))
    wholes.push([
      'rejected_repeat',
      `SELECT d.id, d.body AS bytes, e.sha256, e.bytes AS kept, e.sha256 AS keptHash,
        e.kind = 'rejected' AND e.subject_id = d.rejected_id AND e.at = d.received_at AS isSame
       FROM main.rejected_repeat d JOIN present.rejected_repeat p ON p.id = d.id LEFT JOIN journal.entry e ON e.seq = p.seq`,
    ]);
  for (const [what, sql] of wholes) {
    const rows = database.prepare<
      [],
      {
        id: number;
        bytes: Buffer;
        sha256: Buffer | null;
        kept: Buffer | null;
        keptHash: Buffer | null;
        isSame: 0 | 1 | null;
      }
    >(sql);
    let count = 0;
    let named = 0;
    for (const { id, bytes, sha256, kept, keptHash, isSame } of rows.iterate()) {
      count += 1;
      const isWhole =
        isSame === 1 &&
        kept?.equals(bytes) === true &&
        sha256?.equals(hash('sha256', bytes, 'buffer')) === true &&
        keptHash?.equals(sha256) === true;
      if (!isWhole && named++ < maxNamed) yield `${what} ${id} does not stand in the journal as it was.`;
    }
    const expected = database
      .prepare<[], { count: number }>(`SELECT count(*) AS count FROM main.${what}`)
      .get();
    if (expected?.count !== count)
      yield `${what}: ${String(expected?.count)} rows, of which ${count} are in the journal.`;
  }
}

if (import.meta.main) {
  const [olderFile, dataDir] = process.argv.slice(2);
  if (olderFile === undefined || dataDir === undefined)
    throw new Error('Give the old database and the data directory.');
  const found = differencesOfMove(olderFile, dataDir);
  process.stdout.write(found.length === 0 ? 'Nothing differs.\n' : `${found.join('\n')}\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
