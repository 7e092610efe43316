import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { http } from '../node-http.ts';
import { UnknownEncoding } from './errors.ts';

/** Before the next address of a name is tried; the default of a quarter of a second is short for a slow line. */
const attemptMilliseconds = 2_500;

/**
 * Opens a TCP connection to the host of an address; to one of `addresses` where they are given, whatever the name says.
 * The signal destroys the socket, also later. Rejects with what the system says.
 */
export async function openSocket(
  url: URL,
  signal: AbortSignal,
  addresses?: readonly string[],
): Promise<Socket> {
  const socket = connectTcp({
    // Never looked up where the addresses are known.
    host: addresses === undefined ? literalHost(url.hostname) : 'checked.invalid',
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    ...(addresses !== undefined && {
      lookup(_name, _options, done) {
        done(
          null,
          addresses.map((address) => ({ address, family: isIP(address) })),
        );
      },
    }),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptMilliseconds,
  });
  return opened(socket, 'connect', signal);
}

/** Makes an open connection a TLS one with the host of an address. Rejects with what Node says of the other side. */
export async function startTls(
  socket: Socket,
  url: URL,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<Socket> {
  const host = literalHost(url.hostname);
  const secured = connectTls({
    socket,
    host,
    // Addresses are not sent as names (RFC 6066, 3).
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['http/1.1'],
    // Whatever the environment says: a key or a file goes to nobody who cannot prove who they are.
    rejectUnauthorized: true,
    secureContext,
  });
  return opened(secured, 'secureConnect', signal);
}

const literalHost = (hostname: string): string => hostname.replaceAll(/[[\]]/g, '');

async function opened(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<Socket> {
  const destroy = () => socket.destroy();
  signal.addEventListener('abort', destroy);
  socket.once('close', () => signal.removeEventListener('abort', destroy));
  // Whoever waits for the socket hears of a failure; nobody waiting is no fault.
  socket.on('error', () => {});
  if (signal.aborted) destroy();
  try {
    await once(socket, event, { signal });
    return socket;
  } catch (cause) {
    socket.destroy();
    throw cause;
  }
}

/** Of the status line and all header lines together. */
const maxHeadBytes = 16 * 1024;

/** The connection closed, or turned to another protocol, without an answer. */
export class ClosedUnanswered extends Error {
  readonly code = 'ECONNRESET';
  /** 101 where the other side would speak another protocol. */
  readonly status: number | null;

  constructor(status: number | null = null) {
    super('The connection closed without an answer.');
    this.status = status;
  }
}

/** One GET over an open connection; see `sendRequest`. */
export const sendGet = (
  socket: Socket,
  url: URL,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage> => sendRequest(socket, url, { method: 'GET', headers });

/**
 * Sends one request over an open connection, which ends with it, so that none is left over which another key would go out.
 * Rejects with what the connection or the parser says, or `ClosedUnanswered`; what goes wrong afterwards ends the
 * answer's body.
 */
export async function sendRequest(
  socket: Socket,
  url: URL,
  {
    method,
    headers,
    body,
  }: { method: 'GET' | 'POST'; headers: Readonly<Record<string, string>>; body?: string },
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let response: IncomingMessage | null = null;
  const request = http.request({
    createConnection: () => socket,
    method,
    path: `${url.pathname}${url.search}`,
    setHost: false,
    headers: {
      ...{ Host: url.host, 'User-Agent': 'Perito', ...headers },
      ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
    },
    maxHeaderSize: maxHeadBytes,
    insecureHTTPParser: false,
  });
  request.on('response', (begun) => {
    response = begun;
    resolve(begun);
  });
  request.on('upgrade', ({ statusCode = null }, upgraded) => {
    upgraded.destroy();
    reject(new ClosedUnanswered(statusCode));
  });
  request.on('error', (cause) => {
    response?.destroy(cause);
    reject(cause);
  });
  request.on('close', () => reject(new ClosedUnanswered()));
  request.end(body);
  try {
    return await promise;
  } catch (cause) {
    socket.destroy();
    throw cause;
  }
}

/**
 * The body of an answer, decompressed by its `Content-Encoding`. `onSent` is told after each piece how many bytes were
 * sent; what it throws ends the body. Throws `UnknownEncoding`, or what the connection or the decompressor says.
 */
export async function* bodyOf(
  response: IncomingMessage,
  onSent: (bytes: number) => void = () => {},
): AsyncGenerator<Buffer> {
  const sent = counted(response, onSent);
  const contentEncoding = response.headers['content-encoding'] ?? '';
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') {
    yield* sent;
    return;
  }
  const decompress = decompressors.get(encoding);
  if (decompress === undefined) throw new UnknownEncoding(contentEncoding);
  // The loop that reads meets the failure of either.
  yield* pipeline(Readable.from(sent), decompress(), () => {});
}

async function* counted(stream: Readable, onSent: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of stream) {
    const chunk: Buffer = piece;
    bytes += chunk.length;
    onSent(bytes);
    yield chunk;
  }
}

const decompressors: ReadonlyMap<string, () => ReturnType<typeof createGunzip>> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);
