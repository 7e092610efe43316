/**
 * What the databases of a data directory say of themselves, whatever is wrong with them: of another version or installation,
 * damaged, or put there by anybody. Each function throws SQLite's own error, or another, where that cannot be read.
 */
import { constants, statSync } from 'node:fs';
import { access, opendir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import * as z from 'zod';
import type { FolderSight } from '#shared/contract/recovery.ts';
import { errorCode } from '../error-code.ts';
import { readingWith } from './connection.ts';
import { databaseFile, isHeld } from './folder.ts';
import { type JournalReading, journalFile } from './journal-database.ts';
import { migrations } from './migrations/index.ts';
import { journalMigrations } from './migrations/journal.ts';
import { Nesting } from './nesting.ts';
import { Reader } from './reader.ts';
import { StoreProblem } from './store-error.ts';

/** A link of a chain: the number of its last entry and the hash, in hexadecimal; 0 and an empty text of an empty one. */
interface ChainEnd {
  id: number;
  hash: string;
}

export interface JournalSurvey {
  schema: number;
  /** Whether this Perito can open it. */
  isKnown: boolean;
  installation: { installationId: string; createdAt: string } | null;
  end: ChainEnd;
  /** The last number that was given of each sequence, by its name. */
  numbers: Readonly<Record<string, number>>;
  /** For whoever walks it. */
  reading: Pick<JournalReading, 'read'>;
  /** The hash of the group that ends with an entry, in hexadecimal; null where none does. */
  hashAt(seq: number): string | null;
  /** When an entry came, in milliseconds since 1970. */
  timeOf(seq: number): number | null;
  /** Whether SQLite finds nothing wrong with the file. */
  isWhole(): boolean;
  close(): Promise<void>;
}

export interface DatabaseSurvey {
  schema: number;
  isKnown: boolean;
  installationId: string | null;
  derivedUpTo: number;
  /** Where the log of what people and Perito did ends. */
  end: ChainEnd;
  /** The hash of an entry of that log, in hexadecimal. */
  hashAt(id: number): string | null;
  timeOf(id: number): number | null;
  /** Photos and papers in the order of their SHA-256, after one, which is in hexadecimal. */
  contents(after: string, limit: number): { sha256: string; bytes: number }[];
  isWhole(): boolean;
  close(): void;
}

const installationRow = z.object({ installationId: z.uuid(), createdAt: z.iso.datetime() });
const numbersColumn = z.record(z.string().max(200), z.int().nonnegative());

/** Opens a file that is there and holds something; null where there is none. `mayWrite`: nothing is left beside it. */
function open(file: string, mayWrite: boolean): Database.Database | null {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return null;
  // A pipe would be waited for.
  if (!found.isFile() || found.size === 0) throw new StoreProblem('corrupt', `${file} is no database.`);
  const database = new Database(file, { readonly: !mayWrite, timeout: 1000 });
  try {
    database.pragma('trusted_schema = OFF');
    database.pragma('cache_size = -8192');
    return database;
  } catch (failure) {
    database.close();
    throw failure;
  }
}

const schemaOf = (database: Database.Database): number =>
  Number(database.pragma('user_version', { simple: true }));
const isWhole = (database: Database.Database): boolean =>
  database.pragma('quick_check(1)', { simple: true }) === 'ok';
const hex = (bytes: unknown): string =>
  bytes instanceof Uint8Array ? Buffer.from(bytes).toString('hex') : '';

/** A number that a query finds; null where it finds none. */
function numberOf(database: Database.Database, sql: string, ...parameters: number[]): number | null {
  const found = database
    .prepare(sql)
    .pluck()
    .get(...parameters);
  return typeof found === 'number' ? found : null;
}

/** Null where there is no journal. */
export function surveyJournal(dataDir: string, { mayWrite = false } = {}): JournalSurvey | null {
  const database = open(join(dataDir, journalFile), mayWrite);
  if (database === null) return null;
  try {
    const schema = schemaOf(database);
    const row = database
      .prepare(`SELECT value FROM receiver_setting WHERE name = 'installation'`)
      .pluck()
      .get();
    const head = z
      .object({ seq: z.int().nonnegative(), hash: z.instanceof(Uint8Array), numbers: z.string() })
      .parse(database.prepare('SELECT seq, hash, numbers FROM journal_head WHERE id = 1').get());
    const reader = new Reader(readingWith(database), new Nesting());
    return {
      schema,
      isKnown: schema > 0 && schema <= journalMigrations.length,
      installation: typeof row === 'string' ? installationRow.parse(JSON.parse(row)) : null,
      end: { id: head.seq, hash: hex(head.hash) },
      numbers: numbersColumn.parse(JSON.parse(head.numbers)),
      reading: { read: (query) => reader.read(query) },
      hashAt(seq) {
        if (seq === 0) return '';
        const found = database.prepare('SELECT chain FROM entry WHERE seq = ?').pluck().get(seq);
        return found instanceof Uint8Array ? hex(found) : null;
      },
      timeOf: (seq) => numberOf(database, 'SELECT at FROM entry WHERE seq = ?', seq),
      isWhole: () => isWhole(database),
      close: () => reader.close(),
    };
  } catch (failure) {
    database.close();
    throw failure;
  }
}

/** Null where there is no database. */
export function surveyDatabase(dataDir: string, { mayWrite = false } = {}): DatabaseSurvey | null {
  const database = open(join(dataDir, databaseFile), mayWrite);
  if (database === null) return null;
  try {
    const schema = schemaOf(database);
    const installationId = database.prepare('SELECT id FROM installation').pluck().get();
    const derived = numberOf(
      database,
      `SELECT coalesce(max(CAST(value AS BIGINT)), 0) FROM setting WHERE name IN ('derivedCalls', 'derivedArrivals')`,
    );
    const end = z
      .object({ id: z.int().nonnegative(), hash: z.instanceof(Uint8Array).nullable() })
      .parse(database.prepare('SELECT last_id AS id, hash FROM audit_head').get());
    return {
      schema,
      isKnown: schema > 0 && schema <= migrations.length,
      installationId: typeof installationId === 'string' ? installationId : null,
      derivedUpTo: derived ?? 0,
      end: { id: end.id, hash: hex(end.hash) },
      hashAt(id) {
        if (id === 0) return '';
        const found = database.prepare('SELECT hash FROM audit WHERE id = ?').pluck().get(id);
        return found instanceof Uint8Array ? hex(found) : null;
      },
      timeOf: (id) => numberOf(database, 'SELECT at FROM audit WHERE id = ?', id),
      contents(after, limit) {
        const rows = database
          .prepare<[Uint8Array, number], { sha256: Uint8Array; bytes: number }>(
            'SELECT sha256, bytes FROM content WHERE sha256 > ? ORDER BY sha256 LIMIT ?',
          )
          .all(Buffer.from(after, 'hex'), limit);
        return rows.map(({ sha256, bytes }) => ({ sha256: hex(sha256), bytes }));
      },
      isWhole: () => isWhole(database),
      close: () => void database.close(),
    };
  } catch (failure) {
    database.close();
    throw failure;
  }
}

/** What lies in a folder that may become a data directory, which is only looked at. */
export async function lookAtDataFolder(folder: string): Promise<FolderSight> {
  try {
    const found = await stat(folder).catch((failure: unknown) => {
      if (errorCode(failure) === 'ENOENT') return null;
      throw failure;
    });
    if (found === null) return sightOf((await stat(dirname(folder))).isDirectory() ? 'empty' : 'away');
    if (!found.isDirectory()) return sightOf('notAFolder');
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return await sightWithin(folder);
  } catch (failure) {
    const code = errorCode(failure) ?? '';
    if (/^(EACCES|EPERM|EROFS)$/.test(code)) return sightOf('noRights');
    return sightOf(code === 'ENOTDIR' ? 'notAFolder' : 'away');
  }
}

const sightOf = (kind: FolderSight['kind'], usedAt: string | null = null): FolderSight => ({ kind, usedAt });

async function sightWithin(folder: string): Promise<FolderSight> {
  const times = [journalFile, `${journalFile}-wal`, databaseFile, 'installation.json'].flatMap(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? [],
  );
  if (times.length > 0)
    return isHeld(folder) ? sightOf('inUse') : sightOf('data', new Date(Math.max(...times)).toISOString());
  for await (const { name } of await opendir(folder))
    if (name !== 'perito.lock' && name !== 'lost+found') return sightOf('other');
  return sightOf('empty');
}
