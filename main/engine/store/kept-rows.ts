/** What cannot be made anew from the journal, from the old database into the new one. */
import type Database from 'better-sqlite3';
import { keptRows, tableClasses } from './rebuild-tables.ts';
import type { DamagedDatabase, SqlRow, Unreadable } from './salvage.ts';

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
 * installation is the journal's; of a database of which nothing could be read everything is as in a new one.
 */
export function copyKept(
  writing: Database.Database,
  old: DamagedDatabase | null,
  installationId: string,
): Copied {
  const copied: Copied = { rows: {}, unreadable: [], refused: [] };
  writing.exec('DELETE FROM main.policy_book WHERE true');
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
  writing.exec(
    `INSERT INTO main.policy_book ("only", version, last_version) VALUES (1, 0, 0) ON CONFLICT ("only") DO NOTHING`,
  );
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
    UPDATE main.rejected_delivery SET seen_at = k.seen_at
      FROM kept.rejected_delivery k WHERE k.id = rejected_delivery.id AND k.arrival_sequence = rejected_delivery.arrival_sequence;
    UPDATE main.attachment SET id = -id;
    UPDATE main.attachment SET id = k.id
      FROM kept.attachment k WHERE k.record_id = attachment.record_id AND k.identity = attachment.identity;
    UPDATE main.attachment SET id = (SELECT coalesce(max(k.id), 0) FROM kept.attachment k) - id WHERE id < 0;
    UPDATE main.attachment SET ${fetched.map((column) => `${column} = k.${column}`).join(', ')}
      FROM kept.attachment k WHERE k.id = attachment.id AND k.url IS attachment.url;
  `);
  const leftOver = new Map<string, number>();
  const broken = writing.prepare<[], { table: string; rowid: number | null }>(
    'PRAGMA main.foreign_key_check',
  );
  for (const { table, rowid } of broken.all()) {
    if (rowid === null || tableClasses[table] !== 'kept') continue;
    writing.prepare(`DELETE FROM main."${table}" WHERE rowid = ?`).run(rowid);
    leftOver.set(table, (leftOver.get(table) ?? 0) + 1);
  }
  const stored = writing.prepare('SELECT 1 FROM main.attachment WHERE sha256 IS NOT NULL LIMIT 1').get();
  return {
    leftOver: [...leftOver].map(([table, rows]) => ({ table, rows })),
    hasFiles: stored !== undefined,
  };
}
