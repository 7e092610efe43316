import type { SecretStore } from './secret-store.ts';

/** Where the private key stands by which an installation signs its bundles. */
const accountOf = (installationId: string): string => `archive-key:${installationId}`;

/** Name of the variable that holds the key on machines without a keychain: PEM (PKCS 8), or Base64 of it. */
const variable = 'PERITO_ARCHIVE_KEY';

/**
 * The key by which an installation signs, as PEM (PKCS 8): that of the environment, or of the keychain, where it is made when
 * it is first needed. Null where there is no keychain: a key that is gone with this process would prove nothing.
 */
export async function archiveKey(
  secrets: SecretStore,
  options: { installationId: string; environment: NodeJS.ProcessEnv; make(): string },
): Promise<string | null> {
  const given = options.environment[variable]?.trim();
  if (given) return given.startsWith('-----') ? given : Buffer.from(given, 'base64').toString('latin1');
  const account = accountOf(options.installationId);
  const known = await secrets.read(account);
  if (known !== null) return known;
  if ((await secrets.report()).state !== 'works') return null;
  if ((await secrets.save(account, options.make())) !== 'keychain') {
    await secrets.forget(account);
    return null;
  }
  // Another process may have made one at the same time: what stands there is the key.
  return secrets.read(account);
}
