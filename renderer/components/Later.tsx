import { type ReactNode, useDeferredValue } from 'react';

/**
 * What stands below the fold. It is drawn after the frame that shows what is above it, in slices that let keys and clicks
 * through; `isWanted` draws it with what is above, where something leads there.
 */
export function Later({ isWanted = false, children }: { isWanted?: boolean; children: ReactNode }) {
  const isDue = useDeferredValue(true, false);
  return isDue || isWanted ? children : null;
}
