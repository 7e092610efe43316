import type { ImportFailure } from '#shared/contract/policies.ts';
import type { ImportFailureCode } from '#shared/policy-terms.ts';

/** Why a file cannot be read, as the contract has it; what is left out does not apply. */
export function failureBecause(
  code: ImportFailureCode,
  more: Partial<Omit<ImportFailure, 'code'>> = {},
): ImportFailure {
  return { code, line: null, limit: null, columns: [], detail: '', ...more };
}

/** A file that cannot be read. */
export class FileFailure extends Error {
  readonly failure: ImportFailure;
  constructor(code: ImportFailureCode, more: Partial<Omit<ImportFailure, 'code'>> = {}, cause?: unknown) {
    super(code, { cause });
    this.name = 'FileFailure';
    this.failure = failureBecause(code, more);
  }
}

/** A failure as data, whatever it was: what is none of a file says what it says as the detail. */
export function failureOf(cause: unknown): ImportFailure {
  if (cause instanceof FileFailure) return cause.failure;
  return failureBecause('notReadable', { detail: cause instanceof Error ? cause.message : String(cause) });
}
