/** The bundles that the log says were made. */
import * as z from 'zod';
import type { MadeArchive } from '#shared/contract/archives.ts';
import { actor } from '#shared/contract/common.ts';
import { type AuditRow, listAudit, type Store } from '../store/index.ts';

/** Under which the log has what was done about archives, and those that were made. */
export const archivesSubject = 'archives';
export const madeAction = 'archive.made';

const madeDetail = z.object({
  file: z.string(),
  bytes: z.int(),
  root: z.string(),
  records: z.int(),
  contents: z.int(),
  missingContents: z.int(),
  notDownloaded: z.int().default(0),
  keyFingerprint: z.string().nullable(),
});
export type MadeDetail = z.infer<typeof madeDetail>;

const rowsAtOnce = 200;

/** Lists bundles that were made, the newest first, at most so many; entries that are not what was written are passed over. */
export async function listMadeBundles(store: Pick<Store, 'read'>, limit: number): Promise<MadeArchive[]> {
  const made: MadeArchive[] = [];
  for (let beforeId = Number.MAX_SAFE_INTEGER; made.length < limit; ) {
    const rows = await store.read((tx) =>
      listAudit(tx, { subject: archivesSubject, beforeId, limit: rowsAtOnce }),
    );
    made.push(...rows.filter(({ action }) => action === madeAction).flatMap(bundleOf));
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) break;
    beforeId = last.id;
  }
  return made.slice(0, limit);
}

function bundleOf({ at, actor: who, detail }: AuditRow): MadeArchive[] {
  try {
    const found = madeDetail.parse(JSON.parse(detail));
    return [{ ...found, at: new Date(at).toISOString(), who: actor.parse(JSON.parse(who)).person }];
  } catch {
    return [];
  }
}
