import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentDisposition, safeFilename } from '../../main/shell/content-disposition.ts';

describe('the name a file is saved under', () => {
  test.each([
    ['Foto del choque.jpg', 'Foto del choque.jpg'],
    ['Póliza Nº 7 – señal.pdf', 'Póliza Nº 7 – señal.pdf'],
    ['事故.jpg', '事故.jpg'],
    ['factura.B0100000001.xml', 'factura.B0100000001.xml'],
    ['respaldo.tar.gz', 'respaldo.tar.gz'],
    // Ways out of the folder.
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\Windows\\foto.jpg', 'C__Windows_foto.jpg'],
    ['.bashrc', 'bashrc'],
    ['a/../../b.pdf', 'a_.._.._b.pdf'],
    // Another header, another line.
    ['a"; filename="b.exe', 'a_; filename=_b.exe'],
    ['a\r\nSet-Cookie: x.jpg', 'a Set-Cookie_ x.jpg'],
    ['a\0.jpg', 'a.jpg'],
    // Shown as another than it is.
    ['foto\u202Egpj.exe', 'fotogpj.exe'],
    ['\u2066foto\u2069.jpg', 'foto.jpg'],
    ['fo\u200Bto.jpg', 'foto.jpg'],
    ['foto.jpg.exe', 'foto_jpg.exe'],
    ['factura.PDF .scr', 'factura_PDF .scr'],
    ['a.pdf.jpg.pdf.html', 'a_pdf_jpg_pdf.html'],
    [`factura.pdf${' '.repeat(200)}.exe`, 'factura_pdf .exe'],
    [`factura.pdf${'\u3164'.repeat(90)}.exe`, 'factura_pdf .exe'],
    ['programa.exe.', 'programa.exe'],
    ['programa.exe. . ', 'programa.exe'],
    ['reporte.html', 'reporte.html'],
    // Devices of Windows.
    ['CON', '_CON'],
    ['nul.pdf', '_nul.pdf'],
    ['Com1.foto.jpg', '_Com1.foto.jpg'],
    ['lpt¹ .jpg', '_lpt¹ .jpg'],
    ['contrato.pdf', 'contrato.pdf'],
    // Nothing left.
    ['', 'archivo'],
    ['...', 'archivo'],
    ['\u202E\u200B ', 'archivo'],
  ])('%j becomes %j', (given, name) => {
    expect(safeFilename(given)).toBe(name);
  });

  test('one that is too long loses its middle, not its extension', () => {
    expect(safeFilename(`${'ñ'.repeat(500)}.pdf`)).toBe(`${'ñ'.repeat(88)}.pdf`);
    expect(safeFilename(`foto.${'x'.repeat(500)}`)).toBe(`foto.${'x'.repeat(175)}`);
    expect(safeFilename(`${'😀'.repeat(100)}.jpg`)).toBe(`${'😀'.repeat(44)}.jpg`);
  });

  const hostile = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        '.',
        '/',
        '\\',
        ':',
        '"',
        ' ',
        '%',
        '\r',
        '\n',
        '\0',
        '\u202E',
        '\uD800',
        '\u2028',
        '.pdf',
        'con',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 300,
  });

  test('whatever is given, it is one plain name, and its own', () => {
    fc.assert(
      fc.property(hostile, (given) => {
        const name = safeFilename(given);
        expect(name).not.toMatch(/^[.\s]|[.\s]$|[<>:"/\\|?*\p{C}\u2028\u2029]/u);
        expect(Buffer.byteLength(name)).toBeGreaterThan(0);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(181);
        expect(safeFilename(name)).toBe(name);
      }),
    );
  });

  test('whatever is given, its header is one that can be sent and read back', () => {
    fc.assert(
      fc.property(hostile, (given) => {
        const header = contentDisposition(given);
        const [, plain, extended] =
          /^attachment; filename="([\x20-\x7e]*)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]*)$/.exec(header) ?? [];
        expect(plain).not.toMatch(/["\\%]/);
        expect(decodeURIComponent(extended ?? '%')).toBe(safeFilename(given));
      }),
    );
  });
});
