/**
 * A new database is made by one script, where an older one comes to the same schema by all migrations. The script is written by
 * `vitest run tests/engine/store/whole-schema.test.ts -u`; until then, a migration added since runs behind it.
 */
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, openConnection, type WholeSchema } from '../../../main/engine/store/connection.ts';
import { attachJournal } from '../../../main/engine/store/database.ts';
import { openJournalInFiles } from '../../../main/engine/store/journal-database.ts';
import { migrations } from '../../../main/engine/store/migrations/index.ts';
import { wholeSchema } from '../../../main/engine/store/migrations/whole-schema.ts';
import { temporaryFolder } from '../temporary-folder.ts';

interface Made {
  type: string;
  name: string;
  tbl_name: string;
  sql: string | null;
}

const madeFile = '../../../main/engine/store/migrations/whole-schema.ts';

/** An empty database beside an empty journal, brought to the schema of these. */
async function made(list: readonly string[], whole?: WholeSchema): Promise<Database.Database> {
  const dataDir = temporaryFolder();
  await openJournalInFiles({ dataDir }).close();
  const database = openConnection(join(dataDir, 'perito.db'), { readonly: false });
  onTestFinished(() => void database.close());
  attachJournal(database, dataDir);
  migrate(database, list, () => expect.unreachable('nothing is there to be copied'), whole);
  return database;
}

const schemaOf = (database: Database.Database): Made[] =>
  database.prepare<[], Made>('SELECT type, name, tbl_name, sql FROM main.sqlite_schema').all();

const tablesOf = (database: Database.Database): string[] =>
  schemaOf(database)
    .filter(({ type }) => type === 'table')
    .map(({ name }) => name);

/** All that SQLite knows of it but where its pages lie. */
const contentOf = (database: Database.Database) => ({
  schema: schemaOf(database),
  rows: tablesOf(database).map((table) => [table, database.prepare(`SELECT * FROM main."${table}"`).all()]),
  pragmas: ['user_version', 'application_id', 'page_size', 'encoding', 'auto_vacuum', 'journal_mode'].map(
    (name) => database.pragma(`main.${name}`),
  ),
});

test('a new database is what all migrations make of an empty one: its schema, in order, and its rows', async () => {
  const [byAll, byOne] = [await made(migrations), await made(migrations, wholeSchema)];
  const expected = contentOf(byAll);
  expect(expected.schema.length).toBeGreaterThan(100);
  expect(contentOf(byOne)).toEqual(expected);
  for (const pragma of ['integrity_check', 'foreign_key_check'])
    expect(byOne.pragma(pragma)).toEqual(byAll.pragma(pragma));
});

test('a migration that the script does not know yet runs behind it', async () => {
  const later = 'CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT; INSERT INTO later VALUES (7)';
  const database = await made([...migrations, later], wholeSchema);
  expect(database.prepare('SELECT id FROM later').pluck().all()).toEqual([7]);
  expect(database.pragma('user_version', { simple: true })).toBe(migrations.length + 1);
});

test('the script is the text that SQLite keeps after all migrations', async () => {
  await expect(scriptOf(await made(migrations))).toMatchFileSnapshot(madeFile);
});

function scriptOf(database: Database.Database): string {
  const shadows = database
    .prepare<[], string>(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow'`)
    .pluck()
    .all();
  const statements = schemaOf(database).flatMap(({ name, sql }) =>
    sql === null || shadows.includes(name) ? [] : [`${sql};`],
  );
  const rows = tablesOf(database)
    .filter((table) => !shadows.includes(table))
    .flatMap((table) => insertsOf(database, table));
  const sql = [...statements, ...rows].join('\n').replaceAll(/[\\`]|\$\{/g, (found) => `\\${found}`);
  return `import type { WholeSchema } from '../connection.ts';

/** Written by \`vitest run tests/engine/store/whole-schema.test.ts -u\`, never by hand. */
export const wholeSchema: WholeSchema = {
  version: ${migrations.length},
  sql: \`
${sql}
\`,
};
`;
}

function insertsOf(database: Database.Database, table: string): string[] {
  const columns = database
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
    .pluck()
    .all(table);
  const values = columns.map((column) => `quote("${column}")`).join(` || ', ' || `);
  return database
    .prepare<[], string>(`SELECT ${values} FROM main."${table}"`)
    .pluck()
    .all()
    .map((row) => `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${row});`);
}
