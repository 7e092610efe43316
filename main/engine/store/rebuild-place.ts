/** How a database that was made anew comes into the place of the old one, whenever the program may end meanwhile. */
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { renameFileSync } from '../rename-file.ts';
import { databaseFile, readMarker, syncPath, writeMarker, writeWhole } from './folder.ts';

/** Beside the database, while it is made anew. */
export const rebuildFolder = (dataDir: string): string => join(dataDir, 'rebuild');
const noteFile = (dataDir: string) => join(rebuildFolder(dataDir), 'whole.json');
/** What SQLite has beside a database belongs to it. */
const suffixes = ['', '-wal', '-shm'] as const;

/** Written once the new database is whole and on the disk: the folder to which the old one goes. */
const note = z.object({ aside: z.string().regex(/^before-rebuild-[\dTZ-]+$/) });

/** The new database is whole and on the disk: from here on it is put in place, also after an end in between. */
export function noteWhole(dataDir: string): void {
  const aside = `before-rebuild-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  writeWhole(noteFile(dataDir), JSON.stringify({ aside }));
  // Before the old one goes, or a power cut could leave neither of them nor where to look.
  for (const path of [rebuildFolder(dataDir), dataDir]) syncPath(path);
}

/** Null where there is none. One that cannot be read is none of ours: they are written whole. */
function readNote(dataDir: string): z.infer<typeof note> | null {
  try {
    return note.parse(JSON.parse(readFileSync(noteFile(dataDir), 'utf8')));
  } catch {
    return null;
  }
}

/**
 * The old database first, so that its changes that stand beside it are never taken for the new one's, then the new one. Where
 * the old one lies then; null where there was none.
 */
export function putInPlace(dataDir: string): string | null {
  const noted = readNote(dataDir);
  if (noted === null) throw new Error('A new database was to be put in place before it was whole.');
  const aside = join(dataDir, noted.aside);
  for (const suffix of suffixes) {
    const file = join(dataDir, `${databaseFile}${suffix}`);
    if (!existsSync(file)) continue;
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    renameFileSync(file, join(aside, `${databaseFile}${suffix}`));
  }
  const isMoved = existsSync(aside);
  if (isMoved) syncPath(aside);
  syncPath(dataDir);
  renameFileSync(join(rebuildFolder(dataDir), databaseFile), join(dataDir, databaseFile));
  syncPath(dataDir);
  const marker = readMarker(dataDir);
  if (marker !== null) writeMarker(dataDir, { ...marker, hasStore: true });
  rmSync(rebuildFolder(dataDir), { recursive: true, force: true });
  return isMoved ? aside : null;
}

/**
 * After a rebuild that ended at any moment: one that had begun to move the old database aside is put in place, of any other
 * nothing is left. Whoever calls it holds the directory, and no rebuild is under way.
 */
export function settleInterruptedRebuild(dataDir: string): void {
  const folder = rebuildFolder(dataDir);
  // Also a link that leads nowhere.
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return;
  const isNoted = readNote(dataDir) !== null && existsSync(join(folder, databaseFile));
  if (isNoted && !existsSync(join(dataDir, databaseFile))) putInPlace(dataDir);
  else rmSync(folder, { recursive: true, force: true });
}
