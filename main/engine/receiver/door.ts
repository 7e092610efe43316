/** The hooks that every call passes before its route: may it come in, and what did it bring. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LargeBodies } from '../bodies/index.ts';
import { hasKeyForm } from '../keys/index.ts';
import type { MemoryBudget } from './arrived.ts';
import { ClientDisconnected, readBody } from './arrived.ts';
import { brokenHttpRule, waitsForContinue } from './http-rules.ts';
import type { ReceiverLimits } from './limits.ts';
import { readApiKeyHeader } from './presented.ts';
import { Refusal } from './problems.ts';
import type { ReceiverDependencies } from './rooms.ts';
import { undecodable } from './routable-path.ts';
import type { CallCounters } from './tally.ts';
import type { createThrottle } from './throttle.ts';

export interface ReceiverContext {
  rooms: ReceiverDependencies;
  limits: ReceiverLimits;
  throttle: ReturnType<typeof createThrottle>;
  memory: MemoryBudget;
  tally: CallCounters;
  /** Reads bodies that are too large for the thread that answers. */
  bodies: LargeBodies;
  isStopping(): boolean;
}

/**
 * Admits a call by its key, before its body is read; else says why not. One that breaks a rule of HTTP is refused for
 * that whoever sends it; with a valid key its body is read first, to be kept.
 */
export function authenticateRequest(door: ReceiverContext, request: FastifyRequest): Refusal | null {
  const refusal = authenticate(door, request);
  const broken = brokenHttpRule(request.raw);
  if (broken === null || refusal?.code === 'too-many-failures') return refusal;
  if (refusal !== null) return broken;
  request.refusal = broken;
  return null;
}

function authenticate(door: ReceiverContext, request: FastifyRequest): Refusal | null {
  const { rooms, tally, throttle } = door;
  if (door.isStopping()) return stopping();
  if (!rooms.keys.configured()) {
    return noKeyConfigured();
  }
  const presented = readApiKeyHeader(request.raw.rawHeaders);
  const key = presented === null ? null : rooms.keys.authenticate(presented);
  if (key === null) {
    tally.noteUnauthenticated(rooms.clock.now());
    const wait = throttle.note(request.raw.socket.remoteAddress ?? '');
    return wait === null ? notAuthenticated(presented) : tooManyFailures(wait);
  }
  request.caller = key;
  tally.noteCall(rooms.clock.now());
  const inability = rooms.ableToStore();
  return inability === null ? null : notStoring(inability.retryAfterSeconds);
}

/** Tells no more than whoever sent it can see: that no key came, that it cannot be one, or that it is not known. */
export function notAuthenticated(presented: string | null): Refusal {
  if (presented === null) {
    return new Refusal('not-authenticated', 'Send one X-API-KEY header: Base64 of e-mail, colon, secret.');
  }
  return new Refusal(
    'not-authenticated',
    hasKeyForm(presented)
      ? 'No key of this receiver is the X-API-KEY that was sent.'
      : 'What was sent as X-API-KEY does not have the form of a key: Base64 of e-mail, colon, secret.',
  );
}

export const tooManyFailures = (wait: number) =>
  new Refusal('too-many-failures', `Wait ${wait} seconds, or send a valid key.`, retryAfter(wait));
export const stopping = () => new Refusal('stopping', 'Perito is closing. Send this again.', retryAfter(10));
export const noKeyConfigured = () =>
  new Refusal('no-key-configured', 'No key has been set up here yet.', retryAfter(60));

export function notStoring(retryAfterSeconds: number): Refusal {
  return new Refusal(
    'not-storing',
    'This could not be stored, so it was not taken. Send it again later.',
    retryAfter(retryAfterSeconds),
  );
}

/**
 * Reads the body of an admitted call; one that is too large, or that belongs to a call which is refused already, is a
 * `Refusal`, kept by the edge. A sender that waits to be told to go on is told so only here, after its key was checked.
 */
export function readRequestBody(
  door: ReceiverContext,
  request: FastifyRequest,
  reply: FastifyReply,
  then: (failure?: Error) => void,
): void {
  const { limits, memory } = door;
  const { refusal } = request;
  if (refusal?.code === 'expectation-failed') {
    // Whether its body would ever come is not known.
    request.arrived = { bytes: Buffer.alloc(0), receivedBytes: 0, isTooLarge: false };
    then(refusal);
    return;
  }
  if (waitsForContinue(request.raw)) reply.raw.writeContinue();
  readBody({ message: request.raw, response: reply.raw, limits, memory }, (failure, arrived) => {
    if (failure instanceof ClientDisconnected) {
      reply.hijack();
      return;
    }
    request.arrived = arrived;
    if (failure !== null) then(failure);
    else if (refusal !== null) then(refusal);
    else if (arrived?.isTooLarge === true) then(tooLarge(limits.bodyBytes));
    else then(notDecodable(request.originalUrl));
  });
}

export function tooLarge(limit: number): Refusal {
  return new Refusal('body-too-large', `A body may have at most ${limit} bytes.`);
}

export function notDecodable(url: string): Refusal | undefined {
  const places = undecodable(url);
  if (places.length === 0) return undefined;
  return new Refusal('address-not-decodable', 'The path or the query is not well percent-encoded.', {
    places,
  });
}

function retryAfter(seconds: number) {
  return { headers: { 'Retry-After': String(seconds) } };
}
