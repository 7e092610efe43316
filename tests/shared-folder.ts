/** Folders that several files of a run need, each made by the first of them. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';

/** Names the folder in which they lie; without it each file makes its own. */
export const sharedFoldersVariable = 'PERITO_SHARED_FOLDERS';

/**
 * A copy of what `make` makes, which is the caller's own. Of several processes one makes it, and the others wait; where it fails
 * the next one tries.
 */
export async function copyOfShared(name: string, make: () => Promise<string>): Promise<string> {
  const shared = process.env[sharedFoldersVariable];
  if (shared === undefined) return make();
  const [made, lock] = [join(shared, name), join(shared, `${name}.lock`)];
  await vi.waitUntil(() => existsSync(made) || isMine(lock), { timeout: 230_000, interval: 100 });
  if (!existsSync(made)) {
    try {
      renameSync(await make(), made);
    } finally {
      rmdirSync(lock);
    }
  }
  const copy = mkdtempSync(join(tmpdir(), `perito-${name}-`));
  cpSync(made, copy, { recursive: true });
  return copy;
}

/** Whether this process is the one that makes it. */
function isMine(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

/** Of one run; what removes it again. */
export function openSharedFolders(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'perito-shared-'));
  process.env[sharedFoldersVariable] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
