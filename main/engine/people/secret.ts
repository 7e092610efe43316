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
const free = { account: 3, source: 20 };
/** So many in a row, and the account is locked out for the longest pause. */
export const lockedOutAt = 10;
const maxPauseMs = 15 * 60_000;
const forgottenAfterMs = 60 * 60_000;
/** Sources and accounts that are counted at a time; the one tried longest ago is forgotten first. */
const maxCounted = 10_000;
/** As many are worked on at a time, since each takes memory; the others wait for them. */
const atOnce = 2;
const maxWaiting = { all: 200, source: 10 };

/** Wrong ones in a row; instants in milliseconds since 1970. */
export interface Wrong {
  count: number;
  /** None is looked at before. */
  until: number;
  last: number;
}

export const isLockedOut = ({ count }: Wrong): boolean => count >= lockedOutAt;

/** By which keys an attempt is counted. */
interface Attempt {
  account: string;
  called?: string | undefined;
  door?: string | undefined;
  /** Whether there is such an account. */
  isThere: boolean;
}

/** Slows down whoever guesses: at one account from anywhere, and from one source at any account. */
export function createThrottle(clock: Clock) {
  const wrong = new Map<string, Wrong>();
  const accounts = new Set<string>();
  let running = 0;
  /** By source: each has its turn, so that nobody waits for all that one guesses. */
  const waiting = new Map<string, (() => void)[]>();
  let waitingOfAll = 0;
  const isFull = (source: string) =>
    waitingOfAll >= maxWaiting.all || (waiting.get(source)?.length ?? 0) >= maxWaiting.source;
  async function turn(source: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.set(source, [...(waiting.get(source) ?? []), resolve]);
    waitingOfAll += 1;
    await promise;
  }
  function nextTurn(): void {
    for (const [source, [first, ...others]] of waiting) {
      waiting.delete(source);
      if (others.length > 0) waiting.set(source, others);
      waitingOfAll -= 1;
      first?.();
      return;
    }
  }
  const known = (key: string): Wrong | undefined => {
    const found = wrong.get(key);
    if (found === undefined || clock.now() - found.last <= forgottenAfterMs) return found;
    wrong.delete(key);
    return undefined;
  };
  const waitMs = (key: string): number => Math.max(0, (known(key)?.until ?? 0) - clock.now());
  const note = (key: string, freely: number, isAccount: boolean) => {
    const count = (known(key)?.count ?? 0) + 1;
    const grown = count < freely ? 0 : Math.min(1000 * 2 ** Math.min(count - freely, 20), maxPauseMs);
    const pause = isAccount && count >= lockedOutAt ? maxPauseMs : grown;
    wrong.delete(key);
    for (const oldest of wrong.size >= maxCounted ? wrong.keys() : []) {
      // Accounts are few: nobody has one forgotten by guessing at names that are none.
      if (accounts.has(oldest)) continue;
      wrong.delete(oldest);
      break;
    }
    wrong.set(key, { count, until: clock.now() + pause, last: clock.now() });
  };
  /** So many were not wrong, or are forgiven. */
  const takeBack = (key: string, count: number) => {
    const found = wrong.get(key);
    if (found !== undefined) found.count = Math.max(0, found.count - count);
  };
  /** Until an attempt is looked at; 0 where it is now. */
  const secondsBefore = ({ account, called = account, door }: Attempt, source: string): number => {
    const wait = Math.max(waitMs(door ?? called), waitMs(source));
    if (wait > 0) return Math.ceil(wait / 1000);
    return running >= atOnce && isFull(source) ? 5 : 0;
  };
  /** What strangers guessed at the account stays. */
  const forgiveDoor = (account: string, door: string) => takeBack(account, (known(door)?.count ?? 1) - 1);
  const keysOf = ({ account, called = account, door }: Attempt): readonly string[] =>
    door === undefined ? [...new Set([account, called])] : [door];
  return {
    known,
    set(account: string, found: Wrong): void {
      accounts.add(account);
      wrong.set(account, found);
    },
    forget: (key: string) => void wrong.delete(key),
    /** With all of its doors. */
    forgetAccount(account: string): void {
      for (const key of wrong.keys()) if (key === account || key.startsWith(`${account} `)) wrong.delete(key);
    },
    /**
     * Begins an attempt of this source at something that is no secret; `{seconds}` where it is not looked at before so many have
     * passed. Counted as wrong until it is said not to be.
     */
    attempt(source: string): { seconds: number } | { wasNotWrong(): void } {
      const wait = waitMs(source);
      if (wait > 0) return { seconds: Math.ceil(wait / 1000) };
      note(source, free.source, false);
      return { wasNotWrong: () => takeBack(source, 1) };
    },
    /** In seconds, until something of this source, or by this key, is looked at; 0 where the next is. */
    waitOf: (key: string): number => Math.ceil(waitMs(key) / 1000),
    /**
     * Runs a check of a secret of this account; `{seconds}` where it is not looked at before so many have passed. By a `door` that
     * strangers do not have, it waits for what was wrong there alone; what is wrong there counts at the account too. By what a
     * stranger `called` somebody, it waits for what was wrong by that alone, and counts at once at the account.
     */
    async try(
      attempt: Attempt,
      source: string,
      check: () => Promise<boolean>,
    ): Promise<boolean | { seconds: number }> {
      const { account, door, isThere } = attempt;
      const seconds = secondsBefore(attempt, source);
      if (seconds > 0) return { seconds };
      if (isThere) accounts.add(account);
      // Counted as wrong until it is known: many at once are no way around.
      const counted = keysOf(attempt);
      for (const key of counted) note(key, free.account, true);
      note(source, free.source, false);
      if (running >= atOnce) await turn(source);
      running += 1;
      try {
        const isRight = await check();
        if (isRight) {
          if (door !== undefined) forgiveDoor(account, door);
          for (const key of counted) wrong.delete(key);
          takeBack(source, 1);
        } else if (door !== undefined) note(account, free.account, true);
        return isRight;
      } finally {
        running -= 1;
        nextTurn();
      }
    },
  };
}
