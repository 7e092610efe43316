/** What is seen of a place, and how much a backup needs there, without a change to either. */
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupSummary } from '#shared/contract/backups.ts';
import { errorCode } from '../error-code.ts';
import { lookAtDatabase, readMarker } from '../store/index.ts';
import { summaryOf } from './manifest.ts';
import { InstallationFolder, lookAtPlace, type PlaceLook, placeProblemOf } from './place.ts';
import { dayMilliseconds, instantOf } from './rotation.ts';

export interface CopiesLook extends PlaceLook {
  /** Whether it has a folder of this installation. */
  isKnown: boolean;
  /** The newest backup of this installation that can be read; null where there is none. */
  lastGood: BackupSummary | null;
}

/** So many manifests that cannot be read are passed over. */
const maxUnreadable = 20;

/** Looks at a place, and at the newest backup of the data directory's installation in it. */
export async function lookAtCopies(folder: string, dataDir: string): Promise<CopiesLook> {
  const place = await lookAtPlace(folder, dataDir);
  const installationId = readMarker(dataDir)?.installationId ?? null;
  const nothing = { ...place, isKnown: false, lastGood: null };
  if (place.problem !== null || installationId === null) return nothing;
  const copies = new InstallationFolder(folder, installationId);
  try {
    const isKnown = (await statOf(copies.path))?.isDirectory() === true;
    return { ...place, isKnown, lastGood: isKnown ? await newestOf(copies, Date.now()) : null };
  } catch (failure) {
    return { ...nothing, problem: placeProblemOf(failure) };
  }
}

/** One of a time that is yet to come was named by a clock that was wrong: it counts where there is no other. */
async function newestOf(copies: InstallationFolder, now: number): Promise<BackupSummary | null> {
  const names = await copies.listBackups();
  const isOfFuture = (name: string) => instantOf(name) > now + dayMilliseconds;
  const past = names.filter((name) => !isOfFuture(name));
  for (const name of [...past.slice(0, maxUnreadable), ...names.filter(isOfFuture).slice(0, maxUnreadable)]) {
    const found = await copies.readManifest(name).catch(() => null);
    if (found !== null) return summaryOf(found);
  }
  return null;
}

/** How many bytes one backup of a data directory needs at the most: where nothing of it is in the place yet. */
export async function measureBackup(dataDir: string): Promise<number> {
  const state = await lookAtDatabase(dataDir);
  let bytes = (state.kind === 'server' ? state.server?.bytes : null) ?? 0;
  for (const name of ['journal.db', 'perito.db']) {
    for (const suffix of ['', '-wal']) bytes += (await statOf(join(dataDir, name + suffix)))?.size ?? 0;
  }
  return bytes + (await bytesBelow(join(dataDir, 'attachments')));
}

async function bytesBelow(path: string): Promise<number> {
  const folder = await opendir(path).catch(() => null);
  if (folder === null) return 0;
  let bytes = 0;
  for await (const found of folder) {
    const below = join(path, found.name);
    if (found.isDirectory()) bytes += await bytesBelow(below);
    else if (found.isFile()) bytes += (await statOf(below))?.size ?? 0;
  }
  return bytes;
}

/** Of a link itself; null where there is nothing. */
async function statOf(path: string) {
  return lstat(path).catch((failure: unknown) => {
    if (errorCode(failure) === 'ENOENT') return null;
    throw failure;
  });
}
