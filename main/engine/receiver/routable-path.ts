/**
 * The path and query of a call as the routes are found by them. A path that cannot be decoded is a path where
 * nothing is, and is refused like one. A policy number may hold slashes, which not every client encodes in a path.
 */
export function routablePath(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const query = end < 0 ? '' : url.slice(end);
  if (path.includes('%') && !isDecodable(path)) return '/undecodable';
  const balance = /^(\/+insurancepolicies\/+)([^/].*[^/])(\/+balance\/*)$/i.exec(path);
  const [, before = '', number = '', after = ''] = balance ?? [];
  return number.includes('/') ? `${before}${number.replaceAll('/', '%2F')}${after}${query}` : url;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
