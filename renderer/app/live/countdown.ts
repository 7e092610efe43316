/** What is left of a held call: whole seconds, rounded up, and the share of the hold that is left (0 to 1). */
export type Countdown = { seconds: number; share: number };

/** `heldUntil` and `heldSince` are ISO texts, `now` milliseconds of the engine's clock. */
export function countdown(heldUntil: string, heldSince: string, now: number): Countdown {
  const end = Date.parse(heldUntil);
  const left = Math.max(0, end - now);
  const whole = Math.max(1, end - Date.parse(heldSince));
  return { seconds: Math.ceil(left / 1000), share: Math.min(1, left / whole) };
}
