/** Which addresses files may be fetched from, judged for the first address and for each redirect. */
import { lookup } from 'node:dns/promises';
import { isIPv4, isIPv6, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { hostnameOf, hostOf } from '#shared/attachment-host.ts';
import type { AttachmentProblemCode } from '#shared/attachment-terms.ts';
import { type Clock, systemClock } from '../../clock.ts';
import { networkErrorCode, openSocket, startTls, type TlsContext } from '../../outbound/index.ts';

/** Who may be called, and how. */
export interface FetchRules {
  /** Each with its port, as `hostOf` writes it: no other port of the same machine may be called. */
  approved: readonly { host: string; allowHttp: boolean }[];
  /** Whether addresses of this machine are allowed, unencrypted too. No other private address ever is. */
  allowLoopback: boolean;
  /** The header value of the platform's key, for this origin alone; null where it is not to be sent. */
  platform: { origin: string; key: string } | null;
  /** Whose authorities are trusted beside the system's. */
  authorityFile?: string;
}

/** Ends a fetch; becomes data where the fetch ends, and goes no further. */
export class FetchError extends Error {
  readonly problem: AttachmentProblemCode;
  /** Short printable ASCII: what a person wants to know, never a query and never a key. */
  readonly detail: string | null;
  /** Whose approval is missing, with its port. */
  readonly host: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(
    problem: AttachmentProblemCode,
    detail: string | null = null,
    more: { host?: string; retryAfterSeconds?: number | null } = {},
  ) {
    super(problem);
    this.name = 'FetchError';
    this.problem = problem;
    this.detail = detail === null ? null : detail.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100);
    this.host = more.host ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }
}

/** What the policy needs of the world. Settings, records and messages cannot reach it: only a test has another. */
export interface Network {
  /** All addresses of a name; rejects where there are none. */
  lookup(name: string): Promise<readonly string[]>;
  /** The class of a canonical address. */
  classify(address: string): AddressClass;
  trust: TlsContext;
  clock: Clock;
}

/** The internet, but for whom to trust: that is the thread's own. */
export const openNetwork: Omit<Network, 'trust'> = {
  async lookup(name) {
    const found = await lookup(name, { all: true });
    return found.map(({ address }) => address);
  },
  classify: classifyAddress,
  clock: systemClock,
};

/**
 * The problem of an address that shows without calling anybody, whoever approves its host: nobody is asked to approve
 * what would be refused all the same. Null where there is none.
 */
export function addressProblem(
  url: URL,
  allowLoopback: boolean,
): { problem: AttachmentProblemCode; detail: string | null } | null {
  const host = hostOf(url);
  const approved = host === null ? [] : [{ host, allowHttp: true }];
  try {
    checkUrl(url, { approved, allowLoopback, platform: null }, openNetwork);
    return null;
  } catch (failure) {
    if (!(failure instanceof FetchError)) throw failure;
    return { problem: failure.problem, detail: failure.detail };
  }
}

/** An address that may be called, and where: nothing else may be dialled for it. */
export interface Target extends ResolvedAddresses {
  /** Its host without the dot of the root. */
  url: URL;
  /** With its port, as approvals name it. */
  host: string;
}

interface ResolvedAddresses {
  /** Canonical. */
  addresses: readonly string[];
  /** Whether all of them are of this machine. */
  isLoopback: boolean;
}

/** Checks an address wholly; each redirect comes through here too. Throws `FetchError`, or the signal's reason. */
export async function checkTarget(
  address: URL,
  rules: FetchRules,
  network: Network,
  signal: AbortSignal,
): Promise<Target> {
  const { url, hostname, host, mayBePlain } = checkUrl(address, rules, network);
  const found = knownAddressesOf(hostname) ?? (await lookUp(hostname, network, signal));
  const resolved = assertAllowedAddresses(found, rules, network);
  if (url.protocol === 'http:' && !mayBePlain && !resolved.isLoopback) throw new FetchError('httpNotAllowed');
  return { url, host, ...resolved };
}

/** Checks all that shows before a name is looked up. Throws `FetchError`. */
function checkUrl(
  address: URL,
  rules: FetchRules,
  network: Pick<Network, 'classify'>,
): {
  url: URL;
  hostname: string;
  host: string;
  /** Whether its approval says so; where it does not, every address must be this machine's. */
  mayBePlain: boolean;
} {
  if (address.protocol !== 'https:' && address.protocol !== 'http:') {
    throw new FetchError('schemeNotAllowed', address.protocol);
  }
  if (address.username !== '' || address.password !== '') throw new FetchError('namesUser');
  if (address.port !== '' && badPorts.has(Number(address.port))) {
    throw new FetchError('portNotAllowed', address.port);
  }
  const hostname = hostnameOf(address);
  const host = hostOf(address);
  if (hostname === null || host === null) throw new FetchError('notAnAddress');
  // Before the approval: nobody is asked to approve what is refused all the same.
  assertAllowedAddresses(knownAddressesOf(hostname) ?? [], rules, network);
  const approval = rules.approved.find((approved) => approved.host === host);
  if (approval === undefined) throw new FetchError('hostNotApproved', null, { host });
  const isPlain = address.protocol === 'http:';
  if (isPlain && !approval.allowHttp && !rules.allowLoopback) throw new FetchError('httpNotAllowed');
  const url = new URL(address);
  url.hostname = hostname;
  return { url, hostname, host, mayBePlain: approval.allowHttp };
}

/** The addresses of a host that need no look-up: its own, or this machine's, whatever a resolver says (RFC 6761, 6.3). */
function knownAddressesOf(hostname: string): readonly string[] | null {
  const literal = literalOf(hostname);
  if (literal !== null) return [literal];
  return hostname === 'localhost' || hostname.endsWith('.localhost') ? ['127.0.0.1', '::1'] : null;
}

/** The address itself where a host is written as one. `URL` has already read every other way to write it. */
export const literalOf = (hostname: string): string | null =>
  hostname.startsWith('[') || isIPv4(hostname) ? hostname.replaceAll(/[[\]]/g, '') : null;

async function lookUp(hostname: string, network: Network, signal: AbortSignal): Promise<readonly string[]> {
  const lookingUp = network.lookup(hostname).catch((cause: unknown) => {
    throw new FetchError('dnsFailed', networkErrorCode(cause));
  });
  const found = await abortable(lookingUp, signal);
  if (found.length === 0) throw new FetchError('dnsFailed', 'ENOTFOUND');
  return found;
}

/** The result of `work`, or the signal's reason at once: a look-up cannot be stopped. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Throws `FetchError` unless every address may be dialled: whoever mixes them means somebody to dial the wrong one. */
export function assertAllowedAddresses(
  found: readonly string[],
  { allowLoopback }: Pick<FetchRules, 'allowLoopback'>,
  { classify }: Pick<Network, 'classify'>,
): ResolvedAddresses {
  let isLoopback = true;
  const addresses = found.map((text) => {
    const address = canonicalAddress(text);
    const addressClass = address === null ? 'forbidden' : classify(address);
    const isAllowed = addressClass === 'public' || (addressClass === 'loopback' && allowLoopback);
    if (address === null || !isAllowed) throw new FetchError('addressNotPublic', text);
    isLoopback &&= addressClass === 'loopback';
    return address;
  });
  return { addresses, isLoopback };
}

/** Whether an address may be dialled: `loopback` only where that is allowed, `forbidden` never. */
type AddressClass = 'public' | 'loopback' | 'forbidden';

/** Classifies a canonical address by the registries of special addresses (RFC 6890). */
export function classifyAddress(address: string): AddressClass {
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast') return 'forbidden';
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast, 3) ? 'public' : 'forbidden';
}

/** All that is routed on the internet of IPv6; what wraps an IPv4 address in other ways (RFC 4291, 6052) is outside. */
const globalUnicast = new ipaddr.IPv6([0x2000, 0, 0, 0, 0, 0, 0, 0]);

/**
 * The one spelling of an address as a resolver or a socket gives it; what wraps an IPv4 address as `::ffff:0:0/96` is
 * that address. Null where it is none, or names a zone.
 */
export function canonicalAddress(address: string): string | null {
  if (isIPv4(address)) return address;
  const spelled = isIPv6(address) ? hexadecimal(address) : null;
  return spelled === null ? null : ipaddr.process(spelled).toString();
}

/** ipaddr.js takes the dotted form of `::a.b.c.d` for the mapped one, so it never sees it. */
function hexadecimal(address: string): string | null {
  const url = URL.parse(`http://[${address}]`);
  return url === null ? null : url.hostname.slice(1, -1);
}

/**
 * Opens a connection to one of the checked addresses, whatever the name says by now, and checks who is at the other end
 * before a byte is written; then TLS, where the address says so. The signal destroys it. Throws `FetchError`, or
 * whatever the signal makes of it.
 */
export async function connectChecked(
  target: Target,
  network: Network,
  { authorityFile }: Pick<FetchRules, 'authorityFile'>,
  signal: AbortSignal,
): Promise<Socket> {
  const { url, addresses } = target;
  const secureContext = url.protocol === 'https:' ? await network.trust(authorityFile) : null;
  const socket = await openSocket(url, signal, addresses).catch(failWith('unreachable'));
  const remote = canonicalAddress(socket.remoteAddress ?? '');
  if (remote === null || !addresses.includes(remote)) {
    socket.destroy();
    throw new FetchError('addressNotPublic', remote);
  }
  if (secureContext === null) return socket;
  return startTls(socket, url, secureContext, signal).catch(failWith('tls'));
}

const failWith = (problem: AttachmentProblemCode) => (cause: unknown) => {
  throw new FetchError(problem, networkErrorCode(cause));
};

/** Ports of other protocols, to which nothing may be made to speak (Fetch standard, "bad port"). */
export const badPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);
