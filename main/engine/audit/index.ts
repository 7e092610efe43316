import { yieldToEventLoop } from '../background-loop.ts';
import { auditHash, countAuditEntries, listAuditAfter, type Store } from '../store/index.ts';

export interface Verification {
  intact: boolean;
  entries: number;
  brokenAt: number | null;
  lastHash: string | null;
}

const batch = 500;

/**
 * Walks the whole log and recomputes every hash. Reads in batches and lets the receiver work in between.
 * An entry that was changed, removed or put in breaks the chain at `brokenAt`.
 */
export async function verifyAudit(store: Pick<Store, 'read'>): Promise<Verification> {
  let before: Uint8Array | null = null;
  let last = 0;
  for (;;) {
    const rows = await store.read((tx) => listAuditAfter(tx, last, batch));
    for (const row of rows) {
      const follows = row.id === last + 1 && Buffer.compare(auditHash(before, row), row.hash) === 0;
      if (!follows)
        return {
          intact: false,
          entries: await store.read(countAuditEntries),
          brokenAt: row.id,
          lastHash: null,
        };
      before = row.hash;
      last = row.id;
    }
    if (rows.length < batch) break;
    await yieldToEventLoop();
  }
  const lastHash = before === null ? null : Buffer.from(before).toString('hex');
  return { intact: true, entries: last, brokenAt: null, lastHash };
}
