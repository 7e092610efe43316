/** Decoded pictures: resizing them, and putting them on white. */
import { FastResizeFilter, ResizeFit, Transformer } from '@napi-rs/image';
import type { Size } from './layout.ts';

/** Four bytes a pixel: red, green, blue, opacity. */
export interface Pixels extends Size {
  data: Uint8Array;
}

/** The picture in exactly this size; throws where it cannot be decoded. */
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

/** Lays the picture on white, in place. */
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

/** The size scaled to fit a square, never enlarged, at least one pixel each way. */
export function sizeWithin(side: number, { width, height }: Size): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
