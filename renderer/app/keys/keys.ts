import { useEffect, useRef } from 'react';

/** What each key does on a screen; the key is `KeyboardEvent.key`, letters in lower case, space as `space`. */
export type KeyMap = Readonly<Record<string, (() => void) | undefined>>;

const maps = new Set<{ current: KeyMap }>();
const sequenceMs = 1200;
let goAt = 0;

const typing = 'input, textarea, select, [contenteditable="true"]';
const overlay = '[role="menu"], [role="listbox"], [role="dialog"]';
const pressable = 'button, [role="button"], [role="combobox"], [role="radio"], [role="checkbox"], summary';

/** The name of the key pressed, or null where it belongs to whatever has the focus. */
export function keyOf(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(typing) != null || document.querySelector(overlay) !== null) return null;
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

/** A key held down moves on through a list; anything else it would do is done once. */
const repeatable = new Set(['j', 'k', 'ArrowDown', 'ArrowUp']);

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
  // The screen opened last answers first.
  for (const map of [...maps].reverse()) {
    const act = map.current[name];
    if (act === undefined) continue;
    event.preventDefault();
    act();
    return;
  }
}

/** Answers keys while the component is on the screen. Nothing is taken while somebody types. */
export function useKeys(keys: KeyMap) {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (maps.size === 0) document.addEventListener('keydown', handle);
    maps.add(latest);
    return () => {
      maps.delete(latest);
      if (maps.size === 0) document.removeEventListener('keydown', handle);
    };
  }, []);
}
