/**
 * How a data directory that was restored comes into the place of what was there, whenever the program may end meanwhile. The
 * new one is made in `restore/data` of the directory itself, so that it is put in place by renames alone: all that was there
 * goes to `before-restore-<time>`, then the new one comes in. Whoever calls anything here holds the directory.
 */
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { actor } from '#shared/contract/common.ts';
import { errorCode } from '../error-code.ts';
import { renameFileSync } from '../rename-file.ts';
import { syncPath, writeWhole } from './folder.ts';
import { StoreProblem } from './store-error.ts';

const restoreFolder = (dataDir: string): string => join(dataDir, 'restore');
/** The directory that is being made. */
const stagedFolder = (dataDir: string): string => join(restoreFolder(dataDir), 'data');
/** What is made, from the beginning on. */
const begunFile = (dataDir: string): string => join(restoreFolder(dataDir), 'begun.json');
/** It is whole and on the disk, and is being put in place. */
const wholeFile = (dataDir: string): string => join(restoreFolder(dataDir), 'whole.json');
/** It could not be put in place, and what was there is being put back. */
const undoneFile = (dataDir: string): string => join(restoreFolder(dataDir), 'undone.json');

/** Of a restore that came to an end of some kind, for the log; the engine takes it over at its next start, once. */
const outcomeFile = (dataDir: string): string => join(dataDir, 'restored.json');

const restoreBegun = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  actor,
  /** Where the copy lies, whose it is, and which; null: the second copy. */
  folder: z.string().max(5000),
  installationId: z.uuid(),
  name: z.string().max(100).nullable(),
});
export type RestoreBegun = z.infer<typeof restoreBegun>;

const restoreEnded = restoreBegun.extend({
  /** `interrupted`: the program ended while it was made, and nothing was changed. */
  outcome: z.enum(['restored', 'interrupted']),
  /** What the restored directory was made of; empty where none was. */
  detail: z.record(z.string(), z.unknown()),
});
export type RestoreEnded = z.infer<typeof restoreEnded>;

const asideName = z.string().regex(/^before-restore-[\dTZ-]+$/);
const whole = z.object({ aside: asideName, names: z.array(z.string().min(1).max(255)).max(100) });
type Whole = z.infer<typeof whole>;

/**
 * What stays where it is: the lock that is held, what was moved aside before, what the window keeps for itself and has open,
 * and the trial certificate, which no copy has.
 */
const staysInPlace = (name: string): boolean =>
  ['restore', 'desktop', 'certificates'].includes(name) ||
  /^perito\.lock/.test(name) ||
  asideName.safeParse(name).success;

/** What would be moved aside; empty of a directory that is new, or is not there. */
export function namesInPlace(dataDir: string): string[] {
  if (lstatSync(dataDir, { throwIfNoEntry: false }) === undefined) return [];
  return readdirSync(dataDir).filter((name) => !staysInPlace(name));
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Begins to make a directory; what was left of another is settled before. Where its files go. */
export function beginRestoring(dataDir: string, begun: RestoreBegun): string {
  const staged = stagedFolder(dataDir);
  mkdirSync(staged, { recursive: true, mode: 0o700 });
  writeWhole(begunFile(dataDir), JSON.stringify(begun));
  syncPath(restoreFolder(dataDir));
  syncPath(dataDir);
  return staged;
}

/** Where what is there goes. */
export function asideOf(dataDir: string, at: number): string {
  const name = `before-restore-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`;
  for (let index = 0; ; index += 1) {
    const path = join(dataDir, index === 0 ? name : `${name}-${index}`);
    if (!isThere(path)) return path;
  }
}

/** Writes down for the log, within the directory that is being made, of what it was made. */
export function writeRestored(dataDir: string, ended: RestoreEnded): void {
  writeWhole(outcomeFile(stagedFolder(dataDir)), `${JSON.stringify(ended)}\n`);
}

/**
 * Puts the directory that was made in place, of which each file is on the disk; from the first rename on it goes on after an
 * end in between. Throws where something cannot be moved, such as a folder to which another disk is bound: then all is as it was.
 */
export function putRestoredInPlace(dataDir: string, aside: string): void {
  const staged = stagedFolder(dataDir);
  syncFolders(staged);
  const noted: Whole = whole.parse({ aside: basename(aside), names: readdirSync(staged) });
  try {
    writeWhole(wholeFile(dataDir), JSON.stringify(noted));
    for (const path of [restoreFolder(dataDir), dataDir]) syncPath(path);
  } catch (failure) {
    // Nothing was moved, and the next start must not go on with it.
    rmSync(wholeFile(dataDir), { force: true });
    throw failure;
  }
  changePlaces(dataDir, noted);
}

function syncFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) syncFolders(join(folder, entry.name));
  syncPath(folder);
}

/** All of it may have been done before, up to anywhere. */
function changePlaces(dataDir: string, noted: Whole): void {
  const staged = stagedFolder(dataDir);
  const aside = join(dataDir, noted.aside);
  try {
    // What has the name of something that came in already came in.
    const isOld = (name: string) => !noted.names.includes(name) || isThere(join(staged, name));
    const old = namesInPlace(dataDir).filter(isOld);
    if (old.length > 0 && !isThere(aside)) mkdirSync(aside, { mode: 0o700 });
    for (const name of old) renameFileSync(join(dataDir, name), join(aside, name));
    if (isThere(aside)) syncPath(aside);
    syncPath(dataDir);
    for (const name of noted.names)
      if (isThere(join(staged, name))) renameFileSync(join(staged, name), join(dataDir, name));
  } catch (failure) {
    renameFileSync(wholeFile(dataDir), undoneFile(dataDir));
    syncPath(restoreFolder(dataDir));
    changePlacesBack(dataDir, noted);
    throw failure;
  }
  // It is in place, whatever the disk says to this.
  try {
    if (isThere(staged)) syncPath(staged);
    syncPath(dataDir);
    removeStage(dataDir);
  } catch {
    rmSync(restoreFolder(dataDir), { recursive: true, force: true });
  }
}

function changePlacesBack(dataDir: string, noted: Whole): void {
  const staged = stagedFolder(dataDir);
  const aside = join(dataDir, noted.aside);
  for (const name of noted.names)
    if (!isThere(join(staged, name)) && isThere(join(dataDir, name)))
      renameFileSync(join(dataDir, name), join(staged, name));
  if (isThere(aside)) {
    syncPath(staged);
    for (const name of readdirSync(aside)) renameFileSync(join(aside, name), join(dataDir, name));
    syncPath(dataDir);
    rmdirSync(aside);
  }
  syncPath(dataDir);
  removeStage(dataDir);
}

/** The notes go first, since what they say does not hold of a stage of which a part is removed; that it was begun before all. */
function removeStage(dataDir: string): void {
  for (const note of [begunFile(dataDir), wholeFile(dataDir), undoneFile(dataDir)]) {
    rmSync(note, { force: true });
    syncPath(restoreFolder(dataDir));
  }
  rmSync(restoreFolder(dataDir), { recursive: true, force: true });
}

/** Leaves what was there as it was; where that could not be put back, the next start does, by the notes. */
export function abandonRestoring(dataDir: string): void {
  if (isRestoreHalfDone(dataDir)) return;
  rmSync(restoreFolder(dataDir), { recursive: true, force: true });
}

/** Whether a restore was ended while it changed the two, so that what is in the directory now is neither of them. */
export function isRestoreHalfDone(dataDir: string): boolean {
  return isThere(wholeFile(dataDir)) || isThere(undoneFile(dataDir));
}

/**
 * After a restore that ended at any moment: one that had begun to change the two goes on, of any other nothing is left. Throws
 * a `StoreProblem` where neither can be put in place now.
 */
export function settleInterruptedRestore(dataDir: string): void {
  const folder = restoreFolder(dataDir);
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return;
  // A link is not followed.
  if (!found.isDirectory()) {
    rmSync(folder, { force: true });
    return;
  }
  try {
    const begun = readNote(begunFile(dataDir), restoreBegun);
    const undone = readNote(undoneFile(dataDir), whole);
    const noted = readNote(wholeFile(dataDir), whole);
    if (undone !== null) changePlacesBack(dataDir, undone);
    else if (noted !== null) {
      try {
        changePlaces(dataDir, noted);
        return;
      } catch {
        // What was there is back, and is what Perito starts on.
      }
    } else rmSync(folder, { recursive: true, force: true });
    // Of one that came to its end, and of one that nobody waits for any more, nothing is said.
    if (begun === null || isThere(outcomeFile(dataDir))) return;
    const ended: RestoreEnded = { ...begun, outcome: 'interrupted', detail: {} };
    writeWhole(outcomeFile(dataDir), `${JSON.stringify(ended)}\n`);
  } catch (failure) {
    throw new StoreProblem(
      'notAccessible',
      `A restore into ${dataDir} was ended while it moved files, and they cannot be moved now: ${failure instanceof Error ? failure.message : String(failure)}. Nothing is lost: what was there lies in ${dataDir} or in a folder before-restore-… in it. Put right what the sentence names and start again.`,
      failure,
    );
  }
}

/**
 * Null where there is none. One that says something else is none of ours: they are written whole. Throws where the disk does not
 * give it back, as of what it says nobody knows.
 */
function readNote<Content>(file: string, content: z.ZodType<Content>): Content | null {
  try {
    return content.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (failure) {
    if (['EIO', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE'].includes(errorCode(failure) ?? '')) throw failure;
    return null;
  }
}

/** What came of the last restore, where it is not in the log yet. */
export const findRestoreEnded = (dataDir: string): RestoreEnded | null =>
  readNote(outcomeFile(dataDir), restoreEnded);

/** Notes for the log, in a directory that is in use again, what came of something. */
export const writeRestoreEnded = (dataDir: string, ended: RestoreEnded): void =>
  writeWhole(outcomeFile(dataDir), `${JSON.stringify(ended)}\n`);

/** It is in the log. */
export const deleteRestoreEnded = (dataDir: string): void => rmSync(outcomeFile(dataDir), { force: true });
