/** What cannot be made anew from the journal, from the old database into the new one. */
import type Database from 'better-sqlite3';
import { keptRows, tableClasses } from './rebuild-tables.ts';
import type { DamagedDatabase, SqlRow, Unreadable } from './salvage.ts';
import { StoreProblem } from './store-error.ts';

/** What came of copying. */
export interface Copied {
  /** Rows that were kept, by table; of a table of both classes those that are put back. */
  rows: Record<string, number>;
  /** What could not be read, by table. */
  unreadable: Unreadable[];
  /** Rows that were read and are not what such a row can be. */
  refused: { table: string; rows: number }[];
}

/**
 * Copies the rows of all tables that are kept, those that are put back later into tables of the same names in `kept`. The
 * installation is the journal's; of a database of which nothing could be read everything is as in a new one. Throws a
 * `StoreProblem` where the old one is of another journal, which has other records under the same ids.
 */
export function copyKept(
  writing: Database.Database,
  old: DamagedDatabase | null,
  installationId: string,
): Copied {
  const copied: Copied = { rows: {}, unreadable: [], refused: [] };
  if (old !== null) refuseOtherJournal(writing, old);
  writing.exec('DELETE FROM main.policy_book WHERE true; DELETE FROM main.person WHERE true');
  for (const [table, tableClass] of Object.entries(tableClasses)) {
    if (tableClass === 'derived') continue;
    const into = tableClass === 'both' ? 'kept' : 'main';
    const columns = columnsOf(writing, table);
    if (tableClass === 'both')
      writing.exec(`CREATE TABLE kept."${table}" AS SELECT * FROM main."${table}" WHERE false`);
    if (old === null) continue;
    const insert = insertInto(writing, into, table, columns);
    let rows = 0;
    let refused = 0;
    const unreadable = writing.transaction(() =>
      old.salvage(table, keptRows[table] ?? 'true', (row) => {
        if (insert(row)) rows += 1;
        else refused += 1;
      }),
    )();
    copied.rows[table] = rows;
    if (unreadable !== null) copied.unreadable.push(unreadable);
    if (refused > 0) copied.refused.push({ table, rows: refused });
  }
  endOfLog(writing);
  restoreBookVersion(writing);
  ensureAdministrator(writing);
  writing.exec('INSERT INTO main.setting (name, value) SELECT name, value FROM kept.setting');
  writing
    .prepare(
      `INSERT INTO main.installation (only, id, created_at, sample_data) VALUES (1, ?,
        coalesce((SELECT created_at FROM kept.installation), ?), coalesce((SELECT sample_data FROM kept.installation), 0))`,
    )
    .run(installationId, Date.now());
  // The words of the book are entered anew.
  writing.exec('UPDATE main.policy SET needs_reindex = 1 WHERE until_version IS NULL');
  writing.exec('CREATE INDEX kept.attachment_identity ON attachment (record_id, identity)');
  return copied;
}

/**
 * Ids are places in the journal. One that ends earlier lacks the newest of them; one that went on elsewhere has others in
 * their place, and what people said of a record, or decided, would be said of another. What both have came first, so the
 * last that may stand in both tells.
 */
function refuseOtherJournal(writing: Database.Database, old: DamagedDatabase): void {
  const head = Number(writing.prepare('SELECT seq FROM journal_head').pluck().get());
  const isKnown = (sql: string, values: readonly unknown[]) =>
    writing.prepare(`SELECT EXISTS (SELECT 1 FROM entry WHERE ${sql})`).pluck().get(values) === 1;
  const [record] = old.rows(
    `SELECT kind, marketplace_id, id, number FROM record WHERE id <= ${head} ORDER BY id DESC LIMIT 1`,
  );
  const [ask] = old.rows(
    `SELECT a.seq, c.marketplace_id FROM ask a JOIN cancellation c ON c.id = a.cancellation_id
      WHERE a.seq <= ${head} ORDER BY a.seq DESC LIMIT 1`,
  );
  // What a damaged page seems to say is no row of theirs.
  const isRow = (row: unknown[] | undefined): row is unknown[] =>
    row?.every((value) => typeof value === 'string' || Number.isSafeInteger(value)) === true;
  const knowsRecord =
    !isRow(record) ||
    isKnown('kind = ? AND marketplace_id = ? AND revision = 1 AND subject_id = ? AND number = ?', record);
  const knowsAsk = !isRow(ask) || isKnown(`seq = ? AND kind = 'ask' AND marketplace_id = ?`, ask);
  if (knowsRecord && knowsAsk) return;
  throw new StoreProblem(
    'journalOlder',
    'The journal is another one than the database was made of, which went on elsewhere: what people did would come to stand at other records. Put the right journal back. Only where it is lost for good, move perito.db away and run this again: all that is derived is then made of the journal that is there, and what people made stays in the file that you moved. Nothing was changed.',
  );
}

function columnsOf(database: Database.Database, table: string): string[] {
  return database
    .prepare<[], { name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => name);
}

/** Inserts a row; false where the table takes no such row, as of a page that is written over. */
function insertInto(
  writing: Database.Database,
  schema: 'main' | 'kept',
  table: string,
  columns: readonly string[],
): (row: SqlRow) => boolean {
  const names = columns.map((name) => `"${name}"`).join(', ');
  const places = columns.map(() => '?').join(', ');
  // The log has a head from the start, which nobody may delete.
  const sql =
    table === 'audit_head'
      ? `UPDATE ${schema}.audit_head SET (${names}) = (${places})`
      : `INSERT INTO ${schema}."${table}" (${names}) VALUES (${places})`;
  const insert = writing.prepare(sql);
  return (row) => {
    try {
      insert.run(...columns.map((name) => row[name] ?? null));
      return true;
    } catch (failure) {
      const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
      if (code.startsWith('SQLITE_CONSTRAINT') || code === 'SQLITE_MISMATCH') return false;
      throw failure;
    }
  };
}

/** The log goes on behind its last entry, also where its head could not be read. */
function endOfLog(writing: Database.Database): void {
  writing.exec(
    `UPDATE main.audit_head SET (last_id, hash) = (SELECT id, hash FROM main.audit ORDER BY id DESC LIMIT 1)
      WHERE last_id < (SELECT max(id) FROM main.audit)`,
  );
}

/** Where no administrator could be read, there is one again without a secret: `perito account secret` gives it one. */
function ensureAdministrator(writing: Database.Database): void {
  writing.exec(
    `INSERT INTO main.person (name, email, role) SELECT '', '', 'administrator'
      WHERE NOT EXISTS (SELECT 1 FROM main.person WHERE role = 'administrator' AND ended_at IS NULL)`,
  );
}

/** Where it could not be read, the version in force is the last one of the rows, but for those of an import under way. */
function restoreBookVersion(writing: Database.Database): void {
  writing.exec(
    `WITH row_version (version) AS (
        SELECT from_version FROM main.policy UNION SELECT from_version FROM main.policy_vehicle
        UNION SELECT version FROM main.policy_import WHERE version IS NOT NULL),
      pending (version) AS (SELECT max(version) FROM main.policy_import WHERE finished_at IS NULL)
      INSERT INTO main.policy_book ("only", version, last_version, pending_version)
      SELECT 1, coalesce(max(r.version) FILTER (WHERE p.version IS NULL OR r.version < p.version), 0),
        coalesce(max(r.version), 0), p.version
      FROM pending p LEFT JOIN row_version r ON true WHERE true ON CONFLICT ("only") DO NOTHING`,
  );
}

/** Of an attachment, what is known of its file and not read from its record. */
const fetched = [
  'host',
  'state',
  'problem',
  'problem_detail',
  'problem_at',
  'attempts',
  'next_attempt_at',
  'sha256',
  'stored_at',
];

export interface PutBack {
  leftOver: { table: string; rows: number }[];
  /** Whether files were fetched, beside which reports are to be looked at again. */
  hasFiles: boolean;
}

/**
 * Puts back what people did to rows that are made anew, and how far attachments were fetched. Rows that belong to what the
 * journal does not know are left over: they are deleted from the new database, and stay in the old one.
 */
export function putBack(writing: Database.Database): PutBack {
  writing.exec(`
    UPDATE main.record SET reviewed_at = k.reviewed_at, reviewed_by = k.reviewed_by
      FROM kept.record k WHERE k.id = record.id AND k.revision = record.revision;
    UPDATE main.record SET assigned_to = k.assigned_to, assigned_at = k.assigned_at, assigned_by = k.assigned_by
      FROM kept.record k WHERE k.id = record.id AND k.assigned_at IS NOT NULL;
    UPDATE main.record SET flagged_at = k.flagged_at, flagged_by = k.flagged_by, flag_word = k.flag_word
      FROM kept.record k WHERE k.id = record.id AND k.flagged_at IS NOT NULL;
    UPDATE main.record SET decision = k.decision, decision_revision = k.decision_revision, decision_proposed = k.decision_proposed
      FROM kept.record k WHERE k.id = record.id;
    UPDATE main.rejected_delivery SET seen_at = k.seen_at
      FROM kept.rejected_delivery k WHERE k.id = rejected_delivery.id AND k.arrival_sequence = rejected_delivery.arrival_sequence;
    UPDATE main.attachment SET id = -id;
    UPDATE main.attachment SET id = k.id
      FROM kept.attachment k WHERE k.record_id = attachment.record_id AND k.identity = attachment.identity;
    UPDATE main.attachment SET id = (SELECT coalesce(max(k.id), 0) FROM kept.attachment k) - id WHERE id < 0;
    UPDATE main.attachment SET ${fetched.map((column) => `${column} = k.${column}`).join(', ')}
      FROM kept.attachment k WHERE k.id = attachment.id AND k.url IS attachment.url;
    -- Words of PDFs that could not be read from the old database are read from their files again.
    DELETE FROM main.pdf_text WHERE sha256 NOT IN (SELECT sha256 FROM main.content);
    UPDATE main.content SET pdf_reader_version = 0, pdf_reading_attempts = 0, pdf_outcome = NULL
      WHERE pdf_outcome = 'read' AND sha256 NOT IN (SELECT sha256 FROM main.pdf_text);
    -- What was marked in photographs of a record that was moved to a bundle lies there.
    DELETE FROM main.attachment_mark WHERE attachment_id IN (SELECT k.id FROM kept.attachment k
      JOIN main.record r ON r.id = k.record_id WHERE r.archived_revision = r.revision);
  `);
  const leftOver = new Map<string, number>();
  const broken = writing.prepare<[], { table: string; rowid: number | null }>(
    'PRAGMA main.foreign_key_check',
  );
  const rows = broken.all().filter(({ table }) => tableClasses[table] === 'kept');
  const refuseAgain = allowDeleting(writing, new Set(rows.map(({ table }) => table)));
  for (const { table, rowid } of rows) {
    if (rowid === null) continue;
    writing.prepare(`DELETE FROM main."${table}" WHERE rowid = ?`).run(rowid);
    leftOver.set(table, (leftOver.get(table) ?? 0) + 1);
  }
  refuseAgain();
  releaseFindings(writing);
  const stored = writing.prepare('SELECT 1 FROM main.attachment WHERE sha256 IS NOT NULL LIMIT 1').get();
  return {
    leftOver: [...leftOver].map(([table, rows]) => ({ table, rows })),
    hasFiles: stored !== undefined,
  };
}

/** Findings are open again whose acknowledgement was left over, as one of a party is with the record where it was given. */
function releaseFindings(writing: Database.Database): void {
  const released = writing
    .prepare<[], number>(
      `UPDATE main.finding SET acknowledgement_id = NULL WHERE acknowledgement_id IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM main.acknowledgement a WHERE a.id = finding.acknowledgement_id) RETURNING record_id`,
    )
    .pluck()
    .all();
  const count = writing.prepare(
    `UPDATE main.record SET (finding_count, attention_count) = (
        SELECT count(*), count(*) FILTER (WHERE f.severity <> 'info') FROM finding f
        WHERE f.record_id = record.id AND f.revision = record.revision AND f.acknowledgement_id IS NULL
      ) WHERE id = ?`,
  );
  for (const id of new Set(released)) count.run(id);
}

/**
 * Takes away what refuses that rows of these tables are deleted, which holds of what people do, until the function that it
 * returns is called, in the same transaction.
 */
function allowDeleting(writing: Database.Database, tables: ReadonlySet<string>): () => void {
  const refusing = writing
    .prepare<[], { name: string; table: string; sql: string }>(
      `SELECT name, tbl_name AS "table", sql FROM main.sqlite_schema
        WHERE type = 'trigger' AND sql LIKE '%BEFORE DELETE%' AND sql LIKE '%RAISE(ABORT%'`,
    )
    .all()
    .filter(({ table }) => tables.has(table));
  for (const { name } of refusing) writing.exec(`DROP TRIGGER main."${name}"`);
  return () => {
    for (const { sql } of refusing) writing.exec(sql);
  };
}
