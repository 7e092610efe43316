/** Signatures of bundles: Ed25519 (RFC 8032), keys as PEM. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

/** What signs the bundles of an installation. The private key stays inside. */
export interface BundleSigner {
  /** PEM (SPKI). */
  publicKey: string;
  fingerprint: string;
  sign(bytes: Uint8Array): Uint8Array;
}

/** A new private key as PEM (PKCS 8). */
export function newSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Null where the text is no Ed25519 private key. */
export function openSigner(privateKey: string): BundleSigner | null {
  const key = keyOf(() => createPrivateKey(privateKey));
  if (key === null) return null;
  const open = createPublicKey(key);
  return {
    publicKey: open.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: fingerprintOf(open),
    sign: (bytes) => sign(null, bytes, key),
  };
}

/** Whose signature it is, as the fingerprint of the key; null where the key is none, or did not sign this. */
export function signerOf(publicKey: string, bytes: Uint8Array, signature: Uint8Array): string | null {
  const key = keyOf(() => createPublicKey(publicKey));
  return key !== null && verify(null, bytes, key, signature) ? fingerprintOf(key) : null;
}

function keyOf(read: () => KeyObject): KeyObject | null {
  try {
    const key = read();
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** SHA-256 of the public key as DER (SPKI), in hexadecimal; `openssl pkey -pubin -outform DER | sha256sum` says the same. */
function fingerprintOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}
