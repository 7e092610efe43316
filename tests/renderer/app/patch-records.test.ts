import { createORPCClient, ORPCError } from '@orpc/client';
import { focusManager, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Change } from '#shared/contract/changes.ts';
import type { RecordRow } from '#shared/contract/records.ts';
import type { Client } from '../../../renderer/app/connection.ts';
import { followRows, patchRows, withRows } from '../../../renderer/app/live/patch-records.ts';
import { makeApi } from '../../../renderer/app/queries.ts';

const row = (id: number, revision = 1): RecordRow => ({
  id,
  kind: 'purchaseOrder',
  marketplaceId: id,
  number: `OC-2026-${id}`,
  claimNumber: null,
  requestId: null,
  firstItem: null,
  itemCount: 0,
  partyName: null,
  about: { policyNumber: null, vehicle: null, vin: null, plate: null, workshop: null },
  total: null,
  heading: null,
  receivedAt: '2026-11-20T14:00:00.000Z',
  revision,
  findingCount: 0,
  attentionCount: 0,
  reviewedAt: null,
  assignedTo: null,
  flaggedAt: null,
  flagWord: null,
  decision: null,
  cancellation: null,
  archivedIn: null,
  archivedRevisions: 0,
});
const page = (...ids: number[]) => ({
  rows: ids.map((id) => row(id)),
  nextCursor: null,
  total: 4,
  totalIsCapped: false,
});

it('puts a changed row in its place and moves nothing', () => {
  const pages = { pages: [page(4, 3), page(2, 1)], pageParams: [undefined, 'x'] };
  const patched = withRows(pages, [row(2, 7), row(99)]);
  expect(patched.pages.map((one) => one.rows.map((each) => [each.id, each.revision]))).toEqual([
    [
      [4, 1],
      [3, 1],
    ],
    [
      [2, 7],
      [1, 1],
    ],
  ]);
  expect(patched.pageParams).toEqual([undefined, 'x']);
});

it('leaves pages alone that hold none of the rows', () => {
  const pages = { pages: [page(4, 3)], pageParams: [undefined] };
  expect(withRows(pages, [row(99)])).toBe(pages);
});

it('what is no other than before stays the same object, so that it is not drawn again', () => {
  const pages = { pages: [page(4, 3), page(2, 1)], pageParams: [undefined, 'x'] };
  expect(withRows(pages, [row(4), row(1)])).toBe(pages);
  const patched = withRows(pages, [row(4), row(3, 2), row(1)]);
  expect(patched.pages[0]?.rows[0]).toBe(pages.pages[0]?.rows[0]);
  expect(patched.pages[0]?.rows[1]).toEqual(row(3, 2));
  expect(patched.pages[1]).toBe(pages.pages[1]);
});

/** A console on an engine that answers when a test says so; what is asked of it, in turn. */
function openConsole() {
  const asked: Asked[] = [];
  const call = (path: readonly string[], input: unknown) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    asked.push({ path: path.join('.'), input, answer: resolve, fail: reject });
    return promise;
  };
  const client = createORPCClient<Client>({ call });
  const api = makeApi(client);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const follower = followRows(api, queries, client);
  const options = api.records.list.infiniteOptions({
    ...{ input: (cursor: string | undefined) => ({ ...(cursor !== undefined && { cursor }) }) },
    ...{ initialPageParam: undefined, staleTime: Number.POSITIVE_INFINITY },
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const { queryKey } = options;
  onTestFinished(() => {
    follower.stop();
    queries.clear();
  });
  return {
    ...{ asked, api, queries, follower, queryKey },
    rowsAsked: () => asked.filter(({ path }) => path === 'records.rows').map(({ input }) => input),
    load: (...ids: number[]) =>
      queries.setQueryData(queryKey, { pages: [page(...ids)], pageParams: [undefined] }),
    /** The first page of a list that has another. */
    loadBeginning: (...ids: number[]) =>
      queries.setQueryData(queryKey, {
        pages: [{ ...page(...ids), nextCursor: 'x' }],
        pageParams: [undefined],
      }),
    /** Watches the list, which is read unless it is loaded. */
    watch(retry = 0) {
      const observer = new InfiniteQueryObserver(queries, { ...options, retry });
      onTestFinished(observer.subscribe(() => {}));
      return observer;
    },
    revisions: () =>
      queries
        .getQueryData(queryKey)
        ?.pages.flatMap(({ rows }) => rows.map(({ id, revision }) => [id, revision])),
  };
}
type Asked = {
  path: string;
  input: unknown;
  answer: (output: unknown) => void;
  fail: (failure: Error) => void;
};

const changed = (ids: number[], count = ids.length): Change => ({
  ...{ topic: 'records', at: '2026-11-20T14:00:00.000Z' },
  ...{ count, ids },
});
const idsDown = (from: number) => Array.from({ length: from }, (_, index) => from - index);
/** Lets what was answered come through. */
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  // No pause is shorter than told.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('asks with one call for the loaded rows of a change, and for no others', async () => {
  const { asked, follower, load, revisions, rowsAsked } = openConsole();
  load(...idsDown(24));
  follower.told([changed([99]), changed(idsDown(24))]);
  expect(rowsAsked()).toEqual([{ ids: idsDown(24) }]);
  let isAnswered = false;
  void follower.answered().then(() => {
    isAnswered = true;
  });
  await pass(5000);
  expect(isAnswered).toBe(false);
  asked[0]?.answer(idsDown(24).map((id) => row(id, 2)));
  await pass(5000);
  expect(isAnswered).toBe(true);
  expect(revisions()).toEqual(idsDown(24).map((id) => [id, 2]));
  follower.told([changed([99])]);
  await pass(5000);
  expect(asked).toHaveLength(1);
});

it('a list that was on its way when a record changed shows it as it is then, in the page of what came last too', async () => {
  const { api, asked, follower, queries, revisions, rowsAsked, watch } = openConsole();
  watch();
  follower.told([changed([2])]);
  expect(rowsAsked()).toEqual([]);
  asked[0]?.answer(page(3, 2, 1));
  await pass();
  // Taken from the first page, as a list in the order of arrival does.
  const newest = api.records.list.queryKey({ input: { limit: 50 } });
  queries.setQueryData(newest, page(3, 2, 1));
  expect(rowsAsked()).toEqual([{ ids: [2] }]);
  asked[1]?.answer([row(2, 2)]);
  await pass();
  expect(revisions()).toEqual([
    [3, 1],
    [2, 2],
    [1, 1],
  ]);
  expect(queries.getQueryData(newest)?.rows.map(({ revision }) => revision)).toEqual([1, 2, 1]);
});

it('the next page comes to rows as they are then, and takes nothing back of those that were there', async () => {
  const { asked, follower, loadBeginning, revisions, rowsAsked, watch } = openConsole();
  loadBeginning(4, 3);
  void watch().fetchNextPage();
  follower.told([changed([4, 1])]);
  asked[1]?.answer([row(4, 2)]);
  await pass(400);
  expect(revisions()).toEqual([
    [4, 2],
    [3, 1],
  ]);
  asked[0]?.answer(page(2, 1));
  await pass();
  expect(rowsAsked()).toEqual([{ ids: [4] }, { ids: [4, 1] }]);
  asked[2]?.answer([row(4, 2), row(1, 2)]);
  await pass();
  expect(revisions()).toEqual([
    [4, 2],
    [3, 1],
    [2, 1],
    [1, 2],
  ]);
});

it('the next page takes nothing back of what was told before it was asked for and patched while it was on its way', async () => {
  const { asked, follower, loadBeginning, revisions, rowsAsked, watch } = openConsole();
  loadBeginning(4);
  const list = watch();
  follower.told([changed([4])]);
  void list.fetchNextPage();
  asked[0]?.answer([row(4, 2)]);
  await pass(400);
  expect(revisions()).toEqual([[4, 2]]);
  asked[1]?.answer(page(3));
  await pass();
  expect(rowsAsked()).toEqual([{ ids: [4] }, { ids: [4] }]);
  asked[2]?.answer([row(4, 2)]);
  await pass(60_000);
  expect(revisions()).toEqual([
    [4, 2],
    [3, 1],
  ]);
  expect(asked).toHaveLength(3);
});

it.each([
  ['before that', 0],
  ['meanwhile', 1],
])(
  'a list that is left while its next page is on its way keeps what was told %s and patched since',
  async (when, place) => {
    const { asked, follower, loadBeginning, revisions, watch } = openConsole();
    loadBeginning(4);
    const list = watch();
    const told = () => follower.told([changed([4])]);
    if (when === 'before that') told();
    void list.fetchNextPage();
    if (when === 'meanwhile') told();
    asked[place]?.answer([row(4, 2)]);
    await pass(400);
    list.destroy();
    await pass();
    asked[2]?.answer([row(4, 2)]);
    await pass();
    expect(revisions()).toEqual([[4, 2]]);
  },
);

it('a page that waits in a hidden window to be tried again takes nothing back', async () => {
  const { asked, follower, loadBeginning, queries, queryKey, revisions, rowsAsked, watch } = openConsole();
  queries.mount();
  onTestFinished(() => {
    queries.unmount();
    focusManager.setFocused(undefined);
  });
  loadBeginning(4);
  void watch(1).fetchNextPage();
  focusManager.setFocused(false);
  asked[0]?.fail(new TypeError('Failed to fetch'));
  await pass(1000);
  expect(queries.getQueryState(queryKey)).toMatchObject({ fetchStatus: 'paused' });
  follower.told([changed([4, 3])]);
  asked[1]?.answer([row(4, 2)]);
  await pass(400);
  focusManager.setFocused(true);
  await pass();
  asked[2]?.answer(page(3));
  await pass();
  expect(rowsAsked()).toEqual([{ ids: [4] }, { ids: [4, 3] }]);
  asked[3]?.answer([row(4, 2), row(3, 2)]);
  await pass();
  expect(revisions()).toEqual([
    [4, 2],
    [3, 2],
  ]);
});

it('what is not answered is asked for again, later each time, with what changed meanwhile', async () => {
  const { asked, follower, load, revisions, rowsAsked } = openConsole();
  load(2, 1);
  follower.told([changed([1])]);
  asked[0]?.fail(new ORPCError('DATABASE_AWAY', { status: 503 }));
  await pass(499);
  follower.told([changed([2])]);
  expect(asked).toHaveLength(1);
  await pass(1);
  expect(rowsAsked()).toEqual([{ ids: [1] }, { ids: [1, 2] }]);
  asked[1]?.fail(new TypeError('Failed to fetch'));
  await pass(999);
  expect(asked).toHaveLength(2);
  await pass(1);
  asked[2]?.answer([row(2, 2), row(1, 2)]);
  await pass();
  expect(revisions()).toEqual([
    [2, 2],
    [1, 2],
  ]);
  await pass(60_000);
  expect(asked).toHaveLength(3);
});

it('what may not be asked is not asked again', async () => {
  const { asked, follower, load } = openConsole();
  load(1);
  follower.told([changed([1])]);
  asked[0]?.fail(new ORPCError('FORBIDDEN', { status: 403 }));
  await pass(60_000);
  expect(asked).toHaveLength(1);
});

it('no answer is written over a newer one', async () => {
  const { asked, follower, load, revisions } = openConsole();
  load(1);
  follower.told([changed([1])]);
  follower.told([changed([1])]);
  // Whichever are asked, the last one is answered first.
  for (const [index, one] of [...asked.entries()].reverse()) one.answer([row(1, 2 + index)]);
  await pass(400);
  for (const one of asked.slice(1)) one.answer([row(1, 3)]);
  await pass();
  expect(revisions()).toEqual([[1, 3]]);
});

it('an answer from before everything was fetched anew is not written over that', async () => {
  const { asked, follower, load, revisions } = openConsole();
  load(1);
  follower.told([changed([1])]);
  follower.forget();
  load(1);
  asked[0]?.answer([row(1, 7)]);
  await pass(60_000);
  expect(revisions()).toEqual([[1, 1]]);
  expect(asked).toHaveLength(1);
});

it('a list that is to be fetched again still is once a row of it was patched', () => {
  const { api, load, queries, queryKey } = openConsole();
  load(1);
  void queries.invalidateQueries({ queryKey });
  patchRows([row(1, 2)], api, queries);
  expect(queries.getQueryState(queryKey)).toMatchObject({ isInvalidated: true });
});

it('what was found stays the same object where its rows are no other than before', () => {
  const { api, queries } = openConsole();
  const none = { count: 0, isCapped: false };
  const ofClaim = (...ids: number[]) => ({
    claimNumber: null,
    records: ids.map((id) => ({ record: row(id), rank: 'own' as const, hits: [] })),
  });
  const found = {
    ...{ groups: [ofClaim(4, 3), ofClaim(2)], nextCursor: null, claimNotes: [], didYouMean: null },
    ...{ waiting: none, waitingPdfs: none },
    totals: { purchaseOrder: none, serviceOrder: none, incidentReport: none, financialDocument: none },
  };
  const key = api.search.find.infiniteKey({ input: () => ({ query: 'OC' }), initialPageParam: undefined });
  const before = queries.setQueryData(key, { pages: [found], pageParams: [undefined] });
  patchRows([row(4), row(2)], api, queries);
  expect(queries.getQueryData(key)).toBe(before);
  patchRows([row(4), row(2, 2)], api, queries);
  const groups = queries.getQueryData(key)?.pages[0]?.groups;
  expect(groups?.[0]).toBe(before?.pages[0]?.groups[0]);
  expect(groups?.[1]?.records[0]?.record).toEqual(row(2, 2));
});

it('of more than fit into one call the others are asked for after it', async () => {
  const { asked, follower, load, rowsAsked } = openConsole();
  load(...idsDown(150));
  follower.told([changed(idsDown(150).slice(0, 75)), changed(idsDown(150).slice(75))]);
  expect(rowsAsked()).toEqual([{ ids: idsDown(150).slice(0, 100) }]);
  asked[0]?.answer([]);
  await pass(400);
  expect(rowsAsked().slice(1)).toEqual([{ ids: idsDown(50) }]);
});

it('where a change names only some of its records all that is loaded is asked for, once in five seconds', async () => {
  const { asked, follower, load, rowsAsked } = openConsole();
  load(3, 2, 1);
  const others = idsDown(100).map((id) => id + 1000);
  for (let wave = 0; wave < 10; wave++) {
    follower.told([changed(others, 400)]);
    await pass(400);
  }
  expect(asked).toEqual([]);
  await pass(1000);
  expect(rowsAsked()).toEqual([{ ids: [3, 2, 1] }]);
  asked[0]?.answer([]);
  // A listener that was too slow to be told of each is told so.
  follower.told([changed([], 1)]);
  await pass(5000);
  expect(rowsAsked()).toHaveLength(2);
  asked[1]?.answer([]);
  // What changed twice is counted twice.
  follower.told([changed([77], 2)]);
  await pass(60_000);
  expect(rowsAsked()).toHaveLength(2);
});

it('a row that a change names is asked for before all that is loaded, and what was not answered keeps its place', async () => {
  const { asked, follower, load, rowsAsked } = openConsole();
  load(...idsDown(300));
  follower.told([changed([], 1)]);
  await pass(5000);
  expect(rowsAsked()).toEqual([{ ids: idsDown(300).slice(0, 100) }]);
  follower.told([changed([7])]);
  asked[0]?.fail(new TypeError('Failed to fetch'));
  await pass(400);
  follower.told([changed([9])]);
  await pass(100);
  expect(rowsAsked()[1]).toEqual({ ids: [7, 9, ...idsDown(200).slice(0, 98)] });
  follower.told([changed([8])]);
  asked[1]?.fail(new TypeError('Failed to fetch'));
  await pass(1000);
  expect(rowsAsked()[2]).toEqual({ ids: [8, 7, 9, ...idsDown(102).slice(0, 93), 6, 5, 4, 3] });
});

it('the more is loaded the less often all of it is asked for', async () => {
  const { asked, follower, load, rowsAsked } = openConsole();
  load(...idsDown(2000));
  const looksIn = async (ms: number) => {
    const before = rowsAsked().length;
    for (let passed = 0; passed < ms; passed += 500) {
      follower.told([changed([], 1)]);
      for (const one of asked) one.answer([]);
      await pass(500);
    }
    return rowsAsked().length - before;
  };
  expect(await looksIn(24_500)).toBe(20);
  expect(await looksIn(20_000)).toBe(20);
});

it('of a list that comes in a rush its own rows are asked for, and of no other list', async () => {
  const { api, asked, follower, queries, rowsAsked, watch } = openConsole();
  const other = api.records.list.infiniteKey({
    input: () => ({ flagged: true }),
    initialPageParam: undefined,
  });
  queries.setQueryData(other, { pages: [page(9, 8)], pageParams: [undefined] });
  watch();
  follower.told([changed([], 1)]);
  asked[0]?.answer(page(3, 2));
  await pass();
  expect(rowsAsked()).toEqual([{ ids: [3, 2] }]);
});

it('rows that cannot be put in their places hold up nothing that comes after', async () => {
  const { asked, follower, load, queries, queryKey, revisions } = openConsole();
  load(1);
  follower.told([changed([1])]);
  const failing = queries.getQueryCache().find({ queryKey });
  const broken = vi.spyOn(failing ?? { setState: () => {} }, 'setState').mockImplementation(() => {
    throw new Error('cannot be drawn');
  });
  const refused = expect(follower.answered()).rejects.toThrow('cannot be drawn');
  asked[0]?.answer([row(1, 2)]);
  await refused;
  broken.mockRestore();
  follower.told([changed([1])]);
  await pass(400);
  asked[1]?.answer([row(1, 3)]);
  await pass();
  expect(revisions()).toEqual([[1, 3]]);
});

it('of ten thousand that change while a list is on its way no more are kept than a thousand', async () => {
  const { asked, follower, rowsAsked, watch } = openConsole();
  watch();
  for (let wave = 1; wave <= 100; wave++)
    follower.told([changed(idsDown(100).map((id) => id + wave * 1000))]);
  asked[0]?.answer(page(3, 2, 1));
  await pass();
  expect(rowsAsked()).toEqual([{ ids: [3, 2, 1] }]);
});
