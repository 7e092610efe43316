import type { SecretPlace } from '../engine/host.ts';
import type { Keychain, KeychainReport } from '../keychain/keychain.ts';

/** Secrets by account name: in the OS keychain where it works, else in memory until the shell stops. */
export interface SecretStore {
  /** The keychain as last looked at. */
  report(): KeychainReport;
  /** Looks at the keychain anew; secrets in memory move into it once it works. */
  recheck(): Promise<KeychainReport>;
  keep(account: string, secret: string): Promise<SecretPlace>;
  place(account: string): Promise<SecretPlace | null>;
  read(account: string): Promise<string | null>;
  forget(account: string): Promise<void>;
}

/** Looks at the keychain once, then answers; the first look takes no longer than the keychain's limit. */
export async function openSecretStore(keychain: Keychain): Promise<SecretStore> {
  const memory = new Map<string, string>();
  let report = await keychain.check();

  const fromKeychain = async (account: string): Promise<string | null> => {
    if (report.state !== 'works') return null;
    return keychain.get(account).catch(() => null);
  };

  async function keep(account: string, secret: string): Promise<SecretPlace> {
    if (report.state === 'works') {
      const kept = await keychain.set(account, secret).then(
        () => true,
        () => false,
      );
      // Read back: a keychain that loses values must not be trusted with the only copy.
      if (kept && (await fromKeychain(account)) === secret) {
        memory.delete(account);
        return 'keychain';
      }
    }
    memory.set(account, secret);
    return 'memory';
  }

  return {
    report: () => report,
    async recheck() {
      report = await keychain.check();
      if (report.state === 'works') for (const [account, secret] of [...memory]) await keep(account, secret);
      return report;
    },
    keep,
    async place(account) {
      if (memory.has(account)) return 'memory';
      return (await fromKeychain(account)) === null ? null : 'keychain';
    },
    read: async (account) => memory.get(account) ?? (await fromKeychain(account)),
    async forget(account) {
      memory.delete(account);
      // Left behind at worst: what is forgotten is of a retired key, with which nobody gets in.
      if (report.state === 'works') await keychain.remove(account).catch(() => {});
    },
  };
}
