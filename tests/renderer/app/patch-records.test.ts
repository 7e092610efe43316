import { createORPCClient } from '@orpc/client';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { RecordRow } from '#shared/contract/records.ts';
import type { Client } from '../../../renderer/app/connection.ts';
import { patchChangedRecords, withRows } from '../../../renderer/app/live/patch-records.ts';
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

it('asks with one call for the loaded rows of a change, however many it names, and for no others', async () => {
  const calls: [string, unknown][] = [];
  const answer = async (path: readonly string[], input: unknown) => {
    calls.push([path.join('.'), input]);
    return (input as { ids: number[] }).ids.map((id) => row(id, 2));
  };
  const client = createORPCClient<Client>({ call: (path, input) => answer(path, input) });
  const api = makeApi(client);
  const queries = new QueryClient();
  const { queryKey } = api.records.list.infiniteOptions({
    input: () => ({}),
    initialPageParam: undefined,
    getNextPageParam: () => undefined,
  });
  const ids = Array.from({ length: 24 }, (_, index) => 24 - index);
  queries.setQueryData(queryKey, { pages: [page(...ids)], pageParams: [undefined] });
  await patchChangedRecords([99, ...ids], api, queries, client);
  expect(calls).toEqual([['records.rows', { ids }]]);
  const shown = queries.getQueryData(queryKey)?.pages.flatMap(({ rows }) => rows);
  expect(shown?.map(({ id, revision }) => [id, revision])).toEqual(ids.map((id) => [id, 2]));
  await patchChangedRecords([99], api, queries, client);
  expect(calls).toHaveLength(1);
});
