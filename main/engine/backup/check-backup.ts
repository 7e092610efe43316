/** Whether all that a backup names is in its place. */
import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { errorCode } from '../error-code.ts';
import { readList } from './list.ts';
import { type FileList, type Manifest, partBytes } from './manifest.ts';
import { type InstallationFolder, openPlainFile, PlaceFailure } from './place.ts';
import { severalAtOnce } from './several-at-once.ts';

export interface BackupCheck {
  manifest: Manifest;
  /** Files that are not there, and files that are not what they were. */
  missing: number;
  damaged: number;
  /** The first of both, by their SHA-256. */
  first: string[];
}

export interface CheckOptions {
  /** Whether all bytes are read and held against their hashes; else files are only looked for, and their sizes held against what was noted. */
  isThorough: boolean;
  /** The sizes of files of this place that were found whole, as in another backup; those are not looked at again, and more are added. */
  known?: Map<string, number> | undefined;
  signal?: AbortSignal | undefined;
  /** In bytes. */
  onProgress?: ((done: number, all: number) => void) | undefined;
}

const firstFew = 20;
/** Some hundred bytes each. */
const maxKnown = 1_000_000;
/** Looked at, or read, at once. */
const lookedAtOnce = 16;
const readAtOnce = 4;

/** Checks a backup of a place. Rejects with a `PlaceFailure` where it has no manifest that can be read, or the place is away. */
export async function checkBackup(
  folder: InstallationFolder,
  name: string,
  options: CheckOptions,
): Promise<BackupCheck> {
  return checkContents(folder, await folder.readManifest(name), options);
}

/** The same of a backup whose manifest is known, or is to be written. */
export async function checkContents(
  folder: InstallationFolder,
  manifest: Manifest,
  { isThorough, known = new Map<string, number>(), signal, onProgress = () => {} }: CheckOptions,
): Promise<BackupCheck> {
  const check: BackupCheck = { manifest, missing: 0, damaged: 0, first: [] };
  const fault = (what: 'missing' | 'damaged', sha256: string) => {
    check[what] += 1;
    if (check.first.length < firstFew && !check.first.includes(sha256)) check.first.push(sha256);
  };
  let done = 0;
  const look = async (sha256: string, expected: number | null): Promise<number> => {
    const { size, is } = await checkFile(folder, sha256, expected, { isThorough, known, signal });
    if (is !== 'whole') fault(is, sha256);
    done += size ?? 0;
    onProgress(Math.min(done, manifest.bytes), manifest.bytes);
    return size ?? 0;
  };
  /** `sizeOf` says how many bytes a file of the list has; null where only their sum is known. */
  const lookAll = async (list: FileList, sizeOf: (index: number) => number | null) => {
    const before = check.missing + check.damaged;
    let [bytes, index] = [0, 0];
    try {
      await severalAtOnce(readList(folder, list), isThorough ? readAtOnce : lookedAtOnce, async (sha256) => {
        const size = await look(sha256, sizeOf(index++));
        bytes += size;
      });
    } catch (failure) {
      if (!(failure instanceof PlaceFailure) || failure.problem.code !== 'damaged') throw failure;
      if ((await folder.sizeOf(list.list)) === null) return fault('missing', list.list);
      await folder.noteDamaged(list.list);
      return fault('damaged', list.list);
    }
    if (bytes !== list.bytes && before === check.missing + check.damaged) fault('damaged', list.list);
  };
  for (const database of [manifest.journal, manifest.database]) {
    if (database === null) continue;
    const last = database.files - 1;
    await lookAll(database, (index) => (index < last ? partBytes : database.bytes - last * partBytes));
  }
  await lookAll(manifest.attachments, () => null);
  for (const other of manifest.others) await look(other.sha256, other.bytes);
  if (check.missing > 0) await refuseAway(folder);
  return check;
}

/**
 * Whether a file of a place is what its name says; null of `expected` says that nobody knows how many bytes it has. Of one that
 * has other bytes than it had it is noted, so that whoever has it whole writes it anew.
 */
export async function checkFile(
  folder: InstallationFolder,
  sha256: string,
  expected: number | null,
  { isThorough, known, signal }: Required<Pick<CheckOptions, 'isThorough' | 'known' | 'signal'>>,
): Promise<{ size: number | null; is: 'whole' | 'missing' | 'damaged' }> {
  signal?.throwIfAborted();
  const before = known?.get(sha256);
  const size = before ?? (await folder.sizeOf(sha256));
  if (size === null) return { size, is: 'missing' };
  if (expected !== null && size !== expected) return { size, is: 'damaged' };
  if (before === undefined && isThorough) {
    if (!(await hasItsHash(folder, sha256, signal))) {
      await folder.noteDamaged(sha256);
      return { size, is: 'damaged' };
    }
    await folder.forgetDamaged(sha256);
  }
  if (known !== undefined && known.size < maxKnown) known.set(sha256, size);
  return { size, is: 'whole' };
}

/** Where the whole place went away, nothing in it is known to be missing. */
async function refuseAway(folder: InstallationFolder): Promise<void> {
  try {
    await lstat(folder.backups);
  } catch (failure) {
    if (errorCode(failure) === 'ENOENT') throw new PlaceFailure('away', `${folder.path} is gone.`, failure);
    throw failure;
  }
}

async function hasItsHash(
  folder: InstallationFolder,
  sha256: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const handle = await openPlainFile(folder.fileOf(sha256));
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.alloc(partBytes);
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await handle.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return hash.digest('hex') === sha256;
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}
