/** Whether a second copy has more than what somebody is about to restore: who chooses a backup may not know of it. */
import type { CopyRequest, RestorePlan } from '#shared/contract/backups.ts';
import { within } from '../within.ts';
import { readConfiguration } from './configuration.ts';
import { findSecondCopy, installationIn } from './copies.ts';
import { PlaceFailure } from './place.ts';
import type { SecondCopyDescription } from './second-copy/read.ts';

export type NewerSecondCopy = NonNullable<RestorePlan['newer']>;

type Chosen = CopyRequest & { dataDir: string };

/** A place that was not chosen is waited for no longer, in milliseconds. */
const otherPlaceMs = 10_000;

/**
 * The one that has more than a backup that was chosen and what is added to it from beside it: of the same folder, or of the one that
 * the data directory is configured to copy to. `has`: up to when the restored directory would have what arrived and what people
 * made; as the copies say it where it is not given. Never rejects.
 */
export async function findNewerSecondCopy(
  request: Chosen,
  has?: { arrivals: string | null; acts: string | null },
): Promise<NewerSecondCopy | null> {
  const { folder, installationId, name, dataDir } = request;
  if (name === null) return null;
  try {
    const beside = await secondCopyIn(folder, installationId);
    const { arrivals, acts } = has ?? (await ofBackup(request, beside));
    const isNewer = (copy: NewerSecondCopy) =>
      (copy.arrivalsUntil ?? '') > (arrivals ?? '') || (copy.actsUntil ?? '') > (acts ?? '');
    if (beside !== null && isNewer(beside)) return beside;
    const { secondCopy } = await readConfiguration(dataDir);
    if (secondCopy === null || secondCopy.folder === folder) return null;
    const elsewhere: { found: NewerSecondCopy | null } = { found: null };
    const looking = secondCopyIn(secondCopy.folder, installationId).then((found) => {
      elsewhere.found = found;
    });
    await within(otherPlaceMs, looking);
    return elsewhere.found !== null && isNewer(elsewhere.found) ? elsewhere.found : null;
  } catch {
    // What cannot be read now is no reason against what was chosen.
    return null;
  }
}

async function ofBackup(
  { folder, installationId, name }: Chosen,
  beside: NewerSecondCopy | null,
): Promise<{ arrivals: string | null; acts: string | null }> {
  const { journal, database } = await installationIn(folder, installationId).readManifest(name ?? '');
  const arrivals = [journal.lastEntryAt ?? '', beside?.arrivalsUntil ?? ''].sort().at(-1) ?? null;
  return { arrivals, acts: database?.lastActAt ?? null };
}

async function secondCopyIn(folder: string, installationId: string): Promise<NewerSecondCopy | null> {
  const found = await findSecondCopy(installationIn(folder, installationId));
  return found === null || found instanceof PlaceFailure ? null : newerOf(folder, found);
}

const newerOf = (folder: string, { journal, database }: SecondCopyDescription): NewerSecondCopy => ({
  folder,
  arrivalsUntil: journal.at,
  actsUntil: database?.actsUntil ?? null,
});
