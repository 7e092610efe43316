/**
 * The signature of a feed's metadata, in a file beside it: Ed25519 (RFC 8032) over a line that names the file and over its
 * bytes, in Base64. The name is part of it, so that no system is given the metadata of another.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

export const signatureSuffix = '.sig';

const signedBytes = (name: string, metadata: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`perito-update ${name}\n`), metadata]);

/** `privateKey`: PEM of an Ed25519 key. Throws where it is none. */
export function signMetadata(name: string, metadata: Uint8Array, privateKey: string): string {
  const key = ed25519(createPrivateKey(privateKey));
  return `${sign(null, signedBytes(name, metadata), key).toString('base64')}\n`;
}

/** Whether `signature`, as `signMetadata` made it, is of this file by the holder of the key. Never throws. */
export function isSignedBy(
  publicKey: string,
  name: string,
  metadata: Uint8Array,
  signature: string,
): boolean {
  try {
    return verify(
      null,
      signedBytes(name, metadata),
      readPublicKey(publicKey),
      Buffer.from(signature, 'base64'),
    );
  } catch {
    return false;
  }
}

/** Base64 of the SubjectPublicKeyInfo (RFC 8410) that belongs to a private key. Throws where that is no Ed25519 key. */
export const publicKeyOf = (privateKey: string): string =>
  createPublicKey(ed25519(createPrivateKey(privateKey)))
    .export({ type: 'spki', format: 'der' })
    .toString('base64');

/** Throws where it is no Ed25519 key. */
export const readPublicKey = (text: string): KeyObject =>
  ed25519(createPublicKey({ key: Buffer.from(text, 'base64'), type: 'spki', format: 'der' }));

function ed25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key is not one of Ed25519.');
  return key;
}
