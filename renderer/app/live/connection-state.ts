import { create } from 'zustand';

/** How the screen stands with the engine. `since` is when it stopped hearing from it. */
type ConnectionState = {
  state: 'connecting' | 'live' | 'lost' | 'signedOut';
  since: number | null;
  lastHeard: number | null;
  connected: () => void;
  disconnected: () => void;
  signedOut: () => void;
};

export const useConnectionState = create<ConnectionState>((set) => ({
  state: 'connecting',
  since: null,
  lastHeard: null,
  connected: () => set({ state: 'live', since: null, lastHeard: Date.now() }),
  disconnected: () =>
    set((old) =>
      old.state === 'signedOut' ? old : { state: 'lost', since: old.since ?? old.lastHeard ?? Date.now() },
    ),
  signedOut: () => set({ state: 'signedOut' }),
}));
