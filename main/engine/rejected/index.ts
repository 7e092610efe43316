import { hash } from 'node:crypto';
import * as z from 'zod';
import type { Actor } from '#shared/contract/common.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import {
  appendAudit,
  type Entry,
  findEntry,
  insertCountedRejected,
  insertCountedRepeat,
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
  code: z.string().nullable(),
  reason: z.string(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })),
  receivedBytes: z.int(),
  /** The entry that has its bytes, where it has none itself. */
  bytesOf: z.int().optional(),
  /**
   * Of what an older version kept: the delivery whose id the entry has, or a repeat of it, each with all that were counted
   * in it; hashes are hexadecimal.
   */
  moved: z
    .object({
      isRepeat: z.boolean(),
      count: z.int(),
      lastReceivedAt: z.int(),
      /** Of the delivery, in the order of the list. */
      place: z.int(),
      repeatHash: z.string().nullable(),
      contentHash: z.string().nullable(),
    })
    .optional(),
});
type Moved = NonNullable<z.infer<typeof rejectedDetail>['moved']>;

/** A sender that was silent for so long, in milliseconds, and comes again is told of anew. */
const maxSilence = 7 * 24 * 3_600_000;

/** Of these a caller that looks for something sends many, and only the first is worth somebody's time. */
const isLookedForInVain = (code: string | null) => code === 'unknown-path' || code === 'method-not-allowed';

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

async function insertMoved(
  tx: WriteTransaction,
  id: number,
  rejected: RejectedDelivery,
  { isRepeat, count, lastReceivedAt, ...hashes }: Moved,
): Promise<void> {
  const bytes = (hex: string | null) => (hex === null ? null : Buffer.from(hex, 'hex'));
  const [repeatHash, contentHash] = [bytes(hashes.repeatHash), bytes(hashes.contentHash)];
  const insert = isRepeat ? insertCountedRepeat : insertCountedRejected;
  await insert(tx, id, rejected, { count, lastReceivedAt, repeatHash, contentHash });
}

/** The room of deliveries that were authenticated and refused: nothing authenticated is dropped. */
export function createRejected(options: { store: Store; clock: Clock; changes: Changes }): Rejected {
  const { store, clock, changes } = options;
  const readRejected = async (
    entry: Entry,
  ): Promise<{ rejected: RejectedDelivery; hashes: RejectedHashes; moved: Moved | undefined }> => {
    const { bytesOf, moved, ...detail } = rejectedDetail.parse(JSON.parse(entry.detail ?? ''));
    const seq = bytesOf ?? entry.seq;
    const body = (await store.read((tx) => findEntry(tx, seq)))?.bytes ?? new Uint8Array();
    const { at: receivedAt, keyLabel } = entry;
    const rejected = {
      ...detail,
      keyLabel,
      receivedAt,
      keptBytes: body.length,
      seq,
      arrivalSequence: moved?.place ?? entry.seq,
    };
    return { rejected, hashes: hashesOf(rejected, body), moved };
  };
  return {
    async derive(entry) {
      const { rejected, hashes, moved } = await readRejected(entry);
      return async (tx) => {
        const told = (id: number) => () => changes.publish({ topic: 'rejected', ids: [id] });
        if (moved !== undefined) {
          await insertMoved(tx, entry.subjectId, rejected, moved);
          return told(entry.subjectId);
        }
        const repeat = await upsertRejectedRepeat(tx, rejected, hashes, entry.at - maxSilence);
        // Somebody saw another body than this.
        if (repeat?.isNew === true && rejected.keptBytes > 0) await setRejectedSeen(tx, repeat.id, null);
        if (repeat === null) await insertRejected(tx, entry.subjectId, rejected, hashes);
        return told(repeat?.id ?? entry.subjectId);
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
