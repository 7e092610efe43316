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
