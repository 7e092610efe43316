import { lookup } from 'node:dns/promises';
import { type Clock, systemClock } from '../../clock.ts';
import type { TlsContext } from '../../outbound/index.ts';
import { type AddressClass, classifyAddress } from './standing.ts';

/** What the guard needs of the world. Settings, records and messages cannot reach it: only a test has another. */
export interface Network {
  /** All addresses of a name; rejects where there are none. */
  lookup(name: string): Promise<readonly string[]>;
  /** Of a canonical address. */
  standingOf(address: string): AddressClass;
  trust: TlsContext;
  clock: Clock;
}

/** The internet, but for whom to trust: that is the thread's own. */
export const openNetwork: Omit<Network, 'trust'> = {
  async lookup(name) {
    const found = await lookup(name, { all: true });
    return found.map(({ address }) => address);
  },
  standingOf: classifyAddress,
  clock: systemClock,
};
