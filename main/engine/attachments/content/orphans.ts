import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { contentRow, type Store } from '../../store/index.ts';
import { lies, quarantine } from './aside.ts';
import type { ContentFolders } from './folders.ts';
import { hasCode } from './has-code.ts';
import type { PendingMoves } from './moves.ts';

export interface Orphans {
  store: Store;
  folders: ContentFolders;
  moves: PendingMoves;
  /** Milliseconds since 1970; tells two files of one name apart. */
  at: number;
}

interface Found {
  path: string;
  part: string;
  name: string;
  isFile: boolean;
}

/**
 * Puts files that no row names out of the way. Only what can be made anew is removed: previews, and pieces of them that
 * were never finished. All else is moved aside and kept, since a row that is missing does not say that the file is worth
 * nothing: after the restore of an older database these are the photographs of newer records, and where they came from
 * may be gone. How many there were of both.
 */
export async function clearOrphans(
  room: Orphans,
  signal: AbortSignal,
): Promise<{ removed: number; movedAside: number }> {
  let removed = 0;
  let movedAside = 0;
  for await (const found of filesBelow(room.folders.content)) {
    signal.throwIfAborted();
    if (await isNamed(room, found)) continue;
    if (await setAside(room, found)) movedAside += 1;
  }
  for await (const found of filesBelow(room.folders.previews)) {
    signal.throwIfAborted();
    if (!found.isFile || !previewName.test(found.name)) {
      if (await setAside(room, found)) movedAside += 1;
    } else if (!(await isPreviewOfContent(room, found))) {
      await rm(found.path, { force: true });
      removed += 1;
    }
  }
  return { removed, movedAside };
}

const contentName = /^[\da-f]{64}$/;
/** As it is named once it is whole, and while it is being made. */
const previewName = /^([\da-f]{64})-(?:thumbnail|preview)\.jpg(\.part)?$/;

async function isNamed({ store }: Pick<Orphans, 'store'>, { name }: Found): Promise<boolean> {
  if (!contentName.test(name)) return false;
  return (await store.read((tx) => contentRow(tx, Buffer.from(name, 'hex')))) !== undefined;
}

async function isPreviewOfContent({ store }: Orphans, { name }: Found): Promise<boolean> {
  const [, sha256 = '', unfinished] = previewName.exec(name) ?? [];
  const row = await store.read((tx) => contentRow(tx, Buffer.from(sha256, 'hex')));
  if (row === undefined) return false;
  return unfinished === undefined || row.examined_by === 0;
}

/** Whether it stays aside. */
async function setAside(room: Orphans, found: Found): Promise<boolean> {
  const aside = await quarantine(room.folders, found, room.at);
  if (aside === null) return false;
  // The same bytes may have been fetched for a new record in this moment, and be what was moved.
  if (!(await isNamed(room, found))) return true;
  await room.moves.settled(found.name);
  if (await lies(found.path)) return true;
  await rename(aside, found.path);
  return false;
}

/** What lies at `<folder>/<part>/<name>`. */
async function* filesBelow(folder: string): AsyncGenerator<Found> {
  for (const { name: part } of await entriesOf(folder)) {
    for (const entry of await entriesOf(join(folder, part))) {
      const { name } = entry;
      yield { path: join(folder, part, name), part, name, isFile: entry.isFile() };
    }
  }
}

/** Nothing where it is no folder, or not there. */
async function entriesOf(folder: string) {
  return readdir(folder, { withFileTypes: true }).catch((failure: unknown) => {
    if (hasCode(failure, 'ENOENT') || hasCode(failure, 'ENOTDIR')) return [];
    throw failure;
  });
}
