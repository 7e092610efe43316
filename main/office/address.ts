/** Where an office's console is, as a person or a link writes it. */
import { isIP } from 'node:net';
import type { OfficeAddressFault } from '#shared/contract/shell.ts';
import { isLoopbackAddress, plainAddress } from '../engine/addresses.ts';

/** The port of `perito serve`, where an address names neither scheme nor port. */
const usualPort = 8651;

export type OfficeAddress =
  /** Its origin alone, such as `https://perito.office.example:8651`. */
  { origin: string } | { refused: OfficeAddressFault };

/**
 * Reads `https://name:port`, or a bare name, which is at the usual port. Plain `http` is taken of this computer itself alone, since whoever is on
 * the way could read everything, and sign in.
 */
export function readOfficeAddress(text: string): OfficeAddress {
  const given = text.trim();
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(given);
  const url = URL.parse(hasScheme ? given : `https://${given}`);
  if (url === null || url.hostname === '' || !/^https?:$/.test(url.protocol)) return { refused: 'noAddress' };
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '';
  if (!isBare || url.username !== '' || url.password !== '') return { refused: 'tooMuch' };
  if (url.protocol === 'http:' && !isThisComputer(url.hostname)) return { refused: 'notSecure' };
  if (!hasScheme && url.port === '' && !/:443$/.test(given)) url.port = String(usualPort);
  return { origin: url.origin };
}

function isThisComputer(hostname: string): boolean {
  const host = hostname.replaceAll(/[[\]]/g, '');
  return host === 'localhost' || (isIP(host) !== 0 && isLoopbackAddress(plainAddress(host)));
}
