import { type AnyRouter, ORPCError } from '@orpc/server';
import { StandardRPCHandler } from '@orpc/server/standard';
import { ServerPeer } from '@orpc/standard-server-peer';
import type { Actor } from '#shared/contract/common.ts';
import { originHeader } from '#shared/contract/open-id.ts';
import { addressHeader, agentHeader, signInHeader } from '#shared/contract/people.ts';
import type { Role } from '#shared/terms.ts';
import { errorCode } from './error-code.ts';

/** A call that failed through a fault of ours; the caller is told only that it failed. */
export interface CallFault {
  procedure: string;
  cause: unknown;
}

type Answer = Extract<Parameters<ServerPeer['message']>[1], (...given: never) => unknown>;
type StandardRequest = Parameters<Answer>[0];
type StandardResponse = Awaited<ReturnType<Answer>>;

/** A message port of a thread, or the way to another process, over which text goes. */
export interface ServedPort {
  postMessage(message: string | ArrayBufferLike | Uint8Array): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
}

/** What a call is answered with that the router has nothing for. */
export type Otherwise = (request: StandardRequest) => StandardResponse | Promise<StandardResponse>;
const noSuchProcedure: Otherwise = () => ({ status: 404, headers: {}, body: 'No procedure matched' });

/**
 * Serves a router on a message port until the port closes. What arrives may come from a page: a message
 * that cannot be read, or a stream that fails, is told to `onFault` and never ends the thread, which an
 * unhandled rejection would (oRPC's own `upgrade` leaves both unhandled).
 */
export function serveOnPort(
  router: AnyRouter,
  port: ServedPort,
  context: Record<never, never>,
  onFault: (fault: CallFault) => void,
  otherwise: Otherwise = noSuchProcedure,
): void {
  const handler = new StandardRPCHandler<Record<never, never>>(router, {
    clientInterceptors: [
      async ({ next, path }) => {
        try {
          return await next();
        } catch (cause) {
          if (!isForCaller(cause)) onFault({ procedure: path.join('.'), cause });
          throw isDatabaseAway(cause) ? databaseAwayError() : cause;
        }
      },
    ],
  });
  const handle = async (request: StandardRequest): Promise<StandardResponse> => {
    const { response } = await handler.handle(
      { ...request, body: () => Promise.resolve(request.body) },
      { context: { ...context, ...cameBy(request) } },
    );
    return response ?? otherwise(request);
  };
  const peer = new ServerPeer((message) => port.postMessage(message));
  port.on('message', (message: unknown) => {
    if (typeof message !== 'string' && !(message instanceof Uint8Array)) {
      onFault({ procedure: '', cause: new TypeError('a message was neither text nor bytes') });
      return;
    }
    peer.message(message, handle).catch((cause: unknown) => onFault({ procedure: '', cause }));
  });
  port.on('close', () => peer.close());
}

function cameBy({ headers }: StandardRequest): Pick<CallContext, 'signIn' | 'address' | 'agent' | 'origin'> {
  const said = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    ...{ signIn: said(signInHeader), address: said(addressHeader), agent: said(agentHeader) },
    origin: said(originHeader),
  };
}

/**
 * Refuses every call on a message port as 503 until the port closes, with what is to be known at that moment, but for those
 * that a router has.
 */
export function refuseOnPort(
  port: ServedPort,
  message: string,
  data: () => object,
  known: { router: AnyRouter; onFault(fault: CallFault): void } = { router: {}, onFault: () => {} },
): void {
  serveOnPort(known.router, port, {}, known.onFault, () => {
    const refusal = new ORPCError('SERVICE_UNAVAILABLE', { message, data: data() });
    return { status: refusal.status, headers: {}, body: { json: refusal.toJSON() } };
  });
}

/** Errors that the contract defines, refused input and calls given up are no faults. */
function isForCaller(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if (cause.name === 'AbortError') return true;
  return 'status' in cause && typeof cause.status === 'number' && cause.status < 500;
}

/** What the store rejects with while its server does not answer. */
const isDatabaseAway = (cause: unknown): boolean =>
  cause instanceof Error && cause.name === 'StoreProblem' && errorCode(cause) === 'unreachable';

/** 503: whether something was done that was to be written is not known. */
const databaseAwayError = () =>
  new ORPCError('DATABASE_AWAY', { status: 503, message: 'The database server does not answer.' });

/** 401: nobody is signed in, or only behind a lock. */
export const signInError = (reason: 'signedOut' | 'locked') =>
  new ORPCError('SIGN_IN', {
    status: 401,
    message: 'Sign in first: an account of this installation has a password.',
    data: { reason },
  });

/** Somebody who may call, as it was found when the call came. */
export interface Caller {
  /** Null of Perito itself, which reads for the desktop's own signs. */
  personId: number | null;
  name: string;
  role: Role;
  /** The most that they decide alone, in RD$ as decimal text; null without a limit. */
  verdictLimit: string | null;
}

/** What every procedure is told about its caller. */
export interface CallContext {
  /** The shell says it when it connects a port. */
  via: Actor['via'];
  /** The token of a sign-in, as the call brought it. */
  signIn?: string | undefined;
  /** Where a call over the network comes from; undefined of this computer itself. */
  address?: string | undefined;
  /** What its browser says of itself. */
  agent?: string | undefined;
  /** Under which a browser called the console of an office, such as `https://perito.office.example`. */
  origin?: string | undefined;
  /** Who that is; looked up before a procedure runs. */
  caller?: Caller | undefined;
}
