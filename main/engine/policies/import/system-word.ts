import { errorCode } from '../../error-code.ts';

/** The system's own word for what failed, such as `ENOENT`; what it said where it has none. */
export function systemErrorCode(cause: unknown): string {
  return errorCode(cause) ?? (cause instanceof Error ? cause.message : String(cause));
}
