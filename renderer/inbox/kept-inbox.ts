import type { InboxEntry, InboxGroup } from '#shared/contract/inbox.ts';

/** An entry in its place in the list. */
export interface Place {
  /** The entry's key. */
  id: string;
  group: string;
  claimNumber: string | null;
  entry: InboxEntry;
  /** It is there no more, and nobody worked it off here: its place stays. */
  isGone: boolean;
}

/** What the engine has now: its groups by pages, and whether there are more behind them. */
export interface Live {
  pages: readonly { groups: readonly InboxGroup[] }[];
  hasMore: boolean;
}

/**
 * The list as somebody reads it. Nothing in it moves by itself: what comes waits in `fresh`, what leaves elsewhere keeps its
 * place, and what is worked off here leaves it at once and may come back to it.
 */
export interface Kept {
  /** With those in `left`. */
  places: readonly Place[];
  /** What was worked off here: `leaving` until the engine has it no more. */
  left: ReadonlyMap<string, 'leaving' | 'left'>;
  /** What came since: entries that are not shown, in the engine's order. */
  fresh: readonly Place[];
  pages: number;
}

export const nothingKept: Kept = { places: [], left: new Map(), fresh: [], pages: 0 };

const placesOf = (pages: Live['pages']): Place[] =>
  pages.flatMap(({ groups }) =>
    groups.flatMap(({ key, claimNumber, entries }) =>
      entries.map((entry) => ({ id: entry.key, group: key, claimNumber, entry, isGone: false })),
    ),
  );

/** The list with what the engine has now. What stands on pages that were not read before is added at the end. */
export function withLive(kept: Kept, { pages, hasMore }: Live): Kept {
  const now = new Map(placesOf(pages).map((place) => [place.id, place]));
  const left = new Map(kept.left);
  for (const [id, how] of left) if (how === 'leaving' && !now.has(id)) left.set(id, 'left');
  const known = new Set(kept.places.map(({ id }) => id));
  const lastThere = kept.places.findLastIndex(({ id }) => now.has(id));
  const places = kept.places.map((place, index) => {
    const fresh = now.get(place.id);
    if (fresh !== undefined) return { ...place, entry: fresh.entry, isGone: false };
    // Behind the last that is there it may stand on a page that was not read.
    return index < lastThere || !hasMore ? { ...place, isGone: true } : place;
  });
  const further = kept.pages === 0 ? placesOf(pages) : placesOf(pages.slice(kept.pages));
  const added = further.filter(({ id }) => !known.has(id));
  for (const { id } of added) known.add(id);
  return {
    places: [...places, ...added],
    left,
    fresh: [...now.values()].filter(({ id }) => !known.has(id) || left.get(id) === 'left'),
    pages: pages.length,
  };
}

/** The list as the engine has it, what came since in its place; what is being worked off stays away. */
export function pulled(kept: Kept, live: Live): Kept {
  const left = new Map([...kept.left].filter(([, how]) => how === 'leaving'));
  return { places: placesOf(live.pages), left, fresh: [], pages: live.pages.length };
}

export const withLeft = (kept: Kept, id: string): Kept => ({
  ...kept,
  left: new Map([...kept.left, [id, 'leaving']]),
});

/** Back in its place, if it has one. */
export const withBack = (kept: Kept, id: string): Kept => ({
  ...kept,
  left: new Map([...kept.left].filter(([one]) => one !== id)),
});

export const shownOf = ({ places, left }: Kept): readonly Place[] =>
  left.size === 0 ? places : places.filter(({ id }) => !left.has(id));

/** The entry that opens once this one is worked off: the next that still waits, else the one before. */
export function afterwards(kept: Kept, id: string): string | null {
  const shown = shownOf(kept);
  const at = shown.findIndex((place) => place.id === id);
  const waits = (place: Place) => !place.isGone && place.id !== id;
  return (shown.slice(at + 1).find(waits) ?? shown.slice(0, Math.max(0, at)).findLast(waits))?.id ?? null;
}
