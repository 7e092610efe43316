/**
 * What is committed to a database, read past SQLite from its write-ahead log as it is committed. Nothing is held meanwhile:
 * whoever follows may be slow, or stop for good, and neither does the log grow nor does anybody wait. What is missed by that is
 * noticed, and the database has to be compared anew.
 *
 * A log begins anew (https://sqlite.org/fileformat2.html#walformat) where all of it was copied back into the database; its
 * frames are then overwritten from the first on. Those behind the place that was read stay readable until the new log comes so
 * far: each frame has the checksum of all before it.
 */
import { constants, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { errorCode } from '../error-code.ts';
import { FileIdentity } from './folder.ts';
import {
  type Checksum,
  frameHeaderBytes,
  frameOf,
  headerBytes,
  headerOf,
  type LogHeader,
  readAt,
} from './write-ahead-log.ts';

/** What is told of each commit: the pages that it wrote, then how many pages the database has with it. */
export interface CommitTaking {
  page(page: number, bytes: Buffer): Promise<void>;
  commit(pages: number): void;
}

/** So much is read at a time, and so much of a commit that is not known to be one yet is kept in memory. */
const pieceBytes = 2 * 1024 * 1024;
const maxHeldBytes = 32 * 1024 * 1024;

/** A page of a commit whose end was not read yet; without bytes it is read again. */
interface Held {
  frame: number;
  before: Checksum;
  bytes: Buffer | null;
}

export class FollowedLog {
  readonly #database: string;
  #identity: FileIdentity;
  #handle: FileHandle | null;
  /** How the file of the database was where there was no log yet. */
  #before: string | null;
  #header: LogHeader | null = null;
  /** Of the last commit that was taken. */
  #frame = 0;
  #checksum: Checksum = [0, 0];

  private constructor(database: string, handle: FileHandle | null) {
    this.#database = database;
    this.#handle = handle;
    this.#identity = new FileIdentity([database, `${database}-wal`]);
    this.#before = stillLookOf(database);
  }

  /** Follows from the beginning of the log as it is now: what was committed before is in the file of the database. */
  static async open(database: string): Promise<FollowedLog> {
    const followed = new FollowedLog(database, await openLogFile(`${database}-wal`));
    followed.#begin(await followed.#readHeader());
    return followed;
  }

  /**
   * Takes what was committed since: `end` with all that is there, `more` where there may be more of it, `lost` where
   * something cannot be read any more. What was taken of a commit before `taking.commit` counts for nothing.
   */
  async readOn(taking: CommitTaking): Promise<'end' | 'more' | 'lost'> {
    if (!this.#identity.isSame()) return 'lost';
    if (this.#handle === null) {
      this.#handle = await openLogFile(`${this.#database}-wal`);
      this.#identity = new FileIdentity([this.#database, `${this.#database}-wal`]);
    }
    const present = await this.#readHeader();
    const header = this.#header;
    // One may have come and gone.
    if (header === null && (this.#before === null || stillLookOf(this.#database) !== this.#before))
      return 'lost';
    if (present === null) return header === null || (await this.#size()) > 0 ? 'end' : 'lost';
    if (header !== null && present.bytes.equals(header.bytes)) return this.#readFrames(header, taking);
    if (!isNext(header, present)) return 'lost';
    if (header !== null) {
      const left = await this.#readFrames(header, taking);
      if (left !== 'end') return left;
      if (!(await this.#isAtEnd(header, present))) return 'lost';
    }
    this.#begin(present);
    return 'more';
  }

  #begin(header: LogHeader | null): void {
    this.#header = header;
    this.#frame = 0;
    this.#checksum = header?.checksum ?? [0, 0];
  }

  async #readHeader(): Promise<LogHeader | null> {
    const bytes = Buffer.alloc(headerBytes);
    return (await this.#read(bytes, 0)) < headerBytes ? null : headerOf(bytes);
  }

  async #readFrames(header: LogHeader, taking: CommitTaking): Promise<'end' | 'more' | 'lost'> {
    const size = frameHeaderBytes + header.pageSize;
    const piece = Buffer.alloc(Math.max(1, Math.floor(pieceBytes / size)) * size);
    const held = new Map<number, Held>();
    let heldBytes = 0;
    let frame = this.#frame;
    let before = this.#checksum;
    for (let taken = false; !taken; ) {
      const read = await this.#read(piece, headerBytes + frame * size);
      for (let at = 0; at + size <= read; at += size) {
        const found = frameOf(piece.subarray(at, at + size), header, before);
        if (found === null) return 'end';
        frame += 1;
        const isKept = heldBytes < maxHeldBytes;
        const bytes = isKept ? Buffer.from(piece.subarray(at + frameHeaderBytes, at + size)) : null;
        heldBytes += bytes?.length ?? 0;
        held.set(found.page, { frame, before, bytes });
        before = found.checksum;
        if (found.pagesAfterCommit === 0) continue;
        if (!(await this.#take(header, held, taking))) return 'lost';
        taking.commit(found.pagesAfterCommit);
        this.#frame = frame;
        this.#checksum = before;
        held.clear();
        heldBytes = 0;
        taken = true;
      }
      if (read < piece.length) return 'end';
    }
    return 'more';
  }

  async #take(header: LogHeader, held: ReadonlyMap<number, Held>, taking: CommitTaking): Promise<boolean> {
    for (const [page, { frame, before, bytes }] of held) {
      const found = bytes ?? (await this.#readAgain(header, frame, before));
      if (found === null) return false;
      await taking.page(page, found);
    }
    return true;
  }

  async #readAgain(header: LogHeader, frame: number, before: Checksum): Promise<Buffer | null> {
    const size = frameHeaderBytes + header.pageSize;
    const bytes = Buffer.alloc(size);
    const read = await this.#read(bytes, headerBytes + (frame - 1) * size);
    return read < size || frameOf(bytes, header, before) === null ? null : bytes.subarray(frameHeaderBytes);
  }

  /** Whether the log that was followed ended where it was read to, and was not overwritten or cut off behind that. */
  async #isAtEnd(header: LogHeader, present: LogHeader): Promise<boolean> {
    const end = headerBytes + this.#frame * (frameHeaderBytes + header.pageSize);
    const next = Buffer.alloc(frameHeaderBytes);
    const read = await this.#read(next, end);
    // One that is cut to a length is cut within a frame.
    if (read < frameHeaderBytes)
      return read === 0 && (await this.#size()) === end && this.#isLastThere(header);
    const isOverwritten =
      next.readUInt32BE(8) === present.salts[0] && next.readUInt32BE(12) === present.salts[1];
    const still = await this.#readHeader();
    return !isOverwritten && still?.bytes.equals(present.bytes) === true;
  }

  /** Whether the last frame that was taken was not overwritten: a log that was cut to nothing may have come to the same length again. */
  async #isLastThere(header: LogHeader): Promise<boolean> {
    if (this.#frame === 0) return false;
    const bytes = Buffer.alloc(frameHeaderBytes);
    await this.#read(bytes, headerBytes + (this.#frame - 1) * (frameHeaderBytes + header.pageSize));
    return bytes.readUInt32BE(8) === header.salts[0] && bytes.readUInt32BE(12) === header.salts[1];
  }

  async #size(): Promise<number> {
    return this.#handle === null ? 0 : (await this.#handle.stat()).size;
  }

  async #read(target: Buffer, position: number): Promise<number> {
    return this.#handle === null ? 0 : readAt(this.#handle, target, position);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = null;
  }
}

/** After so long a change is seen by its time, in milliseconds. */
const seenAfter = 100;

/** How a file looks that was not written to just now; null of any other. */
function stillLookOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined || Date.now() - Number(found.mtimeMs) < seenAfter) return null;
  return [found.size, found.mtimeNs, found.ctimeNs].join(' ');
}

async function openLogFile(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (failure) {
    if (errorCode(failure) === 'ENOENT') return null;
    throw failure;
  }
}

/** Whether no log was begun between two: the header counts them, and the first salt as well. */
function isNext(before: LogHeader | null, now: LogHeader): boolean {
  const count = ({ bytes }: LogHeader) => bytes.readUInt32BE(12);
  if (before === null) return count(now) === 0;
  return (
    count(now) === (count(before) + 1) >>> 0 &&
    now.salts[0] === (before.salts[0] + 1) >>> 0 &&
    now.pageSize === before.pageSize
  );
}
