import { failureWord } from '../../outbound/index.ts';
import type { FetchRules } from '../fetching/task.ts';
import { checkUrl } from './check-url.ts';
import { knownAddressesOf } from './host.ts';
import { type Judged, judge } from './judge.ts';
import type { Network } from './network.ts';
import { NotFetched } from './not-fetched.ts';
import { untilAborted } from './until-aborted.ts';

/** An address that may be called, and where: nothing else may be dialled for it. */
export interface Target extends Judged {
  url: URL;
  /** Its name or address alone. */
  hostname: string;
  /** With its port, as approvals name it. */
  host: string;
}

/** Checks an address wholly; each redirect comes through here too. Throws `NotFetched`, or the signal's reason. */
export async function checkTarget(
  given: URL,
  rules: FetchRules,
  network: Network,
  signal: AbortSignal,
): Promise<Target> {
  const { url, hostname, host, mayBePlain } = checkUrl(given, rules, network);
  const found = knownAddressesOf(hostname) ?? (await lookUp(hostname, network, signal));
  const judged = judge(found, rules, network);
  if (url.protocol === 'http:' && !mayBePlain && !judged.isLoopback) throw new NotFetched('httpNotAllowed');
  return { url, hostname, host, ...judged };
}

async function lookUp(hostname: string, network: Network, signal: AbortSignal): Promise<readonly string[]> {
  const looking = network.lookup(hostname).catch((cause: unknown) => {
    throw new NotFetched('dnsFailed', failureWord(cause));
  });
  const found = await untilAborted(looking, signal);
  if (found.length === 0) throw new NotFetched('dnsFailed', 'ENOTFOUND');
  return found;
}
