/** Where a call of the console comes from: this computer itself, or another, by itself or through a proxy that a person named. */
import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress } from '../engine/addresses.ts';
import { callerBehind } from '../engine/caller-address.ts';

interface CallOrigin {
  address: string;
  /**
   * Whether somebody at this computer itself called: never through a proxy of it, which passes on what others call. One that nobody
   * named is known by what it adds, or by its HTTP/1.0, which nginx speaks unless told otherwise and no browser does.
   */
  isHere: boolean;
  isByTrustedProxy: boolean;
}

export type FindOrigin = (request: Pick<IncomingMessage, 'headers' | 'httpVersion' | 'socket'>) => CallOrigin;

/** Of `trustedProxies`, and of nobody else, it is believed whom they call for (`X-Forwarded-For`). */
export function originBehind(trustedProxies: readonly string[]): FindOrigin {
  const findCaller = callerBehind(trustedProxies);
  return ({ headers, httpVersion, socket }) => {
    const forwardedFor = [headers['x-forwarded-for'] ?? []].flat().join();
    const { address, proxy } = findCaller(socket.remoteAddress ?? '', forwardedFor);
    const isPassedOn = proxy !== null || httpVersion === '1.0' || Object.keys(headers).some(isOfProxy);
    return {
      address,
      isHere: isLoopbackAddress(address) && !isPassedOn,
      isByTrustedProxy: proxy !== null,
    };
  };
}

/** What proxies and balancers add to a call (RFC 7239, RFC 9110 7.6.3, and what was usual before and beside them). */
const isOfProxy = (header: string): boolean =>
  /^(forwarded|via|x-forwarded(-.+)?|x-(real|client|cluster-client)-ip|x-original-(for|host)|(true-client|cf-connecting)-ip)$/.test(
    header,
  );
