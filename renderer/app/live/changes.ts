import { type Query, type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Change } from '#shared/contract/changes.ts';
import type { EngineAway } from '#shared/contract/status.ts';
import type { Client } from '../connection.ts';
import { awayOf, errorKind } from '../error-message.ts';
import { type Api, useConnection } from '../queries.ts';
import { useConnectionState } from './connection-state.ts';
import { longestPauseMs, pauseAfter } from './pace.ts';
import { followRows, type RowFollower } from './patch-records.ts';
import { backoff } from './retry-failed.ts';

const touched = (changes: Change[], topic: Change['topic']) =>
  changes.some((change) => change.topic === topic);

/** First fetches that are waited for, to be fetched again. */
const awaited = new WeakSet<Query>();

/**
 * Has queries fetched again. `invalidateQueries` leaves alone what is being fetched for the first time, and its answer
 * may have been read before the change: that one is fetched again once it has come.
 */
export function refetchStale(queries: QueryClient, filters: QueryFilters = {}) {
  const underWay = queries.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  void queries.invalidateQueries(filters);
  for (const query of underWay) {
    if (query.state.data !== undefined || awaited.has(query)) continue;
    awaited.add(query);
    const again = () => {
      awaited.delete(query);
      if (query.state.status === 'success')
        void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    // What failed is asked for anew by itself.
    void query.fetch().then(again, again);
  }
}

/** Topics that are of one room alone, by its name. */
const ownTopics = [
  'rejected',
  'reference',
  'policies',
  'policyImports',
  'policyLookups',
  'archives',
  'views',
  'exports',
  'retention',
  'absences',
] as const;

/** Which queries a wave of changes makes stale. Long record lists are patched in place, never refetched whole. */
export function invalidate(
  changes: Change[],
  api: Api,
  queries: QueryClient,
  rows: Pick<RowFollower, 'told'>,
) {
  const stale = (queryKey: readonly unknown[]) => refetchStale(queries, { queryKey });
  if (changes.some(({ topic }) => topic !== 'presence')) stale(api.status.key());
  if (touched(changes, 'status')) {
    stale(api.verification.key());
    stale(api.connection.passphrase.key());
  }
  if (touched(changes, 'records')) {
    stale(api.records.list.key({ type: 'query' }));
    stale(api.records.get.key());
    stale(api.records.partyRules.key());
    stale(api.claims.key());
    stale(api.decisions.key());
    rows.told(changes);
  }
  staleWork(changes, api, queries);
  if (touched(changes, 'attachments')) staleAttachments(changes, api, queries);
  if (touched(changes, 'cancellations')) {
    stale(api.cancellations.key());
    stale(api.claims.key());
    stale(api.records.get.key());
    stale(api.records.list.key({ type: 'query' }));
  }
  if (touched(changes, 'claims')) {
    stale(api.claims.key());
    // The records of its claim decide the order's party and invoices.
    stale(api.cancellations.get.key());
  }
  if (touched(changes, 'work')) {
    stale(api.work.key());
    stale(api.records.get.key());
  }
  if (touched(changes, 'settings')) {
    stale(api.settings.key());
    // The coverage check depends on the rules and on the assigned coverages.
    stale(api.policies.key());
  }
  if (touched(changes, 'presence')) stale(api.presence.key());
  if (touched(changes, 'people') || touched(changes, 'settings')) stale(api.people.key());
  for (const room of ownTopics) if (touched(changes, room)) stale(api[room].key());
  if (touched(changes, 'keys')) stale(api.receiverKeys.key());
  if (touched(changes, 'dataSubject')) stale(api.dataSubject.get.key());
  staleAudit(changes, api, queries);
}

/** Refreshes what people wrote and what waits for them, which is put together from all of these, and the sums of all. */
function staleWork(changes: Change[], api: Api, queries: QueryClient) {
  const stale = (queryKey: readonly unknown[]) => refetchStale(queries, { queryKey });
  if (touched(changes, 'work')) {
    stale(api.work.key());
    stale(api.claims.key());
  }
  const isOf = (topic: Change['topic']) => touched(changes, topic);
  if ((['records', 'cancellations', 'work', 'people'] as const).some(isOf)) stale(api.inbox.key());
  if (touched(changes, 'figures')) stale(api.figures.key());
}

const notInLog: ReadonlySet<Change['topic']> = new Set(['status', 'attachments', 'figures', 'presence']);

/** Whatever people do is in the log; what is being read of it stays where it is. */
function staleAudit(changes: Change[], api: Api, queries: QueryClient) {
  if (changes.every(({ topic }) => notInLog.has(topic))) return;
  refetchStale(queries, { queryKey: api.audit.list.key({ type: 'query' }) });
  refetchStale(queries, { queryKey: api.audit.choices.key() });
}

/** Refreshes the attachments of changed records, the state of the downloads and of the integrity check. */
function staleAttachments(changes: Change[], api: Api, queries: QueryClient) {
  const stale = (queryKey: readonly unknown[]) => refetchStale(queries, { queryKey });
  stale(api.attachments.downloads.key());
  stale(api.attachments.checked.key());
  const attachmentChanges = changes.filter(({ topic, ids }) => topic === 'attachments' && ids.length > 0);
  if (attachmentChanges.length === 0) return;
  stale(api.attachments.waiting.key());
  stale(api.attachments.hosts.key());
  stale(api.attachments.get.key());
  const ids = new Set(attachmentChanges.flatMap((change) => change.ids));
  // A change with many rows names only some of them.
  if (attachmentChanges.some((change) => change.count > change.ids.length)) stale(api.attachments.list.key());
  else for (const recordId of ids) stale(api.attachments.list.key({ input: { recordId } }));
}

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const now = () => {
      clearTimeout(timer);
      wakers.delete(now);
      signal.removeEventListener('abort', now);
      resolve();
    };
    const timer = setTimeout(now, ms);
    signal.addEventListener('abort', now, { once: true });
    wakers.add(now);
  });

/** Listeners that reconnect at once instead of after the backoff. */
const wakers = new Set<() => void>();
export function retryNow() {
  for (const wake of wakers) wake();
}

/** Whether an engine answers, if only that nobody is signed in; where only the shell does, what it says of it; null where nobody does. */
const lookFor = (client: Client, signal: AbortSignal): Promise<'there' | EngineAway | null> =>
  client.status.get(undefined, { signal }).then(
    () => 'there' as const,
    (failure: unknown) => (errorKind(failure) === 'signedOut' ? 'there' : awayOf(failure)),
  );

/** How often an engine that is away is asked for. */
const awayMs = 1000;

async function listen(client: Client, signal: AbortSignal, put: (change: Change) => void) {
  for await (const change of await client.changes(undefined, { signal })) {
    useConnectionState.getState().connected();
    put(change);
  }
}

/**
 * One subscription for the whole screen, renewed with backoff. Once it stands, all shown queries are refetched: what was
 * asked before it may have been answered before a change that nobody told of.
 */
export function useChanges() {
  const { client, api } = useConnection();
  const queries = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    const rows = followRows(api, queries, client);
    const gather = coalesce<Change>(400, (changes) => {
      invalidate(changes, api, queries, rows);
      return Promise.all([untilAnswered(queries), rows.answered()]);
    });
    const run = async () => {
      for (let attempt = 0; !stop.signal.aborted; attempt++) {
        let first = true;
        const put = (change: Change) => {
          if (first) {
            rows.forget();
            refetchStale(queries);
          }
          first = false;
          attempt = 0;
          gather.put(change);
        };
        const failure: unknown = await listen(client, stop.signal, put).then(
          () => null,
          (cause: unknown) => cause,
        );
        if (stop.signal.aborted) return;
        const found = awayOf(failure) ?? (await lookFor(client, stop.signal));
        if (stop.signal.aborted) return;
        if (found !== 'there') useConnectionState.getState().disconnected(found);
        // The shell, which answers, starts the engine again: it may be there any moment.
        const longest = found === null ? Number.POSITIVE_INFINITY : awayMs;
        await wait(Math.min(longest, backoff(attempt)), stop.signal);
      }
    };
    void run();
    return () => {
      stop.abort();
      gather.stop();
      rows.stop();
    };
  }, [client, api, queries]);
}

/** Resolves once nothing is being fetched. */
function untilAnswered(queries: QueryClient): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => {
    if (queries.isFetching() === 0) resolve();
  };
  const end = queries.getQueryCache().subscribe(look);
  look();
  return promise.finally(end);
}

/**
 * Gathers values and passes them on together: at once when none came for `quietMs`, else at the end
 * of it, so that a burst makes one wave of queries and not a hundred. Where `deliver` promises when a wave is answered, the next waits
 * for that and three times as long, five seconds at the most.
 */
export function coalesce<T>(quietMs: number, deliver: (gathered: T[]) => unknown) {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isUnderWay = false;
  let isStopped = false;
  const rest = (ms: number) => {
    if (!isStopped) timer = setTimeout(flush, ms);
  };
  const flush = () => {
    timer = null;
    if (waiting.length === 0) return;
    const gathered = waiting;
    waiting = [];
    const begun = performance.now();
    const answered = deliver(gathered);
    if (!(answered instanceof Promise)) return rest(quietMs);
    isUnderWay = true;
    const longest = new Promise((resolve) => setTimeout(resolve, longestPauseMs));
    const after = () => {
      isUnderWay = false;
      rest(pauseAfter(performance.now() - begun, quietMs));
    };
    void Promise.race([answered, longest]).then(after, after);
  };
  return {
    put(value: T) {
      if (isStopped) return;
      waiting.push(value);
      if (timer === null && !isUnderWay) flush();
    },
    stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      timer = null;
      waiting = [];
    },
  };
}
