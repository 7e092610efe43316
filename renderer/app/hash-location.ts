import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
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
/** Whether the window is at this path, or on its way there. */
export const isAt = (address: string) => cutAt(address)[0] === currentPath();

const watchers = new Set<() => void>();
/** The address by which all is drawn, a moment behind the window's where that waits for an answer. */
let drawn = '';
const drawnAddress = () => (watchers.size === 0 ? current() : drawn);
const drawnPath = () => cutAt(drawnAddress())[0] ?? '/';
const drawnQuery = () => cutAt(drawnAddress())[1] ?? '';

let before: ((path: string, query: string) => Promise<unknown> | null) | null = null;

/**
 * Has `ask` told of each address before what follows the address is, which waits until what was asked for is there, and not longer
 * than anybody notices: what is drawn then is drawn once. Whatever somebody does meanwhile ends the wait first, and is done to the
 * screen that the address names. Answers what ends that.
 */
export function followBefore(ask: (path: string, query: string) => Promise<unknown> | null) {
  before = ask;
  return () => {
    if (before === ask) before = null;
  };
}

/** In milliseconds. */
const longest = 60;
const acts = ['keydown', 'pointerdown', 'click', 'wheel', 'beforeinput'] as const;
/** Raised by each address: one that is left again is not waited for. */
let turn = 0;
let isWaiting = false;

function draw() {
  drawn = current();
  isWaiting = false;
  for (const act of acts) window.removeEventListener(act, drawNow, true);
  for (const wake of [...watchers]) wake();
}

/** What is drawn may lead on, as a redirect does: so often at the most. */
const mostSteps = 5;

function drawNow() {
  for (let step = 0; isWaiting && step < mostSteps; step += 1) flushSync(draw);
}

async function drawOnce(asked: Promise<unknown>, own: number) {
  isWaiting = true;
  for (const act of acts) window.addEventListener(act, drawNow, true);
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, longest))]);
  if (isWaiting && own === turn) draw();
}

function follow() {
  turn += 1;
  const [path = '/', query = ''] = cutAt(current());
  const asked = before?.(path, query) ?? null;
  if (asked === null) draw();
  else void drawOnce(asked, turn);
}

/**
 * The window has one listener for all that follows the address. With one for each, what follows would be drawn by itself, one
 * after the other, wherever the browser moves, since between two listeners of its own events it does what waits.
 */
function subscribe(onChange: () => void) {
  if (watchers.size === 0) {
    drawn = current();
    window.addEventListener('hashchange', follow);
  }
  watchers.add(onChange);
  return () => {
    watchers.delete(onChange);
    if (watchers.size === 0) window.removeEventListener('hashchange', follow);
  };
}

/** Whether what is drawn is what the address names: it is a moment behind where that waits for an answer. */
export const isDrawn = () => drawnAddress() === current();

/**
 * Goes to an address, as a step of the history or in place of the present one. While another address is waited for, nothing takes
 * its place: that would be a screen which somebody is leaving, and leads on by itself; whoever acts ends the wait first.
 */
export function navigate(to: string, { state = null, replace = false }: NavigateOptions = {}) {
  if (replace && isWaiting) return;
  const url = new URL(window.location.href);
  const oldURL = url.href;
  url.hash = `/${to.replace(/^#?\/?/, '')}`;
  if (replace) history.replaceState(state, '', url);
  else history.pushState(state, '', url);
  window.dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: url.href }));
}

/** What stands behind the question mark of the address. */
function useHashQuery(): string {
  return useSyncExternalStore(subscribe, drawnQuery);
}

/** What somebody wants to know of the path of the address, who is drawn again only where that changes. */
export function useOfPath<Known extends boolean | string | null>(of: (path: string) => Known): Known {
  return useSyncExternalStore(subscribe, () => of(drawnPath()));
}

type NavigateOptions = { state?: unknown; replace?: boolean };

/** What a link to a path of the console stands for in the page. */
export const hrefOf = (path: string) => `#${path}`;

/** For wouter's router: the path of the address, and how another is gone to. */
export const useHashLocation: BaseLocationHook = Object.assign(
  (): [string, typeof navigate] => [useSyncExternalStore(subscribe, drawnPath), navigate],
  { hrefs: hrefOf, searchHook: useHashQuery },
);
