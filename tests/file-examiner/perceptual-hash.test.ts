import { describe, expect, test } from 'vitest';
import { likenessDistance } from '#shared/rules/likeness.ts';
import { perceptualHash } from '../../main/file-examiner/perceptual-hash.ts';
import { examined, fixture } from './examined.ts';
import {
  asJpeg,
  asPng,
  asWebp,
  coded,
  corners,
  decoded,
  type Picture,
  painted,
  plain,
  scene,
} from './making/pixels.ts';

const hashOf = (picture: Picture) => perceptualHash(picture) ?? 'none';
const brighter = (picture: Picture, factor: number): Picture => ({
  ...picture,
  data: Buffer.from(picture.data.map((value, at) => (at % 4 === 3 ? value : Math.min(255, value * factor)))),
});
const cut = (picture: Picture, part: number): Picture => {
  const [x, y] = [Math.round(picture.width * part), Math.round(picture.height * part)];
  const [width, height] = [picture.width - 2 * x, picture.height - 2 * y];
  return { width, height, data: coded(picture).crop(x, y, width, height).rawPixelsSync() };
};
const smaller = (picture: Picture): Picture => {
  const [width, height] = [Math.round(picture.width / 3), Math.round(picture.height / 3)];
  return { width, height, data: coded(picture).fastResize({ width, height, fit: 1 }).rawPixelsSync() };
};

const seeds = Array.from({ length: 24 }, (_, seed) => 7919 * (seed + 1));
const pictures = seeds.map((seed) => scene(seed));

describe('the same picture', () => {
  test.for([
    ['as JPEG of a low quality', (picture: Picture) => decoded(asJpeg(picture, 30)), 4],
    ['as WebP', (picture: Picture) => decoded(asWebp(picture)), 4],
    ['a third as large', smaller, 4],
    ['somewhat darker', (picture: Picture) => brighter(picture, 0.85), 4],
    ['somewhat brighter', (picture: Picture) => brighter(picture, 1.15), 7],
    ['without a hundredth at each border', (picture: Picture) => cut(picture, 0.01), 7],
  ] as const)('%s', ([, change, maxDistance]) => {
    const distances = pictures.map((picture) => likenessDistance(hashOf(picture), hashOf(change(picture))));
    expect(Math.max(...distances)).toBeLessThanOrEqual(maxDistance);
  });

  test('coded as another type of file', async () => {
    const [first] = pictures;
    const [jpeg, png] = [await examined(asJpeg(first!, 60)), await examined(asPng(first!))];
    expect(jpeg.perceptualHash).toMatch(/^[0-9a-f]{16}$/);
    expect(likenessDistance(jpeg.perceptualHash ?? '', png.perceptualHash ?? '')).toBeLessThanOrEqual(2);
    const heic = await examined(fixture('corners.heic'));
    const same = await examined(asPng(corners(128, 96)));
    expect(likenessDistance(heic.perceptualHash ?? '', same.perceptualHash ?? '')).toBeLessThanOrEqual(7);
  });
});

test('different pictures differ in many bits', () => {
  const all = pictures.map(hashOf);
  const distances = all.flatMap((hash, at) =>
    all.slice(0, at).map((before) => likenessDistance(hash, before)),
  );
  expect(Math.min(...distances)).toBeGreaterThan(10);
});

test.for([
  ['one colour', plain(200, 150, [90, 120, 40, 255])],
  ['a wipe from dark to light', painted(200, 150, (x) => [x, x, x, 255])],
  [
    'noise of two levels',
    painted(200, 150, (x, y) => ((x * 7 + y * 13) % 5 > 2 ? [120, 120, 120, 255] : [122, 122, 122, 255])),
  ],
] as const)('%s has no perceptual hash', async ([, picture]) => {
  expect(perceptualHash(picture)).toBeNull();
  expect((await examined(asPng(picture))).perceptualHash).toBeNull();
});
