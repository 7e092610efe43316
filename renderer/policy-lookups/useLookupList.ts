import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../app/queries.ts';
import { useInfiniteList } from '../components/list/useListQuery.ts';

/** A VIN has 17 letters and digits, none of them I, O or Q (ISO 3779). Anything else is asked for as a policy. */
export const looksLikeVin = (text: string) => /^[A-HJ-NPR-Z0-9]{17}$/i.test(text);

/** Lookups, newest first; of one policy or VIN where `text` names one. */
export function useLookupList(text: string) {
  const api = useApi();
  const query = useInfiniteQuery(
    api.policyLookups.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: 50,
        ...(text === '' ? {} : looksLikeVin(text) ? { vin: text } : { insurancePolicyNumber: text }),
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined,
      placeholderData: keepPreviousData,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  );
  return useInfiniteList(query);
}
