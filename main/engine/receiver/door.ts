/** The hooks that every call passes before its route: may it come in, and what did it bring. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyMemory } from './arrived.ts';
import { readBody, SenderGone } from './arrived.ts';
import type { ReceiverLimits } from './limits.ts';
import { presentedKey } from './presented.ts';
import { Refusal } from './problems.ts';
import type { ReceiverRooms } from './rooms.ts';
import type { Tally } from './tally.ts';
import type { createThrottle } from './throttle.ts';

export interface Door {
  rooms: ReceiverRooms;
  limits: ReceiverLimits;
  throttle: ReturnType<typeof createThrottle>;
  memory: BodyMemory;
  tally: Tally;
  isStopping(): boolean;
}

/** Admits a call by its key, before its body is read; else says why not. */
export function admit(door: Door, request: FastifyRequest): Refusal | null {
  const { rooms, tally, throttle } = door;
  if (door.isStopping())
    return new Refusal('stopping', 'Perito is closing. Send this again.', retryAfter(10));
  if (!rooms.keys.configured()) {
    return new Refusal('no-key-configured', 'No key has been set up here yet.', retryAfter(60));
  }
  const presented = presentedKey(request.raw.rawHeaders);
  const key = presented === null ? null : rooms.keys.authenticate(presented);
  if (key === null) {
    tally.noteUnauthenticated(rooms.clock.now());
    const wait = throttle.note(request.raw.socket.remoteAddress ?? '');
    if (wait !== null) {
      return new Refusal('too-many-failures', `Wait ${wait} seconds, or send a valid key.`, retryAfter(wait));
    }
    return new Refusal('not-authenticated', 'Send one X-API-KEY header: Base64 of e-mail, colon, secret.');
  }
  request.caller = key;
  tally.noteCall(rooms.clock.now());
  const inability = rooms.ableToStore();
  return inability === null ? null : notStoring(inability.retryAfterSeconds);
}

export function notStoring(retryAfterSeconds: number): Refusal {
  return new Refusal(
    'not-storing',
    'This could not be stored, so it was not taken. Send it again later.',
    retryAfter(retryAfterSeconds),
  );
}

/** Reads the body of an admitted call; one that is too large is a `Refusal`, kept by the edge. */
export function takeBody(
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
  then: (failure?: Error) => void,
): void {
  const { limits, memory } = door;
  readBody({ message: request.raw, response: reply.raw, limits, memory }, (failure, arrived) => {
    if (failure instanceof SenderGone) {
      reply.hijack();
      return;
    }
    request.arrived = arrived;
    if (failure !== null) then(failure);
    else if (arrived?.isTooLarge === true) then(tooLarge(limits.bodyBytes));
    else then();
  });
}

function tooLarge(limit: number): Refusal {
  return new Refusal('body-too-large', `A body may have at most ${limit} bytes.`);
}

function retryAfter(seconds: number) {
  return { headers: { 'Retry-After': String(seconds) } };
}
