import type { KeychainReport } from '#shared/contract/shell.ts';
import type { SecretPlace } from '../engine/host.ts';
import type { Keychain } from '../keychain/keychain.ts';

/** Secrets by account name: in the OS keychain where it works, else in memory until the shell stops. */
export interface SecretStore {
  /** What the last check of the keychain found; waits only for the first one. */
  report(): Promise<KeychainReport>;
  /** Checks the keychain anew; secrets in memory move into it once it works. */
  recheck(): Promise<KeychainReport>;
  /** Into the keychain where that works, else into memory; says which. */
  save(account: string, secret: string): Promise<SecretPlace>;
  place(account: string): Promise<SecretPlace | null>;
  read(account: string): Promise<string | null>;
  forget(account: string): Promise<void>;
}

/** Begins to check the keychain at once, and keeps nobody waiting for it who does not need to know. */
export function openSecretStore(keychain: Keychain): SecretStore {
  const memory = new Map<string, string>();
  let latest = keychain.check();
  let checking: Promise<KeychainReport> | null = latest;
  void latest.then(onChecked);

  function onChecked(): void {
    checking = null;
  }

  const works = async (): Promise<boolean> => (await latest).state === 'works';

  const fromKeychain = async (account: string): Promise<string | null> => {
    if (!(await works())) return null;
    return keychain.get(account).catch(() => null);
  };

  async function save(account: string, secret: string): Promise<SecretPlace> {
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
      if (checking === null) {
        checking = keychain.check();
        latest = checking;
        void checking.then(onChecked);
      }
      const report = await checking;
      if (report.state === 'works') for (const [account, secret] of [...memory]) await save(account, secret);
      return report;
    },
    save,
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
