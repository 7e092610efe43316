import { likenessLimit } from '#shared/rules/likeness.ts';
import {
  enqueueRecheck,
  findContent,
  insertSimilarContents,
  isPictureElsewhere,
  listRecordsOfContent,
  listSimilarContents,
  type ReadTransaction,
  type Store,
} from '../../store/index.ts';

/** Near duplicates that one content has at the most; more are found of what is all but a form. */
const maxSimilar = 20;
const maxRecords = 50;

/**
 * Finds the near duplicates of a content that was just examined, or is now in another record too, and has the records
 * of all of them examined again. Searched beside the writer; only what was found is written.
 */
export async function findNearDuplicates(store: Store, sha256: Uint8Array): Promise<void> {
  const duplicates = await store.read((tx) => nearDuplicatesElsewhere(tx, sha256));
  if (duplicates.length === 0) return;
  await store.write(async (tx) => {
    const recordIds = new Set<number>();
    for (const content of [sha256, ...duplicates.map((duplicate) => duplicate.sha256)]) {
      for (const id of await listRecordsOfContent(tx, content, maxRecords)) recordIds.add(id);
    }
    for (const duplicate of duplicates)
      await insertSimilarContents(tx, sha256, duplicate.sha256, duplicate.distance);
    for (const id of recordIds) await enqueueRecheck(tx, { name: 'record', value: String(id) });
  });
}

/** Contents that look like one and are photographs of another record, nearest first. */
async function nearDuplicatesElsewhere(
  tx: ReadTransaction,
  sha256: Uint8Array,
): Promise<{ sha256: Uint8Array; distance: number }[]> {
  const row = await findContent(tx, sha256);
  if (row === undefined || row.perceptualHash === null) return [];
  const [recordId, ...otherRecords] = await listRecordsOfContent(tx, sha256, 2);
  if (recordId === undefined) return [];
  const found: { sha256: Uint8Array; distance: number }[] = [];
  for (const similar of await listSimilarContents(tx, row.perceptualHash, likenessLimit)) {
    if (Buffer.compare(similar.sha256, sha256) === 0) continue;
    // Photos of one report that look alike say nothing.
    if (otherRecords.length > 0 || (await isPictureElsewhere(tx, recordId, similar.sha256)))
      found.push(similar);
    if (found.length >= maxSimilar) break;
  }
  return found;
}
