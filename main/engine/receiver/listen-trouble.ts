import type { Status } from '#shared/contract/status.ts';
import { errorCode } from '../error-code.ts';

type Trouble = NonNullable<Status['receiver']['trouble']>;

const codes: Record<string, Trouble['code']> = {
  EADDRINUSE: 'addressInUse',
  EADDRNOTAVAIL: 'addressNotAvailable',
  EACCES: 'permission',
  EPERM: 'permission',
};

/** Why listening failed, for the screen. */
export function listenTrouble(failure: unknown): Trouble {
  const code = errorCode(failure) ?? '';
  return {
    code: codes[code] ?? 'other',
    detail: failure instanceof Error ? failure.message : String(failure),
  };
}
