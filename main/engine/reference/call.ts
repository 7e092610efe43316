import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import type { Clock } from '../clock.ts';
import type { TlsContext } from '../outbound/index.ts';
import { readBody } from './body.ts';
import { type CallFailure, failureOf } from './failure.ts';

export interface CallLimits {
  /** From dialling to the last byte of the answer. */
  milliseconds: number;
  /** Of the answer's body, after decompression. */
  bytes: number;
}

export const defaultLimits: CallLimits = { milliseconds: 15_000, bytes: 2 * 1024 * 1024 };

export interface PlatformCall {
  url: URL;
  /** `email:secret`; goes out as the header of the interface, "Authentication", to this address only. */
  key: string;
  clock: Clock;
  trust: TlsContext;
  limits: CallLimits;
  /** Ends the call; the answer is then of no interest. */
  signal: AbortSignal;
}

/** What came back, whatever its status; a redirect is not followed. */
export interface PlatformAnswer {
  status: number;
  contentType: string | null;
  location: string | null;
  body: Buffer;
  /** Whether the body went on beyond the limit; what is above it was not read. */
  isCut: boolean;
}

/** One GET with the key. Never rejects; nothing of the connection is kept. */
export async function callPlatform(call: PlatformCall): Promise<PlatformAnswer | CallFailure> {
  const limit = new AbortController();
  const cancelLimit = call.clock.after(call.limits.milliseconds, () => limit.abort());
  let response: IncomingMessage | null = null;
  try {
    response = await send(call, AbortSignal.any([call.signal, limit.signal]));
    const { bytes, isCut } = await readBody(response, call.limits.bytes);
    const { headers, statusCode = 0 } = response;
    return {
      status: statusCode,
      contentType: headers['content-type'] ?? null,
      location: headers.location ?? null,
      body: bytes,
      isCut,
    };
  } catch (cause) {
    return failureOf(cause, { isOverTime: limit.signal.aborted, status: response?.statusCode ?? null });
  } finally {
    cancelLimit();
    response?.destroy();
  }
}

class ClosedUnanswered extends Error {
  readonly code = 'ECONNRESET';
}

async function send({ url, key, trust }: PlatformCall, signal: AbortSignal): Promise<IncomingMessage> {
  const secureContext = url.protocol === 'https:' ? await trust() : null;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = {
    signal,
    headers: {
      'X-API-KEY': Buffer.from(key, 'utf8').toString('base64'),
      // A problem comes as a document of its own (interface, "Errors").
      Accept: 'application/json, text/json, text/plain, application/problem+json',
      'Accept-Encoding': 'gzip, br',
      'User-Agent': 'Perito',
    },
  };
  // A connection of its own: none is left open with which a later key would go out.
  const request: ClientRequest =
    secureContext === null
      ? httpRequest(url, { ...options, agent: false }, resolve)
      : // Whatever the environment says, the key goes to nobody who cannot prove who they are.
        httpsRequest(
          url,
          { ...options, agent: new Agent({ secureContext, rejectUnauthorized: true }) },
          resolve,
        );
  request.on('error', reject);
  // A connection that turns to another protocol closes without an answer and without an error.
  request.on('close', () => reject(new ClosedUnanswered()));
  request.end();
  return promise;
}
