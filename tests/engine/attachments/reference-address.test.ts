import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressProblem } from '../../../main/engine/attachments/downloads/address-policy.ts';
import {
  type DeclaredLocations,
  displayName,
  findAddress,
} from '../../../main/engine/attachments/reference-address.ts';
import { processorTime } from '../../processor-time.ts';

const nothing: DeclaredLocations = {
  fullPath: null,
  filename: null,
  baseUrl: null,
  previewFullPath: null,
  previewFilename: null,
  documentUrl: null,
};
const base = 'https://fotos.example/2026/';
const platform = 'https://api.mercado.example/v2';
const long = 'a'.repeat(5000);

type Case = [
  name: string,
  said: Partial<DeclaredLocations> & { platform?: string },
  url: string | null,
  source: string,
];

/** Where there is no address, the last word is the problem. */
const cases: Case[] = [
  // Whole addresses.
  ['a full path', { fullPath: 'https://fotos.example/1.jpg' }, 'https://fotos.example/1.jpg', 'fileFullPath'],
  [
    'with spaces around',
    { fullPath: ' \thttps://fotos.example/1.jpg\r\n' },
    'https://fotos.example/1.jpg',
    'fileFullPath',
  ],
  [
    'with spaces within',
    { fullPath: 'https://fotos.example/foto 1.jpg' },
    'https://fotos.example/foto%201.jpg',
    'fileFullPath',
  ],
  [
    'with accents',
    { fullPath: 'https://fotos.example/frente dañado.jpg' },
    'https://fotos.example/frente%20da%C3%B1ado.jpg',
    'fileFullPath',
  ],
  [
    'already escaped',
    { fullPath: 'https://fotos.example/da%C3%B1o%20%231.jpg' },
    'https://fotos.example/da%C3%B1o%20%231.jpg',
    'fileFullPath',
  ],
  [
    'with a bare percent sign',
    { fullPath: 'https://fotos.example/100%.jpg' },
    'https://fotos.example/100%.jpg',
    'fileFullPath',
  ],
  [
    'signed',
    { fullPath: 'https://fotos.example/1.jpg?sv=1&sig=a%2Bb%3D' },
    'https://fotos.example/1.jpg?sv=1&sig=a%2Bb%3D',
    'fileFullPath',
  ],
  [
    'with capitals',
    { fullPath: 'HTTPS://Fotos.Example/A.JPG' },
    'https://fotos.example/A.JPG',
    'fileFullPath',
  ],
  [
    'with the dot of the root',
    { fullPath: 'https://fotos.example./1.jpg' },
    'https://fotos.example./1.jpg',
    'fileFullPath',
  ],
  [
    'in an international domain',
    { fullPath: 'https://daños.example/1.jpg' },
    'https://xn--daos-hqa.example/1.jpg',
    'fileFullPath',
  ],
  ['plain', { fullPath: 'http://fotos.example/1.jpg' }, 'http://fotos.example/1.jpg', 'fileFullPath'],
  [
    'with a port',
    { fullPath: 'https://fotos.example:8443/1.jpg' },
    'https://fotos.example:8443/1.jpg',
    'fileFullPath',
  ],
  [
    'without its scheme',
    { fullPath: '//fotos.example/1.jpg' },
    'https://fotos.example/1.jpg',
    'fileFullPath',
  ],
  [
    'with backslashes',
    { fullPath: 'https:\\\\fotos.example\\1.jpg' },
    'https://fotos.example/1.jpg',
    'fileFullPath',
  ],
  [
    'beside a base that it does not need',
    { fullPath: 'https://otro.example/1.jpg', baseUrl: base },
    'https://otro.example/1.jpg',
    'fileFullPath',
  ],
  ['in the name', { filename: 'https://fotos.example/1.jpg' }, 'https://fotos.example/1.jpg', 'filename'],
  [
    'in the name, beside a base',
    { filename: 'https://fotos.example/1.jpg', baseUrl: 'https://otro.example' },
    'https://fotos.example/1.jpg',
    'filename',
  ],
  [
    'of a paper',
    { documentUrl: 'https://archivos.example/801.pdf' },
    'https://archivos.example/801.pdf',
    'documentUrl',
  ],
  // Below a base.
  [
    'a full path below a base',
    { fullPath: 'ir/1.jpg', baseUrl: base },
    'https://fotos.example/2026/ir/1.jpg',
    'baseUrlAndFullPath',
  ],
  [
    'below a base without a slash',
    { fullPath: '1.jpg', baseUrl: 'https://fotos.example/2026' },
    'https://fotos.example/2026/1.jpg',
    'baseUrlAndFullPath',
  ],
  [
    'from the root of a base',
    { fullPath: '/ir/1.jpg', baseUrl: base },
    'https://fotos.example/ir/1.jpg',
    'baseUrlAndFullPath',
  ],
  [
    'with backslashes below a base',
    { fullPath: 'ir\\1.jpg', baseUrl: base },
    'https://fotos.example/2026/ir/1.jpg',
    'baseUrlAndFullPath',
  ],
  [
    'below a base with a query of its own',
    { fullPath: '1.jpg', baseUrl: 'https://fotos.example/a?b=c#d' },
    'https://fotos.example/a/1.jpg',
    'baseUrlAndFullPath',
  ],
  [
    'above its base',
    { fullPath: '../../../1.jpg', baseUrl: base },
    'https://fotos.example/1.jpg',
    'baseUrlAndFullPath',
  ],
  [
    'a name below a base',
    { filename: '1.jpg', baseUrl: base },
    'https://fotos.example/2026/1.jpg',
    'baseUrlAndFilename',
  ],
  [
    'a name with a space and an accent',
    { filename: 'daño 1.jpg', baseUrl: base },
    'https://fotos.example/2026/da%C3%B1o%201.jpg',
    'baseUrlAndFilename',
  ],
  [
    'a name with a number sign',
    { filename: 'foto #2.jpg', baseUrl: base },
    'https://fotos.example/2026/foto%20%232.jpg',
    'baseUrlAndFilename',
  ],
  [
    'a name with a question mark',
    { filename: '¿frente?.jpg', baseUrl: base },
    'https://fotos.example/2026/%C2%BFfrente%3F.jpg',
    'baseUrlAndFilename',
  ],
  [
    'a name with a percent sign',
    { filename: '100% dañado.jpg', baseUrl: base },
    'https://fotos.example/2026/100%25%20da%C3%B1ado.jpg',
    'baseUrlAndFilename',
  ],
  [
    'a name with a signature',
    { filename: '1.jpg?sig=x%2F', baseUrl: base },
    'https://fotos.example/2026/1.jpg?sig=x%2F',
    'baseUrlAndFilename',
  ],
  [
    'an empty full path',
    { fullPath: '', filename: '1.jpg', baseUrl: base },
    'https://fotos.example/2026/1.jpg',
    'baseUrlAndFilename',
  ],
  [
    'a full path of blanks',
    { fullPath: '  ', filename: '1.jpg', baseUrl: base },
    'https://fotos.example/2026/1.jpg',
    'baseUrlAndFilename',
  ],
  // On somebody's disk: only the name means something here.
  [
    'a path of a disk',
    { fullPath: 'C:\\fotos\\1.jpg', filename: '1.jpg', baseUrl: base },
    'https://fotos.example/2026/1.jpg',
    'baseUrlAndFilename',
  ],
  [
    'a path of a disk and a preview',
    { fullPath: 'D:/fotos/1.jpg', previewFullPath: `${base}1-p.jpg` },
    `${base}1-p.jpg`,
    'previewFullPath',
  ],
  [
    'a file: address, and a name',
    { fullPath: 'file:///srv/1.jpg', filename: '1.jpg', baseUrl: base },
    'https://fotos.example/2026/1.jpg',
    'baseUrlAndFilename',
  ],
  ['a base on a disk', { filename: '1.jpg', baseUrl: 'C:\\fotos\\' }, null, 'relativeAddress'],
  // Nothing leads from a base to another host.
  ['a share', { fullPath: '\\\\servidor\\fotos\\1.jpg', baseUrl: base }, null, 'relativeAddress'],
  ['a share behind a slash', { fullPath: '/\\servidor/1.jpg', baseUrl: base }, null, 'relativeAddress'],
  ['two slashes behind a tab', { fullPath: '/\t/servidor/1.jpg', baseUrl: base }, null, 'relativeAddress'],
  [
    'a scheme with a line break',
    { filename: 'ht\ntps://servidor/1.jpg', baseUrl: base },
    null,
    'relativeAddress',
  ],
  // The platform's own address.
  [
    'a path on the platform',
    { fullPath: 'files/1.jpg', platform },
    'https://api.mercado.example/v2/files/1.jpg',
    'platformAndFullPath',
  ],
  [
    'from the root of the platform',
    { fullPath: '/files/1.jpg', platform },
    'https://api.mercado.example/files/1.jpg',
    'platformAndFullPath',
  ],
  [
    'a base on the platform',
    { filename: '1.jpg', baseUrl: '/files/ir', platform },
    'https://api.mercado.example/files/ir/1.jpg',
    'platformAndFilename',
  ],
  [
    'a paper on the platform',
    { documentUrl: '/d/801', platform },
    'https://api.mercado.example/d/801',
    'platformAndDocumentUrl',
  ],
  [
    'a base before the platform',
    { fullPath: '1.jpg', baseUrl: base, platform },
    'https://fotos.example/2026/1.jpg',
    'baseUrlAndFullPath',
  ],
  ['no platform', { fullPath: 'files/1.jpg' }, null, 'relativeAddress'],
  ['a platform that is none', { fullPath: 'files/1.jpg', platform: 'mercado' }, null, 'relativeAddress'],
  // Previews.
  [
    'a preview where the file is nowhere',
    { fullPath: '1.jpg', previewFullPath: 'https://fotos.example/1-p.jpg' },
    'https://fotos.example/1-p.jpg',
    'previewFullPath',
  ],
  [
    'a preview below a base',
    { previewFullPath: '1-p.jpg', baseUrl: base },
    'https://fotos.example/2026/1-p.jpg',
    'baseUrlAndPreview',
  ],
  [
    "a preview's name below a base",
    { previewFilename: '1-p.jpg', baseUrl: base },
    'https://fotos.example/2026/1-p.jpg',
    'baseUrlAndPreview',
  ],
  [
    'no preview where the file is found',
    { fullPath: 'https://fotos.example/1.jpg', previewFullPath: 'https://fotos.example/1-p.jpg' },
    'https://fotos.example/1.jpg',
    'fileFullPath',
  ],
  // None at all, or none that is fetched.
  ['nothing', {}, null, 'noAddress'],
  ['blanks', { fullPath: '', filename: ' ', baseUrl: '', previewFullPath: '\t' }, null, 'noAddress'],
  ['a base alone', { baseUrl: base }, null, 'noAddress'],
  ['half an address', { fullPath: 'https://' }, null, 'notAnAddress'],
  ['an address with a space in its host', { fullPath: 'https://fotos ejemplo/1.jpg' }, null, 'notAnAddress'],
  ['an address without end', { fullPath: `https://fotos.example/${long}` }, null, 'notAnAddress'],
  [
    'a data: address',
    { fullPath: 'data:image/png;base64,AAAA' },
    'data:image/png;base64,AAAA',
    'fileFullPath',
  ],
  ['a data: address without end', { fullPath: `data:image/png;base64,${long}` }, null, 'notAnAddress'],
  ['a file: address', { fullPath: 'file:///etc/passwd' }, 'file:///etc/passwd', 'fileFullPath'],
  ['a script', { fullPath: 'javascript:alert(1)' }, 'javascript:alert(1)', 'fileFullPath'],
  ['a disk alone', { fullPath: 'C:\\fotos\\1.jpg' }, 'c:\\fotos\\1.jpg', 'fileFullPath'],
];

test.each(cases)('%s', (_, { platform: of, ...said }, url, source) => {
  const found = findAddress({ ...nothing, ...said }, of ?? null);
  expect('url' in found ? [found.url.href, found.source] : [null, found.problem]).toEqual([url, source]);
});

test('texts without end take no time', async () => {
  const readAll = () => {
    for (const piece of ['?a=', '\t', '. ', '#', '%', '..\\', 'a:'])
      for (const end of ['', '#', 'x']) {
        const filename = piece.repeat(100_000) + end;
        findAddress(
          { ...nothing, fullPath: filename, filename, baseUrl: base, previewFilename: filename },
          platform,
        );
        displayName(filename, filename);
      }
  };
  expect(await processorTime(readAll)).toBeLessThan(1000);
});

test('what is shown of an address that leads nowhere has no signature', () => {
  const found = findAddress({ ...nothing, fullPath: 'ir/1.jpg?sig=secreto' }, null);
  expect(found).toEqual({ problem: 'relativeAddress', detail: 'ir/1.jpg' });
});

const text = fc.option(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.constantFrom(
      '//x/y',
      '\\\\x\\y',
      '/\\x',
      'c:\\x',
      'http:x',
      'https:/x',
      '?',
      '#',
      '%',
      '..',
      'a:b',
      '\ud800',
    ),
    fc
      .tuple(fc.constantFrom('/', '\\', '//', 'https:', '\t', '\n', ''), fc.string({ maxLength: 12 }))
      .map((parts) => parts.join('')),
  ),
  { nil: null },
);
const places = fc.record<DeclaredLocations>({
  fullPath: text,
  filename: text,
  baseUrl: text,
  previewFullPath: text,
  previewFilename: text,
  documentUrl: text,
});

test('whatever is said, it is an address of the web, or one that is refused before anybody is called, or none', () => {
  fc.assert(
    fc.property(places, text, (said, of) => {
      const found = findAddress(said, of);
      if (!('url' in found)) return;
      expect(URL.parse(found.url.href)?.href).toBe(found.url.href);
      const isWeb = found.url.protocol === 'https:' || found.url.protocol === 'http:';
      if (!isWeb) expect(addressProblem(found.url, true)).not.toBeNull();
    }),
    { numRuns: 3000 },
  );
});

test('what is beside a base stays on its host', () => {
  fc.assert(
    fc.property(places, (said) => {
      const found = findAddress({ ...said, baseUrl: base }, platform);
      if ('url' in found && found.source.startsWith('baseUrl')) expect(found.url.host).toBe('fotos.example');
      if ('url' in found && found.source.startsWith('platform'))
        expect(found.url.host).toBe('api.mercado.example');
    }),
    { numRuns: 2000 },
  );
});
