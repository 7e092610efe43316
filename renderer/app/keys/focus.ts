import { useEffect } from 'react';

/**
 * Where the keyboard's focus goes on a screen with a list and a detail. `ListDetailLayout` marks both with `data-pane`, and the
 * rows of a list are one tab stop: the open row, else the first in sight, has `tabindex="0"`.
 */
type Pane = 'list' | 'detail';

const rowOfList = '[data-pane="list"] [data-row]';
/** Holds a row, and what chooses it; its value is its place in the list, from 0. */
const itemOfList = '[data-pane="list"] [data-item]';
/** The pane that had the focus last, where it returns when its element goes away. */
let lastPane: Pane | null = null;
/** The pane that gets the focus once it has something to hold it. */
let wanted: Pane | null = null;

/** Moves the focus to the open row of the list, or to its first; false where there is none to be seen. */
export function focusList(): boolean {
  return focusFirst([`${rowOfList}[tabindex="0"]`, rowOfList]);
}

/** Moves the focus into the open detail; false where nothing is open. */
export function focusDetail(): boolean {
  return focusFirst(['[data-pane="detail"][data-open] [role="region"]', '[data-pane="detail"][data-open]']);
}

/** Moves the focus to a pane as soon as its content is loaded. */
export function focusWhenThere(pane: Pane): void {
  lastPane = pane;
  wanted = pane;
  settleFocus();
}

/** Whether the focus is in the list or on no element. */
export function isInList(): boolean {
  const focused = document.activeElement;
  if (focused === null || focused === document.body || focused.id === 'main') return true;
  return focused.closest(itemOfList) !== null;
}

/** Which row of the list has the focus, counted from 0; null where none has. */
export function focusedRowIndex(): number | null {
  const item = document.activeElement?.closest(itemOfList);
  return item == null ? null : Number(item.getAttribute('data-item'));
}

/** Whether the focus is in the detail while the list beside it is in sight. */
export function isInDetail(): boolean {
  const list = document.querySelector<HTMLElement>('[data-pane="list"]');
  return paneOf(document.activeElement) === 'detail' && list !== null && list.offsetParent !== null;
}

/** Scrolls the open detail by so many of its heights; down where positive. */
export function scrollDetail(heights: number): void {
  const region = document.querySelector<HTMLElement>('[data-pane="detail"] [role="region"]');
  region?.scrollBy({ top: heights * region.clientHeight });
}

/**
 * Keeps the focus off the document's body: where the element that had it goes away or is disabled, the pane that it was in gets it,
 * so that the keyboard never starts again at the top.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const pane = target instanceof Element ? paneOf(target) : null;
      if (pane !== null) lastPane = pane;
      // A focus that moved elsewhere stays there.
      if (target instanceof Element && target.id !== 'main') wanted = null;
    };
    // After a click beside all elements the next key restores the focus.
    let isByPointer = false;
    const onPointer = () => {
      isByPointer = true;
    };
    const onKey = () => {
      isByPointer = false;
      settleFocus();
    };
    // A blur without a target, as by Escape in a field, passes the focus on to nothing.
    const onLeft = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget === null && !isByPointer) queueMicrotask(settleFocus);
    };
    const observer = new MutationObserver(() => {
      if (!isByPointer) settleFocus();
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled', 'hidden', 'aria-hidden'],
    });
    document.addEventListener('pointerdown', onPointer, { capture: true });
    document.addEventListener('keydown', onKey, { capture: true });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onLeft);
    settleFocus();
    return () => {
      observer.disconnect();
      document.removeEventListener('pointerdown', onPointer, { capture: true });
      document.removeEventListener('keydown', onKey, { capture: true });
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onLeft);
    };
  }, []);
}

function settleFocus(): void {
  const focused = document.activeElement;
  const isLost = focused === null || focused === document.body || focused.matches(':disabled');
  if (wanted !== null && (wanted === 'list' ? focusList() : focusDetail())) {
    wanted = null;
    return;
  }
  if (!isLost) return;
  const modal = [...document.querySelectorAll('.MuiModal-root:not([aria-hidden="true"])')].at(-1);
  if (modal !== undefined) {
    modal
      .querySelector<HTMLElement>('main, [role="dialog"], [tabindex="-1"]')
      ?.focus({ preventScroll: true });
    return;
  }
  if (lastPane === 'detail' && focusDetail()) return;
  if (lastPane !== null && focusList()) return;
  // The rows of a loading list get the focus once they are there.
  wanted ??= lastPane === null ? null : 'list';
  document.getElementById('main')?.focus({ preventScroll: true });
}

function paneOf(element: Element | null): Pane | null {
  const pane = element?.closest('[data-pane]')?.getAttribute('data-pane');
  return pane === 'list' || pane === 'detail' ? pane : null;
}

function focusFirst(selectors: readonly string[]): boolean {
  for (const selector of selectors) {
    const element = document.querySelector<HTMLElement>(selector);
    element?.focus({ preventScroll: true });
    if (element !== null && document.activeElement === element) return true;
  }
  return false;
}
