import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { keptRows, tableClasses } from '../../../main/engine/store/rebuild-tables.ts';
import { migratedFolder } from '../migrated-folder.ts';

test('every table of the database is derived, kept or both, and each of both says what is put back', async () => {
  const database = new Database(join(await migratedFolder(), 'perito.db'), { readonly: true });
  const tables = database
    .prepare<[], { name: string }>(
      // Those that belong to a search are made by SQLite.
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite_%'`,
    )
    .all()
    .map(({ name }) => name);
  database.close();
  expect(Object.keys(tableClasses).sort()).toEqual(tables.sort());
  const both = Object.keys(tableClasses).filter((table) => tableClasses[table] === 'both');
  expect(Object.keys(keptRows).sort()).toEqual(both.sort());
});
