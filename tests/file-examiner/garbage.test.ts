import fc from 'fast-check';
import { expect, test } from 'vitest';
import { examined, fixture } from './examined.ts';
import { gif } from './making/gif.ts';
import { pdf, withExif } from './making/parts.ts';
import { asJpeg, asPng, asWebp, scene } from './making/pixels.ts';
import { tag, tiff } from './making/tiff.ts';

const picture = scene(5, 64, 48);
const dots = { width: 2, height: 2, indices: [0, 1, 2, 3] };
const whole = [
  withExif(asJpeg(picture), tiff({ ifd0: { [tag.orientation]: { short: 6 } } })),
  asPng(picture),
  asWebp(picture),
  gif(
    { width: 2, height: 2 },
    [
      [0, 0, 0],
      [9, 9, 9],
      [99, 99, 99],
      [255, 0, 0],
    ],
    [dots],
  ),
  fixture('corners.heic'),
  pdf(),
];

test('files that are damaged anywhere are looked at, and the process goes on', async () => {
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
