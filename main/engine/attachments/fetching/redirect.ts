import type { IncomingMessage } from 'node:http';
import { FetchError } from '../guard/not-fetched.ts';

const redirects: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

/** Where an answer sends one instead; null where it does not. Throws `FetchError` where it does not say where. */
export function redirectOf({ statusCode, headers }: IncomingMessage, from: URL): URL | null {
  if (!redirects.has(statusCode)) return null;
  const { location = '' } = headers;
  // Node reads headers as Latin-1; raw UTF-8 in an address is meant as its bytes.
  const bytes = location.replaceAll(/[\x80-\xff]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const url = bytes.trim() === '' ? null : URL.parse(bytes, from);
  if (url === null) throw new FetchError('badRedirect', String(statusCode));
  return url;
}
