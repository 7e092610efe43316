import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { decompressed, isPlain } from '../../outbound/index.ts';
import { FetchError } from '../guard/not-fetched.ts';

export interface BodyLimits {
  /** Of what is sent and of what it unfolds to. */
  maximumBytes: number;
  /** Told after each piece how many bytes were sent. */
  onBytes(bytes: number): void;
}

/** The body of an answer as it unfolds. Throws `FetchError`, `UnknownEncoding`, or what the connection says. */
export async function* bodyOf(response: IncomingMessage, limits: BodyLimits): AsyncGenerator<Buffer> {
  const size = sizeOf(response) ?? 0;
  if (size > limits.maximumBytes) throw new FetchError('tooLarge', String(size));
  checkTransfer(response);
  const encoding = response.headers['content-encoding'];
  const sent = counted(response, limits.maximumBytes, limits.onBytes);
  if (isPlain(encoding)) yield* sent;
  else yield* counted(decompressed(Readable.from(sent), encoding), limits.maximumBytes, () => {});
}

/** How many bytes the answer says it has. */
export function sizeOf({ headers }: IncomingMessage): number | null {
  const size = headers['content-length'];
  return size === undefined ? null : Number(size);
}

async function* counted(
  stream: Readable,
  maximumBytes: number,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of stream) {
    const chunk: Buffer = piece;
    bytes += chunk.length;
    if (bytes > maximumBytes) throw new FetchError('tooLarge');
    onBytes(bytes);
    yield chunk;
  }
}

/** Node unfolds chunks and nothing else; what else there is would be stored as it was sent. */
function checkTransfer({ headers }: IncomingMessage): void {
  const transfer = headers['transfer-encoding']?.trim().toLowerCase() ?? 'chunked';
  if (transfer !== 'chunked') throw new FetchError('encodingNotAllowed', transfer);
}
