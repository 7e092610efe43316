import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findOrMakeEngineId, readMarker } from '../../../../main/engine/store/folder.ts';
import { inspectStore, openStore } from '../../../../main/engine/store/index.ts';
import {
  type DataMoveProgress,
  moveToDatabase,
  moveToFiles,
} from '../../../../main/engine/store/postgres/move.ts';
import { filledFolder, rowsOf } from '../../../command-line/filled-folder.ts';
import { times } from '../../../thorough.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const phases: DataMoveProgress['phase'][] = ['writing', 'comparing', 'indexing'];

const server = process.env['PERITO_TEST_DATABASE'] ?? '';

/** All but the words of the searches, which are entered anew once Perito is started there. */
function movedRowsOf(dataDir: string): Record<string, string[]> {
  const { words: _, bookWords: __, ...rows } = rowsOf(dataDir);
  return rows;
}

/** Address of a database of its own with nothing in it. */
async function emptyDatabase(): Promise<string> {
  const name = `perito_move_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name} ENCODING UTF8 TEMPLATE template0`);
  onTestFinished(() => onServer(`DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

const onServer = (sql: string): Promise<void> => rowsIn(server, sql).then(() => {});

async function rowsIn(url: string, sql: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** What stands on the tables of a database: indexes, references and triggers, of which each that is off says so. */
const schemaOf = (url: string): Promise<pg.QueryResultRow[]> =>
  rowsIn(
    url,
    `SELECT pg_get_indexdef(indexrelid) || ' ' || indcheckxmin AS made FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE relnamespace = 'perito'::regnamespace AND indisvalid
    UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
      WHERE connamespace = 'perito'::regnamespace AND convalidated
    UNION ALL SELECT tgenabled::text || ' ' || pg_get_triggerdef(pg_trigger.oid) FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
      WHERE relnamespace = 'perito'::regnamespace AND NOT tgisinternal
    ORDER BY made`,
  );

/** The same of files, and how each keeps its log. */
function schemaOfFiles(dataDir: string): unknown[] {
  return ['journal.db', 'perito.db'].map((name) => {
    const file = new Database(join(dataDir, name), { readonly: true });
    try {
      const made = file
        .prepare(
          `SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name`,
        )
        .all();
      return [name, file.pragma('journal_mode', { simple: true }), made];
    } finally {
      file.close();
    }
  });
}

/** Moves data there and back, and compares every row, and what stands on the tables. */
async function moveThereAndBack() {
  const dataDir = await filledFolder();
  const before = movedRowsOf(dataDir);
  const schema = schemaOfFiles(dataDir);
  const to = await emptyDatabase();
  const unfilled = await emptyDatabase();
  await openStore({ dataDir: temporaryFolder(), database: unfilled }).then((store) => store.close());
  const seen = new Set<string>();
  const moved = await moveToDatabase({ dataDir, to, onProgress: ({ phase }) => seen.add(phase) });
  expect(moved.rows).toBeGreaterThan(1000);
  expect([...seen]).toEqual(phases);
  const made = await schemaOf(to);
  expect(made.length).toBeGreaterThan(200);
  expect(made).toEqual(await schemaOf(unfilled));
  expect(existsSync(join(dataDir, 'perito.db'))).toBe(false);
  const inspection = await inspectStore(dataDir);
  expect(await inspection.read((tx) => tx.get('SELECT count(*) AS count FROM record'))).toEqual({
    count: before['records']?.length,
  });
  await inspection.close();

  const logs = new Set<string>();
  const back = await moveToFiles({
    dataDir,
    onProgress() {
      for (const name of readdirSync(dataDir)) if (/\.moving./.test(name)) logs.add(name);
    },
  });
  expect(back.rows).toBeGreaterThanOrEqual(moved.rows);
  expect([...logs]).toEqual([]);
  expect(movedRowsOf(dataDir)).toEqual(before);
  expect(schemaOfFiles(dataDir)).toEqual(schema);
}

describe.skipIf(server === '')('the data of a directory (needs PERITO_TEST_DATABASE)', () => {
  test('move to a database and back, and every row is what it was', async () => {
    for (let turn = 0; turn < times(1); turn += 1) await moveThereAndBack();
  });

  test('are left alone where the database has data already, or somebody works with it', async () => {
    const dataDir = await filledFolder();
    const other = await filledFolder();
    const to = await emptyDatabase();
    await moveToDatabase({ dataDir, to });
    await expect(moveToDatabase({ dataDir: other, to })).rejects.toMatchObject({ code: 'databaseForeign' });
    expect(existsSync(join(other, 'perito.db'))).toBe(true);

    const store = await openStore({ dataDir });
    await expect(moveToFiles({ dataDir })).rejects.toMatchObject({ code: 'inUse' });
    await store.close();
  });

  test('are found by another address of their database, and of no other, once that is noted', async () => {
    const dataDir = await filledFolder();
    const to = await emptyDatabase();
    await moveToDatabase({ dataDir, to });
    const other = to.replace('127.0.0.1', 'localhost');
    expect(other).not.toBe(to);
    expect(await moveToDatabase({ dataDir, to: other })).toEqual({ tables: 0, rows: 0, aside: [] });
    expect(readMarker(dataDir)?.database).toBe(other);
    const stranger = await emptyDatabase();
    await openStore({ dataDir: temporaryFolder(), database: stranger }).then((store) => store.close());
    for (const wrong of [stranger, await emptyDatabase()])
      await expect(moveToDatabase({ dataDir, to: wrong })).rejects.toMatchObject({
        code: expect.stringMatching(/databaseForeign|newerSchema/),
      });
    expect(readMarker(dataDir)?.database).toBe(other);
    await openStore({ dataDir, database: other }).then((store) => store.close());
  });

  test('are led by nobody in the database any more once they are in files', async () => {
    const dataDir = await filledFolder();
    const to = await emptyDatabase();
    await moveToDatabase({ dataDir, to });
    await moveToFiles({ dataDir });
    await expect(openStore({ dataDir: temporaryFolder(), database: to })).rejects.toMatchObject({
      code: 'inUse',
      message: expect.stringMatching(/ \(files \w+\)/),
    });
    // Whoever will not wait is no standby.
    expect(await rowsIn(to, 'SELECT name FROM perito.standby')).toEqual([]);
    await openStore({ dataDir }).then((store) => store.close());
    await expect(moveToDatabase({ dataDir, to })).rejects.toMatchObject({
      message: expect.stringContaining('brought into files'),
    });
  });

  test('come into files once more where the end of that was cut off, and a move that fails there leaves the database led', async () => {
    const dataDir = await filledFolder();
    const to = await emptyDatabase();
    await moveToDatabase({ dataDir, to });
    const holder = async () =>
      (await rowsIn(to, 'SELECT holder, until > now() AS held FROM perito.lease'))[0];
    // Where it stands a folder: the file cannot take its place.
    mkdirSync(join(dataDir, 'perito.db', 'x'), { recursive: true });
    await expect(moveToFiles({ dataDir })).rejects.toThrow();
    expect(await holder()).toMatchObject({ held: false });
    rmSync(join(dataDir, 'perito.db'), { recursive: true });
    rmSync(join(dataDir, 'journal.db'), { force: true });
    // As a loss of power leaves it before the marker says where they are; a container is called otherwise each time.
    const engine = findOrMakeEngineId(dataDir)?.slice(0, 8);
    await rowsIn(
      to,
      `UPDATE perito.lease SET holder = 'another-computer ${dataDir} (files ${engine})', until = now() + interval '100 years'`,
    );
    expect((await moveToFiles({ dataDir })).rows).toBeGreaterThan(1000);
    expect(await holder()).toMatchObject({ held: true });
  });

  test('stay in the database where it is another’s before the files take their place', async () => {
    const dataDir = await filledFolder();
    const to = await emptyDatabase();
    await moveToDatabase({ dataDir, to });
    let isTaken = false;
    const moving = moveToFiles({
      dataDir,
      onProgress({ phase, done, all }) {
        if (phase !== 'comparing' || done < all || isTaken) return;
        isTaken = true;
        // The end of a large copy holds this thread up for as long as a lease, and another takes it.
        const sql = `UPDATE perito.lease SET holder = 'office-2 (7)', epoch = epoch + 1, until = now() + interval '1 hour'`;
        expect(spawnSync('psql', [to, '-qc', sql]).status).toBe(0);
      },
    });
    await expect(moving).rejects.toMatchObject({ code: 'superseded' });
    expect(isTaken).toBe(true);
    expect(readdirSync(dataDir).filter((name) => /^(journal|perito)\.db(?!\.moved)/.test(name))).toEqual([]);
  });

  test.each(phases)('are left alone where the move is ended while %s, there and back', async (ended) => {
    const dataDir = await filledFolder();
    const before = movedRowsOf(dataDir);
    const to = await emptyDatabase();
    const endedMove = () => {
      const ending = new AbortController();
      const onProgress = ({ phase }: DataMoveProgress) => phase === ended && ending.abort();
      return { dataDir, signal: ending.signal, onProgress };
    };
    await expect(moveToDatabase({ ...endedMove(), to })).rejects.toMatchObject({ name: 'AbortError' });
    expect(movedRowsOf(dataDir)).toEqual(before);
    expect((await moveToDatabase({ dataDir, to })).rows).toBeGreaterThan(1000);
    await expect(moveToFiles(endedMove())).rejects.toMatchObject({ name: 'AbortError' });
    expect(readdirSync(dataDir).filter((name) => name.includes('.moving'))).toEqual([]);
    expect((await moveToFiles({ dataDir })).rows).toBeGreaterThan(1000);
    expect(movedRowsOf(dataDir)).toEqual(before);
  });

  test.each(phases)('are left alone where the connection breaks while %s, there and back', async (broken) => {
    const dataDir = await filledFolder();
    const before = movedRowsOf(dataDir);
    const to = await emptyDatabase();
    const brokenMove = () => {
      let isBroken = false;
      const onProgress = ({ phase }: DataMoveProgress) => {
        if (phase !== broken || isBroken) return;
        isBroken = true;
        // Of the move alone: the lease has a connection of its own.
        const sql = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`;
        expect(spawnSync('psql', [to, '-qc', sql]).status).toBe(0);
      };
      return { dataDir, onProgress };
    };
    await expect(moveToDatabase({ ...brokenMove(), to })).rejects.toMatchObject({ code: 'unreachable' });
    expect(movedRowsOf(dataDir)).toEqual(before);
    expect((await moveToDatabase({ dataDir, to })).rows).toBeGreaterThan(1000);
    // What is compared and indexed then is in files, for which no server is needed until it is said that they are led.
    if (broken === 'writing')
      await expect(moveToFiles(brokenMove())).rejects.toMatchObject({ code: 'unreachable' });
    expect((await moveToFiles({ dataDir })).rows).toBeGreaterThan(1000);
    expect(movedRowsOf(dataDir)).toEqual(before);
  });

  test('come there with every character that COPY writes otherwise', async () => {
    const dataDir = await filledFolder();
    const texts = [
      '\\N',
      '\\.',
      '',
      ' ',
      'a\tb\nc\rd\be\ff\vg\\h\\\\i',
      '\u0001\u007f\u0085\u2028',
      '\u{1f697}é\ufffd',
      '\\x41',
    ];
    const file = new Database(join(dataDir, 'perito.db'));
    for (const [index, text] of texts.entries())
      file.prepare('INSERT INTO setting (name, value) VALUES (?, ?)').run(`odd.${index}`, text);
    file.close();
    const before = movedRowsOf(dataDir);
    const to = await emptyDatabase();
    await moveToDatabase({ dataDir, to });
    const found = await rowsIn(to, `SELECT value FROM perito.setting WHERE name LIKE 'odd.%' ORDER BY name`);
    expect(found.map(({ value }) => value)).toEqual(texts);
    await moveToFiles({ dataDir });
    expect(movedRowsOf(dataDir)).toEqual(before);
    const again = new Database(join(dataDir, 'perito.db'), { readonly: true });
    const values = again
      .prepare(`SELECT value FROM setting WHERE name LIKE 'odd.%' ORDER BY name`)
      .pluck()
      .all();
    again.close();
    expect(values).toEqual(texts);
  });
});

test.each([
  ['a password, which whoever lists processes would read', 'postgresql://perito:secret@localhost/perito'],
  ['less than a verified certificate', 'postgresql://perito@db.office.example/perito?sslmode=require'],
  ['no database', 'postgresql://perito@localhost'],
  ['another kind of server', 'mysql://perito@localhost/perito'],
  ['a schema that is no plain name', 'postgresql://perito@localhost/perito?schema=a%22b'],
])('an address with %s is refused, and not repeated', async (_, to) => {
  const dataDir = await filledFolder();
  const failure = await moveToDatabase({ dataDir, to }).catch((cause: unknown) => cause);
  expect(failure).toMatchObject({ code: 'notAccessible' });
  expect(String(failure)).not.toContain('secret');
  expect(existsSync(join(dataDir, 'perito.db'))).toBe(true);
});
