import type { ExportFailure } from '#shared/contract/exports.ts';
import { errorCode } from '../error-code.ts';

/** A failure to export as data; `message` is one plain sentence. */
export class ExportProblem extends Error {
  readonly code: ExportFailure;
  constructor(code: ExportFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ExportProblem';
    this.code = code;
  }
}

/** What a failure of the system means for who wants a file; any other failure as it is. */
export function asExportProblem(failure: unknown, file: string): unknown {
  const code = errorCode(failure) ?? '';
  if (code === 'EEXIST')
    return new ExportProblem(
      'targetExists',
      `${file} is there already, and is not written over: name another file, or remove that one.`,
      failure,
    );
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ExportProblem('diskFull', `There is not enough room for ${file}.`, failure);
  if (/^(?:EACCES|EPERM|EROFS|ENOENT|ENOTDIR|EISDIR|ENAMETOOLONG|EINVAL|EIO)$/.test(code))
    return new ExportProblem('notWritable', `${file} cannot be written: ${code}.`, failure);
  return failure;
}
