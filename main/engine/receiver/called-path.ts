const pathLimit = 2000;

/** The path of a call, without its query: what a problem document calls its instance. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return (end < 0 ? url : url.slice(0, end)).slice(0, pathLimit);
}

/** A call's path and query as they are kept; what a query calls a key, secret, token or password is left out. */
export function keptPath(url: string): string {
  const start = url.indexOf('?');
  if (start < 0) return pathOf(url);
  const query = url
    .slice(start + 1)
    .split('&')
    .map((pair) => pair.replace(/^([^=]*(?:key|secret|token|pass|auth)[^=]*)=.*$/i, '$1=***'))
    .join('&');
  return `${pathOf(url)}?${query}`.slice(0, pathLimit);
}

/** The segments of a path as they are compared: without regard to case, or to slashes too many. */
export function segmentsOf(path: string): string[] {
  return path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '');
}
