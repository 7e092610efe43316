import { useEffect, useRef } from 'react';

/** Whether an element is in sight within what scrolls it. */
function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const room = element.closest('[role="region"]')?.getBoundingClientRect();
  return top >= (room?.top ?? 0) && bottom <= (room?.bottom ?? window.innerHeight);
}

/**
 * When the photo is closed, the screen is where it was: the tile of the photo seen last has the focus where it is in
 * sight, else whatever had it before. Where nothing had, the tile is brought into sight.
 */
export function useFocusBack(photo: number) {
  const opener = useRef<Element | null>(null);
  if (opener.current === null) opener.current = document.activeElement ?? document.body;
  const seen = useRef(photo);
  useEffect(() => {
    seen.current = photo;
  }, [photo]);
  useEffect(
    () => () => {
      const tile = document.querySelector<HTMLElement>(`a[data-photo="${seen.current}"]`);
      const before = opener.current;
      if (tile !== null && isInSight(tile)) tile.focus({ preventScroll: true });
      else if (before instanceof HTMLElement && before !== document.body && before.isConnected)
        before.focus({ preventScroll: true });
      else tile?.focus();
    },
    [],
  );
}
