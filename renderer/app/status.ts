import { useQuery } from '@tanstack/react-query';
import { awayOf, isUnanswered } from './error-message.ts';
import { useConnectionState } from './live/connection-state.ts';
import { setServerTime } from './live/server-clock.ts';
import { useApi, useConnection } from './queries.ts';

/** The engine's status, brought by changes and asked for twice a minute in case none comes. */
export function useStatus() {
  const api = useApi();
  const { client } = useConnection();
  return useQuery({
    ...api.status.get.queryOptions(),
    queryFn: async ({ signal }) => {
      const askedAt = Date.now();
      const status = await client.status.get(undefined, { signal }).catch((error: unknown) => {
        if (!signal.aborted && isUnanswered(error)) useConnectionState.getState().disconnected(awayOf(error));
        throw error;
      });
      setServerTime(status.now, askedAt, Date.now());
      if (useConnectionState.getState().state !== 'signedOut') useConnectionState.getState().connected();
      return status;
    },
    refetchInterval: 30_000,
    refetchIntervalInBackground: true,
  });
}

export const useSettings = () => useQuery({ ...useApi().settings.get.queryOptions(), staleTime: 300_000 });
