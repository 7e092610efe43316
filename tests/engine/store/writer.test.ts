import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openConnection, writingWith } from '../../../main/engine/store/connection.ts';
import { Nesting } from '../../../main/engine/store/nesting.ts';
import { StoreProblem } from '../../../main/engine/store/store-error.ts';
import { Writer } from '../../../main/engine/store/writer.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function openWriter() {
  const file = join(temporaryFolder(), 'writer.db');
  const database = openConnection(file, { readonly: false });
  database.exec('CREATE TABLE entry (name TEXT PRIMARY KEY) STRICT');
  const problems: StoreProblem[] = [];
  const writer = new Writer(writingWith(database), new Nesting(), (problem) => problems.push(problem));
  onTestFinished(() => void database.close());
  return { file, database, writer, problems };
}

const insert = (writer: Writer, name: string) =>
  writer.run((tx) => tx.run('INSERT INTO entry (name) VALUES (?)', name));

const names = (file: string) => {
  const other = new Database(file, { readonly: true });
  const rows = other.prepare<[], { name: string }>('SELECT name FROM entry ORDER BY rowid').all();
  other.close();
  return rows.map((row) => row.name);
};

test('jobs that wait together share one commit', async () => {
  const { database, writer, file } = openWriter();
  const executed: string[] = [];
  const exec = database.exec.bind(database);
  database.exec = (sql: string) => {
    executed.push(sql);
    return exec(sql);
  };
  await Promise.all(Array.from({ length: 50 }, (_, index) => insert(writer, `n${index}`)));
  expect(executed.filter((sql) => sql === 'COMMIT')).toHaveLength(1);
  expect(names(file)).toHaveLength(50);
});

test('an answer is given only after another connection can see the row', async () => {
  const { writer, file } = openWriter();
  await insert(writer, 'seen');
  expect(names(file)).toEqual(['seen']);
});

test('a job that throws is undone alone, and its neighbours are kept', async () => {
  const { writer, file } = openWriter();
  const before = insert(writer, 'before');
  const failing = writer.run(async (tx) => {
    await tx.run("INSERT INTO entry (name) VALUES ('undone')");
    throw new Error('on purpose');
  });
  const after = insert(writer, 'after');
  await expect(failing).rejects.toThrow('on purpose');
  await Promise.all([before, after]);
  expect(names(file)).toEqual(['before', 'after']);
});

test('a failed commit stops the writer: nothing more is taken, and it is said once', async () => {
  const { database, writer, problems } = openWriter();
  const exec = database.exec.bind(database);
  database.exec = (sql: string) => {
    if (sql === 'COMMIT') throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' });
    return exec(sql);
  };
  await expect(insert(writer, 'unsure')).rejects.toMatchObject({ code: 'commitFailed' });
  await expect(insert(writer, 'later')).rejects.toMatchObject({ code: 'commitFailed' });
  expect(problems.map((problem) => problem.code)).toEqual(['commitFailed']);
});

test('a full disk fails the job as data and leaves the writer working once there is room', async () => {
  const { database, writer, file } = openWriter();
  const pages = Number(database.pragma('page_count', { simple: true }));
  database.pragma(`max_page_count = ${pages}`);
  const large = 'x'.repeat(200_000);
  await expect(insert(writer, large)).rejects.toMatchObject({ code: 'diskFull' });
  database.pragma('max_page_count = 1000000');
  await insert(writer, 'fits');
  expect(names(file)).toEqual(['fits']);
});

test('of a server that is away each job hears at once, not one after the other', async () => {
  const { database } = openWriter();
  const connection = writingWith(database);
  let begun = 0;
  const away = new StoreProblem('unreachable', 'The server does not answer.');
  const begin = connection.begin.bind(connection);
  connection.begin = async (isSynced) => {
    begun += 1;
    if (begun <= 2) throw away;
    return begin(isSynced);
  };
  const writer = new Writer(connection, new Nesting(), () => {});
  const given = Array.from({ length: 100 }, (_, index) => insert(writer, `n${index}`));
  const outcomes = await Promise.allSettled(given);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(100);
  // Together, and the first alone.
  expect(begun).toBe(2);
  await insert(writer, 'later');
});

test('close waits for what was given and takes no more', async () => {
  const { writer, file } = openWriter();
  const given = insert(writer, 'given');
  await writer.close();
  await given;
  await expect(insert(writer, 'late')).rejects.toBeInstanceOf(StoreProblem);
  expect(names(file)).toEqual(['given']);
});
