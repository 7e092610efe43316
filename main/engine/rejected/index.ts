import { hash } from 'node:crypto';
import * as z from 'zod';
import type { Actor } from '#shared/contract/common.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import {
  appendAudit,
  type Entry,
  findEntry,
  insertRejected,
  type RejectedDelivery,
  type RejectedHashes,
  type Store,
  setRejectedSeen,
  upsertRejectedRepeat,
  type WriteTransaction,
} from '../store/index.ts';

export interface Rejected {
  /** Reads a rejected delivery of the journal; the job adds it to the list, unless it is there. */
  derive(entry: Entry): Promise<(tx: WriteTransaction) => Promise<() => void>>;
  /** Marks one as seen, or takes the mark back; false where there is none of this id. */
  setSeen(id: number, seen: boolean, actor: Actor): Promise<boolean>;
}

/** The detail of an entry, as the receiver's error handler writes it. */
const rejectedDetail = z.object({
  method: z.string(),
  path: z.string(),
  contentType: z.string().nullable(),
  status: z.int(),
  title: z.string(),
  code: z.string(),
  reason: z.string(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })),
  receivedBytes: z.int(),
  /** The entry that has its bytes, where it has none itself. */
  bytesOf: z.int().optional(),
});

/** A sender that was silent for so long, in milliseconds, and comes again is told of anew. */
const maxSilence = 7 * 24 * 3_600_000;

/** Of these a caller that looks for something sends many, and only the first is worth somebody's time. */
const isLookedForInVain = (code: string) => code === 'unknown-path' || code === 'method-not-allowed';

/**
 * What makes a delivery a repeat: the same key, method, path and problem, and the same content. Of calls at paths and with
 * methods that are not there the content may differ: each that does is kept, and counted in the one delivery.
 */
function hashesOf(delivery: RejectedDelivery, body: Uint8Array): RejectedHashes {
  const { keyLabel, method, path, status, code, contentType, receivedBytes, errors } = delivery;
  const content = hash(
    'sha256',
    Buffer.concat([Buffer.from(JSON.stringify([path, contentType, receivedBytes, errors])), body]),
    'buffer',
  );
  const end = path.indexOf('?');
  const called = isLookedForInVain(code) ? path.slice(0, end < 0 ? undefined : end) : content.toString('hex');
  const common = hash('sha256', JSON.stringify([keyLabel, method, status, code, called]), 'buffer');
  return { common, content };
}

/** The room of deliveries that were authenticated and refused: nothing authenticated is dropped. */
export function createRejected(options: { store: Store; clock: Clock; changes: Changes }): Rejected {
  const { store, clock, changes } = options;
  const readRejected = async (
    entry: Entry,
  ): Promise<{ rejected: RejectedDelivery; hashes: RejectedHashes }> => {
    const { bytesOf, ...detail } = rejectedDetail.parse(JSON.parse(entry.detail ?? ''));
    const seq = bytesOf ?? entry.seq;
    const body = (await store.read((tx) => findEntry(tx, seq)))?.bytes ?? new Uint8Array();
    const { at: receivedAt, keyLabel } = entry;
    const rejected = {
      ...detail,
      keyLabel,
      receivedAt,
      keptBytes: body.length,
      seq,
      arrivalSequence: entry.seq,
    };
    return { rejected, hashes: hashesOf(rejected, body) };
  };
  return {
    async derive(entry) {
      const { rejected, hashes } = await readRejected(entry);
      return async (tx) => {
        const repeat = await upsertRejectedRepeat(tx, rejected, hashes, entry.at - maxSilence);
        // Somebody saw another body than this.
        if (repeat?.isNew === true && rejected.keptBytes > 0) await setRejectedSeen(tx, repeat.id, null);
        if (repeat === null) await insertRejected(tx, entry.subjectId, rejected, hashes);
        const id = repeat?.id ?? entry.subjectId;
        return () => changes.publish({ topic: 'rejected', ids: [id] });
      };
    },
    async setSeen(id, seen, actor) {
      const at = clock.now();
      const isThere = await store.write(async (tx) => {
        if (!(await setRejectedSeen(tx, id, seen ? at : null))) return false;
        await appendAudit(tx, {
          at,
          actor,
          action: seen ? 'rejected.seen' : 'rejected.unseen',
          subject: `rejected:${id}`,
          detail: {},
        });
        return true;
      });
      if (isThere) changes.publish({ topic: 'rejected', ids: [id] });
      return isThere;
    },
  };
}
