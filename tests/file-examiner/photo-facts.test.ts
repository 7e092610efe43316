import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { photoFacts as schema } from '#shared/attachment-terms.ts';
import { tiffBlock } from '../../main/file-examiner/images/layout.ts';
import { photoFacts, readExif } from '../../main/file-examiner/photo-facts.ts';
import { examined, fixture } from './examined.ts';
import { extendedWebp, withChunk, withExif, withRiffChunk } from './making/parts.ts';
import { asJpeg, asPng, asWebp, corners } from './making/pixels.ts';
import { type Tags, tag, tiff, type Value } from './making/tiff.ts';

const place = (latitude: Value, longitude: Value, sides = ['N', 'W'] as const) => ({
  [tag.latitudeSide]: { ascii: sides[0] },
  [tag.latitude]: latitude,
  [tag.longitudeSide]: { ascii: sides[1] },
  [tag.longitude]: longitude,
});
const degrees = (...parts: (readonly [number, number])[]): Value => ({ rationals: parts });
const santoDomingo = place(degrees([18, 1], [28, 1], [3000, 100]), degrees([69, 1], [54, 1], [0, 1]));

const full: Tags = {
  ifd0: {
    [tag.make]: { ascii: 'Camara Prueba' },
    [tag.model]: { ascii: 'Modelo 1' },
    [tag.software]: { ascii: '17.1' },
  },
  exif: { [tag.taken]: { ascii: '2026:11:20 14:05:09' }, [tag.offsetTaken]: { ascii: '-04:00' } },
  gps: santoDomingo,
};
const said = {
  takenAt: '2026-11-20T14:05:09',
  zone: '-04:00',
  camera: 'Camara Prueba Modelo 1',
  software: '17.1',
  latitude: 18.475,
  longitude: -69.9,
};
const factsOf = async (tags: Tags | Buffer) =>
  photoFacts(await readExif(tiffBlock(Buffer.isBuffer(tags) ? tags : tiff(tags))));

describe('in every format that carries it', () => {
  const picture = corners(64, 48);
  test.for([
    ['JPEG', withExif(asJpeg(picture), tiff(full))],
    ['PNG', withChunk(asPng(picture), 'eXIf', tiff(full))],
    ['WebP', withRiffChunk(extendedWebp(asWebp(picture), 64, 48), 'EXIF', tiff(full))],
    [
      'WebP with the name of a JPEG',
      withRiffChunk(
        extendedWebp(asWebp(picture), 64, 48),
        'EXIF',
        Buffer.concat([Buffer.from('Exif\0\0'), tiff(full)]),
      ),
    ],
    ['HEIC', fixture('corners.heic')],
  ] as const)('%s', async ([, bytes]) => {
    expect((await examined(bytes)).photo).toEqual(said);
  });

  test('a picture without EXIF has no facts', async () => {
    expect((await examined(asJpeg(picture))).photo).toBeNull();
    expect((await examined(withExif(asJpeg(picture), tiff({})))).photo).toBeNull();
  });
});

const taken = (ascii: string, more: Tags['exif'] = {}) => ({ exif: { [tag.taken]: { ascii }, ...more } });
const named = (make: string, model: string) => ({
  ifd0: { [tag.make]: { ascii: make }, [tag.model]: { ascii: model } },
});

describe('what is plausible', () => {
  test.for([
    ['a day that does not exist', taken('2026:02:30 10:00:00'), null],
    ['29 February of a leap year', taken('2024:02:29 10:00:00'), { takenAt: '2024-02-29T10:00:00' }],
    ['29 February of another', taken('2026:02:29 10:00:00'), null],
    ['an hour that does not exist', taken('2026:11:20 24:00:00'), null],
    ['zeros', taken('0000:00:00 00:00:00'), null],
    ['blanks', taken('    :  :     :  :  '), null],
    ['other separators', taken('2026-11-20T14:05:09Z'), { takenAt: '2026-11-20T14:05:09', zone: null }],
    ['words', taken("2026'; DROP TABLE x"), null],
    [
      'only the time of digitizing',
      { exif: { [tag.digitized]: { ascii: '2026:11:20 14:05:09' }, [tag.offsetDigitized]: { ascii: 'Z' } } },
      { takenAt: '2026-11-20T14:05:09', zone: '+00:00' },
    ],
    [
      'a zone far away',
      taken('2026:11:20 14:05:09', { [tag.offsetTaken]: { ascii: '+19:00' } }),
      { zone: null },
    ],
    [
      'a zone of words',
      taken('2026:11:20 14:05:09', { [tag.offsetTaken]: { ascii: '<b>' } }),
      { zone: null },
    ],
    ['a zone without a time', { exif: { [tag.offsetTaken]: { ascii: '-04:00' } } }, null],
    ['a maker named twice', named('NIKON CORPORATION', 'NIKON D90'), { camera: 'NIKON D90' }],
    ['a maker and a model', named('samsung', 'SM-G991B'), { camera: 'samsung SM-G991B' }],
    ['only a model', { ifd0: { [tag.model]: { ascii: 'Solo' } } }, { camera: 'Solo' }],
    ['0, 0', { gps: place(degrees([0, 1], [0, 1], [0, 1]), degrees([0, 1], [0, 1], [0, 1])) }, null],
    ['a degree above', { gps: place(degrees([91, 1]), degrees([10, 1])) }, null],
    ['no number', { gps: place(degrees([18, 0], [0, 0], [0, 0]), degrees([69, 1])) }, null],
    ['seconds that are none', { gps: place(degrees([18, 1], [0, 1], [9e8, 1]), degrees([69, 1])) }, null],
    ['a side that is none', { gps: place(degrees([18, 1]), degrees([69, 1]), ['N', 'X'] as never) }, null],
    [
      'whole degrees',
      { gps: place(degrees([18, 1]), degrees([69, 1]), ['S', 'E'] as never) },
      { latitude: -18, longitude: 69 },
    ],
    ['one of two', { gps: { [tag.latitudeSide]: { ascii: 'N' }, [tag.latitude]: degrees([18, 1]) } }, null],
  ] as const)('%s', async ([, tags, facts]) => {
    const found = await factsOf(tags);
    if (facts === null) expect(found).toBeNull();
    else expect(found).toMatchObject(facts);
  });
});

describe('hostile texts', () => {
  test.for([
    [
      'controls and turned reading',
      '\u0007Cam\u202eara\u0000\u200b  \r\n\u009bPrueba\ufeff',
      'Cam ara Prueba',
    ],
    ['a mark of byte order in it', 'A\ufeffB\u202eC', 'A B C'],
    ['nothing but blanks', ' \t \u200b ', null],
    ['words without end', 'x'.repeat(60_000), 'x'.repeat(100)],
    ['signs of two units', '😀'.repeat(5000), '😀'.repeat(100)],
  ] as const)('%s', async ([, ascii, camera]) => {
    const facts = await factsOf({ ifd0: { [tag.model]: { ascii }, [tag.software]: { ascii: '1' } } });
    expect(facts?.camera).toBe(camera);
  });

  test('bytes that are no text of any code', async () => {
    const facts = await factsOf({
      ifd0: { [tag.model]: { ascii: Buffer.from([0x41, 0xff, 0xfe, 0xc0, 0x80, 0x42, 0]) } },
    });
    expect(facts?.camera).toMatch(/^A.*B$/u);
  });
});

describe('blocks that lead nowhere', () => {
  const raw = (type: number, count: number, value: number): Value => ({ raw: [type, count, value] });
  test.for([
    ['a count beyond the file', { ifd0: { [tag.make]: raw(2, 0xffffffff, 8) } }],
    [
      'numbers without end',
      { ifd0: { [tag.make]: raw(3, 0xffffffff, 8), [tag.model]: raw(12, 0xffffffff, 8) } },
    ],
    [
      'fractions without end',
      { gps: { [tag.latitude]: raw(5, 0xffffffff, 8), [tag.longitude]: raw(5, 0xffffffff, 8) } },
    ],
    ['a type that does not exist', { ifd0: { [tag.make]: raw(99, 1, 8) } }],
    ['a directory that is its own', { ifd0: { 34665: raw(4, 1, 8), 34853: raw(4, 1, 8) } }],
    ['a directory beyond the file', { ifd0: { 34665: raw(4, 1, 0xfffffff0) } }],
    ['many directories', { ifd0: { 34665: raw(4, 65_535, 8) } }],
    ['a text that is a number', { ifd0: { [tag.make]: raw(4, 1, 7), [tag.model]: raw(12, 1, 8) } }],
  ] as const)('%s', async ([, tags]) => {
    expect(await factsOf(tags)).toBeNull();
    const found = await examined(withExif(asJpeg(corners(64, 48)), tiff(tags)));
    expect(found).toMatchObject({ shownAs: 'image', photo: null });
  });

  test('a broken tag of the camera leaves the picture as it is', async () => {
    const damaged = tiff({ ...full, gps: { ...santoDomingo, [tag.latitude]: raw(5, 3, 0x7fffffff) } });
    expect(await factsOf(damaged)).toMatchObject({ takenAt: said.takenAt, latitude: null, longitude: null });
  });

  test('any bytes give facts of the right form, or none', async () => {
    const whole = tiff(full);
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of list) bytes[at] = value;
        const facts = await factsOf(bytes);
        if (facts !== null) schema.parse(facts);
        expect(facts?.camera?.length ?? 0).toBeLessThanOrEqual(200);
      }),
      { numRuns: 300 },
    );
  });
});
