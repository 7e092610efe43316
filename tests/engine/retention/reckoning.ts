/** Where each record is: live with all its bytes, or a stub whose bundle is whole and has them. */

import { readBundleContents } from '../../../main/engine/archive/index.ts';
import { verifyBundle } from '../../../main/engine/bundles.ts';
import { listBundles, type ReadTransaction, type Store } from '../../../main/engine/store/index.ts';
import type { RecordKind } from '../../../shared/terms.ts';
import { newestRecords } from '../newest-records.ts';

export interface Reckoning {
  live: number;
  archived: number;
  /** Neither: their numbers. */
  lost: string[];
}

interface DeliveryRow {
  seq: number;
  revision: number;
  sha256: Uint8Array;
  isThere: number;
}

export async function reckon(store: Pick<Store, 'read'>): Promise<Reckoning> {
  const bundles = await store.read((tx) => listBundles(tx, 1000));
  const contents = new Map<number, Awaited<ReturnType<typeof readBundleContents>>>();
  for (const { id, file } of bundles) {
    const found = await verifyBundle(file).catch(() => null);
    contents.set(id, found?.ok === true ? await readBundleContents(file) : null);
  }
  const rows = await store.read((tx) => newestRecords(tx));
  const found: Reckoning = { live: 0, archived: 0, lost: [] };
  for (const row of rows) {
    const deliveries = await store.read((tx) => deliveriesOf(tx, row));
    const isArchived = row.archivedRevision === row.revision;
    const bundle = row.archivedBundle === null ? null : (contents.get(row.archivedBundle) ?? null);
    const isWhole = deliveries.every(
      ({ isThere, revision, sha256 }) =>
        (isThere === 1 && !isArchived) ||
        bundle?.hasRevision({ kind: row.kind, recordId: row.id, revision, sha256 }) === true,
    );
    if (!isWhole) found.lost.push(row.number);
    else if (isArchived) found.archived += 1;
    else found.live += 1;
  }
  return found;
}

const deliveriesOf = (
  tx: ReadTransaction,
  { kind, marketplaceId }: { kind: RecordKind; marketplaceId: number },
) =>
  tx.all<DeliveryRow>(
    `SELECT seq, revision, sha256, CASE WHEN bytes IS NULL THEN 0 ELSE 1 END AS "isThere" FROM entry
      WHERE kind = ? AND marketplace_id = ? AND revision IS NOT NULL`,
    kind,
    marketplaceId,
  );
