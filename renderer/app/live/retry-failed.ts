import type { Query, QueryCache } from '@tanstack/react-query';
import { isUnanswered as hadNoAnswer } from '../error-message.ts';

/**
 * Refetches queries that failed without an answer, with a backoff, as long as they have observers (a later observer
 * fetches them anyway). A query that was answered with an error is not refetched. Returns the function that stops it.
 */
export function retryFailed(cache: QueryCache, waitMs: (attempt: number) => number = backoff): () => void {
  const plans = new Map<Query, { attempt: number; timer: ReturnType<typeof setTimeout> }>();

  function plan(query: Query) {
    const attempt = (plans.get(query)?.attempt ?? -1) + 1;
    drop(query);
    const again = () => {
      if (isUnanswered(query) && query.isActive()) void query.fetch().catch(() => undefined);
    };
    plans.set(query, { attempt, timer: setTimeout(again, waitMs(attempt)) });
  }
  function drop(query: Query) {
    clearTimeout(plans.get(query)?.timer);
    plans.delete(query);
  }

  const unsubscribe = cache.subscribe((event) => {
    if (event.type === 'removed') drop(event.query);
    if (event.type !== 'updated') return;
    if (event.action.type === 'success') drop(event.query);
    if (event.action.type === 'error' && isUnanswered(event.query)) plan(event.query);
  });
  return () => {
    unsubscribe();
    for (const query of [...plans.keys()]) drop(query);
  };
}

const isUnanswered = ({ state }: Query): boolean =>
  state.status === 'error' && state.fetchStatus === 'idle' && hadNoAnswer(state.error);

/** Milliseconds before try `attempt` (from 0): doubles from half a second up to 15 s, less up to a fifth of it. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(15_000, 500 * 2 ** Math.min(attempt, 10));
  return Math.round(full * (1 - 0.2 * random()));
}
