import { hash } from 'node:crypto';
import type { Actor } from '#shared/contract/common.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import {
  appendAudit,
  insertRejected,
  type RejectedDelivery,
  type RejectedHashes,
  type Store,
  setRejectedSeen,
  upsertRejectedRepeat,
} from '../store/index.ts';

export interface Rejected {
  /**
   * Keeps an authenticated delivery that is refused; resolves once it is synced to disk. One that was there already is
   * counted, see `hashesOf`. Rejects with a `StoreProblem` where it could not be stored.
   */
  keep(delivery: Omit<RejectedDelivery, 'receivedAt'>): Promise<void>;
  /** Marks one as seen, or takes the mark back; false where there is none of this id. */
  setSeen(id: number, seen: boolean, actor: Actor): Promise<boolean>;
}

/** A sender that was silent for so long, in milliseconds, and comes again is told of anew. */
const maxSilence = 7 * 24 * 3_600_000;

/** Of these a caller that looks for something sends many, and only the first is worth somebody's time. */
const isLookedForInVain = (code: string) => code === 'unknown-path' || code === 'method-not-allowed';

/**
 * What makes a delivery a repeat: the same key, method, path and problem, and the same content. Of calls at paths and with
 * methods that are not there the content may differ: each that does is kept, and counted in the one delivery.
 */
function hashesOf(delivery: RejectedDelivery): RejectedHashes {
  const { keyLabel, method, path, status, code, contentType, receivedBytes, errors, body } = delivery;
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
  return {
    async keep(delivery) {
      const at = clock.now();
      const sha256 = hash('sha256', delivery.body, 'hex');
      const rejected = { ...delivery, receivedAt: at };
      const hashes = hashesOf(rejected);
      const id = await store.write(async (tx) => {
        const repeat = await upsertRejectedRepeat(tx, rejected, hashes, at - maxSilence);
        if (repeat !== null && !repeat.isNew) return repeat.id;
        // Somebody saw another body than this.
        if (repeat !== null && delivery.body.length > 0) await setRejectedSeen(tx, repeat.id, null);
        const id = repeat?.id ?? (await insertRejected(tx, rejected, hashes));
        await appendAudit(tx, {
          at,
          actor: { person: '', via: 'receiver' },
          action: 'delivery.rejected',
          subject: `rejected:${id}`,
          detail: {
            method: delivery.method,
            path: delivery.path,
            status: delivery.status,
            keyLabel: delivery.keyLabel,
            bytes: delivery.receivedBytes,
            sha256,
          },
        });
        return id;
      });
      changes.publish({ topic: 'rejected', ids: [id] });
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
