/**
 * A database as it was at one moment, page by page, beside whoever writes it: a transaction that only reads keeps SQLite from
 * overwriting what it might still read, in the file and in the log, and the pages are read past SQLite meanwhile. Nobody waits
 * for it; but as long as it is held the log grows.
 *
 * What is read is the last commit that stands whole in the log after that transaction has begun. That is never older than
 * what the transaction sees: up to there nothing is copied back into the file, and beyond it no page is.
 */
import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import type Database from 'better-sqlite3';
import { errorCode } from '../error-code.ts';
import { openConnection } from './connection.ts';
import { StoreProblem } from './store-error.ts';
import { LogChanged, type LogCommit, readAt, WriteAheadLog } from './write-ahead-log.ts';

export interface DatabaseSnapshot {
  /** In bytes. */
  readonly pageSize: number;
  /** How many there are, from page 1. */
  readonly pages: number;
  /** Of the file that all pages in their order make: a database that needs no log. */
  readonly bytes: number;
  /** What the log ends with; null where all is in the file. */
  readonly commit: LogCommit | null;
  /** Some pages, one after the other; rejects with `LogChanged` where the moment is lost, and a new one has to be taken. */
  readPages(first: number, count: number): Promise<Buffer>;
  /** All pages in parts of so many bytes, the last one shorter; a multiple of 64 KiB. Rejects as `readPages` does. */
  parts(partBytes: number): AsyncGenerator<Buffer>;
  /**
   * Moves on to the present without a moment in between that nobody holds: another snapshot in place of this one, and which
   * pages were written since; null where that cannot be known, so that all of them have to be read. Where it rejects, this
   * one is released as well.
   */
  next(): Promise<{ snapshot: DatabaseSnapshot; written: Set<number> | null }>;
  /** Lets the moment go. Safe to call twice. */
  release(): Promise<void>;
}

/** The page on which SQLite locks a file, and which holds nothing. */
const lockByte = 2 ** 30;

/**
 * Takes the present moment of a database. In the process that writes it this is not allowed: where a file is closed that was
 * opened past SQLite, the system drops all locks of the process on it.
 */
export async function openDatabaseSnapshot(file: string): Promise<DatabaseSnapshot> {
  // SQLite has the log beside the file itself, wherever links lead.
  return Snapshot.open(await realpath(file), null);
}

/**
 * What stands in the file of a database from a place on, in parts of so many bytes, while somebody may write it: of no moment,
 * but much of it is what a snapshot finds a little later. Nothing is held meanwhile.
 */
export async function* readUnpinnedParts(
  file: string,
  partBytes: number,
  from: number,
): AsyncGenerator<Buffer> {
  const raw = await RawFile.open(await realpath(file));
  try {
    for (let position = from; ; position += partBytes) {
      const part = Buffer.alloc(partBytes);
      const read = await raw.read(part, position);
      if (read > 0) yield part.subarray(0, read);
      if (read < partBytes) return;
    }
  } finally {
    await raw.close();
  }
}

class Snapshot implements DatabaseSnapshot {
  readonly #file: string;
  readonly #raw: RawFile;
  readonly #pin: Pin;
  readonly #log: WriteAheadLog;
  readonly pageSize: number;
  readonly pages: number;
  readonly commit: LogCommit | null;
  #isReleased = false;

  private constructor(
    file: string,
    held: { raw: RawFile; pin: Pin; log: WriteAheadLog },
    { pageSize, pages }: { pageSize: number; pages: number },
  ) {
    this.#file = file;
    this.#raw = held.raw;
    this.#pin = held.pin;
    this.#log = held.log;
    this.pageSize = pageSize;
    this.pages = pages;
    this.commit = held.log.commit;
  }

  /** `known` is a log that was read before, and is read on where it goes on. */
  static async open(file: string, known: WriteAheadLog | null): Promise<Snapshot> {
    const raw = await RawFile.open(file);
    let pin: Pin | null = null;
    let log: WriteAheadLog | null = null;
    try {
      pin = await pinMoment(file, raw);
      log = known !== null && (await known.readOn()) ? known : null;
      if (log === null) {
        log = await WriteAheadLog.open(file);
        await log.readOn();
      }
      return new Snapshot(file, { raw, pin, log }, await shapeOf(raw, log));
    } catch (failure) {
      pin?.end();
      if (log !== known) await log?.close();
      await raw.close();
      throw failure;
    }
  }

  get bytes(): number {
    return this.pages * this.pageSize;
  }

  async readPages(first: number, count: number): Promise<Buffer> {
    const { pageSize } = this;
    const bytes = Buffer.allocUnsafe(count * pageSize);
    const read = await this.#raw.read(bytes, (first - 1) * pageSize);
    bytes.fill(0, read);
    const lockPage = lockByte / pageSize + 1;
    for (let page = first; page < first + count; page += 1) {
      const target = bytes.subarray((page - first) * pageSize, (page - first + 1) * pageSize);
      const frame = this.#log.frameOf(page);
      if (page === lockPage) target.fill(0);
      else if (frame !== undefined) await this.#log.readPage(frame, target);
    }
    return bytes;
  }

  async *parts(partBytes: number): AsyncGenerator<Buffer> {
    const pagesOfPart = partBytes / this.pageSize;
    for (let first = 1; first <= this.pages; first += pagesOfPart)
      yield await this.readPages(first, Math.min(pagesOfPart, this.pages - first + 1));
    await this.#pin.check();
  }

  async next(): Promise<{ snapshot: DatabaseSnapshot; written: Set<number> | null }> {
    const before = this.commit;
    let snapshot: Snapshot;
    try {
      snapshot = await Snapshot.open(this.#file, this.#log);
    } catch (failure) {
      await this.release();
      throw failure;
    }
    const goesOn = snapshot.#log === this.#log;
    this.#isReleased = true;
    this.#pin.end();
    await this.#raw.close();
    if (!goesOn) await this.#log.close();
    return { snapshot, written: snapshot.#writtenSince(before, goesOn) };
  }

  #writtenSince(before: LogCommit | null, goesOn: boolean): Set<number> | null {
    if (goesOn) return this.#log.pagesAfter(before?.frame ?? 0);
    const now = this.#log.salts;
    // While a moment is held, a log begins anew once at the most, and only after all of it was copied back.
    const isNextLog = before !== null && now !== null && now[0] === (before.salts[0] + 1) >>> 0;
    return isNextLog ? this.#log.pagesAfter(0) : null;
  }

  async release(): Promise<void> {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#pin.end();
    await this.#log.close();
    await this.#raw.close();
  }
}

/** The size of a page, and how many there are. */
async function shapeOf(raw: RawFile, log: WriteAheadLog): Promise<{ pageSize: number; pages: number }> {
  if (log.commit !== null && log.pageSize !== null)
    return { pageSize: log.pageSize, pages: log.commit.pages };
  const header = Buffer.alloc(100);
  if ((await raw.read(header, 0)) < header.length) throw damaged(raw.path, 'has no header');
  const size = header.readUInt16BE(16);
  const pageSize = size === 1 ? 65_536 : size;
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) throw damaged(raw.path, 'has no size of pages');
  // The count is valid where the counter of changes is the same as when it was written.
  const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92) && header.readUInt32BE(28) > 0;
  const pages = isCounted ? header.readUInt32BE(28) : Math.floor((await raw.size()) / pageSize);
  return { pageSize, pages };
}

const damaged = (path: string, what: string): StoreProblem =>
  new StoreProblem('corrupt', `${path} ${what}: it is no database.`);

/** What keeps SQLite from overwriting what was there at a moment. */
interface Pin {
  /** Rejects with `LogChanged` where the moment was not kept. */
  check(): Promise<void>;
  end(): void;
}

async function pinMoment(file: string, raw: RawFile): Promise<Pin> {
  let reader: Database.Database | null = null;
  try {
    reader = openConnection(file, { readonly: true });
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (failure) {
    reader?.close();
    if (!/^SQLITE_(CANTOPEN|READONLY)/.test(errorCode(failure) ?? '')) throw failure;
    // In a folder that cannot be written and where nobody has made what readers share, nobody writes either.
    return stillFiles(file);
  }
  const pinned = reader;
  if (!(await raw.isAt(file))) {
    pinned.close();
    throw new LogChanged(`${file} was replaced.`);
  }
  return {
    check: () => Promise.resolve(),
    end: () => void pinned.close(),
  };
}

/** Of files that nobody writes: they are as they were. */
async function stillFiles(file: string): Promise<Pin> {
  const looks = async () =>
    JSON.stringify(
      await Promise.all(
        [file, `${file}-wal`].map(async (path) => {
          const found = await stat(path, { bigint: true }).catch(() => null);
          return found === null ? null : [found.dev, found.ino, found.size, found.mtimeNs].map(String);
        }),
      ),
    );
  const before = await looks();
  return {
    async check() {
      if ((await looks()) !== before) throw new LogChanged(`${file} was written meanwhile.`);
    },
    end() {},
  };
}

/**
 * The file of a database, read past SQLite. To close it would drop the locks that connections of this process have on it
 * (https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_), so there it stays open, once
 * a file, until the process ends.
 */
export class RawFile {
  readonly path: string;
  readonly #handle: FileHandle;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  static async open(path: string): Promise<RawFile> {
    if (!staysOpen) return RawFile.#open(path);
    const name = nameOf(await stat(path, { bigint: true }));
    const known = opened.get(name) ?? RawFile.#open(path);
    opened.set(name, known);
    try {
      return await known;
    } catch (failure) {
      opened.delete(name);
      throw failure;
    }
  }

  static async #open(path: string): Promise<RawFile> {
    return new RawFile(path, await open(path, 'r'));
  }

  /** Whether it is the file that has this name now. */
  async isAt(path: string): Promise<boolean> {
    const found = await stat(path, { bigint: true }).catch(() => null);
    return found !== null && nameOf(found) === nameOf(await this.#handle.stat({ bigint: true }));
  }

  read(target: Buffer, position: number): Promise<number> {
    return readAt(this.#handle, target, position);
  }

  async size(): Promise<number> {
    return (await this.#handle.stat()).size;
  }

  async close(): Promise<void> {
    if (!staysOpen) await this.#handle.close();
  }
}

const staysOpen = process.platform !== 'win32';
const opened = new Map<string, Promise<RawFile>>();
const nameOf = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`;
