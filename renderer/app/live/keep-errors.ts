import type { Query, QueryCache } from '@tanstack/react-query';

/**
 * Leaves the error of a query that never had data in place while it is fetched again: else each try, and each change told
 * of, puts a skeleton in its place and takes away what can be pressed. Once nobody watches the query it begins anew.
 * Returns the function that stops it.
 */
export function keepErrors(cache: QueryCache): () => void {
  const errors = new WeakMap<Query, Error>();
  return cache.subscribe((event) => {
    const { query } = event;
    if (event.type === 'observerRemoved' && query.getObserversCount() === 0) errors.delete(query);
    if (event.type !== 'updated') return;
    if (event.action.type === 'success') errors.delete(query);
    if (event.action.type === 'error' && query.state.data === undefined && query.state.error !== null)
      errors.set(query, query.state.error);
    const error = errors.get(query);
    if (event.action.type === 'fetch' && error !== undefined) query.setState({ status: 'error', error });
  });
}
