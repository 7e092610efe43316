import { useLayoutEffect, useRef } from 'react';

/**
 * What each key does on a screen; the key is `KeyboardEvent.key`, letters in lower case, space as `space`. A letter or
 * an arrow with Shift is `shift r` where somebody wants it told apart, else as without; Space with Shift is only `shift space`.
 * A letter with Ctrl, or with Cmd, is `mod a`; in a detail it is the browser's.
 */
export type KeyMap = Readonly<Record<string, (() => void) | undefined>>;

type Listening = { current: KeyMap; alone: boolean };

const maps = new Set<Listening>();
const sequenceMs = 1200;
let goAt = 0;

const typing = 'input, textarea, select, [contenteditable="true"]';
const detail = '[data-pane="detail"]';
const overlay = '[role="menu"], [role="listbox"], [role="dialog"]';
const pressable = 'button, [role="button"], [role="combobox"], [role="radio"], [role="checkbox"], summary';

/** The name of the pressed key; null where the focused element handles it. */
function keyOf(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.altKey || event.isComposing) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(typing) != null || document.querySelector(overlay) !== null) return null;
  if (event.ctrlKey || event.metaKey) {
    const isOurs = /^[a-z]$/i.test(event.key) && !event.shiftKey && target?.closest(detail) == null;
    return isOurs ? `mod ${event.key.toLowerCase()}` : null;
  }
  const key = event.key === ' ' ? 'space' : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if ((key === 'space' || key === 'Enter') && target?.closest(pressable) != null) return null;
  if (key === 'Enter' && target?.closest('a') != null) return null;
  if (
    key.startsWith('Arrow') &&
    target?.closest('[role="radiogroup"], [role="tablist"], [role="combobox"]') != null
  )
    return null;
  return key;
}

/** A key that is held down moves through a list repeatedly; any other action happens once. */
const moving = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'];
const repeatable = new Set(['j', 'k', ...moving, 'PageDown', 'PageUp', 'space', '+', '=', '-', 'b', 't']);
const withShift = (key: string) => /^([a-z]|space)$/.test(key) || moving.includes(key);

function handle(event: KeyboardEvent) {
  const key = keyOf(event);
  if (key === null || (event.repeat && !repeatable.has(key))) return;
  const going = Date.now() - goAt < sequenceMs;
  goAt = 0;
  if (key === 'g' && !going) {
    goAt = Date.now();
    return;
  }
  const name = going ? `g ${key}` : key;
  if (press(name, event.shiftKey && withShift(name))) event.preventDefault();
}

/** Runs the action of a key; false where the key has none. With Shift, what is told apart is looked for first, on all screens. */
export function press(name: string, shifted = false): boolean {
  const handlers = handlersOf(name);
  const actOf = (key: string) => handlers.map(({ current }) => current[key]).find((act) => act !== undefined);
  const act =
    (shifted ? actOf(`shift ${name}`) : undefined) ?? (shifted && name === 'space' ? undefined : actOf(name));
  act?.();
  return act !== undefined;
}

/** The handlers of a key, the newest screen first; only covering screens, where there are any. */
function handlersOf(name: string): Listening[] {
  const all = [...maps].reverse();
  const covering = all.filter(({ alone }) => alone);
  return covering.length === 0 || name === '?' ? all : covering;
}

/**
 * Answers keys while the component is on the screen. Nothing is taken while somebody types. What is `alone`
 * covers all other screens: their keys rest, but for `?`.
 */
export function useKeys(keys: KeyMap, { alone = false }: { alone?: boolean } = {}) {
  const latest = useRef<Listening>({ current: keys, alone });
  // With what is drawn, not after it: who sees a button may press its key.
  useLayoutEffect(() => {
    latest.current.current = keys;
    latest.current.alone = alone;
  });
  useLayoutEffect(() => {
    const listening = latest.current;
    if (maps.size === 0) document.addEventListener('keydown', handle);
    maps.add(listening);
    return () => {
      maps.delete(listening);
      if (maps.size === 0) document.removeEventListener('keydown', handle);
    };
  }, []);
}
