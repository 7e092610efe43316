import { ORPCError } from '@orpc/client';
import { createTanstackQueryUtils, type RouterUtils } from '@orpc/tanstack-query';
import { QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Client, OfficeClient } from './connection.ts';
import { awayOf } from './error-message.ts';
import { keepErrors } from './live/keep-errors.ts';
import { retryFailed } from './live/retry-failed.ts';

/** A refusal with a code is an answer; only what never arrived is worth a second try, and is said at once of an engine that is away. */
const worthRetrying = (count: number, error: unknown) =>
  count < 2 && !(error instanceof ORPCError && error.status < 500) && awayOf(error) === null;

/** What holds of every query; one that failed because nothing answered is fetched again by itself, and says so until it is answered. */
export function makeQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      // The engine is on this machine or this network: the browser's idea of "online" says nothing about it.
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        retry: worthRetrying,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
  keepErrors(queries.getQueryCache());
  retryFailed(queries.getQueryCache());
  return queries;
}

export type Api = RouterUtils<Client>;
export const makeApi = (client: Client): Api => createTanstackQueryUtils(client);

/** `office`: of a page of the desktop, where it asks the program about its way to an office; null in a browser. */
type Connection = { client: Client; api: Api; office: OfficeClient | null };
export const ConnectionContext = createContext<Connection | null>(null);

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (connection === null) throw new Error('No connection above this component.');
  return connection;
}

/** Query and mutation options of every procedure. */
export const useApi = (): Api => useConnection().api;
