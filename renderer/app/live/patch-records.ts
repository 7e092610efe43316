import { ORPCError } from '@orpc/client';
import {
  type InfiniteData,
  type Query,
  type QueryClient,
  type QueryKey,
  replaceEqualDeep,
} from '@tanstack/react-query';
import { type Change, maxChangedIds } from '#shared/contract/changes.ts';
import type { RecordRow } from '#shared/contract/records.ts';
import type { Client } from '../connection.ts';
import type { Api } from '../queries.ts';
import { pauseAfter } from './pace.ts';
import { backoff } from './retry-failed.ts';

type Page = { rows: RecordRow[]; nextCursor: string | null; total: number; totalIsCapped: boolean };
type Pages = InfiniteData<Page, string | undefined>;
type Found = InfiniteData<{ groups: { records: { record: RecordRow }[] }[] }, string | undefined>;

/** Replaces rows of the pages by id; rows and pages that are no other than before stay the same objects. */
export function withRows(pages: Pages, rows: readonly RecordRow[]): Pages {
  const byId = new Map(rows.map((row) => [row.id, row]));
  if (!pages.pages.some((page) => page.rows.some((row) => byId.has(row.id)))) return pages;
  return replaceEqualDeep(pages, {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, rows: page.rows.map((row) => byId.get(row.id) ?? row) })),
  });
}

/** Puts rows in their places in all lists and in what was found, wherever they stand. */
export function patchRows(rows: readonly RecordRow[], api: Api, queries: QueryClient) {
  const patch = <Data>(queryKey: QueryKey, patched: (data: Data) => Data) => {
    for (const [key, data] of queries.getQueriesData<Data>({ queryKey })) {
      if (data === undefined) continue;
      const after = patched(data);
      // Only the data: to set it as an answer takes from a list that is stale, or failed, that it has to be fetched again.
      if (after !== data) queries.getQueryCache().find({ queryKey: key })?.setState({ data: after });
    }
  };
  patch<Pages>(api.records.list.key({ type: 'infinite' }), (pages) => withRows(pages, rows));
  // What came last is shown over the pages, and may have been taken from them.
  patch<Page>(api.records.list.key({ type: 'query' }), (page) => {
    const { pages } = withRows({ pages: [page], pageParams: [] }, rows);
    return pages[0] ?? page;
  });
  patch<Found>(api.search.find.key({ type: 'infinite' }), (found) => withFound(found, rows));
}

/** The same of what a search found. */
function withFound(found: Found, rows: readonly RecordRow[]): Found {
  const byId = new Map(rows.map((row) => [row.id, row]));
  if (!idsOfFound(found).some((id) => byId.has(id))) return found;
  const patched = (one: { record: RecordRow }) => ({ ...one, record: byId.get(one.record.id) ?? one.record });
  return replaceEqualDeep(found, {
    ...found,
    pages: found.pages.map((page) => ({
      ...page,
      groups: page.groups.map((group) => ({ ...group, records: group.records.map(patched) })),
    })),
  });
}

const idsOfFound = ({ pages }: Found): number[] =>
  pages.flatMap(({ groups }) => groups.flatMap(({ records }) => records.map(({ record }) => record.id)));

/** Keeps the loaded rows of all lists, and of what was found, as the engine has them. */
export interface RowFollower {
  /** Asks for the loaded ones of the records that changed, and of lists that are on their way once they have come. */
  told(changes: readonly Change[]): void;
  /** Resolves once the call that is under way is answered. */
  answered(): Promise<void>;
  /** All lists are fetched anew: what was told before is of no interest. */
  forget(): void;
  stop(): void;
}

/** Ids that are kept for a list on its way; of more, all that is loaded is asked for. */
const maxKept = 1000;
/** Where changes name only some of their records, all that is loaded is asked for, no more often than this. */
const lookMs = 5000;
/** And the less often the more is loaded: for each call that takes there is this long until the next time. */
const lookMsPerCall = 1000;
/** Calls begin no less than this apart. */
const quietMs = 400;

/**
 * One call at a time, of at most `maxChangedIds` rows, so that no answer is written over a newer one. That holds among
 * these calls only: what a page or an act brought meanwhile may be newer than the answer, until the change that it is
 * of is told and asked for. What is not answered is asked for again, with a backoff, and what comes meanwhile with it.
 */
export function followRows(api: Api, queries: QueryClient, client: Client): RowFollower {
  /** Rows that a change named, which are asked for before those that only may have changed. */
  const named = new Set<number>();
  const swept = new Set<number>();
  /** What changed since lists are on their way: they may come with rows from before. */
  const kept = new Map<Query, ReadonlySet<number> | 'all'>();
  let underWay: { call: AbortController; answered: Promise<void> } | null = null;
  let pause: ReturnType<typeof setTimeout> | null = null;
  let look: ReturnType<typeof setTimeout> | null = null;
  let lookAgainAt = 0;
  let attempt = 0;

  const owe = (ids: Iterable<number>, loaded: ReadonlySet<number>) => {
    for (const id of ids) if (loaded.has(id)) named.add(id);
  };
  const sweep = (loaded: ReadonlySet<number>) => {
    for (const id of loaded) swept.add(id);
  };
  /** Takes what is to be asked for next, with what puts it back. */
  const take = () => {
    const loaded = loadedIds(api, queries);
    for (const set of [named, swept]) for (const id of set) if (!loaded.has(id)) set.delete(id);
    const ids = [...new Set([...named, ...swept])].slice(0, maxChangedIds);
    const wereNamed = new Set(ids.filter((id) => named.has(id)));
    for (const id of ids) {
      named.delete(id);
      swept.delete(id);
    }
    const putBack = () => {
      for (const id of ids) (wereNamed.has(id) ? named : swept).add(id);
    };
    return { ids, putBack };
  };
  /** Lists whose answer is written over what is patched until it comes, with rows from when it was asked for. */
  const onTheirWay = () =>
    patchedKeys(api).flatMap((queryKey) =>
      queries.getQueryCache().findAll({
        queryKey,
        // One that waits to be tried again, in a window that nobody sees, is `paused`.
        predicate: ({ state }) => state.fetchStatus !== 'idle',
      }),
    );
  const rest = (ms: number) => {
    underWay = null;
    pause = setTimeout(() => {
      pause = null;
      ask();
    }, ms);
  };
  const ask = () => {
    if (underWay !== null || pause !== null || named.size + swept.size === 0) return;
    const { ids, putBack } = take();
    if (ids.length === 0) return;
    const call = new AbortController();
    const begun = performance.now();
    const answered = client.records.rows({ ids }, { signal: call.signal }).then(
      (rows) => {
        if (call.signal.aborted) return;
        attempt = 0;
        // Before the rows are put in their places, so that a failure of that does not hold up all that comes after.
        rest(pauseAfter(performance.now() - begun, quietMs));
        const asked = new Set(ids);
        for (const query of onTheirWay()) keep(query, asked, true);
        patchRows(rows, api, queries);
      },
      (failure: unknown) => {
        if (call.signal.aborted) return;
        if (!isRefused(failure)) putBack();
        rest(backoff(attempt));
        attempt += 1;
      },
    );
    underWay = { call, answered };
  };
  const forget = () => {
    named.clear();
    swept.clear();
    kept.clear();
    underWay?.call.abort();
    underWay = null;
    if (pause !== null) clearTimeout(pause);
    if (look !== null) clearTimeout(look);
    pause = look = null;
    lookAgainAt = attempt = 0;
  };
  const keep = (query: Query, ids: ReadonlySet<number>, areAll: boolean) => {
    const before = kept.get(query) ?? [];
    if (before === 'all') return;
    const all = new Set([...before, ...ids]);
    kept.set(query, areAll && all.size <= maxKept ? all : 'all');
  };
  const unsubscribe = queries.getQueryCache().subscribe(({ type, query }) => {
    const ids = kept.get(query);
    if (ids === undefined || (query.state.fetchStatus !== 'idle' && type !== 'removed')) return;
    kept.delete(query);
    const own = loadedIds(api, queries, query);
    if (ids === 'all') sweep(own);
    else owe(ids, own);
    ask();
  });

  return {
    told(changes) {
      const ofRecords = changes.filter(({ topic }) => topic === 'records');
      if (ofRecords.length === 0) return;
      const ids = new Set(ofRecords.flatMap((change) => change.ids));
      const areAll = ofRecords.every(namesAll);
      for (const query of onTheirWay()) keep(query, ids, areAll);
      owe(ids, loadedIds(api, queries));
      if (!areAll)
        look ??= setTimeout(
          () => {
            look = null;
            const loaded = loadedIds(api, queries);
            lookAgainAt = performance.now() + Math.ceil(loaded.size / maxChangedIds) * lookMsPerCall;
            sweep(loaded);
            ask();
          },
          Math.max(lookMs, lookAgainAt - performance.now()),
        );
      ask();
    },
    answered: () => underWay?.answered ?? Promise.resolve(),
    forget,
    stop() {
      unsubscribe();
      forget();
    },
  };
}

/** Lists whose pages are patched in place. */
const patchedKeys = (api: Api) => [
  api.records.list.key({ type: 'infinite' }),
  api.search.find.key({ type: 'infinite' }),
];

/** The rows of all lists, or of one. */
function loadedIds(api: Api, queries: QueryClient, only?: Query): ReadonlySet<number> {
  const predicate = (query: Query) => only === undefined || query === only;
  const listed = queries
    .getQueriesData<Pages>({ queryKey: api.records.list.key({ type: 'infinite' }), predicate })
    .flatMap(([, pages]) => pages?.pages.flatMap((page) => page.rows.map((row) => row.id)) ?? []);
  const found = queries
    .getQueriesData<Found>({ queryKey: api.search.find.key({ type: 'infinite' }), predicate })
    .flatMap(([, pages]) => (pages === undefined ? [] : idsOfFound(pages)));
  return new Set([...listed, ...found]);
}

/** Whether a change names every record that it is of; what changed twice is counted twice, and one that says nothing is of any. */
const namesAll = ({ count, ids }: Change): boolean =>
  count === ids.length || (ids.length > 0 && ids.length < maxChangedIds);

/** Whether it was answered that it may not be asked, so that it need not be asked again. */
const isRefused = (failure: unknown): boolean => failure instanceof ORPCError && failure.status < 500;
