import { create } from 'zustand';

/** The state of the connection to the engine. `since` is when it was lost. */
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
