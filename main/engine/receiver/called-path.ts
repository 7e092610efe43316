import type { KeyRedactor } from '../keys/index.ts';

const maxPathLength = 2000;

/** The path of a call, without its query: what a problem document calls its instance. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return (end < 0 ? url : url.slice(0, end)).slice(0, maxPathLength);
}

/**
 * A call's path and query as they are kept: without keys, and without what a query calls a key, secret, token or
 * password.
 */
export function redactedPath(url: string, redactor: KeyRedactor): string {
  const start = url.indexOf('?');
  const path = start < 0 ? url : url.slice(0, start);
  if (start < 0) return pathOf(redactor.text(path));
  const query = url
    .slice(start + 1)
    .split('&')
    .map((pair) => pair.replace(/^([^=]*(?:key|secret|token|pass|auth)[^=]*)=.*$/i, '$1=***'))
    .join('&');
  // Before it is cut short, or a part of a key would stay.
  return redactor.text(`${path}?${query}`).slice(0, maxPathLength);
}

/** The segments of a path as they are compared: without regard to case, or to slashes too many. */
export function segmentsOf(path: string): string[] {
  return path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '');
}
