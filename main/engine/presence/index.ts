/** Who looks at which claim or record just now, and who writes there; known in memory alone. */
import { type ColleagueHere, type PresencePlace, presenceSeconds } from '#shared/contract/presence.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';

export interface Presence {
  /** Says where a screen of this person is; null: nowhere. Answers who else is at the same claim or record. */
  here(personId: number, screen: string, place: PresencePlace | null, isWriting: boolean): ColleagueHere[];
}

interface Screen {
  personId: number;
  place: PresencePlace;
  isWriting: boolean;
  until: number;
}

/** So many screens are known; the one that said something longest ago is forgotten first. */
const maxScreens = 2000;
/** So many of one person: nobody has the screens of all others forgotten. */
const maxScreensEach = 40;
const maxShown = 20;
const lastsMs = (presenceSeconds * 2 + presenceSeconds / 4) * 1000;

export function createPresence({ clock, changes }: { clock: Clock; changes: Changes }): Presence {
  /** In the order in which they were heard of last. */
  const screens = new Map<string, Screen>();
  const forgetGone = () => {
    for (const [key, { until }] of screens) {
      if (until > clock.now() && screens.size <= maxScreens) break;
      screens.delete(key);
    }
  };
  return {
    here(personId, screen, place, isWriting) {
      // Nobody speaks for another's screen.
      const key = `${personId} ${screen}`;
      const before = screens.get(key);
      screens.delete(key);
      if (place !== null) screens.set(key, { personId, place, isWriting, until: clock.now() + lastsMs });
      const own = [...screens].filter(([, one]) => one.personId === personId);
      for (const [oldest] of own.slice(0, Math.max(0, own.length - maxScreensEach))) screens.delete(oldest);
      forgetGone();
      if (!isSame(before, place, isWriting)) changes.publish({ topic: 'presence' });
      return place === null ? [] : othersAt(place, personId, [...screens.values()]);
    },
  };
}

function isSame(before: Screen | undefined, place: PresencePlace | null, isWriting: boolean): boolean {
  if (before === undefined || place === null) return before === undefined && place === null;
  const { claimNumber, recordId } = before.place;
  return claimNumber === place.claimNumber && recordId === place.recordId && before.isWriting === isWriting;
}

/** Each person once, those who write first, then those on the same record. */
function othersAt(place: PresencePlace, personId: number, screens: readonly Screen[]): ColleagueHere[] {
  const others = new Map<number, ColleagueHere>();
  for (const screen of screens) {
    const isOnRecord = place.recordId !== null && screen.place.recordId === place.recordId;
    const isOnClaim = place.claimNumber !== null && screen.place.claimNumber === place.claimNumber;
    if (screen.personId === personId || !(isOnRecord || isOnClaim)) continue;
    const known = others.get(screen.personId);
    others.set(screen.personId, {
      personId: screen.personId,
      isOnRecord: isOnRecord || (known?.isOnRecord ?? false),
      isWriting: screen.isWriting || (known?.isWriting ?? false),
    });
  }
  return [...others.values()]
    .sort(
      (one, other) =>
        Number(other.isWriting) - Number(one.isWriting) ||
        Number(other.isOnRecord) - Number(one.isOnRecord) ||
        one.personId - other.personId,
    )
    .slice(0, maxShown);
}
