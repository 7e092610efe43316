import { useEffect, useId } from 'react';
import { create } from 'zustand';
import { useI18n } from './locale/i18n.ts';

/** The names that parts of the screen set, each by its own id; the last one counts. */
const useOpen = create<{ names: readonly { by: string; name: string }[] }>(() => ({ names: [] }));

/** What is open, by its name; null where nothing is. */
export const openName = (): string | null => useOpen.getState().names.at(-1)?.name ?? null;
export const useOpenName = (): string | null => useOpen(({ names }) => names.at(-1)?.name ?? null);

/** Names what is open in the window's title, while the component is on the screen; null names nothing. */
export function useWindowTitle(name: string | null): void {
  const by = useId();
  useEffect(() => {
    if (name === null) return;
    useOpen.setState(({ names }) => ({ names: [...names, { by, name }] }));
    return () => useOpen.setState(({ names }) => ({ names: names.filter((entry) => entry.by !== by) }));
  }, [by, name]);
}

/**
 * Keeps the window's title: while calls wait, how many and the one with the least time left, in words; else what is open,
 * or the section; then the program.
 */
export function useKeptTitle(shown: {
  waiting: { count: number; label: string } | null;
  section: string | null;
  /** What is opened read-only; null of the live data. */
  archive: string | null;
}): void {
  const { t } = useI18n();
  const open = useOpenName() ?? shown.section;
  const { count = 0, label = open } = shown.waiting ?? {};
  const product = shown.archive === null ? t('frame.product') : `${shown.archive} · ${t('frame.product')}`;
  useEffect(() => {
    const title = label === null ? product : `${label} · ${product}`;
    document.title = count === 0 ? title : `(${count}) ${title}`;
  }, [count, label, product]);
}
