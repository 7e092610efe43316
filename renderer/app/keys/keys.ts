import { useLayoutEffect, useRef } from 'react';

/** Something that can be done now, by its name: the sheet of keys and the palette offer it. */
export interface Command {
  label: string;
  run: () => void;
}

/**
 * What each key does on a screen; the key is `KeyboardEvent.key`, letters in lower case, space as `space`. A letter or
 * an arrow with Shift is `shift r` where somebody wants it told apart, else as without; Space with Shift is only `shift space`.
 * A letter with Ctrl, or with Cmd, is `mod a`; in a detail it is the browser's. Without a name it is found in no list.
 */
export type KeyMap = Readonly<Record<string, (() => void) | Command | undefined>>;

type Listening = { current: KeyMap; commands: readonly Command[]; alone: boolean; isLast: boolean };

const maps = new Set<Listening>();
const sequenceMs = 1200;
/** When G was pressed, by the time of the event: on a busy computer a key is handled later. */
let goAt = Number.NEGATIVE_INFINITY;

const typing = 'input, textarea, select, [contenteditable="true"]';
const detail = '[data-pane="detail"]';
/** What lies over the screen and has its keys; one that is being closed is hidden from the reader already, and has none. */
const overlay =
  ':is([role="menu"], [role="listbox"], [role="dialog"]):not([aria-hidden="true"], [aria-hidden="true"] *)';
/** What answers wherever the focus is, in a field and in a detail as well. */
const everywhere = new Set(['mod k']);
const pressable = 'button, [role="button"], [role="combobox"], [role="radio"], [role="checkbox"], summary';

/** The name of the pressed key; null where the focused element handles it. */
function keyOf(event: KeyboardEvent): string | null {
  if (event.defaultPrevented || event.altKey || event.isComposing) return null;
  if (document.querySelector(overlay) !== null) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (event.ctrlKey || event.metaKey) return keyWithMod(event, target);
  if (target?.closest(typing) != null) return null;
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

/** A letter with Ctrl or Cmd: the browser's in a field and in a detail, but for what answers everywhere. */
function keyWithMod(event: KeyboardEvent, target: Element | null): string | null {
  const name = `mod ${event.key.toLowerCase()}`;
  if (event.shiftKey || !/^mod [a-z]$/.test(name)) return null;
  return everywhere.has(name) || target?.closest(`${typing}, ${detail}`) == null ? name : null;
}

/** A key that is held down moves through a list repeatedly; any other action happens once. */
const moving = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'];
const repeatable = new Set(['j', 'k', ...moving, 'PageDown', 'PageUp', 'space', '+', '=', '-', 'b', 't']);
const withShift = (key: string) => /^([a-z]|space)$/.test(key) || moving.includes(key);

function handle(event: KeyboardEvent) {
  const key = keyOf(event);
  if (key === null || (event.repeat && !repeatable.has(key))) return;
  const going = event.timeStamp - goAt < sequenceMs;
  goAt = Number.NEGATIVE_INFINITY;
  if (key === 'g' && !going) {
    goAt = event.timeStamp;
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
  if (act !== undefined) runOf(act)();
  return act !== undefined;
}

const runOf = (act: (() => void) | Command) => (typeof act === 'function' ? act : act.run);

/** What has a name of what can be done now, what its key would do; `key` is null where it has none. What shows last stands first. */
export function commandsNow(): (Command & { key: string | null })[] {
  const taken = new Set<string>();
  return handlersOf(null).flatMap(({ current, commands }) => [
    ...Object.entries(current).flatMap(([key, act]) => {
      if (act === undefined || taken.has(key)) return [];
      taken.add(key);
      return typeof act === 'function' ? [] : [{ key, label: act.label, run: act.run }];
    }),
    ...commands.map(({ label, run }) => ({ key: null, label, run })),
  ]);
}

/** The handlers of a key, the newest screen first; only covering screens, where there are any. */
function handlersOf(name: string | null): Listening[] {
  const newest = [...maps].reverse();
  const all = [...newest.filter(({ isLast }) => !isLast), ...newest.filter(({ isLast }) => isLast)];
  const covering = all.filter(({ alone }) => alone);
  return covering.length === 0 || name === '?' || (name !== null && everywhere.has(name)) ? all : covering;
}

/**
 * Answers keys while the component is on the screen. Nothing is taken while somebody types. What is `alone`
 * covers all other screens: their keys rest, but for `?`. What is `isLast` answers where nothing else does.
 */
export function useKeys(keys: KeyMap, { alone = false, isLast = false }: UseKeysOptions = {}) {
  useListening({ current: keys, commands: nothing, alone, isLast });
}
type UseKeysOptions = { alone?: boolean; isLast?: boolean };

const nothing: readonly Command[] = [];
const noKeys: KeyMap = {};

/** Offers what has no key of its own by its name, while the component is on the screen. */
export function useCommands(commands: readonly Command[]) {
  useListening({ current: noKeys, commands, alone: false, isLast: false });
}

function useListening(now: Listening) {
  const latest = useRef<Listening>({ ...now });
  // With what is drawn, not after it: who sees a button may press its key.
  useLayoutEffect(() => {
    Object.assign(latest.current, now);
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
