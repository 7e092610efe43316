/**
 * Hosts that photos and papers are fetched from, as approvals name them: host and port (RFC 3986, 3.2), as `URL.host`
 * writes those of an https address. So `fotos.example` is port 443 of it alone, `fotos.example:80` where plain http
 * leads without a port, `[::1]:8443` an address. In lower case and punycode, without the dot of the root.
 */

/** Longest text of a host: a name of 253 signs, a colon, and a port. */
export const maxHostLength = 259;

/** The host of an address, its port included; null where that is not of the web, or where no host can have its name. */
export function hostOf(url: URL): string | null {
  const hostname = hostnameOf(url);
  if (hostname === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const port = url.port || (url.protocol === 'https:' ? httpsPort : '80');
  return port === httpsPort ? hostname : `${hostname}:${port}`;
}
const httpsPort = '443';

/** The name or address of a host alone: what is looked up and dialled. Null where no host can have that name. */
export function hostnameOf(url: URL): string | null {
  const { hostname } = url;
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  const isName =
    name.length <= 253 && name.split('.').every((label) => label.length > 0 && label.length <= 63);
  return isName ? name : null;
}

/**
 * What somebody typed as a host: a name or an address (of IPv6 in brackets), and a port from 1 to 65535 after a colon
 * where it is not 443. Null where it is anything else, or more.
 */
export function hostNamed(text: string): string | null {
  const bare = text.trim();
  if (!/^(\[[\da-f:.]+\]|[^\s/:@?#\\*%[\]]+)(:0*[1-9]\d*)?$/iu.test(bare)) return null;
  const url = URL.parse(`https://${bare}`);
  return url === null ? null : hostOf(url);
}

/** The name or address alone of a host as approvals name it. */
export const nameOf = (host: string): string => host.replace(/:\d+$/, '');

/** The port of a host as approvals name it. */
export const portOf = (host: string): string => /:(\d+)$/.exec(host)?.[1] ?? httpsPort;
