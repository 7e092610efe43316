import { useCallback, useInsertionEffect, useRef } from 'react';

/** One function that stays the same and does what the newest one does, so that parts that were given it need not be drawn anew. Not for use while drawing. */
export function useSteady<Given extends readonly unknown[], Result>(
  act: (...given: Given) => Result,
): (...given: Given) => Result {
  const newest = useRef(act);
  useInsertionEffect(() => {
    newest.current = act;
  });
  return useCallback((...given) => newest.current(...given), []);
}
