import { type Layout, tiffBlock } from './layout.ts';

const endOfImage = 0xd9;
const startOfScan = 0xda;
const comment = 0xfe;

/** Reads a JPEG file segment by segment, scans included, up to the end mark of its first picture. */
export function jpegLayout(bytes: Buffer): Layout | null {
  const metadata: Buffer[] = [];
  let [width, height] = [-1, -1];
  let exif: Buffer | null = null;
  let end: number | null = null;
  for (const { mark, body, next } of jpegSegments(bytes)) {
    if (mark === endOfImage) end = next;
    if (isFrame(mark) && body.length >= 5) {
      height = Math.max(height, body.readUInt16BE(1));
      width = Math.max(width, body.readUInt16BE(3));
    }
    if (mark === comment || (mark >= 0xe0 && mark <= 0xef)) metadata.push(body);
    if (mark === 0xe1 && body.toString('latin1', 0, 6) === 'Exif\0\0') exif ??= tiffBlock(body);
  }
  return width < 0 ? null : { width, height, end, metadata, exif };
}

/** SOF0 to SOF15, without DHT, JPG and DAC, which lie between them. */
function isFrame(mark: number): boolean {
  return mark >= 0xc0 && mark <= 0xcf && mark !== 0xc4 && mark !== 0xc8 && mark !== 0xcc;
}

/** A marked segment of a JPEG; a scan ends with the coded data that follows it. */
interface Segment {
  mark: number;
  /** Without its length; empty of the end mark. */
  body: Buffer;
  /** Where the next one begins. */
  next: number;
}

/** The segments behind the start mark, in their order; stops after the end mark, or where the bytes make no sense. */
export function* jpegSegments(bytes: Buffer): Generator<Segment> {
  let at = 2;
  while (at + 1 < bytes.length && bytes[at] === 0xff) {
    const mark = bytes[at + 1] ?? 0;
    if (mark === endOfImage) {
      yield { mark, body: bytes.subarray(at, at), next: at + 2 };
      return;
    }
    if (mark === 0xff || standsAlone(mark)) {
      // Any number of fill bytes may stand before a mark.
      at += mark === 0xff ? 1 : 2;
      continue;
    }
    const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0;
    if (length < 2) return;
    const body = bytes.subarray(at + 4, at + 2 + length);
    at += 2 + length;
    if (mark === startOfScan) at = afterScan(bytes, at);
    yield { mark, body, next: at };
  }
}

/** Marks without a length: restarts, TEM, and a start within the picture. */
function standsAlone(mark: number): boolean {
  return (mark >= 0xd0 && mark <= 0xd8) || mark === 0x01;
}

/** The first mark after coded data, in which FF only stands before 00 or a restart. */
function afterScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}
