import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';
import { requeueDownloading, type Store } from '../../store/index.ts';
import { type ContentFolders, landedName, makeFolders } from './folders.ts';
import { hashFile } from './hash-file.ts';
import { storeDownload } from './keep-landed.ts';
import type { PendingMoves } from './moves.ts';

/**
 * Ends what the last run began: whole files that landed are kept and not fetched again, parts are removed, and what was
 * being downloaded waits again. Ids of the records that were touched.
 */
export async function recover(room: {
  store: Store;
  clock: Clock;
  folders: ContentFolders;
  moves: PendingMoves;
}): Promise<number[]> {
  const { store, clock, folders } = room;
  await makeFolders(folders);
  const touched: number[] = [];
  for (const name of await readdir(folders.landing)) {
    const path = join(folders.landing, name);
    const [, id, sha256 = ''] = landedName.exec(name) ?? [];
    // A name that was given before the bytes were synced would be a lie.
    const found = id === undefined ? null : await hashFile(path);
    const isWhole = found !== null && found.sha256 === sha256;
    if (!isWhole) await rm(path, { recursive: true, force: true });
    else {
      const recordId = await storeDownload(room, { id: Number(id), path, ...found });
      if (recordId !== null) touched.push(recordId);
    }
  }
  let count: number;
  do count = await store.write((tx) => requeueDownloading(tx, clock.now()));
  while (count > 0);
  return touched;
}
