import { describe, expect, test } from 'vitest';
import { examined } from './examined.ts';
import { gif } from './making/gif.ts';
import {
  box,
  extendedWebp,
  pdf,
  unixProgram,
  windowsProgram,
  withChunk,
  withComment,
  withExif,
  withRiffChunk,
  withSegment,
  zipOf,
} from './making/parts.ts';
import { colours, dots, heic, jpeg, latin, png, small, webp, written } from './making/small-pictures.ts';
import { tag, tiff } from './making/tiff.ts';

const script = '<script>alert(1)</script>';
const program = windowsProgram();
const zeros = Buffer.alloc(300);
const rar = latin('Rar!\x1a\x07\x01\0');

describe('of two types at once', () => {
  test.for([
    ['JPEG, then a zip', Buffer.concat([jpeg, zipOf('a.js', 'x', jpeg.length)])],
    ['JPEG, then a zip with words behind it', Buffer.concat([jpeg, zipOf('a.js', 'x'), latin('words')])],
    [
      'JPEG, zeros, then a zip without its end',
      Buffer.concat([jpeg, zeros, zipOf('a.js', 'x').subarray(0, 40)]),
    ],
    ['JPEG, then an empty zip', Buffer.concat([jpeg, latin('PK\x05\x06'), Buffer.alloc(18)])],
    ['a zip within its comment', withSegment(jpeg, 0xfe, zipOf('a.js', 'x')).subarray(0, -2)],
    ['JPEG, then a PDF', Buffer.concat([jpeg, pdf()])],
    ['JPEG, then a page', Buffer.concat([jpeg, latin('<html><body>x')])],
    ['JPEG, then a page in UTF-16', Buffer.concat([jpeg, Buffer.from(script, 'utf16le')])],
    ['JPEG, then a RAR', Buffer.concat([jpeg, rar])],
    ['JPEG, then a 7z', Buffer.concat([jpeg, latin('7z\xbc\xaf\x27\x1c')])],
    ['JPEG, then a Windows program', Buffer.concat([jpeg, zeros, program])],
    ['JPEG, then a Unix program', Buffer.concat([jpeg, unixProgram()])],
    ['JPEG with a PDF in its comment', withSegment(jpeg, 0xfe, pdf())],
    [
      'JPEG with a far PDF in its metadata',
      withSegment(withSegment(jpeg, 0xfe, pdf()), 0xe2, Buffer.alloc(4000)),
    ],
    ['JPEG with a RAR in its metadata', withSegment(jpeg, 0xe4, rar)],
    ['JPEG with a script in its comment', withComment(jpeg, script)],
    ['JPEG with PHP in its comment', withComment(jpeg, "<?php system('id'); ?>")],
    ['JPEG with a handler in its comment', withComment(jpeg, '"><img src=x onerror=alert(1)>')],
    ['JPEG with a link in its comment', withComment(jpeg, 'JavaScript:alert(1)')],
    ['JPEG with a drawing in its XMP', withSegment(jpeg, 0xe1, '<x:xmpmeta><svg onload=alert(1)></svg>')],
    ['JPEG with a script in its EXIF', withExif(jpeg, tiff({ ifd0: { [tag.make]: { ascii: script } } }))],
    [
      'JPEG that is a script',
      withSegment(jpeg, 0xe0, latin(`${' '.repeat(100)}*/=alert(1)/*`.padEnd(0x2f2a - 2))),
    ],
    [
      'JPEG with a script among its pixels',
      Buffer.concat([jpeg.subarray(0, -2), latin(script), jpeg.subarray(-2)]),
    ],
    ['PNG, then a zip', Buffer.concat([png, zipOf('a', 'b')])],
    ['PNG, then a page', Buffer.concat([png, latin('<!DOCTYPE html>')])],
    ['PNG, then a program', Buffer.concat([png, program])],
    ['PNG with a script in its text', withChunk(png, 'tEXt', `Comment\0${script}`)],
    ['PNG with a PDF in its text', withChunk(png, 'tEXt', 'Comment\0%PDF-1.4')],
    ['PNG with a chunk of its own', withChunk(png, 'prUe', script)],
    ['GIF, then a zip', Buffer.concat([small, zipOf('a', 'b')])],
    ['GIF, then a page', Buffer.concat([small, latin('<script>')])],
    ['GIF with a script in its comment', gif({ width: 2, height: 2 }, colours, [dots], latin(script))],
    [
      'GIF with a script across the pieces of its comment',
      gif({ width: 2, height: 2 }, colours, [dots], latin(`${' '.repeat(250)}${script}`)),
    ],
    ['GIF that is a script', latin('GIF89a/*\0\0\0\0\0*/=1;alert(1)//;')],
    ['GIF that is an assignment', latin('GIF89a="\x01\x01\0\0\0";alert(1)//;')],
    ['GIF that is a text', latin('GIF89aPrueba de texto y nada más')],
    ['WebP, then a zip', Buffer.concat([webp, zipOf('a', 'b')])],
    ['WebP, then a page', Buffer.concat([webp, latin('<svg onload=alert(1)>')])],
    ['WebP with a script in a chunk', withRiffChunk(extendedWebp(webp, 64, 48), 'XMP ', latin(script))],
    ['WebP that is a script', written(webp, 4, 0x2f, 0x2a, 0x20, 0x20)],
    ['HEIC, then a zip', Buffer.concat([heic, zipOf('a', 'b')])],
    ['HEIC, then a page', Buffer.concat([heic, box('free', latin(script))])],
    ['HEIC with a PDF in a box', Buffer.concat([heic, box('uuid', pdf())])],
  ] as const)('%s', async ([, bytes]) => {
    expect(await examined(bytes)).toMatchObject({
      shownAs: 'downloadOnly',
      problem: 'polyglot',
      hasPreviews: false,
      preview: null,
    });
  });

  test.for([
    ['PDF, then a zip', Buffer.concat([pdf(), zipOf('a', 'b', pdf().length)])],
    ['PDF, then a page', Buffer.concat([pdf(), latin(script)])],
    ['PDF, then a program', Buffer.concat([pdf(), program])],
    [
      'PDF with a page before its objects',
      latin(`%PDF-1.4\n<html><script>x</script>\n${pdf().toString('latin1')}`),
    ],
    ['a page before a PDF', Buffer.concat([latin('<html><!--'), pdf()])],
    ['a zip before a PDF', Buffer.concat([zipOf('a', 'b'), pdf()])],
    ['bytes before a PDF', Buffer.concat([Buffer.from([1, 2, 3, 200]), pdf()])],
  ] as const)('%s', async ([, bytes]) => {
    expect(await examined(bytes)).toMatchObject({ shownAs: 'downloadOnly', problem: 'polyglot' });
  });

  test('a PDF holds whole archives among its streams, and is none', async () => {
    const stream = `stream\n${zipOf('a', 'b').toString('latin1')}\nendstream\n`;
    const whole = latin(
      pdf().toString('latin1').replace('trailer', `3 0 obj << >> ${stream} endobj\ntrailer`),
    );
    expect(await examined(whole)).toMatchObject({ shownAs: 'pdf', problem: null });
  });

  test('a PDF that does something by itself is shown with a note', async () => {
    expect(await examined(pdf('/Names << /EmbeddedFiles [] /Launch (x) >> /JSON 1'))).toMatchObject({
      shownAs: 'pdf',
      detail: 'It contains /Launch.',
    });
  });
});

const ifd = tiff({ ifd0: { [tag.make]: { ascii: 'Prueba' } } });

describe('what cameras write is no attack', () => {
  const xmp =
    '<?xpacket begin="\xef\xbb\xbf"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta><?xpacket end="w"?>';
  const samsung = Buffer.concat([zeros, latin('SEFH'), Buffer.alloc(40, 7), latin('SEFT')]);
  const film = Buffer.concat([
    box('ftyp', latin('mp42\0\0\0\0isommp42')),
    box('mdat', Buffer.alloc(200_000, 'PK<svg>MZ')),
  ]);
  test.for([
    ['JPEG with XMP', withSegment(jpeg, 0xe1, `http://ns.adobe.com/xap/1.0/\0${xmp}`)],
    [
      'JPEG with a profile',
      withSegment(jpeg, 0xe2, Buffer.concat([latin('ICC_PROFILE\0\x01\x01'), Buffer.alloc(3000, 3)])),
    ],
    ['JPEG with more pictures behind it', Buffer.concat([withSegment(jpeg, 0xe2, 'MPF\0MM\0*'), jpeg, jpeg])],
    ['JPEG with zeros behind it', Buffer.concat([jpeg, zeros])],
    ['JPEG with what Samsung adds', Buffer.concat([jpeg, samsung])],
    ['JPEG with a film behind it', Buffer.concat([jpeg, film])],
    [
      'JPEG with fill bytes',
      Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xff]), jpeg.subarray(2)]),
    ],
    [
      'JPEG whose first segment has the length of a comment',
      withSegment(jpeg, 0xe0, Buffer.alloc(0x2f2a - 2, '*/ ')),
    ],
    [
      'JPEG with a maker note',
      withExif(jpeg, Buffer.concat([ifd, latin('MZ\x90\0PK\x03\x04\0\xff\x7fELF\xff')])),
    ],
    ['PNG with words', withChunk(png, 'tEXt', 'Software\0Prueba <b>1</b>')],
    ['WebP with EXIF', withRiffChunk(extendedWebp(webp, 64, 48), 'EXIF', ifd)],
    ['GIF with words', gif({ width: 2, height: 2 }, colours, [dots], latin('Hecho de prueba'))],
    ['GIF as wide as an equals sign', gif({ width: 0x3d, height: 0x20 }, colours, [dots])],
    ['GIF 317 wide', gif({ width: 0x13d, height: 0x20 }, colours, [dots])],
    ['HEIC with a film', Buffer.concat([heic, box('mpvd', film)])],
  ] as const)('%s', async ([, bytes]) => {
    expect(await examined(bytes)).toMatchObject({ problem: null, shownAs: 'image', hasPreviews: true });
  });
});
