import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** What the engine keeps of a key: a random salt and SHA-256 over the salt and `email:secret`. */
export interface Verifier {
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
