import { useEffect, useRef } from 'react';

/** Loads and decodes images before they are wanted, and lets go of those that no longer are: never more than `addresses`. */
export function usePreloaded(addresses: readonly string[]) {
  const held = useRef(new Map<string, HTMLImageElement>());
  const wanted = addresses.join('\n');
  useEffect(() => {
    const now = new Set(wanted === '' ? [] : wanted.split('\n'));
    for (const [address, image] of held.current) {
      if (now.has(address)) continue;
      image.removeAttribute('src');
      held.current.delete(address);
    }
    for (const address of now) {
      if (held.current.has(address)) continue;
      const image = new Image();
      image.src = address;
      held.current.set(address, image);
      // One that does not come is told of when it is looked at.
      image.decode().catch(() => undefined);
    }
  }, [wanted]);
  useEffect(() => {
    const images = held.current;
    return () => {
      for (const image of images.values()) image.removeAttribute('src');
      images.clear();
    };
  }, []);
}
