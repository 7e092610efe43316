/** What a service manager hands to a service as files: systemd's `LoadCredential=`, and whatever else sets the same variable. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../engine/error-code.ts';
import { UsageProblem } from './command.ts';

/** The files of `$CREDENTIALS_DIRECTORY`, by the variable in whose place they are read. */
const fileOf = {
  PERITO_RECEIVER_KEYS: 'receiver-keys',
  PERITO_PLATFORM_KEY: 'platform-key',
  PERITO_OIDC_CLIENT_SECRET: 'oidc-client-secret',
  PERITO_TLS_PASSPHRASE: 'certificate-passphrase',
  PERITO_ARCHIVE_KEY: 'archive-key',
} as const;

/** Sets the password of the database where it is not: whatever speaks with the server takes it from this process's own variables. */
export function takeDatabasePassword(environment: NodeJS.ProcessEnv): void {
  const folder = environment['CREDENTIALS_DIRECTORY'];
  if (!folder || environment['PGPASSWORD']) return;
  const name = 'database-password';
  const password = readCredential(join(folder, name), name);
  if (password !== null) environment['PGPASSWORD'] = password;
}

/** The longest that is read, in bytes: some hundred keys, or a private key with room to spare. */
const maxBytes = 64 * 1024;

/**
 * The environment with what lies in `$CREDENTIALS_DIRECTORY` for each variable that is not set; the process's own is left as it
 * is, so that no child gets it. Throws a `UsageProblem` where a file is there and cannot be read, is no plain file, or is longer
 * than 64 KiB; its content is never repeated.
 */
export function withCredentials(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const folder = environment['CREDENTIALS_DIRECTORY'];
  if (!folder) return environment;
  const given = { ...environment };
  for (const [variable, name] of Object.entries(fileOf)) {
    if (given[variable]) continue;
    const text = readCredential(join(folder, name), name);
    if (text === null) continue;
    // One key a line is how a file is written; as a variable they stand in one line.
    given[variable] = variable === 'PERITO_RECEIVER_KEYS' ? text.split(/\r?\n/).join(',') : text;
  }
  return given;
}

/** Null where there is none; without the line end behind it. */
function readCredential(file: string, name: string): string | null {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (failure) {
    if (errorCode(failure) === 'ENOENT') return null;
    throw new UsageProblem(`The credential "${name}" cannot be read: ${errorCode(failure) ?? 'unknown'}.`);
  }
  try {
    if (!fstatSync(handle).isFile()) throw new UsageProblem(`The credential "${name}" is no plain file.`);
    const bytes = Buffer.alloc(maxBytes + 1);
    const length = readSync(handle, bytes);
    if (length > maxBytes) {
      throw new UsageProblem(`The credential "${name}" is longer than ${maxBytes / 1024} KiB.`);
    }
    return bytes.toString('utf8', 0, length).replace(/\r?\n$/, '');
  } finally {
    closeSync(handle);
  }
}
