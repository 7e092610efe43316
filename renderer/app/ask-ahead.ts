import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { recordKinds } from '#shared/terms.ts';
import { claimFileOptions, claimWorkOptions } from '../claims/claim-queries.ts';
import { claimFileOfPath } from '../claims/paths.ts';
import { recordBases } from '../records/paths.ts';
import { queueAt } from '../records/queue-view.ts';
import { recordListOptions } from '../records/useRecordList.ts';
import { foundOptions } from '../search/useFound.ts';
import { followBefore } from './hash-location.ts';
import { textOfPath } from './path-text.ts';
import { type Api, useApi } from './queries.ts';

type Asked = { api: Api; queries: QueryClient; path: string[]; query: string };

/** Asks for what a screen shows first: resolves once that is there or failed; null where it is at hand, or asked for by the screen. */
type Ask = (of: Asked) => Promise<unknown> | null;

/** Null where something of it is at hand, however old: that is drawn at once. */
const first = (queries: QueryClient, queryKey: QueryKey, asked: Promise<unknown>) =>
  queries.getQueryState(queryKey)?.data === undefined ? asked : null;

/** A list of records, and the open one. */
const askRecords: Ask = ({ api, queries, path: [base, id], query }) => {
  const kind = recordKinds.find((one) => recordBases[one] === `/${base}`);
  if (kind === undefined) return null;
  const options = recordListOptions(api, { kind, ...queueAt(kind, query) });
  const rows = first(queries, options.queryKey, queries.prefetchInfiniteQuery(options));
  if (id === undefined || !/^[1-9]\d*$/.test(id)) return rows;
  const record = api.records.get.queryOptions({ input: { id: Number(id) } });
  const opened = first(queries, record.queryKey, queries.prefetchQuery(record));
  return rows === null || opened === null ? (rows ?? opened) : Promise.all([rows, opened]);
};

const askSearch: Ask = ({ api, queries, path: [base, text, id] }) => {
  if (base !== 'search' || text === undefined || id !== undefined) return null;
  const options = foundOptions(api, textOfPath(text), 'all');
  return first(queries, options.queryKey, queries.prefetchInfiniteQuery(options));
};

const askClaim: Ask = ({ api, queries, path: [base, by, value] }) => {
  const of = base === 'claims' ? claimFileOfPath(by, value) : null;
  if (of === null) return null;
  const options = claimFileOptions(api, of);
  const file = first(queries, options.queryKey, queries.prefetchQuery(options));
  if (of.by === 'claimNumber') void queries.prefetchQuery(claimWorkOptions(api, of));
  return file;
};

/**
 * Asks for what the screen of an address shows first before that screen is drawn. What it does not know is asked for by the screen
 * itself, as all is that changes while it is open.
 */
export function useAskAhead() {
  const api = useApi();
  const queries = useQueryClient();
  useLayoutEffect(
    () =>
      followBefore((path, query) => {
        const of = { api, queries, path: path.split('/').slice(1), query };
        return askRecords(of) ?? askSearch(of) ?? askClaim(of);
      }),
    [api, queries],
  );
}
