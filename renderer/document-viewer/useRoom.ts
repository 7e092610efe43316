import { type RefObject, useLayoutEffect, useState } from 'react';
import type { PageSize } from './page-layout.ts';

/** The room that an element has for what it shows, in pixels; null before it is known. */
export function useRoom(element: RefObject<HTMLElement | null>): PageSize | null {
  const [room, setRoom] = useState<PageSize | null>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const look = () => {
      const width = current.clientWidth;
      const height = current.clientHeight;
      setRoom((old) => (old?.width === width && old.height === height ? old : { width, height }));
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(current);
    return () => watch.disconnect();
  }, [element]);
  return room;
}
