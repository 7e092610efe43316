/** Parts of files, put together by hand: as cameras do it, and as nobody should. */
import { crc32, deflateSync } from 'node:zlib';

const text = (value: string) => Buffer.from(value, 'latin1');

/** Right behind the start mark of a JPEG. */
export function withSegment(jpeg: Buffer, mark: number, body: Buffer | string): Buffer {
  const bytes = typeof body === 'string' ? text(body) : body;
  const head = Buffer.from([0xff, mark, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, bytes, jpeg.subarray(2)]);
}

export const withComment = (jpeg: Buffer, words: string) => withSegment(jpeg, 0xfe, words);
export const withExif = (jpeg: Buffer, block: Buffer) =>
  withSegment(jpeg, 0xe1, Buffer.concat([text('Exif\0\0'), block]));

export function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([text(type), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** Right behind the head of a PNG. */
export function withChunk(png: Buffer, type: string, body: Buffer | string): Buffer {
  const bytes = typeof body === 'string' ? text(body) : body;
  return Buffer.concat([png.subarray(0, 33), chunk(type, bytes), png.subarray(33)]);
}

export const pngHead = text('\x89PNG\r\n\x1a\n');
export const pngEnd = chunk('IEND', Buffer.alloc(0));

/** `IHDR` of this size; colour types as the format numbers them. */
export function pngSize(width: number, height: number, depth = 8, colourType = 2): Buffer {
  const body = Buffer.alloc(13);
  body.writeUInt32BE(width, 0);
  body.writeUInt32BE(height, 4);
  body.set([depth, colourType], 8);
  return chunk('IHDR', body);
}

/** A PNG of rows that are given as they are, each behind a filter byte of none. */
export function pngOf(size: Buffer, rows: Buffer[], between: Buffer[] = []): Buffer {
  const data = deflateSync(Buffer.concat(rows.flatMap((row) => [Buffer.from([0]), row])));
  return Buffer.concat([pngHead, size, ...between, chunk('IDAT', data), pngEnd]);
}

/** A chunk of a RIFF behind those that are there, its length put right. */
export function withRiffChunk(webp: Buffer, type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(body.length, 4);
  const all = Buffer.concat([webp, head, body, Buffer.alloc(body.length % 2)]);
  all.writeUInt32LE(all.length - 8, 4);
  return all;
}

/** The extended head of a WebP, as a file with EXIF has it. */
export function extendedWebp(simple: Buffer, width: number, height: number): Buffer {
  const head = Buffer.alloc(18);
  head.write('VP8X', 'latin1');
  head.writeUInt32LE(10, 4);
  head[8] = 0x08;
  head.writeUIntLE(width - 1, 12, 3);
  head.writeUIntLE(height - 1, 15, 3);
  const all = Buffer.concat([simple.subarray(0, 12), head, simple.subarray(12)]);
  all.writeUInt32LE(all.length - 8, 4);
  return all;
}

/** An archive of one stored file. */
export function zipOf(name: string, content: string, before = 0): Buffer {
  const local = Buffer.alloc(30);
  local.write('PK\x03\x04', 'latin1');
  local.writeUInt16LE(20, 4);
  local.writeUInt32LE(crc32(content), 14);
  local.writeUInt32LE(content.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.write('PK\x01\x02', 'latin1');
  central.writeUInt16LE(20, 6);
  local.copy(central, 16, 14, 28);
  central.writeUInt32LE(before, 42);
  const directory = Buffer.concat([central, text(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(before + 30 + name.length + content.length, 16);
  return Buffer.concat([local, text(name), text(content), directory, end]);
}

export function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** A Windows program, as far as its two headers. */
export function windowsProgram(): Buffer {
  const bytes = Buffer.alloc(256);
  bytes.write('MZ', 'latin1');
  bytes.writeUInt32LE(128, 60);
  bytes.write('PE\0\0', 128, 'latin1');
  return bytes;
}

export const unixProgram = () => Buffer.concat([text('\x7fELF\x02\x01\x01'), Buffer.alloc(57)]);

export const pdf = (extra = '') =>
  text(
    `%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${extra} >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\ntrailer\n<< /Root 1 0 R /Size 3 >>\n%%EOF\n`,
  );
