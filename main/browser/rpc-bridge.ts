import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MessagePort } from 'node:worker_threads';
import type { ClientContext } from '@orpc/client';
import { LinkMessagePortClient } from '@orpc/client/message-port';
import { sendStandardResponse, toAbortSignal } from '@orpc/standard-server-node';
import { originHeader } from '#shared/contract/open-id.ts';
import { addressHeader, agentHeader, signInHeader } from '#shared/contract/people.ts';
import { securityHeaders } from '../shell/page-security.ts';
import { BodyTooLarge, isMuchUnread, readBody, sendCallError, sendEngineGone } from './answer.ts';
import type { FindOrigin } from './call-origin.ts';
import type { ChangesFanOut } from './changes-fan-out.ts';
import { watchForStall } from './connections.ts';
import type { Caller } from './sign-in.ts';

/** The longest call; the contract's largest input is a text of 4,000 characters. */
export const maxCallBytes = 1024 * 1024;

/** Answers calls of `/rpc/<room>/<procedure>`. */
export interface Bridge {
  /** `maxBytes` of its content are read; of 0 it is called without. */
  answer(request: IncomingMessage, response: ServerResponse, url: URL, maxBytes?: number): Promise<void>;
  close(): void;
}

/** In an office the engine is told where a call comes from, and its changes are told to all consoles at once. */
interface OfficeBridge {
  via: Caller;
  findOrigin: FindOrigin;
  changes: ChangesFanOut;
}

/** A port of the engine, until it closes. */
interface Way {
  port: MessagePort;
  engine: LinkMessagePortClient<ClientContext>;
  isClosed: boolean;
}

/**
 * Hands calls to a port of the engine and answers back as they are: the input is checked once, on the
 * engine's side. Streams go through as server-sent events and end when either side leaves. After a port has
 * closed, the next call asks for another.
 */
export function bridgeTo(connect: () => MessagePort, office: OfficeBridge | null = null): Bridge {
  let current: Way | null = null;
  const open = (): Way => {
    const port = connect();
    const way: Way = { port, engine: new LinkMessagePortClient({ port }), isClosed: false };
    port.on('close', () => {
      way.isClosed = true;
      if (current === way) current = null;
    });
    port.start();
    return way;
  };
  return {
    async answer(request, response, url, maxBytes = maxCallBytes) {
      const signal = toAbortSignal(response);
      const body = maxBytes === 0 ? undefined : await readCall(request, response, maxBytes);
      if (body === refused) return;
      if (office !== null && url.pathname === '/rpc/changes')
        return office.changes.join(response, { via: office.via, ...askerOf(request) });
      current ??= open();
      const way = current;
      const call = {
        method: 'POST',
        url: new URL(url.pathname.slice('/rpc'.length), 'http://orpc'),
        headers: { ...signInOf(request), ...(office !== null && originOf(request, office.findOrigin)) },
        body,
        signal,
      };
      try {
        const answer = await way.engine.call(call, { context: {} }, [], undefined);
        const headers = {
          ...securityHeaders,
          'cache-control': 'no-store',
          ...(isMuchUnread(request) && { connection: 'close' }),
          ...answer.headers,
        };
        const stopWatching = watchForStall(response);
        await sendStandardResponse(response, { ...answer, headers, body: await answer.body() }).finally(
          stopWatching,
        );
      } catch (failure) {
        if (signal.aborted || response.destroyed) return;
        if (!way.isClosed) throw failure;
        sendEngineGone(response);
      }
    },
    close() {
      current?.port.close();
    },
  };
}

/** The deepest input of the contract has a handful. */
const maxDepth = 64;

function isDeeperThan(levels: number, json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return levels === 0 || Object.values(json).some((part) => isDeeperThan(levels - 1, part));
}

const refused = Symbol('refused');

/** The call's content, parsed; `refused` where an answer was given already. */
async function readCall(
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
): Promise<unknown> {
  const isEmpty = request.headers['content-length'] === '0' || !hasBody(request);
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  // A form of another site cannot send JSON without asking first (Fetch, "CORS-safelisted request-header").
  if (!isEmpty && type !== 'application/json') {
    sendCallError(
      response,
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the call as Content-Type: application/json.',
    );
    return refused;
  }
  try {
    const text = await readBody(request, maxBytes);
    if (text === '') return undefined;
    const call: unknown = JSON.parse(text);
    // No call is nested so; handing it on would, level by level, use up the stack.
    if (!isDeeperThan(maxDepth, call)) return call;
    sendCallError(response, 400, 'BAD_REQUEST', `A call has at most ${maxDepth} levels.`);
    return refused;
  } catch (failure) {
    if (failure instanceof BodyTooLarge) {
      sendCallError(response, 413, 'PAYLOAD_TOO_LARGE', `A call has at most ${maxBytes} bytes.`);
    } else if (failure instanceof SyntaxError || failure instanceof TypeError) {
      sendCallError(response, 400, 'BAD_REQUEST', 'The call is not JSON in UTF-8.');
    } else if (!response.destroyed) {
      throw failure;
    }
    return refused;
  }
}

/** All that a call's headers say to the engine. */
function signInOf(request: IncomingMessage): Record<string, string> {
  const { signIn } = askerOf(request);
  return signIn === undefined ? {} : { [signInHeader]: signIn };
}

function askerOf({ headers }: IncomingMessage): { signIn?: string } {
  const signIn = headers[signInHeader];
  return typeof signIn === 'string' ? { signIn } : {};
}

/** Nothing but its origin of a call from this computer itself. An office is served over TLS alone, and the guard looked at `Host`. */
function originOf(request: IncomingMessage, findOrigin: FindOrigin): Record<string, string> {
  const origin = URL.parse(`https://${request.headers.host ?? ''}`)?.origin;
  const called = origin === undefined ? {} : { [originHeader]: origin };
  const { address, isHere } = findOrigin(request);
  if (isHere) return called;
  const agent = request.headers['user-agent'];
  return { ...called, [addressHeader]: address, ...(agent !== undefined && { [agentHeader]: agent }) };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
