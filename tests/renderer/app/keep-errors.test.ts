import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { keepErrors } from '../../../renderer/app/live/keep-errors.ts';
import { patience } from '../../patience.ts';

/** A query whose calls are answered by hand, watched by somebody. */
function watched() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  keepErrors(queries.getQueryCache());
  const calls: { answer: (text: string) => void; fail: (error: Error) => void }[] = [];
  const observer = new QueryObserver<string>(queries, {
    queryKey: ['one'],
    queryFn: () => new Promise((answer, fail) => calls.push({ answer, fail })),
  });
  const statuses: string[] = [];
  // As a screen watches: it is told once of all that happened together, and reads then.
  const told = notifyManager.batchCalls(() => statuses.push(observer.getCurrentResult().status));
  const watch = () => observer.subscribe(told);
  return { queries, observer, statuses, calls, watch };
}

const failed = new Error('500');

it('an error stays in sight while what failed is fetched again, until it is answered', async () => {
  const { queries, observer, statuses, calls, watch } = watched();
  watch();
  calls[0]?.fail(failed);
  await vi.waitUntil(() => observer.getCurrentResult().isError, patience);
  statuses.length = 0;
  void queries.invalidateQueries();
  await vi.waitUntil(() => calls.length === 2, patience);
  expect(observer.getCurrentResult()).toMatchObject({ status: 'error', error: failed, isFetching: true });
  calls[1]?.answer('answered');
  await vi.waitUntil(() => observer.getCurrentResult().data === 'answered', patience);
  expect(observer.getCurrentResult()).toMatchObject({ status: 'success', error: null });
  expect(statuses).not.toContain('pending');
});

it('an error of before is not shown to who comes back', async () => {
  const { observer, calls, watch } = watched();
  const leave = watch();
  calls[0]?.fail(failed);
  await vi.waitUntil(() => observer.getCurrentResult().isError, patience);
  leave();
  watch();
  await vi.waitUntil(() => calls.length === 2, patience);
  expect(observer.getCurrentResult()).toMatchObject({ status: 'pending', error: null });
});
