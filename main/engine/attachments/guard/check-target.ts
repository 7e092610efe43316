import { networkErrorCode } from '../../outbound/index.ts';
import type { FetchRules } from '../fetching/task.ts';
import { checkUrl } from './check-url.ts';
import { knownAddressesOf } from './host.ts';
import { assertAllowedAddresses, type ResolvedAddresses } from './judge.ts';
import type { Network } from './network.ts';
import { FetchError } from './not-fetched.ts';
import { abortable } from './until-aborted.ts';

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
