/** Passwords and PINs: kept as a slow hash with its cost alone, and looked at seldom where many were wrong. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Clock } from '../clock.ts';

const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

/** Of a new hash; 32 MiB and some 80 ms. One that was made cheaper is made anew when its secret is next given. */
const cost = { N: 2 ** 15, r: 8, p: 3 };
const hashBytes = 32;
/** What node takes as the bound of memory, above 128 × N × r. */
const memoryOf = ({ N, r }: { N: number; r: number }) => 256 * N * r;

/** `scrypt$N$r$p$salt$hash`, salt and hash in base64url. */
export async function hashSecret(secret: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(normal(secret), salt, hashBytes, { ...cost, maxmem: memoryOf(cost) });
  const { N, r, p } = cost;
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Of nobody: what is compared where there is no account, so that the answer takes as long. */
const nobody = `scrypt$${cost.N}$${cost.r}$${cost.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Whether this is the secret of a hash; never where `kept` is null, which takes as long. */
export async function isSecret(kept: string | null, given: string): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = (kept ?? nobody).split('$');
  const costs = { N: Number(N), r: Number(r), p: Number(p) };
  const expected = Buffer.from(hash, 'base64url');
  const made = await derive(normal(given), Buffer.from(salt, 'base64url'), expected.length, {
    ...costs,
    maxmem: memoryOf(costs),
  });
  return timingSafeEqual(made, expected) && kept !== null;
}

export const isCheap = (kept: string): boolean => !kept.startsWith(`scrypt$${cost.N}$${cost.r}$${cost.p}$`);

/** The same secret from every keyboard. */
const normal = (secret: string) => secret.normalize('NFKC');

/** As many wrong ones in a row are answered at once. */
const free = { account: 3, all: 20 };
const maxPauseMs = 15 * 60_000;
const forgottenAfterMs = 60 * 60_000;
/** As many are worked on at a time, since each takes memory; the others wait for them. */
const atOnce = 2;
const maxWaiting = 20;

interface Wrong {
  count: number;
  until: number;
  last: number;
}

/** Slows down whoever guesses: of one account, and of all together. */
export function createThrottle(clock: Clock) {
  const wrong = new Map<number | 'all', Wrong>();
  let running = 0;
  const waiting: (() => void)[] = [];
  const waitMs = (key: number | 'all'): number => {
    const known = wrong.get(key);
    if (known === undefined) return 0;
    if (clock.now() - known.last > forgottenAfterMs) wrong.delete(key);
    return Math.max(0, known.until - clock.now());
  };
  const note = (key: number | 'all', freely: number) => {
    const count = (wrong.get(key)?.count ?? 0) + 1;
    const pause = count < freely ? 0 : Math.min(1000 * 2 ** Math.min(count - freely, 20), maxPauseMs);
    wrong.set(key, { count, until: clock.now() + pause, last: clock.now() });
  };
  return {
    /** Runs a check of a secret of this account; `{seconds}` where it is not looked at before so many have passed. */
    async try(account: number, check: () => Promise<boolean>): Promise<boolean | { seconds: number }> {
      const wait = Math.max(waitMs(account), waitMs('all'));
      if (wait > 0) return { seconds: Math.ceil(wait / 1000) };
      if (waiting.length >= maxWaiting) return { seconds: 5 };
      // Counted as wrong until it is known: many at once are no way around.
      note(account, free.account);
      note('all', free.all);
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      running += 1;
      try {
        const isRight = await check();
        if (isRight) {
          wrong.delete(account);
          const all = wrong.get('all');
          if (all !== undefined) all.count = Math.max(0, all.count - 1);
        }
        return isRight;
      } finally {
        running -= 1;
        waiting.shift()?.();
      }
    },
  };
}
