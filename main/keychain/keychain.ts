import type { KeychainReport } from '#shared/contract/shell.ts';
import type { KeychainProblem, KeychainState } from '#shared/terms.ts';
import { nativeCall, TimeLimitPassed } from './native-call.ts';

/** The service under which every secret of Perito stands in the OS keychain. */
const service = 'Perito';
/** The longest value that every platform keeps whole, in bytes (Windows' limit). */
const maxValueLength = 2560;

/** What a check found; where secrets are kept is said by whoever chooses among keychains. */
export type KeychainCheck = Omit<KeychainReport, 'kind'>;

/** The OS keychain. No call takes longer than the limit; each failure is a `KeychainFault`. */
export interface Keychain {
  /** Tries it with a value of no worth, written, read and removed; never throws. */
  check(): Promise<KeychainCheck>;
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

  async function probe(): Promise<KeychainCheck> {
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
export function refuseUnkeepable(value: string): void {
  if (value.includes('\0')) throw new RangeError('A secret with a NUL character cannot be kept.');
  if (Buffer.byteLength(value) > maxValueLength) {
    throw new RangeError(`A secret of more than ${maxValueLength} bytes cannot be kept.`);
  }
}

/** The part of keytar that is used; the module is optional and may be missing altogether. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** Loads keytar when it is first needed; rejects where the module or its native part is missing. */
async function loadKeytar(): Promise<Keytar> {
  const loaded = await import('keytar');
  return loaded.default;
}

/** A keychain call that failed. `message` is what the keychain itself said; it never holds a value. */
export class KeychainFault extends Error {
  readonly state: Exclude<KeychainState, 'works'>;
  readonly problem: KeychainProblem;
  constructor(problem: KeychainProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'KeychainFault';
    this.state = states[problem];
    this.problem = problem;
  }
}

const states: Record<KeychainProblem, KeychainFault['state']> = {
  locked: 'locked',
  noSession: 'absent',
  noService: 'absent',
  noKeyring: 'absent',
  noModule: 'absent',
  noAnswer: 'failed',
  otherValue: 'failed',
  other: 'failed',
};

/** What the platforms' keychains say through keytar, in the order in which it is looked for. */
const known: readonly { says: RegExp; problem: KeychainProblem }[] = [
  {
    says: /locked collection|is locked|interaction is not allowed|prompt (was )?dismissed/i,
    problem: 'locked',
  },
  { says: /autolaunch D-?Bus|cannot spawn a message bus|DBUS_SESSION_BUS_ADDRESS/i, problem: 'noSession' },
  {
    says: /was not provided by any \.service files|name .*secrets.* (unknown|has no owner)|ServiceUnknown/i,
    problem: 'noService',
  },
  { says: /does not exist at path .*\/secrets\//i, problem: 'noKeyring' },
];

/** Turns whatever keytar rejected with into one of the problems. */
export function findFault(cause: unknown): KeychainFault {
  if (cause instanceof KeychainFault) return cause;
  const words = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof TimeLimitPassed) return new KeychainFault('noAnswer', words, cause);
  // That the optional module is not installed is all there is to say of it; a library that it lacks is named.
  if (isLoading(cause)) return new KeychainFault('noModule', isAbsent(cause) ? '' : words, cause);
  return new KeychainFault(known.find(({ says }) => says.test(words))?.problem ?? 'other', words, cause);
}

/** The module, its native file or a library that it needs (libsecret) is not there. */
function isLoading(cause: unknown): boolean {
  return isAbsent(cause) || codeOf(cause) === 'ERR_DLOPEN_FAILED';
}

const isAbsent = (cause: unknown): boolean =>
  ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(codeOf(cause));

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : '';
