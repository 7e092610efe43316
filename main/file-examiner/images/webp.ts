import { type Layout, type Size, tiffBlock } from './layout.ts';

const pictureChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']);

/** Reads a WebP file chunk by chunk, as far as the length of its RIFF goes. */
export function webpLayout(bytes: Buffer): Layout | null {
  if (bytes.length < 20) return null;
  const riffEnd = 8 + bytes.readUInt32LE(4);
  const end = riffEnd <= bytes.length ? riffEnd : null;
  const metadata: Buffer[] = [];
  let [width, height] = [-1, -1];
  let exif: Buffer | null = null;
  const limit = Math.min(riffEnd, bytes.length);
  for (let at = 12; at + 8 <= limit; ) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const body = bytes.subarray(at + 8, Math.min(at + 8 + length, limit));
    const size = sizeIn(type, body);
    if (size !== null) {
      width = Math.max(width, size.width);
      height = Math.max(height, size.height);
    }
    if (!pictureChunks.has(type)) metadata.push(body);
    if (type === 'EXIF') exif ??= tiffBlock(body);
    at += 8 + length + (length % 2);
  }
  return width < 0 ? null : { width, height, end, metadata, exif };
}

function sizeIn(type: string, body: Buffer): Size | null {
  if (type === 'VP8X' && body.length >= 10) {
    return { width: body.readUIntLE(4, 3) + 1, height: body.readUIntLE(7, 3) + 1 };
  }
  if (type === 'VP8 ' && body.length >= 10) {
    return { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff };
  }
  if (type === 'VP8L' && body.length >= 5) {
    const bits = body.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (type === 'ANMF' && body.length >= 12) {
    return { width: body.readUIntLE(6, 3) + 1, height: body.readUIntLE(9, 3) + 1 };
  }
  return null;
}
