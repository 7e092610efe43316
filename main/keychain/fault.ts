import type { KeychainState } from '#shared/terms.ts';
import { TimeLimitPassed } from './time-limit.ts';

/** A keychain call that failed; `message` says why, for a person, and never holds a value. */
export class KeychainFault extends Error {
  readonly state: Exclude<KeychainState, 'works'>;
  constructor(state: Exclude<KeychainState, 'works'>, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'KeychainFault';
    this.state = state;
  }
}

/** What the platforms' keychains say through keytar, in the order in which it is looked for. */
const known: readonly { says: RegExp; state: KeychainFault['state']; message: string }[] = [
  {
    says: /locked collection|is locked|interaction is not allowed|prompt (was )?dismissed/i,
    state: 'locked',
    message: 'The keychain is locked. Unlock it and check again.',
  },
  {
    says: /autolaunch D-?Bus|cannot spawn a message bus|DBUS_SESSION_BUS_ADDRESS/i,
    state: 'absent',
    message: 'There is no desktop session bus here, so no keychain can be reached.',
  },
  {
    says: /was not provided by any \.service files|name .*secrets.* (unknown|has no owner)|ServiceUnknown/i,
    state: 'absent',
    message: 'No keychain service is installed here (for example gnome-keyring or KWallet).',
  },
  {
    says: /does not exist at path .*\/secrets\//i,
    state: 'absent',
    message:
      'This account has no keyring yet. Make a default keyring in the passwords program and check again.',
  },
];

/** Turns whatever keytar rejected with into one of the states. */
export function findFault(cause: unknown): KeychainFault {
  if (cause instanceof KeychainFault) return cause;
  if (cause instanceof TimeLimitPassed) {
    return new KeychainFault(
      'failed',
      `The keychain gave ${cause.message}. It may be asking for its password in another window.`,
      cause,
    );
  }
  if (isLoading(cause)) {
    return new KeychainFault('absent', 'This installation has no keychain module (keytar).', cause);
  }
  const words = cause instanceof Error ? cause.message : String(cause);
  const match = known.find(({ says }) => says.test(words));
  if (match) return new KeychainFault(match.state, match.message, cause);
  return new KeychainFault('failed', `The keychain failed: ${words}`, cause);
}

/** The module, its native file or a library that it needs (libsecret) is not there. */
function isLoading(cause: unknown): boolean {
  if (!(cause instanceof Error) || !('code' in cause)) return false;
  return ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED'].includes(String(cause.code));
}
