/** How much arrives just now. */
export interface ArrivalLoad {
  /** So many entries of the journal have come. */
  note(entries: number): void;
  /** Whether so much arrives that the processor belongs to the receiver; never for longer than whoever waits can bear. */
  isRush(): boolean;
  /** Entries a second, over the last stretch that was measured. */
  rate(): number;
}

/** The rate that is a rush, in entries a second, measured over a stretch, in milliseconds. */
const rushRate = 300;
const stretchMilliseconds = 250;
/**
 * After so long without a break a rush is none any more, in milliseconds: whoever sends without end must not keep others'
 * records from being listed.
 */
const longestRush = 20_000;
/** A rush in which nothing comes for so long is over, in milliseconds. */
const longestPause = 1000;

/** `now` in milliseconds, of a clock that is never set back. */
export function createArrivalLoad(now: () => number = () => performance.now()): ArrivalLoad {
  let since = now();
  let counted = 0;
  let rate = 0;
  let rushSince: number | null = null;
  const look = () => {
    const elapsed = now() - since;
    if (elapsed < stretchMilliseconds) return;
    rate = (counted / elapsed) * 1000;
    // Each entry looks: over so long a stretch none came, or only at its beginning.
    if (rate < rushRate || elapsed > longestPause) rushSince = null;
    else rushSince ??= since;
    since = now();
    counted = 0;
  };
  return {
    note(entries) {
      look();
      counted += entries;
      if (counted >= (rushRate * stretchMilliseconds) / 1000) rushSince ??= since;
    },
    isRush() {
      look();
      return rushSince !== null && now() - rushSince < longestRush;
    },
    rate() {
      look();
      return rate;
    },
  };
}
