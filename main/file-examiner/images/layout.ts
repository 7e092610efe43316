/** What a picture may unfold to; above it, it is only kept for download. */
const maxPixels = 120_000_000;
const maxSide = 30_000;

/** For libheif, which would allow a thousand million. */
export const maxPixelsDecoded = maxPixels;

export function isTooLarge({ width, height }: { width: number; height: number }): boolean {
  if (width <= 0 || height <= 0) return true;
  return width > maxSide || height > maxSide || width * height > maxPixels;
}

/** A file above this is not read whole: only what it is is told from its beginning. */
export const maxBytes = 256 * 1024 * 1024;

/** How a picture's file is laid out, as far as it can be seen without decoding it. */
export interface Layout {
  /** As the file declares them, the largest where it does so more than once; not turned upright. */
  width: number;
  height: number;
  /** Where the picture ends; null where its end is missing. */
  end: number | null;
  /** Whatever in it is no picture: comments, text, packets of metadata. */
  metadata: readonly Buffer[];
  /** A TIFF block with the facts of the camera. */
  exif: Buffer | null;
}

/** Null where the bytes are no picture of this format after all. */
export type ReadLayout = (bytes: Buffer) => Layout | null;

/** Facts of a camera fill some kilobytes; a block above this is not read. */
const maxExifBytes = 1024 * 1024;

/** The TIFF block of an EXIF packet, with or without its name before it. */
export function tiffBlock(packet: Buffer): Buffer | null {
  const isNamed = packet.toString('latin1', 0, 6) === 'Exif\0\0';
  const block = isNamed ? packet.subarray(6) : packet;
  const order = block.toString('latin1', 0, 4);
  return (order === 'II*\0' || order === 'MM\0*') && block.length <= maxExifBytes ? block : null;
}
