import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { contentRow, type Store } from '../../store/index.ts';
import type { ContentFolders } from './folders.ts';
import { hasCode } from './has-code.ts';

/**
 * Removes files that no row names, what a run left behind that was killed at the wrong moment, or somebody else put
 * there; how many.
 */
export async function removeOrphans(
  { store, folders }: { store: Store; folders: ContentFolders },
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  for await (const { name, path } of filesBelow([folders.content, folders.previews])) {
    signal.throwIfAborted();
    const sha256 = Buffer.from(/^[\da-f]{64}/.exec(name)?.[0] ?? '', 'hex');
    const row = await store.read((tx) => contentRow(tx, sha256));
    // A preview that is being made has another name for a moment.
    if (row !== undefined && (isOwnName(name) || row.examined_by === 0)) continue;
    await rm(path, { recursive: true, force: true });
    count += 1;
  }
  return count;
}

async function* filesBelow(folders: readonly string[]): AsyncGenerator<{ name: string; path: string }> {
  for (const folder of folders) {
    for (const part of await namesIn(folder)) {
      for (const name of await namesIn(join(folder, part))) yield { name, path: join(folder, part, name) };
    }
  }
}

/** Nothing where it is no folder, or not there. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((failure: unknown) => {
    if (hasCode(failure, 'ENOENT') || hasCode(failure, 'ENOTDIR')) return [];
    throw failure;
  });
}

const isOwnName = (name: string): boolean => /^[\da-f]{64}(-thumbnail\.jpg|-preview\.jpg)?$/.test(name);
