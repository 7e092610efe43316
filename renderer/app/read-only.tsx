import type { ReactNode } from 'react';

/**
 * Whether what this page shows is only read, as an archive is: it lies below an address of its own, so this is known before anything
 * answers, and the same as long as the page is there.
 */
export const isReadOnly = (): boolean => new URL('.', window.location.href).pathname.startsWith('/archive/');

/** Controls that change something, or that lead to where something is changed. What is only read shows none of them. */
export function Acts({ children }: { children: ReactNode }) {
  return isReadOnly() ? null : children;
}
