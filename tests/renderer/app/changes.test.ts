import { createORPCClient } from '@orpc/client';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Change } from '#shared/contract/changes.ts';
import type { Client } from '../../../renderer/app/connection.ts';
import { invalidate, refetchStale } from '../../../renderer/app/live/changes.ts';
import { makeApi } from '../../../renderer/app/queries.ts';

const client = createORPCClient<Client>({
  call: () => Promise.reject(new Error('nothing is asked here')),
});
const api = makeApi(client);

const shown = {
  downloads: api.attachments.downloads.queryKey(),
  checked: api.attachments.checked.queryKey(),
  hosts: api.attachments.hosts.queryKey(),
  photosOf4: api.attachments.list.queryKey({ input: { recordId: 4 } }),
  photosOf4AtFirst: api.attachments.list.queryKey({ input: { recordId: 4, revision: 1 } }),
  photosOf5: api.attachments.list.queryKey({ input: { recordId: 5 } }),
  photo: api.attachments.get.queryKey({ input: { id: 9 } }),
  policies: api.policies.list.queryKey({ input: {} }),
  cancellation: api.cancellations.get.queryKey({ input: { id: 3 } }),
  cancellations: api.cancellations.list.queryKey({ input: {} }),
  inbox: api.inbox.list.queryKey({ input: {} }),
  claimWork: api.work.claim.queryKey({ input: { claimNumber: 'R-1' } }),
  decision: api.decisions.get.queryKey({ input: { recordId: 4 } }),
  figures: api.figures.intake.queryKey({ input: { from: '2026-01', until: '2026-02' } }),
};

const change = (ids: number[], count = ids.length): Change => ({
  topic: 'attachments',
  at: '2026-11-20T14:00:00.000Z',
  count,
  ids,
});

it.each([
  ['progress alone', [change([], 3)], ['downloads', 'checked']],
  [
    'photos of a record',
    [change([]), change([4])],
    ['downloads', 'checked', 'hosts', 'photosOf4', 'photosOf4AtFirst', 'photo'],
  ],
  [
    'photos of more records than are named',
    [change([4], 250)],
    ['downloads', 'checked', 'hosts', 'photosOf4', 'photosOf4AtFirst', 'photosOf5', 'photo'],
  ],
  [
    'what records share',
    [{ ...change([]), topic: 'claims' as const }],
    // Whose order it is, and what was invoiced for it.
    ['cancellation'],
  ],
  ['a note on a claim', [{ ...change([]), topic: 'work' as const }], ['inbox', 'claimWork']],
  ['a name', [{ ...change([]), topic: 'people' as const }], ['inbox']],
  ['a record', [{ ...change([4]), topic: 'records' as const }], ['inbox', 'decision']],
  [
    'a cancellation',
    [{ ...change([3]), topic: 'cancellations' as const }],
    ['cancellation', 'cancellations', 'inbox'],
  ],
  ['sums', [{ ...change([]), topic: 'figures' as const }], ['figures']],
])('of %s, only what it changes is asked for anew', (_what, changes, expected) => {
  const queries = new QueryClient();
  for (const key of Object.values(shown))
    queries.getQueryCache().build(queries, { queryKey: key }).setData(null);
  invalidate(changes, api, queries, { told: () => {} });
  const stale = Object.entries(shown)
    .filter(([, key]) => queries.getQueryState(key)?.isInvalidated === true)
    .map(([name]) => name);
  expect(stale).toEqual(expected);
});

it('what was being fetched for the first time when something changed is fetched again, once', async () => {
  const queries = new QueryClient();
  let row = 'before the change';
  let fetched = 0;
  const first = Promise.withResolvers<void>();
  const observer = new QueryObserver(queries, {
    queryKey: ['list'],
    queryFn: async () => {
      fetched += 1;
      const read = row;
      if (fetched === 1) await first.promise;
      return read;
    },
  });
  const stop = observer.subscribe(() => {});
  row = 'after the change';
  refetchStale(queries, { queryKey: ['list'] });
  refetchStale(queries, { queryKey: ['list'] });
  first.resolve();
  await expect.poll(() => observer.getCurrentResult().data).toBe('after the change');
  await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe('idle');
  expect(fetched).toBe(2);
  stop();
});
