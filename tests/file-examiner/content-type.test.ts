import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { examined, fixture } from './examined.ts';
import { gif } from './making/gif.ts';
import { box, pdf, unixProgram, windowsProgram, zipOf } from './making/parts.ts';
import { asJpeg, asPng, asWebp, coded, corners } from './making/pixels.ts';

const picture = corners(64, 48);
const small = gif({ width: 2, height: 2 }, [[9, 9, 9]], [{ width: 2, height: 2, indices: [0, 0, 0, 0] }]);
const latin = (text: string) => Buffer.from(text, 'latin1');
const heif = (major: string, ...compatible: string[]) =>
  Buffer.concat([
    box('ftyp', latin(`${major}\0\0\0\0${compatible.join('')}`)),
    box('meta', latin('\0\0\0\0')),
  ]);

describe('what is shown, by its bytes', () => {
  test.for([
    ['image/jpeg', asJpeg(picture), 'image'],
    ['image/png', asPng(picture), 'image'],
    ['image/webp', asWebp(picture), 'image'],
    ['image/gif', small, 'image'],
    ['image/heic', fixture('corners.heic'), 'image'],
    ['application/pdf', pdf(), 'pdf'],
    ['application/pdf', Buffer.concat([latin('\xef\xbb\xbf\r\n '), pdf()]), 'pdf'],
  ] as const)('%s', async ([mediaType, bytes, shownAs]) => {
    const found = await examined(bytes, mediaType);
    expect(found).toMatchObject({ mediaType, shownAs, problem: null, detail: null });
    expect(found.hasPreviews).toBe(shownAs === 'image');
    expect(found.preview !== null && found.thumbnail !== null).toBe(shownAs === 'image');
  });

  test('a HEIF that names only the container is one of HEVC by its brands or its items', async () => {
    const [, ...rest] = fixture('corners.heic').toString('latin1').split('ftypheic');
    const plain = latin(`\0\0\0\x1cftypmif1${rest.join('ftypheic')}`);
    expect(await examined(plain)).toMatchObject({ mediaType: 'image/heif', shownAs: 'image' });
    const bare = latin(plain.toString('latin1').replace('mif1heicmiaf', 'mif1mif1miaf'));
    expect(await examined(bare)).toMatchObject({ mediaType: 'image/heif', shownAs: 'image' });
  });
});

describe('what is only kept', () => {
  test.for([
    ['image/avif', fixture('corners.avif')],
    ['image/avif', heif('mif1', 'mif1', 'avif')],
    ['image/tiff', coded(picture).tiffSync()],
    ['image/bmp', coded(picture).bmpSync()],
    ['application/zip', zipOf('a.txt', 'Prueba')],
    ['application/gzip', gzipSync('Prueba')],
    ['video/mp4', box('ftyp', latin('isom\0\0\0\0isommp42'))],
    ['application/x-msdownload', windowsProgram()],
    ['application/x-elf', unixProgram()],
    ['text/plain', latin('Informe de prueba: el parachoques está dañado.\n')],
    [null, Buffer.from([1, 2, 3, 250, 251, 7, 8, 9])],
    [null, Buffer.alloc(0)],
  ] as const)('%s', async ([mediaType, bytes]) => {
    const found = await examined(bytes);
    expect(found).toMatchObject({
      mediaType,
      shownAs: 'downloadOnly',
      problem: 'unknownType',
      hasPreviews: false,
    });
    expect(found).toMatchObject({ preview: null, photo: null, perceptualHash: null });
    expect(found.detail).toContain(mediaType ?? '');
  });
});

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const bigEndian = (text: string) => utf16(text).swap16();

describe('what a browser or a system would run', () => {
  test.for([
    ['text/html', '<!DOCTYPE html><p>Prueba'],
    ['text/html', '\n\t <hTmL><body onload=alert(1)>'],
    ['text/html', '<!-- one --> <!-- two -->\n<script>alert(1)</script>'],
    ['text/html', '\ufeff<html>'],
    ['text/html', 'Buenos días <script src=//evil.example></script>'],
    ['text/html', 'x <img src=x onerror=alert(1)>'],
    ['text/html', utf16('<html><script>alert(1)</script>')],
    ['text/html', bigEndian('<html>')],
    ['text/html', Buffer.from('<html><script>', 'utf16le')],
    ['text/html', latin('<html>\0\x01\x02\xff\xfe binary follows')],
    ['text/html', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script/></html>'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['image/svg+xml', '<?xml version="1.0"?>\n<!-- a --><!DOCTYPE svg><svg onload="alert(1)"/>'],
    ['image/svg+xml', utf16('<?xml version="1.0" encoding="utf-16"?><svg />')],
    [
      'application/xml',
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    ],
    ['application/xml', '<a:b xmlns:a="urn:prueba"/>'],
    ['text/javascript', '/* GIF89a */ (function(){ alert(1) })()'],
    ['text/javascript', '// one\nimport x from "./x.js"'],
    ['text/javascript', 'document.write("x")'],
    ['text/x-php', '<?php system($_GET["c"]);'],
    ['text/x-shellscript', '#!/bin/sh\nrm -rf /'],
    ['multipart/related', 'MIME-Version: 1.0\nContent-Type: multipart/related\n\n<html>'],
  ] as const)('%s: %s', async ([mediaType, bytes]) => {
    const found = await examined(bytes, 'image/jpeg');
    expect(found).toMatchObject({
      mediaType,
      shownAs: 'downloadOnly',
      problem: 'activeContent',
      preview: null,
    });
    expect(found.detail).toBe(`${mediaType}; its sender says image/jpeg.`);
  });
});

describe('what its sender declares', () => {
  const jpeg = asJpeg(picture);
  test.for([
    'image/jpeg',
    'image/jpg',
    'IMAGE/PJPEG; charset=binary',
    'application/octet-stream',
    'image/*',
    '*/*',
    '.jpg',
    'JPEG',
    'nothing known',
    '',
    null,
  ])('%s declared for a JPEG is no problem', async (says) => {
    expect(await examined(jpeg, says)).toMatchObject({ problem: null, detail: null });
  });

  test.for([
    ['image/png', 'image/jpeg; its sender says image/png.'],
    ['pdf', 'image/jpeg; its sender says pdf.'],
    ['text/html\r\nx: y', 'image/jpeg; its sender says text/htmlx:y.'],
    [`image/${'x'.repeat(500)}`, `image/jpeg; its sender says image/${'x'.repeat(94)}.`],
  ] as const)('%s declared for a JPEG is noted, and the picture is shown', async ([says, detail]) => {
    const found = await examined(jpeg, says);
    expect(found).toMatchObject({ problem: 'notWhatItSays', detail, shownAs: 'image', hasPreviews: true });
  });

  test('HEIC and HEIF are the same', async () => {
    expect(await examined(fixture('corners.heic'), 'image/heif')).toMatchObject({ problem: null });
  });

  test('a PDF that is declared as a picture is shown as the PDF that it is', async () => {
    const found = await examined(pdf('/OpenAction << /S /JavaScript /JS (x) >>'), 'image/png');
    expect(found).toMatchObject({ shownAs: 'pdf', problem: 'notWhatItSays' });
    expect(found.detail).toBe('application/pdf; its sender says image/png. It contains /JavaScript, /JS.');
  });

  test('a stronger problem stays, and both are in the detail', async () => {
    expect(await examined(zipOf('a', 'b'), 'image/jpeg')).toMatchObject({
      problem: 'unknownType',
      detail: 'application/zip; its sender says image/jpeg.',
    });
  });
});
