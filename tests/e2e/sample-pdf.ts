/** Writes the PDFs that the tests of papers need: text, pictures as scanners make them, passwords, damage. */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

export interface SamplePage {
  /** One below the other, as WinAnsi has them. */
  lines?: readonly string[];
  /** Points. */
  width?: number;
  height?: number;
  rotate?: 0 | 90 | 180 | 270;
  image?: SampleImage;
  /** A link over the whole page. */
  link?: string;
  /** Content stream in place of the lines. */
  operators?: string;
}

export interface SampleImage {
  width: number;
  height: number;
  /** Entries of its dictionary besides those of its size. */
  entries: string;
  data: Buffer;
}

export interface SamplePdf {
  pages: readonly SamplePage[];
  /** Without it, it cannot be opened. */
  password?: string;
  /** Whether its pages are written as most programs do, compressed. */
  isCompressed?: boolean;
  /** Entries of the catalogue, for what a reader should leave alone. */
  catalogue?: string;
}

const escaped = (text: string) => text.replace(/[\\()]/g, (sign) => `\\${sign}`);

const linesAsOperators = (lines: readonly string[], height: number) =>
  `BT /F1 12 Tf 14 TL 72 ${height - 72} Td\n${lines.map((line) => `(${escaped(line)}) '`).join('\n')}\nET`;

export function samplePdf({ pages, password, isCompressed = false, catalogue = '' }: SamplePdf): Buffer {
  const objects: { head: string; stream: Buffer | null }[] = [];
  const add = (head: string, stream: Buffer | null = null) => objects.push({ head, stream });
  const firstPage = 4;
  const pageNumbers = pages.map((_, index) => firstPage + index * 4);
  add(`<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`);
  add(
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageNumbers.map((one) => `${one} 0 R`).join(' ')}] >>`,
  );
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  for (const [index, page] of pages.entries()) {
    const own = firstPage + index * 4;
    const { width = 612, height = 792, image } = page;
    const annotation = page.link === undefined ? '' : `/Annots [${own + 3} 0 R]`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${page.rotate ?? 0} ${annotation} ` +
        `/Resources << /Font << /F1 3 0 R >> ${image ? `/XObject << /I1 ${own + 2} 0 R >>` : ''} >> ` +
        `/Contents ${own + 1} 0 R >>`,
    );
    const draw = image ? `q 400 0 0 300 72 300 cm /I1 Do Q\n` : '';
    const text = page.operators ?? linesAsOperators(page.lines ?? [], height);
    const content = Buffer.from(`${draw}${text}`, 'latin1');
    if (isCompressed) add('/Filter /FlateDecode', deflateSync(content));
    else add('', content);
    if (image)
      add(
        `/Type /XObject /Subtype /Image /Width ${image.width} /Height ${image.height} ${image.entries}`,
        image.data,
      );
    else add('null');
    add(
      page.link === undefined
        ? 'null'
        : `<< /Type /Annot /Subtype /Link /Rect [0 0 ${width} ${height}] /Border [0 0 0] /A << /S /URI /URI (${page.link}) >> >>`,
    );
  }
  return assemble(objects, password ?? null);
}

function assemble(objects: { head: string; stream: Buffer | null }[], password: string | null): Buffer {
  const id = createHash('md5').update('sample').digest();
  const lock = password === null ? null : lockOf(password, id);
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n%\xE2\xE3\xCF\xD3\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const put = (bytes: Buffer) => {
    parts.push(bytes);
    length += bytes.length;
  };
  for (const [index, { head, stream }] of objects.entries()) {
    const number = index + 1;
    offsets.push(length);
    put(Buffer.from(`${number} 0 obj\n`));
    if (stream === null) put(Buffer.from(`${head}\n`, 'latin1'));
    else {
      const data = lock === null ? stream : rc4(keyOfObject(lock.key, number), stream);
      put(Buffer.from(`<< ${head} /Length ${data.length} >>\nstream\n`, 'latin1'));
      put(data);
      put(Buffer.from('\nendstream\n'));
    }
    put(Buffer.from('endobj\n'));
  }
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  const encrypt =
    lock === null
      ? ''
      : `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${hex(lock.owner)} /U ${hex(lock.user)} /P -4 >>`;
  put(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}` +
        `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /ID [${hex(id)} ${hex(id)}] ${encrypt} >>\n` +
        `startxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** What a short password is filled up with (PDF 1.7, 7.6.3.3, algorithm 2). */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** The standard security handler at its first revision: keys of 40 bits (PDF 1.7, algorithms 2 to 4). */
function lockOf(password: string, id: Buffer): { key: Buffer; owner: Buffer; user: Buffer } {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);
  const ownerKey = createHash('md5').update(padded).digest().subarray(0, 5);
  const owner = rc4(ownerKey, padded);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(-4);
  const key = createHash('md5').update(padded).update(owner).update(permissions).update(id).digest();
  return { key: key.subarray(0, 5), owner, user: rc4(key.subarray(0, 5), padding) };
}

function keyOfObject(key: Buffer, number: number): Buffer {
  const name = Buffer.from([number & 255, (number >> 8) & 255, (number >> 16) & 255, 0, 0]);
  return createHash('md5').update(key).update(name).digest().subarray(0, 10);
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index & 255] ?? 0;
  const swap = (one: number, other: number) => {
    const kept = at(one);
    state[one & 255] = at(other);
    state[other & 255] = kept;
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j += at(i) + (key[i % key.length] ?? 0);
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return Buffer.from(
    data.map((byte) => {
      i += 1;
      j += at(i);
      swap(i, j);
      return byte ^ at(at(i) + at(j));
    }),
  );
}

const jpeg2000 = Buffer.from(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAQAAAAGAAAw8HAAAAAAAPY29scgEAAAAAABAAAAHRanAyY/9P/1EALwAAAAAAYAAAAEAAAAAAAAAAAAAAAGAAAABAAAAAAAAAAAAAAw8BAQ8BAQ8BAf9SAAwAAAABAQUEBAAB/1wAE0CAiIiQiIiQiIiQiIiQiIiQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAABSgAB/5PP/CgYCI4KERAH3/hQSAs7d+iGdAo9v/94sGAD+xwVVpuSixdQ61eAo/8CBAALO3fohnQKPaP/AgQADBa/9EM6BR6Aof8BoAOCX3WOp3EBEyRLV++h/0EDAADSV3WOp3EBEyRLb4Cg/2ACwFIqTArfc4LyBF58Mg+niwBxRxFGj6eg/2ADAFLmroVvucF5Ai8+GQfTxYA4o4ijR72hFoCgf4JQtzgqj/9O14AwjOJ5CR1YDCMy2pCK/HGEY1EjhcdjeaHsjZjKs6B/goC3IqpP/07XgDCM4nkJHVgMIzLakIr8cYRjUSOSbY1higEGoax8aADwgKA/kjDo02KoshPPN10AAAAGEgzMlhIS/ASALJj6VWu3hABVNcEvX6A/kcDo0gqkshPPN10AAAAGEgzMlhIS/pBRa9zymkMn/9k=',
  'base64',
);
/** Two black boxes, in the coding of fax machines (ITU-T T.6). */
const fax = Buffer.from('/8nBT/////JQB4Zf////////x/////////8f/4AIAIA=', 'base64');

const segment = (number: number, type: number, data: Buffer) => {
  const head = Buffer.alloc(11);
  head.writeUInt32BE(number, 0);
  head.writeUInt8(type, 4);
  head.writeUInt8(1, 6);
  head.writeUInt32BE(data.length, 7);
  return Buffer.concat([head, data]);
};
const numbers = (...all: number[]) => {
  const bytes = Buffer.alloc(all.length * 4);
  for (const [index, one] of all.entries()) bytes.writeUInt32BE(one, index * 4);
  return bytes;
};

/** As scanners write pages: each needs a decoder of its own. The left half of each is not of one colour. */
export const scannedImages = {
  fax: {
    width: 200,
    height: 64,
    entries:
      '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 200 /Rows 64 >>',
    data: fax,
  },
  jbig2: {
    width: 200,
    height: 64,
    entries: '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode',
    // ITU-T T.88: a page, and a generic region of it coded as above.
    data: Buffer.concat([
      segment(0, 48, Buffer.concat([numbers(200, 64, 0, 0), Buffer.from([0, 0, 0])])),
      segment(1, 38, Buffer.concat([numbers(200, 64, 0, 0), Buffer.from([0, 1]), fax])),
    ]),
  },
  jpeg2000: { width: 96, height: 64, entries: '/Filter /JPXDecode', data: jpeg2000 },
} as const satisfies Record<string, SampleImage>;

/** Bytes that cannot be made smaller: a picture of noise, so that a PDF has a certain size. */
export function noise(bytes: number): SampleImage {
  const width = 512;
  const height = Math.max(1, Math.floor(bytes / (width * 3)));
  const data = Buffer.alloc(width * height * 3);
  let state = 12_345;
  for (let index = 0; index < data.length; index++) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    data[index] = state >> 16;
  }
  return { width, height, entries: '/ColorSpace /DeviceRGB /BitsPerComponent 8', data };
}
