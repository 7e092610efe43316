import { randomBytes } from 'node:crypto';
import type { Actor } from '#shared/contract/forms.ts';
import type { Clock } from '../clock.ts';

/** A key that somebody was asked for and has not given yet. */
export interface Collection {
  label: string;
  actor: Actor;
}

const validMilliseconds = 10 * 60 * 1000;
const openLimit = 20;

/** The keys that are being collected, each by its ticket; a ticket is forgotten after ten minutes. */
export function createCollections(clock: Clock) {
  const open = new Map<string, Collection & { until: number }>();
  const forgetOld = () => {
    for (const [ticket, one] of open) if (one.until < clock.now()) open.delete(ticket);
    for (const ticket of open.keys()) if (open.size >= openLimit) open.delete(ticket);
  };
  return {
    open(collection: Collection): string {
      forgetOld();
      const ticket = randomBytes(24).toString('base64url');
      open.set(ticket, { ...collection, until: clock.now() + validMilliseconds });
      return ticket;
    },
    /** The collection of a ticket while it is valid; it stays open, so that a slip can be mended. */
    look(ticket: string): Collection | null {
      const found = open.get(ticket);
      return found !== undefined && found.until >= clock.now() ? found : null;
    },
    take(ticket: string): void {
      open.delete(ticket);
    },
  };
}
