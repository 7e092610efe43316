import type { FetchRules } from '../fetching/task.ts';
import type { Network } from './network.ts';
import { FetchError } from './not-fetched.ts';
import { canonicalAddress } from './standing.ts';

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
  { standingOf }: Pick<Network, 'standingOf'>,
): ResolvedAddresses {
  let isLoopback = true;
  const addresses = found.map((one) => {
    const address = canonicalAddress(one);
    const standing = address === null ? 'forbidden' : standingOf(address);
    const isAllowed = standing === 'public' || (standing === 'loopback' && allowLoopback);
    if (address === null || !isAllowed) throw new FetchError('addressNotPublic', one);
    isLoopback &&= standing === 'loopback';
    return address;
  });
  return { addresses, isLoopback };
}
