import type { KeychainReport } from '#shared/contract/shell.ts';
import { findFault, type KeychainFault } from './fault.ts';
import { type Keytar, loadKeytar } from './keytar.ts';
import { nativeCall } from './native-call.ts';

/** The service under which every secret of Perito stands in the OS keychain. */
export const service = 'Perito';
/** The longest value that every platform keeps whole, in bytes (Windows' limit). */
export const maxValueLength = 2560;

/** The OS keychain. No call takes longer than the limit; each failure is a `KeychainFault`. */
export interface Keychain {
  /** Tries it with a value of no worth, written, read and removed; never throws. */
  check(): Promise<KeychainReport>;
  get(account: string): Promise<string | null>;
  set(account: string, value: string): Promise<void>;
  remove(account: string): Promise<void>;
}

export interface KeychainOptions {
  limitMs?: number;
  load?: () => Promise<Keytar>;
}

const probeAccount = 'check';

export function openKeychain({ limitMs = 3000, load = loadKeytar }: KeychainOptions = {}): Keychain {
  const call = async <Result>(use: (keytar: Keytar) => Promise<Result>): Promise<Result> => {
    try {
      const keytar = await load();
      return await nativeCall(limitMs, () => use(keytar));
    } catch (cause) {
      throw findFault(cause);
    }
  };

  async function probe(): Promise<KeychainReport> {
    const value = crypto.randomUUID();
    const account = `${probeAccount}:${value}`;
    await call((keytar) => keytar.setPassword(service, account, value));
    const read = await call((keytar) => keytar.getPassword(service, account));
    await call((keytar) => keytar.deletePassword(service, account));
    if (read === value) return { state: 'works', problem: null, detail: '' };
    return { state: 'failed', problem: 'otherValue', detail: '' };
  }

  return {
    check: () =>
      probe().catch(({ state, problem, message: detail }: KeychainFault) => ({ state, problem, detail })),
    get: (account) => call((keytar) => keytar.getPassword(service, account)),
    async set(account, value) {
      refuseUnkeepable(value);
      await call((keytar) => keytar.setPassword(service, account, value));
    },
    async remove(account) {
      await call((keytar) => keytar.deletePassword(service, account));
    },
  };
}

/** keytar cuts a value at a NUL and Windows at 2,560 bytes, both without a word. */
function refuseUnkeepable(value: string): void {
  if (value.includes('\0')) throw new RangeError('A secret with a NUL character cannot be kept.');
  if (Buffer.byteLength(value) > maxValueLength) {
    throw new RangeError(`A secret of more than ${maxValueLength} bytes cannot be kept.`);
  }
}
