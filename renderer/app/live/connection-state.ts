import { create } from 'zustand';
import type { EngineAway } from '#shared/contract/status.ts';

/**
 * The state of the connection to the engine. `since` is when it was lost. While it is `away` the shell answers, and says
 * what is known of it; what arrives is received meanwhile.
 */
export type ConnectionState = {
  state: 'connecting' | 'live' | 'lost' | 'away' | 'signedOut';
  since: number | null;
  lastHeard: number | null;
  away: EngineAway | null;
  connected: () => void;
  /** `away` where the shell said that the engine is. */
  disconnected: (away: EngineAway | null) => void;
  signedOut: () => void;
};

export const useConnectionState = create<ConnectionState>((set) => ({
  state: 'connecting',
  since: null,
  lastHeard: null,
  away: null,
  connected: () => set({ state: 'live', since: null, away: null, lastHeard: Date.now() }),
  disconnected: (away) =>
    set((old) =>
      old.state === 'signedOut'
        ? old
        : { state: away === null ? 'lost' : 'away', away, since: old.since ?? old.lastHeard ?? Date.now() },
    ),
  signedOut: () => set({ state: 'signedOut' }),
}));
