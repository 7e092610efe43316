/**
 * Reads the write-ahead log of a database as SQLite writes it (https://sqlite.org/fileformat2.html#the_write_ahead_log):
 * which page of the database has its content where.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { errorCode } from '../error-code.ts';

/** A commit of the log. */
export interface LogCommit {
  /** Of the log: another each time that it begins anew. */
  salts: readonly [number, number];
  /** Its last frame, from 1. */
  frame: number;
  /** How many pages the database has with it. */
  pages: number;
}

/** A frame is not what it was: the log has begun anew since it was read. */
export class LogChanged extends Error {}

export const headerBytes = 32;
export const frameHeaderBytes = 24;
const magic = 0x377f0682;
const formatVersion = 3007000;
/** So much is read of it at a time. */
const pieceBytes = 1024 * 1024;

export interface LogHeader {
  bytes: Buffer;
  pageSize: number;
  salts: readonly [number, number];
  isLittleEndian: boolean;
  checksum: Checksum;
}

/** Both sums of the checksum, as signed numbers of 32 bits. */
export type Checksum = readonly [number, number];

/** The log of one database, read up to a commit. It may grow meanwhile, and begin anew. */
export class WriteAheadLog {
  readonly #handle: FileHandle | null;
  #header: LogHeader | null = null;
  /** Of each frame up to the last commit. */
  #pages = new Uint32Array(256);
  #checksums = new Int32Array(512);
  #commit: LogCommit | null = null;
  readonly #lastFrames = new Map<number, number>();

  private constructor(handle: FileHandle | null) {
    this.#handle = handle;
  }

  /** Of a database without a log it is an empty one. */
  static async open(database: string): Promise<WriteAheadLog> {
    try {
      const handle = await open(`${database}-wal`, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
      return new WriteAheadLog(handle);
    } catch (failure) {
      if (errorCode(failure) === 'ENOENT') return new WriteAheadLog(null);
      throw failure;
    }
  }

  /** The last commit that was read; null where the log has none, and the database is what its file is. */
  get commit(): LogCommit | null {
    return this.#commit;
  }

  /** Null where there is no log. */
  get salts(): LogCommit['salts'] | null {
    return this.#header?.salts ?? null;
  }

  /** In bytes; null where it has no commit. */
  get pageSize(): number | null {
    return this.#commit === null ? null : (this.#header?.pageSize ?? null);
  }

  /** The frame with the content of a page at the last commit that was read; undefined where that is in the database's file. */
  frameOf(page: number): number | undefined {
    return this.#lastFrames.get(page);
  }

  /** The pages that were written after a frame. */
  pagesAfter(frame: number): Set<number> {
    return new Set(this.#pages.subarray(frame, this.#commit?.frame ?? 0));
  }

  /** Reads on up to the last whole commit that is there. False where there is another log by now: what was read counts for nothing then. */
  async readOn(): Promise<boolean> {
    if (this.#handle === null) return false;
    const header = await this.#readHeader();
    if (this.#header !== null && header?.bytes.equals(this.#header.bytes) !== true) return false;
    this.#header = header;
    if (header !== null) await this.#readFrames(header);
    return true;
  }

  async #readHeader(): Promise<LogHeader | null> {
    const bytes = Buffer.alloc(headerBytes);
    return (await this.#read(bytes, 0)) < headerBytes ? null : headerOf(bytes);
  }

  async #readFrames(header: LogHeader): Promise<void> {
    const size = frameHeaderBytes + header.pageSize;
    const piece = Buffer.alloc(Math.max(1, Math.floor(pieceBytes / size)) * size);
    let frame = this.#commit?.frame ?? 0;
    let sums = frame === 0 ? header.checksum : this.#checksumOf(frame);
    for (;;) {
      const read = await this.#read(piece, headerBytes + frame * size);
      for (let at = 0; at + size <= read; at += size) {
        const one = piece.subarray(at, at + size);
        const found = frameOf(one, header, sums);
        if (found === null) return;
        frame += 1;
        sums = found.checksum;
        this.#note(frame, found.page, sums);
        if (found.pagesAfterCommit > 0) this.#noteCommit(frame, found.pagesAfterCommit, header);
      }
      if (read < piece.length) return;
    }
  }

  #note(frame: number, page: number, [first, second]: Checksum): void {
    if (frame > this.#pages.length) {
      const [pages, checksums] = [new Uint32Array(2 * frame), new Int32Array(4 * frame)];
      pages.set(this.#pages);
      checksums.set(this.#checksums);
      [this.#pages, this.#checksums] = [pages, checksums];
    }
    this.#pages[frame - 1] = page;
    this.#checksums[2 * frame - 2] = first;
    this.#checksums[2 * frame - 1] = second;
  }

  #noteCommit(frame: number, pages: number, { salts }: LogHeader): void {
    for (let at = this.#commit?.frame ?? 0; at < frame; at += 1)
      this.#lastFrames.set(this.#pages[at] ?? 0, at + 1);
    this.#commit = { salts, frame, pages };
  }

  #checksumOf(frame: number): Checksum {
    return [this.#checksums[2 * frame - 2] ?? 0, this.#checksums[2 * frame - 1] ?? 0];
  }

  /** Reads the page of a frame into `target`; rejects with `LogChanged` where it is not the one that was read before. */
  async readPage(frame: number, target: Buffer): Promise<void> {
    const header = this.#header;
    if (header === null || frame < 1 || frame > (this.#commit?.frame ?? 0))
      throw new LogChanged(`The log has no frame ${frame}.`);
    const size = frameHeaderBytes + header.pageSize;
    const bytes = Buffer.alloc(size);
    const read = await this.#read(bytes, headerBytes + (frame - 1) * size);
    const before = frame === 1 ? header.checksum : this.#checksumOf(frame - 1);
    const found = read < size ? null : frameOf(bytes, header, before);
    const [first, second] = this.#checksumOf(frame);
    if (found === null || found.checksum[0] !== first || found.checksum[1] !== second)
      throw new LogChanged(`Frame ${frame} of the log was written anew.`);
    bytes.copy(target, 0, frameHeaderBytes);
  }

  /** How many bytes of `target` there are from a place on. */
  async #read(target: Buffer, position: number): Promise<number> {
    if (this.#handle === null) return 0;
    return readAt(this.#handle, target, position);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }
}

/** Reads as many bytes as there are from a place on, up to as many as `target` holds; how many those are. */
export async function readAt(handle: FileHandle, target: Buffer, position: number): Promise<number> {
  let read = 0;
  while (read < target.length) {
    const { bytesRead } = await handle.read(target, read, target.length - read, position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return read;
}

/** Null where it is none: of an empty log, or one that is just being begun. */
export function headerOf(bytes: Buffer): LogHeader | null {
  const kind = bytes.readUInt32BE(0);
  if ((kind & ~1) >>> 0 !== magic || bytes.readUInt32BE(4) !== formatVersion) return null;
  const pageSize = bytes.readUInt32BE(8);
  if (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0) return null;
  const isLittleEndian = (kind & 1) === 0;
  const checksum = checksumOver(bytes.subarray(0, 24), [0, 0], isLittleEndian);
  if (checksum[0] !== bytes.readInt32BE(24) || checksum[1] !== bytes.readInt32BE(28)) return null;
  return {
    bytes: Buffer.from(bytes),
    pageSize,
    salts: [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
    isLittleEndian,
    checksum,
  };
}

/** Null where the bytes are none of this log that follows on a frame with this checksum. */
export function frameOf(
  bytes: Buffer,
  { salts, isLittleEndian }: LogHeader,
  before: Checksum,
): { page: number; pagesAfterCommit: number; checksum: Checksum } | null {
  if (bytes.readUInt32BE(8) !== salts[0] || bytes.readUInt32BE(12) !== salts[1]) return null;
  const page = bytes.readUInt32BE(0);
  if (page === 0) return null;
  const ofHeader = checksumOver(bytes.subarray(0, 8), before, isLittleEndian);
  const checksum = checksumOver(bytes.subarray(frameHeaderBytes), ofHeader, isLittleEndian);
  if (checksum[0] !== bytes.readInt32BE(16) || checksum[1] !== bytes.readInt32BE(20)) return null;
  return { page, pagesAfterCommit: bytes.readUInt32BE(4), checksum };
}

/** The checksum of the file format, over a multiple of eight bytes. */
function checksumOver(bytes: Buffer, before: Checksum, isLittleEndian: boolean): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let [first, second] = before;
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + view.getInt32(at, isLittleEndian) + second) | 0;
    second = (second + view.getInt32(at + 4, isLittleEndian) + first) | 0;
  }
  return [first, second];
}
