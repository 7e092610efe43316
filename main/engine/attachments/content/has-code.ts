import { errorCode } from '../../error-code.ts';

/** Whether a failure of the file system has this code, such as `ENOENT`. */
export const hasCode = (failure: unknown, code: string): boolean => errorCode(failure) === code;
