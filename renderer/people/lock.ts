/** How a screen comes to be locked: by a key, or since nobody touched it for a time. */
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';
import { useConnection } from '../app/queries.ts';
import { useSignIn } from './sign-in.ts';

type Entry = {
  /** Locked here though the engine could not be told. */
  isLockedHere: boolean;
  /** Somebody else is to come in over what is shown; with a person's id where that is known. */
  asked: { personId: number | null } | null;
  /** Whoever is here is signing out. */
  isLeaving: boolean;
};

/** What covers the screens beside what the engine says. */
export const useEntry = create<Entry>(() => ({ isLockedHere: false, asked: null, isLeaving: false }));

/** Locks this screen, at once; where the engine does not answer, it is told before it unlocks. */
export function useLock(): () => void {
  const { client } = useConnection();
  return () => {
    useEntry.setState({ isLockedHere: true, asked: null });
    client.people.lock().then(
      () => {
        useSignIn.setState({ refused: { as: 'locked', at: Date.now() } });
        useEntry.setState({ isLockedHere: false });
      },
      () => undefined,
    );
  };
}

/** Locks by F8, which no browser has for itself, whatever has the focus: who leaves looks for no button. */
export function useLockKey(isOn: boolean): void {
  const lock = useEffectEvent(useLock());
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (!event.repeat) lock();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [isOn]);
}

const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
/** When any tab of this profile was last touched, in milliseconds since 1970. */
const keptAs = 'perito.touched';
const keptEveryMs = 5000;
const lookedEveryMs = 10_000;

/** Locks once no tab of this profile was touched for so many minutes; 0 never. */
export function useLockWhenLeft(minutes: number): void {
  const lock = useEffectEvent(useLock());
  useEffect(() => {
    if (minutes === 0) return;
    let last = Date.now();
    let keptAt = 0;
    const isLeft = (now: number) =>
      now - last >= minutes * 60_000 && now - touchedElsewhere(now) >= minutes * 60_000;
    const look = () => {
      if (isLeft(Date.now())) lock();
    };
    const onTouch = () => {
      const now = Date.now();
      // A computer that slept wakes by a touch, and its timers come after that.
      if (isLeft(now)) return lock();
      last = now;
      if (now - keptAt < keptEveryMs) return;
      keptAt = now;
      keepTouch(now);
    };
    const timer = setInterval(look, lookedEveryMs);
    for (const touch of touches) window.addEventListener(touch, onTouch, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      for (const touch of touches) window.removeEventListener(touch, onTouch, { capture: true });
    };
  }, [minutes]);
}

function keepTouch(now: number): void {
  try {
    localStorage.setItem(keptAs, String(now));
  } catch {
    // Storage may be off in this browser; each tab locks by itself then.
  }
}

function touchedElsewhere(now: number): number {
  try {
    const kept = Number(localStorage.getItem(keptAs));
    // A clock that was set back would keep it open.
    return kept <= now ? kept : 0;
  } catch {
    return 0;
  }
}
