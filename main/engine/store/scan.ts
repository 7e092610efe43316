/** Reads a database through, table by table and index by index, in short steps: SQLite says where a page is not what it was. */

import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { openConnection } from './connection.ts';
import { databaseFile } from './folder.ts';
import { journalFile } from './journal-database.ts';
import { isDamage } from './store-error.ts';

/** Where a scan goes on: in which table or index, and after which row of a table. */
export interface ScanPlace {
  part: number;
  afterRow: number;
}

interface ScanStep {
  /** What SQLite says of the damage; null where there is none so far. */
  damage: string | null;
  /** Null at the end, and where damage was found. */
  next: ScanPlace | null;
}

/** The place before the first row of a table. */
const beforeAll = Number.MIN_SAFE_INTEGER;
export const scanStart: ScanPlace = { part: 0, afterRow: beforeAll };

export interface Scan {
  /** How many tables and indexes are read. */
  parts(): number;
  /**
   * Reads on for so many milliseconds: a table's rows with all that they hold; an index, or a table without row ids, whole,
   * since neither can be gone on with in the middle. Each is one snapshot. Throws where the database cannot be read now.
   */
  step(from: ScanPlace, milliseconds: number): ScanStep;
  close(): void;
}

/**
 * Opens a connection of its own that keeps little in memory, to the database, or to the journal: of that all is read but the
 * entries, since whoever walks its chain reads those.
 */
export function openScan(dataDir: string, file: 'database' | 'journal' = 'database'): Scan {
  const isDatabase = file === 'database';
  const database = openConnection(join(dataDir, isDatabase ? databaseFile : journalFile), { readonly: true });
  database.pragma('cache_size = -2048');
  const parts = () => listParts(database).filter(({ name }) => isDatabase || name !== 'entry');
  const step = ({ part, afterRow }: ScanPlace, milliseconds: number): ScanStep => {
    const until = performance.now() + milliseconds;
    const left = parts().slice(part);
    for (const [index, one] of left.entries()) {
      const stoppedAt = readPart(database, one, index === 0 ? afterRow : beforeAll, until);
      if (stoppedAt !== null) return { damage: null, next: { part: part + index, afterRow: stoppedAt } };
      if (performance.now() >= until && index + 1 < left.length)
        return { damage: null, next: { part: part + index + 1, afterRow: beforeAll } };
    }
    return { damage: null, next: null };
  };
  return {
    parts: () => parts().length,
    step(from, milliseconds) {
      try {
        return step(from, milliseconds);
      } catch (failure) {
        if (!isDamage(failure)) throw failure;
        return { damage: failure instanceof Error ? failure.message : String(failure), next: null };
      }
    },
    close: () => void database.close(),
  };
}

/** The row after which it goes on where the time is over; null once all of it is read. */
function readPart(database: Database.Database, part: Part, afterRow: number, until: number): number | null {
  const { sql, hasRows } = part;
  const rows = database.prepare<number[], unknown[]>(sql).raw();
  for (const [row] of hasRows ? rows.iterate(afterRow) : rows.iterate()) {
    if (hasRows && performance.now() >= until) return Number(row);
  }
  return null;
}

/** A table or an index, and the statement that reads it through. */
interface Part {
  name: string;
  sql: string;
  /** Whether it is read from a row id on, which is the first column. */
  hasRows: boolean;
}

/** In an order that stays the same while nobody migrates. */
function listParts(database: Database.Database): Part[] {
  const tables = database
    .prepare<[], { name: string; hasRows: number }>(
      `SELECT name, wr = 0 AS "hasRows" FROM pragma_table_list
        WHERE schema = 'main' AND type IN ('table', 'shadow') AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name`,
    )
    .all();
  const indexes = database
    .prepare<[], { name: string; table: string; sql: string | null }>(
      `SELECT i.name, i.tbl_name AS "table", i.sql FROM sqlite_schema i
        JOIN pragma_index_list(i.tbl_name) l ON l.name = i.name ORDER BY i.name`,
    )
    .all();
  return [
    ...tables.map(({ name, hasRows }) => ({
      name,
      sql:
        hasRows === 1
          ? `SELECT rowid, * FROM "${name}" WHERE rowid > ? ORDER BY rowid`
          : `SELECT * FROM "${name}"`,
      hasRows: hasRows === 1,
    })),
    ...indexes.map(({ name, table, sql }) => {
      // One of some rows only is not used unless the query is of the same.
      const [, of] = /\bWHERE\b(.*)$/is.exec(sql ?? '') ?? [];
      return {
        name,
        sql: `SELECT 1 FROM "${table}" INDEXED BY "${name}"${of === undefined ? '' : ` WHERE ${of}`}`,
        hasRows: false,
      };
    }),
  ];
}
