/**
 * Who may read what lies in a data directory: this account and nobody else, whatever the directory was before and
 * whatever `umask` says. Folders are 0700 and files 0600; on Windows the lists of the folder above decide, and
 * nothing is done or found here.
 */
import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync, type Stats } from 'node:fs';
import { chmod, lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../error-code.ts';

/** What others than the owner may do. */
const others = 0o077;
const isChecked = process.platform !== 'win32';
const isWide = (found: Stats) => !found.isSymbolicLink() && (found.mode & others) !== 0;
/** The owner keeps what it may. */
const narrowed = (found: Stats) => found.mode & 0o7700;

/**
 * Makes a data directory where there is none, and closes it and the files that lie at its top to others. What cannot be
 * changed is left to `narrowAll`, which tells of it. Throws where the directory cannot be made.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!isChecked) return;
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))]) {
    try {
      const found = lstatSync(path);
      if (isWide(found)) chmodSync(path, narrowed(found));
    } catch {
      // Somebody else's, or gone since.
    }
  }
}

/** Makes an empty file where there is none: SQLite gives the files beside a database the rights that the database has. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
}

/**
 * Closes everything below a data directory to others: how many files and folders were open to them, and the first that
 * could not be changed. Links are not followed.
 */
export async function narrowAll(
  dataDir: string,
  isStopped: () => boolean,
): Promise<{ narrowed: number; failed: { path: string; code: string } | null }> {
  const outcome: { narrowed: number; failed: { path: string; code: string } | null } = {
    narrowed: 0,
    failed: null,
  };
  for await (const { path, found } of wideIn(dataDir)) {
    if (isStopped()) break;
    try {
      await chmod(path, narrowed(found));
      outcome.narrowed += 1;
    } catch (failure) {
      const code = errorCode(failure) ?? '';
      if (code !== 'ENOENT') outcome.failed ??= { path, code };
    }
  }
  return outcome;
}

const firstFew = 20;

/** The files and folders of a data directory that others may read or write: how many, and the first of them. */
export async function openToOthers(dataDir: string): Promise<{ count: number; first: string[] }> {
  const first: string[] = [];
  let count = 0;
  for await (const { path } of wideIn(dataDir)) {
    count += 1;
    if (first.length < firstFew) first.push(path);
  }
  return { count, first };
}

/** One after another, since this has time: what is being received goes first. */
async function* wideIn(path: string): AsyncGenerator<{ path: string; found: Stats }> {
  const found = isChecked ? await lstat(path).catch(() => null) : null;
  if (found === null) return;
  if (isWide(found)) yield { path, found };
  if (!found.isDirectory()) return;
  const folder = await opendir(path).catch(() => null);
  if (folder === null) return;
  for await (const { name } of folder) yield* wideIn(join(path, name));
}
