/** The check from outside: one at a time, and its last result, which stays while somebody looks at other screens. */
import { useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import type { ReachStep } from '#shared/contract/reachability.ts';
import { serverNow } from '../app/live/server-clock.ts';
import { useApi, useConnection } from '../app/queries.ts';

type ReachState = {
  /** The address that is or was called; null before the first check. */
  url: string | null;
  steps: readonly ReachStep[];
  /** When the last check ended; null while one runs. */
  endedAt: string | null;
  /** Why it ended before its last step; `stopped` where a person did. */
  failure: unknown;
  stop: AbortController | null;
};

const idle: ReachState = { url: null, steps: [], endedAt: null, failure: null, stop: null };
export const useReachState = create<ReachState>(() => idle);

export const stoppedByHand = Symbol('stopped');

/** Begins a check of the address that is in force, and ends the one that runs. */
export function useStartReach(): (url: string) => Promise<void> {
  const { client } = useConnection();
  const api = useApi();
  const queries = useQueryClient();
  return async (url) => {
    useReachState.getState().stop?.abort();
    const stop = new AbortController();
    const { setState } = useReachState;
    const isMine = () => useReachState.getState().stop === stop;
    setState({ url, steps: [], endedAt: null, failure: null, stop });
    let failure: unknown = null;
    try {
      for await (const step of await client.connection.checkReach(undefined, { signal: stop.signal })) {
        if (!isMine()) return;
        setState(({ steps }) => ({ steps: [...steps, step] }));
      }
    } catch (cause) {
      failure = stop.signal.aborted ? stoppedByHand : cause;
    }
    if (isMine()) setState({ endedAt: new Date(serverNow()).toISOString(), failure, stop: null });
    void queries.invalidateQueries({ queryKey: api.status.key() });
  };
}
