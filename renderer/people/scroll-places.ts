/** How far a part of the screen was scrolled, by what it is. */
type Places = ReadonlyMap<string, number>;

/** A list or a detail, by its pane and name: the same part has the same after the screens are drawn anew. */
const nameOf = (element: Element): string =>
  [
    element.closest<HTMLElement>('[data-pane]')?.dataset['pane'],
    element.getAttribute('role') ?? element.localName,
    element.getAttribute('aria-label'),
  ].join(' ');

const parts = () => document.querySelectorAll('[data-pane], [data-pane] *');

/** Where everything on the screen is scrolled to. */
export function scrollPlaces(): Places {
  const places = new Map<string, number>();
  for (const element of parts()) if (element.scrollTop > 0) places.set(nameOf(element), element.scrollTop);
  return places;
}

/** Whether somebody could scroll it; what is only cut off is no such part. */
const isScrolled = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight &&
  ['auto', 'scroll'].includes(getComputedStyle(element).overflowY);

/** What scrolls by hand: where somebody does, nothing scrolls by itself any more. */
const byHand = ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const;
const lastsMs = 15_000;

/** Scrolls everything to where it was, as soon as it is there and is long enough; ends by itself, and by what is given back. */
export function scrollBack(places: Places): () => void {
  const left = new Map(places);
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of byHand) window.removeEventListener(event, end, { capture: true });
  };
  const look = () => {
    for (const element of parts()) {
      const wanted = left.get(nameOf(element));
      if (wanted === undefined || !isScrolled(element)) continue;
      // A list grows as far as it is read.
      element.scrollTop = wanted;
      if (Math.abs(element.scrollTop - wanted) < 2) left.delete(nameOf(element));
    }
    if (left.size === 0) end();
  };
  const observer = new MutationObserver(look);
  const timer = setTimeout(end, lastsMs);
  observer.observe(document.body, { childList: true, subtree: true });
  for (const event of byHand) window.addEventListener(event, end, { capture: true, passive: true });
  look();
  return end;
}
