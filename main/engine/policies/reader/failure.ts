import type { ImportFailureCode } from '../../store/index.ts';

/** A file that cannot be read, as data; `message` is one plain sentence with the way out. */
export class FileFailure extends Error {
  readonly code: ImportFailureCode;
  constructor(code: ImportFailureCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'FileFailure';
    this.code = code;
  }
}
