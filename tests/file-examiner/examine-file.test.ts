import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examined, fixture } from './examined.ts';
import { gif } from './making/gif.ts';
import {
  chunk,
  extendedWebp,
  pdf,
  pngEnd,
  pngHead,
  pngOf,
  pngSize,
  withChunk,
  withExif,
  withSegment,
} from './making/parts.ts';
import { asJpeg, asPng, scene } from './making/pixels.ts';
import { colours, dots, heic, jpeg, latin, png, small, webp, written } from './making/small-pictures.ts';
import { tag, tiff } from './making/tiff.ts';

const hugePng = (width: number, height: number) => pngOf(pngSize(width, height), [Buffer.alloc(10)]);
const sized = (bytes: Buffer, mark: number, height: number, width: number) => {
  const at = bytes.indexOf(Buffer.from([0xff, mark]));
  const changed = Buffer.from(bytes);
  changed.writeUInt16BE(height, at + 5);
  changed.writeUInt16BE(width, at + 7);
  return changed;
};
const heicSized = (width: number, height: number) => {
  const changed = Buffer.from(heic);
  const at = changed.indexOf('ispe');
  changed.writeUInt32BE(width, at + 8);
  changed.writeUInt32BE(height, at + 12);
  return changed;
};

describe('more pixels than are decoded', () => {
  test.for([
    ['PNG', hugePng(20_000, 20_000), '20000 x 20000'],
    ['PNG as long as can be', hugePng(2 ** 31 - 1, 2 ** 31 - 1), '2147483647 x 2147483647'],
    ['PNG of one line', hugePng(30_001, 1), '30001 x 1'],
    ['PNG of one column', hugePng(1, 40_000), '1 x 40000'],
    ['PNG of one column just above', hugePng(1, 30_001), '1 x 30001'],
    ['PNG of nothing', hugePng(0, 10), '0 x 10'],
    ['PNG just above', hugePng(12_000, 10_001), '12000 x 10001'],
    [
      'PNG with a frame that is larger',
      withChunk(
        png,
        'fcTL',
        Buffer.from('00000000000100000001000000000000000000000000000000000000'.slice(0, 52), 'hex'),
      ),
      '65536 x 65536',
    ],
    ['JPEG', sized(jpeg, 0xc0, 65_535, 65_535), '65535 x 65535'],
    ['JPEG of nothing', sized(jpeg, 0xc0, 0, 64), '64 x 0'],
    [
      'JPEG that names two sizes',
      withSegment(jpeg, 0xc0, Buffer.from([8, 0xff, 0xff, 0xff, 0xff, 0])),
      '65535 x 65535',
    ],
    ['GIF', gif({ width: 65_535, height: 65_535 }, colours, [dots]), '65535 x 65535'],
    [
      'GIF with a later frame',
      gif({ width: 2, height: 2 }, colours, [dots, { ...dots, left: 65_000, top: 65_000 }]),
      '65002 x 65002',
    ],
    ['WebP', extendedWebp(webp, 16_777_216, 16_777_216), '16777216 x 16777216'],
    ['HEIC', heicSized(50_000, 50_000), '50000 x 50000'],
  ] as const)('%s', async ([, bytes, detail]) => {
    expect(await examined(bytes)).toMatchObject({
      problem: 'tooManyPixels',
      detail,
      shownAs: 'downloadOnly',
    });
  });
});

test.each([
  ['wide', 30_000, 1],
  ['high', 1, 30_000],
])('a picture of exactly the longest side is decoded: %s', async (_, width, height) => {
  expect(await examined(asPng(scene(5, width, height)))).toMatchObject({ problem: null, width, height });
});

describe('what cannot be decoded', () => {
  test.for([
    ['JPEG of its first bytes', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
    ['JPEG without pixels', jpeg.subarray(0, jpeg.indexOf(Buffer.from([0xff, 0xda]))), 'image/jpeg'],
    ['PNG of its first bytes', pngHead, 'image/png'],
    ['PNG without pixels', Buffer.concat([pngHead, pngSize(10, 10), pngEnd]), 'image/png'],
    ['PNG cut short', png.subarray(0, png.length / 2), 'image/png'],
    ['PNG with a wrong sum', written(png, 50, 0xff - (png[50] ?? 0)), 'image/png'],
    [
      'PNG of no such colours',
      Buffer.concat([pngHead, pngSize(4, 4, 3, 9), chunk('IDAT', deflateSync(Buffer.alloc(300))), pngEnd]),
      'image/png',
    ],
    ['GIF without a frame', gif({ width: 2, height: 2 }, colours, []), 'image/gif'],
    ['GIF cut short', small.subarray(0, -6), 'image/gif'],
    ['GIF of its first bytes', latin('GIF89a'), 'image/gif'],
    ['WebP cut short', webp.subarray(0, 100), 'image/webp'],
    ['WebP of its first bytes', latin('RIFF\x04\0\0\0WEBP'), 'image/webp'],
    ['HEIC of its first bytes', heic.subarray(0, 40), 'image/heic'],
    ['HEIC cut short', heic.subarray(0, -300), 'image/heic'],
    [
      'HEIC with AV1 in it',
      latin(fixture('corners.avif').toString('latin1').replace('ftypavif', 'ftypheic')),
      'image/heic',
    ],
  ] as const)('%s', async ([, bytes, mediaType]) => {
    expect(await examined(bytes)).toMatchObject({
      mediaType,
      problem: 'notDecodable',
      shownAs: 'downloadOnly',
      preview: null,
    });
  });

  test('a PNG that unfolds to a thousand times more stays what it says', async () => {
    const bomb = Buffer.concat([
      pngHead,
      pngSize(4, 4),
      chunk('IDAT', deflateSync(Buffer.alloc(1e8))),
      pngEnd,
    ]);
    expect(await examined(bomb)).toMatchObject({ mediaType: 'image/png', width: 4, height: 4 });
  });

  test('a JPEG cut short is shown as far as it goes, with a note', async () => {
    const large = asJpeg(scene(2, 640, 480));
    expect(await examined(large.subarray(0, large.length / 2))).toMatchObject({
      shownAs: 'image',
      problem: 'incomplete',
      detail: 'Its end is missing.',
      hasPreviews: true,
    });
  });
});

const whole = [
  withExif(jpeg, tiff({ ifd0: { [tag.orientation]: { short: 6 } } })),
  png,
  webp,
  small,
  heic,
  pdf(),
];

test('files that are damaged anywhere are examined, and the process goes on', async () => {
  const damaged = fc
    .record({
      bytes: fc.constantFrom(...whole),
      changes: fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }),
      length: fc.option(fc.nat(4000)),
    })
    .map(({ bytes, changes, length }) => {
      const changed = Buffer.from(bytes);
      for (const [at, value] of changes) changed[at % changed.length] = value;
      return length === null ? changed : changed.subarray(0, length);
    });
  await fc.assert(
    fc.asyncProperty(damaged, async (bytes) => {
      // Throws where the process ended at it.
      const { shownAs, hasPreviews, preview } = await examined(bytes);
      expect(hasPreviews).toBe(shownAs === 'image');
      expect(preview !== null).toBe(hasPreviews);
    }),
    { numRuns: 150 },
  );
});
