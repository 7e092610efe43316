import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findAll,
  firstFrom,
  foldText,
  foldWithOrigins,
  maxMatches,
  placesIn,
  searchNeedle,
} from '../../../renderer/document-viewer/find-text.ts';

test.each([
  ['Reparación', 'reparacion'],
  ['ÑANDÚ', 'nandu'],
  ['de\u0301bito', 'debito'],
  ['o\uFB01cina', 'oficina'],
  ['repa\u00ADración', 'reparacion'],
  ['una\n  línea\u00A0más', 'una linea mas'],
  ['RD$ 48,250.00', 'rd$ 48,250.00'],
  ['Straße', 'straße'],
  ['', ''],
])('%j is searched as %j', (original, folded) => {
  expect(foldText(original)).toBe(folded);
});

test('each character knows where it was', () => {
  void fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (original) => {
      const { text, origins } = foldWithOrigins(original);
      expect(text).toBe(foldText(original));
      expect(origins).toHaveLength(text.length + 1);
      expect(origins.at(-1)).toBe(original.length);
      expect(origins.every((origin, index) => origin >= (origins[index - 1] ?? 0))).toBe(true);
    }),
  );
});

describe('finding', () => {
  test('what is typed is found however it is accented, at its place in the original', () => {
    const original = 'Factura: PÓLIZA y póliza.';
    const { text, origins } = foldWithOrigins(original);
    const needle = searchNeedle('  Poliza ') ?? '';
    const found = placesIn(text, needle).map((at) =>
      original.slice(origins[at], origins[at + needle.length]),
    );
    expect(found).toEqual(['PÓLIZA', 'póliza']);
  });

  test.each([['   '], [''], ['\u0301']])('%j asks for nothing', (query) => {
    expect(searchNeedle(query)).toBeNull();
  });

  test('matches are counted page by page, without overlaps', () => {
    expect(findAll(['aaaa', '', 'baab'], 'aa')).toEqual([
      { page: 0, ordinal: 0 },
      { page: 0, ordinal: 1 },
      { page: 2, ordinal: 0 },
    ]);
  });

  test('no more are counted than anybody looks through', () => {
    expect(findAll(['a'.repeat(4000), 'a'.repeat(4000)], 'a')).toHaveLength(maxMatches);
  });

  test.each([
    [0, 0],
    [1, 1],
    [2, 1],
    [3, 0],
  ])('from page %i on, the first is %i', (page, index) => {
    expect(
      firstFrom(
        [
          { page: 0, ordinal: 0 },
          { page: 2, ordinal: 0 },
        ],
        page,
      ),
    ).toBe(index);
  });
});
