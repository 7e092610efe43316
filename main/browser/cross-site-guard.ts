import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** As what a console is opened. */
export interface ConsoleOrigin {
  scheme: 'http' | 'https';
  port: number;
  /** Whether a host of a request, a name or an address without brackets, is this console's. */
  isOwnHost(host: string): boolean;
  /** What is said to whoever calls it otherwise. */
  refusal: string;
}

/** Of a console that listens to this computer alone, without TLS. */
export const loopbackOrigin = (port: number): ConsoleOrigin => ({
  ...{ scheme: 'http', port },
  isOwnHost: (host) => host === '127.0.0.1' || host === 'localhost',
  refusal: 'This console answers only as 127.0.0.1 or localhost.',
});

/**
 * Of a console that other computers open: by the names of its certificate, which no other site's owner gets one for, or by
 * an address of this computer, which no name of theirs is.
 */
export const secureOrigin = (port: number, names: () => readonly string[]): ConsoleOrigin => ({
  ...{ scheme: 'https', port },
  isOwnHost: (host) =>
    host === 'localhost' ||
    (isIP(host) === 0 ? names().some((name) => isNamed(host, name.toLowerCase())) : isOfThisComputer(host)),
  refusal: 'This console answers only by the names of its certificate, or by an address of its computer.',
});

/** Of a wildcard the first label is any one (RFC 6125, 6.4.3). */
function isNamed(host: string, name: string): boolean {
  if (!name.startsWith('*.')) return host === name;
  return host.includes('.') && host.slice(host.indexOf('.')) === name.slice(1);
}

const isOfThisComputer = (address: string): boolean =>
  Object.values(networkInterfaces()).some((found) => found?.some((one) => one.address === address));

const usualPorts = { http: 80, https: 443 } as const;

/**
 * Keeps other sites out of the console: a name that is not its own (DNS rebinding), another
 * site's script or form (Origin), and any request that a browser says comes from elsewhere
 * (Sec-Fetch-Site, W3C Fetch Metadata). Plain navigation from elsewhere to a page is let through: it
 * carries no session (the cookie is SameSite=Strict) and changes nothing. Behind a trusted proxy the port is the proxy's, whichever
 * that is. Null where the request may pass.
 */
export function crossSiteRefusal(
  request: IncomingMessage,
  own: ConsoleOrigin,
  isByTrustedProxy = false,
): { status: number; message: string } | null {
  const { host = '', origin } = request.headers;
  const [, bracketed, plain = '', port = String(usualPorts[own.scheme])] =
    /^(?:\[([\da-f:.]+)\]|([^:[\]/@]+))(?::(\d+))?$/i.exec(host) ?? [];
  const isOwnPort = isByTrustedProxy || port === String(own.port);
  if (!isOwnPort || !own.isOwnHost((bracketed ?? plain).toLowerCase())) {
    return { status: 421, message: own.refusal };
  }
  if (origin !== undefined && origin !== `${own.scheme}://${host}`) {
    return { status: 403, message: 'This request comes from another site.' };
  }
  const site = request.headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return null;
  const isNavigation =
    request.method === 'GET' &&
    request.headers['sec-fetch-mode'] === 'navigate' &&
    request.headers['sec-fetch-dest'] === 'document';
  return isNavigation ? null : { status: 403, message: 'This request comes from another site.' };
}

/** Whether a script or a frame asks, where the browser says so, rather than a person who opens a page. */
export function isScripted(request: IncomingMessage): boolean {
  const destination = request.headers['sec-fetch-dest'];
  return destination !== undefined && destination !== 'document';
}

/** Browsers fetch pages ahead of the person; what works once must not be used up by that. */
export function isPrefetch(request: IncomingMessage): boolean {
  const purpose = `${String(request.headers['sec-purpose'] ?? '')} ${String(request.headers['purpose'] ?? '')}`;
  return /prefetch|prerender|preview/i.test(purpose);
}
