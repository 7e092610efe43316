/** Whether a second copy is what was written. What is not is noted there, and whoever follows writes it anew. */

import { checkFile } from '../check-backup.ts';
import { readList } from '../list.ts';
import { type InstallationFolder, PlaceFailure } from '../place.ts';
import { severalAtOnce } from '../several-at-once.ts';
import { baseFileName, type JournalHeadFrame, listSecondCopy } from './format.ts';
import { findAttachmentEnd } from './read-attachments.ts';
import { checkStretches, findDatabaseCopy, readBase } from './read-database.ts';
import { checkJournalFiles } from './read-journal.ts';

export interface SecondCopyCheck {
  /** Files that are not there, and files that are not what was written. */
  missing: number;
  damaged: number;
  /** The first of both: files of the second copy by their names, others by their SHA-256. */
  first: string[];
  /** Where each file of the journal ends that was read through. */
  heads: JournalHeadFrame[];
}

interface CheckOptions {
  /** Whether all bytes are read; else files are looked for, and their sizes held against what was noted. */
  isThorough: boolean;
  /** See `checkFile`. */
  known: Map<string, number>;
  signal: AbortSignal | undefined;
  onProgress: () => void;
}

const firstFew = 20;
const readAtOnce = 4;

/** Checks the second copy of a place, which has one. Rejects where the place cannot be read. */
export async function checkSecondCopy(
  folder: InstallationFolder,
  options: CheckOptions,
): Promise<SecondCopyCheck> {
  const check: SecondCopyCheck = { missing: 0, damaged: 0, first: [], heads: [] };
  const fault = (what: 'missing' | 'damaged', name: string) => {
    check[what] += 1;
    if (check.first.length < firstFew && !check.first.includes(name)) check.first.push(name);
  };
  const own = async (name: string) => {
    await folder.noteDamaged(name);
    fault('damaged', name);
  };
  const look = async (sha256: string, bytes: number | null): Promise<boolean> => {
    options.onProgress();
    const { is } = await checkFile(folder, sha256, bytes, options);
    if (is !== 'whole') fault(is, sha256);
    return is === 'whole';
  };
  if (options.isThorough) {
    const { damaged, heads } = await checkJournalFiles(folder, options);
    check.heads = heads;
    for (const name of damaged) await own(name);
  }
  await checkDatabase(folder, options, { own, look });
  const files = await listSecondCopy(folder.secondCopy);
  if (files === null) return check;
  const { copied, damaged } = await findAttachmentEnd(folder, files);
  if (damaged !== null) await own(damaged);
  await severalAtOnce(copied, readAtOnce, async ([sha256, bytes]) => void (await look(sha256, bytes)));
  return check;
}

async function checkDatabase(
  folder: InstallationFolder,
  options: CheckOptions,
  found: {
    own(name: string): Promise<void>;
    look(sha256: string, bytes: number | null): Promise<boolean>;
  },
): Promise<void> {
  const files = await listSecondCopy(folder.secondCopy);
  if (files === null) return;
  for (const number of files.bases)
    if ((await readBase(folder, number)) === null) await found.own(baseFileName(number));
  const copy = await findDatabaseCopy(folder, files, options);
  if (copy === null) return;
  const { base, number } = copy;
  if (options.isThorough) {
    const damaged = await checkStretches(folder, files, copy, options);
    if (damaged !== null) await found.own(damaged);
  }
  let isWhole = await found.look(base.hashes, null);
  try {
    await severalAtOnce(readList(folder, base.parts), readAtOnce, async (sha256) => {
      if (!(await found.look(sha256, null))) isWhole = false;
    });
  } catch (failure) {
    if (!(failure instanceof PlaceFailure) || failure.problem.code !== 'damaged') throw failure;
    await folder.noteDamaged(base.parts.list);
    isWhole = false;
  }
  // Another base is made, of the same parts as far as they are the same.
  if (!isWhole) await found.own(baseFileName(number));
}
