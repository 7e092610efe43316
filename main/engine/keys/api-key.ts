import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The longest `X-API-KEY` value that is looked at, in characters. */
const maxHeaderLength = 2048;
/** The longest key that fits into it, in bytes. */
const maxKeyLength = (maxHeaderLength / 4) * 3;

/**
 * Reads the value of `X-API-KEY`: Base64 of `email:secret` (interface, "Authentication"), split at the first
 * colon. The alphabet may be that of RFC 4648 section 4 or the URL-safe one of section 5, with padding or without.
 * Null where it is not of that form.
 */
export function parseApiKeyHeader(value: string): { email: string; secret: string } | null {
  const encoded = value.trim();
  if (encoded.length === 0 || encoded.length > maxHeaderLength) return null;
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) return null;
  // One character beyond groups of four is not a byte.
  if (encoded.replace(/=+$/, '').length % 4 === 1) return null;
  return splitKey(Buffer.from(encoded, 'base64').toString('utf8'));
}

/** The header that presents a key, `email:secret` (interface, "Authentication"). */
export const apiKeyHeader = (key: string): { 'X-API-KEY': string } => ({
  'X-API-KEY': Buffer.from(key, 'utf8').toString('base64'),
});

/** The same key without the white space that stood around it before it was encoded; null where none did. */
function withoutSpaceAround(key: { email: string; secret: string }) {
  const trimmed = splitKey(`${key.email}:${key.secret}`.trim());
  return trimmed?.email === key.email && trimmed.secret === key.secret ? null : trimmed;
}

/**
 * Reads a key as a person has it: `email:secret`, or the Base64 form of the header. Null for neither, and for one that
 * could not be presented.
 */
export function parseApiKeyInput(text: string): { email: string; secret: string } | null {
  const given = text.trim();
  const plain = given.includes('@') && Buffer.byteLength(given) <= maxKeyLength ? splitKey(given) : null;
  return plain ?? parseApiKeyHeader(given);
}

function splitKey(text: string): { email: string; secret: string } | null {
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1 || text.includes('\0')) return null;
  return { email: text.slice(0, colon), secret: text.slice(colon + 1) };
}

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
function findMatchingKey(live: readonly LiveKey[], presented: string): LiveKey | null {
  const key = parseApiKeyHeader(presented);
  if (key === null) return null;
  const trimmed = withoutSpaceAround(key);
  let found: LiveKey | null = null;
  for (const { email, secret } of trimmed === null ? [key] : [trimmed, key]) {
    for (const candidate of live) if (verifies(candidate, email, secret)) found = candidate;
  }
  return found;
}

/**
 * Finds the key of call after call: most present the key of the call before, which is told by the digest of the header, in
 * constant time, without reading it again.
 */
export class RecentKey {
  #live: readonly LiveKey[] | null = null;
  #digest: Uint8Array = new Uint8Array(32);
  #key: LiveKey | null = null;

  find(live: readonly LiveKey[], presented: string): LiveKey | null {
    const digest = hash('sha256', presented, 'buffer');
    if (this.#key !== null && this.#live === live && timingSafeEqual(digest, this.#digest)) return this.#key;
    const key = findMatchingKey(live, presented);
    if (key === null) return null;
    this.#live = live;
    this.#digest = digest;
    this.#key = key;
    return key;
  }
}

/** What the engine keeps of a key: a random salt and SHA-256 over the salt and `email:secret`. */
interface Verifier {
  salt: Uint8Array;
  verifier: Uint8Array;
}

export function makeVerifier(email: string, secret: string): Verifier {
  const salt = randomBytes(16);
  return { salt, verifier: digest(salt, email, secret) };
}

/** Compares in constant time for any key of the same length. */
export function verifies(kept: Verifier, email: string, secret: string): boolean {
  return timingSafeEqual(digest(kept.salt, email, secret), kept.verifier);
}

function digest(salt: Uint8Array, email: string, secret: string): Uint8Array {
  return hash('sha256', Buffer.concat([salt, Buffer.from(`${email}:${secret}`, 'utf8')]), 'buffer');
}
