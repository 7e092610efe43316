/** The words of PDFs, by the real process: every PDF is hostile, and none keeps another from being read. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { type PdfReading, pdfReading } from '../../main/engine/file-examination.ts';
import { forkExaminer, openFileExaminer } from '../../main/shell/examiner-client.ts';
import { noise, samplePdf, scannedImages } from '../e2e/sample-pdf.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { asJpeg, corners } from './making/pixels.ts';

const examiner = openFileExaminer((entry) => forkExaminer(entry));
afterAll(() => examiner.close());

function fileOf(bytes: Uint8Array): { path: string } {
  const path = join(temporaryFolder(), 'file.pdf');
  writeFileSync(path, bytes);
  return { path };
}
const wordsOf = (bytes: Uint8Array): Promise<PdfReading> => examiner.readPdf(fileOf(bytes));

const said = (text: string, pages = 1) => ({ outcome: 'read', text, pages, pagesRead: pages });

test('words with accents, and one that the end of a line divides', async () => {
  const lines = ['Avería en el guardalodo', 'del camión seña-', 'lizado - Ñico (a) \\ NCF B01-', '00004711'];
  for (const isCompressed of [false, true])
    expect(await wordsOf(samplePdf({ pages: [{ lines }], isCompressed }))).toEqual(
      said('Avería en el guardalodo del camión señalizado - Ñico (a) \\ NCF B01- 00004711'),
    );
});

test('a scanned one has none, and one with a picture those beside it', async () => {
  expect(await wordsOf(samplePdf({ pages: [{ image: scannedImages.jbig2 }] }))).toEqual(said(''));
  const page = { image: scannedImages.jpeg2000, lines: ['Acta policial'] };
  expect(await wordsOf(samplePdf({ pages: [page, { image: noise(200_000) }] }))).toEqual(
    said('Acta policial', 2),
  );
});

test('a script of it is not run, and what it embeds is not read', async () => {
  const catalogue =
    '/OpenAction << /S /JavaScript /JS (this.getURL\\("http://127.0.0.1:9/"\\); while \\(true\\);) >> /AcroForm << /XFA (<x/>) >>';
  expect(await wordsOf(samplePdf({ pages: [{ lines: ['quieto'] }], catalogue }))).toEqual(said('quieto'));
});

test.for([
  ['asks for a password', samplePdf({ pages: [{ lines: ['cerrado'] }], password: 'clave' }), 'locked'],
  ['is cut', samplePdf({ pages: [{ lines: ['cortado'] }] }).subarray(0, 500), 'damaged'],
  ['has nothing in it', Buffer.alloc(0), 'damaged'],
  ['only begins as one', Buffer.from(`%PDF-1.7\n${'<< '.repeat(100_000)}`), 'damaged'],
] as const)('one that %s', async ([, bytes, outcome]) => {
  expect(await wordsOf(bytes)).toMatchObject({ outcome, detail: expect.stringMatching(/./) });
});

test('of a long one the first pages and so many characters are read', async () => {
  const pages = (count: number, lines: readonly string[]) => Array.from({ length: count }, () => ({ lines }));
  const many = await wordsOf(samplePdf({ pages: pages(70, ['una página']) }));
  expect(many).toMatchObject({ outcome: 'read', pages: 70, pagesRead: 50 });
  const full = await wordsOf(
    samplePdf({
      pages: pages(
        20,
        Array.from({ length: 60 }, () => 'Bumper delantero, pintura y mano de obra.'),
      ),
    }),
  );
  expect(full).toMatchObject({ outcome: 'read', pages: 20 });
  expect(pdfReading.safeParse(full).success).toBe(true);
  expect('text' in full && full.text.length).toBeGreaterThan(19_800);
});

/** Each form draws the next twice: more work than any reader ends. */
const endless = (): Buffer =>
  pdfOfForms(
    Array.from({ length: 40 }, (_, index) =>
      index === 39 ? 'BT /F1 9 Tf (a) Tj ET' : `/X${index + 1} Do /X${index + 1} Do`,
    ),
  );

function pdfOfForms(forms: readonly string[]): Buffer {
  const first = 5;
  const names = forms.map((_, index) => `/X${index} ${first + index} 0 R`).join(' ');
  const resources = `/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /XObject << ${names} >> >>`;
  const stream = (entries: string, data: string) =>
    `<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] ${resources} /Contents 4 0 R >>`,
    stream('', '/X0 Do'),
    ...forms.map((data) => stream(`/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${resources}`, data)),
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.5\n${body}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF\n`);
}

test('one that never ends is ended, and keeps neither a photograph nor the next PDF waiting', async () => {
  const short = openFileExaminer((entry) => forkExaminer(entry), { file: 80_000, pdf: 12_000, idle: 80_000 });
  try {
    const bomb = short.readPdf(fileOf(endless()));
    const next = short.readPdf(fileOf(samplePdf({ pages: [{ lines: ['después'] }] })));
    const folder = temporaryFolder();
    const photograph = join(folder, 'photograph');
    writeFileSync(photograph, asJpeg(corners(64, 48)));
    const examination = short.examine({
      ...{ path: photograph, declaredType: null },
      ...{ thumbnailPath: join(folder, 'thumbnail.jpg'), previewPath: join(folder, 'preview.jpg') },
    });
    const order: string[] = [];
    await Promise.all([
      bomb.then(() => order.push('bomb')),
      examination.then(() => order.push('photograph')),
    ]);
    expect(order).toEqual(['photograph', 'bomb']);
    expect(await bomb).toEqual({ outcome: 'ended', detail: 'It took longer than 12 seconds.' });
    expect(await next).toEqual(said('después'));
  } finally {
    short.close();
  }
});

test('one whose pages grow to gigabytes is ended by its memory or its time, and the next is read', async () => {
  // Some KB, of more than a gigabyte of blanks.
  const data = deflateSync(deflateSync(Buffer.alloc(1_200_000_000, 32)));
  const bomb = Buffer.concat([
    Buffer.from(
      `%PDF-1.5\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>\nendobj\n4 0 obj\n<< /Filter [/FlateDecode /FlateDecode] /Length ${data.length} >>\nstream\n`,
    ),
    data,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ]);
  expect(await wordsOf(bomb)).toMatchObject({ outcome: expect.stringMatching(/ended|damaged/) });
  expect(await wordsOf(samplePdf({ pages: [{ lines: ['sigue'] }] }))).toEqual(said('sigue'));
});

test('nothing is known of a file that is not there, nor of one that is closed', async () => {
  expect(await examiner.readPdf({ path: join(temporaryFolder(), 'missing') })).toMatchObject({
    outcome: 'notDone',
    detail: expect.stringContaining('ENOENT'),
  });
});
