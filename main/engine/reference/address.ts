import { type ReferenceList, referencePaths } from '#shared/reference-terms.ts';

/** Where the platform is, and whether it may be called without encryption. */
export interface PlatformAddress {
  /** `{base_url}`; it may have a path and end in a slash. Empty where none was given. */
  baseUrl: string;
  allowHttp: boolean;
}

/** Why nothing can be called at this address, or null. */
export function addressProblem({
  baseUrl,
  allowHttp,
}: PlatformAddress): 'noAddress' | 'httpNotAllowed' | null {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'noAddress';
  return url.protocol === 'http:' && !allowHttp ? 'httpNotAllowed' : null;
}

/** The list's address under `{base_url}`. A name and password in the base are dropped: the key is the only credential. */
export function listUrl(baseUrl: string, list: ReferenceList): URL {
  const base = new URL(baseUrl);
  const url = new URL(base.origin);
  url.pathname = base.pathname.replace(/\/+$/, '') + referencePaths[list];
  return url;
}

/** Whether a call to this address stays on this machine. */
export function isLoopback(baseUrl: string): boolean {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
