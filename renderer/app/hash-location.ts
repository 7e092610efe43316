import { useSyncExternalStore } from 'react';
import type { BaseLocationHook } from 'wouter';

/**
 * The address of a screen, in the hash: `#/purchase-orders/12?reviewed=false`. Unlike wouter's own, what stands behind the
 * question mark is part of it, so that a filter is of its screen alone, and travels with a copied link.
 */
const current = () => `/${window.location.hash.replace(/^#?\/?/, '')}`;
const cutAt = (address: string) => {
  const mark = address.indexOf('?');
  return mark < 0 ? [address, ''] : [address.slice(0, mark), address.slice(mark + 1)];
};
/** The path of the screen that is open now, for what happens now; what is drawn by it follows it. */
export const currentPath = () => cutAt(current())[0] ?? '/';
const currentQuery = () => cutAt(current())[1] ?? '';

const watchers = new Set<() => void>();
const wakeAll = () => {
  for (const wake of [...watchers]) wake();
};

/**
 * The window has one listener for all that follows the address. With one for each, what follows would be drawn by itself, one
 * after the other, wherever the browser moves, since between two listeners of its own events it does what waits.
 */
function subscribe(onChange: () => void) {
  if (watchers.size === 0) window.addEventListener('hashchange', wakeAll);
  watchers.add(onChange);
  return () => {
    watchers.delete(onChange);
    if (watchers.size === 0) window.removeEventListener('hashchange', wakeAll);
  };
}

/** Goes to an address, as a step of the history or in place of the present one. */
export function navigate(to: string, { state = null, replace = false }: NavigateOptions = {}) {
  const url = new URL(window.location.href);
  const oldURL = url.href;
  url.hash = `/${to.replace(/^#?\/?/, '')}`;
  if (replace) history.replaceState(state, '', url);
  else history.pushState(state, '', url);
  window.dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: url.href }));
}

/** What stands behind the question mark of the address. */
function useHashQuery(): string {
  return useSyncExternalStore(subscribe, currentQuery);
}

/** What somebody wants to know of the path of the address, who is drawn again only where that changes. */
export function useOfPath<Known extends boolean | string | null>(of: (path: string) => Known): Known {
  return useSyncExternalStore(subscribe, () => of(currentPath()));
}

type NavigateOptions = { state?: unknown; replace?: boolean };

/** What a link to a path of the console stands for in the page. */
export const hrefOf = (path: string) => `#${path}`;

/** For wouter's router: the path of the address, and how another is gone to. */
export const useHashLocation: BaseLocationHook = Object.assign(
  (): [string, typeof navigate] => [useSyncExternalStore(subscribe, currentPath), navigate],
  { hrefs: hrefOf, searchHook: useHashQuery },
);
