/** One GET over HTTPS for the shell, by the same client and the same trust as all other calls that go out. */
import type { IncomingMessage } from 'node:http';
import type { Clock } from './clock.ts';
import {
  createTlsContext,
  openSocket,
  readCaCertificatesInThread,
  sendGet,
  startTls,
} from './outbound/index.ts';

/**
 * Sends a GET to an address of `https:`; follows no redirect. The signal ends it, its body too. Rejects with what the
 * connection, the certificate's check or the parser says.
 */
export type HttpsGet = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<IncomingMessage>;

/** Trusts whom this computer trusts, read at the first call; those whom Node trusts by itself where that cannot be read. */
export function httpsGet(
  clock: Clock,
  readAuthorities: () => ReturnType<typeof readCaCertificatesInThread> = () =>
    readCaCertificatesInThread(clock),
): HttpsGet {
  const context = createTlsContext({ read: readAuthorities, onFailure() {} });
  return async (url, headers, signal) => {
    if (url.protocol !== 'https:') throw new TypeError('Only https: is called.');
    const secureContext = await context();
    const socket = await openSocket(url, signal);
    return sendGet(await startTls(socket, url, secureContext, signal), url, headers);
  };
}
