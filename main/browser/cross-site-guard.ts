import type { IncomingMessage } from 'node:http';

/**
 * Keeps other sites out of the console: a name that is not this machine's (DNS rebinding), another
 * site's script or form (Origin), and any request that a browser says comes from elsewhere
 * (Sec-Fetch-Site, W3C Fetch Metadata). Plain navigation from elsewhere to a page is let through: it
 * carries no session (the cookie is SameSite=Strict) and changes nothing. Null where the request may pass.
 */
export function crossSiteRefusal(
  request: IncomingMessage,
  port: number,
): { status: number; message: string } | null {
  const { host, origin } = request.headers;
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) {
    return { status: 421, message: 'This console answers only as 127.0.0.1 or localhost.' };
  }
  if (origin !== undefined && origin !== `http://${host}`) {
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
