import { Transformer } from '@napi-rs/image';

/** Four bytes a pixel: red, green, blue, opacity. */
export interface Picture {
  width: number;
  height: number;
  data: Buffer;
}
export type Colour = readonly [number, number, number, number];

export const red: Colour = [220, 30, 30, 255];
export const green: Colour = [30, 180, 30, 255];
export const blue: Colour = [30, 30, 220, 255];
export const yellow: Colour = [230, 220, 30, 255];

export function painted(width: number, height: number, colourAt: (x: number, y: number) => Colour): Picture {
  const data = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [r, g, b, opacity] = colourAt(x, y);
      const at = (y * width + x) * 4;
      data[at] = r;
      data[at + 1] = g;
      data[at + 2] = b;
      data[at + 3] = opacity;
    }
  }
  return { width, height, data };
}

/** All of one colour. */
export const plain = (width: number, height: number, colour: Colour): Picture => ({
  width,
  height,
  data: Buffer.alloc(width * height * 4, Buffer.from(colour)),
});

/** A colour in each corner, so that every way to turn it is told from every other: red, green; blue, yellow. */
export function corners(width: number, height: number): Picture {
  return painted(width, height, (x, y) => {
    const isLeft = x < width / 2;
    return y < height / 2 ? (isLeft ? red : green) : isLeft ? blue : yellow;
  });
}

/** Something like a photograph: sky, ground, many things on it, noise. Another for each seed. */
export function scene(seed: number, width = 320, height = 240): Picture {
  const random = numbersFrom(seed);
  const between = (min: number, max: number) => min + (max - min) * random();
  const colour = () => [between(0, 255), between(0, 255), between(0, 255)] as const;
  const [sky, ground, horizon] = [colour(), colour(), between(0.25, 0.65) * height];
  const things = Array.from({ length: 6 + Math.floor(random() * 14) }, () => ({
    x: between(0, width),
    y: between(0.2, 0.9) * height,
    across: between(0.03, 0.28) * width,
    down: between(0.03, 0.28) * height,
    isRound: random() < 0.5,
    colour: colour(),
  }));
  return painted(width, height, (x, y) => {
    const thing = things.findLast(({ x: left, y: top, across, down, isRound }) => {
      const [dx, dy] = [(x - left) / across, (y - top) / down];
      return isRound ? dx * dx + dy * dy < 1 : Math.abs(dx) < 1 && Math.abs(dy) < 1;
    });
    const base = thing?.colour ?? (y < horizon ? sky : ground);
    const shade = 1 - (0.35 * y) / height;
    const noise = between(-9, 9);
    const level = (value: number) => Math.max(0, Math.min(255, value * shade + noise));
    return [level(base[0]), level(base[1]), level(base[2]), 255];
  });
}

function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const coded = ({ data, width, height }: Picture) => Transformer.fromRgbaPixels(data, width, height);
export const asJpeg = (picture: Picture, quality = 90) => coded(picture).jpegSync(quality);
export const asPng = (picture: Picture) => coded(picture).pngSync();
export const asWebp = (picture: Picture) => coded(picture).webpSync(90);

export function decoded(bytes: Buffer): Picture {
  const { width, height } = new Transformer(bytes).metadataSync();
  const data = new Transformer(bytes).fastResize({ width, height, fit: 1 }).rawPixelsSync();
  return { width, height, data };
}

/** The nearest of the four colours at a place given in parts of its width and height, or white. */
export function colourAt({ width, height, data }: Picture, x: number, y: number): string {
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
  const names = { red, green, blue, yellow, white: [255, 255, 255, 255], black: [0, 0, 0, 255] };
  const distance = (colour: readonly number[]) =>
    colour.reduce((sum, value, part) => sum + (value - (data[at + part] ?? 0)) ** 2, 0);
  const [nearest] = Object.entries(names).sort(([, a], [, b]) => distance(a) - distance(b));
  return nearest?.[0] ?? '';
}
