import type { Layout } from './layout.ts';
import type { Pixels } from './pixels.ts';

/** A part of a GIF after its head. */
type GifBlock =
  | { kind: 'extension'; label: number; data: Buffer }
  | { kind: 'frame'; descriptor: Buffer; colours: Buffer; codeSize: number; data: Buffer }
  | { kind: 'end'; at: number };

const head = 13;

/** The colours of all frames that have none of their own; empty where there are none. */
function globalColours(bytes: Buffer): Buffer {
  return colourTable(bytes, head, bytes[10] ?? 0);
}

/** One after the other, up to the trailer or where they make no sense any more. */
function* gifBlocks(bytes: Buffer): Generator<GifBlock> {
  let at = head + globalColours(bytes).length;
  while (at < bytes.length) {
    const mark = bytes[at];
    if (mark === 0x3b) {
      yield { kind: 'end', at: at + 1 };
      return;
    }
    if (mark === 0x21) {
      const { data, end } = joined(bytes, at + 2);
      yield { kind: 'extension', label: bytes[at + 1] ?? 0, data };
      at = end;
    } else if (mark === 0x2c && at + 11 < bytes.length) {
      const descriptor = bytes.subarray(at + 1, at + 10);
      const colours = colourTable(bytes, at + 10, descriptor[8] ?? 0);
      const codeAt = at + 10 + colours.length;
      const { data, end } = joined(bytes, codeAt + 1);
      yield { kind: 'frame', descriptor, colours, codeSize: bytes[codeAt] ?? 0, data };
      at = end;
    } else return;
  }
}

function colourTable(bytes: Buffer, at: number, flags: number): Buffer {
  if ((flags & 0x80) === 0) return bytes.subarray(0, 0);
  return bytes.subarray(at, at + 3 * 2 ** ((flags & 7) + 1));
}

/** Pieces of up to 255 bytes, each after its length, up to one of none. */
function joined(bytes: Buffer, from: number): { data: Buffer; end: number } {
  const pieces: Buffer[] = [];
  let at = from;
  while (at < bytes.length) {
    const length = bytes[at] ?? 0;
    at += 1;
    if (length === 0) break;
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return { data: Buffer.concat(pieces), end: at };
}

/** The first frame, as it is needed to decode it. */
interface GifFrame {
  left: number;
  top: number;
  width: number;
  height: number;
  isInterlaced: boolean;
  /** Three bytes a colour. */
  colours: Buffer;
  /** Index of the colour that is none. */
  transparent: number | null;
  codeSize: number;
  /** The coded data, without the lengths between its pieces. */
  data: Buffer;
}

interface GifLayout extends Layout {
  /** What is drawn on: the screen that the file names, or as much as its first frame needs. */
  canvas: { width: number; height: number };
  frame: GifFrame | null;
}

const graphicControl = 0xf9;

/** Block by block up to the trailer. The size is what all its frames need. */
export function gifLayout(bytes: Buffer): GifLayout | null {
  if (bytes.length < 13) return null;
  const metadata: Buffer[] = [];
  const screen = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  let whole = screen;
  let transparent: number | null = null;
  let first: GifFrame | null = null;
  let end: number | null = null;
  for (const block of gifBlocks(bytes)) {
    if (block.kind === 'end') end = block.at;
    else if (block.kind === 'frame') {
      const frame = frameOf(block, globalColours(bytes), transparent);
      whole = holding(whole, frame);
      first ??= frame;
    } else if (block.label === graphicControl) transparent = transparentOf(block.data);
    else metadata.push(block.data);
  }
  const canvas = first === null ? screen : holding(screen, first);
  return { ...whole, end, metadata, exif: null, canvas, frame: first };
}

function holding(size: { width: number; height: number }, frame: GifFrame) {
  return {
    width: Math.max(size.width, frame.left + frame.width),
    height: Math.max(size.height, frame.top + frame.height),
  };
}

function frameOf(
  { descriptor, colours, codeSize, data }: Extract<GifBlock, { kind: 'frame' }>,
  shared: Buffer,
  transparent: number | null,
): GifFrame {
  return {
    left: descriptor.readUInt16LE(0),
    top: descriptor.readUInt16LE(2),
    width: descriptor.readUInt16LE(4),
    height: descriptor.readUInt16LE(6),
    isInterlaced: ((descriptor[8] ?? 0) & 0x40) !== 0,
    colours: colours.length > 0 ? colours : shared,
    transparent,
    codeSize,
    data,
  };
}

function transparentOf(control: Buffer): number | null {
  return ((control[0] ?? 0) & 1) === 1 ? (control[3] ?? null) : null;
}

const maxCodes = 4096;
const widest = 12;

/** Unpacks so many indices of colours (GIF 89a, appendix F); throws where the data does not give them. */
function unpackLzw(data: Buffer, codeSize: number, count: number): Uint8Array {
  if (codeSize < 1 || codeSize > 11) throw new Error('Its codes have an impossible width.');
  const out = new Uint8Array(count);
  const bits = new Bits(data);
  const known = new Codes(codeSize);
  const clear = 1 << codeSize;
  let previous = -1;
  let done = 0;
  while (done < count) {
    const code = bits.take(known.width);
    if (code === clear + 1) throw new Error('Its data ends early.');
    if (code === clear) {
      known.forget();
      previous = -1;
      continue;
    }
    known.learn(previous, code);
    done = known.write(code, out, done);
    previous = code;
  }
  return out;
}

/** Numbers of any width, the lowest bit first. */
class Bits {
  readonly #data: Buffer;
  #at = 0;
  #held = 0;
  #count = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  take(width: number): number {
    while (this.#count < width) {
      if (this.#at >= this.#data.length) throw new Error('Its data ends early.');
      this.#held |= (this.#data[this.#at] ?? 0) << this.#count;
      this.#at += 1;
      this.#count += 8;
    }
    const taken = this.#held & ((1 << width) - 1);
    this.#held >>>= width;
    this.#count -= width;
    return taken;
  }
}

/** What each code stands for: the code before it, and one more index. */
class Codes {
  readonly #size: number;
  readonly #before = new Uint16Array(maxCodes);
  readonly #last = new Uint8Array(maxCodes);
  readonly #lengths = new Uint16Array(maxCodes);
  #next = 0;
  width = 0;

  constructor(size: number) {
    this.#size = size;
    for (let index = 0; index < 1 << size; index += 1) {
      this.#last[index] = index;
      this.#lengths[index] = 1;
    }
    this.forget();
  }

  /** All but the single indices. */
  forget(): void {
    this.#next = (1 << this.#size) + 2;
    this.width = this.#size + 1;
  }

  /** The next code is the previous one, and the first index of what follows it; which may be that code itself. */
  learn(previous: number, code: number): void {
    if (code > this.#next || (code === this.#next && previous < 0)) {
      throw new Error('It names a code that is not known.');
    }
    if (previous < 0 || this.#next >= maxCodes) return;
    this.#before[this.#next] = previous;
    this.#lengths[this.#next] = (this.#lengths[previous] ?? 0) + 1;
    this.#last[this.#next] = this.#firstOf(code === this.#next ? previous : code);
    this.#next += 1;
    if (this.#next === 1 << this.width && this.width < widest) this.width += 1;
  }

  /** Where the next one goes. */
  write(code: number, out: Uint8Array, from: number): number {
    const end = from + (this.#lengths[code] ?? 0);
    let part = code;
    for (let at = end - 1; at >= from; at -= 1) {
      if (at < out.length) out[at] = this.#last[part] ?? 0;
      part = this.#before[part] ?? 0;
    }
    return end;
  }

  #firstOf(code: number): number {
    let part = code;
    for (let left = this.#lengths[code] ?? 1; left > 1; left -= 1) part = this.#before[part] ?? 0;
    return this.#last[part] ?? 0;
  }
}

/** The first frame in its place on the whole picture; throws where it has none, or its data ends early. */
export function decodeGif({ frame, canvas: { width, height } }: GifLayout): Pixels {
  if (frame === null) throw new Error('It has no frame.');
  const indices = unpackLzw(frame.data, frame.codeSize, frame.width * frame.height);
  const data = new Uint8Array(width * height * 4);
  const rows = frame.isInterlaced ? interlacedRows(frame.height) : null;
  for (let row = 0; row < frame.height; row += 1) {
    const line = indices.subarray(row * frame.width, (row + 1) * frame.width);
    const y = frame.top + (rows?.[row] ?? row);
    paintLine(data, (y * width + frame.left) * 4, line, frame);
  }
  return { width, height, data };
}

function paintLine(data: Uint8Array, from: number, line: Uint8Array, frame: GifFrame): void {
  let at = from;
  for (const index of line) {
    if (index !== frame.transparent) {
      data[at] = frame.colours[index * 3] ?? 0;
      data[at + 1] = frame.colours[index * 3 + 1] ?? 0;
      data[at + 2] = frame.colours[index * 3 + 2] ?? 0;
      data[at + 3] = 255;
    }
    at += 4;
  }
}

/** Where each row that comes belongs: every eighth, those between, every fourth, every second. */
function interlacedRows(height: number): number[] {
  const rows: number[] = [];
  for (const [first, step] of [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ] as const) {
    for (let row = first; row < height; row += step) rows.push(row);
  }
  return rows;
}
