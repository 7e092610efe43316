import {
  attachmentsOfContent,
  contentRow,
  farthestLikeness,
  keepLikeContents,
  likeContents,
  queueRecheck,
  type Store,
} from '../../store/index.ts';

/** Contents that one is said to look like; more are found of what is all but a form. */
const mostAlike = 20;
const mostOfContent = 50;

/**
 * Finds what looks like a content that was just examined, and has the records of all of them looked at again. Searched
 * beside the writer; only what was found is written.
 */
export async function findAlike(store: Store, sha256: Uint8Array): Promise<void> {
  const alike = await store.read(async (tx) => {
    const row = await contentRow(tx, sha256);
    if (row === undefined || row.likeness === null) return [];
    const found = await likeContents(tx, row.likeness, farthestLikeness);
    return found.filter((one) => Buffer.compare(one.sha256, sha256) !== 0).slice(0, mostAlike);
  });
  if (alike.length === 0) return;
  await store.write(async (tx) => {
    const recordIds = new Set<number>();
    for (const one of [sha256, ...alike.map((other) => other.sha256)]) {
      for (const row of await attachmentsOfContent(tx, one, mostOfContent)) recordIds.add(row.record_id);
    }
    for (const { sha256: other, distance } of alike) await keepLikeContents(tx, sha256, other, distance);
    for (const id of recordIds) await queueRecheck(tx, { name: 'record', value: String(id) });
  });
}
