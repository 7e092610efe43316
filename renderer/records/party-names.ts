import { useQueries } from '@tanstack/react-query';
import { useCallback } from 'react';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { serverNow } from '../app/live/server-clock.ts';
import { useApi } from '../app/queries.ts';
import { isReadOnly } from '../app/read-only.tsx';

const noParties: readonly string[] = [];

/** What companies are called, by their RNC or Cédula, as far as their records of the last two years say; others by the number. */
export function usePartyNames(taxIds: readonly string[] = noParties): (taxId: string) => string {
  const api = useApi();
  const until = dominicanDay(serverNow()).slice(0, 7);
  const from = `${Number(until.slice(0, 4)) - 2}${until.slice(4)}`;
  const names = useQueries({
    queries: taxIds.map((search) => ({
      ...api.figures.scorecards.queryOptions({ input: { from, until, search } }),
      // What an archive has was not counted.
      enabled: !isReadOnly(),
    })),
    combine: (found) =>
      JSON.stringify(
        found.flatMap(({ data }) => data?.rows.map(({ party, name }) => [party, name] as const) ?? []),
      ),
  });
  return useCallback(
    (taxId) => new Map<string, string | null>(JSON.parse(names)).get(taxId.replaceAll(/\D/g, '')) ?? taxId,
    [names],
  );
}
