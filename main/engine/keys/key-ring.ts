import { parseApiKeyHeader, withoutSpaceAround } from './presented-key.ts';
import { type Verifier, verifies } from './verifier.ts';

/** A key that a call may present. `id` is null for one of the environment, which is for this run only. */
export interface LiveKey extends Verifier {
  id: number | null;
  label: string;
  email: string;
}

/** Whether a value has the form of a key, whoever's it may be. */
export const hasKeyForm = (presented: string): boolean => parseApiKeyHeader(presented) !== null;

/**
 * The key among the live ones that this `X-API-KEY` value is, or null; also with white space around it, inside the
 * Base64 or outside. Every live key is tried, each in constant time, so that how long it takes tells nothing.
 */
export function findMatchingKey(live: readonly LiveKey[], presented: string): LiveKey | null {
  const key = parseApiKeyHeader(presented);
  if (key === null) return null;
  const trimmed = withoutSpaceAround(key);
  let found: LiveKey | null = null;
  for (const { email, secret } of trimmed === null ? [key] : [trimmed, key]) {
    for (const candidate of live) if (verifies(candidate, email, secret)) found = candidate;
  }
  return found;
}
