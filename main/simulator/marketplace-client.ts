/** Calls the insurer's endpoints over HTTP as the marketplace does, with its key and its timeout. */
import * as z from 'zod';
import { applyCallVariants, type CallVariant } from './variants.ts';

/** The default of .NET's HttpClient. */
const defaultTimeoutSeconds = 100;

interface ClientOptions {
  /** `{insurer_base_url}`, for example `http://127.0.0.1:8650`. */
  baseUrl: string;
  /** `email:secret`; null sends no key at all. */
  key: string | null;
  timeoutSeconds?: number;
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
type ProblemDocument = z.infer<typeof problemDocument>;

/**
 * How one call ended: with an answer of 2xx, with a refusal of any other status (`problem` is null where
 * it carried no problem document), or with no answer: it timed out, the caller aborted it, or the connection failed.
 */
export type CallEnd =
  | { end: 'answered'; status: number; body: unknown }
  | { end: 'refused'; status: number; problem: ProblemDocument | null; text: string }
  | { end: 'noAnswer'; why: 'timedOut' | 'aborted' | 'connectionFailed'; detail: string };

/** An object is sent as JSON, a text or bytes as they are. */
type CallBody = object | string | Uint8Array<ArrayBuffer>;

/** Query parameters as they are sent; a name may come twice. */
export type CallQuery = readonly (readonly [name: string, value: string])[];

export interface CallOptions {
  /** Aborts the call, as a user of the marketplace does who closes the page. */
  signal?: AbortSignal;
  headers?: Record<string, string>;
  variants?: readonly CallVariant[];
}

interface InsurerClient {
  /** POSTs to a path such as `/PurchaseOrders`. Never rejects. */
  post(path: string, body: CallBody, options?: CallOptions): Promise<CallEnd>;
  /** GETs a path such as `/insurancePolicies` with its query. Never rejects. */
  get(path: string, query: CallQuery, options?: CallOptions): Promise<CallEnd>;
}

export function insurerClient({
  baseUrl,
  key,
  timeoutSeconds = defaultTimeoutSeconds,
}: ClientOptions): InsurerClient {
  const base = baseUrl.replace(/\/+$/, '');

  async function call(
    request: { method: string; path: string; query?: string; body?: BodyInit },
    headers: Record<string, string>,
    options: CallOptions,
  ): Promise<CallEnd> {
    const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
    const signals = options.signal ? [timeout, options.signal] : [timeout];
    const keyHeader = key === null ? {} : { 'X-API-KEY': Buffer.from(key).toString('base64') };
    const form = applyCallVariants(
      {
        path: request.path,
        headers: { Accept: 'application/json', ...headers, ...keyHeader, ...options.headers },
      },
      options.variants,
    );
    try {
      const response = await fetch(`${base}${form.path}${request.query ?? ''}`, {
        method: request.method,
        redirect: 'manual',
        signal: AbortSignal.any(signals),
        headers: form.headers,
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      return readResponse(response, await response.text());
    } catch (cause) {
      if (options.signal?.aborted)
        return { end: 'noAnswer', why: 'aborted', detail: 'the caller aborted the call' };
      if (timeout.aborted)
        return { end: 'noAnswer', why: 'timedOut', detail: `no answer within ${timeoutSeconds} s` };
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

function readResponse(response: Response, text: string): CallEnd {
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
