import { lookup } from 'node:dns/promises';
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { hostnameOf, hostOf } from '#shared/attachment-host.ts';
import type { AttachmentProblemCode } from '#shared/attachment-terms.ts';
import { type Clock, systemClock } from '../../clock.ts';
import { networkErrorCode, type TlsContext } from '../../outbound/index.ts';

/** Who may be called, and how. */
export interface FetchRules {
  /** Each with its port, as `hostOf` writes it: no other port of the same machine may be called. */
  approved: readonly { host: string; allowHttp: boolean }[];
  /** Whether addresses of this machine are allowed, unencrypted too. No other private address ever is. */
  allowLoopback: boolean;
  /** The header value of the platform's key, for this origin alone; null where it is not to be sent. */
  platform: { origin: string; key: string } | null;
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
    this.name = 'NotFetched';
    this.problem = problem;
    this.detail = detail === null ? null : detail.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100);
    this.host = more.host ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }
}

/** What the guard needs of the world. Settings, records and messages cannot reach it: only a test has another. */
export interface Network {
  /** All addresses of a name; rejects where there are none. */
  lookup(name: string): Promise<readonly string[]>;
  /** Of a canonical address. */
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

/** An address that may be called, and where: nothing else may be dialled for it. */
export interface Target extends ResolvedAddresses {
  url: URL;
  /** Its name or address alone. */
  hostname: string;
  /** With its port, as approvals name it. */
  host: string;
}

/** Checks an address wholly; each redirect comes through here too. Throws `FetchError`, or the signal's reason. */
export async function checkTarget(
  given: URL,
  rules: FetchRules,
  network: Network,
  signal: AbortSignal,
): Promise<Target> {
  const { url, hostname, host, mayBePlain } = checkUrl(given, rules, network);
  const found = knownAddressesOf(hostname) ?? (await lookUp(hostname, network, signal));
  const judged = assertAllowedAddresses(found, rules, network);
  if (url.protocol === 'http:' && !mayBePlain && !judged.isLoopback) throw new FetchError('httpNotAllowed');
  return { url, hostname, host, ...judged };
}

async function lookUp(hostname: string, network: Network, signal: AbortSignal): Promise<readonly string[]> {
  const looking = network.lookup(hostname).catch((cause: unknown) => {
    throw new FetchError('dnsFailed', networkErrorCode(cause));
  });
  const found = await abortable(looking, signal);
  if (found.length === 0) throw new FetchError('dnsFailed', 'ENOTFOUND');
  return found;
}

export interface CheckedUrl {
  /** Its host without the dot of the root. */
  url: URL;
  hostname: string;
  /** With its port, as approvals name it. */
  host: string;
  /** Whether that approval says so; where it does not, every address must be this machine's. */
  mayBePlain: boolean;
}

/** All that can be said of an address before its name is looked up. Throws `FetchError`. */
export function checkUrl(given: URL, rules: FetchRules, network: Pick<Network, 'classify'>): CheckedUrl {
  if (given.protocol !== 'https:' && given.protocol !== 'http:') {
    throw new FetchError('schemeNotAllowed', given.protocol);
  }
  if (given.username !== '' || given.password !== '') throw new FetchError('namesUser');
  if (given.port !== '' && badPorts.has(Number(given.port))) {
    throw new FetchError('portNotAllowed', given.port);
  }
  const hostname = hostnameOf(given);
  const host = hostOf(given);
  if (hostname === null || host === null) throw new FetchError('notAnAddress');
  // Before the approval: nobody is asked to approve what is refused all the same.
  assertAllowedAddresses(knownAddressesOf(hostname) ?? [], rules, network);
  const approval = rules.approved.find((one) => one.host === host);
  if (approval === undefined) throw new FetchError('hostNotApproved', null, { host });
  const isPlain = given.protocol === 'http:';
  if (isPlain && !approval.allowHttp && !rules.allowLoopback) throw new FetchError('httpNotAllowed');
  const url = new URL(given);
  url.hostname = hostname;
  return { url, hostname, host, mayBePlain: approval.allowHttp };
}

export interface ResolvedAddresses {
  /** Canonical. */
  addresses: readonly string[];
  /** Whether all of them are of this machine. */
  isLoopback: boolean;
}

/** Throws `FetchError` unless every address may be dialled: whoever mixes them means somebody to dial the wrong one. */
export function assertAllowedAddresses(
  found: readonly string[],
  { allowLoopback }: Pick<FetchRules, 'allowLoopback'>,
  { classify }: Pick<Network, 'classify'>,
): ResolvedAddresses {
  let isLoopback = true;
  const addresses = found.map((one) => {
    const address = canonicalAddress(one);
    const standing = address === null ? 'forbidden' : classify(address);
    const isAllowed = standing === 'public' || (standing === 'loopback' && allowLoopback);
    if (address === null || !isAllowed) throw new FetchError('addressNotPublic', one);
    isLoopback &&= standing === 'loopback';
    return address;
  });
  return { addresses, isLoopback };
}

/** Whether it is an address, not a name to look up. `URL` has already read every other way to write one. */
const isLiteral = (hostname: string): boolean => hostname.startsWith('[') || isIPv4(hostname);

/** The address itself where the name of a host is one. */
export const literalOf = (hostname: string): string | null =>
  isLiteral(hostname) ? hostname.replaceAll(/[[\]]/g, '') : null;

/** The addresses of a host that need no look-up: its own, or this machine's, whatever a resolver says (RFC 6761, 6.3). */
export function knownAddressesOf(hostname: string): readonly string[] | null {
  const literal = literalOf(hostname);
  if (literal !== null) return [literal];
  return hostname === 'localhost' || hostname.endsWith('.localhost') ? ['127.0.0.1', '::1'] : null;
}

/** Whether an address may be dialled: `loopback` only where that is allowed, `forbidden` never. */
export type AddressClass = 'public' | 'loopback' | 'forbidden';

/**
 * The one spelling of an address as a resolver or a socket gives it; what wraps an IPv4 address as `::ffff:0:0/96` is
 * that address. Null where it is none, or names a zone.
 */
export function canonicalAddress(address: string): string | null {
  if (isIPv4(address)) return address;
  const spelled = isIPv6(address) ? hexadecimal(address) : null;
  return spelled === null ? null : ipaddr.process(spelled).toString();
}

/** Of a canonical address, by the registries of special addresses (RFC 6890). */
export function classifyAddress(address: string): AddressClass {
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast') return 'forbidden';
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast, 3) ? 'public' : 'forbidden';
}

/** All that is routed on the internet of IPv6; what wraps an IPv4 address in other ways (RFC 4291, 6052) is outside. */
const globalUnicast = new ipaddr.IPv6([0x2000, 0, 0, 0, 0, 0, 0, 0]);

/** ipaddr.js takes the dotted form of `::a.b.c.d` for the mapped one, so it never sees it. */
function hexadecimal(address: string): string | null {
  const url = URL.parse(`http://[${address}]`);
  return url === null ? null : url.hostname.slice(1, -1);
}

/** Ports of other protocols, to which nothing may be made to speak (Fetch standard, "bad port"). */
export const badPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** What `work` comes to, or the signal's reason at once: not all that is waited for can be stopped. */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
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

/**
 * What is wrong with an address that can be said without calling anybody, whoever approves its host: nobody is asked to
 * approve what would be refused all the same. Null where nothing is.
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
