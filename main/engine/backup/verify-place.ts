/** Looks over the copies of an installation in a place, which may be away, slow, or written by anybody. */
import type { Anchor, PlaceVerification, VerificationFinding } from '#shared/contract/verification.ts';
import { readMarker } from '../store/index.ts';
import { checkBackup } from './check-backup.ts';
import { InstallationFolder, lookAtPlace, placeProblemOf } from './place.ts';
import { checkSecondCopy } from './second-copy/check.ts';
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
 * Reads what every backup, and the second copy, says of itself, and looks for what each names. What is found to have other bytes
 * than it had is noted in the place, so that the next backup, or whoever follows, writes it anew. Runs where a place that hangs
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
  // Backups share most of their files, also with the second copy.
  const known = new Map<string, number>();
  // Nobody knows how much it is before it is read; who waits hears that it goes on.
  let toldAt = 0;
  const onProgress = () => {
    if (performance.now() - toldAt < tellEvery) return;
    toldAt = performance.now();
    options.onProgress?.({ done: 0, all: 1 });
  };
  await verifySecondCopy(copies, { ...options, known, onProgress }, found);
  await verifyBackups(copies, options, known, found);
  return found;
}

async function verifyBackups(
  copies: InstallationFolder,
  { folder, isThorough, signal, onProgress = () => {} }: VerifyPlaceOptions,
  known: Map<string, number>,
  found: PlaceVerification,
): Promise<void> {
  const names = await copies.listBackups().catch((failure: unknown) => {
    found.findings.push(unreadable(folder, null, failure));
    return [];
  });
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

/** The second copy itself, and what its head knows of both chains. */
async function verifySecondCopy(
  copies: InstallationFolder,
  { folder, isThorough, signal, known, onProgress }: SecondCopyOptions,
  found: PlaceVerification,
): Promise<void> {
  const second = await describeSecondCopy(copies);
  if (second === null) return;
  if ('code' in second) {
    found.findings.push({ code: 'placeUnreadable', folder, name: null, problem: second });
    return;
  }
  const know = (at: string, parts: Partial<Anchor>) =>
    found.anchors.push({
      anchor: { at, journal: { seq: 0, hash: '' }, audit: { id: 0, hash: '' }, ...parts },
      source: { in: 'secondCopy', folder },
    });
  const { at, seq, hash } = second.journal;
  know(at ?? second.begunAt, { journal: { seq, hash } });
  if (second.database?.audit != null) know(second.database.copiedAt, { audit: second.database.audit });
  try {
    const check = await checkSecondCopy(copies, { isThorough, signal, known, onProgress });
    for (const head of check.heads)
      if (head.seq > 0 && head.seq !== seq)
        know(new Date(head.at).toISOString(), { journal: { seq: head.seq, hash: head.hash } });
    const { missing, damaged, first } = check;
    if (missing + damaged > 0)
      found.findings.push({ code: 'secondCopyDamaged', folder, missing, damaged, first });
  } catch (failure) {
    signal?.throwIfAborted();
    found.findings.push(unreadable(folder, null, failure));
  }
}

interface SecondCopyOptions extends Pick<VerifyPlaceOptions, 'folder' | 'isThorough' | 'signal'> {
  known: Map<string, number>;
  onProgress: () => void;
}

const unreadable = (folder: string, name: string | null, failure: unknown): VerificationFinding => ({
  code: 'placeUnreadable',
  folder,
  name,
  problem: placeProblemOf(failure),
});
