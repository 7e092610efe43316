/** What the layout readers of all picture formats share, and how large a picture may be. */

export interface Size {
  width: number;
  height: number;
}

/**
 * How a picture's file is laid out, as far as it can be seen without decoding it. The size is as declared, the largest where
 * the file declares several; not turned upright.
 */
export interface Layout extends Size {
  /** Where the picture ends; null where its end is missing. */
  end: number | null;
  /** Everything in the file that is not the picture: comments, text, metadata packets. */
  metadata: readonly Buffer[];
  /** A TIFF block with the camera's tags. */
  exif: Buffer | null;
}

/** Null where the bytes are no picture of this format after all. */
export type ReadLayout = (bytes: Buffer) => Layout | null;

/** A larger picture is not decoded, and only kept for download. */
export const maxPixels = 120_000_000;
const maxSide = 30_000;

export function isTooLarge({ width, height }: Size): boolean {
  if (width <= 0 || height <= 0) return true;
  return width > maxSide || height > maxSide || width * height > maxPixels;
}

/** Camera tags fill some kilobytes; a larger block is not read. */
const maxExifBytes = 1024 * 1024;

/** The TIFF block of an EXIF packet, with or without its name before it. */
export function tiffBlock(packet: Buffer): Buffer | null {
  const isNamed = packet.toString('latin1', 0, 6) === 'Exif\0\0';
  const block = isNamed ? packet.subarray(6) : packet;
  const order = block.toString('latin1', 0, 4);
  return (order === 'II*\0' || order === 'MM\0*') && block.length <= maxExifBytes ? block : null;
}
