import {
  contentRow,
  farthestLikeness,
  isPictureElsewhere,
  likeContents,
  queueRecheck,
  type ReadTransaction,
  recordsOfContent,
  type Store,
  saveSimilarContents,
} from '../../store/index.ts';

/** Contents that one is said to look like; more are found of what is all but a form. */
const maxSimilar = 20;
const maxRecords = 50;

/**
 * Finds what looks like a content that was just examined, or is now in another record too, and has the records of all
 * of them looked at again. Searched beside the writer; only what was found is written.
 */
export async function findNearDuplicates(store: Store, sha256: Uint8Array): Promise<void> {
  const alike = await store.read((tx) => alikeElsewhere(tx, sha256));
  if (alike.length === 0) return;
  await store.write(async (tx) => {
    const recordIds = new Set<number>();
    for (const one of [sha256, ...alike.map((other) => other.sha256)]) {
      for (const id of await recordsOfContent(tx, one, maxRecords)) recordIds.add(id);
    }
    for (const { sha256: other, distance } of alike) await saveSimilarContents(tx, sha256, other, distance);
    for (const id of recordIds) await queueRecheck(tx, { name: 'record', value: String(id) });
  });
}

/** What looks like a content and is a photograph of another record, nearest first. */
async function alikeElsewhere(
  tx: ReadTransaction,
  sha256: Uint8Array,
): Promise<{ sha256: Uint8Array; distance: number }[]> {
  const row = await contentRow(tx, sha256);
  if (row === undefined || row.perceptual_hash === null) return [];
  const [recordId, ...others] = await recordsOfContent(tx, sha256, 2);
  if (recordId === undefined) return [];
  const found: { sha256: Uint8Array; distance: number }[] = [];
  for (const one of await likeContents(tx, row.perceptual_hash, farthestLikeness)) {
    if (Buffer.compare(one.sha256, sha256) === 0) continue;
    // Photos of one report that look alike say nothing.
    if (others.length > 0 || (await isPictureElsewhere(tx, recordId, one.sha256))) found.push(one);
    if (found.length >= maxSimilar) break;
  }
  return found;
}
