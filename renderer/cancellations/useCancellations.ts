import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CancellationRow } from '#shared/contract/cancellations.ts';
import type { CancellationState } from '#shared/terms.ts';
import { useApi } from '../app/queries.ts';
import { useListed } from '../parts/useListed.ts';

export type OpenSection = 'waiting' | 'deferred' | 'mustAskAgain' | 'unmatched';
export const openSections: readonly OpenSection[] = ['waiting', 'deferred', 'mustAskAgain', 'unmatched'];

const limit = 100;
const decidedStates: CancellationState[] = ['approved', 'refused', 'cancelled'];

type Answers = Record<OpenSection, { rows: CancellationRow[]; total: number } | undefined>;

function withoutRepeats(answers: Answers) {
  const seen = new Set<number>();
  return openSections.map((name) => {
    const rows = (answers[name]?.rows ?? []).filter((row) => !seen.has(row.id) && seen.add(row.id));
    return { name, rows, total: answers[name]?.total ?? 0 };
  });
}

/** What needs somebody, in four sections; whatever comes under two of them shows in the first. */
export function useOpenCancellations(enabled: boolean) {
  const api = useApi();
  const of = (input: { state: CancellationState } | { mustAskAgain: true }) =>
    api.cancellations.list.queryOptions({ input: { ...input, limit }, enabled });
  const queries = {
    waiting: useQuery(of({ state: 'waiting' })),
    deferred: useQuery(of({ state: 'deferred' })),
    mustAskAgain: useQuery(of({ mustAskAgain: true })),
    unmatched: useQuery(of({ state: 'unmatched' })),
  };
  const [waiting, deferred, mustAskAgain, unmatched] = openSections.map((name) => queries[name].data);
  const sections = useMemo(
    () => withoutRepeats({ waiting, deferred, mustAskAgain, unmatched }),
    [waiting, deferred, mustAskAgain, unmatched],
  );
  const failing = openSections.map((name) => queries[name]).find((query) => query.isError);
  const pending = openSections.some((name) => queries[name].isPending);
  return { sections, pending, failing };
}

/** What was decided, newest first. */
export function useDecidedCancellations(enabled: boolean) {
  const api = useApi();
  const query = useInfiniteQuery(
    api.cancellations.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        state: decidedStates,
        limit: 50,
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      enabled,
    }),
  );
  return useListed(query);
}
