import { type ComponentProps, useCallback } from 'react';
import { useLocation } from 'wouter';
import { Link } from '../app/Link.tsx';
import { photoPath, screenBehindPhoto } from './paths.ts';

/** The history state of an entry that put a photo or document over a screen, so that going back removes it. */
export const over = { over: true } as const;

/** Whether the current entry of the history put something over a screen. */
export const openedOverScreen = (): boolean => {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'over' in state && state.over === true;
};

let isGoingBack = false;

/** Goes one step back in the history; who asks again before that is done, as by a second Escape, asks for the same step. */
export function goBackOnce(): void {
  if (isGoingBack) return;
  isGoingBack = true;
  const done = () => {
    isGoingBack = false;
  };
  window.addEventListener('popstate', done, { once: true });
  window.history.back();
}

/** A link to a photo or document over the open screen. */
export function PhotoLink({ href, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { href: string }) {
  return <Link href={href} state={over} {...rest} />;
}

/** Moves between photos and back to the screen. Flipping replaces the history entry, so that one step back is the report. */
export function usePhotoNavigation() {
  const [path, go] = useLocation();
  const flipTo = useCallback(
    (id: number) => go(photoPath(path, id), { replace: true, state: window.history.state }),
    [path, go],
  );
  /** Goes back in the history where that leads to the screen behind, else to its address. */
  const leave = useCallback(() => {
    if (openedOverScreen()) goBackOnce();
    else go(screenBehindPhoto(path) || '/incidents', { replace: true });
  }, [path, go]);
  const goOver = useCallback((to: string) => go(to, { state: over }), [go]);
  const replace = useCallback((to: string) => go(to, { replace: true, state: window.history.state }), [go]);
  return { path, flipTo, leave, goOver, replace };
}
