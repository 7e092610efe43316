/** The `fetch` by which `openid-client` calls the provider: through Perito's own outgoing client, bounded, and following nothing. */
import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { CustomFetch } from 'openid-client';
import { isLoopbackHost, type OpenIdProblem } from '#shared/contract/open-id.ts';
import {
  bodyOf,
  classifyNetworkError,
  networkErrorCode,
  openSocket,
  sendRequest,
  startTls,
} from '../outbound/index.ts';

/** Of one answer; the largest, a set of keys, has some twenty kilobytes. */
const maxBytes = 256 * 1024;
/** From dialling to the last byte of an answer. */
const maxMilliseconds = 8_000;

/** There is no answer, or none that is read. */
export class NoAnswer extends Error {
  readonly problem: OpenIdProblem;
  constructor(code: OpenIdProblem['code'], detail: string | null = null) {
    super(code);
    this.name = 'NoAnswer';
    this.problem = { code, detail };
  }
}

/** Whether a provider may be spoken to at this address, by Perito or a browser. */
export const isSecureAddress = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));

/** Rejects with a `NoAnswer`. `trust` is the TLS context of outgoing connections; `closing` ends what is under way. */
export function providerFetch(trust: () => Promise<SecureContext>, closing: AbortSignal): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    if (!isSecureAddress(url)) throw new NoAnswer('insecure', url.origin);
    if (method !== 'GET' && method !== 'POST')
      throw new TypeError(`A provider is not called with ${method}.`);
    const limit = AbortSignal.timeout(maxMilliseconds);
    const ends = AbortSignal.any([limit, closing, ...(signal ? [signal] : [])]);
    const isText = body instanceof URLSearchParams || typeof body === 'string';
    try {
      return await answerOf(await connected(url, trust, ends), url, {
        ...{ method, headers: { ...headers, 'accept-encoding': 'identity' } },
        ...(isText && { body: String(body) }),
      });
    } catch (cause) {
      if (cause instanceof NoAnswer) throw cause;
      throw limit.aborted ? new NoAnswer('timeout') : noAnswerBy(cause);
    }
  };
}

async function connected(url: URL, trust: () => Promise<SecureContext>, ends: AbortSignal): Promise<Socket> {
  const secureContext = url.protocol === 'https:' ? await trust() : null;
  const socket = await openSocket(url, ends);
  return secureContext === null ? socket : startTls(socket, url, secureContext, ends);
}

async function answerOf(
  connection: Socket,
  url: URL,
  request: Parameters<typeof sendRequest>[2],
): Promise<Response> {
  const answer = await sendRequest(connection, url, request);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of bodyOf(answer)) {
      length += chunk.length;
      if (length > maxBytes) throw new NoAnswer('tooLarge');
      chunks.push(chunk);
    }
  } finally {
    answer.destroy();
  }
  const status = answer.statusCode ?? 0;
  const type = answer.headers['content-type'];
  return new Response(hasNoBody(status) ? null : Buffer.concat(chunks), {
    // What is no answer to a request is none that `Response` can hold.
    status: status < 200 || status > 599 ? 502 : status,
    headers: type === undefined ? {} : { 'content-type': type },
  });
}

function noAnswerBy(cause: unknown): NoAnswer {
  const kind = classifyNetworkError(cause);
  const isNoHttp = kind === 'notHttp' || kind === 'headerOverflow';
  const code = kind === 'tls' ? 'tls' : isNoHttp ? 'notOpenId' : 'unreachable';
  return new NoAnswer(code, networkErrorCode(cause).slice(0, 200));
}

/** As Fetch, "null body status", has them. */
const hasNoBody = (status: number): boolean => status === 204 || status === 205 || status === 304;
