/** Requests to one office: over TLS that is looked at before anything is sent, with answers that are bounded and lead nowhere else. */

import { type IncomingMessage, request as requestPlain } from 'node:http';
import { Agent, request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import { type Readable, Transform } from 'node:stream';
import { connect, type TLSSocket } from 'node:tls';
import type { OfficeTrouble } from '#shared/contract/office.ts';
import { signInHeader } from '#shared/contract/people.ts';
import { contractHeader, contractVersion } from '#shared/contract/version.ts';
import type { TlsContext } from '../engine/trusted-authorities.ts';
import { type KnownCertificate, type Shown, shownBy, troubleWith } from './certificate.ts';

/** Why a request was not answered, in the form in which the program tells it. */
export class OfficeFault extends Error {
  readonly trouble: OfficeTrouble;
  constructor(trouble: OfficeTrouble, cause?: unknown) {
    super(`The office is not to be had: ${trouble.code}.`, { cause });
    this.name = 'OfficeFault';
    this.trouble = trouble;
  }
}

/** Of the status line and all header lines together. */
const maxHeadBytes = 16 * 1024;
const connectMs = 10_000;
/** Some answers are worked out first. */
const answerMs = 120_000;
/** The office says something every five seconds while a stream is open. */
const silentMs = 20_000;

interface RequestOptions {
  method: 'GET' | 'HEAD' | 'POST';
  /** Below the office's address, with its query. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | undefined;
  /** The token of a sign-in; in no message and no log. */
  signIn?: string | null;
  signal?: AbortSignal | undefined;
  /** Within so long the answer has to begin. */
  limitMs?: number;
}

export interface OfficeRequests {
  /**
   * An answer of the office, whatever its status, but none that leads elsewhere, and none of a Perito that does not understand this
   * one. Rejects with an `OfficeFault`. A body that falls silent is destroyed.
   */
  send(options: RequestOptions): Promise<IncomingMessage>;
  close(): void;
}

interface OfficeRequestsOptions {
  origin: string;
  tlsContext: TlsContext;
  known(): KnownCertificate;
  /** Told of the certificate of each connection that is taken. */
  onTaken(shown: Shown): void;
  userAgent: string;
}

export function officeRequests(options: OfficeRequestsOptions): OfficeRequests {
  const { origin, userAgent } = options;
  const url = new URL(origin);
  const agent = url.protocol === 'https:' ? new CheckedAgent(options) : undefined;
  return {
    async send({ method, path, headers = {}, body, signIn = null, signal, limitMs = answerMs }) {
      const sent = {
        ...headers,
        'user-agent': userAgent,
        // Nothing is unpacked that the office packed: a small answer stays small.
        'accept-encoding': 'identity',
        ...(signIn !== null && { [signInHeader]: signIn }),
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      };
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const to = { method, headers: sent, agent, maxHeaderSize: maxHeadBytes, ...(signal && { signal }) };
      const address = new URL(path, origin);
      if (address.origin !== url.origin) throw new TypeError('This leads elsewhere.');
      const begun = agent === undefined ? requestPlain(address, to) : requestSecure(address, to);
      const limit = setTimeout(() => begun.destroy(new TookTooLong()), limitMs);
      begun.on('response', (answer) => {
        clearTimeout(limit);
        resolve(answer);
      });
      begun.on('upgrade', (answer, socket) => {
        socket.destroy();
        resolve(answer);
      });
      begun.on('error', reject);
      begun.on('close', () => {
        clearTimeout(limit);
        reject(new TookTooLong());
      });
      begun.end(body);
      try {
        const answer = await promise;
        const trouble = troubleOf(answer);
        if (trouble === null) return answer;
        answer.destroy();
        throw new OfficeFault(trouble);
      } catch (cause) {
        if (cause instanceof OfficeFault) throw cause;
        throw new OfficeFault({ code: 'unreachable', detail: detailOf(cause) }, cause);
      }
    },
    close: () => agent?.destroy(),
  };
}

class TookTooLong extends Error {
  readonly code = 'ETIMEDOUT';
}

function detailOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return /^[\w-]{1,80}$/.test(code) ? code : '';
}

/** What an answer says of whoever gave it; null where that is an office that understands this program. */
function troubleOf({ statusCode = 0, headers }: IncomingMessage): OfficeTrouble | null {
  if (statusCode === 421) return { code: 'otherName' };
  const told = Number(headers[contractHeader]);
  const isElsewhere = statusCode < 200 || (statusCode >= 300 && statusCode !== 304 && statusCode < 400);
  if (isElsewhere || !Number.isSafeInteger(told) || told < 1)
    return { code: 'notPerito', status: statusCode };
  if (told === contractVersion) return null;
  return { code: told < contractVersion ? 'officeOlder' : 'officeNewer' };
}

/** Connections whose certificate was looked at before anything is sent on them; none is taken up from an earlier session. */
class CheckedAgent extends Agent {
  readonly #options: OfficeRequestsOptions;
  #isDestroyed = false;

  constructor(options: OfficeRequestsOptions) {
    super({ keepAlive: true, keepAliveMsecs: 1000, maxSockets: 32, maxCachedSessions: 0, timeout: answerMs });
    this.#options = options;
  }

  override createConnection(
    _options: unknown,
    callback?: (failure: Error | null, socket: TLSSocket) => void,
  ): undefined {
    this.#open().then(
      (socket) => callback?.(null, socket),
      // Node's types ask for a socket also where there is none.
      (failure: Error) => Reflect.apply(callback ?? (() => {}), undefined, [failure]),
    );
  }

  /** What is being connected then is closed once it is. */
  override destroy(): void {
    this.#isDestroyed = true;
    super.destroy();
  }

  async #open(): Promise<TLSSocket> {
    const { origin, tlsContext, known, onTaken } = this.#options;
    const url = new URL(origin);
    const host = url.hostname.replaceAll(/[[\]]/g, '');
    const socket = connect({
      host,
      port: Number(url.port || 443),
      // Addresses are not sent as names (RFC 6066, 3).
      ...(isIP(host) === 0 && { servername: host }),
      ALPNProtocols: ['http/1.1'],
      secureContext: await tlsContext(),
      // It is looked at below, before anything is sent.
      rejectUnauthorized: false,
    });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const limit = setTimeout(() => reject(new TookTooLong()), connectMs);
    socket.once('secureConnect', resolve);
    socket.on('error', reject);
    socket.once('close', () => reject(new TookTooLong()));
    try {
      await promise;
      const shown = shownBy(socket);
      if (shown === null) throw new OfficeFault({ code: 'notPerito', status: 0 });
      const trouble = troubleWith(shown, known());
      if (trouble !== null) throw new OfficeFault(trouble);
      if (this.#isDestroyed) throw new TookTooLong();
      socket.setKeepAlive(true, 10_000);
      onTaken(shown);
      return socket;
    } catch (cause) {
      socket.destroy();
      throw cause;
    } finally {
      clearTimeout(limit);
    }
  }
}

class AnswerTooLong extends Error {}

/** A body that is destroyed where `isTooLong` says so of its next bytes, or where it falls silent; for whoever reads at once. */
export function boundedBody(answer: IncomingMessage, isTooLong: (bytes: Buffer) => boolean): Readable {
  const timer = setTimeout(() => answer.destroy(new TookTooLong()), silentMs);
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      timer.refresh();
      if (isTooLong(chunk)) done(new AnswerTooLong('The answer is too long.'));
      else done(null, chunk);
    },
  });
  answer.on('error', (cause) => bounded.destroy(cause));
  answer.on('aborted', () => bounded.destroy(new TookTooLong()));
  bounded.on('close', () => {
    clearTimeout(timer);
    answer.destroy();
  });
  return answer.pipe(bounded);
}

/** Bytes in all. */
export function longerThan(limit: number): (bytes: Buffer) => boolean {
  let all = 0;
  return ({ length }) => {
    all += length;
    return all > limit;
  };
}

/** Bytes between two empty lines, which end an event of a stream. */
export function eventLongerThan(limit: number): (bytes: Buffer) => boolean {
  let since = 0;
  return (bytes) => {
    const end = bytes.lastIndexOf('\n\n');
    since = end < 0 ? since + bytes.length : bytes.length - end;
    return since > limit;
  };
}
