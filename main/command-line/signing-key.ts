import { archiveKey } from '../engine/archive-key.ts';

/**
 * The key by which an installation signs, of the environment or of the keychain, as PEM; null where there is no keychain at all, and
 * `locked` where there is one that does not give it. The keychain is asked only where the environment has no key.
 */
export async function signingKeyOrLocked(
  installationId: string,
  environment: NodeJS.ProcessEnv,
): Promise<string | null | 'locked'> {
  const { openKeychain } = await import('../keychain/keychain.ts');
  const { openSecretStore } = await import('../shell/secret-store.ts');
  const { report, ...secrets } = openSecretStore(openKeychain());
  const isKept = async () => (await report()).state === 'works';
  const given = environment['PERITO_ARCHIVE_KEY'];
  const key = await archiveKey({ ...secrets, isKept }, { installationId, given });
  if (key !== null) return key;
  return (await report()).state === 'absent' ? null : 'locked';
}

/** The same for what may go unsigned; null where nothing gives a key. */
export async function signingKeyOf(
  installationId: string,
  environment: NodeJS.ProcessEnv,
): Promise<string | null> {
  const key = await signingKeyOrLocked(installationId, environment);
  return key === 'locked' ? null : key;
}
