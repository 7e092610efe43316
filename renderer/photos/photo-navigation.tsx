import { type ComponentProps, useCallback } from 'react';
import { Link, useLocation } from 'wouter';
import { photoPath, screenBehindPhoto } from './paths.ts';

/** In a step of the history that put a photo over a screen: going back takes it away again. */
export const over = { over: true } as const;

export const openedOverScreen = (): boolean => {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'over' in state && state.over === true;
};

/** A link to a photo over the screen that is open. */
export function PhotoLink({ href, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { href: string }) {
  return <Link href={href} state={over} {...rest} />;
}

/** The ways between photos and back. Flipping leaves no steps in the history: one step back is the report. */
export function usePhotoNavigation() {
  const [path, go] = useLocation();
  const flipTo = useCallback(
    (id: number) => go(photoPath(path, id), { replace: true, state: window.history.state }),
    [path, go],
  );
  /** Back to what was there before: by the history where that leads there, else to the screen itself. */
  const leave = useCallback(() => {
    if (openedOverScreen()) window.history.back();
    else go(screenBehindPhoto(path) || '/incidents', { replace: true });
  }, [path, go]);
  const goOver = useCallback((to: string) => go(to, { state: over }), [go]);
  const replace = useCallback((to: string) => go(to, { replace: true, state: window.history.state }), [go]);
  return { path, flipTo, leave, goOver, replace };
}
