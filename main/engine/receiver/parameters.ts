import type * as z from 'zod';
import { splitAddress } from './paths.ts';
import { type ErrorLocation, ProblemError } from './problems.ts';

/** What each parameter must be, in the words of a problem (interface, "GET /InsurancePolicies query parameters"). */
const rules: Readonly<Record<string, string>> = {
  insurancePolicyNumber: 'It must have 1 to 100 characters.',
  vin: 'It must have 1 to 50 characters.',
  incidentTypeId: 'It must be an integer from 1 to 5.',
  incidentDate: 'It must be a day of the calendar, written YYYY-MM-DD.',
  intermediaryTaxId: 'It must have 1 to 20 characters.',
  reportCategoryId: 'It must be 1 or 2.',
};
const integers = new Set(['incidentTypeId', 'reportCategoryId']);

/** The first day of an incident that anybody still asks about. */
const earliestIncident = '1990-01-01';
const millisecondsOfDay = 24 * 3_600_000;

/**
 * What is wrong with a day of the calendar as the day of an incident, at this time of the clock; null where nothing is. A
 * sender's calendar and clock may be off, so a day to come is refused only from a year ahead.
 */
export function incidentDateFault(day: string, now: number): string | null {
  const latest = new Date(now + 366 * millisecondsOfDay).toISOString().slice(0, 10);
  return day >= earliestIncident && day <= latest
    ? null
    : `It must be a day from ${earliestIncident} to ${latest}.`;
}

interface ParametersOf {
  url: string;
  fromPath?: Readonly<Record<string, string>>;
  /** Takes keys out of a value: lookups are kept too. */
  redact(text: string): string;
  /** What the schema cannot know: why a value that it takes is wrong all the same, or null. */
  faultOf?(name: string, value: unknown): string | null;
}

/**
 * The parameters of a call after a schema of their names: from its query, names without regard to case, and from its
 * path. An empty one counts as absent; what the schema does not name is passed over. Throws a `ProblemError` that
 * points at every parameter that is wrong.
 */
export function readParameters<Schema extends z.ZodObject>(
  schema: Schema,
  { url, fromPath = {}, redact, faultOf = () => null }: ParametersOf,
): z.output<Schema> {
  const values = new Map<string, string>(Object.entries(fromPath));
  const wrong = new Map<string, string>();
  const names = new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]));
  const seen = new Set<string>();
  const { path } = splitAddress(url);
  for (const [called, value] of new URLSearchParams(url.slice(path.length))) {
    const name = names.get(called.toLowerCase());
    if (name === undefined || name in fromPath) continue;
    if (seen.has(name)) wrong.set(name, 'It is given more than once.');
    seen.add(name);
    if (value.trim() !== '') values.set(name, value);
  }
  const read = schema.safeParse(
    Object.fromEntries([...values].map(([name, text]) => [name, typed(name, redact(text))])),
  );
  for (const [name, value] of read.success ? Object.entries(read.data) : values) {
    const fault = faultOf(name, value);
    if (fault !== null && !wrong.has(name)) wrong.set(name, fault);
  }
  if (read.success && wrong.size === 0) return read.data;
  for (const issue of read.error?.issues ?? []) {
    const name = String(issue.path[0]);
    if (!wrong.has(name)) wrong.set(name, detailOf(name, issue, values.has(name)));
  }
  throw parametersWrong([...wrong].map(([name, detail]) => ({ pointer: `/${name}`, detail })));
}

/** Digits only: `1e0`, `+1` and `1.0` are integers to JavaScript, not to the interface. */
function typed(name: string, text: string): string | number {
  return integers.has(name) && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

function detailOf(name: string, issue: z.core.$ZodIssue, isGiven: boolean): string {
  // A rule over several parameters has a message of its own.
  if (issue.code === 'custom') return issue.message;
  return isGiven ? (rules[name] ?? issue.message) : 'It is missing.';
}

function parametersWrong(errors: readonly ErrorLocation[]): ProblemError {
  const names = errors.map(({ pointer }) => pointer.slice(1)).join(', ');
  return new ProblemError('parameters-wrong', `These parameters are missing or wrong: ${names}.`, { errors });
}
