/**
 * Moves the data of a directory from its files to a database server, and back: row for row, each table held beside the other by
 * the hash of its rows before anything changes its place. Only the words of the searches are entered anew there, in the
 * background of the next start: what FTS5 keeps of them cannot be read.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type Database from 'better-sqlite3';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { yieldToEventLoop } from '../../background-loop.ts';
import { renameFileSync } from '../../rename-file.ts';
import { migrate, openConnection, setJournalMode } from '../connection.ts';
import { openStoreInFiles } from '../database.ts';
import { removeBeside, removeWhole } from '../database-file.ts';
import { databaseFile, holdFolder, type Marker, readMarker, syncPath, writeMarker } from '../folder.ts';
import { leadingSetting } from '../journal.ts';
import { journalFile } from '../journal-database.ts';
import { migrations } from '../migrations/index.ts';
import { journalMigrations } from '../migrations/journal.ts';
import { wholeSchema } from '../migrations/whole-schema.ts';
import { makePrivateFile } from '../private-files.ts';
import { StoreProblem } from '../store-error.ts';
import type { SqlValue } from '../transaction.ts';
import { type DatabaseAddress, databaseAddressOf } from './address.ts';
import { asNumber, ofTables, ofWork } from './connection.ts';
import { bringTables, inOneTransaction, requireVersion } from './database.ts';
import { enterWordsAnew } from './dialect.ts';
import { closeLease, isClosed, type Lease, reopenLease, takeLease } from './lease.ts';

/** How far a move is: rows are written, then read back to be compared, and in the end what finds them is made, in indexes. */
export interface DataMoveProgress {
  phase: 'writing' | 'comparing' | 'indexing';
  done: number;
  all: number;
}

export interface MovedData {
  tables: number;
  rows: number;
  /** Where the files lie that the data were in; empty where they came from a server, which keeps them. */
  aside: string[];
}

interface DataMove {
  dataDir: string;
  /** Ends it before anything changes its place. */
  signal?: AbortSignal;
  onProgress?: (progress: DataMoveProgress) => void;
}

/**
 * Moves the data of a directory to a database that has none yet; nobody may work with either. Where they are in this very database,
 * by another address, that is noted. Rejects with a `StoreProblem` where that is not so or the two differ in the end, and as the
 * signal says; then all is as it was.
 */
export async function moveToDatabase(move: DataMove & { to: string }): Promise<MovedData> {
  const { dataDir, to } = move;
  const address = databaseAddressOf(to);
  const marker = readMarker(dataDir);
  if (marker !== null && marker.database !== null) return noteAddress(dataDir, marker, address);
  // Brings what an older version wrote to this one's form.
  await openStoreInFiles({ dataDir }).close();
  const lock = holdFolder(dataDir);
  try {
    const files = openFiles(dataDir);
    try {
      const copy = async (client: pg.Client, told: DataMove) => {
        if (await hasData(client)) throw notEmpty();
        const moved = await copyAll(told, tablesOf(files), ofFiles(files), ofServer(client));
        // Who led where the data were before, nobody leads here after.
        await client.query('DELETE FROM receiver_setting WHERE name = $1', [leadingSetting]);
        return moved;
      };
      return await whileNobodyLeads(address, move, async (told) => {
        const moved = await inOneTransaction(address, (client) => copy(client, told), ofTables);
        // Before another leads there: the next start would work with the files.
        closeFiles(files);
        writeMarker(dataDir, { ...markerOf(dataDir), database: address.text });
        const aside = [journalFile, databaseFile].map((name) => putAside(join(dataDir, name)));
        return { ...moved, aside };
      });
    } finally {
      closeFiles(files);
    }
  } finally {
    lock.release();
  }
}

/**
 * Moves the data of a directory from its database into files of its own. The database keeps what it has, and is not written to
 * by this directory any more. Rejects as `moveToDatabase`.
 */
export async function moveToFiles(move: DataMove): Promise<MovedData> {
  const { dataDir } = move;
  const address = addressOf(dataDir);
  const lock = holdFolder(dataDir);
  const names = [journalFile, databaseFile];
  try {
    // One that was cut off in the end left it closed.
    await inOneTransaction(address, (client) => reopenLease(client, dataDir));
    return await whileNobodyLeads(address, move, async (told, { epoch }) => {
      const copied = await copyInto(dataDir, '.moving', address, told);
      try {
        // What holds up this thread, as the commit of large files, may cost the lease before anybody hears of it.
        await inOneTransaction(address, (client) => closeLease(client, dataDir, epoch));
        for (const name of names) {
          // Of an earlier one; it would be read as what was written to this one last.
          removeBeside(join(dataDir, name));
          renameFileSync(join(dataDir, `${name}.moving`), join(dataDir, name));
        }
        writeMarker(dataDir, { ...markerOf(dataDir), database: null });
      } catch (failure) {
        await inOneTransaction(address, (client) => reopenLease(client, dataDir)).catch(() => {});
        throw failure;
      }
      return { ...copied, aside: [] };
    });
  } finally {
    for (const name of names) removeWhole(join(dataDir, `${name}.moving`));
    lock.release();
  }
}

/**
 * Copies the data of a directory from its database into files of another folder, as they are at one moment, beside whoever works
 * with them: a `journal.db` and a `perito.db` that any Perito of this version opens. Rejects with a `StoreProblem`, and as the
 * signal says; then what was made there is of no use.
 */
export async function copyToFiles(copy: DataMove & { into: string }): Promise<void> {
  await copyInto(copy.into, '', addressOf(copy.dataDir), copy);
}

/** Copies what a server has at one moment into new files of a folder, whose names end so. */
async function copyInto(folder: string, end: string, address: DatabaseAddress, move: DataMove) {
  const copy = async (client: pg.Client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // Another version may be about to take over.
    await requireVersion(client);
    const files = makeFiles(folder, end);
    try {
      return await copyAll(move, tablesOf(files), ofServer(client), ofFiles(files));
    } finally {
      closeFiles(files);
    }
  };
  return inOneTransaction(address, copy, ofTables);
}

/** Notes that the database of a directory is found by another address. Rejects with a `StoreProblem` where what is there is not its. */
async function noteAddress(dataDir: string, marker: Marker, address: DatabaseAddress): Promise<MovedData> {
  const lock = holdFolder(dataDir);
  try {
    const { rows } = await inOneTransaction(address, async (client) => {
      await requireVersion(client);
      return client.query<{ id: string; holder: string }>('SELECT id, holder FROM installation, lease');
    });
    if (isClosed(rows[0]?.holder ?? '')) throw inFiles(rows[0]?.holder ?? '');
    if (rows[0]?.id !== marker.installationId)
      throw new StoreProblem(
        'databaseForeign',
        `The data of ${dataDir} are in a database already, and what this address names is another. Bring them into files first.`,
      );
    writeMarker(dataDir, { ...marker, database: address.text });
    return { tables: 0, rows: 0, aside: [] };
  } finally {
    lock.release();
  }
}

function addressOf(dataDir: string): DatabaseAddress {
  const known = readMarker(dataDir)?.database ?? null;
  if (known === null)
    throw new StoreProblem('databaseForeign', `The data of ${dataDir} are in its own files already.`);
  return databaseAddressOf(known);
}

function markerOf(dataDir: string): Marker {
  const marker = readMarker(dataDir);
  if (marker === null) throw new StoreProblem('databaseLost', `There is no data of Perito in ${dataDir}.`);
  return marker;
}

const inFiles = (leader: string): StoreProblem =>
  new StoreProblem(
    'databaseForeign',
    `The data of this database were brought into files, which are led alone: ${leader}. Name another database, or another schema by ?schema=NAME.`,
  );

const notEmpty = () =>
  new StoreProblem(
    'databaseForeign',
    'The database has data of Perito already, which are left alone. Name another database, or another schema by ?schema=NAME.',
  );

async function hasData(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ seq: number; installations: number }>(
    'SELECT (SELECT seq FROM journal_head) AS seq, (SELECT count(*) FROM installation) AS installations',
  );
  return rows[0]?.seq !== 0 || rows[0].installations !== 0;
}

function putAside(file: string): string {
  let aside = `${file}.moved`;
  for (let count = 2; existsSync(aside); count += 1) aside = `${file}.moved-${count}`;
  renameFileSync(file, aside);
  return aside;
}

/** A table as both have it, in SQLite a strict one: its columns in their order, and those that its rows are ordered by. */
interface Table {
  name: string;
  database: 'journal' | 'main';
  columns: { name: string; type: 'INTEGER' | 'TEXT' | 'BLOB' }[];
  key: string[];
}

/** Whole rows, each a line of COPY's text format (PostgreSQL, COPY, "Text Format"), which has one way to write a value. */
type Lines = Buffer;

/** What has rows, or takes them. */
interface Side {
  count(table: Table): Promise<number>;
  /** In the order of their key, some hundred kilobytes at a time, or one that has more. */
  read(table: Table): AsyncIterable<Lines>;
  /** Empties the tables, and takes away what would be kept up to date row by row and is sooner made of all of them at once. */
  begin(tables: readonly Table[]): Promise<void>;
  write(table: Table, rows: AsyncIterable<Lines>, signal: AbortSignal | undefined): Promise<void>;
  /** Makes indexes and references again, has the words of searches be entered anew, and all triggers hold again. */
  finish(tables: readonly Table[], onStep: (done: number, all: number) => void): Promise<void>;
}

async function copyAll(
  { signal, onProgress = () => {} }: Omit<DataMove, 'dataDir'>,
  tables: readonly Table[],
  from: Side,
  to: Side,
): Promise<Omit<MovedData, 'aside'>> {
  let all = 0;
  for (const table of tables) all += await from.count(table);
  let done = 0;
  const hashOf = async (
    phase: DataMoveProgress['phase'],
    rows: AsyncIterable<Lines>,
    take: (rows: AsyncIterable<Lines>) => Promise<void>,
  ) => {
    const hash = createHash('sha256');
    const looked = async function* () {
      for await (const lines of rows) {
        hash.update(lines);
        done += countOfLines(lines);
        yield lines;
        await yieldToEventLoop();
        signal?.throwIfAborted();
        onProgress({ phase, done, all });
      }
    };
    await take(looked());
    return hash.digest('hex');
  };
  await to.begin(tables);
  const written: string[] = [];
  for (const table of tables)
    written.push(await hashOf('writing', from.read(table), (rows) => to.write(table, rows, signal)));
  done = 0;
  for (const [index, table] of tables.entries())
    if ((await hashOf('comparing', to.read(table), readToEnd)) !== written[index])
      throw new StoreProblem(
        'corrupt',
        `The rows of ${table.name} are not the same after they were moved; nothing was changed.`,
      );
  await to.finish(tables, (done, all) => {
    signal?.throwIfAborted();
    onProgress({ phase: 'indexing', done, all });
  });
  return { tables: tables.length, rows: all };
}

async function readToEnd(rows: AsyncIterable<Lines>): Promise<void> {
  for await (const _ of rows);
}

const newline = 10;

function countOfLines(lines: Lines): number {
  let count = 0;
  for (let at = lines.indexOf(newline); at !== -1; at = lines.indexOf(newline, at + 1)) count += 1;
  return count;
}

/** What COPY writes in place of a character of a text. */
const escapes: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
};
const escaped = /[\b\f\n\r\t\v\\]/;
const eachEscaped = new RegExp(escaped, 'g');
const meant = Object.fromEntries(Object.entries(escapes).map(([character, written]) => [written, character]));

function lineOf(row: readonly SqlValue[]): string {
  return `${row.map(textOf).join('\t')}\n`;
}

function textOf(value: SqlValue): string {
  if (value === null) return '\\N';
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString('hex')}`;
  // SQLite's library gives one that is beyond what a number can hold as another.
  if (typeof value !== 'string') return String(asNumber(value));
  return escaped.test(value) ? value.replace(eachEscaped, (character) => escapes[character] ?? '') : value;
}

function rowOf(line: string, { columns }: Table): SqlValue[] {
  return line.split('\t').map((text, index) => {
    if (text === '\\N') return null;
    const type = columns[index]?.type;
    if (type === 'INTEGER') return asNumber(text);
    if (type === 'BLOB') return Buffer.from(text.slice(3), 'hex');
    return text.includes('\\') ? text.replace(/\\./g, (written) => meant[written] ?? '') : text;
  });
}

/** Of texts, about as many bytes. */
const lengthOfBatch = 250_000;

/** The journal, and the database beside it. */
type Files = Record<Table['database'], Database.Database>;

function openFiles(folder: string, end = ''): Files {
  const open = (file: string) => openConnection(join(folder, `${file}${end}`), { readonly: false });
  return { journal: open(journalFile), main: open(databaseFile) };
}

function closeFiles({ journal, main }: Files): void {
  journal.close();
  main.close();
}

function makeFiles(folder: string, end: string): Files {
  for (const name of [journalFile, databaseFile]) {
    removeWhole(join(folder, `${name}${end}`));
    makePrivateFile(join(folder, `${name}${end}`));
  }
  const files = openFiles(folder, end);
  migrate(files.journal, journalMigrations, () => {});
  migrate(files.main, migrations, () => {}, wholeSchema);
  return files;
}

/** Terms of searches, which are entered anew, and what SQLite keeps for itself. */
const ownTables = /^(search|policy_search)(_(data|idx|docsize|config|content))?$|^sqlite_/;

function tablesOf(files: Files): Table[] {
  return (['journal', 'main'] as const).flatMap((database) => {
    const connection = files[database];
    const names = connection
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
      .pluck()
      .all();
    return names
      .filter((name) => !ownTables.test(name))
      .map((name) => {
        const columns = connection
          .prepare<[string], { name: string; type: Table['columns'][number]['type']; pk: number }>(
            'SELECT name, type, pk FROM pragma_table_info(?)',
          )
          .all(name);
        const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
        return { name, database, columns, key: key.map((column) => column.name) };
      });
  });
}

const listOf = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
const columnsOf = ({ columns }: Table): string => listOf(columns.map(({ name }) => name));
const selectAll = (table: Table): string =>
  `SELECT ${columnsOf(table)} FROM "${table.name}" ORDER BY ${listOf(table.key)}`;

const countOf = ({ name }: Table): string => `SELECT count(*) AS count FROM "${name}"`;

/** What stands on a table of SQLite and is made of its rows, or by them. */
interface OnTable {
  type: 'index' | 'trigger';
  name: string;
  sql: string;
}

function ofFiles(files: Files): Side {
  const takenAway: { connection: Database.Database; one: OnTable }[] = [];
  return {
    count: async (table) => Number(files[table.database].prepare(countOf(table)).pluck().get()),
    async *read(table) {
      const rows = files[table.database].prepare<[], SqlValue[]>(selectAll(table)).raw().iterate();
      let lines = '';
      for (const row of rows) {
        lines += lineOf(row);
        if (lines.length < lengthOfBatch) continue;
        yield Buffer.from(lines);
        lines = '';
      }
      if (lines !== '') yield Buffer.from(lines);
    },
    async begin(tables) {
      for (const connection of Object.values(files)) {
        // Of a file that is cut off nothing is used, so it needs no log, and is synced once it is whole.
        setJournalMode(connection, 'off');
        // What is sorted for an index of millions of rows does not fit the memory of a small computer.
        for (const pragma of ['synchronous = OFF', 'foreign_keys = OFF', 'temp_store = FILE'])
          connection.pragma(pragma);
        const found = connection
          .prepare<[], OnTable>(
            `SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type, name`,
          )
          .all();
        connection.exec('BEGIN');
        for (const one of found) connection.exec(`DROP ${one.type} ${one.name}`);
        takenAway.push(...found.map((one) => ({ connection, one })));
      }
      for (const { database, name } of tables) files[database].exec(`DELETE FROM "${name}"`);
    },
    async write(table, rows) {
      const places = table.columns.map(() => '?').join(', ');
      const insert = files[table.database].prepare(
        `INSERT INTO "${table.name}" (${columnsOf(table)}) VALUES (${places})`,
      );
      for await (const lines of rows)
        for (const line of lines.toString('utf8', 0, lines.length - 1).split('\n'))
          insert.run(rowOf(line, table));
    },
    async finish(_, onStep) {
      files.main.exec([...enterWordsAnew, enterPoliciesAnew].join(';\n'));
      const indexes = takenAway.filter(({ one }) => one.type === 'index');
      for (const [index, { connection, one }] of indexes.entries()) {
        connection.exec(one.sql);
        await yieldToEventLoop();
        onStep(index + 1, indexes.length);
      }
      for (const { connection, one } of takenAway) if (one.type === 'trigger') connection.exec(one.sql);
      for (const connection of Object.values(files)) {
        connection.exec('COMMIT');
        connection.pragma('optimize');
        setJournalMode(connection, 'wal');
        // All of it is in the file only then.
        connection.close();
        syncPath(connection.name);
      }
    },
  };
}

/** The words of the policies in force. */
const enterPoliciesAnew = 'UPDATE policy SET needs_reindex = 1 WHERE until_version IS NULL';

/** Of references and indexes of a schema's tables, what takes each away and what makes it again, in the order to take them away. */
const madeAgain = `SELECT 1 AS turn, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS make
  FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
  UNION ALL SELECT 2, format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE relnamespace = current_schema()::regnamespace
    AND indrelid::regclass::text = ANY ($1) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
  ORDER BY turn`;

/** Within the transaction that is open. */
function ofServer(client: pg.Client): Side {
  let toMake: string[] = [];
  return {
    async count(table) {
      return (await client.query<{ count: number }>(countOf(table))).rows[0]?.count ?? 0;
    },
    async *read(table) {
      // Nearly all lie about as their key has them; sorted they would be written to the disk once more.
      await client.query('SET LOCAL enable_sort = off; SET LOCAL bytea_output = hex');
      yield* wholeLines(client.query(copyTo(`COPY (${selectAll(table)}) TO STDOUT`)));
    },
    async begin(tables) {
      // To take something away waits for whoever reads there.
      await client.query(`SET LOCAL lock_timeout = ${ofWork.silent}`);
      const names = [tables.map(({ name }) => name)];
      const { rows } = await client.query<{ drop: string; make: string }>(madeAgain, names);
      for (const { drop } of rows) await client.query(drop);
      toMake = rows.map(({ make }) => make).reverse();
      for (const { name } of tables)
        await client.query(`ALTER TABLE "${name}" DISABLE TRIGGER USER; DELETE FROM "${name}"`);
    },
    async write(table, rows, signal) {
      const copying = copyFrom(`COPY "${table.name}" (${columnsOf(table)}) FROM STDIN`, {
        highWaterMark: 4 * lengthOfBatch,
      });
      // Also where the server takes nothing more.
      const ended = signal === undefined ? {} : { signal };
      await pipeline(rows, client.query(copying), ended).catch((failure: unknown) => {
        signal?.throwIfAborted();
        throw failure;
      });
    },
    async finish(tables, onStep) {
      for (const [index, sql] of toMake.entries()) {
        await client.query(sql);
        onStep(index + 1, toMake.length);
      }
      // Behind the indexes: one of rows that changed is not used while a transaction goes on that is older (indcheckxmin).
      for (const sql of [...enterWordsAnew, enterPoliciesAnew]) await client.query(sql);
      // Without figures of its tables the first questions are planned as of empty ones.
      for (const { name } of tables)
        await client.query(`ALTER TABLE "${name}" ENABLE TRIGGER USER; ANALYZE "${name}"`);
    },
  };
}

/** What comes as a stream, cut where a line ends. */
async function* wholeLines(stream: AsyncIterable<Buffer>): AsyncIterable<Lines> {
  let begun: Buffer[] = [];
  for await (const part of stream) {
    const end = part.lastIndexOf(newline) + 1;
    if (end === 0) {
      begun.push(part);
      continue;
    }
    yield Buffer.concat([...begun, part.subarray(0, end)]);
    begun = end < part.length ? [part.subarray(end)] : [];
  }
}

/** Runs something as if it led; an engine that is started meanwhile stands by. */
async function whileNobodyLeads<Result>(
  address: DatabaseAddress,
  move: DataMove,
  run: (told: DataMove, lease: Lease) => Promise<Result>,
): Promise<Result> {
  await bringTables(address, false);
  const lease = await takeLease(address, {
    onStandby(at) {
      if (isClosed(at.leader)) throw inFiles(at.leader);
      throw new StoreProblem('inUse', `${at.leader} works with this database. Close that Perito first.`);
    },
  });
  const lost = new AbortController();
  lease.watch({ onLost: (problem) => lost.abort(problem) });
  const signal = AbortSignal.any([lost.signal, ...(move.signal === undefined ? [] : [move.signal])]);
  try {
    await bringTables(address, true);
    return await run({ ...move, signal }, lease);
  } finally {
    await lease.release(false);
  }
}
