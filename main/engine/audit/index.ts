import { yieldToEventLoop } from '../background-loop.ts';
import { auditHash, findAuditHead, listAuditAfter, type Store } from '../store/index.ts';

export interface Verification {
  intact: boolean;
  entries: number;
  brokenAt: number | null;
  lastHash: string | null;
}

const batch = 500;

/**
 * Walks the whole log and recomputes every hash. Reads in batches and lets the receiver work in between.
 * An entry that was changed, removed or put in breaks the chain at `brokenAt`, also at the end: the head says which entry is
 * the last.
 */
export async function verifyAudit(store: Pick<Store, 'read'>): Promise<Verification> {
  let before: Uint8Array | null = null;
  let last = 0;
  for (;;) {
    const { rows, head } = await store.read(async (tx) => ({
      rows: await listAuditAfter(tx, last, batch),
      head: await findAuditHead(tx),
    }));
    const broken = (brokenAt: number): Verification => {
      return { intact: false, entries: head.lastId, brokenAt, lastHash: null };
    };
    for (const row of rows) {
      const follows = row.id === last + 1 && Buffer.compare(auditHash(before, row), row.hash) === 0;
      if (!follows) return broken(row.id);
      before = row.hash;
      last = row.id;
    }
    if (rows.length < batch) {
      if (head.lastId !== last) return broken(Math.min(head.lastId, last) + 1);
      if (!isSameHash(head.hash, before)) return broken(last);
      break;
    }
    await yieldToEventLoop();
  }
  const lastHash = before === null ? null : Buffer.from(before).toString('hex');
  return { intact: true, entries: last, brokenAt: null, lastHash };
}

const isSameHash = (one: Uint8Array | null, other: Uint8Array | null): boolean =>
  Buffer.compare(one ?? Buffer.alloc(0), other ?? Buffer.alloc(0)) === 0;
