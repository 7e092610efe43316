import { useSyncExternalStore } from 'react';

/** The lead of the engine's clock over this computer's, in milliseconds. */
let ahead = 0;

/** Takes the engine's `now` of a status answer that was asked for at `askedAt` and came at `cameAt`. */
export function setServerTime(now: string, askedAt: number, cameAt: number) {
  ahead = Date.parse(now) - (askedAt + cameAt) / 2;
}

export const serverNow = () => Date.now() + ahead;

const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let reading = 0;
const tickMs = 250;

function watch(wake: () => void) {
  watchers.add(wake);
  if (timer === null) {
    reading = serverNow();
    timer = setInterval(() => {
      reading = serverNow();
      for (const notify of watchers) notify();
    }, tickMs);
  }
  return () => {
    watchers.delete(wake);
    if (watchers.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  };
}

const noWatch = () => () => undefined;
const read = () => (timer === null ? Math.floor(serverNow() / tickMs) * tickMs : reading);

/** The engine's time in milliseconds, four times a second, from one ticker for all; still while not `running`. */
export function useServerNow(running: boolean): number {
  return useSyncExternalStore(running ? watch : noWatch, running ? read : readSlow);
}

let slow = 0;
const slowWatchers = new Set<() => void>();
let slowTimer: ReturnType<typeof setInterval> | null = null;
function readSlow() {
  if (slow === 0 || slowTimer === null) slow = Math.floor(serverNow() / 30_000) * 30_000;
  return slow;
}

function watchSlow(wake: () => void) {
  slowWatchers.add(wake);
  slowTimer ??= setInterval(() => {
    slow = Math.floor(serverNow() / 30_000) * 30_000;
    for (const notify of slowWatchers) notify();
  }, 15_000);
  return () => {
    slowWatchers.delete(wake);
  };
}

/** The engine's time to the half minute, for texts such as "3 minutes ago". */
export const useMinuteClock = (): number => useSyncExternalStore(watchSlow, readSlow);

/** The remaining time of a held call: whole seconds, rounded up, and its share of the hold (0 to 1). */
type Countdown = { seconds: number; share: number };

/** `heldUntil` and `heldSince` are ISO texts, `now` milliseconds of the engine's clock. */
export function countdown(heldUntil: string, heldSince: string, now: number): Countdown {
  const end = Date.parse(heldUntil);
  const left = Math.max(0, end - now);
  const total = Math.max(1, end - Date.parse(heldSince));
  return { seconds: Math.ceil(left / 1000), share: Math.min(1, left / total) };
}
