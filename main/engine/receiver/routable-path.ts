import { tokenOf } from '#shared/json-pointer.ts';
import type { ProblemPlace } from './problems.ts';

/**
 * The path and query of a call as the routes are found by them. A policy number may hold slashes, which not every
 * client encodes in a path. A path that cannot be decoded is refused before its route is asked, see `undecodable`.
 */
export function rewriteUrl(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const query = end < 0 ? '' : url.slice(end);
  if (!isDecodable(path)) return '/undecodable';
  const balance = /^(\/+insurancepolicies\/+)([^/].*[^/])(\/+balance\/*)$/i.exec(path);
  const [, before = '', number = '', after = ''] = balance ?? [];
  return number.includes('/') ? `${before}${number.replaceAll('/', '%2F')}${after}${query}` : url;
}

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
export function undecodable(url: string): ProblemPlace[] {
  if (!url.includes('%')) return [];
  const start = url.indexOf('?');
  const path = start < 0 ? url : url.slice(0, start);
  const places = new Set<string>();
  const [first = '', ...rest] = path.split('/').filter((segment) => segment !== '');
  if (!isDecodable(first)) places.add('');
  if (!rest.every(isDecodable)) places.add(pathParameters[first.toLowerCase()] ?? '');
  for (const pair of start < 0 ? [] : url.slice(start + 1).split('&')) {
    if (isDecodable(pair) || places.size >= maxSegments) continue;
    const name = pair.split('=', 1)[0] ?? '';
    places.add(isDecodable(name) ? decodeURIComponent(name).slice(0, 100) : '');
  }
  return [...places].map((name) => ({
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
