import { FastResizeFilter, ResizeFit, Transformer } from '@napi-rs/image';

/** Upright or not, four bytes a pixel: red, green, blue, opacity. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Exactly this size; throws where the picture cannot be decoded. */
export function scaled(picture: Transformer, width: number, height: number): Pixels {
  const data = picture
    .fastResize({ width, height, fit: ResizeFit.Fill, filter: FastResizeFilter.Lanczos3 })
    .rawPixelsSync();
  if (data.length !== width * height * 4) throw new Error('The decoder gave pixels of another form.');
  return { width, height, data };
}

export function transformerOf({ data, width, height }: Pixels): Transformer {
  return Transformer.fromRgbaPixels(data, width, height);
}

/** What can be seen through becomes white; in place. */
export function putOnWhite({ data }: Pixels): void {
  for (let at = 3; at < data.length; at += 4) {
    const opacity = data[at] ?? 255;
    if (opacity === 255) continue;
    for (let colour = at - 3; colour < at; colour += 1) {
      data[colour] = 255 + Math.round((((data[colour] ?? 0) - 255) * opacity) / 255);
    }
    data[at] = 255;
  }
}

/** The size within a square, never enlarged, at least one pixel. */
export function sizeWithin(side: number, { width, height }: { width: number; height: number }) {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
