import { newSigningKey } from './signing.ts';

/** Where secrets are kept, as far as a key needs it. */
export interface KeySecrets {
  /** Null where it is not kept. */
  read(account: string): Promise<string | null>;
  /** Whether there is a keychain that keeps what it is given. */
  isKept(): Promise<boolean>;
  /** Says where it is kept now. */
  save(account: string, secret: string): Promise<'keychain' | 'memory'>;
  forget(account: string): Promise<void>;
}

/** Where the private key stands by which an installation signs its bundles. */
const accountOf = (installationId: string): string => `archive-key:${installationId}`;

/**
 * The key by which an installation signs, as PEM (PKCS 8): the one that is `given`, as PEM or as Base64 of it, or that of the
 * keychain, where it is made when it is first needed. Null where there is no keychain: a key that is gone with this process
 * would prove nothing.
 */
export async function archiveKey(
  secrets: KeySecrets,
  { installationId, given }: { installationId: string; given: string | undefined },
): Promise<string | null> {
  const own = given?.trim() ?? '';
  if (own !== '') return own.startsWith('-----') ? own : Buffer.from(own, 'base64').toString('latin1');
  const account = accountOf(installationId);
  if (!(await secrets.isKept())) return null;
  const known = await secrets.read(account);
  if (known !== null) return known;
  if ((await secrets.save(account, newSigningKey())) !== 'keychain') {
    await secrets.forget(account);
    return null;
  }
  // Another process may have made one at the same time: what stands there is the key.
  return secrets.read(account);
}
