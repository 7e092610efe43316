/** The copies that lie in a folder that somebody chose, which is a place or the folder of one installation in it. */
import { opendir } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import {
  type CopiesInFolder,
  type CopiesOfInstallation,
  maxListedCopies,
  maxListedInstallations,
  type RestorableCopy,
} from '#shared/contract/backups.ts';
import { findInstallationId } from '../store/index.ts';
import { type Manifest, summaryOf } from './manifest.ts';
import { InstallationFolder, installationOfFolder, PlaceFailure, placeProblemOf } from './place.ts';
import { describeSecondCopy, type SecondCopyDescription } from './second-copy/read.ts';

/** The folder of an installation in the folder that somebody chose. */
export function installationIn(folder: string, installationId: string): InstallationFolder {
  const chosen = resolve(folder);
  const isItself = installationOfFolder(basename(chosen)) === installationId;
  return new InstallationFolder(isItself ? dirname(chosen) : chosen, installationId);
}

/** Looks at no more of a folder than this. */
const maxLookedAt = 10_000;

/** Lists what lies there, the newest of each installation first, and its second copy before all. */
export async function listCopies(folder: string, dataDir: string): Promise<CopiesInFolder> {
  try {
    const own = findInstallationId(dataDir);
    const installations: CopiesOfInstallation[] = [];
    for (const installationId of await installationsIn(folder)) {
      const copies = await copiesOf(installationIn(folder, installationId));
      installations.push({ installationId, isThisOne: installationId === own, ...copies });
    }
    return { problem: null, installations };
  } catch (failure) {
    return { problem: placeProblemOf(failure), installations: [] };
  }
}

async function installationsIn(folder: string): Promise<string[]> {
  const itself = installationOfFolder(basename(resolve(folder)));
  if (itself !== null) {
    // Rejects where it is not there.
    await (await opendir(folder)).close();
    return [itself];
  }
  const found: string[] = [];
  let looked = 0;
  for await (const entry of await opendir(folder)) {
    looked += 1;
    if (looked > maxLookedAt || found.length >= maxListedInstallations) break;
    const id = entry.isDirectory() ? installationOfFolder(entry.name) : null;
    if (id !== null) found.push(id);
  }
  return found;
}

export async function copiesOf(
  folder: InstallationFolder,
): Promise<{ company: string; copies: RestorableCopy[] }> {
  const copies: RestorableCopy[] = [];
  let company: string | null = null;
  const second = await findSecondCopy(folder);
  if (second !== null) copies.push(asCopy(second));
  for (const name of (await folder.listBackups()).slice(0, maxListedCopies - copies.length)) {
    try {
      const manifest = await folder.readManifest(name);
      company ??= manifest.company;
      copies.push(backupAsCopy(manifest));
    } catch (failure) {
      copies.push({ ...nothingKnown, name, problem: placeProblemOf(failure) });
    }
  }
  return { company: company ?? '', copies };
}

const nothingKnown: RestorableCopy = {
  name: null,
  arrivalsUntil: null,
  actsUntil: null,
  entries: 0,
  backup: null,
  problem: null,
};

/** What the second copy says of itself, or why it cannot be read; null where there is none. */
export async function findSecondCopy(
  folder: InstallationFolder,
): Promise<SecondCopyDescription | PlaceFailure | null> {
  try {
    const found = await describeSecondCopy(folder);
    if (found === null || 'journal' in found) return found;
    return new PlaceFailure(found.code, found.detail);
  } catch (failure) {
    const { code, detail } = placeProblemOf(failure);
    return new PlaceFailure(code, detail, failure);
  }
}

function asCopy(second: SecondCopyDescription | PlaceFailure): RestorableCopy {
  if (second instanceof PlaceFailure) return { ...nothingKnown, problem: second.problem };
  return {
    ...nothingKnown,
    arrivalsUntil: second.journal.at,
    actsUntil: second.database?.actsUntil ?? null,
    entries: second.journal.seq,
  };
}

function backupAsCopy(manifest: Manifest): RestorableCopy {
  return {
    name: manifest.name,
    arrivalsUntil: manifest.journal.lastEntryAt,
    actsUntil: manifest.database?.lastActAt ?? null,
    entries: manifest.anchor.journal.seq,
    backup: summaryOf(manifest),
    problem: null,
  };
}
