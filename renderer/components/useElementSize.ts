import { type RefObject, useLayoutEffect, useState } from 'react';

/** The size of an element without its borders, in whole CSS pixels; null before it is laid out. */
export function useElementSize(
  element: RefObject<HTMLElement | null>,
): { width: number; height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = current;
      if (width === 0 || height === 0) return;
      setSize((old) => (old?.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
