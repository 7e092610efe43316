import type { ReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { rangeOf } from './byte-range.ts';

/** One request for a file, as either shell hears it. */
export interface FileRequest {
  method: string;
  url: URL;
  /** A header by its name in small letters. */
  header(name: string): string | null;
}

/** `headers` is complete; a stream that is not read to its end must be destroyed. */
export interface FileAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | ReadStream | null;
}

/** An open file, and how it is described to whoever reads it. */
export interface OpenFile {
  handle: FileHandle;
  bytes: number;
  /** Strong: changes with the bytes and with what is said of them. */
  etag: string;
  /** How it may be kept; sent with every answer. */
  caching: Record<string, string>;
  /** What it is; sent with its bytes. */
  described: Record<string, string>;
}

/** The file, a part of it, or that it has not changed (RFC 9110, 13 and 14); the handle is closed, or by the stream. */
export async function answerWithFile(file: OpenFile, request: FileRequest): Promise<FileAnswer> {
  const { handle, bytes, etag } = file;
  const kept = { ...file.caching, etag };
  const withoutBody = async (status: number, headers: Record<string, string>): Promise<FileAnswer> => {
    await handle.close();
    return { status, headers, body: null };
  };
  if (matches(request.header('if-none-match'), etag)) return withoutBody(304, kept);
  const isSame = (request.header('if-range') ?? etag) === etag;
  const range = request.method === 'GET' && isSame ? rangeOf(request.header('range'), bytes) : null;
  if (range === 'unsatisfiable') {
    return withoutBody(416, { ...kept, 'content-range': `bytes */${bytes}`, 'content-length': '0' });
  }
  const { first, last } = range ?? { first: 0, last: bytes - 1 };
  const headers = {
    ...kept,
    ...file.described,
    'accept-ranges': 'bytes',
    'content-length': String(last - first + 1),
    ...(range && { 'content-range': `bytes ${first}-${last}/${bytes}` }),
  };
  if (request.method === 'HEAD' || bytes === 0) return withoutBody(200, headers);
  const body = handle.createReadStream({ start: first, end: last, highWaterMark: chunkBytes });
  return { status: range ? 206 : 200, headers, body };
}

const chunkBytes = 256 * 1024;

/** By weak comparison (RFC 9110, 13.1.2). */
function matches(header: string | null, etag: string): boolean {
  const given = (header ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return given.includes(etag) || given.includes('*');
}
