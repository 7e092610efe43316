/** What a way in needs to know of this computer, and what is written into routers, proxies and tunnels for it. */
import type { OwnAddress } from '#shared/contract/reachability.ts';
import { receiverSettings } from '#shared/contract/settings.ts';
import type { Status } from '#shared/contract/status.ts';

/** A name for examples, reserved for that (RFC 2606). */
const exampleHost = 'perito.aseguradora.example';

export interface Place {
  /** By which the marketplace calls; an example where none is configured. */
  publicHost: string;
  publicPort: number;
  /** Of the public address: an empty text, or `/perito`. */
  path: string;
  isExample: boolean;
  /** Where a program of this computer calls the receiver, with no slash at its end. */
  localUrl: string;
  port: number;
  isSecure: boolean;
  /** In seconds: longer than any cancellation is held. */
  readTimeout: number;
  largestBodyMebibytes: number;
}

const margin = 30;
/** In seconds; the setting may be changed without a word to whoever looks after the proxy. */
export const longestHold = receiverSettings.shape.holdSeconds.maxValue ?? 90;

const inUrl = (address: string) => (address.includes(':') ? `[${address}]` : address);
/** Addresses that are known inside of a network alone (RFC 1918, 4193, 6598, and the loopback). */
export const isInsideAddress = (address: string): boolean =>
  /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|169\.254\.|::1$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i.test(
    address,
  );

/** Whether a host, as it stands in a URL, is known inside of a network alone. */
export function isInsideHost(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '');
  return plain === 'localhost' || isInsideAddress(plain);
}

const isEverywhere = (address: string) => address === '0.0.0.0' || address === '::';

export function placeOf(
  { address, port, certificate }: Pick<Status['receiver'], 'address' | 'port' | 'certificate'>,
  { publicUrl, largestBodyMebibytes }: { publicUrl: string; largestBodyMebibytes: number },
): Place {
  const given = URL.parse(publicUrl);
  const url = given === null || isInsideHost(given.hostname) ? null : given;
  const isSecure = certificate !== null;
  const local = isEverywhere(address) ? '127.0.0.1' : address;
  return {
    ...{ publicHost: url?.hostname ?? exampleHost, publicPort: Number(url?.port) || 443 },
    path: url?.pathname.replace(/\/+$/, '') ?? '',
    isExample: url === null,
    localUrl: `${isSecure ? 'https' : 'http'}://${inUrl(local)}:${port}`,
    ...{ port, isSecure, largestBodyMebibytes, readTimeout: longestHold + margin },
  };
}

/**
 * A site for Caddy 2, which gets its certificate by itself and sets `X-Forwarded-For` by itself. It passes every header on,
 * and has no time limit of its own for an answer.
 */
export function caddySite({ publicHost, publicPort, path, localUrl, isSecure, ...limits }: Place): string {
  const host = publicPort === 443 ? publicHost : `${publicHost}:${publicPort}`;
  const [open, close] = path === '' ? ['', ''] : [`\thandle_path ${path}/* {\n`, '\t}\n'];
  const indent = path === '' ? '\t' : '\t\t';
  const transport = [
    'transport http {',
    `\tresponse_header_timeout ${limits.readTimeout}s`,
    // It is this computer, whose certificate holds for another name.
    ...(isSecure ? ['\ttls_insecure_skip_verify'] : []),
    '}',
  ];
  const lines = [
    'request_body {',
    `\tmax_size ${limits.largestBodyMebibytes}MiB`,
    '}',
    `reverse_proxy ${localUrl} {`,
    ...transport.map((line) => `\t${line}`),
    '}',
  ];
  return `${host} {\n${open}${lines.map((line) => `${indent}${line}\n`).join('')}${close}}\n`;
}

/** A site for nginx; what stands in `X-Forwarded-For` before is not taken over, since anybody may have written it. */
export function nginxSite({ publicHost, publicPort, path, localUrl, ...limits }: Place): string {
  const target = path === '' ? localUrl : `${localUrl}/`;
  return `server {
    listen ${publicPort} ssl;
    server_name ${publicHost};
    ssl_certificate /etc/letsencrypt/live/${publicHost}/fullchain.pem;
    ssl_certificate_key /etc/letsencrypt/live/${publicHost}/privkey.pem;
    ssl_protocols TLSv1.2 TLSv1.3;

    location ${path}/ {
        proxy_pass ${target};
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_read_timeout ${limits.readTimeout}s;
        client_max_body_size ${limits.largestBodyMebibytes}m;
    }
}
`;
}

/** For Cloudflare's tunnel, by its own program. */
export const cloudflaredCommands = ({ publicHost, localUrl, isSecure }: Place): string =>
  `cloudflared tunnel login
cloudflared tunnel create perito
cloudflared tunnel route dns perito ${publicHost}
cloudflared tunnel run --url ${localUrl}${isSecure ? ' --no-tls-verify' : ''} perito
`;

/** For Tailscale's funnel, which speaks HTTPS outwards by itself. */
export const tailscaleCommands = ({ localUrl, isSecure }: Place): string =>
  `tailscale funnel --bg ${isSecure ? localUrl.replace(/^https/, 'https+insecure') : localUrl}\n`;

/** A line of the router's table. */
export const forwardingRule = (
  { publicPort, port }: Place,
  network: string,
): { protocol: 'TCP'; from: number; to: string } => ({
  ...{ protocol: 'TCP', from: publicPort },
  to: `${inUrl(network)}:${port}`,
});

type Scope = OwnAddress['scope'] | 'tailnet';

/** Tailscale gives its own addresses of the range that providers share (RFC 6598). */
export const scopeOnScreen = ({ scope, interfaceName }: OwnAddress): Scope =>
  scope === 'shared' && /^tailscale/i.test(interfaceName) ? 'tailnet' : scope;

/** The addresses at which a receiver listens that listens at this one; those of cards without the other are left out. */
export function listenedAddresses(
  address: string,
  own: readonly OwnAddress[],
): { listened: readonly OwnAddress[]; others: readonly OwnAddress[] } {
  const isListened = (each: OwnAddress) =>
    address === '::' || (address === '0.0.0.0' ? !each.address.includes(':') : each.address === address);
  return { listened: own.filter(isListened), others: own.filter((each) => !isListened(each)) };
}

/** The address of this computer in the network of its office, to which a router forwards; null where none is known. */
export const officeAddress = (own: readonly OwnAddress[]): string | null =>
  own.find(({ scope, address }) => scope === 'private' && !address.includes(':'))?.address ?? null;

/** An address that a provider shares among many customers, where this computer has no public one besides. */
export const providerShared = (own: readonly OwnAddress[]): string | null =>
  own.some(({ scope }) => scope === 'public')
    ? null
    : (own.find((each) => scopeOnScreen(each) === 'shared')?.address ?? null);

/** Who has a port, for an administrator to find out; null where no command is known. */
export const whoHasPort = (system: 'linux' | 'windows' | 'macos' | 'other', port: number): string | null =>
  ({
    linux: `sudo ss -ltnp 'sport = :${port}'`,
    windows: `Get-Process -Id (Get-NetTCPConnection -LocalPort ${port} -State Listen).OwningProcess`,
    macos: `sudo lsof -nP -iTCP:${port} -sTCP:LISTEN`,
    other: null,
  })[system];
