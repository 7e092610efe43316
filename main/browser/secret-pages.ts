import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../engine/clock.ts';
import type { SecretPurpose } from '../engine/host.ts';
import type { SecretPassage } from '../shell/host.ts';

/** What waits behind a one-time page. */
export type Waiting =
  | { kind: 'handOver'; secret: string; label: string; until: number }
  | { kind: 'collect'; label: string; purpose: SecretPurpose; until: number };

const handOverSeconds = 60;
const collectSeconds = 300;

/** The browser shell's way to pass secrets: pages of its own, each of which works once. */
export class SecretPages implements SecretPassage {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Waiting>();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  async handOver(secret: string, label: string) {
    const ticket = randomBytes(24).toString('base64url');
    return this.#add(ticket, handOverSeconds, (until) => ({ kind: 'handOver', secret, label, until }));
  }

  async collect(ticket: string, label: string, purpose: SecretPurpose) {
    return this.#add(ticket, collectSeconds, (until) => ({ kind: 'collect', label, purpose, until }));
  }

  /** What waits for this ticket, without using it up. */
  find(ticket: string): Waiting | null {
    return this.#waiting.get(ticket) ?? null;
  }

  drop(ticket: string): void {
    this.#waiting.delete(ticket);
  }

  #add(ticket: string, seconds: number, waiting: (until: number) => Waiting) {
    this.#waiting.set(ticket, waiting(this.#clock.now() + seconds * 1000));
    this.#clock.after(seconds * 1000, () => this.drop(ticket));
    return { way: 'page' as const, path: `/secret/${encodeURIComponent(ticket)}`, validSeconds: seconds };
  }
}
