import type { Status } from '#shared/contract/status.ts';
import { errorCode } from '../error-code.ts';

type ListenError = NonNullable<Status['receiver']['error']>;

const codes: Record<string, ListenError['code']> = {
  EADDRINUSE: 'addressInUse',
  EADDRNOTAVAIL: 'addressNotAvailable',
  EACCES: 'permission',
  EPERM: 'permission',
};

/** Why listening failed, for the screen. */
export function listenError(failure: unknown): ListenError {
  const code = errorCode(failure) ?? '';
  return {
    code: codes[code] ?? 'other',
    detail: failure instanceof Error ? failure.message : String(failure),
  };
}
