/** One call of this program to itself, over a connection that is open. */
import type { Socket } from 'node:net';
import { http } from '../node-http.ts';
import { ClosedUnanswered } from '../outbound/index.ts';

export interface OwnCall {
  method: 'GET' | 'POST';
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

export interface OwnAnswer {
  status: number;
  headers: { name: string; value: string }[];
  /** The first 16 KiB. */
  body: string;
  isCut: boolean;
  milliseconds: number;
}

const maxBodyBytes = 16 * 1024;
const maxHeadBytes = 16 * 1024;

/** Sends a call and reads what comes back, as far as its bounds go; the connection ends with it. Redirects are not followed. */
export async function sendCall(socket: Socket, call: OwnCall): Promise<OwnAnswer> {
  const begun = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<OwnAnswer>();
  const request = http.request({
    createConnection: () => socket,
    method: call.method,
    path: `${call.url.pathname}${call.url.search}`,
    setHost: false,
    headers: {
      Host: call.url.host,
      'User-Agent': 'Perito',
      ...call.headers,
      ...(call.body !== null && {
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(call.body)),
      }),
    },
    maxHeaderSize: maxHeadBytes,
  });
  request.on('response', (response) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const end = () => {
      const headers: OwnAnswer['headers'] = [];
      for (let index = 0; index < response.rawHeaders.length; index += 2)
        headers.push({ name: response.rawHeaders[index] ?? '', value: response.rawHeaders[index + 1] ?? '' });
      resolve({
        ...{ status: response.statusCode ?? 0, headers, isCut: bytes > maxBodyBytes },
        body: Buffer.concat(pieces).subarray(0, maxBodyBytes).toString('utf8'),
        milliseconds: performance.now() - begun,
      });
    };
    response.on('data', (piece: Buffer) => {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes <= maxBodyBytes) return;
      end();
      response.destroy();
    });
    response.on('end', end).on('error', reject);
  });
  request.on('error', reject).on('close', () => reject(new ClosedUnanswered()));
  request.end(call.body ?? undefined);
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}
