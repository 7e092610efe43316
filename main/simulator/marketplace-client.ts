import * as z from 'zod';
import { incidentTypeIds, type PolicyQuery, reportCategories } from '#shared/marketplace/insurance-policy.ts';
import type { SampleClaim } from './claim.ts';
import { incidentTime } from './incident-report.ts';
import { brokers } from './sample-data.ts';

/** What is odd about a call and not its body, each by a switch (interface, "Endpoints" and "Authentication"). */

/** A call as it goes out, before its body. */
export interface CallForm {
  path: string;
  headers: Readonly<Record<string, string>>;
}

interface CallOddityForm {
  /** What it does, with its place in the interface where it has one. */
  says: string;
  change(call: CallForm): CallForm;
}

const table = {
  pathInPascalCase: {
    says: 'The first segment of the path begins with a capital, as in /InsurancePolicies and /FinancialDocuments.',
    change: ({ path, headers }) => ({ path: `/${path.charAt(1).toUpperCase()}${path.slice(2)}`, headers }),
  },
  pathInCamelCase: {
    says: 'The first segment of the path begins small, as in /insurancePolicies and /purchaseOrders.',
    change: ({ path, headers }) => ({ path: `/${path.charAt(1).toLowerCase()}${path.slice(2)}`, headers }),
  },
  trailingSlash: {
    says: 'The path ends in a slash.',
    change: ({ path, headers }) => ({ path: `${path}/`, headers }),
  },
  otherKeySpelling: {
    says: 'The key comes in X-API-Key in place of X-API-KEY.',
    change({ path, headers }) {
      const { 'X-API-KEY': key, ...rest } = headers;
      return { path, headers: key === undefined ? rest : { ...rest, 'X-API-Key': key } };
    },
  },
} satisfies Record<string, CallOddityForm>;

export type CallOddity = keyof typeof table;
export const callOddities: readonly CallOddity[] = [
  'pathInPascalCase',
  'pathInCamelCase',
  'trailingSlash',
  'otherKeySpelling',
];

/** The one list of the switches, with what each does in words. */
export const callOddityTable: Readonly<Record<CallOddity, CallOddityForm>> = table;

export function withCallOddities(call: CallForm, switches: readonly CallOddity[] = []): CallForm {
  return callOddities
    .filter((oddity) => switches.includes(oddity))
    .reduce<CallForm>((changed, oddity) => callOddityTable[oddity].change(changed), call);
}

/** Policy lookups and balance calls: every combination of parameters that the interface allows, and what it does not. */

/** Query parameters as they are sent; a name may come twice. */
type QueryParameters = readonly (readonly [name: string, value: string])[];

export interface BalanceOf {
  insurancePolicyNumber: string;
  vin: string;
}

/** What a workshop asks before it reports the incident of this claim. */
export function lookupOf(claim: SampleClaim, askedAt: Date): PolicyQuery {
  return {
    vin: claim.vehicle.vin,
    incidentTypeId: claim.incident.typeId,
    incidentDate: incidentTime(claim, askedAt).slice(0, 10),
    intermediaryTaxId: claim.workshop.taxId,
    reportCategoryId: reportCategories.intermediary,
  };
}

export function balanceOf({ vehicle }: SampleClaim): BalanceOf {
  return { insurancePolicyNumber: vehicle.policyNumber, vin: vehicle.vin };
}

/** Every combination of given and left out that the parameter table allows: 108. */
export function everyLookup(claim: SampleClaim, askedAt: Date): PolicyQuery[] {
  const { vin, policyNumber } = claim.vehicle;
  const incidentDate = incidentTime(claim, askedAt).slice(0, 10);
  const subjects = [
    { insurancePolicyNumber: policyNumber },
    { vin },
    { insurancePolicyNumber: policyNumber, vin },
  ];
  const types = [{}, ...incidentTypeIds.map((incidentTypeId) => ({ incidentTypeId }))];
  const intermediaries = [{}, ...brokers.slice(0, 1).map(({ taxId }) => ({ intermediaryTaxId: taxId }))];
  const categories = [{}, { reportCategoryId: 1 }, { reportCategoryId: 2 }];
  return subjects.flatMap((subject) =>
    types.flatMap((type) =>
      intermediaries.flatMap((intermediary) =>
        categories.map((category) => ({ ...subject, incidentDate, ...type, ...intermediary, ...category })),
      ),
    ),
  );
}

export function parametersOf(query: object): QueryParameters {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)] as const);
}

/** Lookups against the rules of the interface's parameter table, each in one way. */
export const lookupFaults = {
  neitherPolicyNorVin: 'neither insurancePolicyNumber nor vin',
  noIncidentDate: 'no incidentDate',
  dateOfOtherForm: 'incidentDate as 20/11/2026',
  dateThatIsNone: 'incidentDate 2026-02-30',
  typeOutOfRange: 'incidentTypeId 6',
  typeNotANumber: 'incidentTypeId as a word',
  categoryOutOfRange: 'reportCategoryId 3',
  givenTwice: 'incidentDate twice, with different days',
  balanceWithoutVin: 'a balance without vin',
} as const;
export type LookupFault = keyof typeof lookupFaults;
export const lookupFaultNames: readonly LookupFault[] = [
  'neitherPolicyNorVin',
  'noIncidentDate',
  'dateOfOtherForm',
  'dateThatIsNone',
  'typeOutOfRange',
  'typeNotANumber',
  'categoryOutOfRange',
  'givenTwice',
  'balanceWithoutVin',
];

interface LookupCall {
  path: string;
  parameters: QueryParameters;
}

export const lookupPath = '/insurancePolicies';
export const balancePath = (policyNumber: string) =>
  `${lookupPath}/${encodeURIComponent(policyNumber)}/balance`;

export function makeFaultyLookup(fault: LookupFault, claim: SampleClaim): LookupCall {
  const vin = ['vin', claim.vehicle.vin] as const;
  const date = ['incidentDate', '2026-11-18'] as const;
  const lookup = (...parameters: QueryParameters): LookupCall => ({ path: lookupPath, parameters });
  switch (fault) {
    case 'neitherPolicyNorVin':
      return lookup(date);
    case 'noIncidentDate':
      return lookup(vin);
    case 'dateOfOtherForm':
      return lookup(vin, ['incidentDate', '20/11/2026']);
    case 'dateThatIsNone':
      return lookup(vin, ['incidentDate', '2026-02-30']);
    case 'typeOutOfRange':
      return lookup(vin, date, ['incidentTypeId', '6']);
    case 'typeNotANumber':
      return lookup(vin, date, ['incidentTypeId', 'choque']);
    case 'categoryOutOfRange':
      return lookup(vin, date, ['reportCategoryId', '3']);
    case 'givenTwice':
      return lookup(vin, date, ['incidentDate', '2026-11-19']);
    case 'balanceWithoutVin':
      return { path: balancePath(claim.vehicle.policyNumber), parameters: [] };
  }
}

/** Calls the insurer's endpoints over HTTP as the marketplace does, with its key and its patience. */

/** .NET's HttpClient gives up after 100 seconds unless told otherwise. */
const defaultPatienceSeconds = 100;

interface ClientOptions {
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
type ProblemDocument = z.infer<typeof problemDocument>;

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
type CallBody = object | string | Uint8Array<ArrayBuffer>;

export interface CallOptions {
  /** Hangs up, as a user of the marketplace does who closes the page. */
  signal?: AbortSignal;
  headers?: Record<string, string>;
  oddities?: readonly CallOddity[];
}

interface InsurerClient {
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
