import type { KeychainReport } from '#shared/contract/shell.ts';
import type { SecretPlace } from '../engine/host.ts';
import type { Keychain, KeychainCheck } from '../keychain/keychain.ts';
import type { SafeStorageKeychain } from '../keychain/safe-storage.ts';

/**
 * Secrets by account name: in the OS keychain where it works, else in the second one where there is one that does, else in memory
 * until the shell stops.
 */
export interface SecretStore {
  /** What the last check of the keychain found; waits only for the first one. */
  report(): Promise<KeychainReport>;
  /** Checks the keychains anew; secrets of the second one and of memory move into the first once it works. */
  recheck(): Promise<KeychainReport>;
  /** Into the keychain where that works, else into memory; says which. */
  save(account: string, secret: string): Promise<SecretPlace>;
  place(account: string): Promise<SecretPlace | null>;
  read(account: string): Promise<string | null>;
  forget(account: string): Promise<void>;
}

/**
 * Begins to check the keychain at once, and keeps nobody waiting for it who does not need to know. The second one is asked only
 * where the first does not work, or has to be emptied into it.
 */
export function openSecretStore(system: Keychain, second: SafeStorageKeychain | null = null): SecretStore {
  const memory = new Map<string, string>();
  /** What writes and removes the secret of an account goes one after the other: a keychain may take its time. */
  const turns = new Map<string, Promise<unknown>>();
  /** By the last check that has ended. */
  let inForce: Keychain | null = null;
  let latest = check();
  let checking: Promise<KeychainReport> | null = latest;
  void latest.then(onChecked);

  function onChecked({ kind }: KeychainReport): void {
    checking = null;
    inForce = kind === 'memory' ? null : kind === 'system' ? system : second;
  }

  /** `job` waits for no check: a check waits here for its own turn. */
  function inTurn<Result>(account: string, job: () => Promise<Result>): Promise<Result> {
    const turn = Promise.resolve(turns.get(account)).then(job, job);
    turns.set(account, turn);
    const end = () => {
      if (turns.get(account) === turn) turns.delete(account);
    };
    void turn.then(end, end);
    return turn;
  }

  async function check(): Promise<KeychainReport> {
    const found: KeychainCheck = await system.check();
    if (found.state === 'works') {
      if (second !== null) await moveFrom(second);
      return { ...found, kind: 'system' };
    }
    if (second !== null && (await second.check()).state === 'works') {
      return { ...found, state: 'works', kind: 'safeStorage' };
    }
    return { ...found, kind: 'memory' };
  }

  /** What was kept there while the system's did not work is the newer. */
  async function moveFrom(other: SafeStorageKeychain): Promise<void> {
    for (const account of await other.accounts().catch(() => []))
      await inTurn(account, async () => {
        const secret = await other.get(account).catch(() => null);
        if (secret !== null && (await keep(system, account, secret)))
          await other.remove(account).catch(() => {});
      });
  }

  const fromKeychain = async (account: string): Promise<string | null> => {
    await latest;
    const first = inForce;
    if (first === null) return null;
    const found = await first.get(account).catch(() => null);
    // What could not be moved stays where it is.
    return found ?? (first === system ? ((await second?.get(account).catch(() => null)) ?? null) : null);
  };

  /** In the turn of its account. */
  async function put(account: string, secret: string): Promise<SecretPlace> {
    if (inForce !== null && (await keep(inForce, account, secret))) {
      memory.delete(account);
      // What could not be moved is not moved over it later.
      if (inForce === system) await second?.remove(account).catch(() => {});
      return 'keychain';
    }
    memory.set(account, secret);
    return 'memory';
  }

  return {
    report: () => latest,
    async recheck() {
      if (checking === null) {
        checking = check();
        latest = checking;
        void checking.then(onChecked);
      }
      const report = await checking;
      if (report.state !== 'works') return report;
      for (const account of [...memory.keys()])
        await inTurn(account, async () => {
          // Saved or forgotten meanwhile, it is not what it was.
          const secret = memory.get(account);
          if (secret !== undefined) await put(account, secret);
        });
      return report;
    },
    async save(account, secret) {
      await latest;
      return inTurn(account, () => put(account, secret));
    },
    async place(account) {
      if (memory.has(account)) return 'memory';
      return (await fromKeychain(account)) === null ? null : 'keychain';
    },
    read: async (account) => memory.get(account) ?? (await fromKeychain(account)),
    async forget(account) {
      memory.delete(account);
      await latest;
      await inTurn(account, async () => {
        memory.delete(account);
        // Left behind at worst: a receiver's key is retired by then, and the platform's is let go of at the next start.
        if (inForce === system) await system.remove(account).catch(() => {});
        await second?.remove(account).catch(() => {});
      });
    },
  };
}

/** Reads it back: a keychain that loses values must not be trusted with the only copy. */
async function keep(keychain: Keychain, account: string, secret: string): Promise<boolean> {
  try {
    await keychain.set(account, secret);
    return (await keychain.get(account)) === secret;
  } catch {
    return false;
  }
}
