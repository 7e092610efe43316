import { useState } from 'react';

/**
 * Whether somebody has read a notice, also after the page is opened anew, and what notes that it was read. `name` is what is
 * told of, `of` which one of its kind; null where there is none.
 */
export function useReadNotice(name: string, of: string | null): [isRead: boolean, read: () => void] {
  const [read, setRead] = useState(() => remembered(name));
  const note = () => {
    if (of === null) return;
    remember(name, of);
    setRead(of);
  };
  return [of !== null && of === read, note];
}

function remembered(name: string): string | null {
  try {
    return localStorage.getItem(`perito.${name}`);
  } catch {
    return null;
  }
}

function remember(name: string, of: string) {
  try {
    localStorage.setItem(`perito.${name}`, of);
  } catch {
    // Storage may be off in this browser; the notice stays away until the page is opened anew.
  }
}
