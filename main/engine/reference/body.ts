import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** An answer in a content encoding that was not asked for. */
export class UnknownEncoding extends Error {}

/** Reads a body, decompressed, up to `limit` bytes; what is above is not read. Rejects where the connection fails. */
export async function readBody(
  response: IncomingMessage,
  limit: number,
): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decompressed(response)) {
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

function decompressed(response: IncomingMessage): Readable {
  const named = response.headers['content-encoding'] ?? '';
  const encoding = named.trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return response;
  const decompress = decompressors.get(encoding);
  if (decompress === undefined) throw new UnknownEncoding(named);
  // The loop that reads meets the failure of either.
  return pipeline(response, decompress(), () => {});
}

const decompressors: ReadonlyMap<string, () => ReturnType<typeof createGunzip>> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);
