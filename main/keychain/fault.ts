import type { KeychainProblem, KeychainState } from '#shared/terms.ts';
import { TimeLimitPassed } from './time-limit.ts';

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
