import type { TimelineEntry } from '#shared/contract/claims.ts';
import type { RecordKind } from '#shared/terms.ts';

/** What happened, once or several times; `at` is when first, `lastAt` when last. */
export interface FoldedEntry {
  entry: TimelineEntry;
  count: number;
  lastAt: string;
}

/** What is told over and over is told once a day, with how often: asks about one order, lookups of one vehicle. */
const repeated: ReadonlySet<TimelineEntry['event']> = new Set(['asked', 'lookup', 'balance', 'revision']);

/** Entries of one day (as `dayOf` has it) with their repeats folded into the first of them, oldest first. */
export function foldTimeline(
  timeline: readonly TimelineEntry[],
  dayOf: (at: string) => string,
): FoldedEntry[] {
  const folded: FoldedEntry[] = [];
  const known = new Map<string, FoldedEntry>();
  for (const entry of timeline) {
    // Revisions are told apart by their number, which is not what makes them another thing.
    const text = entry.event === 'revision' ? null : entry.text;
    const key = JSON.stringify([dayOf(entry.at), entry.event, entry.recordId, text]);
    const before = repeated.has(entry.event) ? known.get(key) : undefined;
    if (before === undefined) {
      const first = { entry, count: 1, lastAt: entry.at };
      folded.push(first);
      known.set(key, first);
    } else {
      before.count += 1;
      before.lastAt = entry.at;
      if (entry.event === 'revision') before.entry = { ...entry, at: before.entry.at };
    }
  }
  return folded;
}

/** One step of a claim's story: so many things of one sort, one after the other. */
export interface Step {
  what:
    | RecordKind
    | 'incident'
    | 'revision'
    | 'asked'
    | 'approved'
    | 'refused'
    | 'cancelled'
    | 'note'
    | 'lookup';
  count: number;
}

/** The story in short: what follows what, those of one sort together. */
export function stepsOf(timeline: readonly TimelineEntry[]): Step[] {
  const steps: Step[] = [];
  for (const entry of timeline) {
    const what = sortOf(entry);
    if (what === null) continue;
    const last = steps.at(-1);
    if (last?.what === what) last.count += 1;
    else steps.push({ what, count: 1 });
  }
  return steps;
}

function sortOf({ event, kind, text }: TimelineEntry): Step['what'] | null {
  switch (event) {
    case 'record':
      return kind;
    case 'decided':
      return text === 'approve' ? 'approved' : 'refused';
    case 'balance':
      return 'lookup';
    // Only the office's own bookkeeping, and it says nothing of the claim.
    case 'reviewed':
      return null;
    default:
      return event;
  }
}
