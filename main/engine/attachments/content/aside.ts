import { lstat, mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ContentFolders } from './folders.ts';
import { hasCode } from './has-code.ts';

/**
 * Moves what lies at `<folder>/<part>/<name>` to `orphaned/<part>/<name>`, and never over what lies there already: that
 * may be another file, or the same one whole. Where it lies now; null where it was gone.
 */
export async function quarantine(
  { orphaned }: Pick<ContentFolders, 'orphaned'>,
  { path, part, name }: { path: string; part: string; name: string },
  at: number,
): Promise<string | null> {
  const place = join(orphaned, part, name);
  const aside = (await lies(place)) ? `${place}-${at}` : place;
  await mkdir(dirname(aside), { recursive: true, mode: 0o700 });
  try {
    await rename(path, aside);
    return aside;
  } catch (failure) {
    if (hasCode(failure, 'ENOENT')) return null;
    throw failure;
  }
}

/** How many files lie aside. */
export async function countAside({ orphaned }: Pick<ContentFolders, 'orphaned'>): Promise<number> {
  const found = await readdir(orphaned, { recursive: true, withFileTypes: true }).catch(
    (failure: unknown) => {
      if (hasCode(failure, 'ENOENT')) return [];
      throw failure;
    },
  );
  return found.filter((one) => !one.isDirectory()).length;
}

/** Whether there is anything at a place. */
export async function lies(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (failure: unknown) => {
      if (hasCode(failure, 'ENOENT')) return false;
      throw failure;
    },
  );
}
