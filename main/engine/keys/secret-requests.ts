import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { CollectedOutcome, EngineHost, SecretDelivery, SecretPurpose } from '../host.ts';

/** A secret that somebody is asked for. */
interface SecretRequest {
  purpose: SecretPurpose;
  /** What the person calls the key. */
  label: string;
  /** Keeps what was given, or says why not. */
  take(secret: string): Promise<CollectedOutcome>;
}

/** Asks people for secrets through the shell; a ticket stands for what it was asked for. */
export interface SecretRequests {
  /** Answers how the person gives it; where the shell had it at once and it was not taken, why. */
  ask(asked: SecretRequest): Promise<SecretDelivery | Exclude<CollectedOutcome, 'accepted'>>;
  /** Takes a secret that a person gave on the shell's page for this ticket. */
  accept(ticket: string, secret: string): Promise<CollectedOutcome>;
}

const validMilliseconds = 10 * 60 * 1000;
const maxOpen = 20;

/** A ticket is forgotten once its secret was accepted, and after ten minutes. */
export function createSecretRequests(host: EngineHost, clock: Clock): SecretRequests {
  const open = new Map<string, { asked: SecretRequest; until: number }>();
  /** A form that is sent twice at once gives one key, not two. */
  const accepting = new Map<string, Promise<CollectedOutcome>>();

  const forgetOld = () => {
    for (const [ticket, one] of open) if (one.until < clock.now()) open.delete(ticket);
    for (const ticket of open.keys()) if (open.size >= maxOpen) open.delete(ticket);
  };
  const acceptOnce = async (ticket: string, secret: string): Promise<CollectedOutcome> => {
    const found = open.get(ticket);
    if (found === undefined || found.until < clock.now()) return 'expired';
    // It stays open until it is taken, so that a slip can be mended.
    const outcome = await found.asked.take(secret);
    if (outcome === 'accepted') open.delete(ticket);
    return outcome;
  };

  return {
    async ask(asked) {
      forgetOld();
      const ticket = randomBytes(24).toString('base64url');
      open.set(ticket, { asked, until: clock.now() + validMilliseconds });
      const collecting = await host.collect({ ticket, label: asked.label, purpose: asked.purpose });
      if (collecting.way === 'page') return collecting;
      open.delete(ticket);
      const outcome = await asked.take(collecting.secret);
      if (outcome !== 'accepted') return outcome;
      return { way: 'clipboard', clearedAfterSeconds: collecting.clearedAfterSeconds };
    },
    accept(ticket, secret) {
      const known = accepting.get(ticket);
      if (known !== undefined) return known;
      const accepted = acceptOnce(ticket, secret).finally(() => accepting.delete(ticket));
      accepting.set(ticket, accepted);
      return accepted;
    },
  };
}
