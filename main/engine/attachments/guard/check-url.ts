import { hostnameOf, hostOf } from '#shared/attachment-host.ts';
import type { FetchRules } from '../fetching/task.ts';
import { badPorts } from './bad-ports.ts';
import { knownAddressesOf } from './host.ts';
import { assertAllowedAddresses } from './judge.ts';
import type { Network } from './network.ts';
import { FetchError } from './not-fetched.ts';

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
export function checkUrl(given: URL, rules: FetchRules, network: Pick<Network, 'standingOf'>): CheckedUrl {
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
