/**
 * The second way to keep secrets, where the OS keychain does not do: values that Electron's `safeStorage` encrypts with a key that
 * the system keeps, in a file of the data directory. Electron is passed in by the desktop, so that nothing here knows of it.
 */
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { type Keychain, KeychainFault, refuseUnkeepable } from './keychain.ts';

/** What is used of `safeStorage`; both calls may wait for the system, and throw where it does not answer. */
interface SafeStorage {
  isEncryptionAvailable(): boolean;
  /** On Linux what keeps the key; `basic_text` is a key that everybody knows. */
  getSelectedStorageBackend?(): string;
  encryptString(text: string): Buffer;
  decryptString(encrypted: Buffer): string;
}

export interface SafeStorageOptions {
  /** Holds the encrypted values; made where it is missing, 0600. */
  file: string;
  safeStorage: SafeStorage;
  platform?: NodeJS.Platform;
  /** Replaces a file whole. */
  write(file: string, text: string): void;
}

/** Such a keychain; it knows what it keeps. */
export interface SafeStorageKeychain extends Keychain {
  accounts(): Promise<string[]>;
}

const maxAccounts = 1000;
const maxFileBytes = 8 * 1024 * 1024;
/** Base64, by account. */
const kept = z.object({
  format: z.literal(1),
  secrets: z
    .record(z.string().max(200), z.string().max(16_384))
    .refine((all) => Object.keys(all).length <= maxAccounts),
});

/** These keep no key that others do not know. */
const unsafeBackends: ReadonlySet<string> = new Set(['basic_text', 'unknown']);

export function openSafeStorage(options: SafeStorageOptions): SafeStorageKeychain {
  const { file, safeStorage, platform = process.platform, write } = options;

  const refuseUnsafe = (): void => {
    const backend = platform === 'linux' ? (safeStorage.getSelectedStorageBackend?.() ?? 'unknown') : '';
    if (unsafeBackends.has(backend)) throw new KeychainFault('noService', `safeStorage: ${backend}`);
    if (!safeStorage.isEncryptionAvailable()) throw new KeychainFault('noService', 'safeStorage');
  };
  const read = (): Record<string, string> => {
    if (!existsSync(file)) return {};
    if (statSync(file).size > maxFileBytes)
      throw new KeychainFault('other', 'The file of secrets is too long.');
    const parsed = kept.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (!parsed.success) throw new KeychainFault('other', 'The file of secrets is none of Perito.');
    return parsed.data.secrets;
  };
  const save = (secrets: Record<string, string>): void => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    write(file, `${JSON.stringify({ format: 1, secrets })}\n`);
  };

  return {
    async check() {
      try {
        refuseUnsafe();
        const value = crypto.randomUUID();
        const isSame = safeStorage.decryptString(safeStorage.encryptString(value)) === value;
        read();
        if (isSame) return { state: 'works', problem: null, detail: '' };
        return { state: 'failed', problem: 'otherValue', detail: '' };
      } catch (failure) {
        if (failure instanceof KeychainFault)
          return { state: failure.state, problem: failure.problem, detail: failure.message };
        return { state: 'failed', problem: 'other', detail: String(failure) };
      }
    },
    async get(account) {
      const encrypted = read()[account];
      if (encrypted === undefined) return null;
      refuseUnsafe();
      return safeStorage.decryptString(Buffer.from(encrypted, 'base64'));
    },
    async set(account, value) {
      refuseUnkeepable(value);
      refuseUnsafe();
      save({ ...read(), [account]: safeStorage.encryptString(value).toString('base64') });
    },
    async remove(account) {
      const secrets = read();
      if (!Object.hasOwn(secrets, account)) return;
      const { [account]: _, ...others } = secrets;
      save(others);
    },
    accounts: async () => Object.keys(read()),
  };
}
