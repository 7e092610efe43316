/** Calls of the contract, handed on to the office as they are: its input is checked there, once. */
import type { IncomingMessage } from 'node:http';
import { type ClientContext, ORPCError } from '@orpc/client';
import { LinkFetchClient } from '@orpc/client/fetch';
import * as z from 'zod';
import { signInHeader } from '#shared/contract/people.ts';
import type { Otherwise } from '../engine/serve-port.ts';
import { webStream } from '../shell/web-stream.ts';
import { boundedBody, eventLongerThan, longerThan, OfficeFault, type OfficeRequests } from './requests.ts';
import type { SignIns } from './sign-ins.ts';

/** The largest answer of the contract is a page of rows, or a megabyte of a body in Base64. */
const maxAnswerBytes = 32 * 1024 * 1024;
const maxEventBytes = 1024 * 1024;

/** What a call is and is answered with, as oRPC has it beside its transports. */
export type Call = Parameters<Otherwise>[0];
export type CallAnswer = Awaited<ReturnType<Otherwise>>;

export interface Calls {
  /**
   * The office's answer. Where a call carries the name of a sign-in, the office is sent its token; where an answer brings a token, its
   * name is answered in its place. Rejects with an `OfficeFault`.
   */
  forward(call: Call): Promise<CallAnswer>;
  /** The same of a call of this program itself, which has the sign-in of whoever is here; it is refused where nobody is. */
  forwardOwn(call: Call): Promise<CallAnswer>;
}

interface CallsOptions {
  requests: Pick<OfficeRequests, 'send'>;
  signIns: SignIns;
  /** Told of a sign-in whose lock was opened. */
  onUnlocked(): void;
}

const contexts = { context: {} };

export function officeCalls({ requests, signIns, onUnlocked }: CallsOptions): Calls {
  const send = async (call: Call, signIn: string | null): Promise<CallAnswer> => {
    // Found anew for each call, since a link of oRPC knows nothing of who calls.
    const client = new LinkFetchClient<ClientContext>({
      fetch: async (request) => {
        const path = `/rpc${new URL(request.url).pathname}`;
        if (!/^\/rpc(\/\w{1,60}){1,3}$/.test(path)) throw noSuchProcedure();
        const body = request.body === null ? undefined : await request.text();
        const { signal } = request;
        const headers = { 'content-type': 'application/json' };
        const answer = await requests.send({
          ...{ method: 'POST', path, signIn, signal },
          ...(body === undefined || body === '' ? {} : { headers, body }),
        });
        return responseOf(answer);
      },
    });
    const answered = await client.call({ ...call, method: 'POST', headers: {} }, contexts, [], undefined);
    return { status: answered.status, headers: {}, body: await answered.body() };
  };
  return {
    async forward(call) {
      const name = call.headers[signInHeader];
      const signIn = signIns.tokenOf(typeof name === 'string' ? name : null);
      const answer = await send(call, signIn);
      if (signIn !== null && isSignedOut(answer)) signIns.forget(signIn);
      const { pathname } = call.url;
      if (answer.status !== 200 && answer.status !== 204) return answer;
      if (pathname === '/people/signOut' && signIn !== null) signIns.forget(signIn);
      if (pathname === '/people/unlock') onUnlocked();
      if (pathname === '/people/signIn' || pathname === '/people/acceptInvitation')
        return { ...answer, body: withoutToken(answer.body, signIns) };
      return answer;
    },
    async forwardOwn(call) {
      const signIn = signIns.current();
      if (signIn === null) return refusalOf('Nobody is signed in here.');
      const answer = await send(call, signIn);
      if (answer.status !== 401) return answer;
      if (isSignedOut(answer)) signIns.forget(signIn);
      return refusalOf('Nobody is signed in here.');
    },
  };
}

const noSuchProcedure = () => new ORPCError('NOT_FOUND');

/** As everything is refused that is not to be had now: a page asks again by itself. */
export function refusalOf(message: string): CallAnswer {
  const refusal = new ORPCError('SERVICE_UNAVAILABLE', { message });
  return { status: refusal.status, headers: {}, body: { json: refusal.toJSON() } };
}

/** Statuses whose answer has no body (Fetch, "null body status"). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** As a fetch gives it, bounded; what is neither JSON nor a stream of events is no answer to a call. */
function responseOf(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 0;
  if (bodiless.has(status)) {
    answer.destroy();
    return new Response(null, { status });
  }
  const type = answer.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  const isStream = type === 'text/event-stream';
  // Before it looks at who calls, an office refuses what is no call of its console in plain words.
  if (!isStream && type !== 'application/json') {
    answer.destroy();
    throw new OfficeFault({ code: 'notPerito', status });
  }
  const body = boundedBody(answer, isStream ? eventLongerThan(maxEventBytes) : longerThan(maxAnswerBytes));
  return new Response(webStream(body), { status, headers: { 'content-type': type } });
}

const signedOut = z.object({
  json: z.object({ code: z.literal('SIGN_IN'), data: z.object({ reason: z.literal('signedOut') }) }),
});
const isSignedOut = ({ status, body }: CallAnswer): boolean =>
  status === 401 && signedOut.safeParse(body).success;

const withToken = z.looseObject({ json: z.looseObject({ token: z.string() }) });

/** A page is never told a token. */
function withoutToken(body: unknown, signIns: SignIns): CallAnswer['body'] {
  const answer = withToken.safeParse(body);
  if (!answer.success) throw new OfficeFault({ code: 'notPerito', status: 200 });
  const { json, ...rest } = answer.data;
  return { ...rest, json: { ...json, token: signIns.keep(json.token) } };
}
