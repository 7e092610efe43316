import { hash } from 'node:crypto';
import type { Actor } from '#shared/contract/forms.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import {
  appendAudit,
  insertRejected,
  type RejectedDelivery,
  type Store,
  setRejectedSeen,
} from '../store/index.ts';

export interface Rejected {
  /**
   * Keeps an authenticated delivery that is refused; resolves once it is synced to disk. Rejects with a
   * `StoreProblem` where it could not be stored.
   */
  keep(delivery: Omit<RejectedDelivery, 'receivedAt'>): Promise<void>;
  /** Marks one as seen, or takes the mark back; false where there is none of this id. */
  setSeen(id: number, seen: boolean, actor: Actor): Promise<boolean>;
}

/** The room of deliveries that were authenticated and refused: nothing authenticated is dropped. */
export function createRejected(options: { store: Store; clock: Clock; changes: Changes }): Rejected {
  const { store, clock, changes } = options;
  return {
    async keep(delivery) {
      const at = clock.now();
      const sha256 = hash('sha256', delivery.body, 'hex');
      const id = await store.write(async (tx) => {
        const id = await insertRejected(tx, { ...delivery, receivedAt: at });
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
