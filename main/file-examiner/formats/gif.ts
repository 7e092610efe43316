import { type GifBlock, gifBlocks, globalColours } from './gif-blocks.ts';
import type { Layout } from './layout.ts';

/** The first frame, as it is needed to decode it. */
export interface GifFrame {
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

export interface GifLayout extends Layout {
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
