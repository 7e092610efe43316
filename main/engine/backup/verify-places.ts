/** Looks over the backups of an installation in their places, which may be away, slow, or written by anybody. */
import type { VerificationFinding } from '#shared/contract/verification.ts';
import type { Pace, PlacedAnchor } from '../audit/index.ts';
import { InstallationFolder, lookAtPlace, placeProblemOf } from './place.ts';

/** Of one place no more are looked at, the newest first: rotation keeps fewer. */
const maxBackups = 500;

/** Reads what every backup says of itself. Runs where a place that hangs holds up nobody. */
export async function verifyPlaces(
  {
    dataDir,
    installationId,
    folders,
  }: { dataDir: string; installationId: string; folders: readonly string[] },
  pace: Pace,
): Promise<{ findings: VerificationFinding[]; anchors: PlacedAnchor[]; backups: number }> {
  const findings: VerificationFinding[] = [];
  const anchors: PlacedAnchor[] = [];
  let backups = 0;
  for (const folder of folders) {
    const unreadable = (name: string | null, failure: unknown) => {
      const problem = placeProblemOf(failure);
      findings.push({ code: 'placeUnreadable', folder, name, problem });
    };
    const { problem } = await lookAtPlace(folder, dataDir);
    if (problem !== null) {
      findings.push({ code: 'placeUnreadable', folder, name: null, problem });
      continue;
    }
    const place = new InstallationFolder(folder, installationId);
    const names = await place.listBackups().catch((failure: unknown) => {
      unreadable(null, failure);
      return [];
    });
    for (const [index, name] of names.slice(0, maxBackups).entries()) {
      try {
        const { anchor } = await place.readManifest(name);
        anchors.push({ anchor, source: { in: 'backup', folder, name } });
        backups += 1;
      } catch (failure) {
        unreadable(name, failure);
      }
      await pace(index + 1, names.length);
    }
  }
  return { findings, anchors, backups };
}
