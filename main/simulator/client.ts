/** Calls the insurer's endpoints over HTTP as the marketplace does, with its key and its patience. */
import * as z from 'zod';
import { type CallOddity, withCallOddities } from './call-oddities.ts';
import type { QueryParameters } from './lookup.ts';

/** .NET's HttpClient gives up after 100 seconds unless told otherwise. */
export const defaultPatienceSeconds = 100;

export interface ClientOptions {
  /** `{insurer_base_url}`, for example `http://127.0.0.1:8650`. */
  baseUrl: string;
  /** `email:secret`; null sends no key at all. */
  key: string | null;
  patienceSeconds?: number;
}

/** Interface, "Errors": all properties are optional and nullable. */
const problemDocument = z.object({
  type: z.string().nullish(),
  title: z.string().nullish(),
  status: z.number().nullish(),
  detail: z.string().nullish(),
  instance: z.string().nullish(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).nullish(),
});
export type ProblemDocument = z.infer<typeof problemDocument>;

/**
 * How one call ended: with an answer of 2xx, with a refusal of any other status (`problem` is null where
 * it carried no problem document), or with no answer: patience ran out, the caller hung up, or the
 * connection failed.
 */
export type CallEnd =
  | { end: 'answered'; status: number; body: unknown }
  | { end: 'refused'; status: number; problem: ProblemDocument | null; text: string }
  | { end: 'noAnswer'; why: 'timedOut' | 'hungUp' | 'connectionFailed'; detail: string };

/** What is sent: an object becomes JSON, a text or bytes go as they are. */
export type CallBody = object | string | Uint8Array<ArrayBuffer>;

export interface CallOptions {
  /** Hangs up, as a user of the marketplace does who closes the page. */
  signal?: AbortSignal;
  headers?: Record<string, string>;
  oddities?: readonly CallOddity[];
}

export interface InsurerClient {
  /** POSTs to a path such as `/PurchaseOrders`. Never rejects. */
  post(path: string, body: CallBody, options?: CallOptions): Promise<CallEnd>;
  /** GETs a path such as `/insurancePolicies` with its query. Never rejects. */
  get(path: string, query: QueryParameters, options?: CallOptions): Promise<CallEnd>;
}

export function insurerClient({ baseUrl, key, patienceSeconds }: ClientOptions): InsurerClient {
  const base = baseUrl.replace(/\/+$/, '');
  const patience = (patienceSeconds ?? defaultPatienceSeconds) * 1000;

  async function call(
    request: { method: string; path: string; query?: string; body?: BodyInit },
    headers: Record<string, string>,
    options: CallOptions,
  ): Promise<CallEnd> {
    const outOfPatience = AbortSignal.timeout(patience);
    const signals = options.signal ? [outOfPatience, options.signal] : [outOfPatience];
    const keyHeader = key === null ? {} : { 'X-API-KEY': Buffer.from(key).toString('base64') };
    const form = withCallOddities(
      {
        path: request.path,
        headers: { Accept: 'application/json', ...headers, ...keyHeader, ...options.headers },
      },
      options.oddities,
    );
    try {
      const response = await fetch(`${base}${form.path}${request.query ?? ''}`, {
        method: request.method,
        redirect: 'manual',
        signal: AbortSignal.any(signals),
        headers: form.headers,
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      return understand(response, await response.text());
    } catch (cause) {
      if (options.signal?.aborted) return { end: 'noAnswer', why: 'hungUp', detail: 'the caller hung up' };
      if (outOfPatience.aborted)
        return { end: 'noAnswer', why: 'timedOut', detail: `no answer within ${patience / 1000} s` };
      return { end: 'noAnswer', why: 'connectionFailed', detail: reasonOf(cause) };
    }
  }

  return {
    post(path, body, options = {}) {
      const sent = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
      const headers = { 'Content-Type': 'application/json; charset=utf-8' };
      return call({ method: 'POST', path, body: sent }, headers, options);
    },
    get(path, query, options = {}) {
      const text = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
      return call({ method: 'GET', path, query: text === '' ? '' : `?${text}` }, {}, options);
    },
  };
}

function understand(response: Response, text: string): CallEnd {
  if (response.ok) return { end: 'answered', status: response.status, body: parsed(text) };
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') === true;
  const problem = isProblem ? problemDocument.safeParse(parsed(text)) : null;
  return { end: 'refused', status: response.status, problem: problem?.data ?? null, text };
}

/** The JSON in a text; undefined where it holds none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** fetch says only "fetch failed"; the reason is in the cause, once or twice removed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return reasonOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.message === '' ? error.name : error.message;
}
