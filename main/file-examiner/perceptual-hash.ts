import { type Pixels, scaled, transformerOf } from './images/pixels.ts';

/** Side of the small grey picture that is compared. */
const side = 32;
/** Frequencies a direction: the 64 lowest in both together, but for the mean, lie within these. */
const frequencies = 11;
/** A frequency whose waves are half a level of brightness high, of 255; below it there is only noise. */
const minWave = (0.5 * side * side) / 4;
/** So many of the 64 must be above the noise: fewer are a blank wall, or a wipe from one colour to the other. */
const minWaves = 16;

/**
 * The perceptual hash of an upright picture, 16 hexadecimal digits: the signs of its 64 lowest frequencies (DCT-II of 32 x 32
 * levels of grey). It stays nearly the same when a picture is coded anew, made smaller, a little brighter, or cut by a hundredth
 * at its borders; other pictures differ in some 30 bits. Null where the picture has too little in it.
 */
export function perceptualHash(picture: Pixels): string | null {
  const found = lowestFrequencies(greyRows(scaled(transformerOf(picture), side, side).data));
  if (found.filter((value) => Math.abs(value) > minWave).length < minWaves) return null;
  const bits = found.map((value) => (value > 0 ? '1' : '0')).join('');
  return BigInt(`0b${bits}`).toString(16).padStart(16, '0');
}

function greyRows(rgba: Uint8Array): number[][] {
  return Array.from({ length: side }, (_, y) =>
    Array.from({ length: side }, (_, x) => {
      const at = (y * side + x) * 4;
      return 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0);
    }),
  );
}

/** Across and down, from the lowest to the highest, as far as there are bits. */
const order: readonly (readonly [number, number])[] = Array.from({ length: frequencies - 1 }, (_, diagonal) =>
  Array.from({ length: diagonal + 2 }, (_, across) => [across, diagonal + 1 - across] as const),
)
  .flat()
  .slice(0, 64);

const waves = Array.from({ length: frequencies }, (_, frequency) =>
  Array.from({ length: side }, (_, place) => Math.cos((Math.PI / side) * (place + 0.5) * frequency)),
);

function lowestFrequencies(rows: number[][]): number[] {
  const across = rows.map((row) => waves.map((wave) => product(row, wave)));
  return order.map(([u, v]) => {
    const column = across.map((found) => found[u] ?? 0);
    return product(column, waves[v] ?? []);
  });
}

function product(values: readonly number[], wave: readonly number[]): number {
  return values.reduce((sum, value, at) => sum + value * (wave[at] ?? 0), 0);
}
