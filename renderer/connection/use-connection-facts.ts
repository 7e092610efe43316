import { useQuery } from '@tanstack/react-query';
import { useApi } from '../app/queries.ts';
import { useSettings, useStatus } from '../app/status.ts';

/** How this computer stands to calls from outside, asked anew when the receiver or its public address is another. */
export function useConnectionFacts() {
  const api = useApi();
  const receiver = useStatus().data?.receiver;
  const publicUrl = useSettings().data?.receiver.publicUrl;
  const options = api.connection.get.queryOptions();
  return useQuery({
    ...options,
    queryKey: [...options.queryKey, receiver?.state, receiver?.address, receiver?.port, publicUrl],
    staleTime: 15_000,
    refetchInterval: 60_000,
    placeholderData: (before) => before,
  });
}
