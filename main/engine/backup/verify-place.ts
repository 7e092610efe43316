/** Looks over the copies of an installation in a place, which may be away, slow, or written by anybody. */
import type { PlacedAnchor, PlaceVerification, VerificationFinding } from '#shared/contract/verification.ts';
import { readMarker } from '../store/index.ts';
import { checkBackup } from './check-backup.ts';
import { InstallationFolder, lookAtPlace, placeProblemOf } from './place.ts';
import { describeSecondCopy } from './second-copy/read.ts';

/** Of one place no more are looked at, the newest first: rotation keeps fewer. */
const maxBackups = 500;

export interface VerifyPlaceOptions {
  dataDir: string;
  folder: string;
  /** Whether all bytes are read and held against their hashes; else files are only looked for, and their sizes held against what was noted. */
  isThorough: boolean;
  signal?: AbortSignal;
  /** In parts of a thousand of each backup. */
  onProgress?: (progress: { done: number; all: number }) => void;
}

/**
 * Reads what every backup, and the second copy, says of itself, and looks for what each backup names. Runs where a place that hangs
 * holds up nobody. Rejects where it is ended.
 */
export async function verifyPlace(options: VerifyPlaceOptions): Promise<PlaceVerification> {
  const { dataDir, folder } = options;
  const { problem } = await lookAtPlace(folder, dataDir);
  const installationId = readMarker(dataDir)?.installationId ?? null;
  const found: PlaceVerification = { findings: [], anchors: [], backups: 0 };
  if (problem !== null) found.findings.push({ code: 'placeUnreadable', folder, name: null, problem });
  if (problem !== null || installationId === null) return found;
  const copies = new InstallationFolder(folder, installationId);
  await verifySecondCopy(copies, folder, found);
  await verifyBackups(copies, options, found);
  return found;
}

async function verifyBackups(
  copies: InstallationFolder,
  { folder, isThorough, signal, onProgress = () => {} }: VerifyPlaceOptions,
  found: PlaceVerification,
): Promise<void> {
  const names = await copies.listBackups().catch((failure: unknown) => {
    found.findings.push(unreadable(folder, null, failure));
    return [];
  });
  // Backups share most of their files.
  const known = new Map<string, number>();
  const all = perBackup * Math.min(names.length, maxBackups);
  let toldAt = 0;
  const tell = (done: number) => {
    if (performance.now() - toldAt < tellEvery) return;
    toldAt = performance.now();
    onProgress({ done: Math.floor(done), all });
  };
  for (const [index, name] of names.slice(0, maxBackups).entries()) {
    signal?.throwIfAborted();
    try {
      const { manifest, missing, damaged, first } = await checkBackup(copies, name, {
        ...{ isThorough, known, signal },
        onProgress: (done, of) => tell(perBackup * (index + (of === 0 ? 1 : done / of))),
      });
      found.anchors.push({ anchor: manifest.anchor, source: { in: 'backup', folder, name } });
      found.backups += 1;
      if (missing + damaged > 0 && (await isStillThere(copies, name)))
        found.findings.push({ code: 'backupDamaged', folder, name, missing, damaged, first });
    } catch (failure) {
      signal?.throwIfAborted();
      if (await isStillThere(copies, name)) found.findings.push(unreadable(folder, name, failure));
    }
    tell(perBackup * (index + 1));
  }
}

/** Of the progress, what one backup counts. */
const perBackup = 1000;
/** In milliseconds. */
const tellEvery = 100;

/** A backup that is made meanwhile may have another rotated away; a place that cannot be listed is not empty for that. */
async function isStillThere(copies: InstallationFolder, name: string): Promise<boolean> {
  const names = await copies.listBackups().catch(() => null);
  return names === null || names.includes(name);
}

/** What the head of the second copy knows of the journal; of the log it has no place of its own. */
async function verifySecondCopy(
  copies: InstallationFolder,
  folder: string,
  found: PlaceVerification,
): Promise<void> {
  const second = await describeSecondCopy(copies);
  if (second === null) return;
  if ('code' in second) {
    found.findings.push({ code: 'placeUnreadable', folder, name: null, problem: second });
    return;
  }
  const { at, seq, hash } = second.journal;
  const anchor: PlacedAnchor['anchor'] = {
    at: at ?? second.begunAt,
    journal: { seq, hash },
    audit: { id: 0, hash: '' },
  };
  found.anchors.push({ anchor, source: { in: 'secondCopy', folder } });
}

const unreadable = (folder: string, name: string | null, failure: unknown): VerificationFinding => ({
  code: 'placeUnreadable',
  folder,
  name,
  problem: placeProblemOf(failure),
});
