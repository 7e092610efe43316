import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { over, wentOver } from './PhotoLink.tsx';
import { photoPath, screenOf } from './paths.ts';

/** The ways between photos and back. Flipping leaves no steps in the history: one step back is the report. */
export function useFlip() {
  const [path, go] = useLocation();
  const flipTo = useCallback(
    (id: number) => go(photoPath(path, id), { replace: true, state: window.history.state }),
    [path, go],
  );
  /** Back to what was there before: by the history where that leads there, else to the screen itself. */
  const leave = useCallback(() => {
    if (wentOver()) window.history.back();
    else go(screenOf(path) || '/incidents', { replace: true });
  }, [path, go]);
  const goOver = useCallback((to: string) => go(to, { state: over }), [go]);
  const replace = useCallback((to: string) => go(to, { replace: true, state: window.history.state }), [go]);
  return { path, flipTo, leave, goOver, replace };
}
