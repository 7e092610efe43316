import type { GifFrame, GifLayout } from '../formats/gif.ts';
import { unpackLzw } from './lzw.ts';
import type { Pixels } from './pixels.ts';

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
