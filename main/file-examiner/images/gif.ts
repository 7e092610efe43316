/** Reads GIF files (GIF 89a): their layout, and the pixels of their first frame. */
import type { Layout, Size } from './layout.ts';
import type { Pixels } from './pixels.ts';

interface GifFrame extends Size {
  left: number;
  top: number;
  isInterlaced: boolean;
  /** Three bytes a colour. */
  colours: Buffer;
  /** Index of the transparent colour. */
  transparent: number | null;
  codeSize: number;
  /** The LZW data, without the lengths between its blocks. */
  data: Buffer;
}

interface GifLayout extends Layout {
  /** The screen that the file declares, enlarged to hold its first frame. */
  canvas: Size;
  /** The first frame. */
  frame: GifFrame | null;
}

const headerLength = 13;
const extensionMark = 0x21;
const frameMark = 0x2c;
const trailerMark = 0x3b;
const graphicControl = 0xf9;

/** Reads block by block up to the trailer. The size holds all frames. */
export function gifLayout(bytes: Buffer): GifLayout | null {
  if (bytes.length < headerLength) return null;
  const globalColours = colourTable(bytes, headerLength, bytes[10]);
  const screen = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const metadata: Buffer[] = [];
  let size = screen;
  let transparent: number | null = null;
  let first: GifFrame | null = null;
  let at = headerLength + globalColours.length;
  for (;;) {
    if (bytes[at] === extensionMark) {
      const { data, next } = joinBlocks(bytes, at + 2);
      if (bytes[at + 1] === graphicControl) transparent = transparentIndex(data);
      else metadata.push(data);
      at = next;
    } else if (bytes[at] === frameMark && at + 11 < bytes.length) {
      const { frame, next } = readFrame(bytes, at + 1, globalColours, transparent);
      size = sizeHolding(size, frame);
      first ??= frame;
      at = next;
    } else break;
  }
  const end = bytes[at] === trailerMark ? at + 1 : null;
  const canvas = first === null ? screen : sizeHolding(screen, first);
  return { ...size, end, metadata, exif: null, canvas, frame: first };
}

const transparentIndex = ([flags = 0, , , index]: Buffer) => ((flags & 1) === 1 ? (index ?? null) : null);

function readFrame(bytes: Buffer, at: number, globalColours: Buffer, transparent: number | null) {
  const flags = bytes[at + 8] ?? 0;
  const ownColours = colourTable(bytes, at + 9, flags);
  const codeAt = at + 9 + ownColours.length;
  const { data, next } = joinBlocks(bytes, codeAt + 1);
  const frame: GifFrame = {
    left: bytes.readUInt16LE(at),
    top: bytes.readUInt16LE(at + 2),
    width: bytes.readUInt16LE(at + 4),
    height: bytes.readUInt16LE(at + 6),
    isInterlaced: (flags & 0x40) !== 0,
    colours: ownColours.length > 0 ? ownColours : globalColours,
    transparent,
    codeSize: bytes[codeAt] ?? 0,
    data,
  };
  return { frame, next };
}

/** Empty where the flags say that there is none. */
function colourTable(bytes: Buffer, at: number, flags = 0): Buffer {
  return bytes.subarray(at, (flags & 0x80) === 0 ? at : at + 3 * 2 ** ((flags & 7) + 1));
}

/** Joins blocks of up to 255 bytes, each after its length, up to an empty one. */
function joinBlocks(bytes: Buffer, from: number): { data: Buffer; next: number } {
  const blocks: Buffer[] = [];
  let at = from;
  while (at < bytes.length) {
    const length = bytes[at] ?? 0;
    at += 1;
    if (length === 0) break;
    blocks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return { data: Buffer.concat(blocks), next: at };
}

function sizeHolding({ width, height }: Size, frame: GifFrame): Size {
  return {
    width: Math.max(width, frame.left + frame.width),
    height: Math.max(height, frame.top + frame.height),
  };
}

/** Draws the first frame in its place; throws where there is none, or its data ends early. */
export function decodeGif({ frame, canvas: { width, height } }: GifLayout): Pixels {
  if (frame === null) throw new Error('It has no frame.');
  const { colours } = frame;
  const indices = unpackLzw(frame.data, frame.codeSize, frame.width * frame.height);
  const rows = frame.isInterlaced ? interlacedRows(frame.height) : null;
  const data = new Uint8Array(width * height * 4);
  for (let row = 0; row < frame.height; row += 1) {
    let at = ((frame.top + (rows?.[row] ?? row)) * width + frame.left) * 4;
    for (const index of indices.subarray(row * frame.width, (row + 1) * frame.width)) {
      if (index !== frame.transparent) {
        data[at] = colours[index * 3] ?? 0;
        data[at + 1] = colours[index * 3 + 1] ?? 0;
        data[at + 2] = colours[index * 3 + 2] ?? 0;
        data[at + 3] = 255;
      }
      at += 4;
    }
  }
  return { width, height, data };
}

/** Where each row of the data belongs: every eighth row, those between, every fourth, every second. */
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

const maxCodes = 4096;
const maxCodeWidth = 12;

/**
 * Unpacks `count` indices of colours (GIF 89a, appendix F); throws where the data does not hold them. A code stands for the
 * indices of the code before it and one more. These follow each other in the output, so the place there is all that is kept.
 */
function unpackLzw(data: Buffer, codeSize: number, count: number): Uint8Array {
  if (codeSize < 1 || codeSize > 11) throw new Error('Its codes have an impossible width.');
  const output = new Uint8Array(count);
  const starts = new Uint32Array(maxCodes);
  const lengths = new Uint16Array(maxCodes);
  const clearCode = 1 << codeSize;
  let nextCode = clearCode + 2;
  let codeWidth = codeSize + 1;
  let previousLength = 0;
  let written = 0;
  const takeBits = bitReader(data);
  while (written < count) {
    const code = takeBits(codeWidth);
    if (code === clearCode + 1) throw new Error('Its data ends early.');
    if (code === clearCode) {
      nextCode = clearCode + 2;
      codeWidth = codeSize + 1;
      previousLength = 0;
      continue;
    }
    // The next code is known only where another one came before it.
    if (code >= nextCode + Math.min(previousLength, 1)) {
      throw new Error('It names a code that is not known.');
    }
    if (previousLength > 0 && nextCode < maxCodes) {
      starts[nextCode] = written - previousLength;
      lengths[nextCode] = previousLength + 1;
      nextCode += 1;
      codeWidth = widthFor(nextCode, codeWidth);
    }
    previousLength = code < clearCode ? 1 : (lengths[code] ?? 0);
    if (code < clearCode) output[written] = code;
    else copyWithin(output, starts[code] ?? 0, written, previousLength);
    written += previousLength;
  }
  return output;
}

/** A bit more where the next code needs it, up to 12. */
function widthFor(nextCode: number, width: number): number {
  return nextCode === 1 << width && width < maxCodeWidth ? width + 1 : width;
}

/** Copies index by index: the last one may be the first that is written here. */
function copyWithin(indices: Uint8Array, from: number, to: number, length: number): void {
  for (let n = 0; n < length; n += 1) indices[to + n] = indices[from + n] ?? 0;
}

/** Reads numbers of any width up to 12 bits, the lowest bit first. */
function bitReader(data: Buffer): (width: number) => number {
  let at = 0;
  let bits = 0;
  let bitCount = 0;
  return (width) => {
    for (; bitCount < width; bitCount += 8) {
      const byte = data[at++];
      if (byte === undefined) throw new Error('Its data ends early.');
      bits |= byte << bitCount;
    }
    const value = bits & ((1 << width) - 1);
    bits >>>= width;
    bitCount -= width;
    return value;
  };
}
