/** What a picture may unfold to; above it, it is only kept for download. */
const mostPixels = 120_000_000;
const longestSide = 30_000;

/** For libheif, which would allow a thousand million. */
export const mostPixelsDecoded = mostPixels;

export function isTooLarge({ width, height }: { width: number; height: number }): boolean {
  if (width <= 0 || height <= 0) return true;
  return width > longestSide || height > longestSide || width * height > mostPixels;
}

/** A file above this is not read whole: only what it is is told from its beginning. */
export const mostBytes = 256 * 1024 * 1024;
