import type { IncomingMessage } from 'node:http';
import { decompressed } from '../outbound/index.ts';

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
