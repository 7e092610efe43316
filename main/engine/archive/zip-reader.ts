/**
 * Reads a ZIP archive that may be anything: damaged, cut off, or made to mislead. Nothing is believed before its checksum
 * holds, and nothing that is read takes more memory than one piece and the list of parts.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { heldBytes, pieceBytes } from './byte-sink.ts';
import type { ByteSource } from './byte-source.ts';
import { isPartName, maxNameBytes } from './format.ts';
import {
  bytesBeforeContent,
  centralBytes,
  type DirectoryPlace,
  end64Bytes,
  endBytes,
  endRecords,
  entries64,
  localBytes,
  locator64Bytes,
  type Method,
  methods,
  type PartHeader,
  sealBytes,
  sealIn,
  see64,
  signatures,
} from './zip-format.ts';

/** More parts are not read. */
const maxParts = 2_000_000;

/** A part as the directory has it, or its own header; `offset` is where its header begins. */
export interface ZipEntry extends PartHeader {
  offset: number;
}

/** Why a part of the directory is left out. */
export type EntryFault = 'nameRefused' | 'duplicate' | 'overlap' | 'notReadable';

export interface ZipDirectory extends DirectoryPlace {
  parts: Map<string, ZipEntry>;
  refused: { code: EntryFault; part: string }[];
  /** SHA-256 of all before the records of the end, as the comment says it; null where it says none. */
  seal: string | null;
  /** Whether these records are as this program writes them. */
  isPlain: boolean;
}

/** Null where there is no directory, or it is not what such a directory can be. */
export async function readDirectory(source: ByteSource): Promise<ZipDirectory | null> {
  const place = await findDirectory(source);
  if (place === null || place.entries > maxParts) return null;
  const directory: ZipDirectory = { ...place, parts: new Map(), refused: [] };
  const window = new Window(source);
  let at = place.offset;
  for (let index = 0; index < place.entries; index += 1) {
    const fixed = await window.read(at, centralBytes);
    if (fixed.length < centralBytes || fixed.readUInt32LE(0) !== signatures.central) return null;
    const rest = fixed.readUInt16LE(28) + fixed.readUInt16LE(30) + fixed.readUInt16LE(32);
    if (at + centralBytes + rest > place.offset + place.size) return null;
    const entry = entryOf(fixed, await window.read(at + centralBytes, rest));
    takeEntry(directory, entry, place.offset);
    at += centralBytes + rest;
  }
  if (at !== place.offset + place.size) return null;
  refuseOverlaps(directory);
  return directory;
}

interface FoundDirectory extends DirectoryPlace {
  seal: string | null;
  isPlain: boolean;
}

/** The record of the end stands at the very end, or before a comment. */
async function findDirectory(source: ByteSource): Promise<FoundDirectory | null> {
  const length = Math.min(source.size, endBytes + 0xffff);
  const tail = await source.read(source.size - length, length);
  // Its comment says how long it is; a bundle's is of one length.
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (
      tail.readUInt32LE(at) !== signatures.end ||
      at + endBytes + tail.readUInt16LE(at + 20) !== tail.length
    )
      continue;
    const found = await directoryAt(source, tail, at);
    if (found !== null) return found;
  }
  return null;
}

async function directoryAt(source: ByteSource, tail: Buffer, at: number): Promise<FoundDirectory | null> {
  const end = source.size - tail.length + at;
  let entries = tail.readUInt16LE(at + 10);
  let size = tail.readUInt32LE(at + 12);
  let offset = tail.readUInt32LE(at + 16);
  let recordsAt = end;
  if (entries === entries64 || size === see64 || offset === see64) {
    const locator = await source.read(end - locator64Bytes, locator64Bytes);
    if (locator.length < locator64Bytes) return null;
    recordsAt = Number(locator.readBigUInt64LE(8));
    if (!Number.isSafeInteger(recordsAt) || recordsAt > source.size) return null;
    const record = await source.read(recordsAt, end64Bytes);
    if (record.length < end64Bytes) return null;
    entries = Number(record.readBigUInt64LE(32));
    size = Number(record.readBigUInt64LE(40));
    offset = Number(record.readBigUInt64LE(48));
  }
  if (!Number.isSafeInteger(offset + size) || offset + size !== recordsAt) return null;
  if (entries * centralBytes > size) return null;
  const comment = tail.subarray(at + endBytes);
  const records = await source.read(recordsAt, end64Bytes + locator64Bytes + endBytes + sealBytes + 1);
  const plain = endRecords({ entries, offset, size }, comment);
  return { entries, size, offset, seal: sealIn(comment), isPlain: records.equals(plain) };
}

/** Of a header in the directory; `rest` begins with its name. */
function entryOf(fixed: Buffer, rest: Buffer): ZipEntry | null {
  const nameLength = fixed.readUInt16LE(28);
  const name = rest.toString('latin1', 0, Math.min(nameLength, maxNameBytes + 1));
  const extra = rest.subarray(nameLength, nameLength + fixed.readUInt16LE(30));
  const numbers = wide([fixed.readUInt32LE(24), fixed.readUInt32LE(20), fixed.readUInt32LE(42)], extra);
  const method = methodOf(fixed.readUInt16LE(10));
  const isEncrypted = (fixed.readUInt16LE(8) & 1) !== 0;
  const [size = 0, storedSize = 0, offset = 0] = numbers ?? [];
  if (numbers === null || method === null || isEncrypted || nameLength > maxNameBytes)
    return { name, method: 'store', crc32: 0, size: -1, storedSize: 0, offset: 0 };
  return { name, method, crc32: fixed.readUInt32LE(16), size, storedSize, offset };
}

function takeEntry(directory: ZipDirectory, entry: ZipEntry | null, end: number): void {
  if (entry === null) return;
  const refuse = (code: EntryFault) => void directory.refused.push({ code, part: printable(entry.name) });
  if (!isPartName(entry.name)) refuse('nameRefused');
  else if (directory.parts.has(entry.name)) refuse('duplicate');
  else if (!isPossible(entry, end)) refuse('notReadable');
  else directory.parts.set(entry.name, entry);
}

/** As far as a name can be shown that is none of ours. */
const printable = (name: string): string => name.slice(0, maxNameBytes).replaceAll(/[^\x20-\x7e]/g, '?');

/** Deflate makes a thousand bytes of one at the most. */
const mostInflated = 1040;

const isPossible = ({ method, size, storedSize, offset, name }: ZipEntry, end: number): boolean =>
  size >= 0 &&
  (method === 'store' ? size === storedSize : size <= (storedSize + 1) * mostInflated) &&
  offset + localBytes + name.length + storedSize <= end;

/** Parts that lie in each other are how a small file unfolds to a huge one. */
function refuseOverlaps({ parts, refused }: ZipDirectory): void {
  let end = 0;
  for (const entry of [...parts.values()].sort((a, b) => a.offset - b.offset)) {
    const own = entry.offset + localBytes + entry.name.length + entry.storedSize;
    if (entry.offset < end) {
      parts.delete(entry.name);
      refused.push({ code: 'overlap', part: entry.name });
    } else end = own;
  }
}

function methodOf(value: number): Method | null {
  if (value === methods.store) return 'store';
  return value === methods.deflate ? 'deflate' : null;
}

/** Numbers with those of the ZIP64 field in place of each that says so; null where one is missing or too large. */
function wide(numbers: readonly number[], extra: Buffer): number[] | null {
  if (!numbers.includes(see64)) return [...numbers];
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let next = at + 4;
    const found: number[] = [];
    for (const value of numbers) {
      if (value !== see64) {
        found.push(value);
        continue;
      }
      if (next + 8 > extra.length) return null;
      found.push(Number(extra.readBigUInt64LE(next)));
      next += 8;
    }
    return found.every(Number.isSafeInteger) ? found : null;
  }
  return null;
}

/** Reads small pieces that follow one another. */
class Window {
  readonly #source: ByteSource;
  #from = 0;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(source: ByteSource) {
    this.#source = source;
  }

  async read(from: number, length: number): Promise<Buffer> {
    if (from < this.#from || from + length > this.#from + this.#bytes.length) {
      this.#bytes = await this.#source.read(from, Math.max(length, pieceBytes));
      this.#from = from;
    }
    return this.#bytes.subarray(from - this.#from, from - this.#from + length);
  }
}

/**
 * The parts by their own headers, where the directory is lost or wrong: from one to the next, and where there is none, to
 * the next place that could be one. Several may have one name; which of them is whole, its checksum tells.
 */
export async function scanParts(source: ByteSource): Promise<ZipEntry[]> {
  const found: ZipEntry[] = [];
  const window = new Window(source);
  let at = 0;
  while (found.length < maxParts) {
    const entry = await localEntry(window, source.size, at);
    if (entry !== null) {
      found.push(entry);
      at = entry.offset + bytesBeforeContent(entry) + entry.storedSize;
      if (await isHeader(source, at)) continue;
      // It may have said a wrong size.
      at = entry.offset + localBytes;
    }
    const next = await findHeader(window, source.size, at + 1);
    if (next === null) break;
    at = next;
  }
  return found;
}

/** Read by itself: what stands far behind would have the window filled anew for each part. */
async function isHeader(source: ByteSource, at: number): Promise<boolean> {
  const bytes = await source.read(at, 4);
  if (bytes.length < 4) return false;
  const signature = bytes.readUInt32LE(0);
  return signature === signatures.local || signature === signatures.central;
}

async function localEntry(window: Window, end: number, at: number): Promise<ZipEntry | null> {
  const fixed = await window.read(at, localBytes);
  if (fixed.length < localBytes || fixed.readUInt32LE(0) !== signatures.local) return null;
  const method = methodOf(fixed.readUInt16LE(8));
  const nameLength = fixed.readUInt16LE(26);
  const isEncrypted = (fixed.readUInt16LE(6) & 1) !== 0;
  if (method === null || isEncrypted || nameLength > maxNameBytes) return null;
  const [checksum, stored, whole] = [fixed.readUInt32LE(14), fixed.readUInt32LE(18), fixed.readUInt32LE(22)];
  const extraLength = fixed.readUInt16LE(28);
  const rest = await window.read(at + localBytes, nameLength + extraLength);
  const name = rest.toString('latin1', 0, nameLength);
  const numbers = wide([whole, stored], rest.subarray(nameLength));
  if (numbers === null || !isPartName(name)) return null;
  const [size = 0, storedSize = 0] = numbers;
  const entry: ZipEntry = { name, method, crc32: checksum, size, storedSize, offset: at };
  return isPossible(entry, end) ? entry : null;
}

const headerBytes = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

async function findHeader(window: Window, end: number, from: number): Promise<number | null> {
  for (let at = from; at < end; at += pieceBytes / 2 - headerBytes.length) {
    const bytes = await window.read(at, Math.min(pieceBytes / 2, end - at));
    const found = bytes.indexOf(headerBytes);
    if (found >= 0) return at + found;
    if (bytes.length < headerBytes.length) return null;
  }
  return null;
}

/**
 * Whether the end of an archive of ours is missing: its records follow one from another, from the first up to one of which not all
 * is there. What stands at `wholeUntil` and behind it was not read.
 */
export async function isCutOff(source: ByteSource, wholeUntil: number = source.size): Promise<boolean> {
  const window = new Window(partOf(source, wholeUntil));
  for (let at = 0, records = 0; records < 2 * maxParts; records += 1) {
    const fixed = await window.read(at, centralBytes);
    const length = fixed.length < 4 ? 'cutOff' : await lengthOfRecord(window, fixed, at);
    if (length === 'cutOff') return at > 0 || fixed.subarray(0, 4).equals(headerBytes);
    if (length === null) return false;
    at += length;
    if (at > wholeUntil) return true;
  }
  return false;
}

const partOf = (source: ByteSource, size: number): ByteSource => ({
  size,
  read: (from, length) => source.read(from, Math.max(0, Math.min(length, size - from))),
  close: () => source.close(),
});

/** Null where it is none of ours, or the one behind which nothing follows. */
async function lengthOfRecord(window: Window, fixed: Buffer, at: number): Promise<number | 'cutOff' | null> {
  switch (fixed.readUInt32LE(0)) {
    case signatures.local: {
      if (fixed.length < localBytes) return 'cutOff';
      const nameLength = fixed.readUInt16LE(26);
      if (nameLength > maxNameBytes) return null;
      const rest = await window.read(at + localBytes, nameLength + fixed.readUInt16LE(28));
      if (rest.length < nameLength + fixed.readUInt16LE(28)) return 'cutOff';
      const [, stored] =
        wide([fixed.readUInt32LE(22), fixed.readUInt32LE(18)], rest.subarray(nameLength)) ?? [];
      if (stored === undefined || !isPartName(rest.toString('latin1', 0, nameLength))) return null;
      return localBytes + rest.length + stored;
    }
    case signatures.central:
      if (fixed.length < centralBytes) return 'cutOff';
      return centralBytes + fixed.readUInt16LE(28) + fixed.readUInt16LE(30) + fixed.readUInt16LE(32);
    case signatures.end64:
      return end64Bytes;
    case signatures.locator64:
      return locator64Bytes;
    case signatures.end: {
      if (fixed.length < endBytes) return 'cutOff';
      if (fixed.readUInt16LE(20) !== sealBytes) return null;
      return (await window.read(at + endBytes, sealBytes)).length < sealBytes ? 'cutOff' : null;
    }
    default:
      return null;
  }
}

/** A part whose checksum holds: where its bytes lie. */
export interface ProvenPart extends PartHeader {
  contentAt: number;
  /** SHA-256 of its content, in hexadecimal. */
  sha256: string;
}

/** Reads a part to its end; null where it is not what its header says. What it holds is in `held` then, where that is given. */
export async function provePart(
  source: ByteSource,
  entry: ZipEntry,
  held?: Uint8Array[],
): Promise<ProvenPart | null> {
  for (const contentAt of await contentPlaces(source, entry)) {
    const hash = createHash('sha256');
    let size = 0;
    let checksum = 0;
    held?.splice(0);
    try {
      for await (const piece of contentPieces(source, { ...entry, contentAt })) {
        held?.push(piece);
        hash.update(piece);
        checksum = crc32(piece, checksum);
        size += piece.length;
      }
    } catch (failure) {
      if (!(failure instanceof NotInflatable)) throw failure;
      continue;
    }
    if (size === entry.size && checksum === entry.crc32) {
      const { name, method, crc32: known, storedSize } = entry;
      return { name, method, crc32: known, size, storedSize, contentAt, sha256: hash.digest('hex') };
    }
  }
  return null;
}

/** The first bytes of a part that is stored as it is, which nothing has proven yet; none of another. */
export async function partBeginning(source: ByteSource, entry: ZipEntry, length: number): Promise<Buffer> {
  const [contentAt = 0] = await contentPlaces(source, entry);
  return source.read(contentAt, entry.method === 'store' ? Math.min(length, entry.storedSize) : 0);
}

/** Where the content begins: as its own header says, and as this program writes it where that header is damaged. */
async function contentPlaces(source: ByteSource, entry: ZipEntry): Promise<number[]> {
  const plain = entry.offset + bytesBeforeContent(entry);
  const header = await source.read(entry.offset, localBytes);
  if (header.length < localBytes || header.readUInt32LE(0) !== signatures.local) return [plain];
  const said = entry.offset + localBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  return said === plain ? [plain] : [said, plain];
}

/** What a part holds cannot be inflated, or is longer than it says. */
class NotInflatable extends Error {}

/** A part of this size at the most is inflated at once. */
const inflatedAtOnce = 4 * heldBytes;

/** The content of a part, in pieces, never more than its header says. */
export async function* contentPieces(
  source: ByteSource,
  part: Pick<ProvenPart, 'method' | 'size' | 'storedSize' | 'contentAt'>,
): AsyncGenerator<Uint8Array> {
  const { method, size, storedSize } = part;
  if (method === 'store') yield* storedPieces(source, part);
  else if (size <= inflatedAtOnce && storedSize <= heldBytes) {
    const stored = await source.read(part.contentAt, storedSize);
    yield inflatedWhole(stored, size);
  } else yield* inflatedPieces(storedPieces(source, part), size);
}

async function* storedPieces(
  source: ByteSource,
  { contentAt, storedSize }: Pick<ProvenPart, 'contentAt' | 'storedSize'>,
): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < storedSize; ) {
    const piece = await source.read(contentAt + done, Math.min(pieceBytes, storedSize - done));
    if (piece.length === 0) throw new NotInflatable('It is cut off.');
    yield piece;
    done += piece.length;
  }
}

function inflatedWhole(stored: Uint8Array, size: number): Uint8Array {
  try {
    return inflateRawSync(stored, { maxOutputLength: Math.max(1, size) });
  } catch (failure) {
    throw new NotInflatable('It cannot be inflated.', { cause: failure });
  }
}

async function* inflatedPieces(stored: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw();
  const feeding = Readable.from(stored, { objectMode: false });
  feeding.on('error', (failure) => inflate.destroy(failure));
  feeding.pipe(inflate);
  let done = 0;
  try {
    for await (const taken of inflate) {
      const piece: Buffer = taken;
      done += piece.length;
      if (done > size) throw new NotInflatable('It is longer than it says.');
      yield piece;
    }
  } catch (failure) {
    throw failure instanceof NotInflatable
      ? failure
      : new NotInflatable('It cannot be inflated.', { cause: failure });
  } finally {
    feeding.destroy();
    inflate.destroy();
  }
}
