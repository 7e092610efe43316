/**
 * Gives the disk back what was taken out of a database: a file without free pages is made beside it, checked, and put in its
 * place, at a start and before anybody works with it. Ended at any moment, the old file or the new one is there, whole.
 */
import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type Database from 'better-sqlite3';
import { renameFileSync } from '../rename-file.ts';
import { TaskThread } from '../task-thread.ts';
import { workerFile } from '../worker-file.ts';
import { openConnection } from './connection.ts';
import { removeBeside, removeWhole } from './database-file.ts';
import { databaseFile, holdFolder, rejoinLog, syncPath } from './folder.ts';
import { journalFile } from './journal-database.ts';
import { migrations } from './migrations/index.ts';
import { journalMigrations } from './migrations/journal.ts';
import type { MoveProgress } from './migrations/move-arrivals.ts';
import type { StandingBy } from './postgres/lease.ts';
import { rebuildFolder } from './rebuild-place.ts';
import { isRestoreHalfDone } from './restore-place.ts';

/** What a start does that may take minutes, and how far it is: with `compacting`, in bytes of the file that is made, about. */
export type StartProgress = MoveProgress | CompactionProgress | StandingBy;
export interface CompactionProgress {
  step: 'compacting';
  done: number;
  all: number;
}

/** What came of an attempt. */
export type Compaction =
  /** Bytes of the file. */
  | { outcome: 'compacted'; before: number; after: number; milliseconds: number }
  /** It needs so many bytes more on the disk. */
  | { outcome: 'noRoom'; missing: number }
  /** Another process, or a thread of this one, reads it. */
  | { outcome: 'inUse' }
  /** It is as it was. */
  | { outcome: 'failed'; cause: unknown };

export interface CompactionOptions {
  /** Told about once a second where it takes longer. */
  onProgress?: ((progress: CompactionProgress) => void) | undefined;
  /** Bytes that are to stay free on the disk beside the new file. */
  leftFree?: number;
  /** Less is not worth a new file, of which every copy has to be made anew; tests set less. */
  least?: Worthwhile;
}

/** What is not used: bytes, and which part of the file. */
interface Worthwhile {
  bytes: number;
  share: number;
}
const usuallyWorthwhile: Worthwhile = { bytes: 16 * 1024 * 1024, share: 0.25 };

/** Which of the two. */
interface Kind {
  name: string;
  schema: number;
  /** Selects what says where it ends. */
  head: string;
  /** Selects how many bytes are not used within pages that are, since the file was made; and has a new file say that there are none. */
  slack: { select: string; reset: string } | null;
}
const journal: Kind = {
  name: journalFile,
  schema: journalMigrations.length,
  head: 'SELECT seq, hash, at, epoch, numbers, released_seq FROM journal_head',
  // A body that was given up stood on a page with others, which no free page tells of.
  slack: {
    select: 'SELECT released_bytes FROM journal_head',
    reset: 'UPDATE journal_head SET released_bytes = 0',
  },
};
const database: Kind = {
  name: databaseFile,
  schema: migrations.length,
  head: 'SELECT a.last_id, a.hash, i.id FROM audit_head a, installation i',
  // Old records stand together, so whole pages come free.
  slack: null,
};

/**
 * Compacts the journal of a data directory that nobody has opened yet, and holds it meanwhile. Null where there is nothing to
 * give back, or the directory is not as it is at a plain start: whoever opens it says what is wrong.
 */
export async function compactJournal(
  dataDir: string,
  options: CompactionOptions = {},
): Promise<Compaction | null> {
  if (!existsSync(join(dataDir, journalFile)) || isRestoreHalfDone(dataDir)) return null;
  let lock: ReturnType<typeof holdFolder>;
  try {
    lock = holdFolder(dataDir);
  } catch {
    return null;
  }
  try {
    return await compact(join(dataDir, journalFile), journal, options);
  } finally {
    lock.release();
  }
}

/**
 * Compacts the database beside a journal that is open in this process. It may be read until `leave` resolves, and is to be
 * left alone by whoever read it until this resolves. Null as of the journal.
 */
export async function compactDatabase(
  dataDir: string,
  leave: () => Promise<void>,
  options: CompactionOptions = {},
): Promise<Compaction | null> {
  if (existsSync(rebuildFolder(dataDir))) return null;
  return compact(join(dataDir, databaseFile), database, { ...options, leave });
}

/** About how many bytes the next start gives back. */
export function reclaimableBytes(dataDir: string, least: Worthwhile = usuallyWorthwhile): number {
  return [journal, database]
    .map((kind) => look(join(dataDir, kind.name), kind, least)?.free ?? 0)
    .reduce((sum, bytes) => sum + bytes, 0);
}

async function compact(
  file: string,
  kind: Kind,
  options: CompactionOptions & { leave?: () => Promise<void> },
): Promise<Compaction | null> {
  const begunAt = performance.now();
  const made = `${file}.compact`;
  try {
    removeWhole(made);
    const found = look(file, kind, options.least ?? usuallyWorthwhile);
    if (found === null) return null;
    const missing = found.used + (options.leftFree ?? 0) - freeBytes(dirname(file));
    if (missing > 0) return { outcome: 'noRoom', missing };
    // Of what others are to leave it is looked later.
    if (options.leave === undefined && !isFree(file)) return { outcome: 'inUse' };
    if (!emptyLog(file)) return { outcome: 'inUse' };
    const before = stateOf(file);
    const { schema, head, slack } = kind;
    const task = { file, made, schema, head, reset: slack?.reset ?? null };
    await make(task, found.used, options.onProgress);
    await options.leave?.();
    if (!takePlace(file, made, before)) return { outcome: 'inUse' };
    const milliseconds = Math.round(performance.now() - begunAt);
    return { outcome: 'compacted', before: Number(before.size), after: statSync(file).size, milliseconds };
  } catch (cause) {
    return { outcome: 'failed', cause };
  } finally {
    tryTo(() => removeWhole(made));
  }
}

/** Null where there is too little to give back, or it is not one of this version's that can be read. */
function look(file: string, kind: Kind, least: Worthwhile): { free: number; used: number } | null {
  if (!existsSync(file)) return null;
  let connection: Database.Database | null = null;
  try {
    rejoinLog(file);
    connection = openConnection(file, { readonly: true, timeout: 50 });
    const [schema, pages, freePages, pageBytes] = [
      'user_version',
      'page_count',
      'freelist_count',
      'page_size',
    ].map((name) => Number(connection?.pragma(name, { simple: true })));
    if (schema !== kind.schema || !pages || !pageBytes || freePages === undefined) return null;
    const slack = kind.slack === null ? 0 : Number(connection.prepare(kind.slack.select).pluck().get());
    const bytes = pages * pageBytes;
    // Of a body of many pages both tell.
    const free = Math.min(Math.max(freePages * pageBytes, slack), bytes);
    if (free < least.bytes || free < bytes * least.share) return null;
    return { free, used: bytes - free };
  } catch {
    return null;
  } finally {
    connection?.close();
  }
}

/** Whether nobody else, in this process or another, has it open; a database in WAL mode is locked as long as it is. */
function isFree(file: string): boolean {
  const alone = openAlone(file);
  alone?.close();
  return alone !== null;
}

/** A connection beside which there is no other; null where there is. */
function openAlone(file: string): Database.Database | null {
  const connection = openConnection(file, { readonly: false, timeout: 0 });
  try {
    connection.pragma('locking_mode = EXCLUSIVE');
    connection.exec('BEGIN EXCLUSIVE');
    connection.exec('COMMIT');
    return connection;
  } catch {
    connection.close();
    return null;
  }
}

/** Whether all that is committed stands in the file itself, on the disk. */
function emptyLog(file: string): boolean {
  const connection = openConnection(file, { readonly: false, timeout: 50 });
  try {
    const [result] = connection.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    return result?.busy === 0;
  } finally {
    connection.close();
  }
}

/** Differs once anything was written. */
const stateOf = (file: string) => {
  const { ino, size, mtimeNs } = statSync(file, { bigint: true });
  return { ino, size, mtimeNs };
};

/** What the thread is given. */
export interface CompactionTask {
  file: string;
  made: string;
  schema: number;
  /** Selects the row that says where it ends. */
  head: string;
  /** Run in the new file. */
  reset: string | null;
}

/** So long nothing may come of it, in milliseconds: a slow disk checks gigabytes. */
const patience = 20 * 60_000;
const toldMilliseconds = 1000;

/** In a thread of its own, since SQLite does it in one statement, which says nothing of how far it is. */
async function make(
  task: CompactionTask,
  all: number,
  onProgress: (progress: CompactionProgress) => void = () => {},
): Promise<void> {
  const entry = workerFile(
    { source: './compaction.worker.ts', built: 'compaction-worker.js' },
    import.meta.url,
  );
  const thread = new TaskThread<CompactionTask, string | null>({
    ...{ file: entry, name: 'perito compaction' },
    ...{ memory: 64, patience },
  });
  const bytes = () => statSync(task.made, { throwIfNoEntry: false })?.size ?? 0;
  const telling = setInterval(
    () => onProgress({ step: 'compacting', done: Math.min(bytes(), all), all }),
    toldMilliseconds,
  );
  try {
    const problem = await thread.run(task, { progress: bytes });
    if (problem !== null) throw new Error(problem);
  } finally {
    clearInterval(telling);
    await thread.close();
  }
}

/** Whether the new one is there now: not where somebody reads the old one, or something was written to it since. */
function takePlace(file: string, made: string, before: ReturnType<typeof stateOf>): boolean {
  const alone = openAlone(file);
  if (alone === null) return false;
  try {
    const logBytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    const now = stateOf(file);
    if (logBytes > 0 || now.ino !== before.ino || now.size !== before.size || now.mtimeNs !== before.mtimeNs)
      return false;
    // Windows replaces no file that is open.
    if (process.platform === 'win32') alone.close();
    // They hold nothing, and would be taken for the new one's.
    removeBeside(file);
    syncPath(dirname(file));
    renameFileSync(made, file);
    syncPath(dirname(file));
    return true;
  } finally {
    alone.close();
  }
}

function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    // The next start does.
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
