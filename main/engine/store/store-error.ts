import type { DatabaseFault } from '#shared/contract/database.ts';
import { errorCode } from '../error-code.ts';

/** Why the store could not be opened or can no longer write. */
export type StoreProblemCode =
  /** Another process holds this data directory. */
  | 'inUse'
  /** The database was written by a newer Perito. */
  | 'newerSchema'
  /** Beside a journal lies a database of an older Perito, which had none. */
  | 'databaseOlder'
  /** The marker says that a database was here, and it is not. */
  | 'databaseLost'
  /** The files of the open database were deleted or replaced. */
  | 'databaseGone'
  /** The marker and the database belong to different installations. */
  | 'databaseForeign'
  /** The data of the directory are in another place than they were to be opened in. */
  | 'elsewhere'
  /** The data are in a database of a server, and what was wanted works on files. */
  | 'onServer'
  /** The journal ends before what was derived from it: an older one was put in its place. */
  | 'journalOlder'
  /** `quick_check` or SQLite itself found damage. */
  | 'corrupt'
  /** The folder or the file cannot be read or written. */
  | 'notAccessible'
  /** A commit failed: what it held may or may not be on disk. */
  | 'commitFailed'
  /** Another Perito has taken over the database, or another database its place. */
  | 'superseded'
  /** The database server does not answer now; it is tried again. */
  | 'unreachable'
  /** The disk is full. */
  | 'diskFull'
  /** The store is open to be read, and a job wanted to change something. */
  | 'readOnly'
  /** The store was closed. */
  | 'closed';

/** A failure of the store as data; `message` is one plain sentence with the way out. */
export class StoreProblem extends Error {
  readonly code: StoreProblemCode;
  /** Of a database of a server, for the screen, which says it in its own language; null of all else. */
  readonly fault: DatabaseFault | null;
  constructor(code: StoreProblemCode, message: string, cause?: unknown, fault: DatabaseFault | null = null) {
    super(message, { cause });
    this.name = 'StoreProblem';
    this.code = code;
    this.fault = fault;
  }
}

/** Whether SQLite failed because a file is not what it wrote, or the disk does not give it back. */
export function isDamage(failure: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(errorCode(failure) ?? '');
}

/** Whether a job failed by the store, which is none of what was to be written. */
export const isStoreAtFault = (failure: unknown): boolean =>
  failure instanceof StoreProblem || isDamage(failure);

/** Whether it passes by itself: the disk is full, or the database server does not answer now. Nothing was kept. */
export const isPassing = (failure: unknown): boolean =>
  failure instanceof StoreProblem && (failure.code === 'diskFull' || failure.code === 'unreachable');

/** Whether the database server cannot be reached, or lets nobody in. */
export const isAway = ({ code }: StoreProblem): boolean => code === 'unreachable' || code === 'notAccessible';
