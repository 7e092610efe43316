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
const currentPath = () => cutAt(current())[0] ?? '/';
const currentQuery = () => cutAt(current())[1] ?? '';

function subscribe(onChange: () => void) {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
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

type NavigateOptions = { state?: unknown; replace?: boolean };

/** For wouter's router: the path of the address, and how another is gone to. */
export const useHashLocation: BaseLocationHook = Object.assign(
  (): [string, typeof navigate] => [useSyncExternalStore(subscribe, currentPath), navigate],
  { hrefs: (href: string) => `#${href}`, searchHook: useHashQuery },
);
