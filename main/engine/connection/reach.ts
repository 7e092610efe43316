/** Calls this program at its public address, step by step, as somebody outside would. */
import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import {
  type ReachReason,
  type ReachStep,
  type ReachStepName,
  reachStepName,
} from '#shared/contract/reachability.ts';
import { apiKeyHeader } from '../keys/index.ts';
import { networkErrorCode, openSocket, startTls } from '../outbound/index.ts';
import {
  type CallerAddress,
  newOwnCallNonce,
  ownCallHeader,
  reachAnswer,
  reachPath,
} from '../receiver/index.ts';
import { scopeOf } from './addresses.ts';
import { type OwnAnswer, type OwnCall, sendCall } from './call.ts';

export interface ReachOptions {
  /** The only address that is called. */
  publicUrl: string;
  /** What a strict client trusts. */
  secureContext: () => Promise<SecureContext>;
  /** Has the receiver expect calls with this nonce; from where the last one came, null where none has. */
  expectOwnCall(nonce: string): Promise<CallerAddress | null>;
  /** A live key, `email:secret`; null where none can be read. */
  liveKey(): Promise<string | null>;
  /** For each step; tests set less. */
  stepMilliseconds?: number;
}

/** The public address, seen to lead here. */
export interface Reached {
  address: string;
  /** Calls it where it was reached, whatever its name says by now. */
  call(call: Omit<OwnCall, 'url'> & { path: string }): Promise<OwnAnswer & { url: string }>;
}

/** Why a step failed. */
class StepFailure extends Error {
  readonly reason: ReachReason;
  readonly detail: string;
  constructor(reason: ReachReason, detail = '') {
    super(reason);
    this.reason = reason;
    this.detail = detail;
  }
}

type Outcome = Partial<Pick<ReachStep, 'result' | 'reason' | 'detail'>>;

/**
 * Says of each step what came of it. What comes after one that failed is not tried, but for the proxy, which is looked at and
 * does not keep a call from arriving. Returns the way where the receiver answered, else the step that failed. A live key is
 * sent only to where the receiver was seen to answer.
 */
export async function* checkReach(options: ReachOptions): AsyncGenerator<ReachStep, Reached | ReachStep> {
  const way = new Way(options);
  let failed: ReachStep | null = null;
  for (const step of reachStepName.options) {
    if (failed !== null) {
      yield { step, result: 'notTried', reason: null, detail: '' };
      continue;
    }
    const tried: ReachStep = {
      ...{ step, result: 'ok', reason: null, detail: '' },
      ...(await way.try(step).catch(failureOf)),
    };
    if (tried.result === 'failed' && step !== 'proxy') failed = tried;
    yield tried;
  }
  return failed ?? way;
}

function failureOf(cause: unknown): Outcome {
  if (cause instanceof StepFailure) return { result: 'failed', reason: cause.reason, detail: cause.detail };
  return { result: 'failed', reason: 'noAnswer', detail: networkErrorCode(cause) };
}

const usualStepMilliseconds = 10_000;
const maxAddresses = 8;

class Way implements Reached {
  readonly #options: ReachOptions;
  readonly #url: URL;
  readonly #nonce = newOwnCallNonce();
  #addresses: readonly string[] = [];
  #refused: string | null = null;
  /** From where the receiver had the call; null where it had none. */
  #from: CallerAddress | null = null;
  address = '';

  constructor(options: ReachOptions) {
    this.#options = options;
    this.#url = new URL(options.publicUrl);
  }

  try(step: ReachStepName): Promise<Outcome> {
    return this[step]();
  }

  async call({ path, ...call }: Parameters<Reached['call']>[0]) {
    const url = new URL(`${this.#url.origin}${this.#url.pathname.replace(/\/+$/, '')}${path}`);
    const headers = { ...call.headers, [ownCallHeader]: this.#nonce };
    const answer = await this.#within(async (signal) =>
      sendCall(await this.#open(signal), { ...call, url, headers }),
    );
    return { ...answer, url: url.href };
  }

  async name(): Promise<Outcome> {
    const host = this.#url.hostname.replaceAll(/[[\]]/g, '');
    this.#addresses = isIP(host) === 0 ? await this.#lookUp(host) : [host];
    const isInside = this.#addresses.every((address) => scopeOf(address) !== 'public');
    return { reason: isInside ? 'onlyInside' : null, detail: this.#addresses.join(', ') };
  }

  async #lookUp(host: string): Promise<string[]> {
    try {
      const found = await this.#within(() => lookup(host, { all: true }));
      return [...new Set(found.map(({ address }) => address))].slice(0, maxAddresses);
    } catch (cause) {
      const code = networkErrorCode(cause);
      throw new StepFailure(code === 'ENOTFOUND' ? 'nameUnknown' : 'nameNotAnswered', code);
    }
  }

  /** One that refuses a connection is there: the way leads to it. */
  async route(): Promise<Outcome> {
    try {
      const socket = await this.#within((signal) => openSocket(this.#url, signal, this.#addresses));
      this.address = socket.remoteAddress ?? '';
      socket.destroy();
    } catch (cause) {
      const code = networkErrorCode(cause);
      if (code !== 'ECONNREFUSED' && code !== 'ECONNRESET')
        throw new StepFailure(
          cause instanceof TimedOut || code === 'ETIMEDOUT' ? 'timedOut' : 'unreachable',
          code,
        );
      this.#refused = code;
    }
    return { detail: this.address || this.#addresses.join(', ') };
  }

  async port(): Promise<Outcome> {
    const port = this.#url.port || (this.#url.protocol === 'https:' ? '443' : '80');
    if (this.#refused !== null) throw new StepFailure('refused', port);
    return { detail: port };
  }

  async certificate(): Promise<Outcome> {
    if (this.#url.protocol === 'http:') return { result: 'notTried', reason: 'plainHttp' };
    try {
      const socket = await this.#within((signal) => this.#open(signal));
      const until = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : '';
      socket.destroy();
      return { detail: until };
    } catch (cause) {
      const code = networkErrorCode(cause);
      throw new StepFailure(certificateReasons[code] ?? (isNotTls(code) ? 'notTls' : 'tlsFailed'), code);
    }
  }

  async nonce(): Promise<Outcome> {
    await this.#options.expectOwnCall(this.#nonce);
    const { status, body, headers } = await this.call({
      ...{ method: 'GET', path: `${reachPath}${this.#nonce}`, headers: {}, body: null },
    });
    const isAnswer = status === 200 && body === reachAnswer;
    if (isAnswer) this.#from = await this.#options.expectOwnCall(this.#nonce);
    // Anybody can answer so, and would be sent the key next: the receiver has to have had the call.
    if (this.#from !== null) return {};
    const said = [`HTTP ${status}`, headers.find(({ name }) => name.toLowerCase() === 'server')?.value ?? ''];
    const detail = said
      .filter((text) => text !== '')
      .join(', ')
      .slice(0, 200);
    if (status >= 300 && status < 400) throw new StepFailure('redirected', detail);
    throw new StepFailure(status >= 502 && status <= 504 ? 'proxyWithoutPerito' : 'otherProgram', detail);
  }

  async proxy(): Promise<Outcome> {
    const from = this.#from;
    if (from === null) throw new StepFailure('otherProgram');
    if (from.isClaimed) throw new StepFailure('proxyNotTrusted', from.address);
    if (from.proxy === null) return { detail: from.address };
    return from.proxy === from.address
      ? { reason: 'proxySaysNothing', detail: from.proxy }
      : { detail: `${from.address}, ${from.proxy}` };
  }

  /** By what everybody with a key may read, and nothing is noted of. */
  async key(): Promise<Outcome> {
    const wrong = await this.#readWith(`nobody@perito.invalid:${randomBytes(12).toString('hex')}`);
    if (wrong === 503) throw new StepFailure('noKey');
    if (wrong !== 401 && wrong !== 429) throw new StepFailure('keyNotPassed', `HTTP ${wrong}`);
    const key = await this.#options.liveKey();
    if (key === null) return { result: 'notTried', reason: 'keyNotHere' };
    const status = await this.#readWith(key);
    if (status !== 200) throw new StepFailure('keyNotPassed', `HTTP ${status}`);
    return {};
  }

  async #readWith(key: string): Promise<number> {
    const call = { method: 'GET', path: '/openapi.json', headers: apiKeyHeader(key), body: null } as const;
    return (await this.call(call)).status;
  }

  async #open(signal: AbortSignal): Promise<Socket> {
    const socket = await openSocket(this.#url, signal, [this.address]);
    if (this.#url.protocol === 'http:') return socket;
    return startTls(socket, this.#url, await this.#options.secureContext(), signal);
  }

  async #within<Value>(act: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const over = new AbortController();
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(new TimedOut());
      over.abort();
    }, this.#options.stepMilliseconds ?? usualStepMilliseconds);
    try {
      return await Promise.race([act(over.signal), promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}

class TimedOut extends Error {
  readonly code = 'ETIMEDOUT';
}

/** Node.js, "X509 certificate error codes". */
const certificateReasons: Readonly<Record<string, ReachReason>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'notYetValid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrongHost',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'selfSigned',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknownAuthority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknownAuthority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'chainIncomplete',
};

const isNotTls = (code: string) =>
  /WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST|ECONNRESET|EPROTO/.test(code);
