import type { KeychainReport } from '#shared/contract/shell.ts';
import type { SecretPlace } from '../engine/host.ts';
import type { Keychain } from '../keychain/keychain.ts';

/** Secrets by account name: in the OS keychain where it works, else in memory until the shell stops. */
export interface SecretStore {
  /** The keychain as last looked at; waits only for the first look. */
  report(): Promise<KeychainReport>;
  /** Looks at the keychain anew; secrets in memory move into it once it works. */
  recheck(): Promise<KeychainReport>;
  keep(account: string, secret: string): Promise<SecretPlace>;
  place(account: string): Promise<SecretPlace | null>;
  read(account: string): Promise<string | null>;
  forget(account: string): Promise<void>;
}

/** Begins to look at the keychain at once, and keeps nobody waiting for it who does not need to know. */
export function openSecretStore(keychain: Keychain): SecretStore {
  const memory = new Map<string, string>();
  let latest = keychain.check();
  let looking: Promise<KeychainReport> | null = latest;
  void latest.then(lookedAt);

  function lookedAt(): void {
    looking = null;
  }

  const works = async (): Promise<boolean> => (await latest).state === 'works';

  const fromKeychain = async (account: string): Promise<string | null> => {
    if (!(await works())) return null;
    return keychain.get(account).catch(() => null);
  };

  async function keep(account: string, secret: string): Promise<SecretPlace> {
    if (await works()) {
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
    report: () => latest,
    async recheck() {
      if (looking === null) {
        looking = keychain.check();
        latest = looking;
        void looking.then(lookedAt);
      }
      const report = await looking;
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
      // Left behind at worst: a receiver's key is retired by then, and the platform's is let go of at the next start.
      if (await works()) await keychain.remove(account).catch(() => {});
    },
  };
}
