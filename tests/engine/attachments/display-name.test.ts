import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayName } from '../../../main/engine/attachments/reference-address.ts';

const long = 'a'.repeat(300);

test.each<[name: string, said: (string | null | undefined)[], shown: string]>([
  ['a plain name', ['foto 1.jpg'], 'foto 1.jpg'],
  ['accents and other scripts', ['dañó 照片.jpg'], 'dañó 照片.jpg'],
  ['a path', ['../../etc/passwd'], 'passwd'],
  ['a path of Windows', ['C:\\fotos\\..\\1.jpg'], '1.jpg'],
  ['a path of a share', ['\\\\servidor\\fotos\\1.jpg'], '1.jpg'],
  ['a folder, and another name', ['fotos/', '2.jpg'], '2.jpg'],
  ['dots alone', ['..', '...', '.'], 'archivo'],
  ['a hidden file', ['.perfil'], 'perfil'],
  ['dots and spaces around', [' . .1.jpg . '], '1.jpg'],
  ['writing that is turned round', ['foto\u202egpj.exe'], 'fotogpj.exe'],
  [
    'every mark of direction',
    ['\u200e\u200f\u202a\u202b\u202c\u202d\u2066\u2067\u2068\u2069a\u061c.jpg'],
    'a.jpg',
  ],
  ['control characters', ['a\u0000b\r\nc\u0007\u007f\u0085.jpg'], 'abc.jpg'],
  ['separators of lines', ['a\u2028b\u2029.jpg'], 'ab.jpg'],
  ['marks without width', ['a\u200bb\ufeff\u00ad.jpg'], 'ab.jpg'],
  ['half a surrogate', ['a\ud800.jpg'], 'a\ufffd.jpg'],
  ['a signed address', ['https://fotos.example/ir/1.jpg?sv=1&sig=secreto'], '1.jpg'],
  ['a name with a signature', ['1.jpg?sig=secreto#x'], '1.jpg'],
  ['a name with a question', ['¿frente?.jpg'], '¿frente?.jpg'],
  ['an escaped address', ['https://fotos.example/da%C3%B1o%20frontal.jpg'], 'daño frontal.jpg'],
  ['a name that is escaped a little', ['100%.jpg'], '100%.jpg'],
  ['a path that is escaped', ['https://fotos.example/a%2F..%2Fb%5Cc.jpg'], 'c.jpg'],
  ['a long name', [`${long}.jpg`], `${'a'.repeat(156)}.jpg`],
  ['a long ending', [`1.${long}`], `1.${'a'.repeat(158)}`],
  ['what is empty', ['', null, undefined, ' \t', '3.jpg'], '3.jpg'],
  ['nothing', [], 'archivo'],
])('%s', (_, said, shown) => {
  expect(displayName(...said)).toBe(shown);
});

test('whatever is said, it is one short name and never a path', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 400 }), { maxLength: 3 }), (said) => {
      const name = displayName(...said);
      expect(name).toMatch(/^[^./\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}][^/\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u);
      expect(name.length).toBeLessThanOrEqual(160);
      expect(name.isWellFormed()).toBe(true);
      expect(name).toBe(name.trim());
    }),
    { numRuns: 2000 },
  );
});
