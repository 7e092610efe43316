import { readPresentedKey } from './presented-key.ts';
import { type Verifier, verifies } from './verifier.ts';

/** A key that a call may present. `id` is null for one of the environment, which is for this run only. */
export interface LiveKey extends Verifier {
  id: number | null;
  label: string;
  email: string;
}

/**
 * The key among the live ones that this `X-API-KEY` value is, or null. Every live key is tried, each in
 * constant time, so that how long it takes tells nothing.
 */
export function keyAmong(live: readonly LiveKey[], presented: string): LiveKey | null {
  const key = readPresentedKey(presented);
  if (key === null) return null;
  let found: LiveKey | null = null;
  for (const candidate of live) if (verifies(candidate, key.email, key.secret)) found = candidate;
  return found;
}
