import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** An answer in a content encoding that was not asked for; the message is its name as the answer has it. */
export class UnknownEncoding extends Error {}

/**
 * A body as it unfolds, by the answer's `Content-Encoding`; itself where that is none. A failure of either ends what is
 * read. Throws `UnknownEncoding`.
 */
export function decompressed(body: Readable, contentEncoding: string | undefined): Readable {
  const named = contentEncoding ?? '';
  if (isPlain(named)) return body;
  const decompress = decompressors.get(nameOf(named));
  if (decompress === undefined) throw new UnknownEncoding(named);
  // The loop that reads meets the failure of either.
  return pipeline(body, decompress(), () => {});
}

export const isPlain = (contentEncoding: string | undefined): boolean =>
  ['', 'identity'].includes(nameOf(contentEncoding ?? ''));

const nameOf = (contentEncoding: string) => contentEncoding.trim().toLowerCase();

const decompressors: ReadonlyMap<string, () => ReturnType<typeof createGunzip>> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Reads a body, decompressed, up to `limit` bytes; what is above is not read. Rejects where the connection fails. */
export async function readBody(
  response: IncomingMessage,
  limit: number,
): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decompressed(response, response.headers['content-encoding'])) {
    const bytes: Buffer = chunk;
    const room = limit - size;
    if (bytes.length > room) {
      chunks.push(bytes.subarray(0, room));
      return { bytes: Buffer.concat(chunks), isCut: true };
    }
    chunks.push(bytes);
    size += bytes.length;
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}
