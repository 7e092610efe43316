/**
 * A log of frames, each `u32 length | u32 CRC-32 of what follows | u32 length of the JSON | JSON | bytes`, little-endian. What
 * is written last may be torn, so a log is read up to its first frame that is not whole, and what follows counts for nothing.
 */
import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { openPlainFile, PlaceFailure, syncFolder } from '../place.ts';

/** A file of a log is followed by the next at so many bytes. */
export const fileBytes = 64 * 1024 * 1024;

/** No frame is longer: a body that arrives has at most eight megabytes, and pages are cut into as many. */
const maxFrameBytes = 32 * 1024 * 1024;

export interface Frame {
  meta: unknown;
  bytes: Buffer;
  /** Where in the file it begins, and where the next one does. */
  from: number;
  end: number;
}

/** The bytes of a frame, in their order. */
function frameOf(meta: object, bytes: Uint8Array = noBytes): Buffer[] {
  const json = Buffer.from(JSON.stringify(meta));
  const length = 4 + json.length + bytes.length;
  const head = Buffer.alloc(12);
  head.writeUInt32LE(length, 0);
  head.writeUInt32LE(json.length, 8);
  head.writeUInt32LE(crc32(bytes, crc32(json, crc32(head.subarray(8)))), 4);
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return body.length === 0 ? [head, json] : [head, json, body];
}

const noBytes = new Uint8Array();

const pieceBytes = 1024 * 1024;

/**
 * The frames of a file, up to the first that is not whole; returns how it ends: `end` with its last frame, `torn` where the
 * file ends within a frame, `damaged` where a frame is not what was written.
 */
export async function* framesIn(
  handle: FileHandle,
  signal?: AbortSignal,
): AsyncGenerator<Frame, 'end' | 'torn' | 'damaged', void> {
  let bytes: Buffer = Buffer.alloc(0);
  let position = 0;
  for (;;) {
    let at = 0;
    let needed = lengthOf(bytes);
    for (; needed <= bytes.length - at; needed = lengthOf(bytes.subarray(at))) {
      const frame = readFrame(bytes.subarray(at, at + needed), position + at);
      if (frame === null) return 'damaged';
      yield frame;
      at += needed;
    }
    if (needed > maxFrameBytes) return 'damaged';
    signal?.throwIfAborted();
    position += at;
    const rest = bytes.subarray(at);
    const piece = Buffer.allocUnsafe(Math.max(pieceBytes, needed - rest.length));
    const { bytesRead } = await handle.read(piece, 0, piece.length, position + rest.length);
    if (bytesRead === 0) return rest.length === 0 ? 'end' : 'torn';
    bytes = Buffer.concat([rest, piece.subarray(0, bytesRead)]);
  }
}

const frameHead = 8;

/** How long the frame is that bytes begin with, as far as they tell. */
const lengthOf = (bytes: Buffer): number => frameHead + (bytes.length < 4 ? 0 : bytes.readUInt32LE(0));

function readFrame(whole: Buffer, from: number): Frame | null {
  const body = whole.subarray(frameHead);
  if (body.length < 4) return null;
  const json = body.readUInt32LE(0);
  if (json > body.length - 4 || crc32(body) !== whole.readUInt32LE(4)) return null;
  try {
    const meta: unknown = JSON.parse(body.toString('utf8', 4, 4 + json));
    return { meta, bytes: body.subarray(4 + json), from, end: from + whole.length };
  } catch {
    return null;
  }
}

/** Where a log of several files ends before its last byte; `isTorn` where the last file was only not written to its end. */
export interface LogEnd {
  name: string;
  at: number;
  isTorn: boolean;
}

/**
 * The frames of several files of a folder as those of one log, up to the first that is not whole or not what `parse` knows; the
 * first of a file, and no other, is its `begin`. Returns where it ends before its last byte; null where it does not.
 */
export async function* framesOfFiles<Meta extends { t: string }>(
  folder: string,
  names: readonly string[],
  parse: (meta: unknown) => Meta | null,
  signal?: AbortSignal,
): AsyncGenerator<{ meta: Meta; bytes: Buffer; name: string; end: number }, LogEnd | null, void> {
  for (const name of names) {
    const handle = await openPlainFile(join(folder, name));
    try {
      const frames = framesIn(handle, signal);
      let at = 0;
      for (let next = await frames.next(); ; next = await frames.next()) {
        if (next.done === true && next.value === 'end' && at > 0) break;
        if (next.done === true)
          return { name, at, isTorn: next.value !== 'damaged' && name === names.at(-1) };
        const { bytes, from, end } = next.value;
        const meta = parse(next.value.meta);
        if (meta === null || (meta.t === 'begin') !== (from === 0)) return { name, at, isTorn: false };
        at = end;
        yield { meta, bytes, name, end };
      }
    } finally {
      await handle.close();
    }
  }
  return null;
}

/** A file of a log to which is appended. What is appended counts from `sync` on. */
export class LogWriting {
  readonly path: string;
  readonly #handle: FileHandle;
  #end: number;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;

  private constructor(path: string, handle: FileHandle, end: number) {
    this.path = path;
    this.#handle = handle;
    this.#end = end;
  }

  /** A new file with its first frame, synced; it is not there yet. */
  static async make(path: string, begin: object): Promise<LogWriting> {
    const handle = await open(path, 'wx', 0o600);
    try {
      const made = new LogWriting(path, handle, 0);
      await made.append(begin);
      await made.sync();
      await syncFolder(dirname(path));
      return made;
    } catch (failure) {
      await handle.close();
      throw failure;
    }
  }

  /** Goes on with a file from a place on; what stands behind it is cut off. */
  static async goOn(path: string, end: number): Promise<LogWriting> {
    const handle = await open(
      path,
      constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    try {
      const found = await handle.stat();
      if (!found.isFile()) throw new PlaceFailure('damaged', `${path} is not a file.`);
      if (found.size > end) {
        await handle.truncate(end);
        await handle.sync();
      }
      return new LogWriting(path, handle, end);
    } catch (failure) {
      await handle.close();
      throw failure;
    }
  }

  /** How long the file is with all that was appended. */
  get bytes(): number {
    return this.#end + this.#waitingBytes;
  }

  /** Appends a frame; what waits is written now and then, so that it does not fill the memory. */
  async append(meta: object, bytes?: Uint8Array): Promise<void> {
    for (const part of frameOf(meta, bytes)) {
      this.#waiting.push(part);
      this.#waitingBytes += part.length;
    }
    if (this.#waitingBytes >= pieceBytes) await this.#write();
  }

  async #write(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting.splice(0));
    this.#waitingBytes = 0;
    for (let from = 0; from < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, from, bytes.length - from, this.#end);
      from += bytesWritten;
      this.#end += bytesWritten;
    }
  }

  /** Has all that was appended on the disk. Rejects with `damaged` where somebody else has written to the file. */
  async sync(): Promise<void> {
    await this.#write();
    await this.#handle.datasync();
    const [own, found] = await Promise.all([this.#handle.stat(), lstat(this.path)]);
    // Moved away, or removed, while it is open: what is written to it will be found by nobody.
    if (found.ino !== own.ino) throw new PlaceFailure('away', `${this.path} was replaced.`);
    if (own.size !== this.#end)
      throw new PlaceFailure('damaged', `${this.path} was written by somebody else.`);
  }

  async close(): Promise<void> {
    await this.#handle.close().catch(() => {});
  }
}
