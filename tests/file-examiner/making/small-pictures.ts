/** One small picture in each format, and how the tests cut and change their bytes. */
import { fixture } from '../examined.ts';
import { gif } from './gif.ts';
import { asJpeg, asPng, asWebp, scene } from './pixels.ts';

const picture = scene(1, 64, 48);
export const [jpeg, png, webp] = [asJpeg(picture), asPng(picture), asWebp(picture)];
export const dots = { width: 2, height: 2, indices: [0, 1, 2, 3] };
export const colours = [
  [0, 0, 0],
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
];
export const small = gif({ width: 2, height: 2 }, colours, [dots]);
export const heic = fixture('corners.heic');
export const latin = (text: string) => Buffer.from(text, 'latin1');

/** A copy with other bytes from a place on. */
export const written = (bytes: Buffer, at: number, ...values: number[]) => {
  const changed = Buffer.from(bytes);
  changed.set(values, at);
  return changed;
};
