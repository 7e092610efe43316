/** Calls that this program makes to itself, to see whether they arrive: told apart by a number that only it knows. */
import { randomBytes } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { CallerAddress } from '../caller-address.ts';
import type { Clock } from '../clock.ts';

/** Followed by the nonce (RFC 8615). */
export const reachPath = '/.well-known/perito/';
/** With a nonce as its value: the call is ours, and no call of the marketplace. */
export const ownCallHeader = 'x-perito-own-call';
/** One that nobody guesses. */
export const newOwnCallNonce = (): string => randomBytes(24).toString('hex');
export const reachAnswer = 'perito\n';
export const reachHeaders: OutgoingHttpHeaders = {
  'content-type': 'text/plain; charset=utf-8',
  'content-length': Buffer.byteLength(reachAnswer),
  'cache-control': 'no-store',
};

const validMilliseconds = 60_000;
const maxNonces = 50;

/** Knows the nonces of the last minute. */
export class OwnCalls {
  readonly #clock: Clock;
  readonly #known = new Map<string, { until: number; from: CallerAddress | null }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Expects calls with this nonce for a minute from when it is first given; from where the last one came, null where none has. */
  expect(nonce: string): CallerAddress | null {
    if (this.knows(nonce)) return this.#known.get(nonce)?.from ?? null;
    for (const [known, { until }] of this.#known)
      if (until <= this.#clock.now() || this.#known.size >= maxNonces) this.#known.delete(known);
    this.#known.set(nonce, { until: this.#clock.now() + validMilliseconds, from: null });
    return null;
  }

  knows(nonce: string): boolean {
    return (this.#known.get(nonce)?.until ?? 0) > this.#clock.now();
  }

  note(nonce: string, from: CallerAddress): void {
    const known = this.#known.get(nonce);
    if (known !== undefined) known.from = from;
  }
}
