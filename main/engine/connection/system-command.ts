import { execFile } from 'node:child_process';

const limitMilliseconds = 5000;
const maxBytes = 1024 * 1024;

/** What a program of the system prints, given fixed arguments; null where it is not there, fails, or takes over 5 s. */
export function outputOf(program: string, ...given: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(
      program,
      given,
      { timeout: limitMilliseconds, maxBuffer: maxBytes, windowsHide: true, encoding: 'utf8' },
      (failure, stdout) => resolve(failure === null ? stdout : null),
    );
  });
}
