import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { FileFailure } from './failure.ts';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
export type FileKind = { kind: 'xlsx' } | { kind: 'csv'; encoding: TextEncoding };

const topBytes = 4096;

/** What a file is, by its content and never by its name. Throws a `FileFailure` where it is neither. */
export async function sniff(path: string): Promise<FileKind> {
  const top = await readTop(path);
  const begins = (...bytes: number[]) => bytes.every((byte, index) => top[index] === byte);
  if (top.length === 0) throw new FileFailure('emptyFile');
  if (begins(0x50, 0x4b, 0x03, 0x04)) return { kind: 'xlsx' };
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) throw new FileFailure('oldExcel');
  if (begins(0xff, 0xfe)) return { kind: 'csv', encoding: 'utf-16le' };
  if (begins(0xfe, 0xff)) return { kind: 'csv', encoding: 'utf-16be' };
  const zeros = zerosIn(top);
  if (zeros.odd > top.length / 4) return { kind: 'csv', encoding: 'utf-16le' };
  if (zeros.even > top.length / 4) return { kind: 'csv', encoding: 'utf-16be' };
  if (zeros.odd + zeros.even > 0) throw new FileFailure('neitherCsvNorExcel');
  return { kind: 'csv', encoding: (await isUtf8(path)) ? 'utf-8' : 'windows-1252' };
}

async function readTop(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(topBytes), 0, topBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function zerosIn(bytes: Buffer): { even: number; odd: number } {
  const zeros = { even: 0, odd: 0 };
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2 === 0 ? 'even' : 'odd'] += 1;
  return zeros;
}

/** Looks at the whole file: the first accent of an office's export may stand at its end. */
async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return true;
  } catch (failure) {
    if (failure instanceof TypeError) return false;
    throw failure;
  }
}
