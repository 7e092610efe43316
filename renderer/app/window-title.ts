import { useEffect, useId } from 'react';
import { create } from 'zustand';
import { useWords } from './locale/i18n.ts';

/** What the parts of the screen say that is open, each by its own id; the one that said it last counts. */
const useOpen = create<{ names: readonly { by: string; name: string }[] }>(() => ({ names: [] }));

/** Names what is open in the window's title, while the component is on the screen; null names nothing. */
export function useWindowTitle(name: string | null): void {
  const by = useId();
  useEffect(() => {
    if (name === null) return;
    useOpen.setState(({ names }) => ({ names: [...names, { by, name }] }));
    return () => useOpen.setState(({ names }) => ({ names: names.filter((one) => one.by !== by) }));
  }, [by, name]);
}

/** Keeps the window's title: calls that wait, what is open or else the section, the program. */
export function useKeptTitle({ waiting, section }: { waiting: number; section: string | null }): void {
  const { t } = useWords();
  const name = useOpen(({ names }) => names.at(-1)?.name) ?? section;
  const product = t('frame.product');
  useEffect(() => {
    const title = name === null ? product : `${name} · ${product}`;
    document.title = waiting === 0 ? title : `(${waiting}) ${title}`;
  }, [waiting, name, product]);
}
