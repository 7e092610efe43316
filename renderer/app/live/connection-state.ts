import { create } from 'zustand';

/** How the screen stands with the engine. `since` is when it stopped hearing from it. */
export type LinkState = {
  state: 'connecting' | 'live' | 'lost' | 'signedOut';
  since: number | null;
  lastHeard: number | null;
  heard: () => void;
  lost: () => void;
  signedOut: () => void;
};

export const useConnectionState = create<LinkState>((set) => ({
  state: 'connecting',
  since: null,
  lastHeard: null,
  heard: () => set({ state: 'live', since: null, lastHeard: Date.now() }),
  lost: () =>
    set((old) =>
      old.state === 'signedOut' ? old : { state: 'lost', since: old.since ?? old.lastHeard ?? Date.now() },
    ),
  signedOut: () => set({ state: 'signedOut' }),
}));
