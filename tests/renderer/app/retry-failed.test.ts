import { ORPCError } from '@orpc/client';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { retryFailed } from '../../../renderer/app/live/retry-failed.ts';

const away = new TypeError('Failed to fetch');
const refused = new ORPCError('NOT_FOUND', { status: 404 });
const proxySays = new ORPCError('SERVICE_UNAVAILABLE', { status: 503 });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A query that fails with these one after the other, and then is answered; watched by somebody. */
function watched(failures: readonly Error[]) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const stop = retryFailed(queries.getQueryCache(), (attempt) => 1000 * 2 ** attempt);
  let calls = 0;
  const observer = new QueryObserver(queries, {
    queryKey: ['one'],
    queryFn: async () => {
      const failure = failures[calls++];
      if (failure !== undefined) throw failure;
      return 'answered';
    },
  });
  const leave = observer.subscribe(() => undefined);
  return { observer, leave, stop, calls: () => calls };
}

it('what did not arrive is asked for again, ever later, until it is answered', async () => {
  const { observer, calls } = watched([away, away, proxySays]);
  await vi.advanceTimersByTimeAsync(999);
  expect(calls()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls()).toBe(2);
  await vi.advanceTimersByTimeAsync(1999);
  expect(calls()).toBe(2);
  await vi.advanceTimersByTimeAsync(4001);
  expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: 'answered' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls()).toBe(4);
});

it('a refusal is an answer, and is left as it is', async () => {
  const { observer, calls } = watched([refused]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls()).toBe(1);
  expect(observer.getCurrentResult().error).toBe(refused);
});

it('what nobody looks at any more waits until somebody does', async () => {
  const { observer, leave, calls } = watched([away, away]);
  await vi.advanceTimersByTimeAsync(500);
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls()).toBe(1);
  observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(2000);
  expect(observer.getCurrentResult().data).toBe('answered');
});

it('nothing is asked for after it was ended', async () => {
  const { stop, calls } = watched([away]);
  await vi.advanceTimersByTimeAsync(0);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls()).toBe(1);
});
