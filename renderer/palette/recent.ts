import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { create } from 'zustand';
import { openName, useOpenName } from '../app/window-title.ts';

interface Recent {
  path: string;
  label: string;
}

const most = 8;
/** What was open last in this window, the newest first; it is forgotten with the window. */
export const useRecent = create<{ recent: readonly Recent[] }>(() => ({ recent: [] }));

/** Of a record, a claim, a policy or an entry of the inbox, and nothing over it. */
const ofSomething = /^\/(?:[a-z-]+\/\d+|claims\/[^/]+\/[^/]+|inbox\/[a-z]+\/[^/]+)$/;

/** A key that a program gave, which names nothing to a person. */
const key = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** Notes what is open, by the name that the window has from it. */
export function useNotedRecent(): void {
  const [path] = useLocation();
  const label = useOpenName();
  useEffect(() => {
    // The name of what was open before is taken back first.
    if (label === null || openName() !== label || !ofSomething.test(path) || key.test(label)) return;
    useRecent.setState(({ recent }) => ({
      recent: [{ path, label }, ...recent.filter((one) => one.path !== path && one.label !== label)].slice(
        0,
        most,
      ),
    }));
  }, [path, label]);
}
