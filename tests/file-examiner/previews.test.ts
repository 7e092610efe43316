import { Transformer } from '@napi-rs/image';
import { describe, expect, test } from 'vitest';
import { jpegSegments } from '../../main/file-examiner/images/jpeg.ts';
import { examined, fixture } from './examined.ts';
import { gif } from './making/gif.ts';
import {
  extendedWebp,
  pngOf,
  pngSize,
  withChunk,
  withComment,
  withExif,
  withRiffChunk,
  withSegment,
} from './making/parts.ts';
import {
  asJpeg,
  asPng,
  asWebp,
  blue,
  colourAt,
  corners,
  decoded,
  green,
  painted,
  plain,
  red,
  scene,
  yellow,
} from './making/pixels.ts';
import { tag, tiff } from './making/tiff.ts';

/** From the upper left one, clockwise. */
function cornersOf(preview: Buffer | null): string {
  if (preview === null) return 'no preview';
  const picture = decoded(preview);
  const places = [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.75, 0.75],
    [0.25, 0.75],
  ] as const;
  return places.map(([x, y]) => colourAt(picture, x, y)).join(' ');
}
const sizeOf = (preview: Buffer | null) => {
  if (preview === null) return null;
  const { width, height } = decoded(preview);
  return [width, height];
};
const turned = (orientation: number) => tiff({ ifd0: { [tag.orientation]: { short: orientation } } });

/** As the EXIF standard has them: where the first row and the first column of the file belong. */
const uprights = [
  [1, 'red green yellow blue', false],
  [2, 'green red blue yellow', false],
  [3, 'yellow blue red green', false],
  [4, 'blue yellow green red', false],
  [5, 'red blue yellow green', true],
  [6, 'blue red green yellow', true],
  [7, 'yellow green red blue', true],
  [8, 'green yellow blue red', true],
] as const;

describe('previews are upright', () => {
  test.for(uprights)('JPEG, orientation %i', async ([orientation, colours, isTurned]) => {
    const found = await examined(withExif(asJpeg(corners(640, 400)), turned(orientation)));
    expect(cornersOf(found.preview)).toBe(colours);
    expect(cornersOf(found.thumbnail)).toBe(colours);
    expect([found.width, found.height]).toEqual(isTurned ? [400, 640] : [640, 400]);
    expect(sizeOf(found.preview)).toEqual([found.width, found.height]);
    expect(sizeOf(found.thumbnail)).toEqual(isTurned ? [225, 360] : [360, 225]);
  });

  test.for([0, 9, 65_535])('an orientation that does not exist, %i, is none', async (orientation) => {
    const found = await examined(withExif(asJpeg(corners(64, 40)), turned(orientation)));
    expect(cornersOf(found.preview)).toBe('red green yellow blue');
  });

  test('PNG and WebP say it too', async () => {
    const png = withChunk(asPng(corners(64, 40)), 'eXIf', turned(6));
    expect(cornersOf((await examined(png)).preview)).toBe('blue red green yellow');
    const webp = withRiffChunk(extendedWebp(asWebp(corners(64, 40)), 64, 40), 'EXIF', turned(6));
    expect(cornersOf((await examined(webp)).preview)).toBe('blue red green yellow');
  });

  test('a HEIC turns its picture itself, and its EXIF does not turn it again', async () => {
    const heic = fixture('corners.heic');
    expect(await examined(heic)).toMatchObject({ width: 128, height: 96 });
    expect(cornersOf((await examined(heic)).preview)).toBe('red green yellow blue');
    // In the place of a property that is not needed: a quarter turn, counted the other way round.
    const own = Buffer.from(heic);
    own.write('irot', own.indexOf('pixi'), 'latin1');
    own[own.indexOf('irot') + 4] = 3;
    const found = await examined(own);
    expect(found).toMatchObject({ width: 96, height: 128 });
    expect(cornersOf(found.preview)).toBe('blue red green yellow');
  });
});

describe('sizes', () => {
  test.for([
    [4000, 3000, [2048, 1536], [360, 270]],
    [2048, 100, [2048, 100], [360, 18]],
    [200, 300, [200, 300], [200, 300]],
    [1, 1, [1, 1], [1, 1]],
    [5000, 2, [2048, 1], [360, 1]],
  ] as const)('%i x %i', async ([width, height, preview, thumbnail]) => {
    const found = await examined(asJpeg(plain(width, height, red)));
    expect(found).toMatchObject({ width, height });
    expect(sizeOf(found.preview)).toEqual(preview);
    expect(sizeOf(found.thumbnail)).toEqual(thumbnail);
  });
});

describe('colours', () => {
  const half = painted(64, 48, (x) => (x < 32 ? [0, 0, 255, 255] : [0, 0, 0, 0]));
  const row = (...bytes: number[]) => Buffer.from(bytes);
  test.for([
    ['PNG that can be seen through is on white', asPng(half), 'blue white white blue'],
    [
      'WebP that can be seen through is on white',
      new Transformer(asPng(half)).webpLosslessSync(),
      'blue white white blue',
    ],
    ['levels of grey', pngOf(pngSize(2, 2, 8, 0), [row(0, 255), row(0, 255)]), 'black white white black'],
    [
      '16 bits',
      pngOf(pngSize(2, 1, 16, 2), [row(220, 0, 30, 0, 30, 0, 30, 0, 180, 0, 30, 0)]),
      'red green green red',
    ],
    [
      'a palette',
      withChunk(
        pngOf(pngSize(2, 1, 8, 3), [row(0, 1)]),
        'PLTE',
        row(...red.slice(0, 3), ...green.slice(0, 3)),
      ),
      'red green green red',
    ],
    ['one bit', pngOf(pngSize(8, 1, 1, 0), [row(0x0f)]), 'black white white black'],
    [
      'a JPEG of grey',
      new Transformer(asJpeg(painted(64, 48, (x) => (x < 32 ? [0, 0, 0, 255] : [255, 255, 255, 255]))))
        .grayscale()
        .jpegSync(),
      'black white white black',
    ],
  ] as const)('%s', async ([, bytes, colours]) => {
    expect(cornersOf((await examined(bytes)).preview)).toBe(colours);
  });
});

describe('GIF', () => {
  const four = [red, green, blue, yellow];
  const screen = { width: 4, height: 8 };
  const rows = (order: readonly number[]) => order.flatMap((y) => (y < 4 ? [0, 0, 1, 1] : [2, 2, 3, 3]));
  const inOrder = [0, 1, 2, 3, 4, 5, 6, 7];

  test.for([
    ['a frame', [{ ...screen, indices: rows(inOrder) }], 'red green yellow blue'],
    [
      'rows in four passes',
      [{ ...screen, indices: rows([0, 4, 2, 6, 1, 3, 5, 7]), isInterlaced: true }],
      'red green yellow blue',
    ],
    [
      'a colour that is none',
      [{ ...screen, indices: rows(inOrder), transparent: 0 }],
      'white green yellow blue',
    ],
    [
      'a frame in a corner',
      [{ left: 2, top: 4, width: 2, height: 4, indices: Array(8).fill(1) }],
      'white white green white',
    ],
    [
      'the first of two frames',
      [
        { ...screen, indices: rows(inOrder) },
        { ...screen, indices: Array(32).fill(3) },
      ],
      'red green yellow blue',
    ],
  ] as const)('%s', async ([, frames, colours]) => {
    const found = await examined(gif(screen, four, frames));
    expect(found).toMatchObject({ width: 4, height: 8 });
    expect(cornersOf(found.preview)).toBe(colours);
  });
});

test('nothing but pixels is in a preview', async () => {
  const block = tiff({ ifd0: { [tag.make]: { ascii: 'Camara Prueba' }, [tag.orientation]: { short: 3 } } });
  const full = withComment(withExif(asJpeg(scene(3)), block), 'Comentario de prueba');
  const found = await examined(
    withSegment(full, 0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01'), Buffer.alloc(99)])),
  );
  for (const preview of [found.preview, found.thumbnail]) {
    const marks = [...jpegSegments(preview ?? Buffer.alloc(0))].map(({ mark }) => mark);
    expect(marks.length).toBeGreaterThan(4);
    // Of the segments for applications only that of JFIF, and no comment.
    expect(marks.filter((mark) => (mark > 0xe0 && mark <= 0xef) || mark === 0xfe)).toEqual([]);
    expect(preview?.includes('Prueba')).toBe(false);
    expect(preview?.includes('Exif')).toBe(false);
  }
});
