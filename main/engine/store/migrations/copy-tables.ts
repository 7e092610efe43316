/** Copies the tables of a database into a new one. */
import { closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { openConnection, setJournalMode } from '../connection.ts';
import { makePrivateFile } from '../private-files.ts';

/** A row of `PRAGMA table_list`. */
interface TableListed {
  schema: string;
  name: string;
  type: 'table' | 'view' | 'shadow' | 'virtual';
}

/**
 * Copies all tables, indexes and triggers of a database that nobody writes into the new file `to`, but no row of those that
 * are to stay empty. What was copied is synced to disk before the new one gets the schema's version: a file of version 0 is
 * not whole. `onTable` is told the size of the new file after each table. Where the tables are equal SQLite hands pages of
 * rows over as they are, as VACUUM does.
 */
export function copyTables(options: {
  from: string;
  to: string;
  empty: ReadonlySet<string>;
  onTable: (bytes: number) => void;
}): void {
  const { from, to, empty, onTable } = options;
  makePrivateFile(to);
  const database = new Database(to);
  let version: number;
  try {
    database.pragma('page_size = 8192');
    setJournalMode(database, 'off');
    database.pragma('synchronous = OFF');
    database.pragma('foreign_keys = OFF');
    database.prepare('ATTACH ? AS older').run(from);
    version = Number(database.pragma('older.user_version', { simple: true }));
    copySchema(database, empty, () => onTable(statSync(to).size));
  } finally {
    database.close();
  }
  syncFile(to);
  const copied = openConnection(to, { readonly: false });
  copied.pragma(`user_version = ${version}`);
  copied.close();
}

function copySchema(database: Database.Database, empty: ReadonlySet<string>, onTable: () => void): void {
  const tables = database
    .prepare<[], TableListed>('PRAGMA older.table_list')
    .all()
    .filter(({ schema, name }) => schema === 'older' && !name.startsWith('sqlite_'));
  // The tables behind a full-text index are made with it.
  const behind = new Set(tables.filter(({ type }) => type === 'shadow').map(({ name }) => name));
  const made = database
    .prepare<[], { type: string; name: string; sql: string }>(
      "SELECT type, name, sql FROM older.sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .all();
  const make = (wanted: string) => {
    for (const { type, name, sql } of made) if (type === wanted && !behind.has(name)) database.exec(sql);
  };
  make('table');
  make('index');
  for (const { name, type } of tables) {
    if (type === 'virtual' || empty.has(name)) continue;
    if (type === 'shadow') database.exec(`DELETE FROM main."${name}"`);
    database.exec(`INSERT INTO main."${name}" SELECT * FROM older."${name}"`);
    onTable();
  }
  make('view');
  make('trigger');
}

/** Has what was written to a file synced to disk. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
