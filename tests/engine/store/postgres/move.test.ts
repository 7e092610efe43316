import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readMarker } from '../../../../main/engine/store/folder.ts';
import { inspectStore, openStore } from '../../../../main/engine/store/index.ts';
import { moveToDatabase, moveToFiles } from '../../../../main/engine/store/postgres/move.ts';
import { filledFolder, rowsOf } from '../../../command-line/filled-folder.ts';
import { times } from '../../../thorough.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

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

/** Moves data there and back, and compares every row. */
async function moveThereAndBack() {
  const dataDir = await filledFolder();
  const before = movedRowsOf(dataDir);
  const to = await emptyDatabase();
  const phases = new Set<string>();
  const moved = await moveToDatabase({ dataDir, to, onProgress: ({ phase }) => phases.add(phase) });
  expect(moved.rows).toBeGreaterThan(1000);
  expect([...phases]).toEqual(['writing', 'comparing']);
  expect(existsSync(join(dataDir, 'perito.db'))).toBe(false);
  const inspection = await inspectStore(dataDir);
  expect(await inspection.read((tx) => tx.get('SELECT count(*) AS count FROM record'))).toEqual({
    count: before['records']?.length,
  });
  await inspection.close();

  expect((await moveToFiles({ dataDir })).rows).toBeGreaterThanOrEqual(moved.rows);
  expect(movedRowsOf(dataDir)).toEqual(before);
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
      message: expect.stringContaining('(files)'),
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
    // As a loss of power leaves it before the marker says where they are.
    await rowsIn(
      to,
      `UPDATE perito.lease SET holder = '${hostname()} ${dataDir} (files)', until = now() + interval '100 years'`,
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

  test('are left alone where the move is ended', async () => {
    const dataDir = await filledFolder();
    const before = movedRowsOf(dataDir);
    const ending = new AbortController();
    const to = await emptyDatabase();
    const moving = moveToDatabase({
      ...{ dataDir, to, signal: ending.signal },
      onProgress({ phase }) {
        if (phase === 'comparing') ending.abort();
      },
    });
    await expect(moving).rejects.toMatchObject({ name: 'AbortError' });
    expect(movedRowsOf(dataDir)).toEqual(before);
    expect((await moveToDatabase({ dataDir, to })).rows).toBeGreaterThan(1000);
    const back = new AbortController();
    const returning = moveToFiles({
      ...{ dataDir, signal: back.signal },
      onProgress({ phase }) {
        if (phase === 'comparing') back.abort();
      },
    });
    await expect(returning).rejects.toMatchObject({ name: 'AbortError' });
    expect(readdirSync(dataDir).filter((name) => name.includes('.moving'))).toEqual([]);
    expect((await moveToFiles({ dataDir })).rows).toBeGreaterThan(1000);
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
