/** Authenticates a call by its `X-API-KEY` header, before its body is read. */
import { networkInterfaces } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { isLoopbackAddress, plainAddress, sourceOf } from '../addresses.ts';
import type { CallerAddress } from '../caller-address.ts';
import type { Clock } from '../clock.ts';
import { hasKeyForm } from '../keys/index.ts';
import type { FailureThrottle, ReceiverContext, ReceiverLimits } from './context.ts';
import { httpRuleProblem } from './http-rules.ts';
import { ownCallHeader, reachPath } from './own-calls.ts';
import { endpointOf } from './paths.ts';
import { notStoring, ProblemError, retryAfter, stopping } from './problems.ts';

/**
 * Authenticates a call, or answers why it is refused. One that breaks a rule of HTTP is refused for that whoever sends it;
 * with a valid key its body is read first, so that it can be stored with its rejection.
 */
export function authenticateRequest(context: ReceiverContext, request: FastifyRequest): ProblemError | null {
  const problem = authenticate(context, request);
  const broken = httpRuleProblem(request.raw);
  if (broken === null || problem?.code === 'too-many-failures') return problem;
  if (problem !== null) return broken;
  request.problem = broken;
  return null;
}

function authenticate(context: ReceiverContext, request: FastifyRequest): ProblemError | null {
  const { services, counts, throttle } = context;
  if (context.isStopping()) return stopping();
  if (!services.keys.configured()) {
    return noKeyConfigured();
  }
  const presented = readApiKeyHeader(request.raw.rawHeaders);
  const key = presented === null ? null : services.keys.authenticate(presented);
  const from = callerOf(context, request);
  request.isOwn = isOwnCall(context, request);
  if (!request.isOwn) noteOutside(context, request, from, key !== null);
  if (key === null) {
    if (!request.isOwn) {
      counts.unauthenticated += 1;
      counts.lastUnauthenticatedAt = services.clock.now();
    }
    const wait = throttle.countFailure(from.address);
    return wait === null ? notAuthenticated(presented) : tooManyFailures(wait);
  }
  request.caller = key;
  if (!request.isOwn) {
    counts.calls += 1;
    counts.lastCallAt = services.clock.now();
  }
  const unavailable = services.storageUnavailable();
  return unavailable === null ? null : notStoring(unavailable.retryAfterSeconds);
}

/**
 * Whether a call is one of this program's own that asks whether it arrives; its nonce proves it, in place of a key. Answers why
 * it is refused where it has none.
 */
export function checkReachCall(context: ReceiverContext, request: FastifyRequest): boolean | ProblemError {
  const { originalUrl: url } = request;
  if (!url.startsWith(reachPath)) return false;
  const from = callerOf(context, request);
  const nonce = url.slice(reachPath.length);
  if (request.method === 'GET' && context.ownCalls.knows(nonce)) {
    context.ownCalls.note(nonce, from);
    return true;
  }
  const wait = context.throttle.countFailure(from.address);
  return wait === null
    ? new ProblemError('unknown-path', 'The interface has nothing at this path.')
    : tooManyFailures(wait);
}

function callerOf({ services }: ReceiverContext, { raw }: FastifyRequest): CallerAddress {
  const forwardedFor = raw.headers['x-forwarded-for'];
  return services.findCaller(
    raw.socket.remoteAddress ?? '',
    [forwardedFor ?? []].flat().join(',') || undefined,
  );
}

function isOwnCall({ ownCalls }: ReceiverContext, { raw }: FastifyRequest): boolean {
  const nonce = raw.headers[ownCallHeader];
  return typeof nonce === 'string' && ownCalls.knows(nonce);
}

/** Whoever calls from this computer itself shows nothing of whether others can. */
function noteOutside(
  { services, counts }: ReceiverContext,
  { raw, routeOptions }: FastifyRequest,
  { address, proxy }: CallerAddress,
  isAuthenticated: boolean,
): void {
  if (address === plainAddress(raw.socket.localAddress ?? '') || isOwnAddress(address, services.clock.now()))
    return;
  counts.lastOutside = {
    ...{ at: services.clock.now(), address, proxy, isAuthenticated },
    endpoint: endpointOf(routeOptions.url ?? ''),
  };
}

const ownAddressMilliseconds = 10_000;
let own: { addresses: ReadonlySet<string>; until: number } = { addresses: new Set(), until: 0 };

/** Addresses of a computer change seldom, and calls come by the thousand. */
function isOwnAddress(address: string, now: number): boolean {
  if (isLoopbackAddress(address)) return true;
  if (now >= own.until || own.until > now + ownAddressMilliseconds) {
    const found = Object.values(networkInterfaces()).flatMap((each = []) =>
      each.map(({ address }) => address),
    );
    own = { addresses: new Set(found.map(plainAddress)), until: now + ownAddressMilliseconds };
  }
  return own.addresses.has(address);
}

/**
 * The value of the one `X-API-KEY` header among the raw headers. Null where there is none; also where there
 * are two, or two values joined by a comma, since one of them might be meant for somebody else.
 */
export function readApiKeyHeader(rawHeaders: readonly string[]): string | null {
  let found: string | null = null;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== 'x-api-key') continue;
    if (found !== null) return null;
    found = rawHeaders[index + 1] ?? '';
  }
  return found === null || found.includes(',') ? null : found;
}

/** RFC 9110, 15.5.2 asks for one with a 401; the interface calls its scheme ApiKey ("Authentication"). */
export const challenge = 'ApiKey header="X-API-KEY"';

/** Says no more than whoever sent it can see: that no key came, that it cannot be one, or that it is not known. */
export function notAuthenticated(presented: string | null): ProblemError {
  return new ProblemError('not-authenticated', whyNotAuthenticated(presented), {
    headers: { 'WWW-Authenticate': challenge },
  });
}

function whyNotAuthenticated(presented: string | null): string {
  if (presented === null) return 'Send one X-API-KEY header: Base64 of e-mail, colon, secret.';
  return hasKeyForm(presented)
    ? 'No key of this receiver is the X-API-KEY that was sent.'
    : 'What was sent as X-API-KEY does not have the form of a key: Base64 of e-mail, colon, secret.';
}

export const noKeyConfigured = () =>
  new ProblemError('no-key-configured', 'No key has been set up here yet.', retryAfter(60));

export const tooManyFailures = (wait: number) =>
  new ProblemError('too-many-failures', `Wait ${wait} seconds, or send a valid key.`, retryAfter(wait));

/** Addresses whose failures are counted at a time. */
const maxAddresses = 10_000;

/**
 * Counts failed authentications per address in windows of time. Only failures are counted, so a valid key is never
 * slowed. The map is bounded: the oldest windows are forgotten first.
 */
export function createThrottle(
  clock: Clock,
  { maxFailures, failureWindow }: Pick<ReceiverLimits, 'maxFailures' | 'failureWindow'>,
): FailureThrottle {
  const windows = new Map<string, { until: number; failures: number }>();
  return {
    countFailure(address) {
      const now = clock.now();
      const source = sourceOf(address);
      const known = windows.get(source);
      if (known !== undefined && known.until > now) {
        known.failures++;
        return known.failures > maxFailures ? Math.max(1, Math.ceil((known.until - now) / 1000)) : null;
      }
      windows.delete(source);
      if (windows.size >= maxAddresses) {
        for (const oldest of windows.keys()) {
          windows.delete(oldest);
          break;
        }
      }
      windows.set(source, { until: now + failureWindow, failures: 1 });
      return maxFailures < 1 ? Math.ceil(failureWindow / 1000) : null;
    },
  };
}
