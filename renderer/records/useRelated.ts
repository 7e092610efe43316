import { useQuery } from '@tanstack/react-query';
import { useApi } from '../app/queries.ts';

/** What belongs to a record: others of its claim, and of an order how it stands against its invoices. */
export function useRelated(recordId: number) {
  const api = useApi();
  return useQuery(api.claims.related.queryOptions({ input: { recordId } }));
}
