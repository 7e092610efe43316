import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { FetchError } from '../guard/not-fetched.ts';

/** Of the status line and all header lines together. */
const maximumHeadBytes = 16 * 1024;

/**
 * One GET over an open connection, which ends with it. Rejects with what the connection or the parser says; what goes
 * wrong afterwards ends the answer's body.
 */
export async function ask(socket: Socket, url: URL, key: string | null): Promise<IncomingMessage> {
  try {
    return await answerOf(socket, url, key);
  } catch (cause) {
    socket.destroy();
    throw cause;
  }
}

function answerOf(socket: Socket, url: URL, key: string | null): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let response: IncomingMessage | null = null;
  const request = httpRequest({
    createConnection: () => socket,
    method: 'GET',
    path: `${url.pathname}${url.search}`,
    setHost: false,
    headers: {
      Host: url.host,
      Accept: '*/*',
      'Accept-Encoding': 'identity',
      'User-Agent': 'Perito',
      ...(key !== null && { 'X-API-KEY': key }),
    },
    maxHeaderSize: maximumHeadBytes,
    insecureHTTPParser: false,
  });
  request.on('response', (begun) => {
    response = begun;
    resolve(begun);
  });
  request.on('upgrade', ({ statusCode }, upgraded) => {
    upgraded.destroy();
    reject(new FetchError('httpStatus', String(statusCode)));
  });
  request.on('error', (cause) => {
    response?.destroy(cause);
    reject(cause);
  });
  request.on('close', () => reject(new FetchError('closedEarly')));
  request.end();
  return promise;
}
