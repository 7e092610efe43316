import type { TFunction } from 'i18next';

const printed: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageDown: 'PgDn',
  PageUp: 'PgUp',
  mod: 'Ctrl',
  shift: 'Shift',
};

/** The keys of a name that `useKeys` takes, as they are printed on a keyboard: `shift space` is Shift and the space bar. */
export const printedKeys = (name: string, t: TFunction): string[] =>
  name.split(' ').map((part) => {
    if (part === 'space') return t('frame.keys.space');
    if (part === 'Enter') return t('frame.keys.enter');
    return printed[part] ?? part.toUpperCase();
  });
