/** After which number of each sequence a restored journal goes on, so that none is given twice. */
import { type Given, highestNumber } from '../store/index.ts';

export interface KnownNumbers {
  /** What the restored journal itself knows as the last of each sequence. */
  restored: Readonly<Record<string, number>>;
  /** Whether it is the one of the directory, which nothing is missing from. */
  isLive: boolean;
  /** What all else knows: other copies of this installation, and a journal of the directory of which only its end can be read. */
  others: readonly Readonly<Record<string, number>>[];
  /** The note of the directory; null where there is none. */
  given: Given | null;
  /** Whether the end of the directory's own journal is among `others`. */
  isEndKnown: boolean;
  /** Numbers as they were at some moments, in any order, in milliseconds since 1970. */
  history: readonly { at: number; numbers: Readonly<Record<string, number>> }[];
  /** Of the last thing that is known to have arrived, or of the copy; and now. */
  since: number;
  now: number;
}

const day = 86_400_000;
/** Of fewer numbers nobody thinks twice. */
const leastMargin = 1000;

/** The last number that may have been given, by the name of each sequence. */
export function lastPossiblyGiven(known: KnownNumbers): Record<string, number> {
  const { restored, others, given, isLive } = known;
  const names = new Set([restored, given ?? {}, ...others].flatMap((numbers) => Object.keys(numbers)));
  const last: Record<string, number> = {};
  for (const name of names) {
    const own = restored[name] ?? 0;
    const noted = given?.[name];
    const elsewhere = Math.max(own, ...others.map((numbers) => numbers[name] ?? 0));
    // The note runs a little behind a journal that is lost, and says by how much at the most.
    const byNote =
      noted === undefined || (isLive && own >= noted.given) ? 0 : Math.max(noted.given, noted.upTo);
    const isKnown = isLive || noted !== undefined || known.isEndKnown;
    const byTime = isKnown ? 0 : elsewhere + marginOf(name, elsewhere, known);
    last[name] = Math.min(highestNumber, Math.max(elsewhere, byNote, byTime));
  }
  return last;
}

/** Where nobody knows how many were given since the copy: twice as many as were given in as many days before it. */
function marginOf(name: string, last: number, { history, since, now }: KnownNumbers): number {
  const days = Math.max(0, now - since) / day;
  return Math.max(leastMargin, Math.ceil(2 * days * dailyRate(name, last, history)));
}

/** Numbers a day in the month before the newest moment that is known. */
function dailyRate(name: string, last: number, history: KnownNumbers['history']): number {
  const newest = Math.max(...history.map(({ at }) => at));
  const before = history.filter(({ at }) => at < newest - day && at >= newest - 30 * day);
  const [oldest] = before.toSorted((a, b) => a.at - b.at);
  // Of one that was never copied before, all may have been given in one day.
  if (oldest === undefined) return last;
  return (Math.max(0, last - (oldest.numbers[name] ?? 0)) * day) / (newest - oldest.at);
}
