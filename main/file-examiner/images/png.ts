import { type Layout, tiffBlock } from './layout.ts';

/** Chunks that are the picture itself, and those of an animation. */
const pictureChunks = new Set(['IHDR', 'PLTE', 'IDAT', 'tRNS', 'acTL', 'fdAT']);

/** Reads a PNG file chunk by chunk up to IEND; the decoder checks their checksums. */
export function pngLayout(bytes: Buffer): Layout | null {
  const metadata: Buffer[] = [];
  let [width, height] = [-1, -1];
  let exif: Buffer | null = null;
  let end: number | null = null;
  let at = 8;
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const next = at + 12 + length;
    if (next > bytes.length) break;
    const body = bytes.subarray(at + 8, at + 8 + length);
    if ((type === 'IHDR' && length >= 8) || (type === 'fcTL' && length >= 12)) {
      const sizeAt = type === 'IHDR' ? 0 : 4;
      width = Math.max(width, body.readUInt32BE(sizeAt));
      height = Math.max(height, body.readUInt32BE(sizeAt + 4));
    }
    if (!pictureChunks.has(type)) metadata.push(body);
    if (type === 'eXIf') exif ??= tiffBlock(body);
    at = next;
    if (type === 'IEND') {
      end = at;
      break;
    }
  }
  return width < 0 ? null : { width, height, end, metadata, exif };
}
