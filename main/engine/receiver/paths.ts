/** The path of a call: as it is shown, stored without keys, compared, and routed. */
import type { CalledEndpoint } from '#shared/contract/reachability.ts';
import { tokenOf } from '#shared/json-pointer.ts';
import type { KeyRedactor } from '../keys/index.ts';
import type { ErrorLocation } from './problems.ts';

const maxPathLength = 2000;

/** An address in its path and its query, which is null where it has none. */
export function splitAddress(url: string): { path: string; query: string | null } {
  const start = url.indexOf('?');
  return start < 0 ? { path: url, query: null } : { path: url.slice(0, start), query: url.slice(start + 1) };
}

/** The path of a call, without its query: what a problem document calls its instance. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return (end < 0 ? url : url.slice(0, end)).slice(0, maxPathLength);
}

/**
 * A call's path and query as they are stored: without keys, and without what a query calls a key, secret, token or
 * password.
 */
export function redactedPath(url: string, redactor: KeyRedactor): string {
  const { path, query } = splitAddress(url);
  if (query === null) return pathOf(redactor.text(path));
  const redacted = query
    .split('&')
    .map((pair) => pair.replace(/^([^=]*(?:key|secret|token|pass|auth)[^=]*)=.*$/i, '$1=***'))
    .join('&');
  // Before it is cut short, or a part of a key would stay.
  return redactor.text(`${path}?${redacted}`).slice(0, maxPathLength);
}

/** The segments of a path as they are compared: without regard to case, or to slashes too many. */
export function segmentsOf(path: string): string[] {
  return path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '');
}

/**
 * The path and query of a call as the routes are found by them. A policy number may hold slashes, which not every
 * client encodes in a path. A path that cannot be decoded is refused before its route is reached, see `undecodable`.
 */
export function rewriteUrl(url: string): string {
  const { path } = splitAddress(url);
  if (!isDecodable(path)) return '/undecodable';
  const balance = /^(\/+insurancepolicies\/+)([^/].*[^/])(\/+balance\/*)$/i.exec(path);
  const [, before = '', number = '', after = ''] = balance ?? [];
  return number.includes('/')
    ? `${before}${number.replaceAll('/', '%2F')}${after}${url.slice(path.length)}`
    : url;
}

const endpoints: Readonly<Record<string, CalledEndpoint>> = {
  '/InsurancePolicies': 'policyLookup',
  '/InsurancePolicies/:insurancePolicyNumber/balance': 'balance',
  '/PurchaseOrders': 'purchaseOrder',
  '/ServiceOrders': 'serviceOrder',
  '/incidentReports': 'incidentReport',
  '/financialDocuments': 'financialDocument',
  '/PurchaseOrders/:id/cancel': 'cancelPurchaseOrder',
  '/ServiceOrders/:id/cancel': 'cancelServiceOrder',
  '/openapi.json': 'openApi',
};

/** The part of the interface that a route is, by its pattern; an empty text where a call has none. */
export const endpointOf = (route: string): CalledEndpoint => endpoints[route] ?? 'other';

/** What stands after the first segment of a path of the interface. */
const pathParameters: Readonly<Record<string, string>> = {
  insurancepolicies: 'insurancePolicyNumber',
  purchaseorders: 'purchaseOrderId',
  serviceorders: 'serviceOrderId',
};
const maxSegments = 20;

/**
 * Where the path or the query of a call holds a percent sign that begins no UTF-8 character (RFC 3986, 2.1); empty
 * where all can be decoded. A place is a parameter by its name, or '' where it has none.
 */
export function undecodable(url: string): ErrorLocation[] {
  if (!url.includes('%')) return [];
  const { path, query } = splitAddress(url);
  const names = new Set<string>();
  const [first = '', ...rest] = path.split('/').filter((segment) => segment !== '');
  if (!isDecodable(first)) names.add('');
  if (!rest.every(isDecodable)) names.add(pathParameters[first.toLowerCase()] ?? '');
  for (const pair of query?.split('&') ?? []) {
    if (isDecodable(pair) || names.size >= maxSegments) continue;
    const name = pair.split('=', 1)[0] ?? '';
    names.add(isDecodable(name) ? decodeURIComponent(name).slice(0, 100) : '');
  }
  return [...names].map((name) => ({
    pointer: name === '' ? '' : `/${tokenOf(name)}`,
    detail: 'It holds a percent sign that begins no UTF-8 character; a percent sign itself is %25.',
  }));
}

function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
