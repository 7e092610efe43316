/**
 * `npm run bench:move -- --data DIR`: all data of a directory moved to a PostgreSQL of its own and back, again and again, by the
 * program as an office runs it; after each time every row of the files is held beside those that left first, by a hash that has
 * nothing of the move's own comparison. The directory is worked with, so give it a copy.
 *
 * --data DIR    make-million.ts makes one
 * --times N     there and back, default 1
 * --folder DIR  where the server's files go; default the system's temporary folder
 *
 * Exit code 1 where a row differs.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import pg from 'pg';
import { cli } from '../built-program.ts';
import { openPostgres } from './postgres-server.ts';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    times: { type: 'string', default: '1' },
    folder: { type: 'string', default: tmpdir() },
  },
});
const dataDir = options.data ?? '';
if (dataDir === '') throw new Error('--data DIR: what is to be moved?');

/** What a move changes, and says that it does: words are entered anew, and nobody leads any more. */
const leftOut = {
  tables: /^(search|policy_search)(_|$)|^sqlite_/,
  columns: new Set(['policy.needs_reindex']),
  rows: new Map([['receiver_setting', `name <> 'leading'`]]),
};

/** How many rows there are, and of each table what its rows hash to. */
function rowsOfFiles(): { rows: number; hashes: Record<string, string> } {
  const hashes: Record<string, string> = {};
  let rows = 0;
  for (const name of ['journal.db', 'perito.db']) {
    const file = new Database(join(dataDir, name), { readonly: true });
    const tables = file
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
      .pluck()
      .all();
    for (const table of tables.filter((one) => !leftOut.tables.test(one))) {
      const found = hashOf(file, table);
      rows += found.rows;
      hashes[`${name} ${table}`] = found.hash;
    }
    file.close();
  }
  return { rows, hashes };
}

function hashOf(file: Database.Database, table: string): { rows: number; hash: string } {
  const columns = file
    .prepare<[string], { name: string; pk: number }>('SELECT name, pk FROM pragma_table_info(?)')
    .all(table);
  const kept = columns.filter(({ name }) => !leftOut.columns.has(`${table}.${name}`));
  const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
  const listed = (some: { name: string }[]) => some.map(({ name }) => `"${name}"`).join(', ');
  const sql = `SELECT ${listed(kept)} FROM "${table}" WHERE ${leftOut.rows.get(table) ?? 'true'} ORDER BY ${listed(key)}`;
  const hash = createHash('sha256');
  let rows = 0;
  for (const row of file.prepare<[], unknown[]>(sql).raw().iterate()) {
    rows += 1;
    hash.update(
      `${JSON.stringify(row.map((one) => (Buffer.isBuffer(one) ? [one.toString('base64')] : one)))}\n`,
    );
  }
  return { rows, hash: hash.digest('hex') };
}

/** In seconds. */
function move(to: string): number {
  const began = performance.now();
  execFileSync(process.execPath, [cli, 'move', '--data', dataDir, '--to', to], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return (performance.now() - began) / 1000;
}

async function forget(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('DROP SCHEMA IF EXISTS perito CASCADE');
  await client.end();
}

const server = await openPostgres(options.folder);
try {
  const first = rowsOfFiles();
  console.log(`${first.rows} rows of ${Object.keys(first.hashes).length} tables.`);
  for (let time = 1; time <= Number(options.times); time += 1) {
    const there = move(server.url);
    for (const name of ['journal.db', 'perito.db']) rmSync(join(dataDir, `${name}.moved`));
    const back = move('files');
    await forget(server.url);
    const now = rowsOfFiles();
    const differ = Object.keys(first.hashes).filter((name) => now.hashes[name] !== first.hashes[name]);
    console.log(
      `${time}: there in ${there.toFixed(0)} s, back in ${back.toFixed(0)} s, ${now.rows} rows; ${differ.length === 0 ? 'all are equal' : `not equal: ${differ.join(', ')}`}.`,
    );
    if (differ.length > 0 || now.rows !== first.rows) process.exitCode = 1;
  }
} finally {
  await server.stop();
}
