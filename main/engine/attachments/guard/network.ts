import { lookup } from 'node:dns/promises';
import { type Clock, systemClock } from '../../clock.ts';
import { type Standing, standingOf } from './standing.ts';

/** What the guard needs of the world. Settings, records and messages cannot reach it: only a test has another. */
export interface Network {
  /** All addresses of a name; rejects where there are none. */
  lookup(name: string): Promise<readonly string[]>;
  /** Of a canonical address. */
  standingOf(address: string): Standing;
  /** Certificates to trust, PEM; undefined for those that Node trusts. */
  trusted: string | undefined;
  clock: Clock;
}

export const openNetwork: Network = {
  async lookup(name) {
    const found = await lookup(name, { all: true });
    return found.map(({ address }) => address);
  },
  standingOf,
  trusted: undefined,
  clock: systemClock,
};
