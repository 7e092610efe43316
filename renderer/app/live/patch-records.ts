import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { maxChangedIds } from '#shared/contract/changes.ts';
import type { RecordRow } from '#shared/contract/records.ts';
import type { Client } from '../connection.ts';
import type { Api } from '../queries.ts';

type Page = { rows: RecordRow[]; nextCursor: string | null; total: number; totalIsCapped: boolean };
type Pages = InfiniteData<Page, string | undefined>;
type Found = InfiniteData<{ groups: { records: { record: RecordRow }[] }[] }, string | undefined>;

/** Replaces rows of the pages by id; returns the same object where none of them is in the pages. */
export function withRows(pages: Pages, rows: readonly RecordRow[]): Pages {
  const byId = new Map(rows.map((row) => [row.id, row]));
  if (!pages.pages.some((page) => page.rows.some((row) => byId.has(row.id)))) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, rows: page.rows.map((row) => byId.get(row.id) ?? row) })),
  };
}

export function patchRows(rows: readonly RecordRow[], api: Api, queries: QueryClient) {
  queries.setQueriesData<Pages>({ queryKey: api.records.list.key({ type: 'infinite' }) }, (pages) =>
    pages === undefined ? undefined : withRows(pages, rows),
  );
  queries.setQueriesData<Found>({ queryKey: api.search.find.key({ type: 'infinite' }) }, (found) =>
    found === undefined ? undefined : withFound(found, rows),
  );
}

/** The same of what a search found. */
function withFound(found: Found, rows: readonly RecordRow[]): Found {
  const byId = new Map(rows.map((row) => [row.id, row]));
  if (!idsOfFound(found).some((id) => byId.has(id))) return found;
  const patched = (one: { record: RecordRow }) => ({ ...one, record: byId.get(one.record.id) ?? one.record });
  return {
    ...found,
    pages: found.pages.map((page) => ({
      ...page,
      groups: page.groups.map((group) => ({ ...group, records: group.records.map(patched) })),
    })),
  };
}

const idsOfFound = ({ pages }: Found): number[] =>
  pages.flatMap(({ groups }) => groups.flatMap(({ records }) => records.map(({ record }) => record.id)));

/**
 * Updates loaded rows in place with one call. Of a burst of more than `maxChangedIds` the newest page shows the rest.
 */
export async function patchChangedRecords(ids: number[], api: Api, queries: QueryClient, client: Client) {
  const listed = queries
    .getQueriesData<Pages>({ queryKey: api.records.list.key({ type: 'infinite' }) })
    .flatMap(([, pages]) => pages?.pages.flatMap((page) => page.rows.map((row) => row.id)) ?? []);
  const found = queries
    .getQueriesData<Found>({ queryKey: api.search.find.key({ type: 'infinite' }) })
    .flatMap(([, pages]) => (pages === undefined ? [] : idsOfFound(pages)));
  const loaded = new Set([...listed, ...found]);
  const wanted = ids.filter((id) => loaded.has(id)).slice(0, maxChangedIds);
  if (wanted.length === 0) return;
  const rows = await client.records.rows({ ids: wanted }).catch(() => []);
  patchRows(rows, api, queries);
}
