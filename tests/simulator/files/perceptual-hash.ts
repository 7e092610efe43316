/** A plain DCT hash of a picture, to compare sample photographs with; not the one that Perito compares photos with. */
import { FastResizeFilter, ResizeFit, Transformer } from '@napi-rs/image';

const side = 32;
const kept = 8;

/** 64 bits: whether each low frequency is above their median. */
export async function perceptualHash(picture: Uint8Array): Promise<boolean[]> {
  const transformer = new Transformer(picture);
  transformer.rotate();
  const pixels = await transformer
    .fastResize({ width: side, height: side, filter: FastResizeFilter.Bilinear, fit: ResizeFit.Fill })
    .rawPixels();
  const channels = pixels.length / (side * side);
  const bright = (x: number, y: number) => {
    const at = (y * side + x) * channels;
    return 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
  };
  const coefficients: number[] = [];
  for (let v = 0; v < kept; v++)
    for (let u = 0; u < kept; u++) {
      let sum = 0;
      for (let y = 0; y < side; y++)
        for (let x = 0; x < side; x++)
          sum +=
            bright(x, y) *
            Math.cos(((2 * x + 1) * u * Math.PI) / (2 * side)) *
            Math.cos(((2 * y + 1) * v * Math.PI) / (2 * side));
      coefficients.push(sum);
    }
  const median = [...coefficients.slice(1)].sort((a, b) => a - b)[31] ?? 0;
  return coefficients.map((coefficient) => coefficient > median);
}

export function bitsApart(one: readonly boolean[], other: readonly boolean[]): number {
  return one.filter((bit, index) => bit !== other[index]).length;
}
